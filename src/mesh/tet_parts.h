// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TET_PARTS_H
#define SUPPLE_MESH_TET_PARTS_H

#include "supple/mesh.h"

typedef struct TetParts {
    uint32_t count;   ///< groups of tets joined by faces
    uint32_t outside; ///< tets that are not in the largest of them
} TetParts;

/// Counts the groups and, with `keepLargest`, drops the tets outside the largest one. False when memory runs out (mesh
/// unchanged).
bool supTetParts(SupTetMesh *mesh, bool keepLargest, TetParts *parts);

#endif
