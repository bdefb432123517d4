// SPDX-License-Identifier: MIT
// Contact of a network's node with boxes whose edges may be round: no rounding is a box, no box a sphere, a box without width
// a capsule. The same rules as on the ground: out along the normal, and friction against the collider's own motion.
#import structs

@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

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

fn meet_colliders(network: GpuNetwork, x: vec3f, u: vec3f) -> vec3f {
    var moved = u;
    for (var k = 0u; k < min(network.colliderCount, 32u); k++) {
        let c = colliders[k];
        let center = (c.center.xyz - network.origin.xyz) + (c.centerLow.xyz - network.originLow.xyz);
        let out = way_out(x + moved - center, c.extent.xyz, c.center.w + network.origin.w);
        if (out.w > 0.0) {
            let slide = moved - c.velocity.xyz * network.timeStep;
            let along = slide - out.xyz * dot(slide, out.xyz);
            let kept = min(1.0, c.centerLow.w * out.w / max(length(along), 1e-30));
            moved += out.xyz * out.w - along * kept;
        }
    }
    return moved;
}
