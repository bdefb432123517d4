// SPDX-License-Identifier: MIT
// The renderer's kernels, and what they are bound to.
#include "renderer.h"

static const char *const kernelNames[Kernel_Count] = {
    [Kernel_Bounds] = "surface_bounds",      [Kernel_Strain] = "vertex_strain",
    [Kernel_NodeDots] = "node_dots",         [Kernel_EdgeLines] = "edge_lines",
    [Kernel_PinDots] = "pin_dots",           [Kernel_Fit] = "shadow_fit",
    [Kernel_CastSmall] = "cast_small",       [Kernel_CastLarge] = "cast_large",
    [Kernel_CastMaps] = "cast_maps",         [Kernel_GroundOpen] = "ground_open",
    [Kernel_SurfaceSmall] = "surface_small", [Kernel_SurfaceLarge] = "surface_large",
    [Kernel_TetsSmall] = "tets_small",       [Kernel_TetsLarge] = "tets_large",
    [Kernel_Turn] = "raster_turn",           [Kernel_ShadeSurface] = "shade_surface",
    [Kernel_ShadeTets] = "shade_tets",       [Kernel_ToneMap] = "tone_map"};

SupStatus supRenderCreateKernels(SupRenderer *r) {
    const SupConstant sizes[] = {{"SHADOW_SIZE", r->shadowSize}, {"BELOW_SIZE", BelowSize}}, first = {"FIRST", 1};
    SupStatus status = SupStatus_Ok;
    for (int i = WorldKernels; i < Kernel_Count && status == SupStatus_Ok; ++i) {
        uint32_t count = i == Kernel_Fit                                                          ? 1
                         : i == Kernel_CastSmall || i == Kernel_CastLarge || i == Kernel_CastMaps ? 2
                                                                                                  : 0;
        status = supKernelCreate(r->gpu, kernelNames[i], sizes, count, &r->kernels[i]);
    }
    for (int i = 0; i < BloomLevels && status == SupStatus_Ok; ++i)
        status = supKernelCreate(r->gpu, "bloom_down", &first, i == 0 ? 1 : 0, &r->bloomDown[i]);
    for (int i = 0; i + 1 < BloomLevels && status == SupStatus_Ok; ++i)
        status = supKernelCreate(r->gpu, "bloom_up", NULL, 0, &r->bloomUp[i]);
    const SupDrawingDesc present = {.shader = "present", .color = r->targetFormat, .samples = 1};
    return status == SupStatus_Ok ? supDrawingCreate(r->gpu, &present, &r->present) : status;
}

SupStatus supRenderPrepareWorldKernels(SupRenderer *r, const SupWorld *world) {
    if (r->workgroupSize == world->workgroupSize) return SupStatus_Ok;
    const SupConstant size = {"WORKGROUP_SIZE", world->workgroupSize};
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < WorldKernels && status == SupStatus_Ok; ++i) {
        supKernelRelease(&r->kernels[i]);
        status = supKernelCreate(r->gpu, kernelNames[i], &size, 1, &r->kernels[i]);
    }
    r->workgroupSize = status == SupStatus_Ok ? world->workgroupSize : 0;
    return status;
}

void supRenderReleaseKernels(SupRenderer *r) {
    for (int i = 0; i < Kernel_Count; ++i) supKernelRelease(&r->kernels[i]);
    for (int i = 0; i < BloomLevels; ++i) supKernelRelease(&r->bloomDown[i]), supKernelRelease(&r->bloomUp[i]);
    supDrawingRelease(&r->present);
}

static SupStatus bindBloom(SupRenderer *r) {
    const RenderTargets *t = &r->targets;
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < BloomLevels && status == SupStatus_Ok; ++i) {
        const SupBinding down[] = {{.name = "source", .texture = i ? t->down[i - 1].view : t->radiance.view},
                                   {.name = "smaller", .texture = t->down[i].view},
                                   {.name = "linearSampler", .sampler = r->linear}};
        status = supKernelBind(r->gpu, &r->bloomDown[i], down, 3);
    }
    for (int i = 0; i + 1 < BloomLevels && status == SupStatus_Ok; ++i) {
        const SupBinding up[] = {
            {.name = "coarse", .texture = i + 2 < BloomLevels ? t->up[i + 1].view : t->down[i + 1].view},
            {.name = "fine", .texture = t->down[i].view},
            {.name = "sum", .texture = t->up[i].view},
            {.name = "linearSampler", .sampler = r->linear}};
        status = supKernelBind(r->gpu, &r->bloomUp[i], up, 4);
    }
    return status;
}

SupStatus supRenderBind(SupRenderer *r, const SupWorld *world, const SupView *view) {
    const RenderTargets *t = &r->targets;
    const RenderBlocks *drawn = view->overlays & SupOverlay_Tets ? &r->tetBlocks : &r->surfaceBlocks;
    WGPUTextureView picture = view->storageTarget ? view->target : t->picture.view;
    SupBinding bindings[] = {{.name = "bodies", .buffer = world->bodyTable.buffer},
                             {.name = "positions", .buffer = world->positions.buffer},
                             {.name = "normals", .buffer = world->normals.buffer},
                             {.name = "triangles", .buffer = world->triangles.buffer},
                             {.name = "topology", .buffer = world->topology.buffer},
                             {.name = "tets", .buffer = world->assetTets.buffer},
                             {.name = "vertexBlocks", .buffer = world->vertexBlocks.buffer},
                             {.name = "drawn", .buffer = r->drawn.buffer},
                             {.name = "strains", .buffer = r->strains.buffer},
                             {.name = "queue", .buffer = r->queue.buffer},
                             {.name = "surfaceBlocks", .buffer = r->surfaceBlocks.pool.buffer},
                             {.name = "drawBlocks", .buffer = drawn->pool.buffer},
                             {.name = "edgeBlocks", .buffer = r->edgeBlocks.pool.buffer},
                             {.name = "networks", .buffer = world->networkTable.buffer},
                             {.name = "nodes", .buffer = world->nodes.buffer},
                             {.name = "springs", .buffer = world->springs.buffer},
                             {.name = "links", .buffer = world->links.buffer},
                             {.name = "view", .buffer = r->view},
                             {.name = "boxes", .buffer = r->boxes},
                             {.name = "bounds", .buffer = r->bounds},
                             {.name = "shadow", .buffer = r->shadow},
                             {.name = "raster", .buffer = r->raster},
                             {.name = "casts", .buffer = r->casts},
                             {.name = "samples", .buffer = t->samples},
                             {.name = "sunMap", .texture = r->sunMap.view},
                             {.name = "belowMap", .texture = r->belowMap.view},
                             {.name = "openMap", .texture = r->openMap.view},
                             {.name = "radiance", .texture = t->radiance.view},
                             {.name = "source", .texture = t->radiance.view},
                             {.name = "blurred", .texture = t->up[0].view},
                             {.name = "picture", .texture = picture},
                             {.name = "linearSampler", .sampler = r->linear}};
    const uint32_t count = sizeof bindings / sizeof *bindings;
    // the first ones may be missing in a World with no bodies: nothing reads them then
    for (uint32_t i = 0; i < 17; ++i)
        if (!bindings[i].buffer) bindings[i].buffer = r->nothing;
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < Kernel_Count && status == SupStatus_Ok; ++i)
        status = supKernelBind(r->gpu, &r->kernels[i], bindings, count);
    if (status == SupStatus_Ok && !view->storageTarget) status = supDrawingBind(r->gpu, &r->present, bindings, count);
    return status == SupStatus_Ok ? bindBloom(r) : status;
}
