// SPDX-License-Identifier: MIT
// The rotation R of F = R S (det R = +1, S symmetric, its smallest eigenvalue takes the sign of det F) without a
// decomposition and without memory of earlier steps, so that no order of threads can show.
//
// f = tr S is the largest root of f^4 - 2 I f^2 - 8 J f + I^2 - 4 II = 0 with I = |F|^2, II = (I^2 - |F^T F|^2)/2,
// J = det F (Lin, Zhu and Kim 2022), and R = df/dF follows by implicit differentiation. Where two singular values nearly
// cancel (s2 + s3 = 0), R is ill-defined and that quotient 0/0: then R is turned towards F step by step, from no rotation
// (Mueller et al. 2016), which ends at one of the rotations that are about as close.
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
        let done = abs(next - t) <= 1e-7 * t;
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

fn turned_rotation(f: mat3x3f) -> Rotation {
    var r = mat3x3f(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 1.0, 0.0), vec3f(0.0, 0.0, 1.0));
    for (var k = 0; k < 24; k++) {
        let torque = cross(r[0], f[0]) + cross(r[1], f[1]) + cross(r[2], f[2]);
        let along = dot(r[0], f[0]) + dot(r[1], f[1]) + dot(r[2], f[2]);
        let axis = torque / (abs(along) + 1e-9);
        let angle = length(axis);
        if (angle < 1e-6) {
            break;
        }
        let n = axis / angle;
        let c = cos(angle);
        let s = sin(angle);
        for (var i = 0; i < 3; i++) {
            r[i] = r[i] * c + cross(n, r[i]) * s + n * (dot(n, r[i]) * (1.0 - c));
        }
    }
    return Rotation(r, dot(r[0], f[0]) + dot(r[1], f[1]) + dot(r[2], f[2]));
}

fn rotation_of(f: mat3x3f) -> Rotation {
    let c = transpose(f) * f;
    let i1 = c[0].x + c[1].y + c[2].z;
    let cof = cofactor(f);
    let j = dot(f[0], cof[0]);
    let t = trace_of(i1, second_invariant(c, i1), j);
    let denominator = t * (t * t - i1) - 2.0 * j;
    if (denominator > 0.05 * i1 * sqrt(i1)) {
        let s = 1.0 / denominator;
        return Rotation(((t * t + i1) * s) * f + (2.0 * t * s) * cof - (2.0 * s) * (f * c), t);
    }
    return turned_rotation(f);
}
