// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_BINDING_H
#define SUPPLE_GPU_BINDING_H

#include "gpu.h"
#include "shader.h"

/// What compute kernels and drawings share: embedded shaders, and bind groups made by the bindings' names.

#define SUP_MAX_CONSTANTS 8

/// An override constant of the shader.
typedef struct SupConstant {
    const char *name;
    double value;
} SupConstant;

/// A buffer, texture or sampler under the name that shaders know it by.
typedef struct SupBinding {
    const char *name;
    WGPUBuffer buffer;
    WGPUTextureView texture;
    WGPUSampler sampler;
    uint64_t offset, size; ///< [byte] of the buffer's part; size 0: the whole buffer
} SupBinding;

/// Null when there is none of that name.
const SupShader *supShaderFind(const char *name);
WGPUBindGroupLayout supShaderLayout(SupGpu *gpu, const SupShader *shader, WGPUShaderStage stages);
WGPUShaderModule supShaderModule(SupGpu *gpu, const SupShader *shader);
/// (Re)makes a bind group. A name that is missing in `bindings` is a GpuError.
SupStatus supShaderGroup(SupGpu *gpu, const SupShader *shader, WGPUBindGroupLayout layout, const SupBinding *bindings,
                         uint32_t bindingCount, WGPUBindGroup *out);

#endif
