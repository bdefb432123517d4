// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TET_FACES_H
#define SUPPLE_MESH_TET_FACES_H

#include "supple/mesh.h"

/// Which faces of a mesh belong to one tet only: one byte a tet, bit f for the face opposite corner f. Null when memory runs
/// out. *overfull (may be null) receives how many faces belong to three tets or more.
uint8_t *supTetBoundaryFaces(const uint32_t *tets, uint32_t tetCount, uint32_t vertexCount, uint32_t *boundaryCount,
                             uint32_t *overfull);

/// Writes those faces as outward triangles in the order of the tets.
void supTetListFaces(const uint32_t *tets, uint32_t tetCount, const uint8_t *faces, uint32_t *triangles);

#endif
