// SPDX-License-Identifier: MIT
#include "drawing.h"

#include <stdio.h>

static WGPURenderPipeline createPipeline(SupGpu *gpu, const SupDrawingDesc *desc, const SupDrawing *drawing,
                                         WGPUShaderModule module, WGPUPipelineLayout layout) {
    char vertexName[64], fragmentName[64];
    snprintf(vertexName, sizeof vertexName, "%s_vertex", desc->shader);
    snprintf(fragmentName, sizeof fragmentName, "%s_fragment", desc->shader);
    WGPURenderPipelineDescriptor pipeline = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    pipeline.label = supGpuString(drawing->shader->name);
    pipeline.layout = layout;
    pipeline.vertex.module = module;
    pipeline.vertex.entryPoint = supGpuString(vertexName);
    pipeline.primitive.topology = WGPUPrimitiveTopology_TriangleList;
    pipeline.primitive.cullMode = WGPUCullMode_None;
    pipeline.multisample.count = desc->samples;
    WGPUDepthStencilState depth = WGPU_DEPTH_STENCIL_STATE_INIT;
    depth.format = desc->depth;
    depth.depthWriteEnabled = WGPUOptionalBool_True;
    depth.depthCompare = desc->depthCompare;
    if (desc->depth != WGPUTextureFormat_Undefined) pipeline.depthStencil = &depth;
    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = desc->color;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = module;
    fragment.entryPoint = supGpuString(fragmentName);
    fragment.targetCount = 1;
    fragment.targets = &target;
    if (desc->color != WGPUTextureFormat_Undefined) pipeline.fragment = &fragment;
    return wgpuDeviceCreateRenderPipeline(gpu->device, &pipeline);
}

SupStatus supDrawingCreate(SupGpu *gpu, const SupDrawingDesc *desc, SupDrawing *out) {
    *out = (SupDrawing){.shader = supShaderFind(desc->shader)};
    if (!out->shader) return supGpuFail(gpu, SupStatus_InvalidArgument, "there is no shader \"%s\"", desc->shader);
    out->layout = supShaderLayout(gpu, out->shader, WGPUShaderStage_Vertex | WGPUShaderStage_Fragment);
    WGPUPipelineLayoutDescriptor layoutDesc = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    layoutDesc.bindGroupLayoutCount = 1;
    layoutDesc.bindGroupLayouts = &out->layout;
    WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(gpu->device, &layoutDesc);
    WGPUShaderModule module = supShaderModule(gpu, out->shader);
    out->pipeline = createPipeline(gpu, desc, out, module, layout);
    wgpuShaderModuleRelease(module);
    wgpuPipelineLayoutRelease(layout);
    SupStatus status = supGpuTakeError(gpu);
    if (status != SupStatus_Ok) supDrawingRelease(out);
    return status;
}

SupStatus supDrawingBind(SupGpu *gpu, SupDrawing *drawing, const SupBinding *bindings, uint32_t bindingCount) {
    return supShaderGroup(gpu, drawing->shader, drawing->layout, bindings, bindingCount, &drawing->group);
}

void supDrawingUse(const SupDrawing *drawing, WGPURenderPassEncoder pass) {
    wgpuRenderPassEncoderSetPipeline(pass, drawing->pipeline);
    wgpuRenderPassEncoderSetBindGroup(pass, 0, drawing->group, 0, NULL);
}

void supDrawingRelease(SupDrawing *drawing) {
    if (drawing->group) wgpuBindGroupRelease(drawing->group);
    if (drawing->pipeline) wgpuRenderPipelineRelease(drawing->pipeline);
    if (drawing->layout) wgpuBindGroupLayoutRelease(drawing->layout);
    *drawing = (SupDrawing){0};
}
