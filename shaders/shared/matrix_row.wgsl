// SPDX-License-Identifier: MIT
// Reading a row of the stiffness matrix. Pattern: where slices start (in columns), then the columns, padded with the row's
// own vertex.
#import matrix

struct MatrixRow {
    start: u32,
    length: u32,
    lane: u32,
}

fn matrix_row(body: GpuBody, local: u32) -> MatrixRow {
    let slice = body.patternBase + local / SLICE;
    let start = pattern[slice];
    return MatrixRow(start, (pattern[slice + 1u] - start) / SLICE, local % SLICE);
}

// Columns are a multiple of this, so that loads of a few blocks are under way at a time.
const UNROLL = 4u;

fn matrix_column(body: GpuBody, row: MatrixRow, k: u32) -> u32 {
    return pattern[body.columnBase + row.start + k * SLICE + row.lane];
}

fn matrix_block(body: GpuBody, row: MatrixRow, k: u32) -> mat3x3f {
    let word = matrix_word(body.matrixBase, row.start, k, row.lane);
    let a = unpack2x16float(matrix[word]);
    let b = unpack2x16float(matrix[word + SLICE]);
    let c = unpack2x16float(matrix[word + 2u * SLICE]);
    let d = unpack2x16float(matrix[word + 3u * SLICE]);
    let e = unpack2x16float(matrix[word + 4u * SLICE]);
    return mat3x3f(vec3f(a, b.x), vec3f(b.y, c), vec3f(d, e.x));
}
