// SPDX-License-Identifier: MIT
// Starts the first substep of a frame: predicts every vertex's displacement.
#import blocks
#import xpbd_vertex

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> topology: array<u32>;
@group(0) @binding(4) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> snapshot: array<vec4f>;
@group(0) @binding(8) var<uniform> colliders: array<GpuCollider, 32>;

override SCATTER: bool = false;

@compute @workgroup_size(WORKGROUP_SIZE)
fn xpbd_predict(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
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
    let volume = bitcast<f32>(topology[body.topologyBase + 4u * local + 2u]);
    let state = predict(body, frame, VertexState(positions[i], vec4f(0.0), velocities[i]), volume);
    positions[i] = state.position;
    increments[i] = state.increment;
    velocities[i] = state.velocity;
    if (SCATTER) {
        snapshot[i] = state.increment;
    }
}
