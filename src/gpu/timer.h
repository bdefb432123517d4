// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_TIMER_H
#define SUPPLE_GPU_TIMER_H

#include "gpu.h"
#include "readback.h"

/// GPU time of a stretch of compute passes by timestamp queries. One measurement at a time: a frame that starts while the
/// last one's ticks are still on their way is not measured.
typedef struct SupTimer {
    WGPUQuerySet queries;
    WGPUBuffer resolved;
    SupReadback *readback;
    bool open; ///< between begin and end
    double tickNanoseconds;
    double milliseconds; ///< of the newest measured stretch; NaN before and where timestamps are unreliable
} SupTimer;

/// A set of timestamp queries, and the buffer of 8 bytes each that they are resolved into.
SupStatus supTickQueries(SupGpu *gpu, const char *label, uint32_t count, WGPUQuerySet *queries, WGPUBuffer *resolved);

SupStatus supTimerCreate(SupGpu *gpu, SupTimer *out);
void supTimerRelease(SupGpu *gpu, SupTimer *timer);
/// Collects ticks that have arrived.
void supTimerPoll(SupTimer *timer);
/// True when this stretch will be measured.
bool supTimerBegin(SupGpu *gpu, SupTimer *timer);
/// What to put into a pass descriptor; the stretch reaches from the first pass' begin to the last one's end.
WGPUPassTimestampWrites supTimerWrites(const SupTimer *timer, bool first, bool last);
/// Encodes the resolve into the last command buffer of the stretch.
void supTimerResolve(SupTimer *timer, WGPUCommandEncoder encoder);
/// After the submit.
void supTimerEnd(SupTimer *timer);

#endif
