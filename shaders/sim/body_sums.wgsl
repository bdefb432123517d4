// SPDX-License-Identifier: MIT
// Adds up the partial sums of bodies with many blocks: a workgroup takes a stretch of them and leaves its sum in the first.
// Each thread keeps a few loads under way at a time, because it is their latency that this costs.
#import blocks
#import block_sums

@group(0) @binding(0) var<storage, read> manyBlocks: array<GpuBlock>; // partial sums first .. end, at most SUM_LOADS a thread
@group(0) @binding(1) var<storage, read_write> partials: array<vec4f>;

override WIDTH: u32 = 1u; // partial sums side by side

fn partial_or_nothing(k: u32, end: u32, column: u32) -> vec4f {
    return select(vec4f(0.0), partials[WIDTH * min(k, end - 1u) + column], k < end);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn body_sums(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
             @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&manyBlocks)) {
        return;
    }
    let range = manyBlocks[index];
    let turn = WORKGROUP_SIZE;
    for (var column = 0u; column < WIDTH; column++) {
        var mine = vec4f(0.0);
        for (var k = range.first + thread; k < range.end; k += 8u * turn) {
            let a = partial_or_nothing(k, range.end, column) + partial_or_nothing(k + turn, range.end, column);
            let b = partial_or_nothing(k + 2u * turn, range.end, column) + partial_or_nothing(k + 3u * turn, range.end, column);
            let c = partial_or_nothing(k + 4u * turn, range.end, column) + partial_or_nothing(k + 5u * turn, range.end, column);
            let d = partial_or_nothing(k + 6u * turn, range.end, column) + partial_or_nothing(k + 7u * turn, range.end, column);
            mine += (a + b) + (c + d);
        }
        let sum = workgroup_sum(thread, mine);
        if (thread == 0u) {
            partials[WIDTH * range.first + column] = sum;
        }
    }
}
