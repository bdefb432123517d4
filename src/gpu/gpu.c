// SPDX-License-Identifier: MIT
#include "gpu.h"
#include "kernel_cache.h"

#include "base/memory.h"
#include "base/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

WGPUStringView supGpuString(const char *text) { return (WGPUStringView){text, strlen(text)}; }

SupStatus supGpuFail(SupGpu *gpu, SupStatus status, const char *format, ...) {
    if (gpu->status == SupStatus_DeviceLost) return SupStatus_DeviceLost;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(gpu->errorText, sizeof gpu->errorText, format, arguments);
    va_end(arguments);
    return status;
}

static void endCreation(SupGpu *gpu, SupStatus status) {
    gpu->status = status;
    gpu->stage = status == SupStatus_Ok ? GpuStage_Ready : GpuStage_Failed;
}

// ---- Errors and loss -------------------------------------------------------------------------------------------------

static void onUncapturedError(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message, void *user,
                              void *unused) {
    (void)device, (void)unused;
    SupGpu *gpu = user;
    gpu->errorCount++;
    char text[sizeof gpu->errorText];
    snprintf(text, sizeof text, "%.*s", (int)message.length, message.data ? message.data : "");
    for (char *c = text; *c; ++c)
        if (*c == '\n') *c = ' ';
    supLog(SupSeverity_Error, "GPU error: %s", text);
    // the first error is the cause: a pipeline's "shader is invalid" must not hide what the compiler said
    if (gpu->pendingError != SupStatus_Ok) return;
    gpu->pendingError = type == WGPUErrorType_OutOfMemory ? SupStatus_GpuOutOfMemory : SupStatus_GpuError;
    if (gpu->status != SupStatus_DeviceLost) memcpy(gpu->errorText, text, sizeof text);
}

static void onDeviceLost(WGPUDevice const *device, WGPUDeviceLostReason reason, WGPUStringView message, void *user,
                         void *unused) {
    (void)device, (void)unused;
    SupGpu *gpu = user;
    if (gpu->closing || reason == WGPUDeviceLostReason_CallbackCancelled) return;
    char text[400];
    snprintf(text, sizeof text, "%.*s", (int)message.length, message.data ? message.data : "");
    supGpuReportLoss(gpu, text);
}

void supGpuReportLoss(SupGpu *gpu, const char *text) {
    if (!gpu || gpu->status == SupStatus_DeviceLost) return;
    snprintf(gpu->errorText, sizeof gpu->errorText, "the GPU device was lost: %s", text && *text ? text : "no reason given");
    endCreation(gpu, SupStatus_DeviceLost);
    supLog(SupSeverity_Error, "%s", gpu->errorText);
}

bool supGpuAlive(SupGpu *gpu) {
    if (gpu->status != SupStatus_Ok) return false;
    supPlatformTouch(gpu);
    return gpu->status == SupStatus_Ok;
}

SupStatus supGpuTakeError(SupGpu *gpu) {
    if (gpu->status != SupStatus_Ok) return gpu->status;
    SupStatus status = gpu->pendingError;
    gpu->pendingError = SupStatus_Ok;
    return status;
}

// ---- Adapter and device ----------------------------------------------------------------------------------------------

static void copyView(char *text, size_t size, WGPUStringView view) {
    snprintf(text, size, "%.*s", view.data ? (int)(view.length < size ? view.length : size - 1) : 0,
             view.data ? view.data : "");
}

static const char *backendName(WGPUBackendType type) {
    switch (type) {
    case WGPUBackendType_WebGPU:
        return "webgpu";
    case WGPUBackendType_D3D11:
        return "d3d11";
    case WGPUBackendType_D3D12:
        return "d3d12";
    case WGPUBackendType_Metal:
        return "metal";
    case WGPUBackendType_Vulkan:
        return "vulkan";
    case WGPUBackendType_OpenGL:
    case WGPUBackendType_OpenGLES:
        return "opengl";
    default:
        return "null";
    }
}

static const char *typeName(WGPUAdapterType type) {
    switch (type) {
    case WGPUAdapterType_DiscreteGPU:
        return "discrete";
    case WGPUAdapterType_IntegratedGPU:
        return "integrated";
    case WGPUAdapterType_CPU:
        return "cpu";
    default:
        return "unknown";
    }
}

