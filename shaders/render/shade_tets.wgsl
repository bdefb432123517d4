// SPDX-License-Identifier: MIT
// Shades every pixel; bodies by their tets, flat.
#import structs
#import tet_corners
#import shade_pixel

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<uniform> shadow: GpuShadow;
@group(0) @binding(2) var<uniform> raster: GpuRaster;
@group(0) @binding(3) var sunMap: texture_2d<u32>;
@group(0) @binding(4) var openMap: texture_2d<f32>;
@group(0) @binding(5) var linearSampler: sampler;
@group(0) @binding(6) var radiance: texture_storage_2d<rgba16float, write>;
@group(0) @binding(7) var<storage, read_write> samples: array<vec4u>;
@group(0) @binding(8) var<storage, read> drawBlocks: array<GpuBlock>;
@group(0) @binding(9) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(10) var<storage, read> positions: array<vec4f>;
@group(0) @binding(11) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(12) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(13) var<uniform> boxes: array<GpuBox, 64>;

fn see_triangle(block: u32, thread: u32, place: vec2f, way: vec3f) -> Seen {
    let slot = drawBlocks[block].body;
    let index = drawBlocks[block].first + thread;
    var look = drawn[slot];
    look.translucency = 0.0;
    look.hair = 0.0;
    look.color.w = 0.6;
    let corners = corners_of(slot, index);
    var n = cross(corners.b - corners.a, corners.c - corners.a);
    n *= inverseSqrt(max(dot(n, n), 1e-30));
    n = select(n, -n, dot(n, way) > 0.0);
    let p = way * (dot(n, corners.a) / min(dot(n, way), -1e-6));
    let tint = 0.75 + 0.5 * fract(f32(index / 4u) * 0.61803399);
    return Seen(p, n, look.color.rgb * tint, look, vec3f(0.0));
}

fn finish_triangle(light: vec3f, block: u32, thread: u32, place: vec2f, way: vec3f) -> vec3f {
    return light;
}

@compute @workgroup_size(8, 8)
fn shade_tets(@builtin(global_invocation_id) id: vec3u) {
    shade_pixel(id.xy);
}
