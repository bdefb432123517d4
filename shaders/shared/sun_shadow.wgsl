// SPDX-License-Identifier: MIT
// How much of the sun reaches a point: a disk of comparisons around it in the sun's depth map, turned by a fixed pattern
// of the pixel so that the few samples blend.
#import structs

fn sun_coordinates(fit: GpuShadow, p: vec3f) -> vec3f {
    let q = vec4f(p, 1.0);
    return vec3f(dot(fit.rowX, q) * 0.5 + 0.5, 0.5 - dot(fit.rowY, q) * 0.5, dot(fit.rowZ, q));
}

// Jimenez 2014: interleaved gradient noise.
fn pixel_pattern(pixel: vec2f) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715))));
}

fn disk_point(i: i32, count: i32, turn: f32) -> vec2f {
    let r = sqrt((f32(i) + 0.5) / f32(count));
    let angle = f32(i) * 2.39996323 + turn * 6.2831853;
    return r * vec2f(cos(angle), sin(angle));
}

fn sun_visibility(sun_map: texture_depth_2d, compare: sampler_comparison, fit: GpuShadow, p: vec3f, n: vec3f,
                  pixel: vec2f) -> f32 {
    // lifted off the surface by more than the radius of the disk, so that a slope does not shadow itself
    let c = sun_coordinates(fit, p + n * (3.0 * fit.scale.y));
    if (any(c.xy < vec2f(0.0)) || any(c.xy > vec2f(1.0))) {
        return 1.0;
    }
    // the map ends behind the bodies, their shadow does not
    let depth = min(c.z, 1.0);
    let texel = 1.0 / f32(textureDimensions(sun_map).x);
    let turn = pixel_pattern(pixel);
    var sum = 0.0;
    for (var i = 0; i < 16; i++) {
        sum += textureSampleCompareLevel(sun_map, compare, c.xy + disk_point(i, 16, turn) * (2.5 * texel), depth);
    }
    return sum / 16.0;
}
