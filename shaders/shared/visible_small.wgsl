// SPDX-License-Identifier: MIT
// A triangle a thread; words of `raster` as in GpuRaster.
#import visible
#import queue

const SMALL = 20; // pixels
const SLICE_PIXELS = 192;
const SEEN_X = 4u;
const SEEN_COUNT = 7u;
const TURN = 8u;
const FIRST_ROW = 9u;
const SEEN_EXTRA = 11u;

// A triangle that fits is marked by this thread, another is queued in the first turn.
fn mark_small(block: u32, thread: u32) {
    let corners = corners_at(block, thread);
    if (!corners.there) {
        return;
    }
    let at = Band(i32(atomicLoad(&raster[FIRST_ROW])), atomicLoad(&raster[TURN]) != 0u);
    let seen = screened(corners);
    if (seen.count == 0u) {
        return;
    }
    let item = block * 64u + thread;
    let plan = plan_in_band(seen.first, at);
    if (seen.count == 2u || pixel_count(plan) > SMALL) {
        if (!at.second_turn) {
            let slices = select(pixel_count(plan) / SLICE_PIXELS, MOST_SLICES, seen.count == 2u);
            enqueue(item, slices, SEEN_X, SEEN_COUNT, SEEN_EXTRA);
        }
        return;
    }
    for (var y = plan.least.y; y <= plan.most.y; y++) {
        for (var x = plan.least.x; x <= plan.most.x; x++) {
            mark_pixel(plan, vec2i(x, y), item + 1u, at);
        }
    }
}
