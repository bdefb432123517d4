// SPDX-License-Identifier: MIT
// Contact of a network's node with colliders. The same rules as on the ground: out along the normal, and friction against the
// collider's own motion.
#import colliders

fn network_origin(network: GpuNetwork) -> Origin {
    return Origin(network.origin.xyz, network.originLow.xyz);
}

// A place that is inside, a step further out.
fn led_out(network: GpuNetwork, x: vec3f, share: f32) -> vec3f {
    var place = x;
    for (var k = 0u; k < min(network.colliderCount, MOST_COLLIDERS); k++) {
        place += step_out(colliders[k], network_origin(network), network.origin.w, place, share, network.timeStep);
    }
    let below = select(0.0, network.groundHeight - place.y, network.groundEnabled != 0u);
    return place + vec3f(0.0, clamp(below, 0.0, WAY_OUT * network.timeStep), 0.0);
}

// The cosine from which on two directions out of a collider count as the same side of it.
const SAME_SIDE = 0.7;

// The way u from x, where a step starts at share `before` and ends at `after`, such that it leads no deeper than x is. Who
// would end on another side than the one where the way meets the collider has gone through: it stays on the plane there.
fn meet_colliders(network: GpuNetwork, x: vec3f, u: vec3f, before: f32, after: f32) -> vec3f {
    let origin = network_origin(network);
    let thickness = network.origin.w;
    var moved = u;
    for (var k = 0u; k < min(network.colliderCount, MOST_COLLIDERS); k++) {
        let c = colliders[k];
        let out = out_of(c, origin, thickness, x + moved, after);
        let surface_way = surface_velocity(c, origin, x + moved, after) * network.timeStep;
        if (out.w <= -(length(moved) + length(surface_way))) {
            continue; // too far away to have been met
        }
        var normal = out.xyz;
        var excess = 0.0;
        let through = passed_through(c, origin, thickness, x, moved, before, after);
        if (through.w > 0.0 && dot(through.xyz, out.xyz) < SAME_SIDE) {
            normal = through.xyz;
            excess = through.w;
        } else if (out.w > 0.0) {
            excess = max(out.w - max(out_of(c, origin, thickness, x, before).w, 0.0), 0.0);
        }
        if (excess > 0.0) {
            let slide = moved - surface_way;
            let along = slide - normal * dot(slide, normal);
            let kept = min(1.0, c.centerLow.w * excess / max(length(along), 1e-30));
            moved += normal * excess - along * kept;
        }
    }
    return moved;
}
