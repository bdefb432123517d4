// SPDX-License-Identifier: MIT
// A small step of a network's node, in increment form: x is where the node was at the step's start, u how far it has gone
// since, v its velocity, which is (x - x_prev) / h of Verlet's form.
#import structs
#import edge
#import ground
#import node_colliders
#import carried

struct NodeStep {
    increment: vec3f,
    velocity: vec3f,
}

// A grabbed node is drawn towards a place by a spring whose force is that at the step's end.
struct Hand {
    away: vec3f, // [m] x - target
    stiffness: f32,
    damping: f32,
    leads: bool, // takes a pinned node along
}

// How many steps are left after a step, negative at the end of a part of the frame: until the next part begins.
fn after_step(network: GpuNetwork, left: f32) -> f32 {
    return select(left, -left, left > 0.0 && u32(left) % network.partSteps == 0u);
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

// The part of the frame that has passed when `left` steps are still to do.
fn share_before(network: GpuNetwork, left: f32) -> f32 {
    return 1.0 - left / f32(network.steps);
}

// v' = decay v + h a, then drag; u = h v'. What is carried goes where it is carried to,
// what a hand leads to its target. `left` counts this step too.
fn node_predict(network: GpuNetwork, gravity: vec3f, node: GpuNode, x: vec4f, v: vec3f, hand: Hand, left: f32) -> NodeStep {
    let h = network.timeStep;
    let inverse_mass = node_inverse_mass(node, x);
    if (is_carried(network, inverse_mass)) {
        let way = carried(network, node.air.xyz, share_before(network, left - 1.0)) - x.xyz;
        return NodeStep(way, way * network.inverseTimeStep);
    }
    if (hand.leads && inverse_mass <= 0.0) { // evenly: a jump would become a blow
        let way = -hand.away / left;
        return NodeStep(way, way * network.inverseTimeStep);
    }
    let kept = network.decay * select(pow(node.decay, network.decayExponent), 0.0, node.decay <= 0.0);
    let driven = kept * v + h * (gravity + network.pull.xyz);
    let free = driven + air_drag(network, node, driven);
    // F = -(k (x - target + u) + c u / h), u = h v + w h^2 F
    let softness = inverse_mass * h * (hand.stiffness * h + hand.damping);
    let held = (free - (inverse_mass * h * hand.stiffness) * hand.away) / (1.0 + softness);
    return NodeStep(select(vec3f(0.0), held * h, inverse_mass > 0.0), select(vec3f(0.0), held, inverse_mass > 0.0));
}

// After the edges: contact, friction and the velocity that the way means, written so that rounding of h does not add up.
// Nothing stops what does not move by itself.
fn node_finish(network: GpuNetwork, inverse_mass: f32, x: vec3f, u: vec3f, v: vec3f, left: f32) -> NodeStep {
    if (inverse_mass <= 0.0) {
        return NodeStep(u, v);
    }
    let ground = network_ground(network, x);
    let met = meet_colliders(network, x, u, share_before(network, left), share_before(network, left - 1.0));
    let placed = ground_clamp(ground, x, met);
    let way = ground_friction(ground, placed.xyz, placed.w);
    return NodeStep(way, v + (way - v * network.timeStep) * network.inverseTimeStep);
}
