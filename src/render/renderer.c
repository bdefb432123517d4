// SPDX-License-Identifier: MIT
#include "renderer.h"

#include "base/memory.h"
#include "base/vec.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

SupStatus supRendererFail(SupRenderer *renderer, SupStatus status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(renderer->errorText, sizeof renderer->errorText, format, arguments);
    va_end(arguments);
    return status;
}

SupStatus supRendererFailGpu(SupRenderer *renderer, SupStatus status) {
    const char *text = supGpuErrorText(renderer->gpu);
    return supRendererFail(renderer, status, "%s", status == SupStatus_OutOfMemory || !*text ? supStatusText(status) : text);
}

const char *supRendererErrorText(const SupRenderer *renderer) { return renderer ? renderer->errorText : ""; }

// ---- Creation --------------------------------------------------------------------------------------------------------

static SupStatus createDrawings(SupRenderer *r) {
    const WGPUTextureFormat hdr = WGPUTextureFormat_RGBA16Float, none = WGPUTextureFormat_Undefined,
                            depth = WGPUTextureFormat_Depth32Float;
    const WGPUCompareFunction nearer = WGPUCompareFunction_GreaterEqual, less = WGPUCompareFunction_Less;
    struct {
        SupDrawing *drawing;
        SupDrawingDesc desc;
    } wanted[8 + 2 * BloomLevels] = {
        {&r->sunMap, {.shader = "sun_map", .color = none, .depth = depth, .depthCompare = less, .samples = 1}},
        {&r->belowMap, {.shader = "below_map", .color = none, .depth = depth, .depthCompare = less, .samples = 1}},
        {&r->surface, {.shader = "surface", .color = hdr, .depth = depth, .depthCompare = nearer, .samples = SceneSamples}},
        {&r->tetSolids,
         {.shader = "tet_solids", .color = hdr, .depth = depth, .depthCompare = nearer, .samples = SceneSamples}},
        {&r->pinDots, {.shader = "pin_dots", .color = hdr, .depth = depth, .depthCompare = nearer, .samples = SceneSamples}},
        {&r->backdrop,
         {.shader = "backdrop", .color = hdr, .depth = depth, .depthCompare = nearer, .samples = SceneSamples}},
        {&r->toneMap, {.shader = "tone_map", .color = r->targetFormat, .depth = none, .samples = 1}},
        {&r->bloomFirst, {.shader = "bloom_down", .color = hdr, .depth = none, .samples = 1, .constant = {"FIRST", 1}}},
    };
    size_t count = 8;
    for (int i = 1; i < BloomLevels; ++i) {
        wanted[count].drawing = &r->bloomDown[i];
        wanted[count++].desc = (SupDrawingDesc){.shader = "bloom_down", .color = hdr, .depth = none, .samples = 1};
        wanted[count].drawing = &r->bloomUp[i];
        wanted[count++].desc =
            (SupDrawingDesc){.shader = "bloom_up", .color = hdr, .depth = none, .samples = 1, .additive = true};
    }
    SupStatus status = SupStatus_Ok;
    for (size_t i = 0; i < count && status == SupStatus_Ok; ++i)
        status = supDrawingCreate(r->gpu, &wanted[i].desc, wanted[i].drawing);
    return status;
}

static SupStatus createBuffers(SupRenderer *r) {
    const WGPUBufferUsage written = WGPUBufferUsage_CopyDst, storage = WGPUBufferUsage_Storage;
    r->drawn = (SupPool){"looks", sizeof(GpuDrawn), storage, NULL, 0, 0};
    r->instances = (SupPool){"instances", 4, storage, NULL, 0, 0};
    r->strains = (SupPool){"strains", 4, storage, NULL, 0, 0};
    SupStatus status = supGpuBuffer(r->gpu, "view", sizeof(GpuView), WGPUBufferUsage_Uniform | written, &r->view);
    if (status == SupStatus_Ok) status = supGpuBuffer(r->gpu, "bounds", 32, storage | written, &r->boundsBuffer);
    if (status == SupStatus_Ok)
        status = supGpuBuffer(r->gpu, "shadow fit", sizeof(GpuShadow), storage | WGPUBufferUsage_Uniform, &r->shadow);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "sun map", r->shadowSize, r->shadowSize, WGPUTextureFormat_Depth32Float, 1,
                                        &r->sunDepth);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "below map", BelowSize, BelowSize, WGPUTextureFormat_Depth32Float, 1,
                                        &r->belowDepth);
    WGPUSamplerDescriptor sampler = WGPU_SAMPLER_DESCRIPTOR_INIT;
    sampler.magFilter = sampler.minFilter = WGPUFilterMode_Linear;
    sampler.addressModeU = sampler.addressModeV = WGPUAddressMode_ClampToEdge;
    r->linear = wgpuDeviceCreateSampler(r->gpu->device, &sampler);
    sampler.compare = WGPUCompareFunction_LessEqual;
    r->compare = wgpuDeviceCreateSampler(r->gpu->device, &sampler);
    return status;
}

