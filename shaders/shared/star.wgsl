// SPDX-License-Identifier: MIT
// The star of a vertex: the tets around it, each as the three other corners in an order that keeps the tet positive.
// An asset's words: {vertex, first, end, spare} per vertex, sorted by colour; colorCount + 1 places where colours start in
// that list; the corners of all tets. first and end count words from the asset's start.
#import element

fn star_element(body: GpuBody, i: u32, corners: u32) -> Element {
    let j = stars[corners];
    let k = stars[corners + 1u];
    let l = stars[corners + 2u];
    let base = body.vertexBase;
    let x = positions[base + i].xyz;
    let u = increment_of(body, i);
    let r = rest[body.restBase + i].xyz;
    // differences of positions plus differences of displacements: the small part keeps its digits
    return element_of(rest[body.restBase + j].xyz - r, rest[body.restBase + k].xyz - r, rest[body.restBase + l].xyz - r,
                      (positions[base + j].xyz - x) + (increment_of(body, j) - u),
                      (positions[base + k].xyz - x) + (increment_of(body, k) - u),
                      (positions[base + l].xyz - x) + (increment_of(body, l) - u));
}
