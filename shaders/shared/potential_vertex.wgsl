// SPDX-License-Identifier: MIT
// The vertex side of a substep of the potential solvers (vbd, newton). x: position at the substep's start (positions.xyz;
// w = 1 free, 0 pinned); u: displacement since then (increments.xyz; w = inverse mass, 0 pinned); velocities: v, the
// predicted velocity, so that v h is the displacement of inertia alone; w = lift off what it touches: impulse * h / mass.
#import structs
#import contact

struct VertexState {
    position: vec4f,
    increment: vec4f,
    velocity: vec4f,
}

// Predicts; the first guess adds what forces added in the last substep (between substeps increments.xyz holds it). Needs
// the inverse mass in increments.w.
fn begin_substep(body: GpuBody, frame: GpuFrame, state: VertexState) -> VertexState {
    let free = state.position.w > 0.0;
    let x = put_out(body, state.position, frame.timeStep);
    // the air takes from the speed that there is, not from the weight: rest is where forces balance
    let v = state.velocity.xyz - state.velocity.xyz * body.dampingLoss + frame.gravity.xyz * frame.timeStep;
    let guess = clamped(body, x, v * frame.timeStep + state.increment.xyz, frame.timeStep);
    return VertexState(x, select(vec4f(0.0), vec4f(guess.xyz, state.increment.w), free),
                       select(vec4f(0.0), vec4f(v, 0.0), free));
}

// Friction, the velocity that the displacement means, and the new position. u / h is written as the predicted velocity
// plus what forces changed: the product of rounded h and 1/h is not 1, which would add up over substeps.
//
// `shift`: what keeps the body's momentum. `trust`: how much of what forces changed the next first guess takes over. All of it makes errors of a higher order, but a
// mode whose error a substep's iterations shrink to a part above 0.5 would grow from substep to substep; half of it is
// stable for any part below 1 (linear analysis; docs/physics.md), but where iterations hardly move a stiff body, forces that
// lag by a substep feed its motion on the ground: there, none.
fn end_substep(body: GpuBody, frame: GpuFrame, state: VertexState, shift: vec3f, trust: f32) -> VertexState {
    let placed = clamped(body, state.position, state.increment.xyz + shift, frame.timeStep);
    let u = rubbed(body, state.position, placed.xyz, state.velocity.w, frame.timeStep);
    let changed = u - state.velocity.xyz * frame.timeStep;
    return VertexState(next_place(state.position, u), vec4f(trust * changed, state.increment.w),
                       vec4f(state.velocity.xyz + changed * frame.inverseTimeStep, 0.0));
}
