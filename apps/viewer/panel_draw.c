// SPDX-License-Identifier: MIT
#include "panel_draw.h"

#include <math.h>
#include <string.h>

/// Colours pass through as they are: canvas, letters and panel are all sRGB-encoded.
static const char shader[] =
    "struct Screen { size: vec2f, spare: vec2f }\n"
    "@group(0) @binding(0) var<uniform> screen: Screen;\n"
    "@group(0) @binding(1) var source: texture_2d<f32>;\n"
    "@group(0) @binding(2) var linear: sampler;\n"
    "struct Point { @builtin(position) position: vec4f, @location(0) uv: vec2f, @location(1) color: vec4f }\n"
    "@vertex fn shape_vertex(@location(0) place: vec2f, @location(1) uv: vec2f, @location(2) color: vec4f) -> Point {\n"
    "    let p = place / screen.size * vec2f(2.0, -2.0) + vec2f(-1.0, 1.0);\n"
    "    return Point(vec4f(p, 0.0, 1.0), uv, color);\n"
    "}\n"
    "@fragment fn shape_fragment(point: Point) -> @location(0) vec4f {\n"
    "    return point.color * textureSample(source, linear, point.uv);\n"
    "}\n"
    "@vertex fn copy_vertex(@builtin(vertex_index) i: u32) -> Point {\n"
    "    let p = vec2f(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0);\n"
    "    return Point(vec4f(p, 0.0, 1.0), vec2f(0.0), vec4f(1.0));\n"
    "}\n"
    "@fragment fn copy_fragment(point: Point) -> @location(0) vec4f {\n"
    "    return vec4f(textureLoad(source, vec2i(point.position.xy), 0).rgb, 1.0);\n"
    "}\n";

static WGPUStringView text(const char *s) { return (WGPUStringView){s, strlen(s)}; }

static void createLayout(Screen *screen) {
    WGPUBindGroupLayoutEntry entries[3] = {WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT, WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT,
                                           WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT};
    for (uint32_t i = 0; i < 3; ++i) {
        entries[i].binding = i;
        entries[i].visibility = WGPUShaderStage_Vertex | WGPUShaderStage_Fragment;
    }
    entries[0].buffer.type = WGPUBufferBindingType_Uniform;
    entries[1].texture.sampleType = WGPUTextureSampleType_Float;
    entries[1].texture.viewDimension = WGPUTextureViewDimension_2D;
    entries[2].sampler.type = WGPUSamplerBindingType_Filtering;
    WGPUBindGroupLayoutDescriptor desc = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    desc.entryCount = 3;
    desc.entries = entries;
    screen->layout = wgpuDeviceCreateBindGroupLayout(screen->device, &desc);
}

static WGPURenderPipeline createPipeline(Screen *screen, WGPUShaderModule module, WGPUPipelineLayout layout, bool shapes,
                                         WGPUTextureFormat format) {
    const WGPUVertexAttribute attributes[3] = {{NULL, WGPUVertexFormat_Float32x2, 0, 0},
                                               {NULL, WGPUVertexFormat_Float32x2, 8, 1},
                                               {NULL, WGPUVertexFormat_Unorm8x4, 16, 2}};
    WGPUVertexBufferLayout buffer = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    buffer.stepMode = WGPUVertexStepMode_Vertex;
    buffer.arrayStride = sizeof(PanelVertex);
    buffer.attributeCount = 3;
    buffer.attributes = attributes;
    WGPUBlendState over = WGPU_BLEND_STATE_INIT;
    over.color = (WGPUBlendComponent){WGPUBlendOperation_Add, WGPUBlendFactor_SrcAlpha, WGPUBlendFactor_OneMinusSrcAlpha};
    over.alpha = (WGPUBlendComponent){WGPUBlendOperation_Add, WGPUBlendFactor_One, WGPUBlendFactor_OneMinusSrcAlpha};
    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = format;
    if (shapes) target.blend = &over;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = module;
    fragment.entryPoint = text(shapes ? "shape_fragment" : "copy_fragment");
    fragment.targetCount = 1;
    fragment.targets = &target;
    WGPURenderPipelineDescriptor desc = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    desc.label = text(shapes ? "panel" : "canvas");
    desc.layout = layout;
    desc.vertex.module = module;
    desc.vertex.entryPoint = text(shapes ? "shape_vertex" : "copy_vertex");
    if (shapes) desc.vertex.bufferCount = 1, desc.vertex.buffers = &buffer;
    desc.primitive.topology = WGPUPrimitiveTopology_TriangleList;
    desc.fragment = &fragment;
    return wgpuDeviceCreateRenderPipeline(screen->device, &desc);
}

