// SPDX-License-Identifier: MIT
// Contact of a network's node with boxes whose edges may be round: no rounding is a box, no box a sphere, a box without width
// a capsule. The same rules as on the ground: out along the normal, and friction against the collider's own motion.
//
// Colliders go on within a frame: `share` is the part of the frame that has passed.
#import structs
#import quaternion

@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

// [m/s] Who is inside at a step's start (it began there, or a collider was moved onto it) is led out at this pace beside the
// collider's own, without a velocity: depth must not become speed.
const WAY_OUT = 2.0;

// Where a place relative to the core leaves it: the direction and how deep the place is below the surface.
fn way_out(p: vec3f, extent: vec3f, radius: f32) -> vec4f {
    let away = p - clamp(p, -extent, extent);
    let distance = length(away);
    if (distance > 0.0) {
        return vec4f(away / distance, radius - distance);
    }
    let gap = extent - abs(p); // inside the core: through the nearest side
    let x = gap.x <= gap.y && gap.x <= gap.z;
    let y = !x && gap.y <= gap.z;
    let axis = vec3f(f32(x), f32(y), f32(!x && !y));
    return vec4f(axis * select(vec3f(-1.0), vec3f(1.0), p >= vec3f(0.0)), dot(gap, axis) + radius);
}

// From the collider's middle to a place.
fn arm_of(network: GpuNetwork, c: GpuCollider, place: vec3f, share: f32) -> vec3f {
    let center = (c.center.xyz - network.origin.xyz) + (c.centerLow.xyz - network.originLow.xyz);
    return place - (center + share * c.travel.xyz);
}

fn out_of(network: GpuNetwork, c: GpuCollider, place: vec3f, share: f32) -> vec4f {
    let rotation = normalize(c.rotation + share * c.turn);
    let own = turned_back(rotation, arm_of(network, c, place, share));
    let out = way_out(own, c.extent.xyz, c.center.w + network.origin.w);
    return vec4f(turned(rotation, out.xyz), out.w);
}

// [m/s] of the collider where it touches.
fn surface_velocity(network: GpuNetwork, c: GpuCollider, place: vec3f, share: f32) -> vec3f {
    return c.velocity.xyz + cross(c.spin.xyz, arm_of(network, c, place, share));
}

// A place that is inside, a step further out.
fn led_out(network: GpuNetwork, x: vec3f, share: f32) -> vec3f {
    var place = x;
    for (var k = 0u; k < min(network.colliderCount, 32u); k++) {
        let c = colliders[k];
        let out = out_of(network, c, place, share);
        let pace = (WAY_OUT + length(surface_velocity(network, c, place, share))) * network.timeStep;
        place += out.xyz * clamp(out.w, 0.0, pace);
    }
    let below = select(0.0, network.groundHeight - place.y, network.groundEnabled != 0u);
    return place + vec3f(0.0, clamp(below, 0.0, WAY_OUT * network.timeStep), 0.0);
}

// The way u from x, where a step starts at share `before` and ends at `after`, such that it leads no deeper than x is.
fn meet_colliders(network: GpuNetwork, x: vec3f, u: vec3f, before: f32, after: f32) -> vec3f {
    var moved = u;
    for (var k = 0u; k < min(network.colliderCount, 32u); k++) {
        let c = colliders[k];
        let out = out_of(network, c, x + moved, after);
        if (out.w > 0.0) {
            let excess = max(out.w - max(out_of(network, c, x, before).w, 0.0), 0.0);
            let slide = moved - surface_velocity(network, c, x + moved, after) * network.timeStep;
            let along = slide - out.xyz * dot(slide, out.xyz);
            let kept = min(1.0, c.centerLow.w * excess / max(length(along), 1e-30));
            moved += out.xyz * excess - along * kept;
        }
    }
    return moved;
}
