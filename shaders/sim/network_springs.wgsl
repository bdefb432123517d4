// SPDX-License-Identifier: MIT
// One colour's edges of all networks that still have steps to do: no two edges of a colour share a node.
#import blocks
#import edge

@group(0) @binding(0) var<storage, read> springBlocks: array<GpuBlock>;
@group(0) @binding(1) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(2) var<storage, read> springs: array<GpuSpring>;
@group(0) @binding(3) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> velocities: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_springs(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                   @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&springBlocks)) {
        return;
    }
    let block = springBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= block.end || network.iterations == 0u) {
        return;
    }
    let spring = springs[network.springBase + local];
    let a = network.vertexBase + spring.node0;
    let b = network.vertexBase + spring.node1;
    let ua = increments[a];
    let ub = increments[b];
    if (ua.w <= 0.0) {
        return;
    }
    let xa = positions[a];
    let xb = positions[b];
    let wa = node_inverse_mass(nodes[a], xa);
    let wb = node_inverse_mass(nodes[b], xb);
    let d = (xb.xyz - xa.xyz) + (ub.xyz - ua.xyz);
    let length_now = length(d);
    if (length_now <= 0.0) {
        return; // there is no direction to push into
    }
    let rest = spring.restLength * network.lengthScale * 0.5 * (nodes[a].lengthScale + nodes[b].lengthScale);
    let softness = edge_softness(network, spring.stiffness, xa, xb);
    let pull = d * (edge_pull(length_now - rest, wa + wb, spring.stiffness, softness) / length_now);
    increments[a] = vec4f(ua.xyz + wa * pull, ua.w);
    increments[b] = vec4f(ub.xyz - wb * pull, ub.w);
    if (node_is_led(xa)) {
        velocities[a] += vec4f(pull, 0.0);
    }
    if (node_is_led(xb)) {
        velocities[b] -= vec4f(pull, 0.0);
    }
}
