// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SIM_MATRIX_PATTERN_H
#define SUPPLE_SIM_MATRIX_PATTERN_H

#include "supple/mesh.h"

/// Where the stiffness matrix of an asset has blocks, as newton's kernels read it (shaders/shared/matrix_row.wgsl,
/// shaders/sim/newton_edges.wgsl): starts of slices, columns, edge records, tets around edges.
typedef struct MatrixPattern {
    uint32_t *words;
    uint64_t wordCount;
    uint32_t columnFirst; ///< word where columns start
    uint32_t edgeFirst;   ///< word where edge records start
    uint32_t edgeCount;
    uint64_t matrixWords; ///< that a body's matrix takes
} MatrixPattern;

enum { MatrixSlice = 32, MatrixBlockWords = 5, MatrixEdgeWords = 6, MatrixUnroll = 4 };

/// The three other corners of a tet seen from corner `a`, in an order that keeps it positive.
void supTetStar(const uint32_t tet[4], uint32_t a, uint32_t out[3]);

/// False when memory runs out or 32-bit words do not suffice. Freed by supMatrixPatternFree.
bool supMatrixPatternCreate(const SupBodyAssetView *view, MatrixPattern *out);
void supMatrixPatternFree(MatrixPattern *pattern);

#endif
