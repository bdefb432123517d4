// SPDX-License-Identifier: MIT
// One block step of vertex block descent (Chen et al. 2024): the 3x3 system of a vertex, and what it lies on.
#import structs
#import potential_vertex

struct VertexSystem {
    force: vec3f,
    squares: vec3f, // xx, yy, zz of the positive block
    mixed: vec3f,   // xy, xz, yz
}

struct VertexStep {
    u: vec3f,
    lift: f32,
    residual: f32, // [m] |force| h^2 / m before the step
    scale: f32,    // [m] what forces move the vertex in the substep
}

fn solve_block(s: vec3f, m: vec3f, f: vec3f) -> vec3f {
    let c = vec3f(s.y * s.z - m.z * m.z, m.y * m.z - m.x * s.z, m.x * m.z - m.y * s.y);
    let d = s.x * c.x + m.x * c.y + m.y * c.z;
    let yy = s.x * s.z - m.y * m.y;
    let yz = m.x * m.y - s.x * m.z;
    let zz = s.x * s.y - m.x * m.x;
    return vec3f(dot(c, f), c.y * f.x + yy * f.y + yz * f.z, c.z * f.x + yz * f.y + zz * f.z) / d;
}

// On a plane the displacement along its normal is given: H d = force + push n.
fn step_on_contact(contact: Contact, s: vec3f, m: vec3f, force: vec3f, inertia: f32, free: vec3f, scale: f32) -> VertexStep {
    let missing = contact.least - dot(contact.normal, free);
    if (!contact.there || missing <= 0.0) {
        return VertexStep(free, 0.0, length(force) / inertia, scale);
    }
    let give = solve_block(s, m, contact.normal);
    let push = missing / max(dot(contact.normal, give), 1e-30);
    return VertexStep(free + push * give, push / inertia, length(force + push * contact.normal) / inertia, scale);
}

// `elastic`: sums over the tets around the vertex. On the ground the vertical displacement is given; the ground's push is
// the force that then is left over.
fn vertex_step(body: GpuBody, frame: GpuFrame, x: vec4f, u: vec4f, v: vec3f, elastic: VertexSystem) -> VertexStep {
    let inertia = frame.inverseTimeStep * frame.inverseTimeStep / u.w; // m / h^2
    let changed = u.xyz - v * frame.timeStep;
    let force = elastic.force - inertia * changed;
    let s = elastic.squares + vec3f(inertia);
    let m = elastic.mixed;
    let free = u.xyz + solve_block(s, m, force);
    if (COLLIDERS) {
        return step_on_contact(contact_of(body, x, frame.timeStep), s, m, force, inertia, free, length(changed));
    }
    let floor = body.groundHeight - x.y;
    if (body.groundEnabled == 0u || free.y >= floor) {
        return VertexStep(free, 0.0, length(force) / inertia, length(changed));
    }
    let dy = floor - u.y;
    let f = force.xz - vec2f(m.x, m.z) * dy;
    let det = s.x * s.z - m.y * m.y;
    let d = vec2f(s.z * f.x - m.y * f.y, s.x * f.y - m.y * f.x) / det;
    let push = max(-(force.y - s.y * dy - m.x * d.x - m.z * d.y), 0.0);
    return VertexStep(vec3f(u.x + d.x, floor, u.z + d.y), push / inertia, length(force + vec3f(0.0, push, 0.0)) / inertia,
                      length(changed));
}
