// SPDX-License-Identifier: MIT
// Starts the first substep of a frame of the potential solvers.
#import blocks
#import potential_vertex

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> pooledBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> rest: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> health: array<atomic<u32>>;
@group(0) @binding(8) var<uniform> colliders: array<GpuCollider, 32>;

// The inverse mass changes with the density and with pins.
fn with_mass(body: GpuBody, local: u32, increment: vec4f) -> vec4f {
    return vec4f(increment.xyz, body.inverseDensity / rest[body.restBase + local].w);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn potential_begin(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                   @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&pooledBlocks)) {
        return;
    }
    let block = pooledBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    if (local == 0u) { // this frame's residual, and a new matrix
        atomicStore(&health[4u * block.body + 1u], 0u);
        atomicStore(&health[4u * block.body + 2u], 0u);
        atomicStore(&health[4u * block.body + 3u], 0u);
    }
    let i = body.vertexBase + local;
    let state = begin_substep(body, frame, VertexState(positions[i], with_mass(body, local, increments[i]), velocities[i]));
    positions[i] = state.position;
    increments[i] = state.increment;
    velocities[i] = state.velocity;
}
