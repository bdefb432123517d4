// SPDX-License-Identifier: MIT
// Takes the Newton step, shortened when the whole of it would raise the potential, and out of the ground.
#import blocks
#import block_sums
#import ground
#import krylov

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> rowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> krylov: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> health: array<atomic<u32>>;

override REPORT: bool = false;

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_apply(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&rowBlocks)) {
        return;
    }
    let block = rowBlocks[index];
    let body = bodies[block.body];
    var change = vec4f(0.0);
    if (body.energyBlockCount > MANY_BLOCKS) {
        change = partials[body.energyBlockFirst];
    } else {
        for (var k = thread; k < body.energyBlockCount; k += WORKGROUP_SIZE) {
            change += partials[body.energyBlockFirst + k];
        }
        change = workgroup_sum(thread, change);
    }
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    let u = increments[i];
    if (u.w == 0.0) {
        return;
    }
    // near the solution changes drown in rounding: a rise by less than a thousandth of the energy is none
    var s = 1.0;
    if (change.x > 1e-3 * change.w) {
        s = select(select(0.0625, 0.25, change.z < 0.0), 0.5, change.y < min(change.z, 0.0));
    }
    let moved = ground_clamp(body, positions[i].xyz, u.xyz + s * krylov[slot_of(D, i)].xyz);
    let r = krylov[slot_of(R, i)];
    // what the ground pushes with: the residual that it holds, and the lift of what it stopped just now
    let push = select(0.0, max(-r.y, 0.0) * u.w * frame.timeStep * frame.timeStep, r.w == HELD);
    let v = velocities[i].xyz;
    increments[i] = vec4f(moved.xyz, u.w);
    velocities[i] = vec4f(v, push + moved.w);
    if (REPORT) {
        atomicMax(&health[4u * block.body + 2u], bitcast<u32>(length(moved.xyz - v * frame.timeStep)));
    }
}
