// SPDX-License-Identifier: MIT
// Sums over a body in a fixed order: a tree within each workgroup gives one partial sum a block, then the partial sums of
// the body's blocks are added up by every workgroup that wants the total (or by body_sums when they are many).

// Where blocks are more than this, body_sums leaves the sum of every SUM_LOADS * WORKGROUP_SIZE in the first of them.
const MANY_BLOCKS = 256u;
const SUM_LOADS = 32u;

// From one partial sum that counts to the next one.
fn sum_stride(blocks: u32) -> u32 {
    return select(1u, SUM_LOADS * WORKGROUP_SIZE, blocks > MANY_BLOCKS);
}

var<workgroup> sum_tree: array<vec4f, WORKGROUP_SIZE>;

// Needs uniform control flow. The result is valid in all threads.
fn workgroup_sum(thread: u32, value: vec4f) -> vec4f {
    sum_tree[thread] = value;
    for (var width = WORKGROUP_SIZE / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (thread < width) {
            sum_tree[thread] += sum_tree[thread + width];
        }
    }
    workgroupBarrier();
    let sum = sum_tree[0];
    workgroupBarrier();
    return sum;
}
