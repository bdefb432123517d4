// SPDX-License-Identifier: MIT
// Ends a substep: the last sum of corrections, friction, new velocities and positions; and starts the next substep of
// the frame in the same pass over the vertices. In the frame's last substep it notes bodies that became non-finite.
#import blocks
#import xpbd_vertex
#import gather_corrections
#import finite

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> topology: array<u32>;
@group(0) @binding(4) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocities: array<vec4f>;
// gather: what the tets stored, read only; scatter: the next substep's snapshot
@group(0) @binding(7) var<storage, read_write> corrections: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> health: array<atomic<u32>>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override SCATTER: bool = false;
override LAST: bool = false;

@compute @workgroup_size(WORKGROUP_SIZE)
fn xpbd_finish(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
               @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= frame.vertexBlockCount) {
        return;
    }
    let block = vertexBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    var state = VertexState(positions[i], increments[i], velocities[i]);
    var correction = vec3f(0.0);
    if (!SCATTER) {
        correction = gather_corrections(body, local);
    }
    state = finish(body, frame, correct(body, frame, state, correction));
    if (LAST) {
        state.position = last_place(state.position);
        if (!finite(state.position.xyz) || !finite(state.velocity.xyz)) {
            atomicMin(&health[4u * block.body], frame.number);
        }
    } else {
        let volume = bitcast<f32>(topology[body.topologyBase + 4u * local + 2u]);
        state = predict(body, frame, state, volume);
        if (SCATTER) {
            corrections[i] = state.increment;
        }
    }
    positions[i] = state.position;
    increments[i] = state.increment;
    velocities[i] = state.velocity;
}
