// SPDX-License-Identifier: MIT
// Strain at every vertex: the volume-weighted mean of ||S - 1|| of the tets around it.
#import blocks
#import svd

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> topology: array<u32>;
@group(0) @binding(4) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(5) var<storage, read> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> strains: array<f32>;

fn tet_strain(body: GpuBody, tet: GpuTet) -> f32 {
    let x0 = positions[body.vertexBase + tet.vertex0].xyz;
    let edges = mat3x3f(positions[body.vertexBase + tet.vertex1].xyz - x0, positions[body.vertexBase + tet.vertex2].xyz - x0,
                        positions[body.vertexBase + tet.vertex3].xyz - x0);
    let b = mat3x3f(vec3f(tet.b00, tet.b10, tet.b20), vec3f(tet.b01, tet.b11, tet.b21), vec3f(tet.b02, tet.b12, tet.b22));
    return length(svd3(edges * b).s - vec3f(1.0));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn vertex_strain(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= view.vertexBlockCount) {
        return;
    }
    let block = vertexBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    if (body.network != 0u) {
        strains[body.vertexBase + local] = 0.0; // networks have no tets whose strain could be shown
        return;
    }
    let record = body.topologyBase + 4u * local;
    let end = body.topologyBase + topology[record + 1u];
    var sum = 0.0;
    var volume = 0.0;
    for (var k = body.topologyBase + topology[record]; k < end; k++) {
        let tet = tets[body.assetTetBase + topology[k] / 4u];
        sum += tet.restVolume * tet_strain(body, tet);
        volume += tet.restVolume;
    }
    strains[body.vertexBase + local] = sum / max(volume, 1e-30);
}
