// SPDX-License-Identifier: MIT
#include "profile.h"

#include "gpu/timer.h"
#include "world.h"

#include <math.h>
#include <string.h>

enum { TickBytes = 2 * ProfiledDispatches * 8 };

SupStatus supProfileEnable(SupGpu *gpu, Profile *profile, bool enabled) {
    profile->enabled = enabled;
    if (!enabled || profile->queries) return SupStatus_Ok;
    return supTickQueries(gpu, "dispatch ticks", 2 * ProfiledDispatches, &profile->queries, &profile->resolved);
}

void supProfileRelease(SupGpu *gpu, Profile *profile) {
    supReadbackDestroy(profile->readback);
    supGpuBufferRelease(gpu, &profile->resolved);
    if (profile->queries) wgpuQuerySetRelease(profile->queries);
    profile->readback = NULL;
    profile->queries = NULL;
}

bool supProfileBegin(SupGpu *gpu, Profile *profile) {
    profile->open =
        profile->enabled && !profile->readback && supReadbackCreate(gpu, TickBytes, &profile->readback) == SupStatus_Ok;
    if (profile->open) profile->count = 0;
    return profile->open;
}

void supProfileDispatch(const SupGpu *gpu, Profile *profile, const SupKernel *kernel, WGPUBindGroup group, uint32_t blocks) {
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    WGPUComputePassDescriptor desc = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    if (profile->count < ProfiledDispatches) {
        writes.querySet = profile->queries;
        writes.beginningOfPassWriteIndex = 2 * profile->count;
        writes.endOfPassWriteIndex = 2 * profile->count + 1;
        desc.timestampWrites = &writes;
        profile->names[profile->count++] = kernel->shader->name;
    }
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(profile->commands, &desc);
    supKernelDispatchWith(gpu, kernel, group, pass, blocks);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
}

void supProfileResolve(Profile *profile) {
    if (!profile->count) return;
    wgpuCommandEncoderResolveQuerySet(profile->commands, profile->queries, 0, 2 * profile->count, profile->resolved, 0);
    wgpuCommandEncoderCopyBufferToBuffer(profile->commands, profile->resolved, 0, supReadbackStaging(profile->readback), 0,
                                         16 * (uint64_t)profile->count);
}

void supProfileEnd(Profile *profile) {
    profile->open = false;
    profile->commands = NULL;
    supReadbackMap(profile->readback);
}

static SupKernelTime *entryOf(Profile *profile, const char *name) {
    for (uint32_t i = 0; i < profile->timeCount; ++i)
        if (strcmp(profile->times[i].kernel, name) == 0) return &profile->times[i];
    if (profile->timeCount == ProfiledKernels) return NULL;
    profile->times[profile->timeCount] = (SupKernelTime){.kernel = name};
    return &profile->times[profile->timeCount++];
}

static void takeTicks(SupGpu *gpu, Profile *profile, const uint8_t *data) {
    double tick = supPlatformTickNanoseconds(gpu);
    profile->timeCount = 0;
    for (uint32_t i = 0; i < profile->count; ++i) {
        uint64_t ticks[2];
        memcpy(ticks, data + sizeof ticks * i, sizeof ticks);
        SupKernelTime *entry = entryOf(profile, profile->names[i]);
        if (!entry) continue;
        entry->dispatches++;
        entry->milliseconds += ticks[1] >= ticks[0] ? 1e-6 * tick * (double)(ticks[1] - ticks[0]) : (double)NAN;
    }
}

void supProfilePoll(SupGpu *gpu, Profile *profile) {
    if (!profile->readback || profile->open || supReadbackStatus(profile->readback) == SupStatus_Pending) return;
    const void *data = supReadbackStatus(profile->readback) == SupStatus_Ok ? supReadbackData(profile->readback) : NULL;
    if (data) takeTicks(gpu, profile, data);
    supReadbackDestroy(profile->readback);
    profile->readback = NULL;
}

SupStatus supWorldEnableProfile(SupWorld *world, bool enabled) {
    SupStatus status = supWorldReady(world);
    if (status != SupStatus_Ok) return status;
    if (enabled && !world->gpu->timestamps)
        return supWorldFail(world, SupStatus_Unsupported, "this device measures no GPU times (timestamp queries)");
    status = supProfileEnable(world->gpu, &world->profile, enabled);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

SupStatus supWorldKernelTimes(SupWorld *world, const SupKernelTime **out, uint32_t *count) {
    if (!world || !out || !count) return supWorldFailNull(world, "out or count");
    supProfilePoll(world->gpu, &world->profile);
    *out = world->profile.times;
    *count = world->profile.timeCount;
    return world->profile.readback ? SupStatus_Pending : SupStatus_Ok;
}
