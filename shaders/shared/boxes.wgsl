// SPDX-License-Identifier: MIT
// Boxes: their blocks of triangles come behind the bodies'. A box whose edges are round is drawn as a cube's
// sides, cut into cells and laid onto it.
#import structs
#import quaternion

struct Corners {
    a: vec3f,
    b: vec3f,
    c: vec3f,
    there: bool,
}

const ROUND_CELLS = 12u; // along an edge: six sides make 27 blocks of 64 triangles

fn box_of(block: u32) -> u32 {
    return min(block / view.boxParts, 63u);
}

fn box_triangle(block: u32, thread: u32) -> u32 {
    return (block % view.boxParts) * 64u + thread;
}

// A corner of side 0 .. 5, which looks along x, y, z, then against them; u and v in -1 .. 1.
fn cube_place(side: u32, u: f32, v: f32) -> vec3f {
    let axis = side % 3u;
    let sign = select(1.0, -1.0, side >= 3u);
    var place = vec3f(0.0);
    place[axis] = sign;
    place[(axis + 1u) % 3u] = sign * u;
    place[(axis + 2u) % 3u] = v;
    return place;
}

fn box_place(box: GpuBox, cube: vec3f) -> vec3f {
    let outer = cube * (box.extent.xyz + box.extent.w);
    let core = clamp(outer, -box.extent.xyz, box.extent.xyz);
    let away = outer - core;
    let far = length(away);
    let own = core + select(vec3f(0.0), away * (box.extent.w / max(far, 1e-30)), far > 0.0);
    return box.center.xyz + turned(box.rotation, own);
}

fn box_corners(box: GpuBox, index: u32) -> Corners {
    let cells = select(1u, ROUND_CELLS, box.extent.w > 0.0);
    let cell = (index / 2u) % (cells * cells);
    let side = min(index / (2u * cells * cells), 5u);
    let low = vec2f(f32(cell % cells), f32(cell / cells)) * (2.0 / f32(cells)) - 1.0;
    let high = low + 2.0 / f32(cells);
    let a = box_place(box, cube_place(side, low.x, low.y));
    let c = box_place(box, cube_place(side, high.x, high.y));
    let there = index < 12u * cells * cells;
    if ((index & 1u) == 0u) {
        return Corners(a, box_place(box, cube_place(side, high.x, low.y)), c, there);
    }
    return Corners(a, c, box_place(box, cube_place(side, low.x, high.y)), there);
}
