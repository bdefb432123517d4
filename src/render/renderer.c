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

static SupStatus createMaps(SupRenderer *r) {
    const WGPUTextureUsage usage = WGPUTextureUsage_StorageBinding | WGPUTextureUsage_TextureBinding;
    uint64_t texels = (uint64_t)r->shadowSize * r->shadowSize + BelowSize * BelowSize;
    SupStatus status = supGpuBuffer(r->gpu, "casts", 4 * texels, WGPUBufferUsage_Storage, &r->casts);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "sun map", r->shadowSize, r->shadowSize, WGPUTextureFormat_R32Uint, usage,
                                        &r->sunMap);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "below map", BelowSize, BelowSize, WGPUTextureFormat_R32Uint, usage,
                                        &r->belowMap);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(r->gpu, "open map", OpenSize, OpenSize, WGPUTextureFormat_RGBA16Float, usage,
                                        &r->openMap);
    return status;
}

static SupStatus createBuffers(SupRenderer *r) {
    const WGPUBufferUsage written = WGPUBufferUsage_CopyDst, storage = WGPUBufferUsage_Storage,
                          uniform = WGPUBufferUsage_Uniform;
    r->drawn = (SupPool){"looks", sizeof(GpuDrawn), storage, NULL, 0, 0};
    r->instances = (SupPool){"instances", 4, storage, NULL, 0, 0};
    r->strains = (SupPool){"strains", 4, storage, NULL, 0, 0};
    r->queue = (SupPool){"queued triangles", 8, storage, NULL, 0, 0};
    r->surfaceBlocks.pool = (SupPool){"surface blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    r->edgeBlocks.pool = (SupPool){"drawn edge blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    r->tetBlocks.pool = (SupPool){"drawn tet blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    SupStatus status = supGpuBuffer(r->gpu, "view", sizeof(GpuView), uniform | written, &r->view);
    if (status == SupStatus_Ok)
        status = supGpuBuffer(r->gpu, "boxes", SUP_MAX_BLOCKS * sizeof(GpuBox), uniform | written, &r->boxes);
    if (status == SupStatus_Ok) status = supGpuBuffer(r->gpu, "bounds", 32, storage, &r->bounds);
    if (status == SupStatus_Ok)
        status = supGpuBuffer(r->gpu, "shadow fit", sizeof(GpuShadow), storage | uniform, &r->shadow);
    if (status == SupStatus_Ok)
        status = supGpuBuffer(r->gpu, "raster", sizeof(GpuRaster), storage | uniform | WGPUBufferUsage_Indirect, &r->raster);
    if (status == SupStatus_Ok) status = supGpuBuffer(r->gpu, "nothing", 512, storage, &r->nothing);
    WGPUSamplerDescriptor sampler = WGPU_SAMPLER_DESCRIPTOR_INIT;
    sampler.magFilter = sampler.minFilter = WGPUFilterMode_Linear;
    sampler.addressModeU = sampler.addressModeV = WGPUAddressMode_ClampToEdge;
    r->linear = wgpuDeviceCreateSampler(r->gpu->device, &sampler);
    return status == SupStatus_Ok ? createMaps(r) : status;
}

SupStatus supRendererCreate(const SupRendererDesc *desc, SupRenderer **out) {
    static const SupRendererDesc initial = SUP_RENDERER_DESC_INIT;
    if (!desc || !out || desc->cookie != initial.cookie || !desc->gpu) return SupStatus_InvalidArgument;
    *out = NULL;
    if (supGpuStatus(desc->gpu) != SupStatus_Ok) return supGpuStatus(desc->gpu);
    if (desc->targetFormat != WGPUTextureFormat_RGBA8Unorm && desc->targetFormat != WGPUTextureFormat_BGRA8Unorm)
        return supGpuFail(desc->gpu, SupStatus_OutOfRange, "targetFormat must be rgba8unorm or bgra8unorm");
    if (desc->shadowSize < 256 || desc->shadowSize > 4096)
        return supGpuFail(desc->gpu, SupStatus_OutOfRange, "shadowSize must lie in 256 .. 4096");
    SupRenderer *r = SUP_NEW(SupRenderer);
    if (!r) return SupStatus_OutOfMemory;
    r->gpu = desc->gpu;
    r->targetFormat = desc->targetFormat;
    r->shadowSize = desc->shadowSize;
    r->sampleBytes = (uint64_t)1 << 28;
    r->blockParts = 1;
    SupStatus status = createBuffers(r);
    if (status == SupStatus_Ok) status = supRenderCreateKernels(r);
    if (status != SupStatus_Ok) {
        supRendererDestroy(r);
        return status;
    }
    *out = r;
    return SupStatus_Ok;
}

void supRendererDestroy(SupRenderer *r) {
    if (!r) return;
    supRenderReleaseKernels(r);
    supRenderTimerRelease(r->gpu, &r->timer);
    supRenderPickingRelease(r);
    if (r->linear) wgpuSamplerRelease(r->linear);
    WGPUBuffer *buffers[] = {&r->view, &r->boxes, &r->bounds, &r->shadow, &r->raster, &r->casts, &r->nothing};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; ++i) supGpuBufferRelease(r->gpu, buffers[i]);
    SupPool *pools[] = {&r->drawn,          &r->instances,      &r->strains, &r->queue, &r->surfaceBlocks.pool,
                        &r->tetBlocks.pool, &r->edgeBlocks.pool};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; ++i) supPoolRelease(r->gpu, pools[i]);
    supRenderTextureRelease(&r->sunMap);
    supRenderTextureRelease(&r->belowMap);
    supRenderTextureRelease(&r->openMap);
    supRenderTargetsRelease(r->gpu, &r->targets);
    supFree(r->surfaceBlocks.blocks);
    supFree(r->tetBlocks.blocks);
    supFree(r->edgeBlocks.blocks);
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
    if (!within((double)view->rippleHeight, 0, 10) || !within((double)view->rippleLength, 0.01, 1000))
        return supRendererFail(r, SupStatus_OutOfRange,
                               "rippleHeight must lie in 0 .. 10 m, rippleLength in 0.01 .. 1000 m");
    return SupStatus_Ok;
}

