// SPDX-License-Identifier: MIT
#include "renderer.h"

SupStatus supRenderTextureCreate(SupGpu *gpu, const char *label, uint32_t width, uint32_t height, WGPUTextureFormat format,
                                 WGPUTextureUsage usage, RenderTexture *out) {
    WGPUTextureDescriptor desc = WGPU_TEXTURE_DESCRIPTOR_INIT;
    desc.label = supGpuString(label);
    desc.usage = usage;
    desc.size = (WGPUExtent3D){width, height, 1};
    desc.format = format;
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

void supRenderTargetsRelease(SupGpu *gpu, RenderTargets *targets) {
    supGpuBufferRelease(gpu, &targets->samples);
    supRenderTextureRelease(&targets->radiance);
    supRenderTextureRelease(&targets->picture);
    for (int i = 0; i < BloomLevels; ++i) {
        supRenderTextureRelease(&targets->down[i]);
        supRenderTextureRelease(&targets->up[i]);
    }
    *targets = (RenderTargets){0};
}

static uint32_t rowsThatFit(const SupGpu *gpu, uint32_t width, uint32_t height, uint64_t most) {
    if (most > gpu->limits.maxStorageBufferBindingSize) most = gpu->limits.maxStorageBufferBindingSize;
    if (most > gpu->limits.maxBufferSize) most = gpu->limits.maxBufferSize;
    uint64_t rows = most / ((uint64_t)width * SampleBytes);
    if (rows < 1) rows = 1;
    return rows < height ? (uint32_t)rows : height;
}

SupStatus supRenderTargetsResize(SupGpu *gpu, RenderTargets *targets, uint32_t width, uint32_t height,
                                 uint64_t sampleBytes) {
    if (targets->width == width && targets->height == height) return SupStatus_Ok;
    supRenderTargetsRelease(gpu, targets);
    const WGPUTextureFormat hdr = WGPUTextureFormat_RGBA16Float;
    const WGPUTextureUsage usage = WGPUTextureUsage_StorageBinding | WGPUTextureUsage_TextureBinding;
    uint32_t rows = rowsThatFit(gpu, width, height, sampleBytes), w = width, h = height;
    SupStatus status =
        supGpuBuffer(gpu, "samples", (uint64_t)rows * width * SampleBytes, WGPUBufferUsage_Storage, &targets->samples);
    if (status == SupStatus_Ok)
        status = supRenderTextureCreate(gpu, "radiance", width, height, hdr, usage, &targets->radiance);
    if (status == SupStatus_Ok)
        status =
            supRenderTextureCreate(gpu, "picture", width, height, WGPUTextureFormat_RGBA8Unorm, usage, &targets->picture);
    for (int i = 0; i < BloomLevels && status == SupStatus_Ok; ++i) {
        w = (w + 1) / 2, h = (h + 1) / 2;
        status = supRenderTextureCreate(gpu, "bloom", w, h, hdr, usage, &targets->down[i]);
        if (status == SupStatus_Ok && i + 1 < BloomLevels)
            status = supRenderTextureCreate(gpu, "bloom", w, h, hdr, usage, &targets->up[i]);
    }
    if (status != SupStatus_Ok) {
        supRenderTargetsRelease(gpu, targets);
        return status;
    }
    targets->width = width;
    targets->height = height;
    targets->bandRows = rows;
    return SupStatus_Ok;
}