SupStatus supRendererCreate(const SupRendererDesc *desc, SupRenderer **out) {
    static const SupRendererDesc initial = SUP_RENDERER_DESC_INIT;
    if (!desc || !out || desc->cookie != initial.cookie || !desc->gpu) return SupStatus_InvalidArgument;
    *out = NULL;
    if (supGpuStatus(desc->gpu) != SupStatus_Ok) return supGpuStatus(desc->gpu);
    if (desc->targetFormat != WGPUTextureFormat_RGBA8Unorm && desc->targetFormat != WGPUTextureFormat_BGRA8Unorm)
        return supGpuFail(desc->gpu, SupStatus_OutOfRange, "targetFormat must be rgba8unorm or bgra8unorm");
    if (desc->shadowSize < 256 || desc->shadowSize > 8192)
        return supGpuFail(desc->gpu, SupStatus_OutOfRange, "shadowSize must lie in 256 .. 8192");
    SupRenderer *r = SUP_NEW(SupRenderer);
    if (!r) return SupStatus_OutOfMemory;
    r->gpu = desc->gpu;
    r->targetFormat = desc->targetFormat;
    r->shadowSize = desc->shadowSize;
    const SupConstant size = {"SHADOW_SIZE", desc->shadowSize};
    SupStatus status = createBuffers(r);
    if (status == SupStatus_Ok) status = supKernelCreate(r->gpu, "shadow_fit", &size, 1, &r->fit);
    if (status == SupStatus_Ok) status = createDrawings(r);
    if (status != SupStatus_Ok) {
        supRendererDestroy(r);
        return status;
    }
    *out = r;
    return SupStatus_Ok;
}

void supRendererDestroy(SupRenderer *r) {
    if (!r) return;
    SupDrawing *drawings[] = {&r->sunMap,  &r->belowMap, &r->surface, &r->tetSolids,
                              &r->pinDots, &r->backdrop, &r->toneMap, &r->bloomFirst};
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; ++i) supDrawingRelease(drawings[i]);
    for (int i = 0; i < BloomLevels; ++i) supDrawingRelease(&r->bloomDown[i]), supDrawingRelease(&r->bloomUp[i]);
    supRenderTimerRelease(r->gpu, &r->timer);
    supRenderPickingRelease(r);
    supKernelRelease(&r->bounds);
    supKernelRelease(&r->fit);
    supKernelRelease(&r->strain);
    if (r->linear) wgpuSamplerRelease(r->linear);
    if (r->compare) wgpuSamplerRelease(r->compare);
    supGpuBufferRelease(r->gpu, &r->view);
    supGpuBufferRelease(r->gpu, &r->boundsBuffer);
    supGpuBufferRelease(r->gpu, &r->shadow);
    supPoolRelease(r->gpu, &r->drawn);
    supPoolRelease(r->gpu, &r->instances);
    supPoolRelease(r->gpu, &r->strains);
    supRenderTextureRelease(&r->sunDepth);
    supRenderTextureRelease(&r->belowDepth);
    supRenderTargetsRelease(&r->targets);
    supFree(r->batches);
    supFree(r->looks);
    supFree(r);
}

// ---- A picture -------------------------------------------------------------------------------------------------------

static bool within(double value, double least, double most) { return value >= least && value <= most; }

static SupStatus checkView(SupRenderer *r, const SupView *view) {
    static const SupView initial = SUP_VIEW_INIT;
    if (view->cookie != initial.cookie || !view->target)
        return supRendererFail(r, SupStatus_InvalidArgument, "a view wants a target and a description from SUP_VIEW_INIT");
    uint32_t most = r->gpu->limits.maxTextureDimension2D;
    if (view->width < 1 || view->height < 1 || view->width > most || view->height > most)
        return supRendererFail(r, SupStatus_OutOfRange, "width and height must lie in 1 .. %u, not %u x %u", most,
                               view->width, view->height);
    Vec3 eye = vec3Load(view->camera.eye), target = vec3Load(view->camera.target), sun = vec3Load(view->sun);
    if (!vec3Finite(eye) || !vec3Finite(target) || !(vec3Length(vec3Sub(target, eye)) > 1e-9))
        return supRendererFail(r, SupStatus_OutOfRange, "camera.eye and camera.target must be finite and apart");
    if (!within(view->camera.fieldOfView, 0.05, 2.5))
        return supRendererFail(r, SupStatus_OutOfRange, "camera.fieldOfView must lie in 0.05 .. 2.5 rad");
    if (!vec3Finite(sun) || !(vec3Length(sun) > 0.0))
        return supRendererFail(r, SupStatus_OutOfRange, "sun must be a direction that is finite and not 0");
    if (!within((double)view->exposure, 0, 1e6) || !within((double)view->sunIntensity, 0, 1e6) ||
        !within((double)view->bloom, 0, 1) || !(view->strainScale > 0.0f))
        return supRendererFail(r, SupStatus_OutOfRange,
                               "exposure, sunIntensity (0 .. 1e6), bloom (0 .. 1) or strainScale (> 0) is out of range");
    return SupStatus_Ok;
}

