// SPDX-License-Identifier: MIT
// From radiance to the screen: exposure, bloom, the Khronos PBR Neutral tone curve (base colours keep their hue), sRGB.
#import structs

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var blurred: texture_2d<f32>;
@group(0) @binding(3) var linearSampler: sampler;
@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

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

@compute @workgroup_size(8, 8)
fn tone_map(@builtin(global_invocation_id) id: vec3u) {
    let size = vec2f(view.width, view.height);
    let place = vec2f(id.xy) + 0.5;
    if (any(place > size)) {
        return;
    }
    let sharp = textureLoad(source, id.xy, 0).rgb;
    let glow = textureSampleLevel(blurred, linearSampler, place / size, 0.0).rgb;
    let light = (sharp + glow * view.bloom) * view.exposure;
    // half a step of ordered noise hides the bands of 8 bits in the sky
    let noise = fract(52.9829189 * fract(dot(place, vec2f(0.06711056, 0.00583715)))) - 0.5;
    textureStore(picture, id.xy, vec4f(srgb(neutral_curve(light)) + noise / 255.0, 1.0));
}
