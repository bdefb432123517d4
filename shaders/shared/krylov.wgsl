// SPDX-License-Identifier: MIT
// The vectors of the conjugate gradients, one after another in one buffer, an entry per vertex of the World.

const R = 0u;  // residual; w: what may move
const Z = 1u;  // preconditioned residual
const W = 2u;  // A z
const P = 3u;  // direction; w at a body's first vertex: trust of the next first guess
const S = 4u;  // A p
const D = 5u;  // the step so far
const M0 = 6u; // inverse of the diagonal block: xx, yy, zz
const M1 = 7u; // xy, xz, yz

// Values of R's w.
const FREE = 1.0;
const HELD = 2.0; // by the ground: y does not move

fn slot_of(vector: u32, vertex: u32) -> u32 {
    return vector * frame.krylovStride + vertex;
}

fn allowed(r: vec4f) -> vec3f {
    return select(vec3f(0.0), vec3f(1.0, select(1.0, 0.0, r.w == HELD), 1.0), r.w > 0.0);
}

fn precondition(i: u32, r: vec4f) -> vec3f {
    let mask = allowed(r);
    let m0 = krylov[slot_of(M0, i)];
    let m1 = krylov[slot_of(M1, i)];
    let f = r.xyz * mask;
    return mask * vec3f(dot(vec3f(m0.x, m1.x, m1.y), f), dot(vec3f(m1.x, m0.y, m1.z), f), dot(vec3f(m1.y, m1.z, m0.z), f));
}
