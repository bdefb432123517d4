// SPDX-License-Identifier: MIT
// Networks that ride with a collider: their nodes that do not move by themselves go rigidly along. Each frame places them
// anew from home, where they were when the ride began, so that rounding does not add up. GpuNode.air holds home: such nodes
// feel no air.
#import structs
#import quaternion

fn is_carried(network: GpuNetwork, inverse_mass: f32) -> bool {
    return network.carryPivot.w > 0.0 && inverse_mass <= 0.0;
}

fn carry_rotation(network: GpuNetwork, share: f32) -> vec4f {
    return normalize(network.carryRotation + share * network.carryTurn);
}

// Where home has got to when `share` of the frame has passed ...
fn carried(network: GpuNetwork, home: vec3f, share: f32) -> vec3f {
    let arm = turned(carry_rotation(network, share), home - network.carryPivot.xyz);
    return (network.carryPlace.xyz + share * network.carryTravel.xyz) + arm;
}

// ... and the home of what is at a place when the frame begins.
fn home_of(network: GpuNetwork, place: vec3f) -> vec3f {
    return network.carryPivot.xyz + turned_back(carry_rotation(network, 0.0), place - network.carryPlace.xyz);
}
