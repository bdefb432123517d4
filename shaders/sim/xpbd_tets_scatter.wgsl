// SPDX-License-Identifier: MIT
// One Jacobi iteration over all tets; every tet adds its corrections to its vertices by compare-and-swap. The order of
// threads shows in the last bits: this form is kept for comparison.
#import blocks
#import xpbd_tet

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> tetBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> snapshot: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> multipliers: array<vec2f>;
@group(0) @binding(7) var<storage, read_write> increments: array<atomic<u32>>;

override FIRST: bool = false;

fn add_float(index: u32, value: f32) {
    var old = atomicLoad(&increments[index]);
    loop {
        let sum = bitcast<u32>(bitcast<f32>(old) + value);
        let result = atomicCompareExchangeWeak(&increments[index], old, sum);
        if (result.exchanged) {
            break;
        }
        old = result.old_value;
    }
}

fn add_correction(vertex: u32, correction: vec3f) {
    add_float(4u * vertex, correction.x);
    add_float(4u * vertex + 1u, correction.y);
    add_float(4u * vertex + 2u, correction.z);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn xpbd_tets_scatter(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
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
                           snapshot[i0], snapshot[i1], snapshot[i2], snapshot[i3], old);
    multipliers[slot] = result.multipliers;
    add_correction(i0, result.d0);
    add_correction(i1, result.d1);
    add_correction(i2, result.d2);
    add_correction(i3, result.d3);
}
