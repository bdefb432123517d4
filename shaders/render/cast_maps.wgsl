// SPDX-License-Identifier: MIT
// From the buffer of depths to textures that shading reads; the buffer is empty for the next picture afterwards.
#import structs

@group(0) @binding(0) var<storage, read_write> casts: array<u32>;
@group(0) @binding(1) var sunMap: texture_storage_2d<r32uint, write>;
@group(0) @binding(2) var belowMap: texture_storage_2d<r32uint, write>;

override SHADOW_SIZE: u32 = 2048u;
override BELOW_SIZE: u32 = 256u;

@compute @workgroup_size(8, 8)
fn cast_maps(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < SHADOW_SIZE && id.y < SHADOW_SIZE) {
        let index = id.y * SHADOW_SIZE + id.x;
        let depth = casts[index];
        textureStore(sunMap, id.xy, vec4u(depth));
        if (depth != 0u) {
            casts[index] = 0u;
        }
    }
    if (id.x < BELOW_SIZE && id.y < BELOW_SIZE) {
        let index = SHADOW_SIZE * SHADOW_SIZE + id.y * BELOW_SIZE + id.x;
        textureStore(belowMap, id.xy, vec4u(casts[index]));
        casts[index] = 0u;
    }
}
