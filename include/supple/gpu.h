// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_H
#define SUPPLE_GPU_H

/// @file gpu.h
/// SupGpu: the WebGPU instance, adapter, device and queue that Worlds and renderers share.
///
/// Everything is asynchronous and single-threaded: creation finishes, readbacks arrive and device loss is noticed inside
/// supGpuPoll. The default WebGPU limits are enough; higher ones are asked for when the adapter has them.
/// It does not open windows, choose presentation formats or read environment variables.

#include "base.h"
#include <webgpu.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Lives until supGpuDestroy; outlives every World made on it.
typedef struct SupGpu SupGpu;

typedef struct SupGpuDesc {
    uint64_t cookie;
    const char *adapter;   ///< part of an adapter's name or its index in supGpuListAdapters; null: the fastest one.
                           ///< Natively only; a browser chooses by itself
    bool portable;         ///< default limits, no optional features: the form whose hashes agree across implementations
    WGPUInstance instance; ///< the host's own handles, all four or none; a reference is taken on each
    WGPUAdapter adapterHandle;
    WGPUDevice device; ///< the host keeps its callbacks: uncaptured errors reach it alone, and it tells us of a loss
                       ///< through supGpuReportLoss
    WGPUQueue queue;
    uint64_t memoryLimit; ///< [byte] refuse allocations beyond this sum with GpuOutOfMemory; 0 = no limit of ours
} SupGpuDesc;
#define SUP_GPU_DESC_INIT \
    { 0x5355504750553031u, 0, false, 0, 0, 0, 0, 0 }

/// Starts making a SupGpu and returns at once; supGpuStatus turns from Pending to Ok or to what went wrong.
/// Errors at once: InvalidArgument, OutOfMemory. Later: NoAdapter (the text lists what there is), GpuError.
SUP_API SupStatus supGpuCreate(const SupGpuDesc *desc, SupGpu **out);
/// Destroy every World and renderer on it first. Null is allowed.
SUP_API void supGpuDestroy(SupGpu *gpu);

/// Pending, Ok, or the error that ended it (DeviceLost stays DeviceLost).
SUP_API SupStatus supGpuStatus(const SupGpu *gpu);
/// The text of the last error of this SupGpu or of anything made on it; "" when there was none. Valid until the next
/// call that fails.
SUP_API const char *supGpuErrorText(const SupGpu *gpu);

/// Delivers what has finished: creation, readbacks, errors, loss. Never blocks. Call it once a frame, and in a loop
/// where a program has nothing else to do. Returns supGpuStatus.
SUP_API SupStatus supGpuPoll(SupGpu *gpu);
/// Polls until creation has ended or `seconds` have passed (Pending). Natively only: Unsupported in a browser.
SUP_API SupStatus supGpuWait(SupGpu *gpu, double seconds);
/// Polls until all submitted work has finished or `seconds` have passed (Pending). Natively only.
SUP_API SupStatus supGpuWaitIdle(SupGpu *gpu, double seconds);

/// Tells a SupGpu on a host's device that the device is gone. Every later call answers DeviceLost.
SUP_API void supGpuReportLoss(SupGpu *gpu, const char *text);

typedef struct SupGpuInfo {
    char adapter[128]; ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
    char driver[128];  ///< driver's name and version as it reports them
    char backend[16];  ///< "vulkan", "metal", "d3d12", "d3d11", "opengl", "webgpu", "null"
    char type[16];     ///< "discrete", "integrated", "cpu", "unknown"
    uint32_t vendorId, deviceId;
    bool timestamps;   ///< timestamp queries exist and are trustworthy on this driver
    bool subgroups;    ///< the adapter has subgroup operations; no kernel needs or uses them
    WGPULimits limits; ///< of the device (supGpuInfo) or of the adapter (supGpuListAdapters)
} SupGpuInfo;

/// Describes a ready SupGpu. Errors: Pending and supGpuStatus's.
SUP_API SupStatus supGpuInfo(const SupGpu *gpu, SupGpuInfo *info);

/// Lists adapters: *count holds the capacity of `infos` on entry and the number that exist on return.
/// Natively only. Errors: NoAdapter (none), Unsupported.
SUP_API SupStatus supGpuListAdapters(SupGpuInfo *infos, uint32_t *count);

/// [byte] allocated on the device by everything made on this SupGpu.
SUP_API uint64_t supGpuAllocated(const SupGpu *gpu);

/// The handles, for hosts that draw on the same device. No reference is added. Null while Pending.
SUP_API WGPUInstance supGpuInstance(const SupGpu *gpu);
SUP_API WGPUAdapter supGpuAdapter(const SupGpu *gpu);
SUP_API WGPUDevice supGpuDevice(const SupGpu *gpu);
SUP_API WGPUQueue supGpuQueue(const SupGpu *gpu);

#ifdef __cplusplus
}
#endif

#endif
