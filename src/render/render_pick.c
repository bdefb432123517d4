// SPDX-License-Identifier: MIT
// Picking: the bodies drawn into one pixel of an id buffer, and the pixel read back.
#include "renderer.h"

#include "base/memory.h"
#include "base/vec.h"

#include <math.h>
#include <string.h>

/// One pixel of four words.
typedef struct PickPixel {
    uint32_t slot, triangle, weights, distance; ///< slot + 1, 0: nothing; two unorm16; bits of a float
} PickPixel;

static SupStatus createPicking(SupRenderer *r) {
    RenderPicking *p = &r->picking;
    if (p->view) return SupStatus_Ok;
    const SupDrawingDesc desc = {.shader = "pick",
                                 .color = WGPUTextureFormat_RGBA32Uint,
                                 .depth = WGPUTextureFormat_Depth32Float,
                                 .depthCompare = WGPUCompareFunction_GreaterEqual,
                                 .samples = 1};
    SupStatus status = supDrawingCreate(r->gpu, &desc, &p->drawing);
    const WGPUTextureUsage target = WGPUTextureUsage_RenderAttachment;
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "picked", 1, 1, WGPUTextureFormat_RGBA32Uint,
                                        target | WGPUTextureUsage_CopySrc, &p->pixel);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "picked depth", 1, 1, WGPUTextureFormat_Depth32Float, target, &p->depth);
    if (status == SupStatus_Ok)
        status = supGpuBuffer(r->gpu, "picking view", sizeof(GpuView), WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst,
                              &p->view);
    return status;
}

void supRenderPickingRelease(SupRenderer *r) {
    RenderPicking *p = &r->picking;
    for (int i = 0; i < PicksInFlight; ++i) supReadbackDestroy(p->picks[i].readback);
    supDrawingRelease(&p->drawing);
    supRenderTextureRelease(&p->pixel);
    supRenderTextureRelease(&p->depth);
    supGpuBufferRelease(r->gpu, &p->view);
}

/// Unit vectors of a camera that looks along the ray through a point of the picture.
static void writePickView(SupRenderer *r, const SupView *view, double x, double y, RenderPick *pick) {
    Vec3 eye = vec3Load(view->camera.eye), back = vec3Sub(eye, vec3Load(view->camera.target));
    double distance = vec3Length(back), tangent = tan(0.5 * view->camera.fieldOfView);
    back = vec3Scale(back, 1.0 / distance);
    Vec3 top = fabs(back.y) > 0.9999 ? vec3(0, 0, -1) : vec3(0, 1, 0);
    Vec3 right = vec3Cross(top, back);
    right = vec3Scale(right, 1.0 / vec3Length(right));
    Vec3 up = vec3Cross(back, right);
    double across = (2.0 * x / view->width - 1.0) * tangent * view->width / view->height;
    double high = (1.0 - 2.0 * y / view->height) * tangent;
    Vec3 ray = vec3AddScaled(vec3AddScaled(vec3Scale(back, -1.0), right, across), up, high);
    ray = vec3Scale(ray, 1.0 / vec3Length(ray));
    vec3Store(pick->eye, eye);
    vec3Store(pick->ray, ray);
    // the picture's right is never along the ray: the field of view is below a half turn
    Vec3 pickBack = vec3Scale(ray, -1.0), pickUp = vec3Cross(pickBack, right);
    pickUp = vec3Scale(pickUp, 1.0 / vec3Length(pickUp));
    Vec3 pickRight = vec3Cross(pickUp, pickBack);
    GpuView data = {.width = 1.0f, .height = 1.0f};
    vec3StoreFloat(data.right, pickRight);
    vec3StoreFloat(data.up, pickUp);
    vec3StoreFloat(data.back, pickBack);
    data.right[3] = data.up[3] = (float)(tangent / view->height);
    data.back[3] = (float)fmin(0.01, 0.01 * distance);
    wgpuQueueWriteBuffer(r->gpu->queue, r->picking.view, 0, &data, sizeof data);
}

static SupStatus bindPicking(SupRenderer *r, const SupWorld *world) {
    const SupBinding bindings[] = {{.name = "view", .buffer = r->picking.view},
                                   {.name = "instances", .buffer = r->instances.buffer},
                                   {.name = "bodies", .buffer = world->bodyTable.buffer},
                                   {.name = "triangles", .buffer = world->triangles.buffer},
                                   {.name = "positions", .buffer = world->positions.buffer},
                                   {.name = "drawn", .buffer = r->drawn.buffer}};
    return supDrawingBind(r->gpu, &r->picking.drawing, bindings, sizeof bindings / sizeof *bindings);
}

static void encodePick(const SupRenderer *r, const SupWorld *world, WGPUCommandEncoder encoder, WGPUBuffer staging) {
    const RenderPicking *p = &r->picking;
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = p->pixel.view;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
    depth.view = p->depth.view;
    depth.depthLoadOp = WGPULoadOp_Clear;
    depth.depthStoreOp = WGPUStoreOp_Discard;
    depth.depthClearValue = 0.0f;
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.colorAttachmentCount = 1;
    desc.colorAttachments = &color;
    desc.depthStencilAttachment = &depth;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    if (world->orderCount) {
        supDrawingUse(&p->drawing, pass);
        for (size_t i = 0; i < r->batchCount; ++i)
            wgpuRenderPassEncoderDraw(pass, world->assets[r->batches[i].assetIndex].triangles.count, r->batches[i].count, 0,
                                      r->batches[i].first);
    }
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    from.texture = p->pixel.texture;
    WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    to.buffer = staging;
    to.layout.bytesPerRow = 256;
    to.layout.rowsPerImage = 1;
    const WGPUExtent3D size = {1, 1, 1};
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &from, &to, &size);
}

