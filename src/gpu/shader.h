// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_SHADER_H
#define SUPPLE_GPU_SHADER_H

#include <stdint.h>

/// WGSL texts that tools/embed_shaders.py put into the library, with their bindings (group 0) by name.

typedef enum SupBindingKind {
    SupBindingKind_Uniform,
    SupBindingKind_ReadOnly,
    SupBindingKind_ReadWrite,
    SupBindingKind_Texture,
    SupBindingKind_UintTexture,
    SupBindingKind_StorageRgba16Float, ///< write only, like the next two
    SupBindingKind_StorageRgba8Unorm,
    SupBindingKind_StorageR32Uint,
    SupBindingKind_Sampler
} SupBindingKind;

typedef struct SupShaderBinding {
    const char *name;
    uint32_t binding;
    SupBindingKind kind;
} SupShaderBinding;

typedef struct SupShader {
    const char *name; ///< file name and entry point
    const char *wgsl;
    const SupShaderBinding *bindings;
    uint32_t bindingCount;
} SupShader;

extern const SupShader supShaders[];
extern const uint32_t supShaderCount;

#endif
