// SPDX-License-Identifier: MIT
#include "renderer.h"

SupStatus supRenderTextureCreate(SupGpu *gpu, const char *label, uint32_t width, uint32_t height, WGPUTextureFormat format,
                                 uint32_t samples, RenderTexture *out) {
    WGPUTextureDescriptor desc = WGPU_TEXTURE_DESCRIPTOR_INIT;
    desc.label = supGpuString(label);
    desc.usage = WGPUTextureUsage_RenderAttachment | (samples == 1 ? WGPUTextureUsage_TextureBinding : 0);
    desc.size = (WGPUExtent3D){width, height, 1};
    desc.format = format;
    desc.sampleCount = samples;
    out->texture = wgpuDeviceCreateTexture(gpu->device, &desc);
    out->view = out->texture ? wgpuTextureCreateView(out->texture, NULL) : NULL;
    return supGpuTakeError(gpu);
}

void supRenderTextureRelease(RenderTexture *texture) {
    if (texture->view) wgpuTextureViewRelease(texture->view);
    if (texture->texture) {
        wgpuTextureDestroy(texture->texture);
        wgpuTextureRelease(texture->texture);
    }
    *texture = (RenderTexture){NULL, NULL};
}

void supRenderTargetsRelease(RenderTargets *targets) {
    supRenderTextureRelease(&targets->multisampled);
    supRenderTextureRelease(&targets->depth);
    supRenderTextureRelease(&targets->resolved);
    for (int i = 0; i < BloomLevels; ++i) supRenderTextureRelease(&targets->bloom[i]);
    *targets = (RenderTargets){0};
}

SupStatus supRenderTargetsResize(SupGpu *gpu, RenderTargets *targets, uint32_t width, uint32_t height) {
    const WGPUTextureFormat hdr = WGPUTextureFormat_RGBA16Float;
    if (targets->width == width && targets->height == height) return SupStatus_Ok;
    supRenderTargetsRelease(targets);
    SupStatus status = supRenderTextureCreate(gpu, "scene", width, height, hdr, SceneSamples, &targets->multisampled);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(gpu, "scene depth", width, height, WGPUTextureFormat_Depth32Float, SceneSamples,
                                        &targets->depth);
    if (status == SupStatus_Ok) status = supRenderTextureCreate(gpu, "radiance", width, height, hdr, 1, &targets->resolved);
    uint32_t w = width, h = height;
    for (int i = 0; i < BloomLevels && status == SupStatus_Ok; ++i) {
        w = (w + 1) / 2, h = (h + 1) / 2;
        status = supRenderTextureCreate(gpu, "bloom", w, h, hdr, 1, &targets->bloom[i]);
    }
    if (status != SupStatus_Ok) {
        supRenderTargetsRelease(targets);
        return status;
    }
    targets->width = width;
    targets->height = height;
    return SupStatus_Ok;
}
