// SPDX-License-Identifier: MIT
// Fits the sun's view and the view from below to the bounds of all bodies, and begins a picture: empties the bounds for
// the next one, the queues for this one.
#import structs
#import quaternion

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read_write> bounds: array<u32, 8>;
@group(0) @binding(2) var<storage, read_write> shadow: GpuShadow;
@group(0) @binding(3) var<storage, read_write> raster: GpuRaster;
@group(0) @binding(4) var<uniform> boxes: array<GpuBox, 64>;

override SHADOW_SIZE: f32 = 2048.0;

fn unordered(bits: u32) -> f32 {
    return bitcast<f32>(select(~bits, bits & 0x7fffffffu, (bits & 0x80000000u) != 0u));
}

// How far a box goes along each axis of the world.
fn reach_of(box: GpuBox) -> vec3f {
    let x = abs(turned(box.rotation, vec3f(box.extent.x, 0.0, 0.0)));
    let y = abs(turned(box.rotation, vec3f(0.0, box.extent.y, 0.0)));
    let z = abs(turned(box.rotation, vec3f(0.0, 0.0, box.extent.z)));
    return x + y + z + box.extent.w;
}

@compute @workgroup_size(1)
fn shadow_fit() {
    var least = vec3f(unordered(~bounds[0]), unordered(~bounds[1]), unordered(~bounds[2]));
    var most = vec3f(unordered(bounds[4]), unordered(bounds[5]), unordered(bounds[6]));
    if (bounds[4] == 0u) {
        least = select(vec3f(-1.0), boxes[0].center.xyz, view.boxCount > 0u);
        most = select(vec3f(1.0), boxes[0].center.xyz, view.boxCount > 0u);
    }
    for (var i = 0u; i < min(view.boxCount, 64u); i++) {
        let reach = reach_of(boxes[i]);
        least = min(least, boxes[i].center.xyz - reach);
        most = max(most, boxes[i].center.xyz + reach);
    }
    let center = 0.5 * (least + most);
    let radius = max(0.5 * length(most - least), 1e-3) * 1.02;
    let sun = view.sun.xyz;
    let side = normalize(cross(select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(sun.y) > 0.99), sun));
    let up = cross(sun, side);
    let s = 1.0 / radius;
    shadow.rowX = vec4f(side * s, -dot(side, center) * s);
    shadow.rowY = vec4f(up * s, -dot(up, center) * s);
    // depth 0 at the sun's side, 1 at the far side
    shadow.rowZ = vec4f(-sun * (0.5 * s), 0.5 + dot(sun, center) * (0.5 * s));
    let reach = 0.5 * max(most.x - least.x, most.z - least.z) * 1.5 + 0.05;
    let k = 0.5 / reach;
    shadow.below = vec4f(k, k, 0.5 - center.x * k, 0.5 - center.z * k);
    shadow.scale = vec4f(2.0 * radius, 2.0 * radius / SHADOW_SIZE, max(most.y - view.groundHeight, 1e-3) * 1.02, reach);
    for (var k = 0; k < 8; k++) {
        bounds[k] = 0u;
    }
    raster = GpuRaster(0u, 1u, 1u, 0u, 0u, 1u, 1u, 0u, 0u, 0u, 0u, 0u);
}
