// SPDX-License-Identifier: MIT
#include "pool.h"

#include "base/memory.h"

#include <string.h>

bool supRangesTake(SupRanges *ranges, uint32_t count, uint32_t *first) {
    if (count == 0) return *first = 0, true;
    for (size_t i = 0; i < ranges->freedCount; ++i) {
        SupRange *range = &ranges->freed[i];
        if (range->count < count) continue;
        *first = range->first;
        range->first += count;
        range->count -= count;
        if (range->count == 0) {
            ranges->freedCount--;
            memmove(range, range + 1, (ranges->freedCount - i) * sizeof *range);
        }
        return true;
    }
    if (count >= UINT32_MAX - ranges->end) return false;
    *first = ranges->end;
    ranges->end += count;
    return true;
}

static void mergeAt(SupRanges *ranges, size_t i) {
    SupRange *range = &ranges->freed[i];
    if (i + 1 >= ranges->freedCount || range->first + range->count != range[1].first) return;
    range->count += range[1].count;
    ranges->freedCount--;
    memmove(range + 1, range + 2, (ranges->freedCount - i - 1) * sizeof *range);
}

void supRangesGive(SupRanges *ranges, uint32_t first, uint32_t count) {
    if (count == 0) return;
    if (!supGrow((void **)&ranges->freed, &ranges->freedCapacity, ranges->freedCount + 1, sizeof *ranges->freed)) return;
    size_t i = 0;
    while (i < ranges->freedCount && ranges->freed[i].first < first) ++i;
    memmove(&ranges->freed[i + 1], &ranges->freed[i], (ranges->freedCount - i) * sizeof *ranges->freed);
    ranges->freed[i] = (SupRange){first, count};
    ranges->freedCount++;
    mergeAt(ranges, i);
    if (i > 0) mergeAt(ranges, i - 1);
    const SupRange *last = &ranges->freed[ranges->freedCount - 1];
    if (last->first + last->count == ranges->end) {
        ranges->end = last->first;
        ranges->freedCount--;
    }
}

void supRangesFree(SupRanges *ranges) {
    supFree(ranges->freed);
    *ranges = (SupRanges){0};
}

static bool copyContent(SupGpu *gpu, WGPUBuffer from, WGPUBuffer to) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(gpu->device, NULL);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, from, 0, to, 0, wgpuBufferGetSize(from));
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    bool submitted = supGpuSubmit(gpu, commands, SUP_GPU_MAX_IN_FLIGHT);
    if (commands) wgpuCommandBufferRelease(commands);
    return submitted;
}

SupStatus supPoolReserve(SupGpu *gpu, SupPool *pool, uint64_t count) {
    if (pool->buffer && count <= pool->capacity) return SupStatus_Ok;
    WGPUBufferUsage usage = pool->usage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
    uint64_t grown = count > 2 * pool->capacity ? count : 2 * pool->capacity;
    WGPUBuffer buffer = NULL;
    SupStatus status = SupStatus_GpuLimit;
    // Doubling is a convenience: near a limit, the exact size may still fit.
    if (grown > count) status = supGpuBuffer(gpu, pool->label, grown * pool->elementSize, usage, &buffer);
    if (!buffer) {
        grown = count;
        status = supGpuBuffer(gpu, pool->label, grown * pool->elementSize, usage, &buffer);
    }
    if (!buffer) return status;
    if (pool->buffer && !copyContent(gpu, pool->buffer, buffer)) {
        supGpuBufferRelease(gpu, &buffer);
        return supGpuTakeError(gpu);
    }
    supGpuBufferRelease(gpu, &pool->buffer);
    pool->buffer = buffer;
    pool->capacity = grown;
    pool->generation++;
    return SupStatus_Ok;
}

void supPoolRelease(SupGpu *gpu, SupPool *pool) {
    supGpuBufferRelease(gpu, &pool->buffer);
    pool->capacity = 0;
}

void supPoolWrite(SupGpu *gpu, const SupPool *pool, uint64_t first, const void *data, uint64_t count) {
    if (count == 0) return;
    wgpuQueueWriteBuffer(gpu->queue, pool->buffer, first * pool->elementSize, data, (size_t)(count * pool->elementSize));
}
