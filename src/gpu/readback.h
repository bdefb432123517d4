// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_READBACK_H
#define SUPPLE_GPU_READBACK_H

#include "gpu.h"

/// Bytes on their way from the GPU. Encode the copies into `staging`, submit, then call supReadbackMap.
typedef struct SupReadback SupReadback;

SupStatus supReadbackCreate(SupGpu *gpu, uint64_t size, SupReadback **out);
WGPUBuffer supReadbackStaging(const SupReadback *readback);
/// Starts the transfer; progresses inside supGpuPoll.
void supReadbackMap(SupReadback *readback);
/// Pending, Ok, or DeviceLost / GpuError.
SupStatus supReadbackStatus(const SupReadback *readback);
/// The mapped bytes of a finished readback; valid until it is destroyed. Null when the device was lost meanwhile.
const void *supReadbackData(const SupReadback *readback);
/// May be called in any state: a transfer under way is dropped.
void supReadbackDestroy(SupReadback *readback);

#endif
