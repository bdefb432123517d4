// SPDX-License-Identifier: MIT
// Pulls grabbed points towards their targets, right after a substep's velocities and displacements were predicted. The spring's force is
// the one at the substep's end, as far as the three corners alone decide it: F = -(k (p + u) + c u / h) with
// u = (what was predicted) + W h^2 F, so no stiffness makes it unstable. One thread, grab after grab: a fixed order.
#import structs

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> grabs: array<GpuGrab>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> snapshot: array<vec4f>;

override SCATTER: bool = false;

@compute @workgroup_size(1)
fn grab() {
    let h = frame.timeStep;
    for (var g = 0u; g < frame.grabCount; g++) {
        let hand = grabs[g];
        if (bodies[hand.body].network != 0u) {
            continue; // networks are held in their own steps
        }
        let base = bodies[hand.body].vertexBase;
        let corners = vec3u(base + hand.vertex0, base + hand.vertex1, base + hand.vertex2);
        let weights = vec3f(hand.weight0, hand.weight1, hand.weight2);
        var away = -vec3f(hand.targetX, hand.targetY, hand.targetZ);
        var moved = vec3f(0.0);
        var inverse_mass = 0.0;
        for (var c = 0u; c < 3u; c++) {
            let u = increments[corners[c]];
            away += weights[c] * positions[corners[c]].xyz;
            moved += weights[c] * u.xyz;
            inverse_mass += weights[c] * weights[c] * u.w;
        }
        let pull = (hand.stiffness * (away + moved) + hand.damping * frame.inverseTimeStep * moved) /
                   (1.0 + inverse_mass * h * (hand.stiffness * h + hand.damping));
        for (var c = 0u; c < 3u; c++) {
            let u = increments[corners[c]];
            if (u.w > 0.0) {
                let kick = (u.w * weights[c] * h) * pull;
                let next = vec4f(u.xyz - h * kick, u.w);
                velocities[corners[c]] -= vec4f(kick, 0.0);
                increments[corners[c]] = next;
                if (SCATTER) {
                    snapshot[corners[c]] = next;
                }
            }
        }
    }
}
