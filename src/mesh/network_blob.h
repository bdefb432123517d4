// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_NETWORK_BLOB_H
#define SUPPLE_MESH_NETWORK_BLOB_H

#include "base/vec.h"
#include "surface_edges.h"
#include "triangle_tree.h"

/// Nodes of a blob: those of the surface first.
typedef struct BlobNodes {
    const Vec3 *places;
    const double *depths; ///< [m] below the surface, no more than it is; 0 of the surface's own
    uint32_t surfaceCount, count;
    const TriangleTree *tree;
    const uint32_t *triangles;
    const SupEdges *edges; ///< of the surface: joined anyway
} BlobNodes;

/// Joins each node with its nearest `neighbours` within `radius`, none twice, where the way leads through the solid.
/// `*pairs` gets two nodes an edge, freed by the caller. False when memory runs out.
bool supBlobJoin(const BlobNodes *nodes, double radius, uint32_t neighbours, uint32_t **pairs, uint32_t *count);

#endif