static void createPipelines(Screen *screen) {
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = text(shader);
    WGPUShaderModuleDescriptor moduleDesc = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    moduleDesc.nextInChain = &source.chain;
    WGPUShaderModule module = wgpuDeviceCreateShaderModule(screen->device, &moduleDesc);
    WGPUPipelineLayoutDescriptor layoutDesc = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    layoutDesc.bindGroupLayoutCount = 1;
    layoutDesc.bindGroupLayouts = &screen->layout;
    WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(screen->device, &layoutDesc);
    for (int i = 0; i < ScreenTargets; ++i) {
        screen->copy[i] = createPipeline(screen, module, layout, false, screen->formats[i]);
        screen->shapes[i] = createPipeline(screen, module, layout, true, screen->formats[i]);
    }
    wgpuPipelineLayoutRelease(layout);
    wgpuShaderModuleRelease(module);
}

bool screenCreate(Screen *screen, const SupGpu *gpu, WGPUTextureFormat windowFormat) {
    *screen = (Screen){
        .device = supGpuDevice(gpu), .queue = supGpuQueue(gpu), .formats = {windowFormat, WGPUTextureFormat_RGBA8Unorm}};
    createLayout(screen);
    createPipelines(screen);
    WGPUSamplerDescriptor sampler = WGPU_SAMPLER_DESCRIPTOR_INIT;
    sampler.magFilter = sampler.minFilter = WGPUFilterMode_Linear;
    screen->sampler = wgpuDeviceCreateSampler(screen->device, &sampler);
    WGPUBufferDescriptor uniform = WGPU_BUFFER_DESCRIPTOR_INIT;
    uniform.size = 16;
    uniform.usage = WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst;
    screen->uniform = wgpuDeviceCreateBuffer(screen->device, &uniform);
    screenTakeLetters(screen);
    return supGpuStatus(gpu) == SupStatus_Ok;
}

static WGPUBindGroup createGroup(Screen *screen, WGPUTextureView view) {
    WGPUBindGroupEntry entries[3] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
    for (uint32_t i = 0; i < 3; ++i) entries[i].binding = i;
    entries[0].buffer = screen->uniform;
    entries[0].size = 16;
    entries[1].textureView = view;
    entries[2].sampler = screen->sampler;
    WGPUBindGroupDescriptor desc = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    desc.layout = screen->layout;
    desc.entryCount = 3;
    desc.entries = entries;
    return wgpuDeviceCreateBindGroup(screen->device, &desc);
}

static void releaseTexture(WGPUTexture *texture, WGPUTextureView *view, WGPUBindGroup *group) {
    if (*group) wgpuBindGroupRelease(*group);
    if (*view) wgpuTextureViewRelease(*view);
    if (*texture) wgpuTextureRelease(*texture);
    *group = NULL;
    *view = NULL;
    *texture = NULL;
}

static WGPUTexture createTexture(const Screen *screen, uint32_t width, uint32_t height, WGPUTextureUsage usage) {
    WGPUTextureDescriptor desc = WGPU_TEXTURE_DESCRIPTOR_INIT;
    desc.usage = usage | WGPUTextureUsage_TextureBinding;
    desc.size = (WGPUExtent3D){width, height, 1};
    desc.format = WGPUTextureFormat_RGBA8Unorm;
    return wgpuDeviceCreateTexture(screen->device, &desc);
}

void screenTakeLetters(Screen *screen) {
    uint32_t width, height;
    const uint8_t *pixels = panelLetters(&width, &height);
    releaseTexture(&screen->letters, &screen->lettersView, &screen->lettersGroup);
    screen->letters = createTexture(screen, width, height, WGPUTextureUsage_CopyDst);
    screen->lettersView = wgpuTextureCreateView(screen->letters, NULL);
    screen->lettersGroup = createGroup(screen, screen->lettersView);
    WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    to.texture = screen->letters;
    WGPUTexelCopyBufferLayout layout = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
    layout.bytesPerRow = 4 * width;
    layout.rowsPerImage = height;
    const WGPUExtent3D size = {width, height, 1};
    wgpuQueueWriteTexture(screen->queue, &to, pixels, 4 * (size_t)width * height, &layout, &size);
}

bool screenResize(Screen *screen, uint32_t width, uint32_t height) {
    if (screen->canvas && screen->width == width && screen->height == height) return true;
    releaseTexture(&screen->canvas, &screen->canvasView, &screen->canvasGroup);
    screen->canvas = createTexture(screen, width, height, WGPUTextureUsage_RenderAttachment);
    screen->canvasView = screen->canvas ? wgpuTextureCreateView(screen->canvas, NULL) : NULL;
    if (!screen->canvasView) return false;
    screen->canvasGroup = createGroup(screen, screen->canvasView);
    screen->width = width;
    screen->height = height;
    const float size[4] = {(float)width, (float)height, 0.0f, 0.0f};
    wgpuQueueWriteBuffer(screen->queue, screen->uniform, 0, size, sizeof size);
    return true;
}

