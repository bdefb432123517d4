// SPDX-License-Identifier: MIT
#include "kernel_cache.h"

#include "base/memory.h"

#include <string.h>

struct CachedKernel {
    SupKernel kernel;
    SupConstant constants[SUP_MAX_CONSTANTS]; ///< names are literals of the callers
    uint32_t constantCount;
};

static bool matches(const CachedKernel *entry, const SupShader *shader, const SupConstant *constants, uint32_t count) {
    if (entry->kernel.shader != shader || entry->constantCount != count) return false;
    for (uint32_t i = 0; i < count; ++i)
        if (entry->constants[i].value != constants[i].value || strcmp(entry->constants[i].name, constants[i].name) != 0)
            return false;
    return true;
}

static SupKernel share(const SupKernel *kernel) {
    wgpuBindGroupLayoutAddRef(kernel->layout);
    wgpuComputePipelineAddRef(kernel->pipeline);
    return (SupKernel){.shader = kernel->shader, .layout = kernel->layout, .pipeline = kernel->pipeline};
}

bool supKernelCacheFind(SupGpu *gpu, const SupShader *shader, const SupConstant *constants, uint32_t constantCount,
                        SupKernel *out) {
    for (size_t i = 0; i < gpu->kernelCount; ++i) {
        if (!matches(&gpu->kernels[i], shader, constants, constantCount)) continue;
        *out = share(&gpu->kernels[i].kernel);
        return true;
    }
    return false;
}

void supKernelCacheAdd(SupGpu *gpu, const SupKernel *kernel, const SupConstant *constants, uint32_t constantCount) {
    if (!supGrow((void **)&gpu->kernels, &gpu->kernelCapacity, gpu->kernelCount + 1, sizeof *gpu->kernels)) return;
    CachedKernel *entry = &gpu->kernels[gpu->kernelCount++];
    *entry = (CachedKernel){.kernel = share(kernel), .constantCount = constantCount};
    if (constantCount) memcpy(entry->constants, constants, constantCount * sizeof *constants);
}

void supKernelCacheFree(SupGpu *gpu) {
    for (size_t i = 0; i < gpu->kernelCount; ++i) supKernelRelease(&gpu->kernels[i].kernel);
    supFree(gpu->kernels);
    gpu->kernels = NULL;
    gpu->kernelCount = gpu->kernelCapacity = 0;
}
