// SPDX-License-Identifier: MIT
// Takes a Newton step that is not the substep's last one.
#import blocks
#import newton_step

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> rowBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> krylov: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(7) var<uniform> colliders: array<GpuCollider, 32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_apply(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&rowBlocks)) {
        return;
    }
    let block = rowBlocks[index];
    let body = bodies[block.body];
    let part = taken_part(body, thread);
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let i = body.vertexBase + local;
    let u = increments[i];
    if (u.w > 0.0) {
        increments[i] = vec4f(newton_step(body, i, positions[i], u, part).u, u.w);
    }
}
