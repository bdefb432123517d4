// SPDX-License-Identifier: MIT
// A browser's WebGPU behind webgpu.h (src/gpu/js): one adapter, everything asynchronous, nothing that waits.
#include "gpu.h"

#include <stdio.h>

__attribute__((import_module("env"), import_name("supNow"))) double supNow(void); // [ms]

static void onAdapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void *user,
                      void *unused) {
    (void)unused;
    SupGpu *gpu = user;
    if (status == WGPURequestAdapterStatus_CallbackCancelled) return;
    if (status == WGPURequestAdapterStatus_Success) {
        gpu->adapter = adapter;
        supGpuRequestDevice(gpu);
        return;
    }
    snprintf(gpu->errorText, sizeof gpu->errorText, "%.*s", (int)message.length, message.data ? message.data : "");
    gpu->status = SupStatus_NoAdapter;
    gpu->stage = GpuStage_Failed;
}

void supPlatformStart(SupGpu *gpu) {
    gpu->stage = GpuStage_Adapter;
    gpu->instance = wgpuCreateInstance(NULL);
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    options.powerPreference = WGPUPowerPreference_HighPerformance;
    WGPURequestAdapterCallbackInfo callback = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = onAdapter;
    callback.userdata1 = gpu;
    wgpuInstanceRequestAdapter(gpu->instance, &options, callback);
}

SupStatus supGpuListAdapters(SupGpuInfo *infos, uint32_t *count) {
    if (!count || (!infos && *count)) return SupStatus_InvalidArgument;
    *count = 0;
    return SupStatus_Unsupported;
}

/// A loss is told through the device's promise alone.
void supPlatformTouch(SupGpu *gpu) { (void)gpu; }

uint64_t supPlatformSubmit(SupGpu *gpu, WGPUCommandBuffer commands) {
    wgpuQueueSubmit(gpu->queue, 1, &commands);
    return gpu->submitted;
}

bool supPlatformWait(SupGpu *gpu, const uint64_t *submission) {
    (void)gpu, (void)submission;
    return false;
}

bool supPlatformSubgroups(WGPUAdapter adapter) { return wgpuAdapterHasFeature(adapter, WGPUFeatureName_Subgroups); }

/// WebGPU's timestamps are nanoseconds.
double supPlatformTickNanoseconds(const SupGpu *gpu) {
    (void)gpu;
    return 1.0;
}

double supPlatformSeconds(void) { return 1e-3 * supNow(); }
