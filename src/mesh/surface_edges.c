// SPDX-License-Identifier: MIT
#include "surface_edges.h"

#include "base/memory.h"

#include <string.h>

void supEdgesFree(SupEdges *edges) {
    supFree(edges->start);
    supFree(edges->halfEdges);
    supFree(edges->edgeOf);
    *edges = (SupEdges){0};
}

static uint32_t keyOf(const uint32_t *triangles, uint32_t h, bool higher) {
    uint32_t a = supHalfEdgeFrom(triangles, h), b = supHalfEdgeTo(triangles, h);
    return (a < b) == higher ? b : a;
}

/// Stable counting sort by one end. Two passes, higher end first, leave equal edges side by side in linear time whatever
/// the valences are.
static void sortBy(const uint32_t *triangles, bool higher, const uint32_t *in, uint32_t *out, uint32_t n, uint32_t *counts,
                   uint32_t vertexCount) {
    memset(counts, 0, ((size_t)vertexCount + 1) * sizeof *counts);
    for (uint32_t i = 0; i < n; ++i) counts[keyOf(triangles, i, higher) + 1]++;
    for (uint32_t v = 0; v < vertexCount; ++v) counts[v + 1] += counts[v];
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t h = in ? in[i] : i;
        out[counts[keyOf(triangles, h, higher)]++] = h;
    }
}

static void groupEdges(const uint32_t *triangles, uint32_t n, SupEdges *edges) {
    uint32_t low = 0, high = 0;
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t h = edges->halfEdges[i], a = keyOf(triangles, h, false), b = keyOf(triangles, h, true);
        if (i == 0 || a != low || b != high) edges->start[edges->count++] = i;
        low = a, high = b;
        edges->edgeOf[h] = edges->count - 1;
    }
    edges->start[edges->count] = n;
}

bool supEdgesBuild(const uint32_t *triangles, uint32_t triangleCount, uint32_t vertexCount, SupEdges *out) {
    *out = (SupEdges){0};
    uint32_t n = 3 * triangleCount; // the readers keep triangle counts below a third of 32 bits
    SupEdges edges = {0, SUP_NEW_ARRAY(uint32_t, (size_t)n + 1), SUP_NEW_ARRAY(uint32_t, n), SUP_NEW_ARRAY(uint32_t, n)};
    uint32_t *counts = SUP_NEW_ARRAY(uint32_t, (size_t)vertexCount + 1);
    bool ok = edges.start && edges.halfEdges && edges.edgeOf && counts;
    if (ok) {
        sortBy(triangles, true, NULL, edges.edgeOf, n, counts, vertexCount);
        sortBy(triangles, false, edges.edgeOf, edges.halfEdges, n, counts, vertexCount);
        groupEdges(triangles, n, &edges);
        *out = edges;
    } else {
        supEdgesFree(&edges);
    }
    supFree(counts);
    return ok;
}
