// SPDX-License-Identifier: MIT
// Rotations by unit quaternions x y z w. What is not turned keeps its bits.

fn turned(q: vec4f, v: vec3f) -> vec3f {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

fn turned_back(q: vec4f, v: vec3f) -> vec3f {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) - q.w * v);
}
