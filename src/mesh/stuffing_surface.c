// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "stuffing.h"
#include "surface_clean.h"
#include "surface_edges.h"

#define WELD_TOLERANCE 1e-7

/// Numbers the pieces that are joined by common vertices; `sets` has an entry per vertex.
static void findParts(const uint32_t *triangles, uint32_t triangleCount, uint32_t vertexCount, uint32_t *sets,
                      SurfaceFacts *facts) {
    for (uint32_t v = 0; v < vertexCount; ++v) sets[v] = v;
    for (uint32_t t = 0; t < triangleCount; ++t) {
        supSetJoin(sets, triangles[3 * (size_t)t], triangles[3 * (size_t)t + 1]);
        supSetJoin(sets, triangles[3 * (size_t)t], triangles[3 * (size_t)t + 2]);
    }
    for (uint32_t t = 0; t < triangleCount; ++t) facts->partOf[t] = supSetRoot(sets, triangles[3 * (size_t)t]);
    memset(sets, 0xff, (size_t)vertexCount * sizeof *sets); // from here on: the number of the part with that root
    for (uint32_t t = 0; t < triangleCount; ++t) {
        uint32_t root = facts->partOf[t];
        if (sets[root] == SUP_NO_INDEX) sets[root] = facts->parts++;
        facts->partOf[t] = sets[root];
    }
}

static void countEdges(const uint32_t *triangles, const SupEdges *edges, SurfaceFacts *facts) {
    for (uint32_t e = 0; e < edges->count; ++e) {
        int64_t sum = 0;
        bool flat = false;
        for (uint32_t i = edges->start[e]; i < edges->start[e + 1]; ++i) {
            uint32_t from = supHalfEdgeFrom(triangles, edges->halfEdges[i]),
                     to = supHalfEdgeTo(triangles, edges->halfEdges[i]);
            sum += from < to ? 1 : -1;
            flat = from == to; // of a triangle that welding has flattened
        }
        if (flat) continue;
        facts->unbalancedEdges += sum != 0;
        if (supEdgeValence(edges, e) == 1) supPlacesAdd(&facts->open, edges->halfEdges[edges->start[e]] / 3);
    }
}

SupStatus supSurfaceFacts(const double *positions, uint32_t vertexCount, const uint32_t *triangles, uint32_t triangleCount,
                          SurfaceFacts *facts) {
    *facts = (SurfaceFacts){0};
    size_t corners = 3 * (size_t)triangleCount;
    uint8_t *used = supAllocZero(vertexCount, 1);
    uint32_t *sets = SUP_NEW_ARRAY(uint32_t, vertexCount), *welded = SUP_NEW_ARRAY(uint32_t, corners);
    SupEdges edges = {0};
    facts->partOf = SUP_NEW_ARRAY(uint32_t, triangleCount);
    SupStatus status = used && sets && welded && facts->partOf ? SupStatus_Ok : SupStatus_OutOfMemory;
    if (status == SupStatus_Ok) {
        for (size_t i = 0; i < corners; ++i) used[triangles[i]] = 1;
        status = supWeldVertices(positions, vertexCount, used, WELD_TOLERANCE, sets);
    }
    if (status == SupStatus_Ok) {
        for (size_t i = 0; i < corners; ++i) welded[i] = sets[triangles[i]];
        if (!supEdgesBuild(welded, triangleCount, vertexCount, &edges)) status = SupStatus_OutOfMemory;
    }
    if (status == SupStatus_Ok) {
        countEdges(welded, &edges, facts);
        findParts(welded, triangleCount, vertexCount, sets, facts);
        for (size_t t = 0; t < corners; t += 3) {
            const Vec3 zero = {0, 0, 0};
            facts->volume += tetVolume6(zero, vec3Load(positions + 3 * (size_t)triangles[t]),
                                        vec3Load(positions + 3 * (size_t)triangles[t + 1]),
                                        vec3Load(positions + 3 * (size_t)triangles[t + 2])) /
                             6.0;
        }
    }
    supEdgesFree(&edges);
    supFree(used);
    supFree(sets);
    supFree(welded);
    if (status != SupStatus_Ok) supSurfaceFactsFree(facts);
    return status;
}

void supSurfaceFactsFree(SurfaceFacts *facts) {
    supFree(facts->partOf);
    *facts = (SurfaceFacts){0};
}
