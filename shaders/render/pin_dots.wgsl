// SPDX-License-Identifier: MIT
// Pinned vertices as dots of a constant size on the screen, in front of what hides them by little.
#import structs
#import view

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> instances: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read> drawn: array<GpuDrawn>;

struct DotPoint {
    @builtin(position) position: vec4f,
    @location(0) corner: vec2f,
}

@vertex
fn pin_dots_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> DotPoint {
    let slot = instances[instance];
    let state = positions[bodies[slot].vertexBase + index / 6u];
    let k = index % 6u;
    let corner = vec2f(select(-1.0, 1.0, k == 1u || k == 2u || k == 4u), select(-1.0, 1.0, k == 2u || k == 4u || k == 5u));
    if (state.w > 0.0) {
        return DotPoint(vec4f(2.0, 2.0, 0.0, 1.0), corner);
    }
    var p = project(view, state.xyz + drawn[slot].offset.xyz);
    p = vec4f(p.xy + corner * (5.0 * p.w) * vec2f(2.0 / view.width, 2.0 / view.height), p.z * 1.02, p.w);
    return DotPoint(p, corner);
}

@fragment
fn pin_dots_fragment(point: DotPoint) -> @location(0) vec4f {
    let r = length(point.corner);
    if (r > 1.0) {
        discard;
    }
    return vec4f(select(vec3f(0.95, 0.95, 0.98), vec3f(0.06, 0.10, 0.16), r > 0.62), 1.0);
}
