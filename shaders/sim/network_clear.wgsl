// SPDX-License-Identifier: MIT
// Empties the counters of networks whose strands repel each other (shaders/shared/density.wgsl).
#import blocks

@group(0) @binding(0) var<storage, read> cellBlocks: array<GpuBlock>;
@group(0) @binding(1) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(2) var<storage, read_write> density: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_clear(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&cellBlocks)) {
        return;
    }
    let block = cellBlocks[index];
    if (block.first + thread < block.end) {
        density[networks[block.body].densityBase + block.first + thread] = 0u;
    }
}
