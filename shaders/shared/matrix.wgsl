// SPDX-License-Identifier: MIT
// The stiffness matrix of a body: for each vertex the 3x3 blocks towards its neighbours, nine halves in five words. The
// diagonal is not stored: rows of a stiffness matrix add up to nothing, so (K p)_i = sum_j K_ij (p_j - p_i), and rounding
// to halves cannot make a body feel a translation.
// Rows lie in slices of SLICE rows, column after column, so that neighbouring threads read neighbouring words.

const SLICE = 32u;
const BLOCK_WORDS = 5u;
const LARGEST = 60000.0; // a half holds 65504

// Word of entry `k` (a column of the padded slice that starts at column `start`) in lane `lane`.
fn matrix_word(base: u32, start: u32, k: u32, lane: u32) -> u32 {
    return base + BLOCK_WORDS * start + k * (BLOCK_WORDS * SLICE) + lane;
}
