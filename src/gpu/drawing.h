// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_DRAWING_H
#define SUPPLE_GPU_DRAWING_H

#include "binding.h"

/// A render pipeline made from an embedded shader NAME with the entry points NAME_vertex and NAME_fragment; vertices are
/// pulled from storage buffers. Bound by names, like a kernel.
typedef struct SupDrawing {
    const SupShader *shader;
    WGPUBindGroupLayout layout;
    WGPURenderPipeline pipeline;
    WGPUBindGroup group;
} SupDrawing;

typedef struct SupDrawingDesc {
    const char *shader;
    WGPUTextureFormat color; ///< Undefined: depth only, no fragment stage
    WGPUTextureFormat depth; ///< Undefined: none
    WGPUCompareFunction depthCompare;
    uint32_t samples;
} SupDrawingDesc;

/// Errors: GpuError with the compiler's text, InvalidArgument for an unknown shader.
SupStatus supDrawingCreate(SupGpu *gpu, const SupDrawingDesc *desc, SupDrawing *out);
SupStatus supDrawingBind(SupGpu *gpu, SupDrawing *drawing, const SupBinding *bindings, uint32_t bindingCount);
void supDrawingUse(const SupDrawing *drawing, WGPURenderPassEncoder pass);
void supDrawingRelease(SupDrawing *drawing);

#endif
