// SPDX-License-Identifier: MIT
// Assembles the stiffness matrix of the bodies whose last one has aged (newton_finish says which): a thread sums the block of one edge over the tets around it and stores it at both ends.
// Pattern: {i, j, word of (i, j), word of (j, i), first, end} per edge, then per tet around an edge its two other corners in
// the order that keeps (i, j, k, l) positive.
#import blocks
#import element
#import matrix

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> edgeBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> rest: array<vec4f>;
@group(0) @binding(4) var<storage, read> pattern: array<u32>;
@group(0) @binding(5) var<storage, read> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> matrix: array<u32>;
@group(0) @binding(8) var<storage, read> health: array<u32>;

fn store_block(word: u32, h: mat3x3f) {
    matrix[word] = pack2x16float(vec2f(h[0].x, h[0].y));
    matrix[word + SLICE] = pack2x16float(vec2f(h[0].z, h[1].x));
    matrix[word + 2u * SLICE] = pack2x16float(vec2f(h[1].y, h[1].z));
    matrix[word + 3u * SLICE] = pack2x16float(vec2f(h[2].x, h[2].y));
    matrix[word + 4u * SLICE] = pack2x16float(vec2f(h[2].z, 0.0));
}

fn edge_from(base: u32, i: u32, j: u32) -> vec3f {
    return (positions[base + j].xyz - positions[base + i].xyz) + (increments[base + j].xyz - increments[base + i].xyz);
}

fn bounded(v: vec3f) -> vec3f {
    return clamp(v, vec3f(-LARGEST), vec3f(LARGEST));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn newton_edges(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&edgeBlocks)) {
        return;
    }
    let block = edgeBlocks[index];
    let body = bodies[block.body];
    let edge = block.first + thread;
    if (edge >= body.edgeCount || health[4u * block.body + 3u] != 0u) {
        return;
    }
    let record = body.edgeBase + 6u * edge;
    let i = pattern[record];
    let j = pattern[record + 1u];
    let base = body.vertexBase;
    let r = rest[body.restBase + i].xyz;
    let rest_j = rest[body.restBase + j].xyz - r;
    let edge_j = edge_from(base, i, j);
    var sum = mat3x3f();
    let end = body.edgeBase + pattern[record + 5u];
    for (var t = body.edgeBase + pattern[record + 4u]; t < end; t += 2u) {
        let k = pattern[t];
        let l = pattern[t + 1u];
        let e = element_of(rest_j, rest[body.restBase + k].xyz - r, rest[body.restBase + l].xyz - r, edge_j,
                           edge_from(base, i, k), edge_from(base, i, l));
        sum += edge_block(body, e);
    }
    sum *= body.matrixScale;
    sum = mat3x3f(bounded(sum[0]), bounded(sum[1]), bounded(sum[2]));
    store_block(body.matrixBase + pattern[record + 2u], sum);
    store_block(body.matrixBase + pattern[record + 3u], transpose(sum));
}
