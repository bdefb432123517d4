// SPDX-License-Identifier: MIT
// One Jacobi iteration over all tets; every tet stores its four corrections for xpbd_gather to sum in a fixed order.
#import blocks
#import xpbd_tet

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> tetBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> multipliers: array<vec2f>;
@group(0) @binding(7) var<storage, read_write> corrections: array<vec4f>;

// The first iteration of a substep starts from multipliers of 0 (and only the first one).
override FIRST: bool = false;

@compute @workgroup_size(WORKGROUP_SIZE)
fn xpbd_tets_gather(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                    @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= frame.tetBlockCount) {
        return;
    }
    let block = tetBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.tetCount) {
        return;
    }
    let tet = tets[body.assetTetBase + local];
    let i0 = body.vertexBase + tet.vertex0;
    let i1 = body.vertexBase + tet.vertex1;
    let i2 = body.vertexBase + tet.vertex2;
    let i3 = body.vertexBase + tet.vertex3;
    let slot = body.tetBase + local;
    var old = vec2f(0.0);
    if (!FIRST) {
        old = multipliers[slot];
    }
    let result = solve_tet(body, tet, positions[i0].xyz, positions[i1].xyz, positions[i2].xyz, positions[i3].xyz,
                           increments[i0], increments[i1], increments[i2], increments[i3], old);
    multipliers[slot] = result.multipliers;
    corrections[4u * slot] = vec4f(result.d0, 0.0);
    corrections[4u * slot + 1u] = vec4f(result.d1, 0.0);
    corrections[4u * slot + 2u] = vec4f(result.d2, 0.0);
    corrections[4u * slot + 3u] = vec4f(result.d3, 0.0);
}
