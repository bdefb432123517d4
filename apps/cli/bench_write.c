// SPDX-License-Identifier: MIT
#include "bench.h"
#include "json_out.h"

#include <math.h>
#include <time.h>

static void writeMember(FILE *stream, const char *key, double value) {
    fprintf(stream, "\"%s\": ", key);
    jsonNumber(stream, value);
    fputs(", ", stream);
}

static void writeSpread(FILE *stream, const char *key, BenchSpread spread) {
    const double values[3] = {spread.median, spread.minimum, spread.maximum};
    static const char *const names[3] = {"median", "min", "max"};
    fprintf(stream, "\"%s\": {", key);
    for (int i = 0; i < 3; ++i) {
        fprintf(stream, "%s\"%s\": ", i ? ", " : "", names[i]);
        jsonNumber(stream, values[i]);
    }
    fputs("}, ", stream);
}

/// Part of the bandwidth that a frame's compulsory traffic takes; NaN where unknown.
static double bandwidthPart(const BenchResult *r, double bandwidth) {
    return r->gpu.median > 0.0 ? r->traffic / (r->gpu.median * 1e-3 * bandwidth) : (double)NAN;
}

static void writeKernels(FILE *stream, const BenchResult *r) {
    fputs("\"kernels\": {", stream);
    for (uint32_t i = 0; i < r->kernelCount; ++i) {
        fputs(i ? ", " : "", stream);
        jsonString(stream, r->kernels[i].kernel);
        fprintf(stream, ": {\"dispatches\": %u, \"ms\": ", r->kernels[i].dispatches);
        jsonNumber(stream, r->kernels[i].milliseconds);
        fputs("}", stream);
    }
    fputs("}, ", stream);
}

static void writeResult(FILE *stream, const BenchVariant *v, const BenchResult *r, double bandwidth) {
    jsonString(stream, v->name);
    fputs(": {", stream);
    writeSpread(stream, "gpu_ms", r->gpu);
    writeSpread(stream, "wall_ms", r->wall);
    writeMember(stream, "batch_wall_ms", r->batch);
    writeMember(stream, "error", r->error);
    writeMember(stream, "residual", (double)r->residual);
    fprintf(stream, "\"dispatches_per_frame\": %u, \"gpu_bytes\": %llu, ", r->dispatches, (unsigned long long)r->gpuBytes);
    writeMember(stream, "traffic_bytes", r->traffic);
    writeMember(stream, "bandwidth_part", bandwidthPart(r, bandwidth));
    if (r->kernelCount) writeKernels(stream, r);
    fprintf(stream, "\"finite\": %s, \"state_hash\": \"%016llx\"}", r->finite ? "true" : "false",
            (unsigned long long)r->stateHash);
}

/// The quickest variant whose error is no larger.
static const BenchResult *quickest(const Bench *b, double error, uint32_t *index) {
    const BenchResult *best = NULL;
    for (uint32_t i = 0; i < b->variantCount; ++i) {
        const BenchResult *r = &b->results[i];
        if (!(r->error <= error) || !r->finite) continue;
        double time = isfinite(r->gpu.median) ? r->gpu.median : r->wall.median;
        double least = !best ? INFINITY : isfinite(best->gpu.median) ? best->gpu.median : best->wall.median;
        if (time < least) best = r, *index = i;
    }
    return best;
}

static void writeTimesToErrors(FILE *stream, const Bench *b) {
    static const double errors[] = {1e-1, 1e-2, 1e-3, 1e-4};
    fputs("\"time_to_error\": {", stream);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        uint32_t index = 0;
        const BenchResult *r = quickest(b, errors[i], &index);
        fprintf(stream, "%s\"%g\": ", i ? ", " : "", errors[i]);
        if (!r) {
            fputs("null", stream);
            continue;
        }
        fputs("{\"variant\": ", stream);
        jsonString(stream, b->variants[index].name);
        fputs(", ", stream);
        writeMember(stream, "gpu_ms", r->gpu.median);
        fputs("\"wall_ms\": ", stream);
        jsonNumber(stream, r->wall.median);
        fputs("}", stream);
    }
    fputs("}, ", stream);
}

