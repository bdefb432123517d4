// SPDX-License-Identifier: MIT
#include "readback.h"

#include "base/memory.h"

struct SupReadback {
    SupGpu *gpu;
    WGPUBuffer staging;
    uint64_t size;
    SupStatus status;
    bool mapping;   ///< a callback will still come
    bool abandoned; ///< destroyed while mapping: the callback frees it
};

SupStatus supReadbackCreate(SupGpu *gpu, uint64_t size, SupReadback **out) {
    *out = NULL;
    SupReadback *readback = SUP_NEW(SupReadback);
    if (!readback) return SupStatus_OutOfMemory;
    readback->gpu = gpu;
    readback->size = size;
    readback->status = SupStatus_Pending;
    SupStatus status =
        supGpuBuffer(gpu, "readback", size, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, &readback->staging);
    if (status != SupStatus_Ok) {
        supFree(readback);
        return status;
    }
    *out = readback;
    return SupStatus_Ok;
}

WGPUBuffer supReadbackStaging(const SupReadback *readback) { return readback->staging; }

static void release(SupReadback *readback) {
    supGpuBufferRelease(readback->gpu, &readback->staging);
    supFree(readback);
}

static void onMapped(WGPUMapAsyncStatus status, WGPUStringView message, void *user, void *unused) {
    (void)message, (void)unused;
    SupReadback *readback = user;
    readback->mapping = false;
    readback->gpu->mapping--;
    if (readback->abandoned) {
        release(readback);
        return;
    }
    if (status == WGPUMapAsyncStatus_Success) {
        readback->status = SupStatus_Ok;
        return;
    }
    readback->status = supGpuAlive(readback->gpu) ? SupStatus_GpuError : supGpuStatus(readback->gpu);
}

void supReadbackMap(SupReadback *readback) {
    if (!supGpuAlive(readback->gpu)) {
        readback->status = supGpuStatus(readback->gpu);
        return;
    }
    WGPUBufferMapCallbackInfo callback = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = onMapped;
    callback.userdata1 = readback;
    readback->mapping = true;
    readback->gpu->mapping++;
    wgpuBufferMapAsync(readback->staging, WGPUMapMode_Read, 0, (size_t)wgpuBufferGetSize(readback->staging), callback);
}

SupStatus supReadbackStatus(const SupReadback *readback) { return readback->status; }

const void *supReadbackData(const SupReadback *readback) {
    if (!supGpuAlive(readback->gpu)) return NULL;
    return wgpuBufferGetConstMappedRange(readback->staging, 0, (size_t)wgpuBufferGetSize(readback->staging));
}

void supReadbackDestroy(SupReadback *readback) {
    if (!readback) return;
    if (!readback->mapping) {
        release(readback);
        return;
    }
    readback->abandoned = true;
    // unmapping ends the transfer: the callback comes now or with the next poll
    wgpuBufferUnmap(readback->staging);
}
