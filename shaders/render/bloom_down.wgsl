// SPDX-License-Identifier: MIT
// Halves a picture for bloom: a 13-tap tent that does not flicker. The first level keeps only what is bright.
#import fullscreen

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var linearSampler: sampler;

override FIRST: bool = false;

@vertex
fn bloom_down_vertex(@builtin(vertex_index) index: u32) -> ScreenPoint {
    return screen_point(index);
}

fn tap(uv: vec2f) -> vec3f {
    let color = textureSampleLevel(source, linearSampler, uv, 0.0).rgb;
    if (!FIRST) {
        return color;
    }
    let brightness = max(max(color.r, color.g), color.b);
    return min(color, vec3f(64.0)) * smoothstep(0.9, 2.0, brightness);
}

@fragment
fn bloom_down_fragment(point: ScreenPoint) -> @location(0) vec4f {
    let d = 1.0 / vec2f(textureDimensions(source));
    var sum = tap(point.uv) * 0.125;
    for (var i = 0; i < 4; i++) {
        let side = vec2f(select(-1.0, 1.0, (i & 1) != 0), select(-1.0, 1.0, (i & 2) != 0));
        sum += tap(point.uv + side * d) * 0.125;
        sum += tap(point.uv + side * d * 2.0) * 0.03125;
        let axis = select(vec2f(side.x, 0.0), vec2f(0.0, side.x), (i & 2) != 0);
        sum += tap(point.uv + axis * d * 2.0) * 0.0625;
    }
    return vec4f(sum, 1.0);
}