static void storeAxis(float out[4], Vec3 axis, double w) {
    vec3StoreFloat(out, axis);
    out[3] = (float)w;
}

/// The eye within a period of the grid: whole periods change nothing but digits.
static float gridPhase(double eye) { return (float)(eye - floor(eye)); }

static void writeView(SupRenderer *r, const SupWorld *world, const SupView *view) {
    Vec3 eye = vec3Load(view->camera.eye), back = vec3Sub(eye, vec3Load(view->camera.target));
    double distance = vec3Length(back);
    back = vec3Scale(back, 1.0 / distance);
    // looking straight up or down, the picture's top is -z
    Vec3 top = fabs(back.y) > 0.9999 ? vec3(0, 0, -1) : vec3(0, 1, 0);
    Vec3 right = vec3Cross(top, back);
    right = vec3Scale(right, 1.0 / vec3Length(right));
    double tangent = tan(0.5 * view->camera.fieldOfView), aspect = (double)view->width / view->height;
    Vec3 sun = vec3Load(view->sun);
    GpuView data = {.groundHeight = (float)(world->settings.ground.height - eye.y),
                    .groundEnabled = view->ground && world->settings.ground.enabled,
                    .exposure = view->exposure,
                    .bloom = view->bloom,
                    .strainScale = view->strainScale,
                    .overlays = view->overlays,
                    .gridX = gridPhase(eye.x),
                    .gridZ = gridPhase(eye.z),
                    .width = (float)view->width,
                    .height = (float)view->height,
                    .bodyCount = (uint32_t)world->orderCount,
                    .vertexBlockCount = world->vertexBlockCount};
    storeAxis(data.right, right, tangent * aspect);
    storeAxis(data.up, vec3Cross(back, right), tangent);
    storeAxis(data.back, back, fmin(0.01, 0.01 * distance));
    storeAxis(data.sun, vec3Scale(sun, 1.0 / vec3Length(sun)), (double)view->sunIntensity);
    wgpuQueueWriteBuffer(r->gpu->queue, r->view, 0, &data, sizeof data);
}

/// Kernels that run over a World's blocks must have its workgroup size.
static SupStatus prepareKernels(SupRenderer *r, const SupWorld *world) {
    if (r->workgroupSize == world->workgroupSize) return SupStatus_Ok;
    supKernelRelease(&r->bounds);
    supKernelRelease(&r->strain);
    const SupConstant size = {"WORKGROUP_SIZE", world->workgroupSize};
    SupStatus status = supKernelCreate(r->gpu, "surface_bounds", &size, 1, &r->bounds);
    if (status == SupStatus_Ok) status = supKernelCreate(r->gpu, "vertex_strain", &size, 1, &r->strain);
    if (status == SupStatus_Ok) r->workgroupSize = world->workgroupSize;
    return status;
}

static SupStatus bindAll(SupRenderer *r, const SupWorld *world) {
    const SupBinding bindings[] = {{.name = "view", .buffer = r->view},
                                   {.name = "bounds", .buffer = r->boundsBuffer},
                                   {.name = "shadow", .buffer = r->shadow},
                                   {.name = "drawn", .buffer = r->drawn.buffer},
                                   {.name = "instances", .buffer = r->instances.buffer},
                                   {.name = "strains", .buffer = r->strains.buffer},
                                   {.name = "vertexBlocks", .buffer = world->vertexBlocks.buffer},
                                   {.name = "bodies", .buffer = world->bodyTable.buffer},
                                   {.name = "positions", .buffer = world->positions.buffer},
                                   {.name = "normals", .buffer = world->normals.buffer},
                                   {.name = "triangles", .buffer = world->triangles.buffer},
                                   {.name = "topology", .buffer = world->topology.buffer},
                                   {.name = "tets", .buffer = world->assetTets.buffer},
                                   {.name = "sunMap", .texture = r->sunDepth.view},
                                   {.name = "belowMap", .texture = r->belowDepth.view},
                                   {.name = "compareSampler", .sampler = r->compare}};
    const uint32_t count = sizeof bindings / sizeof *bindings;
    SupStatus status = supKernelBind(r->gpu, &r->fit, bindings, count);
    if (status == SupStatus_Ok) status = supDrawingBind(r->gpu, &r->backdrop, bindings, count);
    if (world->orderCount == 0) return status;
    SupDrawing *drawings[] = {&r->sunMap, &r->belowMap, &r->surface, &r->tetSolids, &r->pinDots};
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings && status == SupStatus_Ok; ++i)
        status = supDrawingBind(r->gpu, drawings[i], bindings, count);
    if (status == SupStatus_Ok) status = supKernelBind(r->gpu, &r->bounds, bindings, count);
    if (status == SupStatus_Ok) status = supKernelBind(r->gpu, &r->strain, bindings, count);
    return status;
}

