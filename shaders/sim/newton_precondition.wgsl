// SPDX-License-Identifier: MIT
// Starts the conjugate gradients of bodies that newton_resident does not hold: the preconditioner, when the matrix is new,
// and z from the residual.
#import blocks
#import diagonal

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> largeRowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> pattern: array<u32>;
@group(0) @binding(4) var<storage, read> matrix: array<u32>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> krylov: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_precondition(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                       @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&largeRowBlocks)) {
        return;
    }
    let block = largeRowBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    if (ASSEMBLED) {
        store_diagonal(body, local);
    }
    let i = body.vertexBase + local;
    krylov[slot_of(Z, i)] = vec4f(precondition(i, krylov[slot_of(R, i)]), 0.0);
}
