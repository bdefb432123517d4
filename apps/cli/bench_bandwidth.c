// SPDX-License-Identifier: MIT
#include "bench.h"
#include "clock.h"

#include <math.h>

static const uint64_t LargestBuffer = 1u << 27; // beyond any cache

/// A kernel that copies, as the solvers' kernels read and write: copies by the queue may run on a slower engine.
static const char copyShader[] =
    "@group(0) @binding(0) var<storage, read> a: array<vec4f>;\n"
    "@group(0) @binding(1) var<storage, read_write> b: array<vec4f>;\n"
    "@compute @workgroup_size(256) fn copy(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) {\n"
    "    let i = id.y * n.x * 256u + id.x;\n"
    "    if (i < arrayLength(&a)) { b[i] = a[i]; }\n"
    "}\n";

/// The kernel, and it from one buffer to the other and back.
typedef struct Copier {
    WGPUComputePipeline pipeline;
    WGPUBindGroup groups[2];
    uint32_t columns, rows; ///< workgroups
} Copier;

static WGPUBindGroup groupOf(WGPUDevice device, WGPUComputePipeline pipeline, WGPUBuffer from, WGPUBuffer to) {
    WGPUBindGroupEntry entries[2] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
    entries[0].buffer = from;
    entries[1].buffer = to;
    entries[1].binding = 1;
    WGPUBindGroupDescriptor desc = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    desc.layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    desc.entries = entries;
    desc.entryCount = 2;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &desc);
    wgpuBindGroupLayoutRelease(desc.layout);
    return group;
}

static Copier copierOf(WGPUDevice device, WGPUBuffer a, WGPUBuffer b, uint64_t size) {
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = (WGPUStringView){copyShader, WGPU_STRLEN};
    WGPUShaderModuleDescriptor module = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    module.nextInChain = &source.chain;
    WGPUComputePipelineDescriptor desc = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    desc.compute.module = wgpuDeviceCreateShaderModule(device, &module);
    Copier copier = {.pipeline = wgpuDeviceCreateComputePipeline(device, &desc)};
    wgpuShaderModuleRelease(desc.compute.module);
    copier.groups[0] = groupOf(device, copier.pipeline, a, b);
    copier.groups[1] = groupOf(device, copier.pipeline, b, a);
    uint64_t workgroups = (size / 16 + 255) / 256;
    copier.columns = workgroups < 32768 ? (uint32_t)workgroups : 32768;
    copier.rows = (uint32_t)((workgroups + copier.columns - 1) / copier.columns);
    return copier;
}

static void releaseCopier(Copier *copier) {
    for (int i = 0; i < 2; ++i) wgpuBindGroupRelease(copier->groups[i]);
    wgpuComputePipelineRelease(copier->pipeline);
}

static void copyAgain(const Copier *copier, WGPUCommandEncoder encoder, int copies) {
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    wgpuComputePassEncoderSetPipeline(pass, copier->pipeline);
    for (int i = 0; i < copies; ++i) {
        wgpuComputePassEncoderSetBindGroup(pass, 0, copier->groups[i % 2], 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(pass, copier->columns, copier->rows, 1);
    }
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
}

static void whenDone(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *done, void *unused) {
    (void)status, (void)message, (void)unused;
    *(bool *)done = true;
}

/// Seconds that the copies take; infinite when the device is lost.
static double timeCopies(SupGpu *gpu, const Copier *copier, int copies) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    copyAgain(copier, encoder, copies);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    bool done = false;
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = whenDone;
    info.userdata1 = &done;
    double begin = clockSeconds();
    wgpuQueueSubmit(supGpuQueue(gpu), 1, &commands);
    wgpuQueueOnSubmittedWorkDone(supGpuQueue(gpu), info);
    while (!done && supGpuPoll(gpu) == SupStatus_Ok && clockSeconds() - begin < 60.0) {
    }
    double took = done ? clockSeconds() - begin : INFINITY;
    wgpuCommandBufferRelease(commands);
    return took;
}

double benchBandwidth(SupGpu *gpu) {
    WGPULimits limits = WGPU_LIMITS_INIT;
    if (wgpuDeviceGetLimits(supGpuDevice(gpu), &limits) != WGPUStatus_Success) return (double)NAN;
    WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
    uint64_t most = limits.maxBufferSize < limits.maxStorageBufferBindingSize ? limits.maxBufferSize
                                                                              : limits.maxStorageBufferBindingSize;
    desc.size = (most < LargestBuffer ? most : LargestBuffer) / 16 * 16;
    desc.usage = WGPUBufferUsage_Storage;
    WGPUBuffer a = wgpuDeviceCreateBuffer(supGpuDevice(gpu), &desc), b = wgpuDeviceCreateBuffer(supGpuDevice(gpu), &desc);
    // the time of many copies less the time of a few: what starting and waiting take falls out
    enum { Few = 1, Many = 65 };
    double bandwidth = (double)NAN;
    if (a && b) {
        Copier copier = copierOf(supGpuDevice(gpu), a, b, desc.size);
        timeCopies(gpu, &copier, Few); // warms up
        double few = timeCopies(gpu, &copier, Few);
        int many = few < 0.1 ? Many : 2 * Few;
        double seconds = timeCopies(gpu, &copier, many) - few;
        if (seconds > 0.0 && isfinite(seconds))
            bandwidth = 2.0 * (many - Few) * (double)desc.size / seconds; // read, written
        releaseCopier(&copier);
    }
    if (a) wgpuBufferRelease(a);
    if (b) wgpuBufferRelease(b);
    return bandwidth;
}
