// SPDX-License-Identifier: MIT
// Takes the substep's last Newton step, ends the substep and starts the next one of the frame. In the frame's last substep
// it notes bodies that became non-finite.
#import blocks
#import newton_step
#import potential_vertex

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> rowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>;
@group(0) @binding(4) var<storage, read> krylov: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> health: array<atomic<u32>>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override LAST: bool = false;

// Whether the model of the potential knew how far it would fall: then its matrix will do for another substep.
fn foretold(part: TakenPart, fall: f32) -> bool {
    return part.step == 1.0 && abs(part.fall - fall) <= 0.1 * fall + part.rounding;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_finish(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&rowBlocks)) {
        return;
    }
    let block = rowBlocks[index];
    let body = bodies[block.body];
    let part = taken_part(body, thread);
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    var state = VertexState(positions[i], increments[i], velocities[i]);
    if (state.increment.w > 0.0) {
        let step = newton_step(body, i, state.position, state.increment, part);
        state.increment = vec4f(step.u, state.increment.w);
        state.velocity.w = step.lift;
        if (LAST) {
            let mobility = state.increment.w * frame.timeStep * frame.timeStep;
            let r = krylov[slot_of(R, i)];
            let changed = length(step.u - state.velocity.xyz * frame.timeStep);
            atomicMax(&health[4u * block.body + 1u], bitcast<u32>(mobility * length(allowed(i, r, r.xyz))));
            atomicMax(&health[4u * block.body + 2u], bitcast<u32>(changed));
        }
    }
    if (LAST && local == 0u && !part.sound) { // numbers too large for their squares, or none
        atomicMin(&health[4u * block.body], frame.number);
    }
    if (local == 0u) {
        atomicStore(&health[4u * block.body + 3u], select(0u, 1u, foretold(part, krylov[slot_of(S, i)].w)));
    }
    let trust = min(krylov[slot_of(P, body.vertexBase)].w, body.newtonTrust);
    state = end_substep(body, frame, state, vec3f(0.0), select(0.0, trust, part.step == 1.0));
    if (LAST) {
        state.position = last_place(state.position);
        if (!finite(state.position.xyz) || !finite(state.velocity.xyz)) {
            atomicMin(&health[4u * block.body], frame.number);
        }
    } else {
        state = begin_substep(body, frame, state);
    }
    positions[i] = state.position;
    increments[i] = state.increment;
    velocities[i] = state.velocity;
}
