// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_PANEL_DRAW_H
#define SUPPLE_VIEWER_PANEL_DRAW_H

#include <stdbool.h>
#include <supple/gpu.h>

#include "panel.h"

enum { ScreenTargets = 2 }; ///< the window's format, and rgba8unorm for pictures

/// Puts together what is seen: the drawn scene (the canvas), and the panel over it.
typedef struct Screen {
    WGPUDevice device;
    WGPUQueue queue;
    WGPUTextureFormat formats[ScreenTargets];
    WGPUBindGroupLayout layout;
    WGPURenderPipeline copy[ScreenTargets], shapes[ScreenTargets];
    WGPUSampler sampler;
    WGPUBuffer uniform, vertices, indices;
    uint64_t vertexBytes, indexBytes;
    WGPUTexture letters, canvas;
    WGPUTextureView lettersView, canvasView;
    WGPUBindGroup lettersGroup, canvasGroup;
    uint32_t width, height; ///< of the canvas
} Screen;

bool screenCreate(Screen *screen, const SupGpu *gpu, WGPUTextureFormat windowFormat);
void screenDestroy(Screen *screen);
/// The letters of panelLetters; again after panelSetScale.
void screenTakeLetters(Screen *screen);
/// The canvas: rgba8unorm, to be drawn into. False when it cannot be made.
bool screenResize(Screen *screen, uint32_t width, uint32_t height);
/// Uploads the panel's triangles: before the passes that draw them.
void screenTakeShapes(Screen *screen, const PanelShapes *shapes);
/// Encodes a pass to `target` (format `formats[index]`, as large as the canvas): canvas, then panel when wanted.
void screenEncode(Screen *screen, WGPUCommandEncoder encoder, WGPUTextureView target, int index, const PanelShapes *shapes);

#endif
