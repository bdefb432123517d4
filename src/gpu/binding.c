// SPDX-License-Identifier: MIT
#include "binding.h"

#include <string.h>

enum { MaxBindings = 16 };

const SupShader *supShaderFind(const char *name) {
    for (uint32_t i = 0; i < supShaderCount; ++i)
        if (strcmp(supShaders[i].name, name) == 0) return &supShaders[i];
    return NULL;
}

static void describeStorage(WGPUBindGroupLayoutEntry *entry, WGPUTextureFormat format) {
    entry->storageTexture.access = WGPUStorageTextureAccess_WriteOnly;
    entry->storageTexture.format = format;
    entry->storageTexture.viewDimension = WGPUTextureViewDimension_2D;
}

static void describeEntry(WGPUBindGroupLayoutEntry *entry, SupBindingKind kind) {
    switch (kind) {
    case SupBindingKind_Uniform:
        entry->buffer.type = WGPUBufferBindingType_Uniform;
        break;
    case SupBindingKind_ReadOnly:
        entry->buffer.type = WGPUBufferBindingType_ReadOnlyStorage;
        break;
    case SupBindingKind_ReadWrite:
        entry->buffer.type = WGPUBufferBindingType_Storage;
        break;
    case SupBindingKind_Texture:
        entry->texture.sampleType = WGPUTextureSampleType_Float;
        break;
    case SupBindingKind_UintTexture:
        entry->texture.sampleType = WGPUTextureSampleType_Uint;
        break;
    case SupBindingKind_StorageRgba16Float:
        describeStorage(entry, WGPUTextureFormat_RGBA16Float);
        break;
    case SupBindingKind_StorageRgba8Unorm:
        describeStorage(entry, WGPUTextureFormat_RGBA8Unorm);
        break;
    case SupBindingKind_StorageR32Uint:
        describeStorage(entry, WGPUTextureFormat_R32Uint);
        break;
    case SupBindingKind_Sampler:
        entry->sampler.type = WGPUSamplerBindingType_Filtering;
        break;
    }
}

WGPUBindGroupLayout supShaderLayout(SupGpu *gpu, const SupShader *shader, WGPUShaderStage stages) {
    WGPUBindGroupLayoutEntry entries[MaxBindings];
    if (shader->bindingCount > MaxBindings) return NULL;
    for (uint32_t i = 0; i < shader->bindingCount; ++i) {
        entries[i] = (WGPUBindGroupLayoutEntry)WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
        entries[i].binding = shader->bindings[i].binding;
        entries[i].visibility = stages;
        describeEntry(&entries[i], shader->bindings[i].kind);
        // wgpu-native takes no default here
        if (entries[i].texture.sampleType != WGPUTextureSampleType_BindingNotUsed)
            entries[i].texture.viewDimension = WGPUTextureViewDimension_2D;
    }
    WGPUBindGroupLayoutDescriptor desc = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    desc.label = supGpuString(shader->name);
    desc.entryCount = shader->bindingCount;
    desc.entries = entries;
    return wgpuDeviceCreateBindGroupLayout(gpu->device, &desc);
}

WGPUShaderModule supShaderModule(SupGpu *gpu, const SupShader *shader) {
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = supGpuString(shader->wgsl);
    WGPUShaderModuleDescriptor desc = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    desc.nextInChain = &source.chain;
    desc.label = supGpuString(shader->name);
    return wgpuDeviceCreateShaderModule(gpu->device, &desc);
}

SupStatus supShaderGroup(SupGpu *gpu, const SupShader *shader, WGPUBindGroupLayout layout, const SupBinding *bindings,
                         uint32_t bindingCount, WGPUBindGroup *out) {
    WGPUBindGroupEntry entries[MaxBindings];
    for (uint32_t i = 0; i < shader->bindingCount; ++i) {
        const SupShaderBinding *wanted = &shader->bindings[i];
        const SupBinding *found = NULL;
        for (uint32_t k = 0; k < bindingCount && !found; ++k)
            if (strcmp(bindings[k].name, wanted->name) == 0) found = &bindings[k];
        if (!found || (!found->buffer && !found->texture && !found->sampler))
            return supGpuFail(gpu, SupStatus_GpuError, "shader \"%s\" wants \"%s\" that there is none of", shader->name,
                              wanted->name);
        entries[i] = (WGPUBindGroupEntry)WGPU_BIND_GROUP_ENTRY_INIT;
        entries[i].binding = wanted->binding;
        entries[i].buffer = found->buffer;
        if (found->buffer) {
            entries[i].offset = found->offset;
            entries[i].size = found->size ? found->size : wgpuBufferGetSize(found->buffer);
        }
        entries[i].textureView = found->texture;
        entries[i].sampler = found->sampler;
    }
    WGPUBindGroupDescriptor desc = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    desc.label = supGpuString(shader->name);
    desc.layout = layout;
    desc.entryCount = shader->bindingCount;
    desc.entries = entries;
    if (*out) wgpuBindGroupRelease(*out);
    *out = wgpuDeviceCreateBindGroup(gpu->device, &desc);
    return supGpuTakeError(gpu);
}
