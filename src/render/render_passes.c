// SPDX-License-Identifier: MIT
// The passes of a picture, in order.
#include "renderer.h"

static WGPUComputePassEncoder beginPass(SupRenderer *r, WGPUCommandEncoder encoder, const char *name) {
    WGPUComputePassDescriptor desc = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    desc.label = supGpuString(name);
    desc.timestampWrites = supRenderTimerPass(&r->timer, name);
    return wgpuCommandEncoderBeginComputePass(encoder, &desc);
}

static void endPass(WGPUComputePassEncoder pass) {
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
}

/// 8 x 8 invocations a workgroup.
static void dispatchPixels(const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t width, uint32_t height) {
    supKernelDispatchGrid(kernel, pass, (width + 7) / 8, (height + 7) / 8);
}

static void encodeNormals(SupRenderer *r, SupWorld *world, WGPUCommandEncoder encoder) {
    supWorldWriteFrame(world); // the kernel reads it, and bodies may be drawn before their first frame
    WGPUComputePassEncoder pass = beginPass(r, encoder, "normals");
    supKernelDispatch(r->gpu, &world->normalsKernel, pass, world->vertexBlockCount);
    supNetworkEncodeTubes(world, pass);
    endPass(pass);
}

static void encodeFit(SupRenderer *r, const SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    WGPUComputePassEncoder pass = beginPass(r, encoder, "fit");
    supKernelDispatch(r->gpu, &r->kernels[Kernel_Bounds], pass, world->vertexBlockCount);
    if (view->overlays & SupOverlay_Strain)
        supKernelDispatch(r->gpu, &r->kernels[Kernel_Strain], pass, world->vertexBlockCount);
    supKernelDispatch(r->gpu, &r->kernels[Kernel_Fit], pass, 1);
    endPass(pass);
}

static void encodeCast(SupRenderer *r, WGPUCommandEncoder encoder) {
    WGPUComputePassEncoder pass = beginPass(r, encoder, "cast");
    uint32_t blocks = (uint32_t)r->surfaceBlocks.count + r->blockCount * r->blockParts, size = r->shadowSize;
    supKernelDispatch(r->gpu, &r->kernels[Kernel_CastSmall], pass, blocks);
    if (blocks) supKernelDispatchIndirect(&r->kernels[Kernel_CastLarge], pass, r->raster, offsetof(GpuRaster, castX));
    dispatchPixels(&r->kernels[Kernel_CastMaps], pass, size, size);
    dispatchPixels(&r->kernels[Kernel_GroundOpen], pass, OpenSize, OpenSize);
    endPass(pass);
}

static void encodeTurn(SupRenderer *r, const SupWorld *world, WGPUComputePassEncoder pass, const SupView *view) {
    bool tets = (view->overlays & SupOverlay_Tets) != 0;
    uint32_t blocks = (uint32_t)(tets ? r->tetBlocks.count : r->surfaceBlocks.count) + r->blockCount * r->blockParts;
    if (blocks) {
        const SupKernel *large = &r->kernels[tets ? Kernel_TetsLarge : Kernel_SurfaceLarge];
        supKernelDispatch(r->gpu, &r->kernels[tets ? Kernel_TetsSmall : Kernel_SurfaceSmall], pass, blocks);
        supKernelDispatchIndirect(large, pass, r->raster, offsetof(GpuRaster, seenX));
    }
    if (view->overlays & SupOverlay_Edges)
        supKernelDispatch(r->gpu, &r->kernels[Kernel_EdgeLines], pass, (uint32_t)r->edgeBlocks.count);
    if (view->overlays & SupOverlay_Nodes)
        supKernelDispatch(r->gpu, &r->kernels[Kernel_NodeDots], pass, world->vertexBlockCount);
    if (view->overlays & SupOverlay_Pins)
        supKernelDispatch(r->gpu, &r->kernels[Kernel_PinDots], pass, world->vertexBlockCount);
}

/// A band of rows: what is visible, then its shading.
static void encodeBand(SupRenderer *r, const SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    bool tets = (view->overlays & SupOverlay_Tets) != 0;
    WGPUComputePassEncoder pass = beginPass(r, encoder, "visible");
    encodeTurn(r, world, pass, view);
    supKernelDispatch(r->gpu, &r->kernels[Kernel_Turn], pass, 1);
    encodeTurn(r, world, pass, view);
    endPass(pass);
    pass = beginPass(r, encoder, "shade");
    dispatchPixels(&r->kernels[tets ? Kernel_ShadeTets : Kernel_ShadeSurface], pass, view->width, r->targets.bandRows);
    supKernelDispatch(r->gpu, &r->kernels[Kernel_Turn], pass, 1);
    endPass(pass);
}

static void encodeBloom(SupRenderer *r, WGPUCommandEncoder encoder) {
    WGPUComputePassEncoder pass = beginPass(r, encoder, "bloom");
    uint32_t widths[BloomLevels], heights[BloomLevels], width = r->targets.width, height = r->targets.height;
    for (int i = 0; i < BloomLevels; ++i) {
        widths[i] = width = (width + 1) / 2;
        heights[i] = height = (height + 1) / 2;
        dispatchPixels(&r->bloomDown[i], pass, width, height);
    }
    for (int i = BloomLevels - 2; i >= 0; --i) dispatchPixels(&r->bloomUp[i], pass, widths[i], heights[i]);
    endPass(pass);
}

static void encodePresent(SupRenderer *r, WGPUCommandEncoder encoder, const SupView *view) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = view->target;
    color.loadOp = WGPULoadOp_Load; // all of it is written, and clearing costs as much as writing
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.colorAttachmentCount = 1;
    desc.colorAttachments = &color;
    desc.timestampWrites = supRenderTimerPass(&r->timer, "present");
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    supDrawingUse(&r->present, pass);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

void supRenderEncode(SupRenderer *r, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    supRenderTimerBegin(r->gpu, &r->timer);
    if (world->vertexBlockCount) encodeNormals(r, world, encoder);
    encodeFit(r, world, encoder, view);
    encodeCast(r, encoder);
    for (uint32_t row = 0; row < view->height; row += r->targets.bandRows) encodeBand(r, world, encoder, view);
    encodeBloom(r, encoder);
    WGPUComputePassEncoder pass = beginPass(r, encoder, "tone_map");
    dispatchPixels(&r->kernels[Kernel_ToneMap], pass, view->width, view->height);
    endPass(pass);
    if (!view->storageTarget) encodePresent(r, encoder, view);
    supRenderTimerEnd(&r->timer, encoder);
}
