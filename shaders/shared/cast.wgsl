// SPDX-License-Identifier: MIT
// The bodies' depth maps: from the sun, and from below. Both lie in one buffer of atomics, the sun's first; what is nearest
// to the sun, or to the ground, has the greatest value, and 0 is nothing.
#import raster

const BELOW = 0x80000000u; // bit of a queued triangle

override SHADOW_SIZE: i32 = 2048;
override BELOW_SIZE: i32 = 256;

fn cast_corners(block: u32, thread: u32) -> Corners {
    if (block >= view.surfaceBlockCount) {
        let part = block - view.surfaceBlockCount;
        return box_corners(boxes[box_of(part)], box_triangle(part, thread));
    }
    return corners_of(surfaceBlocks[block].body, surfaceBlocks[block].first + thread);
}

fn sun_texel(p: vec3f) -> vec3f {
    let q = vec4f(p, 1.0);
    return vec3f((dot(shadow.rowX, q) * 0.5 + 0.5) * f32(SHADOW_SIZE), (0.5 - dot(shadow.rowY, q) * 0.5) * f32(SHADOW_SIZE),
                 1.0 - dot(shadow.rowZ, q));
}

fn below_texel(p: vec3f) -> vec3f {
    let uv = p.xz * shadow.below.xy + shadow.below.zw;
    return vec3f(uv * f32(BELOW_SIZE), 1.0 - max(p.y - view.groundHeight, 0.0) / shadow.scale.z);
}

fn cast_plan(corners: Corners, below: bool) -> Plan {
    if (below) {
        return plan_of(Flat(below_texel(corners.a), below_texel(corners.b), below_texel(corners.c)), vec2i(0),
                       vec2i(BELOW_SIZE - 1));
    }
    return plan_of(Flat(sun_texel(corners.a), sun_texel(corners.b), sun_texel(corners.c)), vec2i(0), vec2i(SHADOW_SIZE - 1));
}

fn cast_texel(plan: Plan, texel: vec2i, below: bool) {
    let p = vec2f(texel) + 0.5;
    let depth = depth_at(plan, p);
    if (!covers(plan, p) || !(depth > 0.0)) {
        return;
    }
    let index = select(texel.y * SHADOW_SIZE + texel.x, SHADOW_SIZE * SHADOW_SIZE + texel.y * BELOW_SIZE + texel.x, below);
    let bits = bitcast<u32>(depth);
    if (bits > atomicLoad(&casts[index])) {
        atomicMax(&casts[index], bits);
    }
}
