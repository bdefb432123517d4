// SPDX-License-Identifier: MIT
// The end of a Newton step at a vertex: how much of the displacement is taken, and out of what it touches.
#import step_sums
#import contact
#import finite
#import krylov
#import momentum

struct TakenPart {
    guess: f32, // of the first guess
    step: f32,  // of the step
    shift: vec3f, // of the whole body: what keeps its momentum
    sound: bool,  // the potential is a finite number
    fall: f32,    // of the potential with the whole step
    rounding: f32, // of that
}

// The shift that puts the body's centre of mass where its momentum takes it: inner forces cannot move that, but iterations
// that end early can. It lowers the potential: inertia is the only part that it changes.
fn kept_momentum(body: GpuBody, sums: mat4x4f, changed: vec3f) -> vec3f {
    return free_shift(body, changed, sums[1].w > 0.0);
}

// The whole step, unless half of it or none ends lower; the body's momentum alone when even that would gain energy. Needs
// uniform control flow.
fn taken_part(body: GpuBody, thread: u32) -> TakenPart {
    let sums = body_step_sum(body, thread);
    let change = sums[0];
    let lowest = min(change.x, min(change.y, change.z));
    let driven = COLLIDERS && sums[1].w >= DRIVEN && finite(vec3f(lowest)); // what moves into a body does work on it
    if (!(lowest <= change.w) && !driven) { // written so that NaN fails
        return TakenPart(0.0, 0.0, kept_momentum(body, sums, -sums[3].xyz), finite(change.zww), 0.0, 0.0);
    }
    let whole = change.x <= lowest + change.w;
    let step = select(select(0.0, 0.5, change.y <= change.z), 1.0, whole);
    return TakenPart(1.0, step, kept_momentum(body, sums, sums[1].xyz + step * sums[2].xyz), true,
                     change.z - change.x, change.w);
}

struct NewtonStep {
    u: vec3f,
    lift: f32, // impulse * h / mass of what it touches
}

fn newton_step(body: GpuBody, i: u32, x: vec4f, u: vec4f, part: TakenPart) -> NewtonStep {
    let wanted = part.guess * u.xyz + part.step * krylov[slot_of(D, i)].xyz + part.shift;
    // what holds a vertex pushes with the residual that it holds, and stops what came down just now
    let r = krylov[slot_of(R, i)];
    if (COLLIDERS) {
        let contact = contact_of(body, x, frame.timeStep);
        let out = contact_clamp(body, contact, x.xyz, wanted);
        let held = max(-dot(contact.normal, r.xyz), 0.0) * u.w * frame.timeStep * frame.timeStep;
        return NewtonStep(out.xyz, out.w + select(0.0, held, r.w >= HELD_ABOVE));
    }
    let moved = ground_clamp(ground_of(body), x.xyz, wanted);
    let push = select(0.0, max(-r.y, 0.0) * u.w * frame.timeStep * frame.timeStep, r.w == HELD);
    return NewtonStep(moved.xyz, push + moved.w);
}
