// SPDX-License-Identifier: MIT
// Contact with the ground plane, on the substep's displacement u of a vertex that started at x.
#import structs

// Lifts the vertex out of the ground. Returns u and, in w, by how much it was lifted: mass * lift / h is the impulse.
fn ground_clamp(body: GpuBody, x: vec3f, u: vec3f) -> vec4f {
    let depth = select(0.0, body.groundHeight - (x.y + u.y), body.groundEnabled != 0u);
    let lift = max(depth, 0.0);
    // set, not added: x + u must land on the plane itself
    return vec4f(u.x, select(u.y, body.groundHeight - x.y, lift > 0.0), u.z, lift);
}

// Coulomb: the tangential impulse is at most friction times the normal one. Within the cone the vertex sticks.
fn ground_friction(body: GpuBody, u: vec3f, lift: f32) -> vec3f {
    let slide = length(u.xz);
    let kept = select(0.0, 1.0 - body.groundFriction * lift / slide, slide > body.groundFriction * lift);
    return select(u, vec3f(u.x * kept, u.y, u.z * kept), lift > 0.0);
}
