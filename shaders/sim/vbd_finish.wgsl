// SPDX-License-Identifier: MIT
// Ends a substep of vbd's bodies and starts the next one of the frame in the same pass over the vertices. In the
// frame's last substep it notes bodies that became non-finite.
#import blocks
#import row_sums
#import momentum
#import potential_vertex
#import finite

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> sweptBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>; // of vbd_momentum
@group(0) @binding(4) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> health: array<atomic<u32>>;
@group(0) @binding(8) var<uniform> colliders: array<GpuCollider, 32>;

override LAST: bool = false;

// Needs uniform control flow.
fn shift_of(body: GpuBody, thread: u32) -> vec3f {
    if (body.freeMass == 0.0) {
        return vec3f(0.0);
    }
    return momentum_shift(body, body_row_sum(body, thread));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn vbd_finish(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
              @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&sweptBlocks)) {
        return;
    }
    let block = sweptBlocks[index];
    let body = bodies[block.body];
    let shift = shift_of(body, thread);
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    var state = end_substep(body, frame, VertexState(positions[i], increments[i], velocities[i]), shift, body.guessTrust);
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
