// SPDX-License-Identifier: MIT
// Pinned vertices as dots.
#import blocks
#import dots
#import marks

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> raster: GpuRaster;
@group(0) @binding(2) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(3) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(6) var<storage, read_write> samples: array<atomic<u32>>;

const RADIUS = 5.0; // pixels

@compute @workgroup_size(WORKGROUP_SIZE)
fn pin_dots(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
            @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= view.vertexBlockCount) {
        return;
    }
    let block = vertexBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let state = positions[body.vertexBase + local];
    if (state.w <= 0.0) {
        mark_dot(state.xyz + drawn[block.body].offset.xyz, RADIUS, 1.02, PIN_LIGHT, PIN_DARK);
    }
}
