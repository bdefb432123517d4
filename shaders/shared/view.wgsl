// SPDX-License-Identifier: MIT
// From places relative to the eye to the screen. Reversed depth with the far plane at infinity: z = near / distance keeps
// its digits everywhere.
#import structs

fn project(view: GpuView, p: vec3f) -> vec4f {
    let x = dot(view.right.xyz, p) / view.right.w;
    let y = dot(view.up.xyz, p) / view.up.w;
    return vec4f(x, y, view.back.w, -dot(view.back.xyz, p));
}

// Way from the eye through a place of the picture [pixel], 1 m deep.
fn way_through(view: GpuView, place: vec2f) -> vec3f {
    return view.right.xyz * ((place.x / view.width * 2.0 - 1.0) * view.right.w) +
           view.up.xyz * ((1.0 - place.y / view.height * 2.0) * view.up.w) - view.back.xyz;
}
