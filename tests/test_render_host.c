// SPDX-License-Identifier: MIT
// The renderer on a host's own device, in its formats and encoders, and beside another renderer.
#include "host_fixture.h"
#include "render_fixture.h"

#include <wgpu.h>

#include <stdlib.h>
#include <string.h>

enum { Width = 96, Height = 64, Row = 512 };

/// A target of the host's, without the usages that only this library knows.
typedef struct HostTarget {
    WGPUTexture texture;
    WGPUTextureView view;
} HostTarget;

static HostTarget makeTarget(const Host *host, WGPUTextureFormat format, WGPUTextureUsage more) {
    WGPUTextureDescriptor desc = WGPU_TEXTURE_DESCRIPTOR_INIT;
    desc.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc | more;
    desc.size = (WGPUExtent3D){Width, Height, 1};
    desc.format = format;
    HostTarget target = {.texture = wgpuDeviceCreateTexture(host->device, &desc)};
    target.view = wgpuTextureCreateView(target.texture, NULL);
    return target;
}

static void freeTarget(HostTarget *target) {
    wgpuTextureViewRelease(target->view);
    wgpuTextureRelease(target->texture);
}

/// The host's own work: a clear, in the encoder that the renderer is given.
static void clearTarget(WGPUCommandEncoder encoder, const HostTarget *target) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = target->view;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    color.clearValue = (WGPUColor){1, 0, 1, 0};
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.colorAttachmentCount = 1;
    desc.colorAttachments = &color;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

static void copyTarget(WGPUCommandEncoder encoder, const HostTarget *target, WGPUBuffer buffer) {
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    from.texture = target->texture;
    WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    to.buffer = buffer;
    to.layout.bytesPerRow = Row;
    to.layout.rowsPerImage = Height;
    const WGPUExtent3D size = {Width, Height, 1};
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &from, &to, &size);
}

static void onMapped(WGPUMapAsyncStatus status, WGPUStringView message, void *user, void *unused) {
    (void)message, (void)unused;
    *(bool *)user = status == WGPUMapAsyncStatus_Success;
}

static WGPUBuffer makeBuffer(const Host *host) {
    WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
    desc.size = Row * Height;
    desc.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    return wgpuDeviceCreateBuffer(host->device, &desc);
}

/// rgba bytes; the buffer is released.
static uint8_t *takePixels(const Host *host, WGPUBuffer buffer, bool swapped) {
    bool mapped = false;
    WGPUBufferMapCallbackInfo callback = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = onMapped;
    callback.userdata1 = &mapped;
    wgpuBufferMapAsync(buffer, WGPUMapMode_Read, 0, Row * Height, callback);
    wgpuDevicePoll(host->device, true, NULL);
    wgpuInstanceProcessEvents(host->instance);
    assert_true(mapped);
    const uint8_t *rows = wgpuBufferGetConstMappedRange(buffer, 0, Row * Height);
    uint8_t *pixels = malloc(4 * Width * Height);
    for (int y = 0; y < Height; ++y)
        for (int x = 0; x < Width; ++x)
            for (int k = 0; k < 4; ++k)
                pixels[4 * (y * Width + x) + k] = rows[y * Row + 4 * x + (swapped && k < 3 ? 2 - k : k)];
    wgpuBufferRelease(buffer);
    return pixels;
}

static SupWorld *worldOn(SupGpu *gpu, SupBodyAsset *asset) {
    SupWorldDesc desc = SUP_WORLD_DESC_INIT;
    desc.gpu = gpu;
    SupWorld *world = NULL;
    assert_ok(supWorldCreate(&desc, &world));
    SupBodyDesc body = SUP_BODY_DESC_INIT;
    body.asset = asset;
    body.position[0] = body.position[2] = -0.25;
    body.position[1] = 0.3;
    addBody(world, &body);
    return world;
}

static SupRenderer *rendererOn(SupGpu *gpu, WGPUTextureFormat format) {
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = gpu;
    desc.targetFormat = format;
    desc.shadowSize = 1024;
    SupRenderer *renderer = NULL;
    assert_ok(supRendererCreate(&desc, &renderer));
    return renderer;
}

static SupView hostView(const HostTarget *target) {
    const double eye[3] = {0.4, 1.2, 2.4}, middle[3] = {0, 0.4, 0};
    SupView view = plainView(Width, Height, eye, middle);
    view.target = target->view;
    return view;
}

