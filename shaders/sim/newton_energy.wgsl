// SPDX-License-Identifier: MIT
// How the potential changes from no displacement at all to the first guess u with all of the step d, with half of it and
// without it, and how much of that may be rounding: this workgroup's part. A solver that never ends above where it started
// cannot gain energy. Momenta, too: see step_sums. The inertia of a tet's four quarters of mass is counted with the tet.
#import blocks
#import step_sums
#import element
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> energyBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> tets: array<GpuTet>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(7) var<storage, read> krylov: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> partials: array<vec4f>;

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

// The displacement u + s d of a corner, out of the ground as newton_step takes it: what the clamp costs counts.
fn taken(body: GpuBody, i: u32, s: f32) -> vec3f {
    let u = increments[i];
    let p = u.xyz + s * krylov[slot_of(D, i)].xyz;
    let held = body.groundEnabled != 0u && u.w > 0.0;
    return vec3f(p.x, select(p.y, max(p.y, body.groundHeight - positions[i].y), held), p.z);
}

// Change of the inertia term of one corner from no displacement to p: (|p - y|^2 - |y|^2)/2.
fn inertia_change(i: u32, p: vec3f) -> f32 {
    return dot(p, 0.5 * p - velocities[i].xyz * frame.timeStep);
}

// Of the tet, from no displacement at all: elastic energy per volume and inertia per mass of a quarter.
fn change_of(body: GpuBody, i: vec4u, start: mat3x3f, b: mat3x3f, before: f32, s: f32) -> vec2f {
    let p0 = taken(body, i.x, s);
    let p1 = taken(body, i.y, s);
    let p2 = taken(body, i.z, s);
    let p3 = taken(body, i.w, s);
    let inertia = inertia_change(i.x, p0) + inertia_change(i.y, p1) + inertia_change(i.z, p2) + inertia_change(i.w, p3);
    return vec2f(energy_density(body, start + mat3x3f(p1 - p0, p2 - p0, p3 - p0) * b) - before, inertia);
}

// Of a corner, without its mass: columns 1 to 3 of step_sums.
fn moved(body: GpuBody, i: u32) -> mat3x4f {
    let u = increments[i].xyz;
    let d = krylov[slot_of(D, i)].xyz;
    let y = velocities[i].xyz * frame.timeStep;
    let touches = body.groundEnabled != 0u && min(u.y, u.y + d.y) <= body.groundHeight - positions[i].y;
    return mat3x4f(vec4f(u - y, select(0.0, 1.0, touches)), vec4f(d, 0.0), vec4f(y, 0.0));
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
        let whole = change_of(body, i, start, b, before, 1.0);
        let half = change_of(body, i, start, b, before, 0.5);
        let none = change_of(body, i, start, b, before, 0.0);
        let quarter = 0.25 * tet.restVolume / body.inverseDensity; // [kg]
        let mass = quarter * frame.inverseTimeStep * frame.inverseTimeStep;
        let rounding = 1e-4 * before + 1e-6 * body.mu;
        let change = vec4f(tet.restVolume * vec3f(whole.x, half.x, none.x) + mass * vec3f(whole.y, half.y, none.y),
                           tet.restVolume * rounding);
        let momenta = (moved(body, i.x) + moved(body, i.y) + moved(body, i.z) + moved(body, i.w)) * quarter;
        mine = mat4x4f(change, momenta[0], momenta[1], momenta[2]);
    }
    let sum = workgroup_step_sum(thread, mine);
    if (thread < STEP_COLUMNS) {
        partials[STEP_COLUMNS * index + thread] = sum[thread];
    }
}
