// SPDX-License-Identifier: MIT
// A queue of triangles too great for a thread. A very great one is cut in slices, for several workgroups; one slice a
// triangle always has room, EXTRA_SLICES more are shared by all. An entry is the triangle's number, slice and slices.

const EXTRA_SLICES = 65536u;
const MOST_SLICES = 256; // of a triangle

// x, count, extra: the queue's words in raster, as in GpuRaster.
fn enqueue(item: u32, wanted: i32, x: u32, count: u32, extra: u32) {
    var slices = u32(clamp(wanted, 1, MOST_SLICES));
    if (slices > 1u && atomicAdd(&raster[extra], slices - 1u) + slices - 1u > EXTRA_SLICES) {
        slices = 1u;
    }
    let first = atomicAdd(&raster[count], slices);
    for (var i = 0u; i < slices; i++) {
        queue[first + i] = vec2u(item, (i << 16u) | slices);
    }
    if (first < 65535u) {
        atomicMax(&raster[x], min(first + slices, 65535u));
    }
}
