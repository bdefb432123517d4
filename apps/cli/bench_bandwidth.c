// SPDX-License-Identifier: MIT
#include "bench.h"
#include "clock.h"

#include <math.h>

static const uint64_t LargestBuffer = 1u << 28; // beyond any cache

static void copyAgain(WGPUCommandEncoder encoder, WGPUBuffer a, WGPUBuffer b, uint64_t size, int copies) {
    for (int i = 0; i < copies; ++i) wgpuCommandEncoderCopyBufferToBuffer(encoder, i % 2 ? b : a, 0, i % 2 ? a : b, 0, size);
}

static void whenDone(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *done, void *unused) {
    (void)status, (void)message, (void)unused;
    *(bool *)done = true;
}

/// Seconds that the copies take; infinite when the device is lost.
static double timeCopies(SupGpu *gpu, WGPUBuffer a, WGPUBuffer b, uint64_t size, int copies) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    copyAgain(encoder, a, b, size, copies);
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
    while (!done && supGpuPoll(gpu) == SupStatus_Ok && clockSeconds() - begin < 60.0) {
    }
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
    // the time of many copies less the time of a few: what starting and waiting take falls out
    enum { Few = 2, Many = 34 };
    double bandwidth = (double)NAN;
    if (a && b) {
        timeCopies(gpu, a, b, desc.size, Few); // warms up
        double few = timeCopies(gpu, a, b, desc.size, Few);
        int many = few < 0.1 ? Many : 2 * Few;
        double seconds = timeCopies(gpu, a, b, desc.size, many) - few;
        if (seconds > 0.0 && isfinite(seconds))
            bandwidth = 2.0 * (many - Few) * (double)desc.size / seconds; // read, written
    }
    if (a) wgpuBufferRelease(a);
    if (b) wgpuBufferRelease(b);
    return bandwidth;
}
