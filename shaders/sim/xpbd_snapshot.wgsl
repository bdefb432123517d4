// SPDX-License-Identifier: MIT
// Ends an iteration of the scatter form: lifts every vertex out of the ground and takes the snapshot that all tets read.
#import blocks
#import xpbd_vertex

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> snapshot: array<vec4f>;
@group(0) @binding(7) var<uniform> colliders: array<GpuCollider, 32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn xpbd_snapshot(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
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
    let state = correct(body, frame, VertexState(positions[i], increments[i], velocities[i]), vec3f(0.0));
    increments[i] = state.increment;
    velocities[i].w = state.velocity.w;
    snapshot[i] = state.increment;
}
