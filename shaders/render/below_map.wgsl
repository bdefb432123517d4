// SPDX-License-Identifier: MIT
// Height of the bodies above the ground as seen from below: what keeps the sky's light from the ground.
#import surface_vertex

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> instances: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> triangles: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> normals: array<vec4f>;
@group(0) @binding(6) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(7) var<storage, read> shadow: GpuShadow;

@vertex
fn below_map_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4f {
    let p = vec4f(surface_corner(vertex, instance).place, 1.0);
    let uv = p.xz * shadow.below.xy + shadow.below.zw;
    return vec4f(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, (p.y - view.groundHeight) / shadow.scale.z, 1.0);
}
