// SPDX-License-Identifier: MIT
// Unit normals of surface vertices: the area-weighted sum over the triangles around a vertex, gathered in a fixed order.
// A sum of zero keeps the last good normal. Surface topology: per vertex {first, end}, then lists of triangle indices.
#import blocks
#import vertex_normal

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
    let normal = vertex_normal(body, local);
    if (any(normal != vec3f(0.0))) {
        normals[body.vertexBase + local] = vec4f(normal, 0.0);
    }
}
