// SPDX-License-Identifier: MIT
// Conjugate gradients in the form that needs one sum an iteration (Chronopoulos and Gear 1989): with gamma = r.z and
// delta = z.w, beta = gamma/gamma', alpha = gamma/(delta - beta gamma/alpha').

struct CgScalars {
    alpha: f32, // 0 ends a body's iterations: no residual left, or no positive curvature
    gamma: f32,
    first_gamma: f32, // of the first iteration
    beta: f32,
    fall: f32, // of the quadratic model so far
}

fn cg_scalars(gamma: f32, delta: f32, before: CgScalars, first: bool) -> CgScalars {
    if (first) {
        let alpha = select(0.0, gamma / delta, gamma > 0.0 && delta > 0.0);
        return CgScalars(alpha, gamma, gamma, 0.0, 0.5 * alpha * gamma);
    }
    let beta = gamma / before.gamma;
    let curvature = delta - beta * gamma / before.alpha;
    let goes_on = gamma > frame.tolerance * frame.tolerance * before.first_gamma && curvature > 0.0 && before.alpha > 0.0;
    let alpha = select(0.0, gamma / curvature, goes_on);
    return CgScalars(alpha, select(before.gamma, gamma, goes_on), before.first_gamma, beta, before.fall + 0.5 * alpha * gamma);
}

// How far the next substep's first guess may trust this solution: see end_substep. The residual's fall stands for the
// error's; where it stands still, nothing: forces that lag by a substep would feed the motion.
fn cg_trust(s: CgScalars) -> f32 {
    let fall = sqrt(s.gamma / max(s.first_gamma, 1e-30)); // before the last iteration: on the safe side
    return clamp(1.0 - 1.25 * (fall - 0.2), 0.0, 1.0);
}
