// SPDX-License-Identifier: MIT
#include "render_timer.h"

#include "gpu/timer.h"
#include "renderer.h"

#include <math.h>
#include <string.h>

enum { TickBytes = 2 * TimedPasses * 8 };

SupStatus supRenderTimerEnable(SupGpu *gpu, RenderTimer *timer, bool enabled) {
    timer->enabled = enabled;
    if (!enabled || timer->queries) return SupStatus_Ok;
    return supTickQueries(gpu, "pass ticks", 2 * TimedPasses, &timer->queries, &timer->resolved);
}

void supRenderTimerRelease(SupGpu *gpu, RenderTimer *timer) {
    supReadbackDestroy(timer->readback);
    supGpuBufferRelease(gpu, &timer->resolved);
    if (timer->queries) wgpuQuerySetRelease(timer->queries);
    *timer = (RenderTimer){0};
}

void supRenderTimerBegin(SupGpu *gpu, RenderTimer *timer) {
    timer->count = 0;
    timer->open = timer->enabled && !timer->readback && supReadbackCreate(gpu, TickBytes, &timer->readback) == SupStatus_Ok;
}

const WGPUPassTimestampWrites *supRenderTimerPass(RenderTimer *timer, const char *name) {
    if (!timer->open || timer->count == TimedPasses) return NULL;
    WGPUPassTimestampWrites *writes = &timer->writes[timer->count];
    *writes = (WGPUPassTimestampWrites)WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes->querySet = timer->queries;
    writes->beginningOfPassWriteIndex = 2 * timer->count;
    writes->endOfPassWriteIndex = 2 * timer->count + 1;
    timer->names[timer->count++] = name;
    return writes;
}

void supRenderTimerEnd(RenderTimer *timer, WGPUCommandEncoder encoder) {
    if (!timer->open) return;
    timer->open = false;
    timer->encoded = true;
    uint64_t bytes = 16 * (uint64_t)timer->count;
    wgpuCommandEncoderResolveQuerySet(encoder, timer->queries, 0, 2 * timer->count, timer->resolved, 0);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, timer->resolved, 0, supReadbackStaging(timer->readback), 0, bytes);
}

static double milliseconds(uint64_t begin, uint64_t end, double tick) {
    return end >= begin ? 1e-6 * tick * (double)(end - begin) : (double)NAN;
}

static void takeTicks(SupGpu *gpu, RenderTimer *timer, const uint64_t *ticks) {
    double tick = supPlatformTickNanoseconds(gpu);
    for (uint32_t i = 0; i < timer->count; ++i)
        timer->times[i] = (SupPassTime){timer->names[i], milliseconds(ticks[2 * i], ticks[2 * i + 1], tick)};
    timer->times[timer->count] = (SupPassTime){"all", milliseconds(ticks[0], ticks[2 * timer->count - 1], tick)};
    timer->timeCount = timer->count + 1;
}

void supRenderTimerPoll(SupGpu *gpu, RenderTimer *timer) {
    if (timer->encoded) {
        timer->encoded = false;
        supReadbackMap(timer->readback);
    }
    if (!timer->readback || supReadbackStatus(timer->readback) == SupStatus_Pending) return;
    const void *data = supReadbackStatus(timer->readback) == SupStatus_Ok ? supReadbackData(timer->readback) : NULL;
    if (data) {
        uint64_t ticks[2 * TimedPasses];
        memcpy(ticks, data, sizeof ticks);
        takeTicks(gpu, timer, ticks);
    }
    supReadbackDestroy(timer->readback);
    timer->readback = NULL;
}

SupStatus supRendererEnableTiming(SupRenderer *renderer, bool enabled) {
    if (!renderer) return SupStatus_InvalidArgument;
    if (enabled && !renderer->gpu->timestamps)
        return supRendererFail(renderer, SupStatus_Unsupported, "this device measures no GPU times (timestamp queries)");
    SupStatus status = supRenderTimerEnable(renderer->gpu, &renderer->timer, enabled);
    return status == SupStatus_Ok ? status : supRendererFailGpu(renderer, status);
}

SupStatus supRendererTimings(SupRenderer *renderer, const SupPassTime **out, uint32_t *count) {
    if (!renderer || !out || !count) return SupStatus_InvalidArgument;
    RenderTimer *timer = &renderer->timer;
    if (!timer->open) supRenderTimerPoll(renderer->gpu, timer);
    *out = timer->times;
    *count = timer->timeCount;
    return timer->readback ? SupStatus_Pending : SupStatus_Ok;
}
