// SPDX-License-Identifier: MIT
// Boxes whose edges may be round: no rounding is a box, no box a sphere, a box without width a capsule. The way out of one is
// along the normal of what is nearest. Colliders go on within a frame: `share` is the part of the frame that has passed.
#import structs
#import quaternion

const MOST_COLLIDERS = 32u;

// [m/s] Who is inside when a step starts (it began there, or a collider was moved onto it) is led out at this pace beside the
// collider's own, without a velocity: depth must not become speed.
const WAY_OUT = 2.0;

// Where a body's coordinates begin, in the world; `low` is what float leaves out.
struct Origin {
    place: vec3f,
    low: vec3f,
}

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

fn collider_center(c: GpuCollider, origin: Origin, share: f32) -> vec3f {
    return (c.center.xyz - origin.place) + (c.centerLow.xyz - origin.low) + share * c.travel.xyz;
}

fn collider_rotation(c: GpuCollider, share: f32) -> vec4f {
    return normalize(c.rotation + share * c.turn);
}

// The same for a place of a body, which keeps `thickness` away.
fn out_of(c: GpuCollider, origin: Origin, thickness: f32, place: vec3f, share: f32) -> vec4f {
    let rotation = collider_rotation(c, share);
    let own = turned_back(rotation, place - collider_center(c, origin, share));
    let out = way_out(own, c.extent.xyz, c.center.w + thickness);
    return vec4f(turned(rotation, out.xyz), out.w);
}

// [m/s] of the collider where it touches.
fn surface_velocity(c: GpuCollider, origin: Origin, place: vec3f, share: f32) -> vec3f {
    return c.velocity.xyz + cross(c.spin.xyz, place - collider_center(c, origin, share));
}

// [m] from where a place is to where the collider takes it meanwhile.
fn collider_way(c: GpuCollider, origin: Origin, place: vec3f, before: f32, after: f32) -> vec3f {
    let own = turned_back(collider_rotation(c, before), place - collider_center(c, origin, before));
    return (collider_center(c, origin, after) + turned(collider_rotation(c, after), own)) - place;
}

// How far a place that is inside is led out in a step.
fn step_out(c: GpuCollider, origin: Origin, thickness: f32, place: vec3f, share: f32, time_step: f32) -> vec3f {
    let out = out_of(c, origin, thickness, place, share);
    let pace = WAY_OUT + length(surface_velocity(c, origin, place, share));
    return out.xyz * clamp(out.w, 0.0, pace * time_step);
}
