// SPDX-License-Identifier: MIT
// A pixel from its four samples: each thing among them is shaded once, at the middle of the samples that show it, and
// counts by their number. The samples are empty for the next picture afterwards.
#import backdrop
#import material
#import samples_read
#import marks

// Round edges are seen as round: the normal is that of the true surface, not of the triangle.
fn see_box(box: GpuBox, triangle: u32, way: vec3f) -> Seen {
    let corners = box_corners(box, triangle);
    var n = normalize(cross(corners.b - corners.a, corners.c - corners.a));
    let p = way * (dot(corners.a, n) / dot(way, n));
    if (box.extent.w > 0.0) {
        let local = turned_back(box.rotation, p - box.center.xyz);
        let away = local - clamp(local, -box.extent.xyz, box.extent.xyz);
        n = select(n, turned(box.rotation, normalize(away)), dot(away, away) > 0.0);
    }
    var look: GpuDrawn;
    look.color = box.color;
    return Seen(p, select(n, -n, dot(n, way) > 0.0), box.color.rgb, look, vec3f(0.0));
}

fn mark_color(number: u32) -> vec3f {
    if (number >= PIN_LIGHT) {
        return select(vec3f(0.95, 0.95, 0.98), vec3f(0.06, 0.10, 0.16), number == PIN_DARK);
    }
    var color = vec3f(0.04, 0.09, 0.18); // of edges
    if (number < EDGE_PLAIN) {
        color = strain_color(f32(number - EDGE_STRAIN) / (STRAIN_LEVELS - 1.0));
    }
    color = select(color, vec3f(1.0, 0.50, 0.07), number == NODE_LIGHT);
    color = select(color, vec3f(0.10, 0.04, 0.01), number == NODE_DARK);
    return color / max(view.exposure, 1e-3); // the same in any light
}

fn shade_number(number: u32, place: vec2f) -> vec3f {
    let way = way_through(view, place);
    let solid = number != NOTHING && number < MARKS;
    let block = (number - 1u) / 64u;
    let thread = (number - 1u) % 64u;
    let body = solid && block < view.drawBlockCount;
    let reach = select(0.0, ground_reach(way), number == NOTHING);
    var seen = Seen(way * reach, vec3f(0.0, 1.0, 0.0), vec3f(0.0), drawn[0], vec3f(0.0));
    if (body) {
        seen = see_triangle(block, thread, place, way);
    } else if (solid) {
        let part = block - view.drawBlockCount;
        seen = see_box(boxes[box_of(part)], box_triangle(part, thread), way);
    }
    let side = select(seen.n, sunny_side(seen), body);
    let sunny = (solid || reach > 0.0) && dot(side, view.sun.xyz) > 0.0;
    let lit = sun_visibility(sunMap, shadow, seen.p, side, place, sunny);
    if (body) {
        return finish_triangle(light_of(seen, lit), block, thread, place, way);
    }
    if (solid) {
        return light_of(seen, lit);
    }
    if (number == NOTHING) {
        return backdrop(way, reach, lit);
    }
    return mark_color(number);
}

fn shade_pixel(id: vec2u) {
    let row = raster.firstRow + id.y;
    if (id.x >= u32(view.width) || id.y >= view.bandRows || row >= u32(view.height)) {
        return;
    }
    let index = (id.y * u32(view.width) + id.x) * 2u;
    let numbers = samples[index + 1u];
    if (any(numbers != vec4u(NOTHING))) {
        samples[index] = vec4u(0u);
        samples[index + 1u] = vec4u(NOTHING);
    }
    var color = vec3f(0.0);
    var left = 15u;
    while (left != 0u) {
        let number = numbers[firstTrailingBit(left)];
        var middle = vec2f(0.0);
        var count = 0.0;
        for (var s = 0u; s < 4u; s++) {
            let same = numbers[s] == number;
            middle += select(vec2f(0.0), sample_place(s), same);
            count += select(0.0, 1.0, same);
            left &= ~(u32(same) << s);
        }
        color += count * shade_number(number, vec2f(f32(id.x), f32(row)) + middle / count);
    }
    textureStore(radiance, vec2u(id.x, row), vec4f(color * 0.25, 1.0));
}
