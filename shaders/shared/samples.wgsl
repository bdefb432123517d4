// SPDX-License-Identifier: MIT
// Four samples a pixel, each with a depth (near / distance, 0: nothing) and the number of what is there.
#import samples_read

// The rows and the turn that are at work.
struct Band {
    first: i32,
    second_turn: bool,
}

fn mark_sample(pixel: vec2i, s: u32, p: vec2f, depth: f32, number: u32, at: Band) {
    // the ground hides what lies behind it
    if (dot(view.groundDepth.xyz, vec3f(p, 1.0)) > depth) {
        return;
    }
    let index = (u32(pixel.y - at.first) * u32(view.width) + u32(pixel.x)) * 8u + s;
    let bits = bitcast<u32>(depth);
    let there = atomicLoad(&samples[index]);
    if (at.second_turn) {
        if (there == bits) {
            atomicMax(&samples[index + 4u], number);
        }
    } else if (bits > there) {
        atomicMax(&samples[index], bits);
    }
}
