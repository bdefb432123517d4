// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_KEY_SORT_H
#define SUPPLE_MESH_KEY_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "supple/base.h"

/// A face (a < b < c) or an edge (a < b, c = 0) with where it came from.
typedef struct MeshKey {
    uint32_t a, b, c, id;
} MeshKey;

/// Sorts by (a, b, c, id). Every a must be < vertexCount. Linear for meshes: a counting sort by a, then a sort within the
/// few keys that share it. False when memory runs out.
bool supSortMeshKeys(MeshKey *keys, size_t count, uint32_t vertexCount);

static inline bool supSameKey(const MeshKey *p, const MeshKey *q) { return p->a == q->a && p->b == q->b && p->c == q->c; }

/// The key of a triangle whatever its winding and first corner.
static inline MeshKey supFaceKey(uint32_t i, uint32_t j, uint32_t k, uint32_t id) {
    uint32_t low = i < j ? i : j, high = i < j ? j : i;
    uint32_t least = low < k ? low : k, most = high > k ? high : k;
    return (MeshKey){least, low < k ? (high < k ? high : k) : low, most, id};
}

static inline MeshKey supEdgeKey(uint32_t i, uint32_t j, uint32_t id) {
    return i < j ? (MeshKey){i, j, 0, id} : (MeshKey){j, i, 0, id};
}

#endif
