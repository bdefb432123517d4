// SPDX-License-Identifier: MIT
// A few words here and there in a pool. The queue takes each write for itself, so that many of them are put into one buffer
// and a kernel takes them from there.
#include "world.h"

#include "base/memory.h"

#include <string.h>

enum { Few = 64, MostRecords = 1 << 20 };

static SupStatus submit(SupWorld *world, WGPUBuffer records, WGPUBuffer words, uint32_t count) {
    const SupBinding bindings[] = {{.name = "records", .buffer = records}, {.name = "words", .buffer = words}};
    const SupKernel *kernel = &world->scatterKernel;
    WGPUBindGroup group = NULL;
    SupStatus status = supShaderGroup(world->gpu, kernel->shader, kernel->layout, bindings, 2, &group);
    if (status) return status;
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(world->gpu->device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    supKernelDispatchWith(world->gpu, kernel, group, pass, (count - 1) / world->workgroupSize + 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(world->gpu, commands, SUP_GPU_MAX_IN_FLIGHT);
    if (commands) wgpuCommandBufferRelease(commands);
    wgpuBindGroupRelease(group);
    return supGpuTakeError(world->gpu);
}

static SupStatus writeMany(SupWorld *world, const SupPool *pool, const uint32_t *records, uint32_t count, uint32_t width) {
    const SupConstant size = {"WORKGROUP_SIZE", world->workgroupSize};
    SupStatus status = SupStatus_Ok;
    if (!world->scatterKernel.pipeline)
        status = supKernelCreate(world->gpu, "scatter_words", &size, 1, &world->scatterKernel);
    WGPUBuffer buffer = NULL;
    const uint32_t header[2] = {width, count};
    uint64_t bytes = sizeof header + (uint64_t)count * width * sizeof *records;
    if (!status)
        status =
            supGpuBuffer(world->gpu, "scattered words", bytes, WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst, &buffer);
    if (status) return status;
    wgpuQueueWriteBuffer(world->gpu->queue, buffer, 0, header, sizeof header);
    wgpuQueueWriteBuffer(world->gpu->queue, buffer, sizeof header, records, (size_t)count * width * sizeof *records);
    status = submit(world, buffer, pool->buffer, count);
    supGpuBufferRelease(world->gpu, &buffer);
    return status;
}

SupStatus supWorldScatter(SupWorld *world, const SupPool *pool, const uint32_t *records, uint32_t count, uint32_t width) {
    SupStatus status = SupStatus_Ok;
    for (uint32_t i = 0; i < count && count <= Few; ++i) {
        const uint32_t *record = records + (size_t)i * width;
        wgpuQueueWriteBuffer(world->gpu->queue, pool->buffer, 4 * (uint64_t)record[0], record + 1, 4 * (size_t)(width - 1));
    }
    for (uint32_t first = 0; first < count && count > Few && !status; first += MostRecords) {
        uint32_t part = count - first < MostRecords ? count - first : MostRecords;
        status = writeMany(world, pool, records + (size_t)first * width, part, width);
    }
    return status ? supWorldFailGpu(world, status) : status;
}
