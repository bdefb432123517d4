// SPDX-License-Identifier: MIT
// Conjugate gradients, second half of an iteration: the scalars, then all vectors.
#import blocks
#import row_sums
#import cg_scalars
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> largeRowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> scalars: array<vec4f>; // two a body: alpha, gamma, gamma at first, fall
@group(0) @binding(5) var<storage, read_write> krylov: array<vec4f>;

var<workgroup> shared_old: vec4f; // loaded as uniform: compilers must see that all threads return together

override FIRST: bool = false;
override ODD: u32 = 0u;      // iteration modulo 2: the last one's scalars are in the other slot

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_update(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&largeRowBlocks)) {
        return;
    }
    let block = largeRowBlocks[index];
    if (thread == 0u) {
        shared_old = scalars[2u * block.body + 1u - ODD];
    }
    let old = workgroupUniformLoad(&shared_old);
    if (!FIRST && old.x == 0.0) { // the body's iterations have ended
        if (block.first == 0u && thread == 0u) {
            scalars[2u * block.body + ODD] = old;
        }
        return;
    }
    let body = bodies[block.body];
    let sums = body_row_sum(body, thread);
    let now = cg_scalars(sums.x, sums.y, CgScalars(old.x, old.y, old.z, 0.0, old.w), FIRST);
    if (block.first == 0u && thread == 0u) {
        scalars[2u * block.body + ODD] = vec4f(now.alpha, now.gamma, now.first_gamma, now.fall);
    }
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    if (now.alpha > 0.0) {
        var p = krylov[slot_of(Z, i)].xyz;
        var s = krylov[slot_of(W, i)].xyz;
        if (!FIRST) {
            p += now.beta * krylov[slot_of(P, i)].xyz;
            s += now.beta * krylov[slot_of(S, i)].xyz;
        }
        krylov[slot_of(P, i)] = vec4f(p, cg_trust(now));
        krylov[slot_of(S, i)] = vec4f(s, now.fall);
        krylov[slot_of(D, i)] = vec4f(krylov[slot_of(D, i)].xyz + now.alpha * p, 0.0);
        let old_r = krylov[slot_of(R, i)];
        let r = vec4f(old_r.xyz - now.alpha * s, old_r.w);
        krylov[slot_of(R, i)] = r;
        krylov[slot_of(Z, i)] = vec4f(precondition(i, r), 0.0);
    }
}
