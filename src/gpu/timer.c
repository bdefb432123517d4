// SPDX-License-Identifier: MIT
#include "timer.h"

#include <math.h>
#include <string.h>

SupStatus supTickQueries(SupGpu *gpu, const char *label, uint32_t count, WGPUQuerySet *queries, WGPUBuffer *resolved) {
    WGPUQuerySetDescriptor desc = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    desc.label = supGpuString(label);
    desc.type = WGPUQueryType_Timestamp;
    desc.count = count;
    *queries = wgpuDeviceCreateQuerySet(gpu->device, &desc);
    return supGpuBuffer(gpu, label, 8 * (uint64_t)count, WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, resolved);
}

SupStatus supTimerCreate(SupGpu *gpu, SupTimer *out) {
    *out = (SupTimer){.milliseconds = NAN, .tickNanoseconds = 1.0};
    if (!gpu->timestamps) return SupStatus_Ok;
    out->tickNanoseconds = supPlatformTickNanoseconds(gpu);
    return supTickQueries(gpu, "frame ticks", 2, &out->queries, &out->resolved);
}

void supTimerRelease(SupGpu *gpu, SupTimer *timer) {
    supReadbackDestroy(timer->readback);
    supGpuBufferRelease(gpu, &timer->resolved);
    if (timer->queries) wgpuQuerySetRelease(timer->queries);
    *timer = (SupTimer){.milliseconds = NAN};
}

void supTimerPoll(SupTimer *timer) {
    if (!timer->readback || timer->open || supReadbackStatus(timer->readback) == SupStatus_Pending) return;
    const void *data = supReadbackStatus(timer->readback) == SupStatus_Ok ? supReadbackData(timer->readback) : NULL;
    if (data) {
        uint64_t ticks[2];
        memcpy(ticks, data, sizeof ticks);
        timer->milliseconds = ticks[1] >= ticks[0] ? 1e-6 * timer->tickNanoseconds * (double)(ticks[1] - ticks[0]) : NAN;
    }
    supReadbackDestroy(timer->readback);
    timer->readback = NULL;
}

bool supTimerBegin(SupGpu *gpu, SupTimer *timer) {
    supTimerPoll(timer);
    if (!timer->queries || timer->readback) return false;
    timer->open = supReadbackCreate(gpu, 16, &timer->readback) == SupStatus_Ok;
    return timer->open;
}

WGPUPassTimestampWrites supTimerWrites(const SupTimer *timer, bool first, bool last) {
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = timer->queries;
    writes.beginningOfPassWriteIndex = first ? 0 : WGPU_QUERY_SET_INDEX_UNDEFINED;
    writes.endOfPassWriteIndex = last ? 1 : WGPU_QUERY_SET_INDEX_UNDEFINED;
    return writes;
}

void supTimerResolve(SupTimer *timer, WGPUCommandEncoder encoder) {
    wgpuCommandEncoderResolveQuerySet(encoder, timer->queries, 0, 2, timer->resolved, 0);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, timer->resolved, 0, supReadbackStaging(timer->readback), 0, 16);
}

void supTimerEnd(SupTimer *timer) {
    timer->open = false;
    supReadbackMap(timer->readback);
}
