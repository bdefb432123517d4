// SPDX-License-Identifier: MIT
// The finished picture into a view that only render passes can write.
#import fullscreen

@group(0) @binding(0) var picture: texture_2d<f32>;

@vertex
fn present_vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return screen_corner(index);
}

@fragment
fn present_fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    return textureLoad(picture, vec2i(position.xy), 0);
}