static void submit(const Host *host, WGPUCommandEncoder encoder) {
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuQueueSubmit(host->queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
}

static void a_hosts_device_formats_and_encoder_give_the_same_picture(void **state) {
    (void)state;
    SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 2, 2, 2);
    SupWorld *own = worldOn(fixtureGpu(), asset);
    SupView plain = hostView(&(HostTarget){NULL, NULL});
    Shot expected = takeShot(own, &plain, NULL);
    supWorldDestroy(own);
    Host host;
    hostOpen(&host);
    SupGpu *gpu = hostWrap(&host);
    SupWorld *world = worldOn(gpu, asset);
    static const WGPUTextureFormat formats[] = {WGPUTextureFormat_RGBA8Unorm, WGPUTextureFormat_BGRA8Unorm};
    for (int i = 0; i < 3; ++i) { // the third time straight into a storage texture
        WGPUTextureFormat format = formats[i % 2];
        SupRenderer *renderer = rendererOn(gpu, format);
        HostTarget target = makeTarget(&host, format, i == 2 ? WGPUTextureUsage_StorageBinding : 0);
        WGPUBuffer buffer = makeBuffer(&host);
        SupView view = hostView(&target);
        view.storageTarget = i == 2;
        WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(host.device, NULL);
        clearTarget(encoder, &target);
        assert_ok(supRendererDraw(renderer, world, encoder, &view));
        copyTarget(encoder, &target, buffer);
        submit(&host, encoder);
        uint8_t *pixels = takePixels(&host, buffer, format == WGPUTextureFormat_BGRA8Unorm);
        assert_memory_equal(expected.pixels, pixels, 4 * Width * Height);
        free(pixels);
        freeTarget(&target);
        supRendererDestroy(renderer);
    }
    assert_int_equal(0, host.errors);
    supWorldDestroy(world);
    supGpuDestroy(gpu);
    hostClose(&host);
    supBodyAssetRelease(asset);
    free(expected.pixels);
}

static void two_renderers_on_one_device_do_not_meet(void **state) {
    (void)state;
    SupBodyAsset *small = boxAsset(0.5, 0.5, 0.5, 2, 2, 2), *large = boxAsset(0.5, 0.9, 0.5, 3, 3, 3);
    Host host;
    hostOpen(&host);
    SupGpu *gpu = hostWrap(&host);
    SupWorld *worlds[2] = {worldOn(gpu, small), worldOn(gpu, large)};
    uint8_t *alone[2];
    for (int turn = 0; turn < 2; ++turn) { // first each by itself, then both in one encoder
        SupRenderer *renderers[2];
        HostTarget targets[2];
        WGPUBuffer buffers[2];
        WGPUCommandEncoder shared = wgpuDeviceCreateCommandEncoder(host.device, NULL);
        for (int i = 0; i < 2; ++i) {
            renderers[i] = rendererOn(gpu, WGPUTextureFormat_RGBA8Unorm);
            targets[i] = makeTarget(&host, WGPUTextureFormat_RGBA8Unorm, 0);
            buffers[i] = makeBuffer(&host);
            WGPUCommandEncoder encoder = turn ? shared : wgpuDeviceCreateCommandEncoder(host.device, NULL);
            SupView view = hostView(&targets[i]);
            assert_ok(supRendererDraw(renderers[i], worlds[i], encoder, &view));
            copyTarget(encoder, &targets[i], buffers[i]);
            if (!turn) submit(&host, encoder);
        }
        submit(&host, shared);
        for (int i = 0; i < 2; ++i) {
            uint8_t *pixels = takePixels(&host, buffers[i], false);
            if (turn) assert_memory_equal(alone[i], pixels, 4 * Width * Height);
            if (turn)
                free(pixels);
            else
                alone[i] = pixels;
            freeTarget(&targets[i]);
            supRendererDestroy(renderers[i]);
        }
    }
    assert_memory_not_equal(alone[0], alone[1], 4 * Width * Height);
    free(alone[0]), free(alone[1]);
    assert_int_equal(0, host.errors);
    for (int i = 0; i < 2; ++i) supWorldDestroy(worlds[i]);
    assert_int_equal(0, supGpuAllocated(gpu));
    supGpuDestroy(gpu);
    hostClose(&host);
    supBodyAssetRelease(small);
    supBodyAssetRelease(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hosts_device_formats_and_encoder_give_the_same_picture),
        cmocka_unit_test(two_renderers_on_one_device_do_not_meet),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
