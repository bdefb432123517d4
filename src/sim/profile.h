// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SIM_PROFILE_H
#define SUPPLE_SIM_PROFILE_H

#include <supple/world.h>

#include "gpu/kernel.h"
#include "gpu/readback.h"

enum { ProfiledDispatches = 2048, ProfiledKernels = 64 };

/// GPU time of every dispatch of a frame: each gets a compute pass of its own with ticks around it. One frame at a time;
/// what lies beyond ProfiledDispatches is counted and not timed.
typedef struct Profile {
    bool enabled;
    bool open;                   ///< this frame is measured
    WGPUCommandEncoder commands; ///< of the open frame's present command buffer
    WGPUQuerySet queries;
    WGPUBuffer resolved;
    SupReadback *readback;
    uint32_t count; ///< dispatches of the measured frame
    const char *names[ProfiledDispatches];
    SupKernelTime times[ProfiledKernels];
    uint32_t timeCount;
} Profile;

SupStatus supProfileEnable(SupGpu *gpu, Profile *profile, bool enabled);
void supProfileRelease(SupGpu *gpu, Profile *profile);
/// True when this frame will be measured: then nobody else may begin passes in its encoders.
bool supProfileBegin(SupGpu *gpu, Profile *profile);
/// Runs a dispatch in a pass of its own.
void supProfileDispatch(const SupGpu *gpu, Profile *profile, const SupKernel *kernel, WGPUBindGroup group, uint32_t blocks);
/// Encodes the end of the measured frame.
void supProfileResolve(Profile *profile);
/// After the submit.
void supProfileEnd(Profile *profile);
/// Collects ticks that have arrived.
void supProfilePoll(SupGpu *gpu, Profile *profile);

#endif
