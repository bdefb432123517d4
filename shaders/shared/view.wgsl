// SPDX-License-Identifier: MIT
// From places relative to the eye to the screen. Reversed depth with the far plane at infinity: z = near / distance keeps
// its digits everywhere.
#import structs

fn project(view: GpuView, p: vec3f) -> vec4f {
    let x = dot(view.right.xyz, p) / view.right.w;
    let y = dot(view.up.xyz, p) / view.up.w;
    return vec4f(x, y, view.back.w, -dot(view.back.xyz, p));
}

// Direction of the ray through a point of the screen, -1..1.
fn ray_through(view: GpuView, ndc: vec2f) -> vec3f {
    return normalize(view.right.xyz * (ndc.x * view.right.w) + view.up.xyz * (ndc.y * view.up.w) - view.back.xyz);
}
