// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_GPU_H
#define SUPPLE_GPU_GPU_H

#include "supple/gpu.h"

/// What the layers above use of a SupGpu. Single-threaded, like everything on it.

typedef enum GpuStage { GpuStage_Adapter, GpuStage_Device, GpuStage_Ready, GpuStage_Failed } GpuStage;

#define SUP_GPU_MAX_IN_FLIGHT 8
/// One more than can be in flight: the one that a caller waits for is still among them.
#define SUBMISSION_NAMES (SUP_GPU_MAX_IN_FLIGHT + 1)

typedef struct CachedKernel CachedKernel;

struct SupGpu {
    GpuStage stage;
    SupStatus status;
    char errorText[512];
    char adapterName[128]; ///< wanted adapter, "" for the best one
    bool portable, foreign;
    bool closing; ///< supGpuDestroy has begun: the loss of the device is no news
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
    WGPULimits limits; ///< of the device
    bool timestamps;
    uint64_t allocated, memoryLimit;
    uint32_t mapping;                       ///< readbacks whose callback has not come yet
    uint32_t errorCount;                    ///< uncaptured errors so far
    SupStatus pendingError;                 ///< the first uncaptured error that no call has returned yet
    uint32_t submitted, completed;          ///< submissions
    uint64_t submissions[SUBMISSION_NAMES]; ///< names of the newest ones, by their number modulo the size
    CachedKernel *kernels;                  ///< compiled so far (kernel_cache.h)
    size_t kernelCount, kernelCapacity;
    SupGpuInfo info;
};

/// Sets the error text and returns status; a lost device stays lost.
SupStatus supGpuFail(SupGpu *gpu, SupStatus status, const char *format, ...);
/// Makes the driver say whether the device still lives; takes less than a microsecond. Some losses are told to nobody
/// before the next call that needs the device.
bool supGpuAlive(SupGpu *gpu);
/// Ok, or the error that the GPU raised since the last call of this function (its text is supGpuErrorText).
SupStatus supGpuTakeError(SupGpu *gpu);

WGPUStringView supGpuString(const char *text);

/// A buffer of at least `size` bytes (rounded up to 16). Checked against the device's limits and the memory limit before
/// the driver sees it. *out is null on failure.
SupStatus supGpuBuffer(SupGpu *gpu, const char *label, uint64_t size, WGPUBufferUsage usage, WGPUBuffer *out);
void supGpuBufferRelease(SupGpu *gpu, WGPUBuffer *buffer);

/// Submits and counts the submission; holds the caller back natively while more than `inFlight`
/// (1 .. SUP_GPU_MAX_IN_FLIGHT) are unfinished. False when nothing was submitted, because the device is lost or an error
/// waits for supGpuTakeError.
bool supGpuSubmit(SupGpu *gpu, WGPUCommandBuffer commands, uint32_t inFlight);

// What differs between wgpu-native and a browser: native.c and browser.c implement these.

/// Makes the instance and starts or does the choice of an adapter; ends in stage Device or Failed, maybe later.
void supPlatformStart(SupGpu *gpu);
/// Asks the driver for something small, so that it says when the device is lost.
void supPlatformTouch(SupGpu *gpu);
/// Submits and names the submission for supPlatformWait.
uint64_t supPlatformSubmit(SupGpu *gpu, WGPUCommandBuffer commands);
/// Waits until the submission (null: all of them) has finished or a short time has passed; false where that is impossible.
bool supPlatformWait(SupGpu *gpu, const uint64_t *submission);
/// Nanoseconds of one tick of a timestamp query.
double supPlatformTickNanoseconds(const SupGpu *gpu);
/// Whether the adapter offers subgroup operations.
bool supPlatformSubgroups(WGPUAdapter adapter);
/// Seconds of a monotonic clock.
double supPlatformSeconds(void);

/// Describes an adapter.
void supGpuDescribe(WGPUAdapter adapter, SupGpuInfo *info);
/// Asks the chosen adapter for a device.
void supGpuRequestDevice(SupGpu *gpu);

#endif
