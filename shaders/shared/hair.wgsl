// SPDX-License-Identifier: MIT
// Light that a strand scatters (Kajiya and Kay 1989): its highlight is a band around it, where the strand is square to the
// half vector. A second, wider band in the strand's colour, that of light that went through it, lies nearer to the tip, and
// the first nearer to the root, as the scales of hair tilt them (Marschner et al. 2003; Scheuermann 2004).
const HAIR_TILT = 0.10;
const HAIR_MIRROR = 0.035;

fn hair_band(t: vec3f, h: vec3f, exponent: f32) -> f32 {
    let along = dot(normalize(t), h);
    return pow(max(1.0 - along * along, 0.0), 0.5 * exponent) * (exponent + 8.0) / 25.13274123;
}

// Radiance towards v of a strand along t (root to tip) lit by irradiance 1 from l; n is its normal on the side of v.
fn hair_lit(base: vec3f, roughness: f32, t: vec3f, n: vec3f, v: vec3f, l: vec3f) -> vec3f {
    let along = dot(t, l);
    let h = normalize(v + l);
    let exponent = clamp(2.0 / pow(roughness, 4.0) - 2.0, 4.0, 400.0);
    let first = HAIR_MIRROR * hair_band(t + HAIR_TILT * n, h, exponent);
    let second = 0.5 * hair_band(t - 1.5 * HAIR_TILT * n, h, 0.25 * exponent);
    return sqrt(max(1.0 - along * along, 0.0)) * (base * (0.25 + second) + first);
}
