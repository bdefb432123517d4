// SPDX-License-Identifier: MIT
// Sky and ground in one pass over the screen: where a ray meets the ground plane, the ground with its grid, the sun's
// shadow and the bodies' occlusion; elsewhere the sky.
#import structs
#import fullscreen
#import view
#import sky
#import brdf
#import sun_shadow

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<uniform> shadow: GpuShadow;
@group(0) @binding(2) var sunMap: texture_depth_2d;
@group(0) @binding(3) var compareSampler: sampler_comparison;
@group(0) @binding(4) var belowMap: texture_depth_2d;

struct BackdropPixel {
    @location(0) color: vec4f,
    @builtin(frag_depth) depth: f32,
}

@vertex
fn backdrop_vertex(@builtin(vertex_index) index: u32) -> ScreenPoint {
    return screen_point(index);
}

// Lines at multiples of `period`, about `width` metres wide but never thinner than a pixel, fading as they crowd.
fn grid_lines(p: vec2f, period: f32, width: f32, footprint: vec2f) -> f32 {
    let q = abs(fract(p / period + 0.5) - 0.5) * period;
    let half = max(vec2f(0.5 * width), 0.7 * footprint);
    let line = vec2f(1.0) - smoothstep(half - 0.5 * footprint, half + 0.5 * footprint, q);
    let fade = clamp(0.5 * vec2f(period) / footprint - 1.0, vec2f(0.0), vec2f(1.0)) * min(0.5 * width / half, vec2f(1.0));
    return max(line.x * fade.x, line.y * fade.y);
}

// Share of the sky that bodies above keep from the ground: each sample of the map from below covers more the lower it is.
fn occlusion(p: vec3f, pixel: vec2f) -> f32 {
    let size = vec2f(textureDimensions(belowMap));
    let uv = p.xz * shadow.below.xy + shadow.below.zw;
    let reach = 0.35 * shadow.scale.w;
    let margin = reach * shadow.below.x;
    if (any(uv < vec2f(-margin)) || any(uv > vec2f(1.0 + margin))) {
        return 0.0;
    }
    let turn = pixel_pattern(pixel);
    var covered = 0.0;
    for (var i = 0; i < 24; i++) {
        let d = disk_point(i, 24, turn);
        let at = uv + d * reach * shadow.below.xy;
        if (any(at < vec2f(0.0)) || any(at >= vec2f(1.0))) {
            continue;
        }
        let depth = textureLoad(belowMap, vec2i(at * size), 0);
        let h = depth * shadow.scale.z;
        let r = length(d) * reach;
        // cosine-weighted solid angle of a patch at height h and distance r, up to a factor
        covered += select(0.0, (h * h + 0.02 * reach * reach) / pow(h * h + r * r + 0.02 * reach * reach, 2.0), depth < 1.0) *
                   reach * reach;
    }
    return clamp(covered / (24.0 * 1.6), 0.0, 0.85);
}

@fragment
fn backdrop_fragment(point: ScreenPoint) -> BackdropPixel {
    let ray = ray_through(view, vec2f(point.uv.x * 2.0 - 1.0, 1.0 - point.uv.y * 2.0));
    let sun = view.sun.xyz;
    let t = view.groundHeight / min(ray.y, -1e-6);
    let p = ray * t;
    let footprint = fwidth(p.xz) + vec2f(1e-6);
    let sky = sky_radiance(vec3f(ray.x, max(ray.y, 0.0), ray.z), sun);
    if (view.groundEnabled == 0u || ray.y >= -1e-6 || view.groundHeight >= 0.0) {
        return BackdropPixel(vec4f(sky_radiance(ray, sun), 1.0), 0.0);
    }
    let at = p.xz + vec2f(view.gridX, view.gridZ);
    let fine = grid_lines(at, 0.25, 0.004, footprint);
    let coarse = grid_lines(at, 1.0, 0.012, footprint);
    var base = vec3f(0.33, 0.335, 0.34);
    base = mix(base, vec3f(0.24, 0.25, 0.26), 0.5 * fine);
    base = mix(base, vec3f(0.16, 0.175, 0.20), 0.8 * coarse);
    let n = vec3f(0.0, 1.0, 0.0);
    let lit = sun_visibility(sunMap, compareSampler, shadow, p, n, point.position.xy);
    let open = 1.0 - occlusion(p, point.position.xy);
    var radiance = base * (sky_irradiance(n) * open + vec3f(view.sun.w * lit * max(sun.y, 0.0) / PI));
    // a soft sheen towards the horizon, and haze that hides where the plane ends
    let f = fresnel_schlick(vec3f(0.03), -ray.y) * 0.35;
    radiance = mix(radiance, sky_radiance(reflect(ray, n), sun) * open, f);
    let haze = 1.0 - exp(-max(t - 5.0, 0.0) * 0.045);
    radiance = mix(radiance, sky, haze);
    return BackdropPixel(vec4f(radiance, 1.0), view.back.w / max(-dot(view.back.xyz, p), view.back.w));
}
