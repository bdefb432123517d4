// SPDX-License-Identifier: MIT
// Pulls a corner of a surface triangle straight from the simulation's buffers.
#import structs

struct SurfaceCorner {
    place: vec3f, // relative to the eye [m]
    normal: vec3f,
    slot: u32,
    vertex: u32, // index into the vertex pools
}

fn surface_corner(vertex_index: u32, instance_index: u32) -> SurfaceCorner {
    let slot = instances[instance_index];
    let body = bodies[slot];
    let vertex = body.vertexBase + triangles[body.triangleBase + vertex_index];
    return SurfaceCorner(positions[vertex].xyz + drawn[slot].offset.xyz, normals[vertex].xyz, slot, vertex);
}
