// SPDX-License-Identifier: MIT
// Queued triangles, by whole workgroups.
#import visible

// 64 threads take 8 x 8 pixels at a time, every `slices`th square is this workgroup's.
fn mark_squares(t: Flat, number: u32, thread: u32, slice: u32, slices: u32, at: Band) {
    let plan = plan_in_band(t, at);
    if (pixel_count(plan) <= 0) {
        return;
    }
    let first = plan.least / 8;
    let size = plan.most / 8 - first + 1;
    for (var k = i32(slice); k < size.x * size.y; k += i32(slices)) {
        let pixel = (first + vec2i(k % size.x, k / size.x)) * 8 + vec2i(i32(thread & 7u), i32(thread >> 3u));
        if (all(pixel >= plan.least) && all(pixel <= plan.most)) {
            mark_pixel(plan, pixel, number, at);
        }
    }
}

fn mark_large(workgroup: vec3u, counts: vec3u, thread: u32) {
    let at = Band(i32(raster.firstRow), raster.turn != 0u);
    for (var i = workgroup.x; i < raster.seenCount; i += counts.x) {
        let item = queue[i].x;
        let slice = queue[i].y >> 16u;
        let slices = queue[i].y & 0xffffu;
        let seen = screened(corners_at(item / 64u, item % 64u));
        mark_squares(seen.first, item + 1u, thread, slice, slices, at);
        if (seen.count == 2u) {
            mark_squares(seen.second, item + 1u, thread, slice, slices, at);
        }
    }
}
