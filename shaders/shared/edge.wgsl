// SPDX-License-Identifier: MIT
// What an edge of a network does to its nodes.
#import structs

// w = 0 never moves: neither a pinned node nor one without inverse mass. w < 0 is led by a tet body, see network_attach.
fn node_inverse_mass(node: GpuNode, position: vec4f) -> f32 {
    return select(0.0, node.inverseMass, position.w > 0.0);
}

fn node_is_led(position: vec4f) -> bool {
    return position.w < 0.0;
}

// [1/kg] 1 / (k h^2) of an edge, but never less than what a body that leads one of its ends can bear.
fn edge_softness(network: GpuNetwork, stiffness: f32, a: vec4f, b: vec4f) -> f32 {
    let h = network.timeStep;
    return max(1.0 / max(stiffness * h * h, 1e-30), -min(a.w, b.w));
}

// By how much an edge's ends draw near, times their inverse masses: (|d| - L) / (wa + wb + 1 / (k h^2)), XPBD's first
// iteration (Macklin et al. 2016, equation 18).
fn edge_pull(excess: f32, inverse_masses: f32, stiffness: f32, softness: f32) -> f32 {
    return select(0.0, excess / (inverse_masses + softness), stiffness > 0.0 && inverse_masses > 0.0);
}
