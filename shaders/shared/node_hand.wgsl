// SPDX-License-Identifier: MIT
// Which hand holds a node: networks are held by one node, the one with the largest weight, which stands first.
// No loop up to a uniform's count: Mesa's software driver (22.3) loses memory with every dispatch of such a kernel.
fn node_hand(network: GpuNetwork, local: u32, x: vec3f) -> Hand {
    if (network.hand != 0u) {
        let hand = grabs[network.hand - 1u];
        if (hand.vertex0 == local) {
            return Hand(x - vec3f(hand.targetX, hand.targetY, hand.targetZ), hand.stiffness, hand.damping,
                        hand.leads != 0u);
        }
    }
    return Hand(vec3f(0.0), 0.0, 0.0, false);
}
