// SPDX-License-Identifier: MIT
// One triangle that covers the screen.
fn screen_corner(index: u32) -> vec4f {
    return vec4f(vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}
