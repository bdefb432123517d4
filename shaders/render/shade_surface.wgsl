// SPDX-License-Identifier: MIT
// Shades every pixel; bodies by their surfaces.
#import structs
#import surface_corners
#import shade_pixel
#import tangent

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
@group(0) @binding(12) var<storage, read> triangles: array<u32>;
@group(0) @binding(13) var<storage, read> normals: array<vec4f>;
@group(0) @binding(14) var<storage, read> strains: array<f32>;
@group(0) @binding(15) var<uniform> boxes: array<GpuBox, 64>;

// Barycentric weights of the point where a ray from the eye meets the plane of a triangle.
fn weights_on(corners: Corners, way: vec3f) -> vec3f {
    let p = corners.b - corners.a;
    let q = corners.c - corners.a;
    let across = cross(way, q);
    let volume = dot(p, across);
    let b = -dot(corners.a, across);
    let c = -dot(way, cross(corners.a, p));
    return vec3f(volume - b - c, b, c) / select(volume, 1e-30, volume == 0.0);
}

fn see_triangle(block: u32, thread: u32, place: vec2f, way: vec3f) -> Seen {
    let slot = drawBlocks[block].body;
    let index = drawBlocks[block].first + thread;
    let body = bodies[slot];
    var look = drawn[slot];
    let corners = corners_of(slot, index);
    // at an edge the middle of the samples may lie a little outside
    var w = clamp(weights_on(corners, way), vec3f(0.0), vec3f(1.0));
    w /= max(w.x + w.y + w.z, 1e-30);
    let first = body.triangleBase + 3u * index;
    let v0 = body.vertexBase + triangles[first];
    let v1 = body.vertexBase + triangles[first + 1u];
    let v2 = body.vertexBase + triangles[first + 2u];
    let along = normals[v0] * w.x + normals[v1] * w.y + normals[v2] * w.z;
    look.emission *= 1.0 + along.w; // of tubes: see network_tubes
    var n = along.xyz;
    n *= inverseSqrt(max(dot(n, n), 1e-12));
    n = select(n, -n, dot(cross(corners.b - corners.a, corners.c - corners.a), way) > 0.0);
    var base = look.color.rgb;
    if ((view.overlays & 4u) != 0u) {
        base = strain_color((strains[v0] * w.x + strains[v1] * w.y + strains[v2] * w.z) / view.strainScale);
    }
    var tangent = vec3f(0.0);
    if (look.hair > 0.0) {
        tangent = normalize(tangent_unpack(positions[v0].w) * w.x + tangent_unpack(positions[v1].w) * w.y +
                            tangent_unpack(positions[v2].w) * w.z);
        // a strand is too thin to have sides: it looks at the eye
        let facing = tangent * dot(tangent, way) - way + n * (1e-4 * length(way));
        n = normalize(mix(n, normalize(facing), look.hair));
    }
    return Seen(corners.a * w.x + corners.b * w.y + corners.c * w.z, n, base, look, tangent);
}

// Darkens the edges when they are shown.
fn finish_triangle(light: vec3f, block: u32, thread: u32, place: vec2f, way: vec3f) -> vec3f {
    if ((view.overlays & 1u) == 0u) {
        return light;
    }
    let corners = corners_of(drawBlocks[block].body, drawBlocks[block].first + thread);
    let w = weights_on(corners, way);
    let width = abs(weights_on(corners, way_through(view, place + vec2f(1.0, 0.0))) - w) +
                abs(weights_on(corners, way_through(view, place + vec2f(0.0, 1.0))) - w);
    let line = smoothstep(vec3f(0.0), width * 1.3, w);
    return mix(vec3f(0.02), light, 0.25 + 0.75 * min(min(line.x, line.y), line.z));
}

@compute @workgroup_size(8, 8)
fn shade_surface(@builtin(global_invocation_id) id: vec3u) {
    shade_pixel(id.xy);
}
