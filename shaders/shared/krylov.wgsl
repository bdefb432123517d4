// SPDX-License-Identifier: MIT
// The vectors of the conjugate gradients, one after another in one buffer, an entry per vertex of the World.
#import with_colliders

const R = 0u;  // residual; w: what may move
const Z = 1u;  // preconditioned residual
const W = 2u;  // A z
const P = 3u;  // direction; w at a body's first vertex: trust of the next first guess
const S = 4u;  // A p; w at a body's first vertex: how much the model of the potential falls with the step
const D = 5u;  // the step so far
const M0 = 6u; // preconditioner, about the inverse of the diagonal block: xx, yy, zz; w: of the normal of a collider that holds, see held_normal
const M1 = 7u; // xy, xz, yz; w: likewise

// Values of R's w.
const FREE = 1.0;
const HELD = 2.0; // by the ground: y does not move
const HELD_ABOVE = 3.0; // by a collider whose normal has z >= 0 ...
const HELD_BELOW = 4.0; // ... or less

fn slot_of(vector: u32, vertex: u32) -> u32 {
    return vector * frame.krylovStride + vertex;
}

// The normal from its stereographic projection p: exact enough in any direction.
fn held_normal(p: vec2f, above: bool) -> vec3f {
    let square = dot(p, p);
    return vec3f(2.0 * p, select(square - 1.0, 1.0 - square, above)) / (1.0 + square);
}

// The part of f that what holds the vertex lets through. m0 and m1: krylov's of the vertex.
fn let_through(r: vec4f, m0: vec4f, m1: vec4f, f: vec3f) -> vec3f {
    if (COLLIDERS && r.w >= HELD_ABOVE) {
        let n = held_normal(vec2f(m0.w, m1.w), r.w == HELD_ABOVE);
        return f - n * dot(n, f);
    }
    return f * select(vec3f(0.0), vec3f(1.0, select(1.0, 0.0, r.w == HELD), 1.0), r.w > 0.0);
}

fn allowed(i: u32, r: vec4f, f: vec3f) -> vec3f {
    return let_through(r, krylov[slot_of(M0, i)], krylov[slot_of(M1, i)], f);
}

fn precondition(i: u32, r: vec4f) -> vec3f {
    return preconditioned(r, krylov[slot_of(M0, i)], krylov[slot_of(M1, i)]);
}

fn preconditioned(r: vec4f, m0: vec4f, m1: vec4f) -> vec3f {
    let f = let_through(r, m0, m1, r.xyz);
    let z = vec3f(dot(vec3f(m0.x, m1.x, m1.y), f), dot(vec3f(m1.x, m0.y, m1.z), f), dot(vec3f(m1.y, m1.z, m0.z), f));
    return let_through(r, m0, m1, z);
}
