// SPDX-License-Identifier: MIT
// What a Newton step does to a body, in one matrix that is summed in a fixed order:
//   column 0   change of the potential with the whole step, half of it, none; how much of that may be rounding
//   column 1   [kg m] mass times what forces changed in the first guess; w: vertices that touch something,
//              those that touch what moves count DRIVEN
//   column 2   [kg m] mass times the whole step
//   column 3   [kg m] mass times what inertia alone would move
#import block_sums

const STEP_COLUMNS = 4u;
const DRIVEN = 16777216.0;

var<workgroup> step_tree: array<mat4x4f, WORKGROUP_SIZE>;

// Needs uniform control flow. The result is valid in all threads.
fn workgroup_step_sum(thread: u32, value: mat4x4f) -> mat4x4f {
    step_tree[thread] = value;
    for (var width = WORKGROUP_SIZE / 2u; width > 0u; width /= 2u) {
        workgroupBarrier();
        if (thread < width) {
            step_tree[thread] += step_tree[thread + width];
        }
    }
    workgroupBarrier();
    return step_tree[0];
}

fn stored_step_sum(index: u32) -> mat4x4f {
    let first = STEP_COLUMNS * index;
    return mat4x4f(partials[first], partials[first + 1u], partials[first + 2u], partials[first + 3u]);
}

// Over all tets of the body. Needs uniform control flow.
fn body_step_sum(body: GpuBody, thread: u32) -> mat4x4f {
    var mine = mat4x4f();
    let stride = sum_stride(body.energyBlockCount);
    for (var k = stride * thread; k < body.energyBlockCount; k += stride * WORKGROUP_SIZE) {
        mine += stored_step_sum(body.energyBlockFirst + k);
    }
    return workgroup_step_sum(thread, mine);
}