static void upload(Screen *screen, WGPUBuffer *buffer, uint64_t *capacity, WGPUBufferUsage usage, const void *data,
                   size_t bytes) {
    if (bytes == 0) return;
    if (*capacity < bytes) {
        if (*buffer) wgpuBufferRelease(*buffer);
        WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
        desc.size = *capacity = (2 * bytes + 255) / 256 * 256;
        desc.usage = usage | WGPUBufferUsage_CopyDst;
        *buffer = wgpuDeviceCreateBuffer(screen->device, &desc);
    }
    wgpuQueueWriteBuffer(screen->queue, *buffer, 0, data, bytes);
}

void screenTakeShapes(Screen *screen, const PanelShapes *shapes) {
    upload(screen, &screen->vertices, &screen->vertexBytes, WGPUBufferUsage_Vertex, shapes->vertices,
           shapes->vertexCount * sizeof *shapes->vertices);
    upload(screen, &screen->indices, &screen->indexBytes, WGPUBufferUsage_Index, shapes->indices,
           shapes->indexCount * sizeof *shapes->indices);
}

/// Clips to the panel's rectangle within the target; false when nothing is left of it.
static bool setClip(const Screen *screen, WGPURenderPassEncoder pass, const float clip[4]) {
    double left = fmax(0.0, floor((double)clip[0])), top = fmax(0.0, floor((double)clip[1]));
    double right = fmin(screen->width, ceil((double)clip[2])), bottom = fmin(screen->height, ceil((double)clip[3]));
    if (!(right > left) || !(bottom > top)) return false;
    wgpuRenderPassEncoderSetScissorRect(pass, (uint32_t)left, (uint32_t)top, (uint32_t)(right - left),
                                        (uint32_t)(bottom - top));
    return true;
}

static void drawShapes(const Screen *screen, WGPURenderPassEncoder pass, int index, const PanelShapes *shapes) {
    if (shapes->stretchCount == 0) return;
    wgpuRenderPassEncoderSetPipeline(pass, screen->shapes[index]);
    wgpuRenderPassEncoderSetBindGroup(pass, 0, screen->lettersGroup, 0, NULL);
    wgpuRenderPassEncoderSetVertexBuffer(pass, 0, screen->vertices, 0, shapes->vertexCount * sizeof *shapes->vertices);
    wgpuRenderPassEncoderSetIndexBuffer(pass, screen->indices, WGPUIndexFormat_Uint16, 0,
                                        shapes->indexCount * sizeof *shapes->indices);
    for (uint32_t i = 0; i < shapes->stretchCount; ++i) {
        const PanelStretch *s = &shapes->stretches[i];
        if (setClip(screen, pass, s->clip))
            wgpuRenderPassEncoderDrawIndexed(pass, s->indexCount, 1, s->firstIndex, (int32_t)s->baseVertex, 0);
    }
}

void screenEncode(Screen *screen, WGPUCommandEncoder encoder, WGPUTextureView target, int index, const PanelShapes *shapes) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = target;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    desc.colorAttachmentCount = 1;
    desc.colorAttachments = &color;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &desc);
    wgpuRenderPassEncoderSetPipeline(pass, screen->copy[index]);
    wgpuRenderPassEncoderSetBindGroup(pass, 0, screen->canvasGroup, 0, NULL);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
    if (shapes) drawShapes(screen, pass, index, shapes);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
}

void screenDestroy(Screen *screen) {
    releaseTexture(&screen->letters, &screen->lettersView, &screen->lettersGroup);
    releaseTexture(&screen->canvas, &screen->canvasView, &screen->canvasGroup);
    for (int i = 0; i < ScreenTargets; ++i) {
        if (screen->copy[i]) wgpuRenderPipelineRelease(screen->copy[i]);
        if (screen->shapes[i]) wgpuRenderPipelineRelease(screen->shapes[i]);
    }
    if (screen->layout) wgpuBindGroupLayoutRelease(screen->layout);
    if (screen->sampler) wgpuSamplerRelease(screen->sampler);
    WGPUBuffer buffers[] = {screen->uniform, screen->vertices, screen->indices};
    for (int i = 0; i < 3; ++i)
        if (buffers[i]) wgpuBufferRelease(buffers[i]);
    *screen = (Screen){0};
}
