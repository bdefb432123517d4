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

const ADVANCES = 8u;

// Where the way between two places relative to the core first meets it: the direction out, and how far the way's end lies
// beyond the plane there; nothing when it meets nowhere. Each advance goes on to the plane between the core and where the way
// has got to: what is convex lies behind it, so that nothing is passed over.
fn met_on_way(from_place: vec3f, to_place: vec3f, extent: vec3f, radius: f32) -> vec4f {
    let way = to_place - from_place;
    let near = 1e-3 * length(way);
    var met = vec4f(0.0);
    var passed = 0.0;
    for (var k = 0u; k < ADVANCES; k++) {
        let out = way_out(from_place + passed * way, extent, radius);
        let sinking = -dot(out.xyz, way);
        if (sinking <= 0.0) {
            return vec4f(0.0);
        }
        passed += max(-out.w, 0.0) / sinking;
        if (passed >= 1.0) {
            return vec4f(0.0);
        }
        met = vec4f(out.xyz, (1.0 - passed) * sinking);
        if (out.w >= -near) {
            break;
        }
    }
    return met;
}

fn collider_center(c: GpuCollider, origin: Origin, share: f32) -> vec3f {
    return (c.center.xyz - origin.place) + (c.centerLow.xyz - origin.low) + share * c.travel.xyz;
}

fn collider_rotation(c: GpuCollider, share: f32) -> vec4f {
    return normalize(c.rotation + share * c.turn);
}

// A body's place in the collider's own axes.
fn own_place(c: GpuCollider, origin: Origin, place: vec3f, share: f32) -> vec3f {
    return turned_back(collider_rotation(c, share), place - collider_center(c, origin, share));
}

// The way out for a place of a body, which keeps `thickness` away.
fn out_of(c: GpuCollider, origin: Origin, thickness: f32, place: vec3f, share: f32) -> vec4f {
    let out = way_out(own_place(c, origin, place, share), c.extent.xyz, c.center.w + thickness);
    return vec4f(turned(collider_rotation(c, share), out.xyz), out.w);
}

// What a step's way u from x goes through, as met_on_way has it.
fn passed_through(c: GpuCollider, origin: Origin, thickness: f32, x: vec3f, u: vec3f, before: f32, after: f32) -> vec4f {
    let met = met_on_way(own_place(c, origin, x, before), own_place(c, origin, x + u, after), c.extent.xyz,
                         c.center.w + thickness);
    return vec4f(turned(collider_rotation(c, after), met.xyz), met.w);
}

// [m/s] of the collider where it touches.
fn surface_velocity(c: GpuCollider, origin: Origin, place: vec3f, share: f32) -> vec3f {
    return c.velocity.xyz + cross(c.spin.xyz, place - collider_center(c, origin, share));
}

// [m] from where a place is to where the collider takes it meanwhile.
fn collider_way(c: GpuCollider, origin: Origin, place: vec3f, before: f32, after: f32) -> vec3f {
    let own = own_place(c, origin, place, before);
    return (collider_center(c, origin, after) + turned(collider_rotation(c, after), own)) - place;
}

// How far a place that is inside is led out in a step.
fn step_out(c: GpuCollider, origin: Origin, thickness: f32, place: vec3f, share: f32, time_step: f32) -> vec3f {
    let out = out_of(c, origin, thickness, place, share);
    let pace = WAY_OUT + length(surface_velocity(c, origin, place, share));
    return out.xyz * clamp(out.w, 0.0, pace * time_step);
}
