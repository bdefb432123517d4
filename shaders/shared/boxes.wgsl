// SPDX-License-Identifier: MIT
// Boxes that stand still: their blocks of triangles come behind the bodies'.
#import structs

struct Corners {
    a: vec3f,
    b: vec3f,
    c: vec3f,
    there: bool,
}

// Triangle `index` of 12: side 0 .. 5 looks along x, y, z, then against them.
fn box_corners(box: GpuBox, index: u32) -> Corners {
    let side = index / 2u;
    let axis = side % 3u;
    let turned = side >= 3u;
    var out = vec3f(0.0);
    var u = vec3f(0.0);
    var v = vec3f(0.0);
    out[axis] = select(1.0, -1.0, turned);
    u[(axis + 1u) % 3u] = select(1.0, -1.0, turned);
    v[(axis + 2u) % 3u] = 1.0;
    let middle = box.center.xyz;
    let size = box.extent.xyz;
    let a = middle + size * (out - u - v);
    let c = middle + size * (out + u + v);
    if ((index & 1u) == 0u) {
        return Corners(a, middle + size * (out + u - v), c, index < 12u);
    }
    return Corners(a, c, middle + size * (out - u + v), index < 12u);
}
