// SPDX-License-Identifier: MIT
#ifndef SUPPLE_RENDER_RENDERER_H
#define SUPPLE_RENDER_RENDERER_H

#include "gpu/drawing.h"
#include "gpu/kernel.h"
#include "gpu/pool.h"
#include "gpu/readback.h"
#include "gpu_structs.h"
#include "render_timer.h"
#include "sim/world.h"
#include "supple/render.h"

/// A picture, in order (passes.c):
///
///   compute   surface_normals, surface_bounds, shadow_fit, vertex_strain when it is shown
///   sun_map   depth of the bodies from the sun           below_map  their height above the ground from below
///   scene     surface or tets, pin_dots, backdrop, into 4x multisampled half floats, resolved
///   bloom     halved and widened again                   tone_map   to the host's view
///
/// All bodies of one asset are one draw.

enum { BloomLevels = 5, SceneSamples = 4, BelowSize = 512 };

typedef struct RenderTexture {
    WGPUTexture texture;
    WGPUTextureView view;
} RenderTexture;

/// Textures of one picture size.
typedef struct RenderTargets {
    uint32_t width, height;
    RenderTexture multisampled, depth, resolved;
    RenderTexture bloom[BloomLevels];
} RenderTargets;

/// Bodies of one asset: a stretch of the instance list.
typedef struct RenderBatch {
    uint32_t assetIndex, first, count;
} RenderBatch;

typedef struct RenderLook {
    uint64_t body;
    SupLook look;
} RenderLook;

enum { PicksInFlight = 4 };

typedef struct RenderPick {
    SupReadback *readback; ///< null: free
    uint32_t number;
    double eye[3], ray[3]; ///< [m] where the ray starts; its unit direction
} RenderPick;

typedef struct RenderPicking {
    SupDrawing drawing;
    RenderTexture pixel, depth;
    WGPUBuffer view; ///< null: nothing was ever picked
    RenderPick picks[PicksInFlight];
    uint32_t count; ///< of all picks so far
} RenderPicking;

struct SupRenderer {
    SupGpu *gpu;
    WGPUTextureFormat targetFormat;
    uint32_t shadowSize;
    char errorText[512];

    SupKernel bounds, fit, strain;
    uint32_t workgroupSize; ///< that the kernels above were made for
    SupDrawing sunMap, belowMap, surface, tetSolids, pinDots, backdrop, toneMap;
    SupDrawing bloomFirst, bloomDown[BloomLevels], bloomUp[BloomLevels];
    WGPUSampler linear, compare;

    WGPUBuffer view, boundsBuffer, shadow;
    SupPool drawn, instances, strains;
    RenderTexture sunDepth, belowDepth;
    RenderTargets targets;

    RenderTimer timer;
    RenderPicking picking;
    RenderBatch *batches;
    size_t batchCount, batchCapacity;
    RenderLook *looks;
    size_t lookCount, lookCapacity;
};

SupStatus supRendererFail(SupRenderer *renderer, SupStatus status, const char *format, ...);
SupStatus supRendererFailGpu(SupRenderer *renderer, SupStatus status);

// render_targets.c
SupStatus supRenderTextureCreate(SupGpu *gpu, const char *label, uint32_t width, uint32_t height, WGPUTextureFormat format,
                                 uint32_t samples, RenderTexture *out);
void supRenderTextureRelease(RenderTexture *texture);
SupStatus supRenderTargetsResize(SupGpu *gpu, RenderTargets *targets, uint32_t width, uint32_t height);
void supRenderTargetsRelease(RenderTargets *targets);
// render_instances.c
SupStatus supRenderUploadInstances(SupRenderer *renderer, const SupWorld *world, const double eye[3]);
// render_pick.c
void supRenderPickingRelease(SupRenderer *renderer);
// render_passes.c
void supRenderEncode(SupRenderer *renderer, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view);

#endif
