// SPDX-License-Identifier: MIT
// Lines of a width on the screen.
#import samples

const HALF_WIDTH = 0.75; // pixels

fn line_end(p: vec3f) -> vec3f {
    let w = -dot(view.back.xyz, p);
    return vec3f(0.5 * view.width * (1.0 + dot(view.right.xyz, p) / (view.right.w * w)),
                 0.5 * view.height * (1.0 - dot(view.up.xyz, p) / (view.up.w * w)), view.back.w / w);
}

// The part of 0 .. 1 where start + t * way lies in low .. high; empty when x > y.
fn part_between(start: f32, way: f32, low: f32, high: f32, part: vec2f) -> vec2f {
    if (abs(way) < 1e-12) {
        return select(vec2f(1.0, 0.0), part, start >= low && start <= high);
    }
    let a = (low - start) / way;
    let b = (high - start) / way;
    return vec2f(max(part.x, min(a, b)), min(part.y, max(a, b)));
}

// From p to q, relative to the eye. Pixel by pixel along the way that it runs farther, a few across.
fn mark_line(p_given: vec3f, q_given: vec3f, number: u32) {
    var p = p_given;
    var q = q_given;
    let p_depth = -dot(view.back.xyz, p);
    let q_depth = -dot(view.back.xyz, q);
    let near = view.back.w;
    if (!(max(p_depth, q_depth) > near)) {
        return;
    }
    if (p_depth < near) {
        p = mix(p, q, (near - p_depth) / (q_depth - p_depth));
    } else if (q_depth < near) {
        q = mix(q, p, (near - q_depth) / (p_depth - q_depth));
    }
    let a = line_end(p);
    let way = line_end(q) - a;
    let rows = Band(i32(raster.firstRow), raster.turn != 0u);
    let last = vec2i(i32(view.width), min(rows.first + i32(view.bandRows), i32(view.height))) - 1;
    var part = part_between(a.x, way.x, -2.0, view.width + 2.0, vec2f(0.0, 1.0));
    part = part_between(a.y, way.y, f32(rows.first) - 2.0, f32(last.y) + 3.0, part);
    if (!(part.x <= part.y) || !(abs(way.x) + abs(way.y) < 1e7)) {
        return;
    }
    let steep = abs(way.y) > abs(way.x);
    let start = select(a.xy, a.yx, steep); // along, across
    let run = select(way.xy, way.yx, steep);
    let ends = start.x + run.x * part;
    let high = select(last, last.yx, steep);
    let low = select(vec2i(0, rows.first), vec2i(rows.first, 0), steep);
    let first = max(i32(floor(min(ends.x, ends.y) - HALF_WIDTH)), low.x);
    let end = min(i32(floor(max(ends.x, ends.y) + HALF_WIDTH)), high.x);
    let slope = select(run.y / run.x, 0.0, abs(run.x) < 1e-6);
    let scale = 1.0 / max(dot(way.xy, way.xy), 1e-12);
    for (var i = first; i <= end; i++) {
        let middle = i32(floor(start.y + slope * (clamp(f32(i) + 0.5, min(ends.x, ends.y), max(ends.x, ends.y)) - start.x)));
        for (var j = max(middle - 2, low.y); j <= min(middle + 2, high.y); j++) {
            let pixel = select(vec2i(i, j), vec2i(j, i), steep);
            for (var s = 0u; s < 4u; s++) {
                let at = vec2f(pixel) + sample_place(s);
                let t = clamp(dot(at - a.xy, way.xy) * scale, 0.0, 1.0);
                let off = at - a.xy - t * way.xy;
                if (dot(off, off) <= HALF_WIDTH * HALF_WIDTH) {
                    mark_sample(pixel, s, at, min(a.z + t * way.z, 1.0), number, rows);
                }
            }
        }
    }
}