void supGpuDescribe(WGPUAdapter adapter, SupGpuInfo *info) {
    memset(info, 0, sizeof *info);
    WGPUAdapterInfo raw = WGPU_ADAPTER_INFO_INIT;
    if (wgpuAdapterGetInfo(adapter, &raw) == WGPUStatus_Success) {
        copyView(info->adapter, sizeof info->adapter, raw.device);
        copyView(info->driver, sizeof info->driver, raw.description);
        if (!info->adapter[0]) copyView(info->adapter, sizeof info->adapter, raw.architecture);
        snprintf(info->backend, sizeof info->backend, "%s", backendName(raw.backendType));
        snprintf(info->type, sizeof info->type, "%s", typeName(raw.adapterType));
        info->vendorId = raw.vendorID;
        info->deviceId = raw.deviceID;
        wgpuAdapterInfoFreeMembers(raw);
    }
    info->limits = (WGPULimits)WGPU_LIMITS_INIT;
    wgpuAdapterGetLimits(adapter, &info->limits);
    info->limits.nextInChain = NULL;
    // lavapipe has timestamp queries, but the ticks they return measure nothing
    info->timestamps = wgpuAdapterHasFeature(adapter, WGPUFeatureName_TimestampQuery) && !strstr(info->adapter, "llvmpipe");
    info->subgroups = supPlatformSubgroups(adapter);
}

static void takeDevice(SupGpu *gpu, WGPUDevice device) {
    gpu->device = device;
    if (!gpu->queue) gpu->queue = wgpuDeviceGetQueue(device);
    gpu->limits = (WGPULimits)WGPU_LIMITS_INIT;
    wgpuDeviceGetLimits(device, &gpu->limits);
    gpu->limits.nextInChain = NULL;
    if (gpu->adapter) supGpuDescribe(gpu->adapter, &gpu->info);
    gpu->timestamps = gpu->info.timestamps && wgpuDeviceHasFeature(device, WGPUFeatureName_TimestampQuery);
    gpu->info.timestamps = gpu->timestamps;
    gpu->info.limits = gpu->limits;
    endCreation(gpu, SupStatus_Ok);
}

static void onDevice(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void *user, void *unused) {
    (void)unused;
    SupGpu *gpu = user;
    if (status == WGPURequestDeviceStatus_Success) {
        takeDevice(gpu, device);
        return;
    }
    snprintf(gpu->errorText, sizeof gpu->errorText, "the adapter \"%s\" gave no device: %.*s", gpu->info.adapter,
             (int)message.length, message.data ? message.data : "");
    endCreation(gpu, SupStatus_GpuError);
}

void supGpuRequestDevice(SupGpu *gpu) {
    supGpuDescribe(gpu->adapter, &gpu->info);
    WGPUFeatureName features[1];
    WGPUDeviceDescriptor desc = WGPU_DEVICE_DESCRIPTOR_INIT;
    desc.label = supGpuString("supple");
    if (gpu->info.timestamps && !gpu->portable) features[desc.requiredFeatureCount++] = WGPUFeatureName_TimestampQuery;
    desc.requiredFeatures = features;
    // Default limits are enough for every kernel; only sizes are asked for beyond them.
    WGPULimits limits = WGPU_LIMITS_INIT;
    limits.maxBufferSize = gpu->info.limits.maxBufferSize;
    limits.maxStorageBufferBindingSize = gpu->info.limits.maxStorageBufferBindingSize;
    limits.maxComputeWorkgroupStorageSize = gpu->info.limits.maxComputeWorkgroupStorageSize;
    limits.maxComputeInvocationsPerWorkgroup = gpu->info.limits.maxComputeInvocationsPerWorkgroup;
    limits.maxComputeWorkgroupSizeX = gpu->info.limits.maxComputeWorkgroupSizeX;
    if (!gpu->portable) desc.requiredLimits = &limits;
    desc.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowProcessEvents;
    desc.deviceLostCallbackInfo.callback = onDeviceLost;
    desc.deviceLostCallbackInfo.userdata1 = gpu;
    desc.uncapturedErrorCallbackInfo.callback = onUncapturedError;
    desc.uncapturedErrorCallbackInfo.userdata1 = gpu;
    gpu->stage = GpuStage_Device;
    WGPURequestDeviceCallbackInfo callback = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = onDevice;
    callback.userdata1 = gpu;
    wgpuAdapterRequestDevice(gpu->adapter, &desc, callback);
}

