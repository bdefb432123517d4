// SPDX-License-Identifier: MIT
// What the two forms of a strand's step share: network_strands and network_lanes.
#import structs

// Taut between two pins, a chain's pulls are not determined: a little softness decides.
const SOFTNESS = 1e-5;

// What begins at a node of a strand.
struct Link {
    rest: f32,           // [m]
    stiffness: f32,      // [N/m]; 0: no edge
    bend_rest: f32,      // to the next node but one
    bend_stiffness: f32, // 0: none
}

// Of the rest length of the edge that begins at a node.
fn edge_scale(network: GpuNetwork, node: u32) -> f32 {
    return network.lengthScale * nodes[node].lengthScale;
}

// Of the edge against bending that begins there: it spans two.
fn bend_scale(network: GpuNetwork, node: u32) -> f32 {
    return network.lengthScale * 0.5 * (nodes[node].lengthScale + nodes[node + 1u].lengthScale);
}

// What an edge may pull so that its light nodes stay stable across it, m L / h^2 on the scale of forces: a body hangs on it.
fn bearable(inverse_masses: f32, rest: f32) -> f32 {
    return rest / max(inverse_masses, 1e-30);
}

// Bending edges of which no two share a node: from node n to the next but one, where n lies in this half of every four.
fn bends_in(turn: u32, n: u32) -> bool {
    return (n / 2u) % 2u == turn;
}
