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

/// A picture is computed, not drawn: graphics units are few on some GPUs (two of 66 clusters on an H100), and everything
/// here is the same on all drivers. The order (render_passes.c):
///
///   normals     surface_normals
///   fit         surface_bounds, shadow_fit, vertex_strain when it is shown
///   cast        cast_small, cast_large: depths from the sun and from below;  cast_maps, ground_open: maps of them
///   visible     which triangle each of a pixel's four samples shows: in two turns surface_small, surface_large, edge_lines,
///               node_dots, pin_dots
///   shade       shade_surface or shade_tets: every pixel, each thing in it once
///   bloom       bloom_down, bloom_up
///   tone_map    to 8 bits; then `present` copies where the host's view takes render passes only
///
/// Blocks of 64 triangles of one body are the unit of work, for all bodies of a World together. Triangles of more than a
/// few pixels go through a queue to whole workgroups. A picture with more samples than a buffer may have is made in bands.

enum { BloomLevels = 5, BelowSize = 256, OpenSize = 128, BlockTriangles = 64, SampleBytes = 32 };
/// Blocks of triangles that a box with round edges takes (shaders/shared/boxes.wgsl).
enum { RoundParts = 27 };
enum { ExtraSlices = 65536 }; ///< EXTRA_SLICES of shaders/shared/queue.wgsl

typedef enum RenderKernel {
    Kernel_Bounds,
    Kernel_Strain,
    Kernel_PinDots,
    Kernel_NodeDots, ///< the kernels so far run over a World's blocks
    Kernel_Fit,
    Kernel_CastSmall,
    Kernel_CastLarge,
    Kernel_CastMaps,
    Kernel_GroundOpen,
    Kernel_SurfaceSmall,
    Kernel_SurfaceLarge,
    Kernel_TetsSmall,
    Kernel_TetsLarge,
    Kernel_EdgeLines,
    Kernel_Turn,
    Kernel_ShadeSurface,
    Kernel_ShadeTets,
    Kernel_ToneMap,
    Kernel_Count
} RenderKernel;
enum { WorldKernels = Kernel_NodeDots + 1 };

typedef struct RenderTexture {
    WGPUTexture texture;
    WGPUTextureView view;
} RenderTexture;

/// Textures and samples of one picture size.
typedef struct RenderTargets {
    uint32_t width, height;
    uint32_t bandRows; ///< rows whose samples fit the buffer
    WGPUBuffer samples;
    RenderTexture radiance, picture;
    RenderTexture down[BloomLevels], up[BloomLevels]; ///< up[BloomLevels - 1] is not used: down's is the widest
} RenderTargets;

/// Bodies of one asset: a stretch of the instance list.
typedef struct RenderBatch {
    uint32_t assetIndex, first, count;
} RenderBatch;

typedef struct RenderLook {
    uint64_t body;
    SupLook look;
} RenderLook;

/// Blocks of triangles.
typedef struct RenderBlocks {
    SupPool pool;
    GpuBlock *blocks;
    size_t count, capacity;
    size_t uploaded; ///< blocks that the GPU has, and their hash
    uint64_t hash;
} RenderBlocks;

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
    uint64_t sampleBytes; ///< most memory for samples: more bands cost little, more memory may
    char errorText[512];

    SupKernel kernels[Kernel_Count];
    SupKernel bloomDown[BloomLevels], bloomUp[BloomLevels];
    SupDrawing present;
    uint32_t workgroupSize; ///< that the kernels over a World's blocks were made for
    WGPUSampler linear;

    WGPUBuffer view, boxes, bounds, shadow, raster, casts;
    WGPUBuffer nothing; ///< stands in for a World's buffers while it has no bodies
    SupPool drawn, instances, strains, queue;
    RenderBlocks surfaceBlocks, tetBlocks, edgeBlocks;
    RenderTexture sunMap, belowMap, openMap;
    RenderTargets targets;

    RenderTimer timer;
    RenderPicking picking;
    RenderBatch *batches;
    size_t batchCount, batchCapacity;
    SupBlock blocks[SUP_MAX_BLOCKS];
    uint32_t blockCount, blockParts; ///< parts: of 64 triangles a block
    RenderLook *looks;
    size_t lookCount, lookCapacity;
};

SupStatus supRendererFail(SupRenderer *renderer, SupStatus status, const char *format, ...);
SupStatus supRendererFailGpu(SupRenderer *renderer, SupStatus status);

// render_targets.c
SupStatus supRenderTextureCreate(SupGpu *gpu, const char *label, uint32_t width, uint32_t height, WGPUTextureFormat format,
                                 WGPUTextureUsage usage, RenderTexture *out);
void supRenderTextureRelease(RenderTexture *texture);
/// Samples take `sampleBytes` at most, and one row at least.
SupStatus supRenderTargetsResize(SupGpu *gpu, RenderTargets *targets, uint32_t width, uint32_t height, uint64_t sampleBytes);
void supRenderTargetsRelease(SupGpu *gpu, RenderTargets *targets);
// render_instances.c
/// Looks and places of the bodies, and the list of instances by asset.
SupStatus supRenderUploadInstances(SupRenderer *renderer, const SupWorld *world, const double eye[3]);
/// The look of a body that was given none.
/// That of the World's body in this place.
SupLook supRenderPaletteLook(size_t place);
SupLook supRenderStandardLook(const SupWorld *world, SupBodyId body);
/// The blocks where they are now, relative to the eye.
void supRenderUploadBoxes(SupRenderer *renderer, const SupWorld *world, const double eye[3]);
/// Blocks of all bodies' triangles: of their surfaces, or four a tet. Uploads them when they changed.
SupStatus supRenderUploadBlocks(SupRenderer *renderer, const SupWorld *world, RenderBlocks *blocks, bool tets);
/// Blocks of all networks' edges, likewise.
SupStatus supRenderUploadEdges(SupRenderer *renderer, const SupWorld *world);
// render_bind.c
SupStatus supRenderCreateKernels(SupRenderer *renderer);
SupStatus supRenderPrepareWorldKernels(SupRenderer *renderer, const SupWorld *world);
SupStatus supRenderBind(SupRenderer *renderer, const SupWorld *world, const SupView *view);
void supRenderReleaseKernels(SupRenderer *renderer);
// render_pick.c
void supRenderPickingRelease(SupRenderer *renderer);
// render_passes.c
void supRenderEncode(SupRenderer *renderer, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view);

#endif
