// SPDX-License-Identifier: MIT
// Inner forces cannot move a body's centre of mass, but sweeps that end early, and rounding, can: a shift of the whole body
// takes that back. It lowers the potential: inertia is the only part that it changes.
#import structs

// [kg m] of a vertex: mass times what forces changed in its displacement; w: pushed by the ground. u.w: inverse mass.
fn changed_momentum(frame: GpuFrame, u: vec4f, velocity: vec4f) -> vec4f {
    return vec4f((u.xyz - velocity.xyz * frame.timeStep) / u.w, select(0.0, 1.0, velocity.w > 0.0));
}

// `sum`: over all vertices. Bodies that pins or the ground push keep what they got.
fn momentum_shift(body: GpuBody, sum: vec4f) -> vec3f {
    return select(-sum.xyz / body.freeMass, vec3f(0.0), sum.w > 0.0);
}