static SupStatus bindScreen(SupRenderer *r) {
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < BloomLevels && status == SupStatus_Ok; ++i) {
        SupBinding down[] = {{.name = "source", .texture = i ? r->targets.bloom[i - 1].view : r->targets.resolved.view},
                             {.name = "linearSampler", .sampler = r->linear}};
        status = supDrawingBind(r->gpu, i ? &r->bloomDown[i] : &r->bloomFirst, down, 2);
        down[0].texture = r->targets.bloom[i].view;
        if (i > 0 && status == SupStatus_Ok) status = supDrawingBind(r->gpu, &r->bloomUp[i], down, 2);
    }
    const SupBinding tone[] = {{.name = "view", .buffer = r->view},
                               {.name = "source", .texture = r->targets.resolved.view},
                               {.name = "blurred", .texture = r->targets.bloom[0].view},
                               {.name = "linearSampler", .sampler = r->linear}};
    return status == SupStatus_Ok ? supDrawingBind(r->gpu, &r->toneMap, tone, 4) : status;
}

static SupStatus prepare(SupRenderer *r, SupWorld *world, const SupView *view) {
    bool enabled = world->normalsEnabled;
    world->normalsEnabled = true;
    SupStatus status = supWorldSync(world);
    world->normalsEnabled = enabled;
    if (status != SupStatus_Ok) return supRendererFail(r, status, "%s", supWorldErrorText(world));
    status = prepareKernels(r, world);
    if (status == SupStatus_Ok) status = supRenderTargetsResize(r->gpu, &r->targets, view->width, view->height);
    if (status == SupStatus_Ok) status = supRenderUploadInstances(r, world, view->camera.eye);
    if (status == SupStatus_Ok) status = bindAll(r, world);
    if (status == SupStatus_Ok) status = bindScreen(r);
    return status == SupStatus_Ok ? status : supRendererFailGpu(r, status);
}

SupStatus supRendererDraw(SupRenderer *r, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view) {
    if (!r) return SupStatus_InvalidArgument;
    if (!world || !encoder || !view)
        return supRendererFail(r, SupStatus_InvalidArgument, "a picture wants a World, an encoder and a view");
    SupStatus status = checkView(r, view);
    if (status == SupStatus_Ok) status = prepare(r, world, view);
    if (status != SupStatus_Ok) return status;
    writeView(r, world, view);
    supRenderEncode(r, world, encoder, view);
    status = supGpuTakeError(r->gpu);
    return status == SupStatus_Ok ? status : supRendererFailGpu(r, status);
}

SupCamera supCameraAround(const SupWorld *world, double aspect) {
    SupCamera camera = {{3.0, 2.0, 4.0}, {0.0, 0.5, 0.0}, 0.7};
    if (!world || world->orderCount == 0) return camera;
    Vec3 least = vec3(INFINITY, INFINITY, INFINITY), most = vec3(-INFINITY, -INFINITY, -INFINITY);
    bool held = false;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        double radius = supBodyAssetView(body->asset).radius;
        Vec3 center = vec3Load(body->origin), reach = vec3(radius, radius, radius);
        held = held || body->pinnedCount > 0;
        least = vec3Min(least, vec3Sub(center, reach));
        most = vec3Max(most, vec3Add(center, reach));
    }
    // what falls will lie on the ground: keep it in sight, and look at where most of the motion ends unless something hangs
    bool grounded = world->settings.ground.enabled && world->settings.ground.height < least.y;
    if (grounded) least.y = world->settings.ground.height;
    Vec3 center = vec3Scale(vec3Add(least, most), 0.5);
    if (grounded && !held) center.y = least.y + 0.4 * (most.y - least.y);
    double radius = 0.5 * vec3Length(vec3Sub(most, least));
    double tangent = tan(0.5 * camera.fieldOfView) * (aspect < 1.0 ? aspect : 1.0);
    Vec3 eye = vec3AddScaled(center, vec3(0.52, 0.30, 0.80), 0.92 * radius / tangent);
    vec3Store(camera.eye, eye);
    vec3Store(camera.target, center);
    return camera;
}
