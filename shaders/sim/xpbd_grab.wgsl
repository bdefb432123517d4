// SPDX-License-Identifier: MIT
// Pulls grabbed points towards their targets, right after a substep's displacements were predicted. The spring's force is
// the one at the substep's end, as far as the three corners alone decide it: F = -(k (p + u) + c u / h) with
// u = (what was predicted) + W h^2 F, so no stiffness makes it unstable. One thread, grab after grab: a fixed order.
#import structs

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> grabs: array<GpuGrab>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> snapshot: array<vec4f>;

override SCATTER: bool = false;

@compute @workgroup_size(1)
fn xpbd_grab() {
    let h = frame.timeStep;
    for (var g = 0u; g < frame.grabCount; g++) {
        let grab = grabs[g];
        let base = bodies[grab.body].vertexBase;
        let corners = vec3u(base + grab.vertex0, base + grab.vertex1, base + grab.vertex2);
        let weights = vec3f(grab.weight0, grab.weight1, grab.weight2);
        var away = -vec3f(grab.targetX, grab.targetY, grab.targetZ);
        var moved = vec3f(0.0);
        var inverse_mass = 0.0;
        for (var c = 0u; c < 3u; c++) {
            let u = increments[corners[c]];
            away += weights[c] * positions[corners[c]].xyz;
            moved += weights[c] * u.xyz;
            inverse_mass += weights[c] * weights[c] * u.w;
        }
        let pull = (grab.stiffness * (away + moved) + grab.damping * frame.inverseTimeStep * moved) /
                   (1.0 + inverse_mass * h * (grab.stiffness * h + grab.damping));
        for (var c = 0u; c < 3u; c++) {
            let u = increments[corners[c]];
            if (u.w > 0.0) {
                let next = vec4f(u.xyz - (u.w * weights[c] * h * h) * pull, u.w);
                increments[corners[c]] = next;
                if (SCATTER) {
                    snapshot[corners[c]] = next;
                }
            }
        }
    }
}
