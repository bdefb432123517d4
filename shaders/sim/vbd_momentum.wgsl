// SPDX-License-Identifier: MIT
// What vbd's sweeps changed in the momentum of bodies that nothing holds: this workgroup's part. vbd_finish takes it back.
#import blocks
#import block_sums
#import momentum

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> sweptBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> increments: array<vec4f>;
@group(0) @binding(4) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> partials: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn vbd_momentum(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&sweptBlocks)) {
        return;
    }
    let block = sweptBlocks[index];
    let body = bodies[block.body];
    if (body.freeMass == 0.0) {
        return;
    }
    let local = block.first + thread;
    var mine = vec4f(0.0);
    if (local < body.vertexCount) {
        let i = body.vertexBase + local;
        mine = changed_momentum(frame, increments[i], velocities[i]);
    }
    let sum = workgroup_sum(thread, mine);
    if (thread == 0u) {
        partials[index] = sum;
    }
}
