// SPDX-License-Identifier: MIT
// Four samples a pixel: where they lie in it.
fn sample_place(s: u32) -> vec2f {
    return vec2f(select(0.125, 0.625, (s & 1u) != 0u) + select(0.0, 0.25, s < 2u), 0.125 + 0.25 * f32(s));
}
