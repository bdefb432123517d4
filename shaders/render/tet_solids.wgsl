// SPDX-License-Identifier: MIT
// The tets themselves, shrunk a little towards their centres, flat shaded.
#import structs
#import view
#import sky
#import brdf

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> instances: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> drawn: array<GpuDrawn>;

struct TetPoint {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) @interpolate(flat) slot: u32,
    @location(2) @interpolate(flat) tet: u32,
}

@vertex
fn tet_solids_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> TetPoint {
    // corners of the four outward faces (1,2,3), (0,3,2), (0,1,3), (0,2,1)
    var corners = array<u32, 12>(1u, 2u, 3u, 0u, 3u, 2u, 0u, 1u, 3u, 0u, 2u, 1u);
    let slot = instances[instance];
    let body = bodies[slot];
    let tet = tets[body.assetTetBase + index / 12u];
    let x = array<vec3f, 4>(positions[body.vertexBase + tet.vertex0].xyz, positions[body.vertexBase + tet.vertex1].xyz,
                            positions[body.vertexBase + tet.vertex2].xyz, positions[body.vertexBase + tet.vertex3].xyz);
    let center = 0.25 * (x[0] + x[1] + x[2] + x[3]);
    var own = x[0];
    let corner = corners[index % 12u];
    own = select(own, x[1], corner == 1u);
    own = select(own, x[2], corner == 2u);
    own = select(own, x[3], corner == 3u);
    let place = mix(center, own, 0.85) + drawn[slot].offset.xyz;
    return TetPoint(project(view, place), place, slot, index / 12u);
}

@fragment
fn tet_solids_fragment(point: TetPoint) -> @location(0) vec4f {
    let look = drawn[point.slot];
    var n = normalize(cross(dpdx(point.place), dpdy(point.place)));
    let v = normalize(-point.place);
    n = select(-n, n, dot(n, v) > 0.0);
    let tint = 0.75 + 0.5 * fract(f32(point.tet) * 0.61803399);
    let base = look.color.rgb * tint;
    let radiance = brdf_lit(base, 0.0, 0.6, n, v, view.sun.xyz) * view.sun.w + base * sky_irradiance(n);
    return vec4f(radiance, 1.0);
}
