// SPDX-License-Identifier: MIT
#import boxes

// The corners of triangle `index` of a body's surface, relative to the eye [m].
fn corners_of(slot: u32, index: u32) -> Corners {
    let body = bodies[slot];
    let first = body.triangleBase + 3u * index;
    if (index >= drawn[slot].triangleCount) {
        return Corners(vec3f(0.0), vec3f(0.0), vec3f(0.0), false);
    }
    let offset = drawn[slot].offset.xyz;
    return Corners(positions[body.vertexBase + triangles[first]].xyz + offset,
                   positions[body.vertexBase + triangles[first + 1u]].xyz + offset,
                   positions[body.vertexBase + triangles[first + 2u]].xyz + offset, true);
}
