// SPDX-License-Identifier: MIT
// A strand's direction in the unused fourth number of a tube vertex's position: octahedral, 12 bits a half, plus 1, so that
// any 32-bit float holds it exactly.
fn octahedral_fold(p: vec2f) -> vec2f {
    return (vec2f(1.0) - abs(p.yx)) * select(vec2f(-1.0), vec2f(1.0), p >= vec2f(0.0));
}

fn tangent_pack(t: vec3f) -> f32 {
    let p = t.xy / max(abs(t.x) + abs(t.y) + abs(t.z), 1e-30);
    let q = vec2u(clamp(select(p, octahedral_fold(p), t.z < 0.0) * 2047.5 + 2048.0, vec2f(0.0), vec2f(4095.0)));
    return f32(q.x + 4096u * q.y + 1u);
}

fn tangent_unpack(word: f32) -> vec3f {
    let q = max(u32(word), 1u) - 1u;
    let p = (vec2f(f32(q % 4096u), f32(q / 4096u)) - 2047.5) / 2047.5;
    let z = 1.0 - abs(p.x) - abs(p.y);
    return normalize(vec3f(select(p, octahedral_fold(p), z < 0.0), z));
}
