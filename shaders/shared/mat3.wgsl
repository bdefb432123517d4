// SPDX-License-Identifier: MIT
// Small matrices.

fn cofactor(f: mat3x3f) -> mat3x3f {
    return mat3x3f(cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1]));
}

fn cross_matrix(a: vec3f) -> mat3x3f {
    return mat3x3f(vec3f(0.0, a.z, -a.y), vec3f(-a.z, 0.0, a.x), vec3f(a.y, -a.x, 0.0));
}

// [a]x m [b]x
fn crossed(a: vec3f, m: mat3x3f, b: vec3f) -> mat3x3f {
    return mat3x3f(cross(a, m[1] * b.z - m[2] * b.y), cross(a, m[2] * b.x - m[0] * b.z), cross(a, m[0] * b.y - m[1] * b.x));
}

fn outer(a: vec3f, b: vec3f) -> mat3x3f {
    return mat3x3f(a * b.x, a * b.y, a * b.z);
}

fn inverse3(m: mat3x3f) -> mat3x3f {
    let c = cofactor(m);
    return transpose(c) * (1.0 / dot(m[0], c[0]));
}

fn scaled_identity(s: f32) -> mat3x3f {
    return mat3x3f(vec3f(s, 0.0, 0.0), vec3f(0.0, s, 0.0), vec3f(0.0, 0.0, s));
}
