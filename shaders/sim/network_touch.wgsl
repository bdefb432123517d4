// SPDX-License-Identifier: MIT
// Strands that the pointer's cone meets, and the part of all that `react` says, draw together and lose their swing; network_air
// lets them return. The root does not count.
#import blocks

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> tubeBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> links: array<vec4u>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> nodes: array<GpuNode>;

// 0 .. 1, another one for each strand.
fn chance_of(strand: u32) -> f32 {
    var x = (strand + 1u) * 0x9e3779b9u;
    x = (x ^ (x >> 16u)) * 0x7feb352du;
    x = (x ^ (x >> 15u)) * 0x846ca68bu;
    return f32((x ^ (x >> 16u)) >> 8u) / 16777216.0;
}

fn pointed_at(network: GpuNetwork, first: u32, count: u32) -> bool {
    for (var n = 1u; n < count; n++) {
        let p = positions[network.vertexBase + first + n].xyz + network.origin.xyz - frame.touchFrom.xyz;
        let far = dot(p, frame.touchAlong.xyz);
        if (far > 0.0 && length(p - far * frame.touchAlong.xyz) < frame.touchFrom.w * far) {
            return true;
        }
    }
    return false;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_touch(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&tubeBlocks)) {
        return;
    }
    let block = tubeBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= network.strandCount) {
        return;
    }
    let strand = links[network.strandBase + local];
    var strength = select(0.0, 1.0, chance_of(local) < network.react);
    if (strength < network.touch && frame.touchAlong.w > 0.0 && pointed_at(network, strand.x, strand.y)) {
        strength = network.touch;
    }
    if (strength <= 0.0) {
        return;
    }
    for (var n = 0u; n < strand.y; n++) {
        let i = network.vertexBase + strand.x + n;
        nodes[i].lengthScale = min(nodes[i].lengthScale, 1.0 - 0.9 * strength);
        nodes[i].decay = mix(nodes[i].restDecay, 0.5, strength);
    }
}
