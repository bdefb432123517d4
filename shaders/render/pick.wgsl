// SPDX-License-Identifier: MIT
// What lies under one pixel: the body's slot, the surface triangle, where in it, how far away. The view looks along the
// pixel's ray, into a target of one pixel.
#import structs
#import view

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> instances: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> triangles: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> drawn: array<GpuDrawn>;

struct PickPoint {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) weights: vec3f,
    @location(2) @interpolate(flat) slot: u32,
    @location(3) @interpolate(flat) triangle: u32,
}

@vertex
fn pick_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> PickPoint {
    let slot = instances[instance];
    let body = bodies[slot];
    let place = positions[body.vertexBase + triangles[body.triangleBase + index]].xyz + drawn[slot].offset.xyz;
    var weights = vec3f(0.0);
    weights[index % 3u] = 1.0;
    return PickPoint(project(view, place), place, weights, slot, index / 3u);
}

@fragment
fn pick_fragment(point: PickPoint) -> @location(0) vec4u {
    return vec4u(point.slot + 1u, point.triangle, pack2x16unorm(point.weights.xy), bitcast<u32>(length(point.place)));
}
