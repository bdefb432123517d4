// SPDX-License-Identifier: MIT
#include "kernel_cache.h"

#include <string.h>

enum { MaxBindings = 16 };

static const SupShader *findShader(const char *name) {
    for (uint32_t i = 0; i < supShaderCount; ++i)
        if (strcmp(supShaders[i].name, name) == 0) return &supShaders[i];
    return NULL;
}

static WGPUBindGroupLayout createLayout(SupGpu *gpu, const SupShader *shader) {
    static const WGPUBufferBindingType types[] = {WGPUBufferBindingType_Uniform, WGPUBufferBindingType_ReadOnlyStorage,
                                                  WGPUBufferBindingType_Storage};
    WGPUBindGroupLayoutEntry entries[MaxBindings];
    for (uint32_t i = 0; i < shader->bindingCount && i < MaxBindings; ++i) {
        entries[i] = (WGPUBindGroupLayoutEntry)WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
        entries[i].binding = shader->bindings[i].binding;
        entries[i].visibility = WGPUShaderStage_Compute;
        entries[i].buffer.type = types[shader->bindings[i].kind];
    }
    WGPUBindGroupLayoutDescriptor desc = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    desc.label = supGpuString(shader->name);
    desc.entryCount = shader->bindingCount;
    desc.entries = entries;
    return wgpuDeviceCreateBindGroupLayout(gpu->device, &desc);
}

static WGPUShaderModule createModule(SupGpu *gpu, const SupShader *shader) {
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = supGpuString(shader->wgsl);
    WGPUShaderModuleDescriptor desc = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    desc.nextInChain = &source.chain;
    desc.label = supGpuString(shader->name);
    return wgpuDeviceCreateShaderModule(gpu->device, &desc);
}

static WGPUComputePipeline createPipeline(SupGpu *gpu, SupKernel *kernel, WGPUShaderModule module,
                                          const SupConstant *constants, uint32_t constantCount) {
    WGPUPipelineLayoutDescriptor layoutDesc = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    layoutDesc.bindGroupLayoutCount = 1;
    layoutDesc.bindGroupLayouts = &kernel->layout;
    WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(gpu->device, &layoutDesc);
    WGPUConstantEntry entries[SUP_MAX_CONSTANTS];
    for (uint32_t i = 0; i < constantCount && i < SUP_MAX_CONSTANTS; ++i)
        entries[i] = (WGPUConstantEntry){NULL, supGpuString(constants[i].name), constants[i].value};
    WGPUComputePipelineDescriptor desc = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    desc.label = supGpuString(kernel->shader->name);
    desc.layout = layout;
    desc.compute.module = module;
    desc.compute.entryPoint = supGpuString(kernel->shader->name);
    desc.compute.constantCount = constantCount;
    desc.compute.constants = entries;
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(gpu->device, &desc);
    wgpuPipelineLayoutRelease(layout);
    return pipeline;
}

SupStatus supKernelCreateFrom(SupGpu *gpu, const SupShader *shader, const SupConstant *constants, uint32_t constantCount,
                              SupKernel *out) {
    *out = (SupKernel){.shader = shader};
    if (shader->bindingCount > MaxBindings || constantCount > SUP_MAX_CONSTANTS)
        return supGpuFail(gpu, SupStatus_InvalidArgument, "shader \"%s\" has too many bindings or constants", shader->name);
    out->layout = createLayout(gpu, shader);
    WGPUShaderModule module = createModule(gpu, shader);
    out->pipeline = createPipeline(gpu, out, module, constants, constantCount);
    wgpuShaderModuleRelease(module);
    SupStatus status = supGpuTakeError(gpu);
    if (status != SupStatus_Ok) supKernelRelease(out);
    return status;
}

SupStatus supKernelCreate(SupGpu *gpu, const char *name, const SupConstant *constants, uint32_t constantCount,
                          SupKernel *out) {
    const SupShader *shader = findShader(name);
    *out = (SupKernel){0};
    if (!shader) return supGpuFail(gpu, SupStatus_InvalidArgument, "there is no shader \"%s\"", name);
    if (supGpuStatus(gpu) == SupStatus_Ok && supKernelCacheFind(gpu, shader, constants, constantCount, out))
        return SupStatus_Ok;
    SupStatus status = supKernelCreateFrom(gpu, shader, constants, constantCount, out);
    if (status == SupStatus_Ok) supKernelCacheAdd(gpu, out, constants, constantCount);
    return status;
}

SupStatus supKernelBind(SupGpu *gpu, SupKernel *kernel, const SupBinding *bindings, uint32_t bindingCount) {
    WGPUBindGroupEntry entries[MaxBindings];
    for (uint32_t i = 0; i < kernel->shader->bindingCount; ++i) {
        const SupShaderBinding *wanted = &kernel->shader->bindings[i];
        const SupBinding *found = NULL;
        for (uint32_t k = 0; k < bindingCount && !found; ++k)
            if (strcmp(bindings[k].name, wanted->name) == 0) found = &bindings[k];
        if (!found || !found->buffer)
            return supGpuFail(gpu, SupStatus_GpuError, "shader \"%s\" wants a buffer \"%s\" that there is none of",
                              kernel->shader->name, wanted->name);
        entries[i] = (WGPUBindGroupEntry)WGPU_BIND_GROUP_ENTRY_INIT;
        entries[i].binding = wanted->binding;
        entries[i].buffer = found->buffer;
        entries[i].size = wgpuBufferGetSize(found->buffer);
    }
    WGPUBindGroupDescriptor desc = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    desc.label = supGpuString(kernel->shader->name);
    desc.layout = kernel->layout;
    desc.entryCount = kernel->shader->bindingCount;
    desc.entries = entries;
    if (kernel->group) wgpuBindGroupRelease(kernel->group);
    kernel->group = wgpuDeviceCreateBindGroup(gpu->device, &desc);
    return supGpuTakeError(gpu);
}

void supKernelDispatch(const SupGpu *gpu, const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t blocks) {
    if (blocks == 0) return;
    uint32_t limit = gpu->limits.maxComputeWorkgroupsPerDimension;
    uint32_t rows = (blocks - 1) / limit + 1, columns = (blocks - 1) / rows + 1;
    wgpuComputePassEncoderSetPipeline(pass, kernel->pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, kernel->group, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(pass, columns, rows, 1);
}

void supKernelRelease(SupKernel *kernel) {
    if (kernel->group) wgpuBindGroupRelease(kernel->group);
    if (kernel->pipeline) wgpuComputePipelineRelease(kernel->pipeline);
    if (kernel->layout) wgpuBindGroupLayoutRelease(kernel->layout);
    *kernel = (SupKernel){0};
}
