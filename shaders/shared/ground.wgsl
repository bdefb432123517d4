// SPDX-License-Identifier: MIT
// Contact with the ground plane, on the substep's displacement u of a vertex that started at x.
#import structs

struct Ground {
    height: f32, // [m] relative to the body's origin
    friction: f32,
    enabled: bool,
}

fn ground_of(body: GpuBody) -> Ground {
    return Ground(body.groundHeight, body.groundFriction, body.groundEnabled != 0u);
}

// Lifts the vertex out of the ground. Returns u and, in w, by how much it was lifted: mass * lift / h is the impulse.
fn ground_clamp(ground: Ground, x: vec3f, u: vec3f) -> vec4f {
    let depth = select(0.0, ground.height - (x.y + u.y), ground.enabled);
    let lift = max(depth, 0.0);
    // set, not added: x + u must land on the plane itself
    return vec4f(u.x, select(u.y, ground.height - x.y, lift > 0.0), u.z, lift);
}

// Coulomb: the tangential impulse is at most friction times the normal one. Within the cone the vertex sticks.
fn ground_friction(ground: Ground, u: vec3f, lift: f32) -> vec3f {
    let slide = length(u.xz);
    let kept = select(0.0, 1.0 - ground.friction * lift / slide, slide > ground.friction * lift);
    return select(u, vec3f(u.x * kept, u.y, u.z * kept), lift > 0.0);
}
