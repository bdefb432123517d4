// SPDX-License-Identifier: MIT
#import boxes

// The corners of face `index` of a body's tets (four a tet, shrunk a little towards its centre), relative to the eye [m].
fn corners_of(slot: u32, index: u32) -> Corners {
    let body = bodies[slot];
    if (index >= 4u * body.tetCount) {
        return Corners(vec3f(0.0), vec3f(0.0), vec3f(0.0), false);
    }
    let tet = tets[body.assetTetBase + index / 4u];
    let x0 = positions[body.vertexBase + tet.vertex0].xyz;
    let x1 = positions[body.vertexBase + tet.vertex1].xyz;
    let x2 = positions[body.vertexBase + tet.vertex2].xyz;
    let x3 = positions[body.vertexBase + tet.vertex3].xyz;
    let center = 0.25 * (x0 + x1 + x2 + x3);
    // outward faces (1,2,3), (0,3,2), (0,1,3), (0,2,1)
    let face = index % 4u;
    let a = select(x0, x1, face == 0u);
    let b = select(select(x2, x1, face == 2u), x3, face == 1u);
    let c = select(select(x1, x2, face == 1u), x3, face == 0u || face == 2u);
    let offset = drawn[slot].offset.xyz;
    return Corners(mix(center, a, 0.85) + offset, mix(center, b, 0.85) + offset, mix(center, c, 0.85) + offset, true);
}
