// SPDX-License-Identifier: MIT
// How many nodes of a network are where: a grid of 2^densityBits cells a side, repeated without end, whose counters hold parts
// of a node. Whole numbers can be added in any order.
#import structs

const NODE = 256.0; // what a node adds to the counters around it

struct Around {
    cell: vec3i, // least of the eight cells whose middles are around a place
    part: vec3f, // of the way to the next ones
}

fn density_around(network: GpuNetwork, place: vec3f) -> Around {
    let at = place * network.densityRate;
    let least = floor(at);
    return Around(vec3i(least), at - least);
}

fn density_corner(k: u32) -> vec3u {
    return vec3u(k & 1u, (k >> 1u) & 1u, k >> 2u);
}

// What a node gives to corner k of those around it.
fn density_share(part: vec3f, k: u32) -> u32 {
    let weight = mix(vec3f(1.0) - part, part, vec3f(density_corner(k)));
    return u32((weight.x * weight.y) * weight.z * NODE + 0.5);
}

fn density_counter(network: GpuNetwork, cell: vec3i) -> u32 {
    let bits = network.densityBits;
    let c = vec3u(cell) & vec3u((1u << bits) - 1u);
    return network.densityBase + c.x + (c.y << bits) + (c.z << (2u * bits));
}
