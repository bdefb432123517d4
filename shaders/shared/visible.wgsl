// SPDX-License-Identifier: MIT
// What every sample of the picture shows. A sample has a depth and, beside it, the number of what is nearest; two turns:
// all triangles raise the depths, then those whose depth it is leave their numbers. Both turns run the same code, so depths
// agree to the bit. Of triangles at one depth the greatest number stays, whatever the order of threads.
//
// Triangles of a few pixels are done by a thread each; greater ones are queued for whole workgroups.
#import raster
#import samples

const SKELETON = 48u; // overlays of nodes and edges

struct Screened {
    first: Flat,
    second: Flat,
    count: u32,
}

// The triangle of a thread of a block: a body's or, behind all of them, a box's.
fn corners_at(block: u32, thread: u32) -> Corners {
    if (block >= view.drawBlockCount) {
        let part = block - view.drawBlockCount;
        return box_corners(boxes[box_of(part)], box_triangle(part, thread));
    }
    // networks are shown by their nodes and edges instead
    if ((view.overlays & SKELETON) != 0u && bodies[drawBlocks[block].body].network != 0u) {
        return Corners(vec3f(0.0), vec3f(0.0), vec3f(0.0), false);
    }
    return corners_of(drawBlocks[block].body, drawBlocks[block].first + thread);
}

fn to_view(p: vec3f) -> vec3f {
    return vec3f(dot(view.right.xyz, p) / view.right.w, dot(view.up.xyz, p) / view.up.w, -dot(view.back.xyz, p));
}

fn to_pixels(v: vec3f) -> vec3f {
    return vec3f(0.5 * view.width * (1.0 + v.x / v.z), 0.5 * view.height * (1.0 - v.y / v.z), view.back.w / v.z);
}

// Where an edge meets the near plane. Always from the end in sight, so that neighbours cut their edge alike.
fn cut(seen: vec3f, hidden: vec3f) -> vec3f {
    let t = (seen.z - view.back.w) / (seen.z - hidden.z);
    return vec3f(mix(seen.xy, hidden.xy, t), view.back.w);
}

// The part of a triangle in front of the near plane: none, one or two triangles.
fn screened(corners: Corners) -> Screened {
    var out: Screened;
    var a = to_view(corners.a);
    var b = to_view(corners.b);
    var c = to_view(corners.c);
    let near = view.back.w;
    let seen = vec3<bool>(a.z >= near, b.z >= near, c.z >= near);
    let count = u32(seen.x) + u32(seen.y) + u32(seen.z);
    if (count == 0u) {
        return out;
    }
    out.count = 1u;
    if (count == 3u) {
        out.first = Flat(to_pixels(a), to_pixels(b), to_pixels(c));
        return out;
    }
    // turned until the corner that differs from the others comes first
    let alone = count == 1u;
    if (seen.y == alone && seen.x != alone) {
        let t = a;
        a = b;
        b = c;
        c = t;
    } else if (seen.z == alone && seen.x != alone) {
        let t = a;
        a = c;
        c = b;
        b = t;
    }
    if (alone) {
        out.first = Flat(to_pixels(a), to_pixels(cut(a, b)), to_pixels(cut(a, c)));
        return out;
    }
    let ab = to_pixels(cut(b, a));
    let ac = to_pixels(cut(c, a));
    out.first = Flat(ab, to_pixels(b), to_pixels(c));
    out.second = Flat(ab, to_pixels(c), ac);
    out.count = 2u;
    return out;
}

fn plan_in_band(t: Flat, at: Band) -> Plan {
    let last = min(at.first + i32(view.bandRows), i32(view.height)) - 1;
    return plan_of(t, vec2i(0, at.first), vec2i(i32(view.width) - 1, last));
}

fn mark_pixel(plan: Plan, pixel: vec2i, number: u32, at: Band) {
    for (var s = 0u; s < 4u; s++) {
        let p = vec2f(pixel) + sample_place(s);
        if (covers(plan, p)) {
            mark_sample(pixel, s, p, depth_at(plan, p), number, at);
        }
    }
}
