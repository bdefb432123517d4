// SPDX-License-Identifier: MIT
// Runs rotation_of on matrices from a buffer: 9 floats in (column by column), 10 out (R columns, trace).

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(64)
fn rotation_probe(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= arrayLength(&matrices) / 9u) {
        return;
    }
    var f: mat3x3f;
    for (var c = 0u; c < 3u; c++) {
        f[c] = vec3f(matrices[9u * id.x + 3u * c], matrices[9u * id.x + 3u * c + 1u], matrices[9u * id.x + 3u * c + 2u]);
    }
    let rotation = rotation_of(f);
    for (var c = 0u; c < 3u; c++) {
        for (var r = 0u; r < 3u; r++) {
            results[10u * id.x + 3u * c + r] = rotation.r[c][r];
        }
    }
    results[10u * id.x + 9u] = rotation.trace;
}
