// SPDX-License-Identifier: MIT
// Signed singular value decomposition of a 3x3 matrix: F = U diag(s) V^T, det U = det V = +1, s1 >= s2 >= |s3|,
// sign(s3) = sign(det F), so that an inverted element is pushed back through zero (Irving et al. 2004).
//
// McAdams et al. 2011 diagonalise F^T F, whose rounding costs half of the digits. Here the same cyclic Jacobi sweeps
// rotate the columns of F itself (Hestenes' one-sided form) with exact angles; then columns are sorted and three Givens
// rotations triangulate what is left. No branches; every step is a rotation, so U and V stay orthonormal for any input,
// rank-deficient ones included.

struct Svd {
    u: mat3x3f,
    s: vec3f,
    v: mat3x3f,
}

// Cosine and sine that make columns p and q orthogonal.
fn svd_jacobi_rotation(p: vec3f, q: vec3f) -> vec2f {
    let gamma = dot(p, q);
    let skip = abs(gamma) < 1e-20;
    let zeta = clamp((dot(q, q) - dot(p, p)) / (2.0 * select(gamma, 1.0, skip)), -1e15, 1e15);
    let t = select(-1.0, 1.0, zeta >= 0.0) / (abs(zeta) + sqrt(1.0 + zeta * zeta));
    let c = inverseSqrt(1.0 + t * t);
    return select(vec2f(c, c * t), vec2f(1.0, 0.0), skip);
}

// Cosine and sine that turn (a, b) into (length, 0); no rotation for a zero vector.
fn svd_givens_rotation(a: f32, b: f32) -> vec2f {
    let length_squared = a * a + b * b;
    let skip = length_squared < 1e-30;
    return select(vec2f(a, b) * inverseSqrt(select(length_squared, 1.0, skip)), vec2f(1.0, 0.0), skip);
}

fn svd3(f: mat3x3f) -> Svd {
    let largest = max(max(abs(f[0]), abs(f[1])), abs(f[2]));
    let scale = max(max(largest.x, largest.y), largest.z);
    let inverse_scale = select(1.0 / max(scale, 1e-30), 0.0, scale < 1e-30);
    var b0 = f[0] * inverse_scale;
    var b1 = f[1] * inverse_scale;
    var b2 = f[2] * inverse_scale;
    var v0 = vec3f(1.0, 0.0, 0.0);
    var v1 = vec3f(0.0, 1.0, 0.0);
    var v2 = vec3f(0.0, 0.0, 1.0);
    for (var sweep = 0; sweep < 4; sweep++) {
        var r = svd_jacobi_rotation(b0, b1);
        var t = b0;
        b0 = r.x * t - r.y * b1;
        b1 = r.y * t + r.x * b1;
        t = v0;
        v0 = r.x * t - r.y * v1;
        v1 = r.y * t + r.x * v1;
        r = svd_jacobi_rotation(b0, b2);
        t = b0;
        b0 = r.x * t - r.y * b2;
        b2 = r.y * t + r.x * b2;
        t = v0;
        v0 = r.x * t - r.y * v2;
        v2 = r.y * t + r.x * v2;
        r = svd_jacobi_rotation(b1, b2);
        t = b1;
        b1 = r.x * t - r.y * b2;
        b2 = r.y * t + r.x * b2;
        t = v1;
        v1 = r.x * t - r.y * v2;
        v2 = r.y * t + r.x * v2;
    }
    // Sort by length; a swap negates one of the two columns, which keeps det V = +1.
    var n = vec3f(dot(b0, b0), dot(b1, b1), dot(b2, b2));
    var swap = n.x < n.y;
    var t = b0;
    b0 = select(b0, b1, swap);
    b1 = select(b1, -t, swap);
    t = v0;
    v0 = select(v0, v1, swap);
    v1 = select(v1, -t, swap);
    n = select(n, n.yxz, swap);
    swap = n.x < n.z;
    t = b0;
    b0 = select(b0, b2, swap);
    b2 = select(b2, -t, swap);
    t = v0;
    v0 = select(v0, v2, swap);
    v2 = select(v2, -t, swap);
    n = select(n, n.zyx, swap);
    swap = n.y < n.z;
    t = b1;
    b1 = select(b1, b2, swap);
    b2 = select(b2, -t, swap);
    t = v1;
    v1 = select(v1, v2, swap);
    v2 = select(v2, -t, swap);
    // Three Givens rotations make the columns upper triangular; being orthogonal, they become diagonal. U gathers the
    // rotations column by column.
    var u0 = vec3f(1.0, 0.0, 0.0);
    var u1 = vec3f(0.0, 1.0, 0.0);
    var u2 = vec3f(0.0, 0.0, 1.0);
    var g = svd_givens_rotation(b0.x, b0.y);
    b0 = vec3f(g.x * b0.x + g.y * b0.y, 0.0, b0.z);
    b1 = vec3f(g.x * b1.x + g.y * b1.y, g.x * b1.y - g.y * b1.x, b1.z);
    b2 = vec3f(g.x * b2.x + g.y * b2.y, g.x * b2.y - g.y * b2.x, b2.z);
    t = u0;
    u0 = g.x * t + g.y * u1;
    u1 = g.x * u1 - g.y * t;
    g = svd_givens_rotation(b0.x, b0.z);
    let s1 = g.x * b0.x + g.y * b0.z;
    b1 = vec3f(g.x * b1.x + g.y * b1.z, b1.y, g.x * b1.z - g.y * b1.x);
    b2 = vec3f(g.x * b2.x + g.y * b2.z, b2.y, g.x * b2.z - g.y * b2.x);
    t = u0;
    u0 = g.x * t + g.y * u2;
    u2 = g.x * u2 - g.y * t;
    g = svd_givens_rotation(b1.y, b1.z);
    let s2 = g.x * b1.y + g.y * b1.z;
    let s3 = g.x * b2.z - g.y * b2.y;
    t = u1;
    u1 = g.x * t + g.y * u2;
    u2 = g.x * u2 - g.y * t;
    return Svd(mat3x3f(u0, u1, u2), vec3f(s1, s2, s3) * scale, mat3x3f(v0, v1, v2));
}
