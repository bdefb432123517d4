// SPDX-License-Identifier: MIT
// The vertex side of a substep. x: position at the substep's start (positions.xyz; w = 1 free, 0 pinned);
// u: displacement since then (increments.xyz; w = inverse mass, 0 pinned); velocities.w = lift off what it touches so far.
#import structs
#import contact

struct VertexState {
    position: vec4f,
    increment: vec4f,
    velocity: vec4f,
}

// Steps 1 of the substep: velocities under gravity and damping, then the displacement they predict.
fn predict(body: GpuBody, frame: GpuFrame, state: VertexState, vertex_volume: f32) -> VertexState {
    let free = state.position.w > 0.0;
    let x = put_out(body, state.position, frame.timeStep);
    let v = state.velocity.xyz - state.velocity.xyz * body.dampingLoss + frame.gravity.xyz * frame.timeStep;
    let moved = clamped(body, x, v * frame.timeStep, frame.timeStep);
    let inverse_mass = body.inverseDensity / vertex_volume;
    let increment = select(vec4f(0.0), vec4f(moved.xyz, inverse_mass), free);
    return VertexState(x, increment, select(vec4f(0.0), vec4f(v, moved.w), free));
}

// Adds corrections and lifts the vertex out again of what it touches.
fn correct(body: GpuBody, frame: GpuFrame, state: VertexState, correction: vec3f) -> VertexState {
    let moved = clamped(body, state.position, state.increment.xyz + correction, frame.timeStep);
    let free = state.increment.w > 0.0;
    return VertexState(state.position, vec4f(select(vec3f(0.0), moved.xyz, free), state.increment.w),
                       vec4f(state.velocity.xyz, state.velocity.w + select(0.0, moved.w, free)));
}

// Step 4: friction, the velocity that the displacement means, and the new position. u / h is written as the predicted
// velocity plus what corrections changed: the product of rounded h and 1/h is not 1, which would add up over substeps.
fn finish(body: GpuBody, frame: GpuFrame, state: VertexState) -> VertexState {
    let u = rubbed(body, state.position, state.increment.xyz, state.velocity.w, frame.timeStep);
    let v = state.velocity.xyz + (u - state.velocity.xyz * frame.timeStep) * frame.inverseTimeStep;
    return VertexState(next_place(state.position, u), vec4f(0.0, 0.0, 0.0, state.increment.w),
                       vec4f(v, 0.0));
}
