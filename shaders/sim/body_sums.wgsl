// SPDX-License-Identifier: MIT
// Adds up the partial sums of bodies with many blocks, one workgroup a body, into the first of them.
#import blocks
#import block_sums

@group(0) @binding(0) var<storage, read> manyBlocks: array<GpuBlock>; // partial sums first .. end
@group(0) @binding(1) var<storage, read_write> partials: array<vec4f>;

override WIDTH: u32 = 1u; // partial sums side by side

@compute @workgroup_size(WORKGROUP_SIZE)
fn body_sums(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
             @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&manyBlocks)) {
        return;
    }
    let range = manyBlocks[index];
    for (var column = 0u; column < WIDTH; column++) {
        var mine = vec4f(0.0);
        for (var k = range.first + thread; k < range.end; k += WORKGROUP_SIZE) {
            mine += partials[WIDTH * k + column];
        }
        let sum = workgroup_sum(thread, mine);
        if (thread == 0u) {
            partials[WIDTH * range.first + column] = sum;
        }
    }
}
