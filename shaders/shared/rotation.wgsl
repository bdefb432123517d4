// SPDX-License-Identifier: MIT
// The rotation R of F = R S (det R = +1, S symmetric, its smallest eigenvalue takes the sign of det F) without a
// decomposition and without memory of earlier steps, so that no order of threads can show.
//
// f = tr S is the largest root of f^4 - 2 I f^2 - 8 J f + I^2 - 4 II = 0 with I = |F|^2, II = (I^2 - |F^T F|^2)/2,
// J = det F (Lin, Zhu and Kim 2022), and R = df/dF follows by implicit differentiation. Where two singular values nearly
// cancel (s2 + s3 = 0), R is ill-defined and that quotient 0/0: then Horn's quaternion gives one of the rotations that are
// about as close.
#import mat3

struct Rotation {
    r: mat3x3f,
    trace: f32, // f = tr S
}

// The largest root, from I, II and J.
fn trace_of(i1: f32, i2: f32, j: f32) -> f32 {
    // Newton from above the largest of four real roots: it falls without passing it.
    var t = sqrt(3.0 * i1);
    for (var k = 0; k < 12; k++) {
        let slope = 4.0 * (t * (t * t - i1) - 2.0 * j);
        let value = t * (t * (t * t - 2.0 * i1) - 8.0 * j) + i1 * i1 - 4.0 * i2;
        let next = t - value / max(slope, 1e-30);
        // quadratic near the root: what is left after a step is its square, times half the curvature over the slope
        let done = (6.0 * t * t - 2.0 * i1) * (next - t) * (next - t) <= 1e-7 * t * slope;
        t = next;
        if (done) {
            break;
        }
    }
    return t;
}

fn second_invariant(c: mat3x3f, i1: f32) -> f32 {
    return 0.5 * (i1 * i1 - (dot(c[0], c[0]) + dot(c[1], c[1]) + dot(c[2], c[2])));
}

// R : F over unit quaternions q = (w, x, y, z) is q^T N q (Horn 1987). Squared again and again, N (made positive) turns into
// q q^T of its largest eigenvalue; where two are too close to tell, either is as good.
fn rotation_by_powers(f: mat3x3f) -> Rotation {
    let largest = max(abs(f[0]), max(abs(f[1]), abs(f[2])));
    let m = f * (1.0 / max(max(largest.x, max(largest.y, largest.z)), 1e-30));
    let shift = sqrt(3.0 * (dot(m[0], m[0]) + dot(m[1], m[1]) + dot(m[2], m[2]))) + 1e-6;
    let wx = m[1].z - m[2].y;
    let wy = m[2].x - m[0].z;
    let wz = m[0].y - m[1].x;
    let xy = m[0].y + m[1].x;
    let xz = m[0].z + m[2].x;
    let yz = m[1].z + m[2].y;
    var n = mat4x4f(vec4f(shift + m[0].x + m[1].y + m[2].z, wx, wy, wz),
                    vec4f(wx, shift + m[0].x - m[1].y - m[2].z, xy, xz),
                    vec4f(wy, xy, shift - m[0].x + m[1].y - m[2].z, yz),
                    vec4f(wz, xz, yz, shift - m[0].x - m[1].y + m[2].z));
    for (var k = 0; k < 10; k++) {
        n = n * (1.0 / (n[0].x + n[1].y + n[2].z + n[3].w));
        n = n * n;
    }
    var q = n[0];
    var most = n[0].x;
    if (n[1].y > most) {
        q = n[1];
        most = n[1].y;
    }
    if (n[2].z > most) {
        q = n[2];
        most = n[2].z;
    }
    if (n[3].w > most) {
        q = n[3];
    }
    q = normalize(q);
    let v = q.yzw;
    let r = mat3x3f(vec3f(1.0, 0.0, 0.0) + 2.0 * (q.x * vec3f(0.0, v.z, -v.y) + v.x * v - vec3f(dot(v, v), 0.0, 0.0)),
                    vec3f(0.0, 1.0, 0.0) + 2.0 * (q.x * vec3f(-v.z, 0.0, v.x) + v.y * v - vec3f(0.0, dot(v, v), 0.0)),
                    vec3f(0.0, 0.0, 1.0) + 2.0 * (q.x * vec3f(v.y, -v.x, 0.0) + v.z * v - vec3f(0.0, 0.0, dot(v, v))));
    return Rotation(r, dot(r[0], f[0]) + dot(r[1], f[1]) + dot(r[2], f[2]));
}

fn rotation_of(f: mat3x3f) -> Rotation {
    let c = transpose(f) * f;
    let i1 = c[0].x + c[1].y + c[2].z;
    let cof = cofactor(f);
    let j = dot(f[0], cof[0]);
    let t = trace_of(i1, second_invariant(c, i1), j);
    let denominator = t * (t * t - i1) - 2.0 * j;
    if (denominator > max(0.05 * i1 * sqrt(i1), 1e-24)) {
        let s = 1.0 / denominator;
        return Rotation(((t * t + i1) * s) * f + (2.0 * t * s) * cof - (2.0 * s) * (f * c), t);
    }
    return rotation_by_powers(f);
}
