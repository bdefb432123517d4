// SPDX-License-Identifier: MIT
// Halves a picture for bloom by the dual filter (Bjorge 2015): five taps between pixels. The first level keeps only what is
// bright.
#import structs

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linearSampler: sampler;
@group(0) @binding(2) var smaller: texture_storage_2d<rgba16float, write>;

override FIRST: bool = false;

fn tap(uv: vec2f) -> vec3f {
    let color = textureSampleLevel(source, linearSampler, uv, 0.0).rgb;
    if (!FIRST) {
        return color;
    }
    let brightness = max(max(color.r, color.g), color.b);
    return min(color, vec3f(64.0)) * smoothstep(0.9, 2.0, brightness);
}

@compute @workgroup_size(8, 8)
fn bloom_down(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(smaller);
    if (any(id.xy >= size)) {
        return;
    }
    let uv = (vec2f(id.xy) + 0.5) / vec2f(size);
    let d = 1.0 / vec2f(textureDimensions(source));
    let sum = (4.0 * tap(uv) + tap(uv + d) + tap(uv - d) + tap(uv + vec2f(d.x, -d.y)) + tap(uv + vec2f(-d.x, d.y))) / 8.0;
    textureStore(smaller, id.xy, vec4f(sum, 1.0));
}
