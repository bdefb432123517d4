// SPDX-License-Identifier: MIT
// Starts a Newton step at every vertex: r = -dG/du, what ground and colliders hold, the preconditioner and z. LANES threads
// share a vertex.
#import blocks
#import star
#import lanes
#import krylov
#import mat3
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

struct Hold {
    kind: f32, // see krylov
    normal: vec2f,
}

fn hold(contact: Contact, u: vec3f, force: vec3f) -> Hold {
    if (!touches(contact, u) || dot(contact.normal, force) >= 0.0) {
        return Hold(FREE, vec2f(0.0));
    }
    return Hold(select(HELD_BELOW, HELD_ABOVE, contact.normal.z >= 0.0), contact.normal.xy / (1.0 + abs(contact.normal.z)));
}

// r, z and the preconditioner of vertex i. sums: over the tets around it.
fn start_row(body: GpuBody, i: u32, u: vec4f, sums: CornerTerms) {
    let inertia = frame.inverseTimeStep * frame.inverseTimeStep / u.w;
    let force = sums.force - inertia * (u.xyz - velocities[i].xyz * frame.timeStep);
    var held = Hold(FREE, vec2f(0.0));
    if (COLLIDERS) {
        held = hold(contact_of(body, positions[i], frame.timeStep), u.xyz, force);
    } else if (body.groundEnabled != 0u && u.y <= body.groundHeight - positions[i].y && force.y < 0.0) {
        held.kind = HELD;
    }
    let d = sums.squares + vec3f(inertia);
    let m = inverse3(mat3x3f(vec3f(d.x, sums.mixed.x, sums.mixed.y), vec3f(sums.mixed.x, d.y, sums.mixed.z),
                             vec3f(sums.mixed.y, sums.mixed.z, d.z)));
    let m0 = vec4f(m[0].x, m[1].y, m[2].z, held.normal.x);
    let m1 = vec4f(m[1].x, m[2].x, m[2].y, held.normal.y);
    let r = vec4f(force, held.kind);
    krylov[slot_of(R, i)] = r;
    krylov[slot_of(Z, i)] = vec4f(preconditioned(r, m0, m1), 0.0);
    krylov[slot_of(M0, i)] = m0;
    krylov[slot_of(M1, i)] = m1;
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
        var sum = CornerTerms(vec3f(0.0), vec3f(0.0), vec3f(0.0));
        for (var t = body.starBase + stars[star + 1u] + 3u * (thread % LANES); t < end; t += 3u * LANES) {
            let terms = row_terms(body, star_element(body, vertex, t));
            sum = CornerTerms(sum.force + terms.force, sum.squares + terms.squares, sum.mixed + terms.mixed);
        }
        lanes_store(thread, sum);
    }
    workgroupBarrier();
    lanes_sum(thread);
    workgroupBarrier();
    if (!inside || thread % LANES != 0u) {
        return;
    }
    let i = body.vertexBase + vertex;
    let u = increments[i];
    krylov[slot_of(D, i)] = vec4f(0.0);
    if (u.w > 0.0) {
        start_row(body, i, u, lanes_load(thread));
    } else {
        krylov[slot_of(R, i)] = vec4f(0.0);
        krylov[slot_of(Z, i)] = vec4f(0.0);
        krylov[slot_of(M0, i)] = vec4f(0.0);
        krylov[slot_of(M1, i)] = vec4f(0.0);
    }
    if (vertex == 0u) {
        krylov[slot_of(P, i)] = vec4f(0.0, 0.0, 0.0, 1.0);
        krylov[slot_of(S, i)] = vec4f(0.0);
    }
}
