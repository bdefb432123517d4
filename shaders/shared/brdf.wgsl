// SPDX-License-Identifier: MIT
// Metallic-roughness shading: GGX distribution, height-correlated Smith visibility (Heitz 2014), Schlick's Fresnel term,
// Lambert below. The same terms as in glTF 2.0's appendix B.
const PI = 3.14159265358979;

fn fresnel_schlick(f0: vec3f, cosine: f32) -> vec3f {
    return f0 + (vec3f(1.0) - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

// Radiance towards v of a surface lit by irradiance 1 (at normal incidence) from l; n, v, l are unit vectors.
fn brdf_lit(base: vec3f, metallic: f32, roughness: f32, n: vec3f, v: vec3f, l: vec3f) -> vec3f {
    let nl = dot(n, l);
    if (nl <= 0.0) {
        return vec3f(0.0);
    }
    let h = normalize(v + l);
    let nv = max(dot(n, v), 1e-4);
    let nh = clamp(dot(n, h), 0.0, 1.0);
    let vh = clamp(dot(v, h), 0.0, 1.0);
    let alpha = roughness * roughness;
    let a2 = alpha * alpha;
    let d = nh * nh * (a2 - 1.0) + 1.0;
    let distribution = a2 / (PI * d * d);
    let visibility = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
    let f = fresnel_schlick(mix(vec3f(0.04), base, metallic), vh);
    let diffuse = (vec3f(1.0) - f) * base * ((1.0 - metallic) / PI);
    return (diffuse + f * (distribution * visibility)) * nl;
}