static SupStatus submitPick(SupRenderer *r, SupWorld *world, RenderPick *pick) {
    SupStatus status = supReadbackCreate(r->gpu, 256, &pick->readback);
    if (status != SupStatus_Ok) return status;
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(r->gpu->device, NULL);
    encodePick(r, world, encoder, supReadbackStaging(pick->readback));
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(r->gpu, commands, SUP_GPU_MAX_IN_FLIGHT);
    wgpuCommandBufferRelease(commands);
    supReadbackMap(pick->readback);
    return supGpuTakeError(r->gpu);
}

static RenderPick *freePick(SupRenderer *r, uint32_t *index) {
    for (*index = 0; *index < PicksInFlight; ++*index)
        if (!r->picking.picks[*index].readback) return &r->picking.picks[*index];
    return NULL;
}

SupStatus supRendererPick(SupRenderer *r, SupWorld *world, const SupView *view, double x, double y, SupPickId *out) {
    if (!r || !world || !view || !out) return SupStatus_InvalidArgument;
    *out = (SupPickId){0};
    if (!(x >= 0.0 && x <= view->width && y >= 0.0 && y <= view->height))
        return supRendererFail(r, SupStatus_OutOfRange, "the point to pick at lies outside the picture");
    uint32_t index;
    RenderPick *pick = freePick(r, &index);
    if (!pick) return supRendererFail(r, SupStatus_Pending, "%d picks are on their way already", PicksInFlight);
    SupStatus status = supWorldSync(world);
    if (status != SupStatus_Ok) return supRendererFail(r, status, "%s", supWorldErrorText(world));
    status = createPicking(r);
    if (status == SupStatus_Ok) status = supRenderUploadInstances(r, world, view->camera.eye);
    if (status == SupStatus_Ok && world->orderCount) status = bindPicking(r, world);
    if (status == SupStatus_Ok) {
        writePickView(r, view, x, y, pick);
        status = submitPick(r, world, pick);
    }
    if (status != SupStatus_Ok) {
        supReadbackDestroy(pick->readback);
        pick->readback = NULL;
        return supRendererFailGpu(r, status);
    }
    pick->number = ++r->picking.count;
    *out = (SupPickId){(uint64_t)pick->number << 32 | (index + 1u)};
    return SupStatus_Ok;
}

static void describePick(const RenderPick *pick, const SupWorld *world, const PickPixel *pixel, SupPick *out) {
    uint32_t slot = pixel->slot - 1u;
    if (pixel->slot == 0 || slot >= world->bodySlots || !world->bodies[slot].alive) return;
    // a body that took the place of the one that was drawn may have fewer triangles
    if (pixel->triangle >= supBodyAssetView(world->bodies[slot].asset).triangleCount) return;
    float distance;
    memcpy(&distance, &pixel->distance, sizeof distance);
    out->body = supWorldBodyId(world, slot);
    out->triangle = pixel->triangle;
    out->weights[0] = (pixel->weights & 0xffffu) / 65535.0;
    out->weights[1] = (pixel->weights >> 16) / 65535.0;
    out->weights[2] = fmax(0.0, 1.0 - out->weights[0] - out->weights[1]);
    double sum = out->weights[0] + out->weights[1] + out->weights[2];
    for (int i = 0; i < 3; ++i) out->weights[i] /= sum;
    out->distance = (double)distance;
    vec3Store(out->place, vec3AddScaled(vec3Load(pick->eye), vec3Load(pick->ray), out->distance));
}

SupStatus supRendererPicked(SupRenderer *r, const SupWorld *world, SupPickId id, SupPick *out) {
    if (!r || !world || !out) return SupStatus_InvalidArgument;
    *out = (SupPick){.distance = INFINITY};
    uint32_t index = (uint32_t)id.value - 1u;
    RenderPick *pick = index < PicksInFlight ? &r->picking.picks[index] : NULL;
    if (!pick || !pick->readback || pick->number != (uint32_t)(id.value >> 32))
        return supRendererFail(r, SupStatus_StaleId, "this pick has been answered");
    SupStatus status = supReadbackStatus(pick->readback);
    if (status == SupStatus_Pending && supGpuStatus(r->gpu) == SupStatus_Ok) return SupStatus_Pending;
    const PickPixel *pixel = status == SupStatus_Ok ? supReadbackData(pick->readback) : NULL;
    if (pixel) describePick(pick, world, pixel, out);
    supReadbackDestroy(pick->readback);
    pick->readback = NULL;
    if (pixel) return SupStatus_Ok;
    return supRendererFailGpu(r, supGpuStatus(r->gpu) == SupStatus_Ok ? SupStatus_GpuError : supGpuStatus(r->gpu));
}
