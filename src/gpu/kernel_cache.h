// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_KERNEL_CACHE_H
#define SUPPLE_GPU_KERNEL_CACHE_H

#include "kernel.h"

/// Compiled embedded shaders, kept by a SupGpu for as long as it lives: compiling takes a tenth of a second and more, and
/// every World wants the same ones.

/// Layout and pipeline of an entry, with a reference on each for the caller; false when there is none.
bool supKernelCacheFind(SupGpu *gpu, const SupShader *shader, const SupConstant *constants, uint32_t constantCount,
                        SupKernel *out);
/// Remembers a new kernel. When no memory is left it is not remembered.
void supKernelCacheAdd(SupGpu *gpu, const SupKernel *kernel, const SupConstant *constants, uint32_t constantCount);
void supKernelCacheFree(SupGpu *gpu);

#endif
