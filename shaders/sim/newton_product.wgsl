// SPDX-License-Identifier: MIT
// Conjugate gradients, first half of an iteration: w = A z with A = M/h^2 + K, and this workgroup's part of r.z and z.w.
#import blocks
#import block_sums
#import matrix_row
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> largeRowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> pattern: array<u32>;
@group(0) @binding(4) var<storage, read> matrix: array<u32>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read> scalars: array<vec4f>; // see newton_update
@group(0) @binding(7) var<storage, read_write> krylov: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> partials: array<vec4f>;

override FIRST: bool = false;
override ODD: u32 = 0u; // iteration modulo 2

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_product(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                  @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&largeRowBlocks)) {
        return;
    }
    let block = largeRowBlocks[index];
    if (!FIRST && scalars[2u * block.body + 1u - ODD].x == 0.0) {
        return; // the body's iterations have ended
    }
    let body = bodies[block.body];
    let local = block.first + thread;
    var products = vec4f(0.0);
    if (local < body.vertexCount) {
        let i = body.vertexBase + local;
        let z = krylov[slot_of(Z, i)].xyz;
        let r = krylov[slot_of(R, i)];
        let row = matrix_row(body, local);
        var sum = vec3f(0.0);
        for (var k = 0u; k < row.length; k += UNROLL) {
            let j0 = body.vertexBase + matrix_column(body, row, k);
            let j1 = body.vertexBase + matrix_column(body, row, k + 1u);
            let j2 = body.vertexBase + matrix_column(body, row, k + 2u);
            let j3 = body.vertexBase + matrix_column(body, row, k + 3u);
            let a0 = matrix_block(body, row, k);
            let a1 = matrix_block(body, row, k + 1u);
            let a2 = matrix_block(body, row, k + 2u);
            let a3 = matrix_block(body, row, k + 3u);
            sum += (a0 * (krylov[slot_of(Z, j0)].xyz - z) + a1 * (krylov[slot_of(Z, j1)].xyz - z)) +
                   (a2 * (krylov[slot_of(Z, j2)].xyz - z) + a3 * (krylov[slot_of(Z, j3)].xyz - z));
        }
        var w = sum / body.matrixScale;
        let inverse_mass = increments[i].w;
        if (inverse_mass > 0.0) {
            w += (frame.inverseTimeStep * frame.inverseTimeStep / inverse_mass) * z;
        }
        krylov[slot_of(W, i)] = vec4f(w, 0.0);
        products = vec4f(dot(r.xyz, z), dot(w, z), 0.0, 0.0); // z is 0 where r may not act
    }
    let sum = workgroup_sum(thread, products);
    if (thread == 0u) {
        partials[index] = sum;
    }
}
