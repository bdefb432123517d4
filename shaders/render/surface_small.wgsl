// SPDX-License-Identifier: MIT
// The bodies' surfaces into the samples, all triangles of a few pixels; queues the others.
#import blocks
#import surface_corners
#import visible_small

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read_write> raster: array<atomic<u32>, 12>;
@group(0) @binding(2) var<storage, read> drawBlocks: array<GpuBlock>;
@group(0) @binding(3) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(4) var<storage, read> triangles: array<u32>;
@group(0) @binding(5) var<storage, read> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(7) var<storage, read_write> queue: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> samples: array<atomic<u32>>;
@group(0) @binding(9) var<uniform> boxes: array<GpuBox, 64>;

@compute @workgroup_size(64)
fn surface_small(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let block = block_index(workgroup, counts);
    if (block < view.drawBlockCount + view.boxCount * view.boxParts) {
        mark_small(block, thread);
    }
}