static void takeHostHandles(SupGpu *gpu, const SupGpuDesc *desc) {
    gpu->foreign = true;
    gpu->instance = desc->instance;
    gpu->adapter = desc->adapterHandle;
    gpu->queue = desc->queue;
    wgpuInstanceAddRef(gpu->instance);
    wgpuAdapterAddRef(gpu->adapter);
    wgpuDeviceAddRef(desc->device);
    wgpuQueueAddRef(gpu->queue);
    takeDevice(gpu, desc->device);
}

// ---- Public ----------------------------------------------------------------------------------------------------------

SupStatus supGpuCreate(const SupGpuDesc *desc, SupGpu **out) {
    static const SupGpuDesc initial = SUP_GPU_DESC_INIT;
    if (out) *out = NULL;
    if (!desc || !out || desc->cookie != initial.cookie) return SupStatus_InvalidArgument;
    int handles = (desc->instance != NULL) + (desc->adapterHandle != NULL) + (desc->device != NULL) + (desc->queue != NULL);
    if (handles != 0 && handles != 4) return SupStatus_InvalidArgument;
    SupGpu *gpu = SUP_NEW(SupGpu);
    if (!gpu) return SupStatus_OutOfMemory;
    gpu->status = SupStatus_Pending;
    gpu->portable = desc->portable;
    gpu->memoryLimit = desc->memoryLimit;
    snprintf(gpu->adapterName, sizeof gpu->adapterName, "%s", desc->adapter ? desc->adapter : "");
    *out = gpu;
    if (handles == 4)
        takeHostHandles(gpu, desc);
    else
        supPlatformStart(gpu);
    if (gpu->stage == GpuStage_Failed && gpu->status == SupStatus_Pending) gpu->status = SupStatus_NoAdapter;
    return SupStatus_Ok;
}

void supGpuDestroy(SupGpu *gpu) {
    if (!gpu) return;
    gpu->closing = true;
    // readbacks that were dropped on the way free themselves in their callbacks, which need this SupGpu
    double end = supPlatformSeconds() + 10.0;
    while (gpu->mapping > 0 && supPlatformSeconds() < end && supPlatformWait(gpu, NULL)) continue;
    if (gpu->instance) wgpuInstanceProcessEvents(gpu->instance);
    supKernelCacheFree(gpu);
    if (gpu->queue) wgpuQueueRelease(gpu->queue);
    if (gpu->device) {
        if (!gpu->foreign) wgpuDeviceDestroy(gpu->device);
        wgpuDeviceRelease(gpu->device);
    }
    if (gpu->adapter) wgpuAdapterRelease(gpu->adapter);
    if (gpu->instance) {
        wgpuInstanceProcessEvents(gpu->instance);
        wgpuInstanceRelease(gpu->instance);
    }
    supFree(gpu);
}

SupStatus supGpuStatus(const SupGpu *gpu) { return gpu ? gpu->status : SupStatus_InvalidArgument; }
const char *supGpuErrorText(const SupGpu *gpu) { return gpu ? gpu->errorText : ""; }

SupStatus supGpuPoll(SupGpu *gpu) {
    if (!gpu) return SupStatus_InvalidArgument;
    if (gpu->instance) wgpuInstanceProcessEvents(gpu->instance);
    supGpuAlive(gpu);
    return gpu->status;
}

SupStatus supGpuWait(SupGpu *gpu, double seconds) {
    double end = supPlatformSeconds() + seconds;
    while (supGpuPoll(gpu) == SupStatus_Pending && supPlatformSeconds() < end)
        if (!supPlatformWait(gpu, NULL)) return SupStatus_Unsupported;
    return supGpuStatus(gpu);
}

SupStatus supGpuWaitIdle(SupGpu *gpu, double seconds) {
    if (!gpu) return SupStatus_InvalidArgument;
    double end = supPlatformSeconds() + seconds;
    while (supGpuPoll(gpu) == SupStatus_Ok && gpu->completed != gpu->submitted) {
        if (supPlatformSeconds() >= end) return SupStatus_Pending;
        if (!supPlatformWait(gpu, NULL)) return SupStatus_Unsupported;
    }
    return gpu->status;
}

