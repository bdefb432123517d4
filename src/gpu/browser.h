// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_BROWSER_H
#define SUPPLE_GPU_BROWSER_H

#include <webgpu.h>

/// What webgpu.h leaves to each platform: a surface from a canvas. Known to src/gpu/js/adapters.js.
#define SUP_STYPE_CANVAS ((WGPUSType)0x00040000)

/// Chained into a WGPUSurfaceDescriptor.
typedef struct SupCanvasSource {
    WGPUChainedStruct chain;
    WGPUStringView selector; ///< CSS selector of the canvas
} SupCanvasSource;

#endif
