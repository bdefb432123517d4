// SPDX-License-Identifier: MIT
// Conjugate gradients, second half of an iteration, in the form that needs one sum an iteration (Chronopoulos and Gear
// 1989): with gamma = r.z and delta = z.w, beta = gamma/gamma', alpha = gamma/(delta - beta gamma/alpha').
// alpha = 0 ends the iterations of a body: no residual left, or no positive curvature.
#import blocks
#import block_sums
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> rowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>;
@group(0) @binding(4) var<storage, read> increments: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> scalars: array<vec4f>; // two a body: alpha, gamma, first gamma
@group(0) @binding(6) var<storage, read_write> krylov: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> health: array<atomic<u32>>;

override FIRST: bool = false;
override ODD: u32 = 0u;      // iteration modulo 2: the last one's scalars are in the other slot
override REPORT: bool = false; // the frame's last iteration: its residual is the one to report

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_update(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&rowBlocks)) {
        return;
    }
    let block = rowBlocks[index];
    let body = bodies[block.body];
    var sums = vec4f(0.0);
    if (body.rowBlockCount > MANY_BLOCKS) {
        sums = partials[body.rowBlockFirst];
    } else {
        for (var k = thread; k < body.rowBlockCount; k += WORKGROUP_SIZE) {
            sums += partials[body.rowBlockFirst + k];
        }
        sums = workgroup_sum(thread, sums);
    }
    let before = scalars[2u * block.body + 1u - ODD];
    var beta = 0.0;
    var curvature = sums.y;
    var first_gamma = sums.x;
    if (!FIRST) {
        beta = sums.x / before.y;
        curvature = sums.y - beta * sums.x / before.x;
        first_gamma = before.z;
    }
    let goes_on = sums.x > frame.tolerance * frame.tolerance * first_gamma && curvature > 0.0 && (FIRST || before.x > 0.0);
    let alpha = select(0.0, sums.x / curvature, goes_on);
    if (block.first == 0u && thread == 0u) {
        scalars[2u * block.body + ODD] = vec4f(alpha, sums.x, first_gamma, 0.0);
    }
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    var r = krylov[slot_of(R, i)];
    if (alpha > 0.0) {
        var p = krylov[slot_of(Z, i)].xyz;
        var s = krylov[slot_of(W, i)].xyz;
        if (!FIRST) {
            p += beta * krylov[slot_of(P, i)].xyz;
            s += beta * krylov[slot_of(S, i)].xyz;
        }
        krylov[slot_of(P, i)] = vec4f(p, 0.0);
        krylov[slot_of(S, i)] = vec4f(s, 0.0);
        krylov[slot_of(D, i)] = vec4f(krylov[slot_of(D, i)].xyz + alpha * p, 0.0);
        r = vec4f(r.xyz - alpha * s, r.w);
        krylov[slot_of(R, i)] = r;
        krylov[slot_of(Z, i)] = vec4f(precondition(i, r), 0.0);
    }
    if (REPORT && r.w > 0.0) {
        let mobility = increments[i].w * frame.timeStep * frame.timeStep;
        atomicMax(&health[4u * block.body + 1u], bitcast<u32>(mobility * length(r.xyz * allowed(r))));
    }
}
