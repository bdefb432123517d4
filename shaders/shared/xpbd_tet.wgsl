// SPDX-License-Identifier: MIT
// The two constraints of a tet, solved one after the other on the same snapshot (physics: docs/physics.md, section 3).
#import structs
#import svd

struct TetCorrections {
    d0: vec3f,
    d1: vec3f,
    d2: vec3f,
    d3: vec3f,
    multipliers: vec2f, // of C_arap and C_vol
}

// x0..x3: positions; u0..u3: displacements since the substep's start, with the inverse mass in w. Edges are differences
// of positions plus differences of displacements: the small part keeps its digits.
fn solve_tet(body: GpuBody, tet: GpuTet, x0: vec3f, x1: vec3f, x2: vec3f, x3: vec3f, u0: vec4f, u1: vec4f, u2: vec4f,
             u3: vec4f, multipliers: vec2f) -> TetCorrections {
    var e1 = (x1 - x0) + (u1.xyz - u0.xyz);
    var e2 = (x2 - x0) + (u2.xyz - u0.xyz);
    var e3 = (x3 - x0) + (u3.xyz - u0.xyz);
    var d0 = vec3f(0.0);
    var d1 = vec3f(0.0);
    var d2 = vec3f(0.0);
    var d3 = vec3f(0.0);
    var lambda = multipliers;
    let inverse_volume = 1.0 / tet.restVolume;

    // C_arap = ||S - 1||, with dC/dF = U diag((s - 1)/C) V^T and the gradients of corners 1..3 the columns of dC/dF B^T.
    let b_transposed = mat3x3f(vec3f(tet.b00, tet.b01, tet.b02), vec3f(tet.b10, tet.b11, tet.b12),
                               vec3f(tet.b20, tet.b21, tet.b22));
    let f = mat3x3f(e1, e2, e3) * transpose(b_transposed);
    let svd = svd3(f);
    let strain = svd.s - vec3f(1.0);
    let c = length(strain);
    if (c >= 1e-6) {
        let w = strain / c;
        let g = mat3x3f(svd.u[0] * w.x, svd.u[1] * w.y, svd.u[2] * w.z) * transpose(svd.v);
        let h = g * b_transposed;
        let h0 = -(h[0] + h[1] + h[2]);
        let compliance = body.arapCompliance * inverse_volume;
        let mass_term = u0.w * dot(h0, h0) + u1.w * dot(h[0], h[0]) + u2.w * dot(h[1], h[1]) + u3.w * dot(h[2], h[2]);
        let dl = -tet.relaxation * (c + compliance * lambda.x) / (mass_term + compliance);
        lambda.x += dl;
        d0 = u0.w * dl * h0;
        d1 = u1.w * dl * h[0];
        d2 = u2.w * dl * h[1];
        d3 = u3.w * dl * h[2];
        e1 += d1 - d0;
        e2 += d2 - d0;
        e3 += d3 - d0;
    }

    // C_vol = det F - 1 on the corrected positions.
    if (body.volumeCompliance > 0.0) {
        let s = inverse_volume / 6.0;
        let g1 = cross(e2, e3) * s;
        let g2 = cross(e3, e1) * s;
        let g3 = cross(e1, e2) * s;
        let g0 = -(g1 + g2 + g3);
        let cv = dot(e1, g1) - 1.0;
        let compliance = body.volumeCompliance * inverse_volume;
        let mass_term = u0.w * dot(g0, g0) + u1.w * dot(g1, g1) + u2.w * dot(g2, g2) + u3.w * dot(g3, g3);
        let dl = -tet.relaxation * (cv + compliance * lambda.y) / (mass_term + compliance);
        lambda.y += dl;
        d0 += u0.w * dl * g0;
        d1 += u1.w * dl * g1;
        d2 += u2.w * dl * g2;
        d3 += u3.w * dl * g3;
    }
    return TetCorrections(d0, d1, d2, d3, lambda);
}
