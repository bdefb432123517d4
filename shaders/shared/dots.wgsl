// SPDX-License-Identifier: MIT
// Dots of a size on the screen, with a rim, in front of what hides them by little.
#import samples

const RIM = 0.62; // of the radius

// p: relative to the eye; radius [pixel]; nearer: factor on the depth.
fn mark_dot(p: vec3f, radius: f32, nearer: f32, core: u32, rim: u32) {
    let w = -dot(view.back.xyz, p);
    if (!(w >= view.back.w)) {
        return;
    }
    let middle = vec2f(0.5 * view.width * (1.0 + dot(view.right.xyz, p) / (view.right.w * w)),
                       0.5 * view.height * (1.0 - dot(view.up.xyz, p) / (view.up.w * w)));
    let rows = Band(i32(raster.firstRow), raster.turn != 0u);
    let last = vec2i(i32(view.width), min(rows.first + i32(view.bandRows), i32(view.height))) - 1;
    let least = max(vec2i(clamp(middle - radius, vec2f(-1.0), vec2f(65536.0))), vec2i(0, rows.first));
    let most = min(vec2i(clamp(middle + radius, vec2f(-1.0), vec2f(65536.0))), last);
    for (var y = least.y; y <= most.y; y++) {
        for (var x = least.x; x <= most.x; x++) {
            for (var s = 0u; s < 4u; s++) {
                let at = vec2f(f32(x), f32(y)) + sample_place(s);
                let r = length(at - middle) / radius;
                if (r <= 1.0) {
                    mark_sample(vec2i(x, y), s, at, min(view.back.w / w * nearer, 1.0), select(core, rim, r > RIM), rows);
                }
            }
        }
    }
}
