// SPDX-License-Identifier: MIT
#import block_sums

// The sum over a body's rows. Needs uniform control flow; valid in all threads.
fn body_row_sum(body: GpuBody, thread: u32) -> vec4f {
    var mine = vec4f(0.0);
    let stride = sum_stride(body.rowBlockCount);
    for (var k = stride * thread; k < body.rowBlockCount; k += stride * WORKGROUP_SIZE) {
        mine += partials[body.rowBlockFirst + k];
    }
    return workgroup_sum(thread, mine);
}
