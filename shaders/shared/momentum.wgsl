// SPDX-License-Identifier: MIT
// Inner forces cannot move a body's centre of mass, but sweeps that end early, and rounding, can: a shift of the whole body
// takes that back. It lowers the potential: inertia is the only part that it changes.
#import with_colliders

// [kg m] of a vertex: mass times what forces changed in its displacement; w: pushed by the ground. u.w: inverse mass.
fn changed_momentum(frame: GpuFrame, u: vec4f, velocity: vec4f) -> vec4f {
    return vec4f((u.xyz - velocity.xyz * frame.timeStep) / u.w, select(0.0, 1.0, velocity.w > 0.0));
}

// Pins push in any direction, colliders too; the ground pushes up, and its friction comes after the step.
fn free_shift(body: GpuBody, changed: vec3f, touches: bool) -> vec3f {
    if (body.freeMass == 0.0 || (COLLIDERS && touches)) {
        return vec3f(0.0);
    }
    return -changed / body.freeMass * vec3f(1.0, select(1.0, 0.0, touches), 1.0);
}

// Of vbd, `sum` over all vertices: what touches keeps what it got, because sweeps leave stiff bodies too much to shift.
fn momentum_shift(body: GpuBody, sum: vec4f) -> vec3f {
    return select(free_shift(body, sum.xyz, false), vec3f(0.0), sum.w > 0.0);
}
