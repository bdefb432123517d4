// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "files.h"
#include "json_out.h"
#include "load.h"
#include "say.h"

#include <stdlib.h>
#include <supple/gpu.h>

static void writeLimits(FILE *stream, const WGPULimits *limits) {
    fprintf(stream, "{\"storage_buffers_per_stage\": %u, \"storage_binding_bytes\": %llu, \"buffer_bytes\": %llu, ",
            limits->maxStorageBuffersPerShaderStage, (unsigned long long)limits->maxStorageBufferBindingSize,
            (unsigned long long)limits->maxBufferSize);
    fprintf(stream, "\"workgroup_bytes\": %u, \"workgroup_invocations\": %u, \"workgroups_per_dimension\": %u}",
            limits->maxComputeWorkgroupStorageSize, limits->maxComputeInvocationsPerWorkgroup,
            limits->maxComputeWorkgroupsPerDimension);
}

static void writeText(FILE *stream, const char *key, const char *value) {
    fprintf(stream, "\"%s\": ", key);
    jsonString(stream, value);
    fputs(", ", stream);
}

static void writeJson(FILE *stream, const SupGpuInfo *infos, uint32_t count) {
    fputs("[", stream);
    for (uint32_t i = 0; i < count; ++i) {
        const SupGpuInfo *info = &infos[i];
        fprintf(stream, "%s\n  {\"index\": %u, ", i ? "," : "", i);
        writeText(stream, "adapter", info->adapter);
        writeText(stream, "driver", info->driver);
        writeText(stream, "backend", info->backend);
        writeText(stream, "type", info->type);
        fprintf(stream,
                "\"vendor_id\": %u, \"device_id\": %u, \"timestamps\": %s, \"subgroups\": %s, \"limits\": ", info->vendorId,
                info->deviceId, info->timestamps ? "true" : "false", info->subgroups ? "true" : "false");
        writeLimits(stream, &info->limits);
        fputs("}", stream);
    }
    fputs("\n]\n", stream);
}

static void printTable(const SupGpuInfo *infos, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const SupGpuInfo *info = &infos[i];
        printf("%u  %s (%s, %s)\n   driver %s\n   %s, %s; storage buffers %u, binding %llu MiB, workgroup %u B x %u\n", i,
               info->adapter, info->backend, info->type, info->driver, info->timestamps ? "timestamps" : "no timestamps",
               info->subgroups ? "subgroups" : "no subgroups", info->limits.maxStorageBuffersPerShaderStage,
               (unsigned long long)(info->limits.maxStorageBufferBindingSize >> 20),
               info->limits.maxComputeWorkgroupStorageSize, info->limits.maxComputeInvocationsPerWorkgroup);
    }
}

int commandDevices(int argc, char **argv) {
    static const Command command = {"devices",
                                    "",
                                    "Adapters that can simulate, fastest kind of use first: name, backend, limits.",
                                    "--adapter of other commands takes an index or a part of a name.",
                                    0,
                                    0};
    const char *json = NULL;
    const Option options[] = {{"--json", Option_Text, &json, "FILE|-", "write them as JSON", 0, 0}, {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    argsFree(&operands);
    if (code >= 0) return code;
    enum { Most = 32 };
    SupGpuInfo *infos = calloc(Most, sizeof *infos);
    Output output;
    char why[512];
    if (!infos) return sayError(Exit_Refused, "devices: out of memory");
    uint32_t count = Most;
    loadQuietDrivers();
    SupStatus status = supGpuListAdapters(infos, &count);
    if (status == SupStatus_Ok && count > Most) count = Most;
    if (status) {
        code = sayError(Exit_NoGpu, "devices: %s; %s", supStatusText(status), supStatusRemedy(status));
    } else if (!outputBegin(&output, json, why, sizeof why)) {
        code = sayError(Exit_Refused, "devices: cannot write %s", why);
    } else {
        if (json)
            writeJson(output.stream, infos, count);
        else
            printTable(infos, count);
        bool written = outputCommit(&output, why, sizeof why);
        code = written ? Exit_Done : sayError(Exit_Refused, "devices: cannot write %s", why);
    }
    free(infos);
    if (code == Exit_Done && fflush(stdout) != 0) return sayError(Exit_Refused, "devices: cannot write to stdout");
    return code;
}
