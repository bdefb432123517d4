// SPDX-License-Identifier: MIT
// How much of the sun reaches a point: the share of a disk of places in the sun's depth map that leave the point lit. The
// disk is as wide as the sun makes the penumbra of what hides the point: sharp where bodies touch, soft far below them. A
// fixed pattern of the pixel turns it, so that the few samples blend.
#import structs

const SUN_RADIUS = 0.05; // tangent of the sun's half angle: a large soft lamp rather than the real 0.0047
const SEARCH = 16;
const FILTER = 32;

// Place in the map, 0..1, and depth there: greater is nearer to the sun, 1 across the whole range, 0 is nothing.
fn sun_coordinates(fit: GpuShadow, p: vec3f) -> vec3f {
    let q = vec4f(p, 1.0);
    return vec3f(dot(fit.rowX, q) * 0.5 + 0.5, 0.5 - dot(fit.rowY, q) * 0.5, 1.0 - dot(fit.rowZ, q));
}

// Jimenez 2014: interleaved gradient noise.
fn pixel_pattern(pixel: vec2f) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715))));
}

// Points of a disk that lie evenly: each a golden angle on from the last.
const GOLDEN = mat2x2f(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

fn sun_depth(sun_map: texture_2d<u32>, uv: vec2f, size: f32) -> f32 {
    return bitcast<f32>(textureLoad(sun_map, vec2i(clamp(uv, vec2f(0.0), vec2f(0.9999)) * size), 0).x);
}

// Without `wanted` 1 at little cost: loops end early where no thread of a group needs them, branches do not on all drivers.
fn sun_visibility(sun_map: texture_2d<u32>, fit: GpuShadow, p: vec3f, n: vec3f, pixel: vec2f, wanted: bool) -> f32 {
    // lifted off the surface, so that a slope does not shadow itself
    let c = sun_coordinates(fit, p + n * (2.0 * fit.scale.y));
    let mapped = wanted && all(c.xy >= vec2f(0.0)) && all(c.xy <= vec2f(1.0));
    let size = f32(textureDimensions(sun_map).x);
    let texel = 1.0 / size;
    let turn = pixel_pattern(pixel) * 6.2831853;
    let start = vec2f(cos(turn), sin(turn));
    // depth of the surface's own plane beside the point, per unit of the map
    let across = vec2f(dot(n, fit.rowX.xyz), dot(n, fit.rowY.xyz));
    let towards = -2.0 * dot(n, fit.rowZ.xyz);
    let slope = clamp(vec2f(-across.x, across.y) / max(towards, 1e-6), vec2f(-2.0), vec2f(2.0));
    // what is out of the widest penumbra that can be cannot hide the point
    let reach = max(SUN_RADIUS * min(1.0 - c.z, 1.0), 2.0 * texel);
    var near = 0.0;
    var way = start;
    var found = 0;
    for (var i = select(SEARCH, 0, mapped); i < SEARCH; i++) {
        let o = way * (reach * sqrt((f32(i) + 0.5) / f32(SEARCH)));
        way = GOLDEN * way;
        let depth = sun_depth(sun_map, c.xy + o, size);
        let hides = depth > max(c.z + dot(slope, o), 0.0);
        near += select(0.0, depth, hides);
        found += select(0, 1, hides);
    }
    let radius = clamp(SUN_RADIUS * (near / max(f32(found), 1.0) - c.z), 1.5 * texel, reach);
    // all hidden in the wide disk: in the narrower one too
    let partly = found > 0 && found < SEARCH;
    var lit = 0;
    way = start;
    for (var i = select(FILTER, 0, partly); i < FILTER; i++) {
        let o = way * (radius * sqrt((f32(i) + 0.5) / f32(FILTER)));
        way = GOLDEN * way;
        lit += select(1, 0, sun_depth(sun_map, c.xy + o, size) > max(c.z + dot(slope, o), 0.0));
    }
    return select(select(1.0, 0.0, found > 0), f32(lit) / f32(FILTER), partly);
}
