// SPDX-License-Identifier: MIT
// The preconditioner: the inverted diagonal block of a vertex, from the matrix as it was stored.
#import matrix_row
#import krylov
#import mat3

override ASSEMBLED: bool = true; // the matrix is new

fn store_diagonal(body: GpuBody, local: u32) {
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
    var normal = vec2f(0.0);
    if (COLLIDERS) { // newton_gradient was here before
        normal = vec2f(krylov[slot_of(M0, i)].w, krylov[slot_of(M1, i)].w);
    }
    krylov[slot_of(M0, i)] = vec4f(m[0].x, m[1].y, m[2].z, normal.x);
    krylov[slot_of(M1, i)] = vec4f(m[1].x, m[2].x, m[2].y, normal.y);
}
