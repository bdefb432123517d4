// SPDX-License-Identifier: MIT
// Smooth noise on a lattice of period 256: the same on every device, no table.

fn lattice_value(cell: vec3i, salt: u32) -> f32 {
    let c = vec3u(cell & vec3i(255));
    var x = (c.x * 0x8da6b343u) ^ (c.y * 0xd8163841u) ^ (c.z * 0xcb1ab31fu) ^ (salt * 0x9e3779b9u);
    x = (x ^ (x >> 16u)) * 0x7feb352du;
    x = (x ^ (x >> 15u)) * 0x846ca68bu;
    return f32((x ^ (x >> 16u)) >> 8u) * (2.0 / 16777215.0) - 1.0;
}

// Value in -1 .. 1 (w) and gradient (xyz), quintic between the lattice's points.
fn noise(place: vec3f, salt: u32) -> vec4f {
    let cell = floor(place);
    let f = place - cell;
    let s = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let ds = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    var value = vec4f(0.0);
    for (var k = 0; k < 8; k++) {
        let corner = vec3i(k & 1, (k >> 1) & 1, k >> 2);
        let on = vec3f(corner);
        let weight = mix(1.0 - s, s, on);
        let slope = mix(-ds, ds, on);
        let n = lattice_value(vec3i(cell) + corner, salt);
        value += n * vec4f(slope.x * weight.y * weight.z, weight.x * slope.y * weight.z, weight.x * weight.y * slope.z,
                           weight.x * weight.y * weight.z);
    }
    return value;
}

// The cross product of two gradients has no divergence.
fn swirl(place: vec3f) -> vec3f {
    return cross(noise(place, 11u).xyz, noise(place, 23u).xyz);
}
