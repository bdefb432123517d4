// SPDX-License-Identifier: MIT
// A small step of a network's node, in increment form: x is where the node was at the step's start, u how far it has gone
// since, v its velocity, which is (x - x_prev) / h of Verlet's form.
#import structs
#import edge
#import ground
#import colliders

struct NodeStep {
    increment: vec3f,
    velocity: vec3f,
}

// A grabbed node is drawn towards a place by a spring whose force is that at the step's end.
struct Hand {
    away: vec3f, // [m] x - target
    stiffness: f32,
    damping: f32,
}

// A network that no body leads does its frame's steps in the first part of the frame.
fn steps_of(network: GpuNetwork, later_part: bool) -> u32 {
    return select(network.steps, 0u, later_part && network.parted == 0u);
}

// For a node that starts below it the ground is where the node is: it is led out, see led_out.
fn network_ground(network: GpuNetwork, x: vec3f) -> Ground {
    return Ground(min(network.groundHeight, x.y), network.groundFriction, network.groundEnabled != 0u);
}

// What the air changes of a velocity in a step. With r the air's velocity relative to the node's: dr/dt = -c |r| r for
// strands, along the normal n alone for cloth; solved exactly over the step, so no wind makes it unstable.
fn air_drag(network: GpuNetwork, node: GpuNode, v: vec3f) -> vec3f {
    let relative = node.air.xyz - v;
    let strands = network.strandCount > 0u;
    let along = select(node.shape.xyz * dot(relative, node.shape.xyz), relative, strands);
    let reach = network.drag * length(along) * network.timeStep;
    return along * (reach / (1.0 + reach)) + select(vec3f(0.0), network.timeStep * node.shape.xyz, strands);
}

// v' = decay v + h a, then drag; u = h v'.
fn node_predict(network: GpuNetwork, gravity: vec3f, node: GpuNode, x: vec4f, v: vec3f, hand: Hand) -> NodeStep {
    let h = network.timeStep;
    let inverse_mass = node_inverse_mass(node, x);
    let kept = network.decay * select(pow(node.decay, network.decayExponent), 0.0, node.decay <= 0.0);
    let driven = kept * v + h * (gravity + network.pull.xyz);
    let free = driven + air_drag(network, node, driven);
    // F = -(k (x - target + u) + c u / h), u = h v + w h^2 F
    let softness = inverse_mass * h * (hand.stiffness * h + hand.damping);
    let held = (free - (inverse_mass * h * hand.stiffness) * hand.away) / (1.0 + softness);
    return NodeStep(select(vec3f(0.0), held * h, inverse_mass > 0.0), select(vec3f(0.0), held, inverse_mass > 0.0));
}

// After the edges: contact, friction and the velocity that the way means, written so that rounding of h does not add up.
fn node_finish(network: GpuNetwork, x: vec3f, u: vec3f, v: vec3f) -> NodeStep {
    let ground = network_ground(network, x);
    let placed = ground_clamp(ground, x, meet_colliders(network, x, u));
    let way = ground_friction(ground, placed.xyz, placed.w);
    return NodeStep(way, v + (way - v * network.timeStep) * network.inverseTimeStep);
}