static void storeAxis(float out[4], Vec3 axis, double w) {
    vec3StoreFloat(out, axis);
    out[3] = (float)w;
}

/// The eye within a period of the grid: whole periods change nothing but digits.
static float gridPhase(double eye) { return (float)(eye - floor(eye)); }

/// Depth (near / distance) is linear on the screen, for a plane too.
static void setGroundDepth(GpuView *view) {
    if (!view->groundEnabled || view->groundHeight >= 0.0f) return;
    float scale = view->back[3] / view->groundHeight;
    float x = view->right[1] * view->right[3], y = view->up[1] * view->up[3];
    view->groundDepth[0] = scale * x * 2.0f / view->width;
    view->groundDepth[1] = -scale * y * 2.0f / view->height;
    view->groundDepth[2] = scale * (y - x - view->back[1]);
}

/// Rings go as fast as deep water's waves of their length, sqrt(g L / 2 pi) with Earth's g.
static void setRipples(GpuView *data, const SupView *view, double time) {
    const double waves = 4.0, period = 64.0; // as shaders/shared/ripples.wgsl
    double length = (double)view->rippleLength, square = waves * length, lifetime = square / sqrt(1.56 * length);
    data->ripple[0] = view->rippleHeight;
    data->ripple[1] = (float)square;
    for (int i = 0; i < 2; ++i) {
        double at = view->camera.eye[2 * i] / square;
        data->ripple[2 + i] = (float)(at - period * floor(at / period));
    }
    data->rippleTime = (float)fmod(time / lifetime, period);
}

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
                    .hazeStart = (float)(1.6 * distance),
                    .hazeRate = (float)(0.2 / distance),
                    .bandRows = r->targets.bandRows,
                    .vertexBlockCount = world->vertexBlockCount,
                    .boxCount = r->blockCount,
                    .boxParts = r->blockParts,
                    .edgeBlockCount = (uint32_t)r->edgeBlocks.count,
                    .surfaceBlockCount = (uint32_t)r->surfaceBlocks.count,
                    .drawBlockCount =
                        (uint32_t)(view->overlays & SupOverlay_Tets ? r->tetBlocks.count : r->surfaceBlocks.count)};
    storeAxis(data.right, right, tangent * aspect);
    storeAxis(data.up, vec3Cross(back, right), tangent);
    storeAxis(data.back, back, fmin(0.01, 0.01 * distance));
    storeAxis(data.sun, vec3Scale(sun, 1.0 / vec3Length(sun)), (double)view->sunIntensity);
    setGroundDepth(&data);
    setRipples(&data, view, world->time);
    wgpuQueueWriteBuffer(r->gpu->queue, r->view, 0, &data, sizeof data);
}

static SupStatus prepare(SupRenderer *r, SupWorld *world, const SupView *view) {
    bool enabled = world->normalsEnabled;
    world->normalsEnabled = true;
    SupStatus status = supWorldSync(world);
    world->normalsEnabled = enabled;
    if (status != SupStatus_Ok) return supRendererFail(r, status, "%s", supWorldErrorText(world));
    bool tets = (view->overlays & SupOverlay_Tets) != 0;
    status = supRenderPrepareWorldKernels(r, world);
    if (status == SupStatus_Ok)
        status = supRenderTargetsResize(r->gpu, &r->targets, view->width, view->height, r->sampleBytes);
    if (status == SupStatus_Ok) status = supRenderUploadInstances(r, world, view->camera.eye);
    if (status == SupStatus_Ok) status = supRenderUploadBlocks(r, world, &r->surfaceBlocks, false);
    if (status == SupStatus_Ok && tets) status = supRenderUploadBlocks(r, world, &r->tetBlocks, true);
    if (status == SupStatus_Ok && (view->overlays & SupOverlay_Edges)) status = supRenderUploadEdges(r, world);
    if (status == SupStatus_Ok) status = supRenderBind(r, world, view);
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
    supRenderUploadBoxes(r, world, view->camera.eye);
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
