// SPDX-License-Identifier: MIT
// Widens bloom on the way up: the coarser level through the dual filter's eight taps, added to the finer one.
#import structs

@group(0) @binding(0) var coarse: texture_2d<f32>;
@group(0) @binding(1) var fine: texture_2d<f32>;
@group(0) @binding(2) var linearSampler: sampler;
@group(0) @binding(3) var sum: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8)
fn bloom_up(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(sum);
    if (any(id.xy >= size)) {
        return;
    }
    let uv = (vec2f(id.xy) + 0.5) / vec2f(size);
    let d = 1.0 / vec2f(textureDimensions(coarse));
    var color = textureLoad(fine, id.xy, 0).rgb;
    for (var i = 0; i < 4; i++) {
        let side = vec2f(select(-0.5, 0.5, (i & 1) != 0), select(-0.5, 0.5, (i & 2) != 0));
        let axis = select(vec2f(2.0 * side.x, 0.0), vec2f(0.0, 2.0 * side.x), (i & 2) != 0);
        color += textureSampleLevel(coarse, linearSampler, uv + side * d, 0.0).rgb / 6.0 +
                 textureSampleLevel(coarse, linearSampler, uv + axis * d, 0.0).rgb / 12.0;
    }
    textureStore(sum, id.xy, vec4f(color, 1.0));
}
