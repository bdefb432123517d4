// SPDX-License-Identifier: MIT
// Between the edges of two small steps: ends the last step of every node and begins its next one. increments.w counts the
// steps that the node's network still has to do in this frame. Nodes of strands are moved by network_strands.
#import blocks
#import node
#import node_hand

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> nodeBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(4) var<storage, read> grabs: array<GpuGrab>;
@group(0) @binding(5) var<storage, read> pressures: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override START: bool = false;
override PART: bool = false; // begins a later part of a frame

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_step(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
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
    var x = positions[i];
    var v = velocities[i].xyz;
    if (PART) { // goes on
        increments[i].w = abs(increments[i].w);
        return;
    }
    var left = f32(network.steps);
    if (node_is_led(x)) { // u and v are network_attach's
        let u = increments[i];
        if (START) {
            increments[i] = vec4f(u.xyz, left);
        } else if (u.w > 0.0) {
            positions[i] = x + vec4f(u.xyz, 0.0);
            increments[i] = vec4f(u.xyz, after_step(network, u.w - 1.0));
            if (network.volume > 0.0) {
                velocities[i] -= vec4f(pressures[block.body].x * nodes[i].swell.xyz, 0.0);
            }
        }
        return;
    }
    let inverse_mass = node_inverse_mass(nodes[i], x);
    if (!START) {
        let u = increments[i];
        if (u.w <= 0.0) {
            return;
        }
        var moved = u.xyz;
        if (network.volume > 0.0) {
            moved -= inverse_mass * pressures[block.body].x * nodes[i].swell.xyz;
        }
        let done = node_finish(network, inverse_mass, x.xyz, moved, v, u.w);
        x = vec4f(x.xyz + done.increment, x.w);
        v = done.velocity;
        left = u.w - 1.0;
    }
    if (left > 0.0 && inverse_mass > 0.0) {
        x = vec4f(led_out(network, x.xyz, share_before(network, left)), x.w);
    }
    positions[i] = x;
    var next = NodeStep(vec3f(0.0), v);
    if (left > 0.0) {
        let hand = node_hand(network, local, x.xyz);
        next = node_predict(network, frame.gravity.xyz, nodes[i], x, v, hand, left);
    }
    velocities[i] = vec4f(next.velocity, 0.0);
    increments[i] = vec4f(next.increment, select(after_step(network, left), left, START));
}
