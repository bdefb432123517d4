// SPDX-License-Identifier: MIT
// The nodes of networks as dots, no wider than their edges leave room for.
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

const LEAST = 1.2; // pixels
const MOST = 4.5;
const SHARE = 0.3; // of the shortest edge

@compute @workgroup_size(WORKGROUP_SIZE)
fn node_dots(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
             @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= view.vertexBlockCount) {
        return;
    }
    let block = vertexBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (body.network == 0u || local >= body.vertexCount) {
        return;
    }
    let offset = drawn[block.body].offset;
    let p = positions[body.vertexBase + local].xyz + offset.xyz;
    let size = SHARE * offset.w * 0.5 * view.height / (view.up.w * max(-dot(view.back.xyz, p), 1e-30));
    mark_dot(p, clamp(size, LEAST, MOST), 1.004, NODE_LIGHT, NODE_DARK);
}
