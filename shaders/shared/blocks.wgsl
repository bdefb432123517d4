// SPDX-License-Identifier: MIT
// Which element of which body a thread works on. Every workgroup takes WORKGROUP_SIZE consecutive elements of one body
// (a GpuBlock), so all that is per body is uniform in a workgroup. More than 65,535 blocks spread over x and y.
#import structs

override WORKGROUP_SIZE: u32 = 64u;

fn block_index(workgroup: vec3u, workgroup_counts: vec3u) -> u32 {
    return workgroup.y * workgroup_counts.x + workgroup.x;
}
