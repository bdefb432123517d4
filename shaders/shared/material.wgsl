// SPDX-License-Identifier: MIT
// Light that a point of a body sends to the eye: of the sun, of the sky, what shines through, its own glow.
#import structs
#import sky
#import brdf
#import hair
#import sun_shadow

// Blue, green, yellow, red.
fn strain_color(t: f32) -> vec3f {
    let x = clamp(t, 0.0, 1.0);
    let low = mix(vec3f(0.05, 0.12, 0.55), vec3f(0.05, 0.55, 0.30), clamp(x * 3.0, 0.0, 1.0));
    let high = mix(vec3f(0.95, 0.75, 0.10), vec3f(0.85, 0.06, 0.05), clamp(x * 3.0 - 2.0, 0.0, 1.0));
    return mix(low, high, clamp(x * 3.0 - 1.0, 0.0, 1.0));
}

// Light of the sun that has come through the body: it fades with the thickness between the lit side and here.
fn transmitted(p: vec3f, color: vec3f) -> vec3f {
    let c = sun_coordinates(shadow, p);
    let entry = sun_depth(sunMap, c.xy, f32(textureDimensions(sunMap).x));
    let thickness = max(entry - c.z, 0.0) * shadow.scale.x;
    // one metre of jelly lets through what its colour says to the eighth power
    return pow(max(color, vec3f(1e-3)), vec3f(0.6 + 8.0 * thickness)) * exp(-2.5 * thickness);
}

struct Seen {
    p: vec3f, // relative to the eye [m]
    n: vec3f, // on the eye's side
    base: vec3f,
    look: GpuDrawn,
    tangent: vec3f, // of strands that shine like hair
}

// The side that the sun's shadows are asked for: a strand has one that looks to the sun everywhere.
fn sunny_side(seen: Seen) -> vec3f {
    let side = view.sun.xyz - seen.tangent * dot(seen.tangent, view.sun.xyz);
    return select(seen.n, normalize(side + seen.n * 1e-3), seen.look.hair > 0.0);
}

// lit: share of the sun that reaches the point.
fn light_of(seen: Seen, lit: f32) -> vec3f {
    let p = seen.p;
    let n = seen.n;
    let base = seen.base;
    let v = normalize(-p);
    let roughness = max(seen.look.color.w, 0.03);
    let metallic = seen.look.metallic;
    let sun = view.sun.xyz;
    let sunlight = SUN_COLOR * view.sun.w;
    var lobes = brdf_lit(base, metallic, roughness, n, v, sun);
    if (seen.look.hair > 0.0) {
        lobes = mix(lobes, hair_lit(base, roughness, seen.tangent, n, v, sun), seen.look.hair);
    }
    var radiance = seen.look.emission.rgb + lobes * (lit * sunlight);

    // sky: diffuse by the hemisphere around n, dimmed near the ground for normals that look at it
    let height = max(p.y - view.groundHeight, 0.0);
    let open = select(1.0, mix(0.45 + 0.55 * smoothstep(0.0, 0.6, height), 1.0, 0.5 + 0.5 * n.y), view.groundEnabled != 0u);
    // no less: interpolated normals look away from the eye at the rim of coarse surfaces, and would mirror the whole sky there
    let nv = max(dot(n, v), 0.2);
    let f = fresnel_schlick(mix(vec3f(0.04), base, metallic), nv) * (1.0 - 0.6 * roughness);
    radiance += (vec3f(1.0) - f) * base * (1.0 - metallic) * sky_irradiance(n) * open;
    let r = reflect(-v, n);
    radiance += f * mix(sky_radiance(r, sun), sky_irradiance(r), roughness) * open;

    // light through the body: from the sun behind it, and scattered around its lit side past the edge of its own shadow
    let jelly = seen.look.translucency * (1.0 - metallic);
    let behind = 0.35 + 0.65 * pow(max(dot(v, -sun), 0.0), 4.0);
    let wrapped = pow(clamp((dot(n, sun) + 0.6) / 1.6, 0.0, 1.0), 2.0) * (1.0 - 0.7 * lit * max(dot(n, sun), 0.0));
    let deep = base * (0.4 + 0.6 * base / max(max(base.r, base.g), max(base.b, 1e-3)));
    radiance += sunlight * jelly * (transmitted(p - n * 0.01, base) * (0.16 * behind) + deep * (0.10 * wrapped));
    return radiance;
}
