// SPDX-License-Identifier: MIT
// Starts a Newton step: r = -dG/du at every vertex, and what ground and colliders hold. LANES threads share a vertex.
#import blocks
#import star
#import lanes
#import krylov
#import contact

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> starBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> rest: array<vec4f>;
@group(0) @binding(4) var<storage, read> stars: array<u32>;
@group(0) @binding(5) var<storage, read> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> krylov: array<vec4f>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

fn increment_of(body: GpuBody, vertex: u32) -> vec3f {
    return increments[body.vertexBase + vertex].xyz;
}

// Notes the normal of the plane that holds a vertex.
fn hold(i: u32, contact: Contact, u: vec3f, force: vec3f) -> f32 {
    if (!touches(contact, u) || dot(contact.normal, force) >= 0.0) {
        return FREE;
    }
    let projected = contact.normal.xy / (1.0 + abs(contact.normal.z));
    krylov[slot_of(M0, i)].w = projected.x;
    krylov[slot_of(M1, i)].w = projected.y;
    return select(HELD_BELOW, HELD_ABOVE, contact.normal.z >= 0.0);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_gradient(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                   @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&starBlocks)) {
        return;
    }
    let block = starBlocks[index];
    let body = bodies[block.body];
    let place = block.first + thread / LANES;
    let inside = place < block.end;
    var vertex = 0u;
    if (inside) {
        let star = body.starBase + 4u * place;
        vertex = stars[star];
        let end = body.starBase + stars[star + 2u];
        var force = vec3f(0.0);
        for (var t = body.starBase + stars[star + 1u] + 3u * (thread % LANES); t < end; t += 3u * LANES) {
            force += corner_force(body, star_element(body, vertex, t));
        }
        lanes_store_force(thread, force);
    }
    workgroupBarrier();
    if (!inside || thread % LANES != 0u) {
        return;
    }
    let i = body.vertexBase + vertex;
    let u = increments[i];
    var r = vec4f(0.0);
    if (u.w > 0.0) {
        let inertia = frame.inverseTimeStep * frame.inverseTimeStep / u.w;
        let force = lanes_sum_force(thread) - inertia * (u.xyz - velocities[i].xyz * frame.timeStep);
        if (COLLIDERS) {
            r = vec4f(force, hold(i, contact_of(body, positions[i], frame.timeStep), u.xyz, force));
        } else {
            let held = body.groundEnabled != 0u && u.y <= body.groundHeight - positions[i].y && force.y < 0.0;
            r = vec4f(force, select(FREE, HELD, held));
        }
    }
    krylov[slot_of(R, i)] = r;
    krylov[slot_of(D, i)] = vec4f(0.0);
    if (vertex == 0u) {
        krylov[slot_of(P, i)] = vec4f(0.0, 0.0, 0.0, 1.0);
    }
}
