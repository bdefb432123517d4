// SPDX-License-Identifier: MIT
// From radiance to the screen: exposure, bloom, the Khronos PBR Neutral tone curve (base colours keep their hue), sRGB.
#import structs
#import fullscreen

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var blurred: texture_2d<f32>;
@group(0) @binding(3) var linearSampler: sampler;

@vertex
fn tone_map_vertex(@builtin(vertex_index) index: u32) -> ScreenPoint {
    return screen_point(index);
}

fn neutral_curve(radiance: vec3f) -> vec3f {
    let start = 0.8 - 0.04;
    let least = min(radiance.r, min(radiance.g, radiance.b));
    let offset = select(0.04, least - 6.25 * least * least, least < 0.08);
    let color = radiance - offset;
    let peak = max(color.r, max(color.g, color.b));
    if (peak < start) {
        return color;
    }
    let d = 1.0 - start;
    let pressed = 1.0 - d * d / (peak + d - start);
    let gray = 1.0 - 1.0 / (0.15 * (peak - pressed) + 1.0);
    return mix(color * (pressed / peak), vec3f(pressed), gray);
}

fn srgb(linear: vec3f) -> vec3f {
    let c = clamp(linear, vec3f(0.0), vec3f(1.0));
    return select(1.055 * pow(c, vec3f(1.0 / 2.4)) - 0.055, 12.92 * c, c <= vec3f(0.0031308));
}

@fragment
fn tone_map_fragment(point: ScreenPoint) -> @location(0) vec4f {
    let sharp = textureLoad(source, vec2i(point.position.xy), 0).rgb;
    let glow = textureSampleLevel(blurred, linearSampler, point.uv, 0.0).rgb;
    let radiance = (sharp + glow * view.bloom) * view.exposure;
    // half a step of ordered noise hides the bands of 8 bits in the sky
    let noise = fract(52.9829189 * fract(dot(point.position.xy, vec2f(0.06711056, 0.00583715)))) - 0.5;
    return vec4f(srgb(neutral_curve(radiance)) + noise / 255.0, 1.0);
}
