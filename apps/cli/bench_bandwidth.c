// SPDX-License-Identifier: MIT
#include "bench.h"
#include "clock.h"

#include <math.h>

enum { Copies = 8 };
static const uint64_t LargestBuffer = 1u << 28; // beyond any cache

static void copyAgain(WGPUCommandEncoder encoder, WGPUBuffer a, WGPUBuffer b, uint64_t size) {
    for (int i = 0; i < Copies; ++i)
        wgpuCommandEncoderCopyBufferToBuffer(encoder, i % 2 ? b : a, 0, i % 2 ? a : b, 0, size);
}

static void whenDone(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *done, void *unused) {
    (void)status, (void)message, (void)unused;
    *(bool *)done = true;
}

/// Seconds that the copies take; infinite when the device is lost.
static double timeCopies(SupGpu *gpu, WGPUBuffer a, WGPUBuffer b, uint64_t size) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    copyAgain(encoder, a, b, size);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    bool done = false;
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = whenDone;
    info.userdata1 = &done;
    double begin = clockSeconds();
    wgpuQueueSubmit(supGpuQueue(gpu), 1, &commands);
    wgpuQueueOnSubmittedWorkDone(supGpuQueue(gpu), info);
    while (!done && supGpuPoll(gpu) == SupStatus_Ok && clockSeconds() - begin < 60.0) {}
    double took = done ? clockSeconds() - begin : INFINITY;
    wgpuCommandBufferRelease(commands);
    return took;
}

double benchBandwidth(SupGpu *gpu) {
    WGPULimits limits = WGPU_LIMITS_INIT;
    if (wgpuDeviceGetLimits(supGpuDevice(gpu), &limits) != WGPUStatus_Success) return (double)NAN;
    WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
    desc.size = limits.maxBufferSize < LargestBuffer ? limits.maxBufferSize : LargestBuffer;
    desc.usage = WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
    WGPUBuffer a = wgpuDeviceCreateBuffer(supGpuDevice(gpu), &desc), b = wgpuDeviceCreateBuffer(supGpuDevice(gpu), &desc);
    double seconds = INFINITY;
    for (int run = 0; run < 3 && a && b; ++run) { // the first one warms up
        double took = timeCopies(gpu, a, b, desc.size);
        if (run > 0 && took < seconds) seconds = took;
    }
    if (a) wgpuBufferRelease(a);
    if (b) wgpuBufferRelease(b);
    return isfinite(seconds) ? 2.0 * Copies * (double)desc.size / seconds : (double)NAN; // read and written
}
