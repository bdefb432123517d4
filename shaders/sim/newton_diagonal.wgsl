// SPDX-License-Identifier: MIT
// The preconditioner: the inverted diagonal block of every vertex, from the matrix as it was stored.
#import blocks
#import element
#import matrix_row
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> rowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> pattern: array<u32>;
@group(0) @binding(4) var<storage, read> matrix: array<u32>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> krylov: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_diagonal(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                   @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&rowBlocks)) {
        return;
    }
    let block = rowBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    let inverse_mass = increments[i].w;
    var m = mat3x3f();
    if (inverse_mass > 0.0) {
        let row = matrix_row(body, local);
        for (var k = 0u; k < row.length; k++) {
            if (matrix_column(body, row, k) != local) {
                m += matrix_block(body, row, k);
            }
        }
        let inertia = frame.inverseTimeStep * frame.inverseTimeStep / inverse_mass;
        m = inverse3(scaled_identity(inertia) - (0.5 / body.matrixScale) * (m + transpose(m)));
    }
    krylov[slot_of(M0, i)] = vec4f(m[0].x, m[1].y, m[2].z, 0.0);
    krylov[slot_of(M1, i)] = vec4f(m[1].x, m[2].x, m[2].y, 0.0);
}
