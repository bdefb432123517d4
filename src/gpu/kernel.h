// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_KERNEL_H
#define SUPPLE_GPU_KERNEL_H

#include "binding.h"

/// A compute pipeline made from an embedded shader, and its bind group made by the bindings' names.
typedef struct SupKernel {
    const SupShader *shader;
    WGPUBindGroupLayout layout;
    WGPUComputePipeline pipeline;
    WGPUBindGroup group;
} SupKernel;

/// Compiled once a SupGpu. Errors: GpuError with the compiler's text, InvalidArgument for an unknown shader.
SupStatus supKernelCreate(SupGpu *gpu, const char *shader, const SupConstant *constants, uint32_t constantCount,
                          SupKernel *out);
/// The same from a shader that is not embedded; it must outlive the kernel.
SupStatus supKernelCreateFrom(SupGpu *gpu, const SupShader *shader, const SupConstant *constants, uint32_t constantCount,
                              SupKernel *out);
/// (Re)makes the bind group; whole buffers are bound. A name that is missing in `bindings` is a GpuError.
SupStatus supKernelBind(SupGpu *gpu, SupKernel *kernel, const SupBinding *bindings, uint32_t bindingCount);
/// Dispatches one workgroup per block, spread over x and y beyond the limit of one dimension.
void supKernelDispatch(const SupGpu *gpu, const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t blocks);
/// The same with another bind group than the kernel's own, made for the same shader.
void supKernelDispatchWith(const SupGpu *gpu, const SupKernel *kernel, WGPUBindGroup group, WGPUComputePassEncoder pass,
                           uint32_t blocks);
/// Dispatches columns x rows workgroups.
void supKernelDispatchGrid(const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t columns, uint32_t rows);
/// Dispatches as many workgroups as three numbers in a buffer (usage Indirect) say. The kernel must not write the buffer.
void supKernelDispatchIndirect(const SupKernel *kernel, WGPUComputePassEncoder pass, WGPUBuffer buffer, uint64_t offset);
void supKernelRelease(SupKernel *kernel);

#endif
