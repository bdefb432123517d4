// SPDX-License-Identifier: MIT
// The end of a Newton step at a vertex: how much of the displacement is taken, and out of the ground.
#import block_sums
#import ground
#import krylov

struct TakenPart {
    guess: f32, // of the first guess
    step: f32,  // of the step
    stale: bool, // the potential did not fall by what the matrix promised
}

// The whole step, unless half of it or none ends lower; nothing at all when even that would gain more energy than a percent
// or so: standing still for a substep is the price of never exploding. Needs uniform control flow.
fn taken_part(body: GpuBody, thread: u32) -> TakenPart {
    var change = vec4f(0.0);
    if (body.energyBlockCount > MANY_BLOCKS) {
        change = partials[body.energyBlockFirst];
    } else {
        for (var k = thread; k < body.energyBlockCount; k += WORKGROUP_SIZE) {
            change += partials[body.energyBlockFirst + k];
        }
        change = workgroup_sum(thread, change);
    }
    let lowest = min(change.x, min(change.y, change.z));
    if (!(lowest <= 100.0 * change.w)) { // written so that NaN fails
        return TakenPart(0.0, 0.0, true);
    }
    let whole = change.x <= lowest + change.w;
    let promised = krylov[slot_of(D, body.vertexBase)].w;
    let stale = abs(change.z - change.x - promised) > 0.2 * promised + change.w;
    let step = select(select(0.0, 0.5, change.y <= change.z), 1.0, whole);
    return TakenPart(1.0, step, stale || !whole || lowest > change.w);
}

struct NewtonStep {
    u: vec3f,
    lift: f32, // impulse * h / mass of the ground
}

fn newton_step(body: GpuBody, i: u32, x: vec3f, u: vec4f, part: TakenPart) -> NewtonStep {
    let moved = ground_clamp(body, x, part.guess * u.xyz + part.step * krylov[slot_of(D, i)].xyz);
    // the ground pushes with the residual that it holds, and stops what came down just now
    let r = krylov[slot_of(R, i)];
    let push = select(0.0, max(-r.y, 0.0) * u.w * frame.timeStep * frame.timeStep, r.w == HELD);
    return NewtonStep(moved.xyz, push + moved.w);
}
