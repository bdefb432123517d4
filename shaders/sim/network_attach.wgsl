// SPDX-License-Identifier: MIT
// Nodes of networks that patches of tet bodies lead, at the beginning of each substep. A node is where the weighted mean of
// its patch is and goes on with the patch's velocity while its network takes the substep's small steps (FOLLOW); what the
// network's edges pulled at it meanwhile is an impulse that the patch then gets (otherwise). So momentum goes over exactly.
//
// A rope may be taut, and then no edge gives way: its force would rest on what the body does next. An edge that meets the
// patch is therefore no stiffer than SHARE m / h^2, m the patch's mass as a point and h the substep: with the body's answer
// in the next substep this is stable up to 4/3, and loses energy rather than winning some.
//
// A node that starts elsewhere is led to its patch at WAY_IN beside the patch's own pace: a jump would become a blow.
//
// A workgroup takes all attachments of a body, one after the other: they may share vertices.
#import blocks
#import block_sums
#import structs

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> attachBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> attachments: array<GpuAttachment>;
@group(0) @binding(3) var<storage, read> patches: array<GpuPatch>;
@group(0) @binding(4) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(5) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> snapshot: array<vec4f>;

override FOLLOW: bool = false;
override SCATTER: bool = false; // xpbd's scatter has a copy of the increments

const SHARE = 0.5;
const WAY_IN = 2.0; // [m/s]

fn follow(thread: u32, a: GpuAttachment) {
    var place = vec4f(0.0);
    var velocity = vec4f(0.0);
    for (var k = a.first + thread; k < a.end; k += WORKGROUP_SIZE) {
        let part = patches[k];
        place += part.weight * vec4f(positions[part.vertex].xyz, part.weight * increments[part.vertex].w);
        velocity += part.weight * vec4f(velocities[part.vertex].xyz, 0.0);
    }
    place = workgroup_sum(thread, place);
    velocity = workgroup_sum(thread, velocity);
    if (thread == 0u) {
        let h = networks[a.network].timeStep;
        let ratio = frame.timeStep / h;
        let softness = max(place.w * ratio * ratio / SHARE, 1e-12);
        let now = positions[a.node].xyz;
        let away = place.xyz + a.offset.xyz - now;
        let pace = (WAY_IN + length(velocity.xyz)) * frame.timeStep;
        let reached = now + away * min(1.0, pace / max(length(away), 1e-30));
        positions[a.node] = vec4f(reached, -softness);
        increments[a.node] = vec4f(h * velocity.xyz, increments[a.node].w);
        velocities[a.node] = vec4f(0.0);
    }
}

fn pull(thread: u32, a: GpuAttachment) {
    let h = networks[a.network].timeStep;
    let impulse = velocities[a.node].xyz / h;
    for (var k = a.first + thread; k < a.end; k += WORKGROUP_SIZE) {
        let part = patches[k];
        let u = increments[part.vertex];
        if (u.w > 0.0) {
            let kick = (part.weight * u.w) * impulse;
            let next = vec4f(u.xyz + frame.timeStep * kick, u.w);
            velocities[part.vertex] += vec4f(kick, 0.0);
            increments[part.vertex] = next;
            if (SCATTER) {
                snapshot[part.vertex] = next;
            }
        }
    }
    storageBarrier();
    if (thread == 0u) {
        velocities[a.node] = vec4f(increments[a.node].xyz / h, 0.0);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_attach(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                  @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&attachBlocks)) {
        return;
    }
    let block = attachBlocks[index];
    for (var k = block.first; k < block.end; k++) {
        if (FOLLOW) {
            follow(thread, attachments[k]);
        } else {
            pull(thread, attachments[k]);
        }
    }
}
