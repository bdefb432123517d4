// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_COLORING_H
#define SUPPLE_MESH_COLORING_H

#include "supple/base.h"

/// A mesh with the tets around each vertex (see SupBodyAssetView.incidence).
typedef struct TetIncidence {
    const uint32_t *tets;
    const uint32_t *start;
    const uint32_t *incidence;
    uint32_t vertexCount;
} TetIncidence;

/// Gives each vertex a colour so that no two vertices of a tet share one: few colours of about equal size. The same mesh
/// always gets the same colours. `colors` has an entry per vertex. False when memory runs out.
bool supColorVertices(const TetIncidence *mesh, uint32_t *colors, uint32_t *colorCount);

#endif
