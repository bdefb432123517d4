// SPDX-License-Identifier: MIT
// At a frame's end: which networks became non-finite.
#import blocks
#import finite

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> nodeBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> health: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_health(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                  @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&nodeBlocks)) {
        return;
    }
    let block = nodeBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= network.nodeCount) {
        return;
    }
    let i = network.vertexBase + local;
    if (!finite(positions[i].xyz) || !finite(velocities[i].xyz)) {
        atomicMin(&health[4u * block.body], frame.number);
    }
}
