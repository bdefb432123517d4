// SPDX-License-Identifier: MIT
// Counts the nodes of networks whose strands repel each other, each among the eight cells around it.
#import blocks
#import density

@group(0) @binding(0) var<storage, read> splatBlocks: array<GpuBlock>;
@group(0) @binding(1) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(2) var<storage, read> positions: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> density: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_splat(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&splatBlocks)) {
        return;
    }
    let block = splatBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= network.nodeCount) {
        return;
    }
    let around = density_around(network, positions[network.vertexBase + local].xyz);
    for (var k = 0u; k < 8u; k++) {
        let share = density_share(around.part, k);
        atomicAdd(&density[density_counter(network, around.cell + vec3i(density_corner(k)))], share);
    }
}
