// SPDX-License-Identifier: MIT
// Unit normals of surface vertices: the area-weighted sum over the triangles around a vertex, gathered in a fixed order.
// A sum of zero keeps the last good normal. Surface topology: per vertex {first, end}, then lists of triangle indices.
#import blocks

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> surface: array<u32>;
@group(0) @binding(4) var<storage, read> triangles: array<u32>;
@group(0) @binding(5) var<storage, read> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> normals: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn surface_normals(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
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
    let record = body.surfaceBase + 2u * local;
    let end = body.surfaceBase + surface[record + 1u];
    var sum = vec3f(0.0);
    for (var k = body.surfaceBase + surface[record]; k < end; k++) {
        let t = body.triangleBase + 3u * surface[k];
        let p0 = positions[body.vertexBase + triangles[t]].xyz;
        let p1 = positions[body.vertexBase + triangles[t + 1u]].xyz;
        let p2 = positions[body.vertexBase + triangles[t + 2u]].xyz;
        sum += cross(p1 - p0, p2 - p0);
    }
    // scaled first: the squares of a millimetre mesh's areas would underflow
    let largest = max(max(abs(sum.x), abs(sum.y)), abs(sum.z));
    if (largest > 0.0) {
        normals[body.vertexBase + local] = vec4f(normalize(sum / largest), 0.0);
    }
}
