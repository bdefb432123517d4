// SPDX-License-Identifier: MIT
#include "host_fixture.h"

#include "gpu/gpu.h"

#include <string.h>
#include <webgpu.h>
#include <wgpu.h>

enum { MaxAdapters = 16 };

static void onHostError(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message, void *user, void *unused) {
    (void)device, (void)type, (void)message, (void)unused;
    ((Host *)user)->errors++;
}

static void onHostDevice(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void *user,
                         void *unused) {
    (void)status, (void)message, (void)unused;
    ((Host *)user)->device = device;
}

void hostOpen(Host *host) {
    *host = (Host){0};
    SupGpuInfo info;
    assert_ok(supGpuInfo(fixtureGpu(), &info));
    host->instance = wgpuCreateInstance(NULL);
    assert_non_null(host->instance);
    WGPUAdapter adapters[MaxAdapters];
    size_t count = wgpuInstanceEnumerateAdapters(host->instance, NULL, NULL);
    assert_true(count >= 1 && count <= MaxAdapters);
    wgpuInstanceEnumerateAdapters(host->instance, NULL, adapters);
    for (size_t i = 0; i < count; ++i) {
        SupGpuInfo found;
        supGpuDescribe(adapters[i], &found);
        if (!host->adapter && strcmp(found.adapter, info.adapter) == 0 && strcmp(found.backend, info.backend) == 0)
            host->adapter = adapters[i];
        else
            wgpuAdapterRelease(adapters[i]);
    }
    assert_non_null(host->adapter);
    WGPUDeviceDescriptor desc = WGPU_DEVICE_DESCRIPTOR_INIT;
    desc.uncapturedErrorCallbackInfo.callback = onHostError;
    desc.uncapturedErrorCallbackInfo.userdata1 = host;
    WGPURequestDeviceCallbackInfo callback = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = onHostDevice;
    callback.userdata1 = host;
    wgpuAdapterRequestDevice(host->adapter, &desc, callback);
    for (int i = 0; i < 10000 && !host->device; ++i) wgpuInstanceProcessEvents(host->instance);
    assert_non_null(host->device);
    host->queue = wgpuDeviceGetQueue(host->device);
}

void hostClose(Host *host) {
    wgpuQueueRelease(host->queue);
    wgpuDeviceRelease(host->device);
    wgpuAdapterRelease(host->adapter);
    wgpuInstanceRelease(host->instance);
}

SupGpu *hostWrap(const Host *host) {
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    desc.instance = host->instance;
    desc.adapterHandle = host->adapter;
    desc.device = host->device;
    desc.queue = host->queue;
    SupGpu *gpu;
    assert_ok(supGpuCreate(&desc, &gpu));
    return gpu;
}
