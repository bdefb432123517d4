// SPDX-License-Identifier: MIT
#include "kernel_cache.h"

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
    if (constantCount > SUP_MAX_CONSTANTS)
        return supGpuFail(gpu, SupStatus_InvalidArgument, "shader \"%s\" has too many constants", shader->name);
    out->layout = supShaderLayout(gpu, shader, WGPUShaderStage_Compute);
    WGPUShaderModule module = supShaderModule(gpu, shader);
    out->pipeline = createPipeline(gpu, out, module, constants, constantCount);
    wgpuShaderModuleRelease(module);
    SupStatus status = supGpuTakeError(gpu);
    if (status != SupStatus_Ok) supKernelRelease(out);
    return status;
}

SupStatus supKernelCreate(SupGpu *gpu, const char *name, const SupConstant *constants, uint32_t constantCount,
                          SupKernel *out) {
    const SupShader *shader = supShaderFind(name);
    *out = (SupKernel){0};
    if (!shader) return supGpuFail(gpu, SupStatus_InvalidArgument, "there is no shader \"%s\"", name);
    if (supGpuStatus(gpu) == SupStatus_Ok && supKernelCacheFind(gpu, shader, constants, constantCount, out))
        return SupStatus_Ok;
    SupStatus status = supKernelCreateFrom(gpu, shader, constants, constantCount, out);
    if (status == SupStatus_Ok) supKernelCacheAdd(gpu, out, constants, constantCount);
    return status;
}

SupStatus supKernelBind(SupGpu *gpu, SupKernel *kernel, const SupBinding *bindings, uint32_t bindingCount) {
    return supShaderGroup(gpu, kernel->shader, kernel->layout, bindings, bindingCount, &kernel->group);
}

void supKernelDispatch(const SupGpu *gpu, const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t blocks) {
    supKernelDispatchWith(gpu, kernel, kernel->group, pass, blocks);
}

static void useKernel(const SupKernel *kernel, WGPUBindGroup group, WGPUComputePassEncoder pass) {
    wgpuComputePassEncoderSetPipeline(pass, kernel->pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, NULL);
}

void supKernelDispatchWith(const SupGpu *gpu, const SupKernel *kernel, WGPUBindGroup group, WGPUComputePassEncoder pass,
                           uint32_t blocks) {
    if (blocks == 0) return;
    uint32_t limit = gpu->limits.maxComputeWorkgroupsPerDimension;
    uint32_t rows = (blocks - 1) / limit + 1, columns = (blocks - 1) / rows + 1;
    useKernel(kernel, group, pass);
    wgpuComputePassEncoderDispatchWorkgroups(pass, columns, rows, 1);
}

void supKernelDispatchGrid(const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t columns, uint32_t rows) {
    useKernel(kernel, kernel->group, pass);
    wgpuComputePassEncoderDispatchWorkgroups(pass, columns, rows, 1);
}

void supKernelDispatchIndirect(const SupKernel *kernel, WGPUComputePassEncoder pass, WGPUBuffer buffer, uint64_t offset) {
    useKernel(kernel, kernel->group, pass);
    wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, buffer, offset);
}

void supKernelRelease(SupKernel *kernel) {
    if (kernel->group) wgpuBindGroupRelease(kernel->group);
    if (kernel->pipeline) wgpuComputePipelineRelease(kernel->pipeline);
    if (kernel->layout) wgpuBindGroupLayoutRelease(kernel->layout);
    *kernel = (SupKernel){0};
}