SupStatus supGpuInfo(const SupGpu *gpu, SupGpuInfo *info) {
    if (!gpu || !info) return SupStatus_InvalidArgument;
    if (gpu->stage != GpuStage_Ready) return gpu->status;
    *info = gpu->info;
    return SupStatus_Ok;
}

uint64_t supGpuAllocated(const SupGpu *gpu) { return gpu ? gpu->allocated : 0; }
WGPUInstance supGpuInstance(const SupGpu *gpu) { return gpu && gpu->device ? gpu->instance : NULL; }
WGPUAdapter supGpuAdapter(const SupGpu *gpu) { return gpu && gpu->device ? gpu->adapter : NULL; }
WGPUDevice supGpuDevice(const SupGpu *gpu) { return gpu ? gpu->device : NULL; }
WGPUQueue supGpuQueue(const SupGpu *gpu) { return gpu ? gpu->queue : NULL; }

// ---- Buffers and submission ------------------------------------------------------------------------------------------

SupStatus supGpuBuffer(SupGpu *gpu, const char *label, uint64_t size, WGPUBufferUsage usage, WGPUBuffer *out) {
    *out = NULL;
    if (gpu->status != SupStatus_Ok) return gpu->status;
    size = size < 16 ? 16 : (size + 15) / 16 * 16;
    uint64_t allowed = gpu->limits.maxBufferSize;
    if ((usage & WGPUBufferUsage_Storage) && gpu->limits.maxStorageBufferBindingSize < allowed)
        allowed = gpu->limits.maxStorageBufferBindingSize;
    if (size > allowed)
        return supGpuFail(gpu, SupStatus_GpuLimit,
                          "buffer \"%s\" needs %llu bytes, this device allows %llu; use fewer elements or another adapter",
                          label, (unsigned long long)size, (unsigned long long)allowed);
    if (gpu->memoryLimit && gpu->allocated + size > gpu->memoryLimit)
        return supGpuFail(
            gpu, SupStatus_GpuOutOfMemory, "buffer \"%s\" needs %llu bytes beside the %llu in use, the memory limit is %llu",
            label, (unsigned long long)size, (unsigned long long)gpu->allocated, (unsigned long long)gpu->memoryLimit);
    WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
    desc.label = supGpuString(label);
    desc.size = size;
    desc.usage = usage;
    uint32_t errors = gpu->errorCount;
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(gpu->device, &desc);
    if (!buffer || gpu->errorCount != errors) {
        if (buffer) wgpuBufferRelease(buffer);
        SupStatus status = supGpuTakeError(gpu);
        return status == SupStatus_Ok ? supGpuFail(gpu, SupStatus_GpuOutOfMemory, "buffer \"%s\" of %llu bytes", label,
                                                   (unsigned long long)size)
                                      : status;
    }
    gpu->allocated += size;
    *out = buffer;
    return SupStatus_Ok;
}

void supGpuBufferRelease(SupGpu *gpu, WGPUBuffer *buffer) {
    if (!*buffer) return;
    gpu->allocated -= wgpuBufferGetSize(*buffer);
    // destroyed, not only released: the memory must come back now, not when the last bind group goes
    wgpuBufferDestroy(*buffer);
    wgpuBufferRelease(*buffer);
    *buffer = NULL;
}

static void onWorkDone(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *user, void *unused) {
    (void)status, (void)message, (void)unused;
    ((SupGpu *)user)->completed++;
}

bool supGpuSubmit(SupGpu *gpu, WGPUCommandBuffer commands, uint32_t inFlight) {
    // wgpu-native ends the process when commands are wrong or their device is gone
    if (!commands || gpu->pendingError != SupStatus_Ok || !supGpuAlive(gpu)) return false;
    gpu->submissions[gpu->submitted % SUBMISSION_NAMES] = supPlatformSubmit(gpu, commands);
    gpu->submitted++;
    WGPUQueueWorkDoneCallbackInfo done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    done.mode = WGPUCallbackMode_AllowProcessEvents;
    done.callback = onWorkDone;
    done.userdata1 = gpu;
    wgpuQueueOnSubmittedWorkDone(gpu->queue, done);
    while (gpu->status == SupStatus_Ok && gpu->submitted - gpu->completed > inFlight)
        if (!supPlatformWait(gpu, &gpu->submissions[(gpu->submitted - inFlight - 1) % SUBMISSION_NAMES])) break;
    return true;
}
