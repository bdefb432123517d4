// SPDX-License-Identifier: MIT
// Which hand holds a node: networks are held by one node, the one with the largest weight, which stands first.
fn node_hand(slot: u32, local: u32, x: vec3f) -> Hand {
    var hand = Hand(vec3f(0.0), 0.0, 0.0);
    for (var g = 0u; g < frame.grabCount; g++) {
        if (grabs[g].body == slot && grabs[g].vertex0 == local) {
            hand = Hand(x - vec3f(grabs[g].targetX, grabs[g].targetY, grabs[g].targetZ), grabs[g].stiffness, grabs[g].damping);
        }
    }
    return hand;
}
