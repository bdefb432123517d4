// SPDX-License-Identifier: MIT
// The passes of a picture, in order.
#include "renderer.h"

#include <math.h>

static void encodeCompute(SupRenderer *r, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    // empty bounds: minima at the top, maxima at the bottom of the order
    static const uint32_t empty[8] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 0, 0, 0};
    wgpuQueueWriteBuffer(r->gpu->queue, r->boundsBuffer, 0, empty, sizeof empty);
    WGPUComputePassDescriptor desc = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    desc.timestampWrites = supRenderTimerPass(&r->timer, "compute");
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &desc);
    if (world->vertexBlockCount) {
        supWorldWriteFrame(world); // the kernel of the normals reads it, and bodies may be drawn before their first frame
        supKernelDispatch(r->gpu, &world->normalsKernel, pass, world->vertexBlockCount);
        supKernelDispatch(r->gpu, &r->bounds, pass, world->vertexBlockCount);
        if (view->overlays & SupOverlay_Strain) supKernelDispatch(r->gpu, &r->strain, pass, world->vertexBlockCount);
    }
    supKernelDispatch(r->gpu, &r->fit, pass, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
}

static void drawBatches(const SupRenderer *r, const SupWorld *world, WGPURenderPassEncoder pass, bool tets) {
    for (size_t i = 0; i < r->batchCount; ++i) {
        const WorldAsset *asset = &world->assets[r->batches[i].assetIndex];
        uint32_t vertices = tets ? 12 * asset->tets.count : asset->triangles.count;
        wgpuRenderPassEncoderDraw(pass, vertices, r->batches[i].count, 0, r->batches[i].first);
    }
}

static void encodeDepthMap(SupRenderer *r, const SupWorld *world, WGPUCommandEncoder encoder,
                           const SupDrawing *drawing, const RenderTexture *map) {
    WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
    depth.view = map->view;
    depth.depthLoadOp = WGPULoadOp_Clear;
    depth.depthStoreOp = WGPUStoreOp_Store;
    depth.depthClearValue = 1.0f;
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.depthStencilAttachment = &depth;
    desc.timestampWrites = supRenderTimerPass(&r->timer, drawing->shader->name);
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    if (world->orderCount) {
        supDrawingUse(drawing, pass);
        drawBatches(r, world, pass, false);
    }
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

static void drawPins(const SupRenderer *r, const SupWorld *world, WGPURenderPassEncoder pass) {
    supDrawingUse(&r->pinDots, pass);
    for (size_t i = 0; i < r->batchCount; ++i) {
        SupBodyAssetView asset = supBodyAssetView(world->assets[r->batches[i].assetIndex].asset);
        wgpuRenderPassEncoderDraw(pass, 6 * asset.vertexCount, r->batches[i].count, 0, r->batches[i].first);
    }
}

static void encodeScene(SupRenderer *r, const SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = r->targets.multisampled.view;
    color.resolveTarget = r->targets.resolved.view;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Discard;
    WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
    depth.view = r->targets.depth.view;
    depth.depthLoadOp = WGPULoadOp_Clear;
    depth.depthStoreOp = WGPUStoreOp_Discard;
    depth.depthClearValue = 0.0f;
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.colorAttachmentCount = 1;
    desc.colorAttachments = &color;
    desc.depthStencilAttachment = &depth;
    desc.timestampWrites = supRenderTimerPass(&r->timer, "scene");
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    if (world->orderCount) {
        bool tets = (view->overlays & SupOverlay_Tets) != 0;
        supDrawingUse(tets ? &r->tetSolids : &r->surface, pass);
        drawBatches(r, world, pass, tets);
        if (view->overlays & SupOverlay_Pins) drawPins(r, world, pass);
    }
    supDrawingUse(&r->backdrop, pass);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

/// One full-screen triangle into a view.
static void encodeScreen(SupRenderer *r, WGPUCommandEncoder encoder, const SupDrawing *drawing, WGPUTextureView target, WGPULoadOp load) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = target;
    color.loadOp = load;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.colorAttachmentCount = 1;
    desc.colorAttachments = &color;
    desc.timestampWrites = supRenderTimerPass(&r->timer, drawing->shader->name);
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    supDrawingUse(drawing, pass);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

void supRenderEncode(SupRenderer *r, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    supRenderTimerBegin(r->gpu, &r->timer);
    encodeCompute(r, world, encoder, view);
    encodeDepthMap(r, world, encoder, &r->sunMap, &r->sunDepth);
    encodeDepthMap(r, world, encoder, &r->belowMap, &r->belowDepth);
    encodeScene(r, world, encoder, view);
    for (int i = 0; i < BloomLevels; ++i)
        encodeScreen(r, encoder, i == 0 ? &r->bloomFirst : &r->bloomDown[i], r->targets.bloom[i].view, WGPULoadOp_Clear);
    for (int i = BloomLevels - 1; i > 0; --i)
        encodeScreen(r, encoder, &r->bloomUp[i], r->targets.bloom[i - 1].view, WGPULoadOp_Load);
    encodeScreen(r, encoder, &r->toneMap, view->target, WGPULoadOp_Clear);
    supRenderTimerEnd(&r->timer, encoder);
}
