// SPDX-License-Identifier: MIT
#include "renderer.h"

#include "base/memory.h"
#include "gpu/readback.h"

#include <string.h>

struct SupPicture {
    SupGpu *gpu;
    uint32_t width, height;
    uint64_t rowBytes; ///< in the staging buffer: a multiple of 256
    RenderTexture target;
    SupReadback *readback;
    SupStatus status;
    uint8_t *pixels;
};

SupStatus supPictureCreate(SupGpu *gpu, uint32_t width, uint32_t height, SupPicture **out) {
    if (!gpu || !out) return SupStatus_InvalidArgument;
    *out = NULL;
    if (supGpuStatus(gpu) != SupStatus_Ok) return supGpuStatus(gpu);
    uint32_t most = gpu->limits.maxTextureDimension2D;
    if (width < 1 || height < 1 || width > most || height > most)
        return supGpuFail(gpu, SupStatus_OutOfRange, "a picture's sides must lie in 1 .. %u, not %u x %u", most, width,
                          height);
    SupPicture *picture = SUP_NEW(SupPicture);
    if (!picture) return SupStatus_OutOfMemory;
    *picture =
        (SupPicture){.gpu = gpu, .width = width, .height = height, .rowBytes = (4 * (uint64_t)width + 255) / 256 * 256};
    picture->pixels = SUP_NEW_ARRAY(uint8_t, 4 * (size_t)width * height);
    const WGPUTextureUsage usage =
        WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_StorageBinding | WGPUTextureUsage_CopySrc;
    SupStatus status = SupStatus_OutOfMemory;
    if (picture->pixels)
        status =
            supRenderTextureCreate(gpu, "picture", width, height, WGPUTextureFormat_RGBA8Unorm, usage, &picture->target);
    if (status != SupStatus_Ok) {
        supPictureDestroy(picture);
        return status;
    }
    *out = picture;
    return SupStatus_Ok;
}

void supPictureDestroy(SupPicture *picture) {
    if (!picture) return;
    supReadbackDestroy(picture->readback);
    supRenderTextureRelease(&picture->target);
    supFree(picture->pixels);
    supFree(picture);
}

WGPUTextureView supPictureTarget(const SupPicture *picture) { return picture ? picture->target.view : NULL; }

SupStatus supPictureSubmit(SupPicture *picture, WGPUCommandEncoder encoder) {
    if (!picture || !encoder || picture->readback) return SupStatus_InvalidArgument;
    SupStatus status = supReadbackCreate(picture->gpu, picture->rowBytes * picture->height, &picture->readback);
    if (status != SupStatus_Ok) {
        wgpuCommandEncoderRelease(encoder);
        return picture->status = status;
    }
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    from.texture = picture->target.texture;
    WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    to.buffer = supReadbackStaging(picture->readback);
    to.layout.bytesPerRow = (uint32_t)picture->rowBytes;
    to.layout.rowsPerImage = picture->height;
    const WGPUExtent3D size = {picture->width, picture->height, 1};
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &from, &to, &size);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(picture->gpu, commands, SUP_GPU_MAX_IN_FLIGHT);
    wgpuCommandBufferRelease(commands);
    supReadbackMap(picture->readback);
    picture->status = SupStatus_Pending;
    return supGpuTakeError(picture->gpu);
}

static void takePixels(SupPicture *picture) {
    const uint8_t *rows = supReadbackData(picture->readback);
    size_t row = 4 * (size_t)picture->width;
    for (size_t y = 0; y < picture->height; ++y) memcpy(picture->pixels + y * row, rows + y * picture->rowBytes, row);
}

SupStatus supPictureStatus(SupPicture *picture) {
    if (!picture) return SupStatus_InvalidArgument;
    if (!picture->readback) return picture->status;
    SupStatus status = supReadbackStatus(picture->readback);
    if (status == SupStatus_Pending) {
        SupStatus gpuStatus = supGpuStatus(picture->gpu);
        return gpuStatus == SupStatus_Ok ? SupStatus_Pending : gpuStatus;
    }
    if (status == SupStatus_Ok) takePixels(picture);
    supReadbackDestroy(picture->readback);
    picture->readback = NULL;
    return picture->status = status;
}

SupStatus supPictureWait(SupPicture *picture, double seconds) {
    double end = supPlatformSeconds() + seconds;
    for (;;) {
        SupStatus status = supPictureStatus(picture);
        if (status != SupStatus_Pending || supPlatformSeconds() >= end) return status;
        if (!supPlatformWait(picture->gpu, NULL)) return SupStatus_Unsupported;
    }
}

const uint8_t *supPicturePixels(const SupPicture *picture) {
    return picture && picture->status == SupStatus_Ok && !picture->readback ? picture->pixels : NULL;
}
