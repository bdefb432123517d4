// SPDX-License-Identifier: MIT
// Contact of a tet body's vertex in a substep: with one plane, that of the nearest of the ground and all colliders where the
// substep starts. It is a function of that place alone, so all kernels of the substep see the same one and nothing is stored.
// With colliders, position.w of a free vertex counts the substeps of the frame from 1.
#import structs
#import ground
#import colliders
#import with_colliders

struct Contact {
    normal: vec3f,
    least: f32,      // [m] of the displacement along the normal
    slide: vec3f,    // [m] of the surface in the substep
    friction: f32,
    there: bool,
    moves: bool,     // the plane itself
}

fn body_origin(body: GpuBody) -> Origin {
    return Origin(body.origin.xyz, body.originLow.xyz);
}

fn share_at(c: GpuCollider, substep: f32) -> f32 {
    return (substep - 1.0) * c.travel.w;
}

fn contact_of(body: GpuBody, x: vec4f, time_step: f32) -> Contact {
    let ground = body.groundEnabled != 0u;
    let height = x.y - body.groundHeight;
    var contact = Contact(vec3f(0.0, 1.0, 0.0), -height, vec3f(0.0), body.groundFriction, ground, false);
    var nearest = select(3e38, height, ground);
    for (var k = 0u; k < min(body.colliderCount, MOST_COLLIDERS); k++) {
        let c = colliders[k];
        let share = share_at(c, x.w);
        let out = out_of(c, body_origin(body), 0.0, x.xyz, share);
        if (-out.w < nearest) {
            nearest = -out.w;
            let way = collider_way(c, body_origin(body), x.xyz, share, share + c.travel.w);
            let slide = time_step * surface_velocity(c, body_origin(body), x.xyz, share);
            contact = Contact(out.xyz, dot(way, out.xyz) - max(nearest, 0.0), slide, c.centerLow.w, true,
                              dot(way, way) > 0.0);
        }
    }
    return contact;
}

// Where a displacement would end below the plane, and rounding aside on it.
fn touches(contact: Contact, u: vec3f) -> bool {
    let rounding = 2e-7 * (abs(u.x) + abs(u.y) + abs(u.z) + abs(contact.least));
    return contact.there && dot(contact.normal, u) <= contact.least + rounding;
}

// Lifts the vertex out of the plane, and out of the ground when that is another one. Returns u and, in w, the lift.
fn contact_clamp(body: GpuBody, contact: Contact, x: vec3f, u: vec3f) -> vec4f {
    let lift = select(0.0, max(contact.least - dot(contact.normal, u), 0.0), contact.there);
    return vec4f(ground_clamp(ground_of(body), x, u + lift * contact.normal).xyz, lift);
}

// Coulomb's friction against the surface.
fn contact_friction(contact: Contact, u: vec3f, lift: f32) -> vec3f {
    let way = u - contact.slide;
    let along = way - contact.normal * dot(contact.normal, way);
    let slide = length(along);
    let taken = select(1.0, contact.friction * lift / slide, slide > contact.friction * lift);
    return select(u, u - taken * along, lift > 0.0);
}

// ---- Both kinds of worlds --------------------------------------------------------------------------------------------

// Where a substep starts. What is below the ground is put on it, what is in a collider led out: neither gains speed.
fn put_out(body: GpuBody, x: vec4f, time_step: f32) -> vec4f {
    var place = x.xyz;
    if (COLLIDERS) {
        for (var k = 0u; k < min(body.colliderCount, MOST_COLLIDERS); k++) {
            place += step_out(colliders[k], body_origin(body), 0.0, place, share_at(colliders[k], x.w), time_step);
        }
    }
    let below = body.groundEnabled != 0u && place.y < body.groundHeight;
    let raised = select(place, vec3f(place.x, body.groundHeight, place.z), below);
    return vec4f(select(x.xyz, raised, x.w > 0.0), x.w);
}

fn clamped(body: GpuBody, x: vec4f, u: vec3f, time_step: f32) -> vec4f {
    if (COLLIDERS) {
        return contact_clamp(body, contact_of(body, x, time_step), x.xyz, u);
    }
    return ground_clamp(ground_of(body), x.xyz, u);
}

fn rubbed(body: GpuBody, x: vec4f, u: vec3f, lift: f32, time_step: f32) -> vec3f {
    if (COLLIDERS) {
        return contact_friction(contact_of(body, x, time_step), u, lift);
    }
    return ground_friction(ground_of(body), u, lift);
}

// The position where the next substep of the frame starts ...
fn next_place(x: vec4f, u: vec3f) -> vec4f {
    let counted = select(x.w, x.w + 1.0, COLLIDERS && x.w > 0.0);
    return vec4f(x.xyz + u, counted);
}

// ... and where the frame ends.
fn last_place(x: vec4f) -> vec4f {
    return vec4f(x.xyz, select(x.w, min(x.w, 1.0), COLLIDERS));
}
