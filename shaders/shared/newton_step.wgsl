// SPDX-License-Identifier: MIT
// The end of a Newton step at a vertex: how much of the displacement is taken, and out of the ground.
#import block_sums
#import ground
#import krylov

// All of it; a half when that would raise the potential; nothing when a half would, too. Needs uniform control flow.
fn taken_part(body: GpuBody, thread: u32) -> f32 {
    var change = vec4f(0.0);
    if (body.energyBlockCount > MANY_BLOCKS) {
        change = partials[body.energyBlockFirst];
    } else {
        for (var k = thread; k < body.energyBlockCount; k += WORKGROUP_SIZE) {
            change += partials[body.energyBlockFirst + k];
        }
        change = workgroup_sum(thread, change);
    }
    return select(select(0.0, 0.5, change.y <= change.z), 1.0, change.x <= change.z);
}

struct NewtonStep {
    u: vec3f,
    lift: f32, // impulse * h / mass of the ground
}

fn newton_step(body: GpuBody, i: u32, x: vec3f, u: vec4f, part: f32) -> NewtonStep {
    let moved = ground_clamp(body, x, part * (u.xyz + krylov[slot_of(D, i)].xyz));
    // the ground pushes with the residual that it holds, and stops what came down just now
    let r = krylov[slot_of(R, i)];
    let push = select(0.0, max(-r.y, 0.0) * u.w * frame.timeStep * frame.timeStep, r.w == HELD);
    return NewtonStep(moved.xyz, push + moved.w);
}
