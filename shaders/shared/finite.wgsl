// SPDX-License-Identifier: MIT
// Written so that NaN fails, with bits, because compilers may assume that floats are never NaN.
fn finite(v: vec3f) -> bool {
    let bits = bitcast<vec3u>(v) & vec3u(0x7f800000u);
    return all(bits != vec3u(0x7f800000u));
}
