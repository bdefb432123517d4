// SPDX-License-Identifier: MIT
// The surface of tetrahedral bodies: sun with shadow, sky, light that shines through, overlays.
#import surface_vertex
#import view
#import sky
#import brdf
#import sun_shadow

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> instances: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> triangles: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> normals: array<vec4f>;
@group(0) @binding(6) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(7) var<storage, read> strains: array<f32>;
@group(0) @binding(8) var<uniform> shadow: GpuShadow;
@group(0) @binding(9) var sunMap: texture_depth_2d;
@group(0) @binding(10) var compareSampler: sampler_comparison;

struct SurfacePoint {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
    @location(2) edges: vec3f,
    @location(3) strain: f32,
    @location(4) @interpolate(flat) slot: u32,
}

@vertex
fn surface_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> SurfacePoint {
    let corner = surface_corner(vertex, instance);
    var edges = vec3f(0.0);
    edges[vertex % 3u] = 1.0;
    var strain = 0.0;
    if ((view.overlays & 4u) != 0u) {
        strain = strains[corner.vertex];
    }
    return SurfacePoint(project(view, corner.place), corner.place, corner.normal, edges, strain, corner.slot);
}

// Blue, green, yellow, red.
fn strain_color(t: f32) -> vec3f {
    let x = clamp(t, 0.0, 1.0);
    let low = mix(vec3f(0.05, 0.12, 0.55), vec3f(0.05, 0.55, 0.30), clamp(x * 3.0, 0.0, 1.0));
    let high = mix(vec3f(0.95, 0.75, 0.10), vec3f(0.85, 0.06, 0.05), clamp(x * 3.0 - 2.0, 0.0, 1.0));
    return mix(low, high, clamp(x * 3.0 - 1.0, 0.0, 1.0));
}

// Light of the sun that has come through the body: it fades with the thickness between the lit side and here.
fn transmitted(p: vec3f, color: vec3f, amount: f32) -> vec3f {
    let c = sun_coordinates(shadow, p);
    let size = vec2f(textureDimensions(sunMap));
    let entry = textureLoad(sunMap, vec2i(clamp(c.xy, vec2f(0.0), vec2f(0.999)) * size), 0);
    let thickness = max(c.z - entry, 0.0) * shadow.scale.x;
    // one metre of jelly lets through what its colour says to the eighth power
    return amount * pow(max(color, vec3f(1e-3)), vec3f(0.6 + 8.0 * thickness)) * exp(-2.5 * thickness);
}

@fragment
fn surface_fragment(point: SurfacePoint, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let look = drawn[point.slot];
    let v = normalize(-point.place);
    var n = point.normal * inverseSqrt(max(dot(point.normal, point.normal), 1e-12));
    n = select(-n, n, front);
    var base = look.color.rgb;
    let roughness = max(look.color.w, 0.03);
    let metallic = look.surface.x;
    if ((view.overlays & 4u) != 0u) {
        base = strain_color(point.strain / view.strainScale);
    }
    let sun = view.sun.xyz;
    let lit = sun_visibility(sunMap, compareSampler, shadow, point.place, n, point.position.xy);
    var radiance = look.emission.rgb + brdf_lit(base, metallic, roughness, n, v, sun) * (view.sun.w * lit);

    // sky: diffuse by the hemisphere around n, dimmed near the ground for normals that look at it
    let height = max(point.place.y - view.groundHeight, 0.0);
    let open = select(1.0, mix(0.45 + 0.55 * smoothstep(0.0, 0.6, height), 1.0, 0.5 + 0.5 * n.y), view.groundEnabled != 0u);
    let nv = max(dot(n, v), 1e-3);
    let f = fresnel_schlick(mix(vec3f(0.04), base, metallic), nv) * (1.0 - 0.6 * roughness);
    radiance += (vec3f(1.0) - f) * base * (1.0 - metallic) * sky_irradiance(n) * open;
    let r = reflect(-v, n);
    let mirrored = mix(sky_radiance(r, sun), sky_irradiance(r), roughness);
    radiance += f * mirrored * open;

    // light through the body: from the sun behind it, and a little wrapped around its edge
    let through = transmitted(point.place - n * 0.01, base, look.surface.y);
    let behind = 0.35 + 0.65 * pow(max(dot(v, -sun), 0.0), 4.0);
    radiance += through * behind * view.sun.w * 0.16 * (1.0 - metallic);

    if ((view.overlays & 1u) != 0u) {
        let width = fwidth(point.edges);
        let line = smoothstep(vec3f(0.0), width * 1.3, point.edges);
        radiance = mix(vec3f(0.02), radiance, 0.25 + 0.75 * min(min(line.x, line.y), line.z));
    }
    return vec4f(radiance, 1.0);
}
