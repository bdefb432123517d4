// SPDX-License-Identifier: MIT
// Depth maps of the bodies: the queued triangles, 8 x 8 texels at a time.
#import blocks
#import surface_corners
#import cast

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<uniform> shadow: GpuShadow;
@group(0) @binding(2) var<storage, read> raster: GpuRaster;
@group(0) @binding(3) var<storage, read> surfaceBlocks: array<GpuBlock>;
@group(0) @binding(4) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(5) var<storage, read> triangles: array<u32>;
@group(0) @binding(6) var<storage, read> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(8) var<storage, read> queue: array<vec2u>;
@group(0) @binding(9) var<storage, read_write> casts: array<atomic<u32>>;
@group(0) @binding(10) var<uniform> boxes: array<GpuBox, 64>;

@compute @workgroup_size(64)
fn cast_large(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
              @builtin(local_invocation_index) thread: u32) {
    for (var i = workgroup.x; i < raster.castCount; i += counts.x) {
        let below = (queue[i].x & BELOW) != 0u;
        let item = queue[i].x & ~BELOW;
        let slice = i32(queue[i].y >> 16u);
        let slices = i32(queue[i].y & 0xffffu);
        let plan = cast_plan(cast_corners(item / 64u, item % 64u), below);
        let first = plan.least / 8;
        let size = plan.most / 8 - first + 1;
        for (var k = slice; k < size.x * size.y; k += slices) {
            let texel = (first + vec2i(k % size.x, k / size.x)) * 8 + vec2i(i32(thread & 7u), i32(thread >> 3u));
            if (all(texel >= plan.least) && all(texel <= plan.most)) {
                cast_texel(plan, texel, below);
            }
        }
    }
}
