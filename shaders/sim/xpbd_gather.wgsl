// SPDX-License-Identifier: MIT
// Ends an iteration: sums the corrections around every vertex and lifts it out of the ground.
#import blocks
#import xpbd_vertex
#import gather_corrections

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> topology: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(7) var<storage, read> corrections: array<vec4f>;
@group(0) @binding(8) var<uniform> colliders: array<GpuCollider, 32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn xpbd_gather(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
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
    let old = VertexState(positions[i], increments[i], velocities[i]);
    let state = correct(body, frame, old, gather_corrections(body, local));
    increments[i] = state.increment;
    velocities[i].w = state.velocity.w;
}
