// SPDX-License-Identifier: MIT
// One triangle that covers the screen.
struct ScreenPoint {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
}

fn screen_point(index: u32) -> ScreenPoint {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return ScreenPoint(vec4f(corner * 2.0 - 1.0, 0.0, 1.0), vec2f(corner.x, 1.0 - corner.y));
}
