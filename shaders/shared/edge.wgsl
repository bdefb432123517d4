// SPDX-License-Identifier: MIT
// What an edge of a network does to its nodes.
#import structs

// w = 0 never moves: neither a pinned node nor one without inverse mass.
fn node_inverse_mass(node: GpuNode, position: vec4f) -> f32 {
    return select(0.0, node.inverseMass, position.w > 0.0);
}

// By how much an edge's ends draw near, times their inverse masses: (|d| - L) / (wa + wb + 1 / (k h^2)), XPBD's first
// iteration (Macklin et al. 2016, equation 18).
fn edge_pull(network: GpuNetwork, excess: f32, inverse_masses: f32, stiffness: f32) -> f32 {
    let h = network.timeStep;
    let soft = inverse_masses + 1.0 / max(stiffness * h * h, 1e-30);
    return select(0.0, excess / soft, stiffness > 0.0 && inverse_masses > 0.0);
}
