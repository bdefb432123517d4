// SPDX-License-Identifier: MIT
// What lies behind the bodies: where a ray meets the ground plane, the ground with its grid, the sun's shadow and the sky
// that the bodies leave; elsewhere the sky.
#import structs
#import view
#import sky
#import brdf
#import sun_shadow
#import ripples

// Lines at multiples of `period`, about `width` metres wide but never thinner than a pixel, fading as they crowd.
fn grid_lines(p: vec2f, period: f32, width: f32, footprint: vec2f) -> f32 {
    let q = abs(fract(p / period + 0.5) - 0.5) * period;
    let half = max(vec2f(0.5 * width), 0.7 * footprint);
    let line = vec2f(1.0) - smoothstep(half - 0.5 * footprint, half + 0.5 * footprint, q);
    let fade = clamp(0.5 * vec2f(period) / footprint - 1.0, vec2f(0.0), vec2f(1.0)) * min(0.5 * width / half, vec2f(1.0));
    return max(line.x * fade.x, line.y * fade.y);
}

fn sky_open(p: vec3f) -> f32 {
    let uv = p.xz * shadow.below.xy + shadow.below.zw;
    let open = textureSampleLevel(openMap, linearSampler, uv, 0.0).x;
    let edge = max(abs(uv.x - 0.5), abs(uv.y - 0.5));
    return mix(open, 1.0, smoothstep(0.42, 0.5, edge));
}

// Where the ground is met, as metres of `way`; 0: nowhere.
fn ground_reach(way: vec3f) -> f32 {
    let met = view.groundEnabled != 0u && view.groundHeight < 0.0 && way.y < -1e-6 * length(way);
    return select(0.0, view.groundHeight / min(way.y, -1e-30), met);
}

// reach: as above; lit: share of the sun that gets there.
fn backdrop(way: vec3f, reach: f32, lit: f32) -> vec3f {
    let scale = inverseSqrt(dot(way, way));
    let ray = way * scale;
    let sun = view.sun.xyz;
    if (reach == 0.0) {
        return sky_radiance(ray, sun);
    }
    let p = way * reach;
    // how far p moves from a pixel to the next
    let right = view.right.xyz * (view.right.w * 2.0 / view.width);
    let down = view.up.xyz * (view.up.w * -2.0 / view.height);
    let footprint = reach * (abs(right.xz - way.xz * (right.y / way.y)) + abs(down.xz - way.xz * (down.y / way.y))) + 1e-6;
    let slope = ripple_slope(p.xz, max(footprint.x, footprint.y));
    // what lies under a wave is seen beside its place
    let at = p.xz + vec2f(view.gridX, view.gridZ) - slope * (0.1 * view.ripple.y);
    var base = vec3f(0.44, 0.43, 0.42);
    base *= 1.0 - 0.10 * grid_lines(at, 0.25, 0.004, footprint);
    base *= 1.0 - 0.28 * grid_lines(at, 1.0, 0.010, footprint);
    let wet = view.ripple.x > 0.0; // dark, and mirrors the sky
    base *= select(1.0, 0.6, wet);
    let n = normalize(vec3f(-slope.x, 1.0, -slope.y));
    let open = sky_open(p);
    var radiance = base * (sky_irradiance(n) * open + SUN_COLOR * (view.sun.w * lit * max(dot(n, sun), 0.0) / PI));
    // a soft sheen towards the horizon, and haze that hides where the plane ends
    let f = select(fresnel_schlick(vec3f(0.03), -ray.y) * 0.35, fresnel_schlick(vec3f(0.1), max(-dot(ray, n), 0.0)), wet);
    let mirrored = reflect(ray, n);
    radiance = mix(radiance, sky_radiance(vec3f(mirrored.x, abs(mirrored.y), mirrored.z), sun) * open, f);
    let haze = 1.0 - exp(-max(reach / scale - view.hazeStart, 0.0) * view.hazeRate);
    return mix(radiance, sky_radiance(vec3f(ray.x, max(ray.y, 0.0), ray.z), sun), haze);
}
