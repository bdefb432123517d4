// SPDX-License-Identifier: MIT
#ifndef SUPPLE_RENDER_TIMER_H
#define SUPPLE_RENDER_TIMER_H

#include "gpu/gpu.h"
#include "gpu/readback.h"
#include "supple/render.h"

/// GPU times of the passes of a picture by timestamp queries, one picture at a time: a picture that starts while the last
/// one's ticks are on their way is not timed.

enum { TimedPasses = 48 };

typedef struct RenderTimer {
    bool enabled;
    WGPUQuerySet queries;
    WGPUBuffer resolved;
    SupReadback *readback;
    bool open;      ///< the picture that is being encoded is timed
    bool encoded;   ///< its ticks are mapped once the host says that it has submitted
    uint32_t count; ///< of passes in this picture
    const char *names[TimedPasses];
    WGPUPassTimestampWrites writes[TimedPasses];
    SupPassTime times[TimedPasses + 1];
    uint32_t timeCount; ///< 0: no picture was timed yet
} RenderTimer;

SupStatus supRenderTimerEnable(SupGpu *gpu, RenderTimer *timer, bool enabled);
void supRenderTimerRelease(SupGpu *gpu, RenderTimer *timer);
void supRenderTimerBegin(SupGpu *gpu, RenderTimer *timer);
/// For the descriptor of the next pass; null when it is not timed. `name` is kept.
const WGPUPassTimestampWrites *supRenderTimerPass(RenderTimer *timer, const char *name);
/// Behind the last pass.
void supRenderTimerEnd(RenderTimer *timer, WGPUCommandEncoder encoder);
/// After the submit: asks for the ticks, collects those that have arrived.
void supRenderTimerPoll(SupGpu *gpu, RenderTimer *timer);

#endif
