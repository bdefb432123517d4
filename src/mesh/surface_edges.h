// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_SURFACE_EDGES_H
#define SUPPLE_MESH_SURFACE_EDGES_H

#include "supple/base.h"

/// Which triangles meet at which edge. Half-edge 3 t + k runs from corner k of triangle t to the next corner.
typedef struct SupEdges {
    uint32_t count;      ///< edges
    uint32_t *start;     ///< count + 1 entries into halfEdges
    uint32_t *halfEdges; ///< 3 per triangle, grouped by edge, ascending within one
    uint32_t *edgeOf;    ///< per half-edge its edge
} SupEdges;

/// All indices are below vertexCount. False when out of memory (*out is {0} then). Linear time.
bool supEdgesBuild(const uint32_t *triangles, uint32_t triangleCount, uint32_t vertexCount, SupEdges *out);
void supEdgesFree(SupEdges *edges);

static inline uint32_t supHalfEdgeFrom(const uint32_t *triangles, uint32_t h) { return triangles[h]; }
static inline uint32_t supHalfEdgeTo(const uint32_t *triangles, uint32_t h) { return triangles[h % 3 == 2 ? h - 2 : h + 1]; }
static inline uint32_t supEdgeValence(const SupEdges *edges, uint32_t e) { return edges->start[e + 1] - edges->start[e]; }

/// Sets with union by the lower index: the root is the lowest member.
static inline uint32_t supSetRoot(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static inline void supSetJoin(uint32_t *parents, uint32_t a, uint32_t b) {
    a = supSetRoot(parents, a), b = supSetRoot(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

#endif
