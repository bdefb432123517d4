// SPDX-License-Identifier: MIT
// Small bodies: one workgroup runs all of a Newton step's conjugate gradients for a body, with z in its own memory.
// newton_product and newton_update do the same for bodies of any size.
#import blocks
#import cg_scalars
#import matrix_row
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> solvedBodies: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> pattern: array<u32>;
@group(0) @binding(4) var<storage, read> matrix: array<u32>;
@group(0) @binding(5) var<storage, read> increments: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> krylov: array<vec4f>;

override CAPACITY: u32 = 512u; // vertices that fit
// One array, because naga 29 does not compile two whose lengths are overrides: two floats a thread for sums, then all x,
// all y, all z.
override SHARED_FLOATS: u32 = 1664u;

var<workgroup> shared_floats: array<f32, SHARED_FLOATS>;
var<workgroup> total: vec2f; // loaded as uniform: compilers must see that all threads leave the loop together

fn z_place(axis: u32, vertex: u32) -> u32 {
    return 2u * WORKGROUP_SIZE + axis * CAPACITY + vertex;
}

fn load_z(vertex: u32) -> vec3f {
    return vec3f(shared_floats[z_place(0u, vertex)], shared_floats[z_place(1u, vertex)], shared_floats[z_place(2u, vertex)]);
}

fn store_z(vertex: u32, z: vec3f) {
    shared_floats[z_place(0u, vertex)] = z.x;
    shared_floats[z_place(1u, vertex)] = z.y;
    shared_floats[z_place(2u, vertex)] = z.z;
}

// Valid in all threads after it.
fn sum_pair(thread: u32, value: vec2f) -> vec2f {
    shared_floats[thread] = value.x;
    shared_floats[WORKGROUP_SIZE + thread] = value.y;
    for (var width = WORKGROUP_SIZE / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (thread < width) {
            shared_floats[thread] += shared_floats[thread + width];
            shared_floats[WORKGROUP_SIZE + thread] += shared_floats[WORKGROUP_SIZE + thread + width];
        }
    }
    if (thread == 0u) { // it made the last addition itself
        total = vec2f(shared_floats[0], shared_floats[WORKGROUP_SIZE]);
    }
    return workgroupUniformLoad(&total);
}

// w = A z for this thread's rows; returns its part of r.z and z.w.
fn multiply_rows(body: GpuBody, thread: u32) -> vec2f {
    var products = vec2f(0.0);
    for (var local = thread; local < body.vertexCount; local += WORKGROUP_SIZE) {
        let i = body.vertexBase + local;
        let z = load_z(local);
        let row = matrix_row(body, local);
        var sum = vec3f(0.0);
        for (var k = 0u; k < row.length; k += UNROLL) {
            let j0 = matrix_column(body, row, k);
            let j1 = matrix_column(body, row, k + 1u);
            let j2 = matrix_column(body, row, k + 2u);
            let j3 = matrix_column(body, row, k + 3u);
            let a0 = matrix_block(body, row, k);
            let a1 = matrix_block(body, row, k + 1u);
            let a2 = matrix_block(body, row, k + 2u);
            let a3 = matrix_block(body, row, k + 3u);
            sum += (a0 * (load_z(j0) - z) + a1 * (load_z(j1) - z)) + (a2 * (load_z(j2) - z) + a3 * (load_z(j3) - z));
        }
        var w = sum / body.matrixScale;
        let inverse_mass = increments[i].w;
        if (inverse_mass > 0.0) {
            w += (frame.inverseTimeStep * frame.inverseTimeStep / inverse_mass) * z;
        }
        krylov[slot_of(W, i)] = vec4f(w, 0.0);
        products += vec2f(dot(krylov[slot_of(R, i)].xyz, z), dot(w, z));
    }
    return products;
}

fn update_rows(body: GpuBody, thread: u32, now: CgScalars, first: bool) {
    for (var local = thread; local < body.vertexCount; local += WORKGROUP_SIZE) {
        let i = body.vertexBase + local;
        var p = load_z(local);
        var s = krylov[slot_of(W, i)].xyz;
        var d = now.alpha * p;
        if (!first) {
            p += now.beta * krylov[slot_of(P, i)].xyz;
            s += now.beta * krylov[slot_of(S, i)].xyz;
            d = krylov[slot_of(D, i)].xyz + now.alpha * p;
        }
        let old = krylov[slot_of(R, i)];
        let r = vec4f(old.xyz - now.alpha * s, old.w);
        krylov[slot_of(P, i)] = vec4f(p, cg_trust(now));
        krylov[slot_of(S, i)] = vec4f(s, now.fall);
        krylov[slot_of(D, i)] = vec4f(d, 0.0);
        krylov[slot_of(R, i)] = r;
        store_z(local, precondition(i, r));
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_resident(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                   @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&solvedBodies)) {
        return;
    }
    let body = bodies[solvedBodies[index].body];
    for (var local = thread; local < body.vertexCount; local += WORKGROUP_SIZE) {
        store_z(local, krylov[slot_of(Z, body.vertexBase + local)].xyz);
    }
    workgroupBarrier();
    var now = CgScalars(0.0, 0.0, 0.0, 0.0, 0.0);
    for (var k = 0u; k < frame.linearIterations; k++) {
        let sums = sum_pair(thread, multiply_rows(body, thread));
        now = cg_scalars(sums.x, sums.y, now, k == 0u);
        if (now.alpha <= 0.0) { // the same in all threads
            break;
        }
        update_rows(body, thread, now, k == 0u);
        workgroupBarrier();
    }
}
