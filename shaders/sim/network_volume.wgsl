// SPDX-License-Identifier: MIT
// Of shells that keep a volume: each node's gradient of the volume, dV/dx = sum of (x1 x x2) / 6 over its triangles with their
// other corners x1, x2, and the workgroup's part of V = x . dV/dx / 3 and of the sum of w |dV/dx|^2.
#import blocks
#import block_sums
#import edge

@group(0) @binding(0) var<storage, read> shellBlocks: array<GpuBlock>;
@group(0) @binding(1) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(2) var<storage, read> surface: array<u32>;
@group(0) @binding(3) var<storage, read> triangles: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> nodes: array<GpuNode>;
@group(0) @binding(7) var<storage, read_write> partials: array<vec4f>;

fn moved(i: u32) -> vec3f {
    return positions[i].xyz + increments[i].xyz;
}

fn swell_at(network: GpuNetwork, local: u32) -> vec3f {
    let record = network.surfaceBase + 2u * local;
    let end = network.surfaceBase + surface[record + 1u];
    var sum = vec3f(0.0);
    for (var k = network.surfaceBase + surface[record]; k < end; k++) {
        let t = network.triangleBase + 3u * surface[k];
        var c = vec3u(triangles[t], triangles[t + 1u], triangles[t + 2u]);
        c = select(select(c.zxy, c.yzx, c.y == local), c, c.x == local); // the node first
        sum += cross(moved(network.vertexBase + c.y), moved(network.vertexBase + c.z));
    }
    return sum / 6.0;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_volume(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                  @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&shellBlocks)) {
        return;
    }
    let block = shellBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    var mine = vec4f(0.0);
    if (local < network.nodeCount) {
        let i = network.vertexBase + local;
        let swell = swell_at(network, local);
        nodes[i].swell = vec4f(swell, 0.0);
        mine = vec4f(dot(moved(i), swell) / 3.0, node_inverse_mass(nodes[i], positions[i]) * dot(swell, swell), 0.0, 0.0);
    }
    let sum = workgroup_sum(thread, mine);
    if (thread == 0u) {
        partials[index] = sum;
    }
}
