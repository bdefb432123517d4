// SPDX-License-Identifier: MIT
// How the potential changes from no displacement at all to the first guess u with all of the step d, with half of it and
// without it, and how much of that may be rounding: this workgroup's part. A solver that never ends above where it started
// cannot gain energy. Momenta, too: see step_sums. Thread t takes tet t and vertices t,
// t + tetCount, ...
#import blocks
#import step_sums
#import element
#import krylov
#import contact

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> energyBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(7) var<storage, read> krylov: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> partials: array<vec4f>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

fn energy_density(body: GpuBody, f: mat3x3f) -> f32 {
    let c = transpose(f) * f;
    let i1 = c[0].x + c[1].y + c[2].z;
    let j = dot(f[0], cross(f[1], f[2]));
    if (body.model == MODEL_ARAP) {
        let shape = i1 - 2.0 * trace_of(i1, second_invariant(c, i1), j) + 3.0; // |F - R|^2
        return body.mu * shape + 0.5 * body.lambda * (j - 1.0) * (j - 1.0);
    }
    let stretch = j - neo_hookean_alpha(body);
    return 0.5 * (body.mu * (i1 - 3.0 - log(0.25 * (i1 + 1.0))) + body.lambda * stretch * stretch);
}

// The displacement u + s d of a vertex, out of what it touches as newton_step takes it: what the clamp costs counts.
fn taken(body: GpuBody, i: u32, s: f32) -> vec3f {
    let u = increments[i];
    let p = u.xyz + s * krylov[slot_of(D, i)].xyz;
    if (COLLIDERS) {
        if (u.w == 0.0) {
            return p;
        }
        return contact_clamp(body, contact_of(body, positions[i], frame.timeStep), positions[i].xyz, p).xyz;
    }
    let clamped = body.groundEnabled != 0u && u.w > 0.0;
    return vec3f(p.x, select(p.y, max(p.y, body.groundHeight - positions[i].y), clamped), p.z);
}

// Elastic energy per volume of a tet whose edges are `start` now, after u + s d.
fn density_after(body: GpuBody, i: vec4u, start: mat3x3f, b: mat3x3f, s: f32) -> f32 {
    let p0 = taken(body, i.x, s);
    return energy_density(body, start + mat3x3f(taken(body, i.y, s) - p0, taken(body, i.z, s) - p0,
                                                taken(body, i.w, s) - p0) * b);
}

// Change of the inertia term from no displacement to p: (|p - y|^2 - |y|^2)/2.
fn inertia_change(p: vec3f, y: vec3f) -> f32 {
    return dot(p, 0.5 * p - y);
}

// What a vertex adds: the change of its inertia term, and columns 1 to 3 of step_sums.
fn vertex_sums(body: GpuBody, i: u32) -> mat4x4f {
    let u = increments[i];
    if (u.w == 0.0) {
        return mat4x4f();
    }
    let mass = 1.0 / u.w;
    let d = krylov[slot_of(D, i)].xyz;
    let y = velocities[i].xyz * frame.timeStep;
    let inertia = vec3f(inertia_change(taken(body, i, 1.0), y), inertia_change(taken(body, i, 0.5), y),
                        inertia_change(taken(body, i, 0.0), y));
    var met = select(0.0, 1.0, body.groundEnabled != 0u && min(u.y, u.y + d.y) <= body.groundHeight - positions[i].y);
    if (COLLIDERS) {
        let contact = contact_of(body, positions[i], frame.timeStep);
        met = select(0.0, select(1.0, DRIVEN, contact.moves), touches(contact, u.xyz) || touches(contact, u.xyz + d));
    }
    return mat4x4f(vec4f(inertia * (mass * frame.inverseTimeStep * frame.inverseTimeStep), 0.0),
                   vec4f((u.xyz - y) * mass, met), vec4f(d * mass, 0.0), vec4f(y * mass, 0.0));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_energy(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&energyBlocks)) {
        return;
    }
    let block = energyBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    var mine = mat4x4f();
    if (local < body.tetCount) {
        let tet = tets[body.assetTetBase + local];
        let i = vec4u(tet.vertex0, tet.vertex1, tet.vertex2, tet.vertex3) + vec4u(body.vertexBase);
        let x0 = positions[i.x].xyz;
        let b = mat3x3f(vec3f(tet.b00, tet.b10, tet.b20), vec3f(tet.b01, tet.b11, tet.b21),
                        vec3f(tet.b02, tet.b12, tet.b22));
        let start = mat3x3f(positions[i.y].xyz - x0, positions[i.z].xyz - x0, positions[i.w].xyz - x0) * b;
        let before = energy_density(body, start);
        let after = vec3f(density_after(body, i, start, b, 1.0), density_after(body, i, start, b, 0.5),
                          density_after(body, i, start, b, 0.0));
        let rounding = 1e-4 * before + 1e-6 * body.mu;
        mine[0] = vec4f(tet.restVolume * (after - vec3f(before)), tet.restVolume * rounding);
    }
    // vertices are far fewer than tets: the first blocks take them, and only these sum whole matrices
    if (block.first >= body.vertexCount) {
        let sum = workgroup_sum(thread, mine[0]);
        if (thread < STEP_COLUMNS) {
            partials[STEP_COLUMNS * index + thread] = select(vec4f(0.0), sum, thread == 0u);
        }
        return;
    }
    for (var vertex = local; vertex < body.vertexCount && local < body.tetCount; vertex += body.tetCount) {
        mine += vertex_sums(body, body.vertexBase + vertex);
    }
    let sum = workgroup_step_sum(thread, mine);
    if (thread < STEP_COLUMNS) {
        partials[STEP_COLUMNS * index + thread] = sum[thread];
    }
}
