// SPDX-License-Identifier: MIT
// Widens bloom on the way up: a 3x3 tent, added to the finer level.
#import fullscreen

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linearSampler: sampler;

@vertex
fn bloom_up_vertex(@builtin(vertex_index) index: u32) -> ScreenPoint {
    return screen_point(index);
}

@fragment
fn bloom_up_fragment(point: ScreenPoint) -> @location(0) vec4f {
    let d = 1.0 / vec2f(textureDimensions(source));
    var sum = vec3f(0.0);
    for (var i = 0; i < 9; i++) {
        let o = vec2f(f32(i % 3) - 1.0, f32(i / 3) - 1.0);
        sum += textureSampleLevel(source, linearSampler, point.uv + o * d, 0.0).rgb * ((2.0 - abs(o.x)) * (2.0 - abs(o.y)) / 16.0);
    }
    return vec4f(sum, 1.0);
}