void benchWriteScene(FILE *stream, const Bench *b, double bandwidth, bool first) {
    fprintf(stream, "%s\n    {\"scene\": ", first ? "" : ",");
    jsonString(stream, supSceneName(b->scene));
    fprintf(stream, ", \"bodies\": %u, \"vertices\": %llu, \"tets\": %llu, \"substeps\": %u, ", b->stats.bodies,
            (unsigned long long)b->stats.vertices, (unsigned long long)b->stats.tets, b->settings.substeps);
    writeMember(stream, "frame_time", b->settings.frameTime);
    writeMember(stream, "asset_ms", b->assetMs);
    writeMember(stream, "upload_ms", b->uploadMs);
    fprintf(stream, "\"error_frames\": %lld, ", (long long)b->options->errorFrames);
    writeMember(stream, "truth_change", b->truthChange);
    writeTimesToErrors(stream, b);
    fputs("\"variants\": {", stream);
    for (uint32_t i = 0; i < b->variantCount; ++i) {
        fprintf(stream, "%s\n      ", i ? "," : "");
        writeResult(stream, &b->variants[i], &b->results[i], bandwidth);
    }
    fputs("}", stream);
    if (b->options->draw) {
        fputs(",\n     \"draw\": ", stream);
        benchDrawWrite(stream, &b->draw);
    }
    fputs("}", stream);
}

void benchWriteHead(FILE *stream, const SupGpuInfo *info, const BenchOptions *o, double bandwidth) {
    char date[32] = "";
    time_t t = time(NULL);
    const struct tm *utc = gmtime(&t);
    if (utc) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    fprintf(stream, "{\n  \"version\": \"%s\", \"commit\": \"%s\", \"date\": \"%s\",\n  \"adapter\": ", supVersion(),
            supCommit(), date);
    jsonString(stream, info->adapter);
    fputs(", \"driver\": ", stream);
    jsonString(stream, info->driver);
    fprintf(stream, ", \"backend\": \"%s\", ", info->backend);
    writeMember(stream, "copy_bandwidth", bandwidth);
    fprintf(stream, "\n  \"portable\": %s, \"frames\": %lld, \"warm_up\": %lld,\n  \"scenes\": [",
            o->portable ? "true" : "false", (long long)o->frames, (long long)o->warmUp);
}

void benchPrintScene(const Bench *b, double bandwidth) {
    printf("%s: %llu tets in %u bodies; asset %.1f ms, upload %.1f ms\n", supSceneName(b->scene),
           (unsigned long long)b->stats.tets, b->stats.bodies, b->assetMs, b->uploadMs);
    for (uint32_t i = 0; i < b->variantCount && b->options->frames; ++i) {
        const BenchResult *r = &b->results[i];
        printf("  %-12s", b->variants[i].name);
        if (isfinite(r->gpu.median)) printf("  gpu %8.3f ms (%.3f .. %.3f)", r->gpu.median, r->gpu.minimum, r->gpu.maximum);
        printf("  wall %8.3f (%.3f .. %.3f)  batch %8.3f", r->wall.median, r->wall.minimum, r->wall.maximum, r->batch);
        if (isfinite(r->error)) printf("  error %.1e", r->error);
        if (isfinite(bandwidthPart(r, bandwidth))) printf("  %.0f %% of bandwidth", 100.0 * bandwidthPart(r, bandwidth));
        printf("  %.1f MiB%s\n", (double)r->gpuBytes / 1048576.0, r->finite ? "" : "  NOT FINITE");
        for (uint32_t k = 0; k < r->kernelCount; ++k)
            printf("    %-20s %5u x %8.1f us = %8.3f ms\n", r->kernels[k].kernel, r->kernels[k].dispatches,
                   1e3 * r->kernels[k].milliseconds / r->kernels[k].dispatches, r->kernels[k].milliseconds);
    }
    if (b->options->profile && !b->results[0].kernelCount)
        printf("  no times of kernels: this device has no timestamp queries\n");
    if (b->options->draw) benchDrawPrint(&b->draw);
    fflush(stdout);
}
