// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TET_PARTS_H
#define SUPPLE_MESH_TET_PARTS_H

#include "supple/mesh.h"

/// Keeps the largest group of tets joined by faces; *dropped counts the others. False when memory runs out (mesh unchanged).
bool supKeepLargestPart(SupTetMesh *mesh, uint32_t *dropped);

#endif
