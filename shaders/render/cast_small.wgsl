// SPDX-License-Identifier: MIT
// Depth maps of the bodies: triangles of a few texels; queues the others.
#import blocks
#import surface_corners
#import cast
#import queue

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<uniform> shadow: GpuShadow;
@group(0) @binding(2) var<storage, read_write> raster: array<atomic<u32>, 12>;
@group(0) @binding(3) var<storage, read> surfaceBlocks: array<GpuBlock>;
@group(0) @binding(4) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(5) var<storage, read> triangles: array<u32>;
@group(0) @binding(6) var<storage, read> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(8) var<storage, read_write> queue: array<vec2u>;
@group(0) @binding(9) var<storage, read_write> casts: array<atomic<u32>>;
@group(0) @binding(10) var<uniform> boxes: array<GpuBox, 64>;

const SMALL_CAST = 24; // texels
const SLICE_TEXELS = 4096;
const CAST_X = 0u; // words of raster, as in GpuRaster
const CAST_COUNT = 3u;
const CAST_EXTRA = 10u;

fn cast_from(corners: Corners, item: u32, below: bool) {
    let plan = cast_plan(corners, below);
    if (pixel_count(plan) > SMALL_CAST) {
        enqueue(item | select(0u, BELOW, below), pixel_count(plan) / SLICE_TEXELS, CAST_X, CAST_COUNT, CAST_EXTRA);
        return;
    }
    for (var y = plan.least.y; y <= plan.most.y; y++) {
        for (var x = plan.least.x; x <= plan.most.x; x++) {
            cast_texel(plan, vec2i(x, y), below);
        }
    }
}

@compute @workgroup_size(64)
fn cast_small(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
              @builtin(local_invocation_index) thread: u32) {
    let block = block_index(workgroup, counts);
    if (block >= view.surfaceBlockCount + view.boxCount * view.boxParts) {
        return;
    }
    let corners = cast_corners(block, thread);
    if (corners.there) {
        cast_from(corners, block * 64u + thread, false);
        cast_from(corners, block * 64u + thread, true);
    }
}
