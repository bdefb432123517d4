// SPDX-License-Identifier: MIT
/// Triangles with the same three corners. Two back to back are usually a sheet that someone doubled to see it from both
/// sides: one stays. But where two solids touch in a wall that both of them list, one left-over copy would be a wall
/// inside the union, and winding numbers would not know which side is solid; there both go.
#include "base/memory.h"
#include "key_sort.h"
#include "surface_clean.h"
#include "surface_edges.h"

typedef struct Pairs {
    uint32_t *kept;        ///< triangles that are the first of their corners
    uint32_t *corners;     ///< 3 per kept triangle
    unsigned char *paired; ///< per kept triangle: an even number of triangles share its corners
    uint32_t *parents;     ///< sets of paired triangles joined over edges
    unsigned char *open;   ///< per set root: bit 0 it has a free rim, bit 1 it is held by others
    uint32_t count;
    bool any;
} Pairs;

/// Keeps the first triangle of each run of equal corners.
static void groupRuns(const MeshKey *keys, const uint32_t *triangles, uint32_t count, unsigned char *drop, Pairs *pairs) {
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && supSameKey(&keys[i], &keys[end]); ++end) drop[keys[end].id] = 1;
        uint32_t k = pairs->count++;
        pairs->kept[k] = keys[i].id;
        for (size_t c = 0; c < 3; ++c) pairs->corners[3 * (size_t)k + c] = triangles[3 * (size_t)keys[i].id + c];
        pairs->paired[k] = (end - i) % 2 == 0;
        pairs->parents[k] = k;
        pairs->open[k] = 0;
        pairs->any = pairs->any || pairs->paired[k];
    }
}

static void joinOverEdges(Pairs *pairs, const SupEdges *edges) {
    for (uint32_t e = 0; e < edges->count; ++e) {
        uint32_t first = SUP_NO_INDEX;
        for (uint32_t i = edges->start[e]; i < edges->start[e + 1]; ++i) {
            uint32_t t = edges->halfEdges[i] / 3;
            if (!pairs->paired[t]) continue;
            if (first == SUP_NO_INDEX)
                first = t;
            else
                supSetJoin(pairs->parents, first, t);
        }
    }
}

/// A set of pairs is a wall when what stays is closed around it: along each of its edges either more of the wall or two
/// or more other triangles, and others somewhere.
static void findRims(Pairs *pairs, const SupEdges *edges) {
    for (uint32_t e = 0; e < edges->count; ++e) {
        uint32_t mine = 0, others = 0, one = 0;
        for (uint32_t i = edges->start[e]; i < edges->start[e + 1]; ++i) {
            uint32_t t = edges->halfEdges[i] / 3;
            if (pairs->paired[t])
                ++mine, one = t;
            else
                ++others;
        }
        if (mine == 0) continue;
        unsigned char *open = &pairs->open[supSetRoot(pairs->parents, one)];
        if (others == 1 || (others == 0 && mine == 1)) *open |= 1;
        if (others >= 2) *open |= 2;
    }
}

static SupStatus dropWalls(Pairs *pairs, uint32_t vertexCount, unsigned char *drop, SupDuplicates *found) {
    SupEdges edges;
    if (!supEdgesBuild(pairs->corners, pairs->count, vertexCount, &edges)) return SupStatus_OutOfMemory;
    joinOverEdges(pairs, &edges);
    findRims(pairs, &edges);
    for (uint32_t k = 0; k < pairs->count; ++k)
        if (pairs->paired[k] && pairs->open[supSetRoot(pairs->parents, k)] == 2) {
            drop[pairs->kept[k]] = 1;
            supPlacesAdd(&found->walls, pairs->kept[k]);
        }
    supEdgesFree(&edges);
    return SupStatus_Ok;
}

SupStatus supMarkDuplicates(const uint32_t *triangles, uint32_t count, uint32_t vertexCount, unsigned char *drop,
                            SupDuplicates *found) {
    MeshKey *keys = SUP_NEW_ARRAY(MeshKey, count);
    Pairs pairs = {SUP_NEW_ARRAY(uint32_t, count),
                   SUP_NEW_ARRAY(uint32_t, 3 * (size_t)count),
                   SUP_NEW_ARRAY(unsigned char, count),
                   SUP_NEW_ARRAY(uint32_t, count),
                   SUP_NEW_ARRAY(unsigned char, count),
                   0,
                   false};
    SupStatus status = SupStatus_OutOfMemory;
    if (keys && pairs.kept && pairs.corners && pairs.paired && pairs.parents && pairs.open) {
        for (uint32_t t = 0; t < count; ++t) {
            const uint32_t *c = triangles + 3 * (size_t)t;
            keys[t] = supFaceKey(c[0], c[1], c[2], t);
        }
        if (supSortMeshKeys(keys, count, vertexCount)) {
            groupRuns(keys, triangles, count, drop, &pairs);
            for (uint32_t t = 0; t < count; ++t)
                if (drop[t]) supPlacesAdd(&found->repeats, t);
            status = pairs.any ? dropWalls(&pairs, vertexCount, drop, found) : SupStatus_Ok;
        }
    }
    supFree(keys);
    supFree(pairs.kept);
    supFree(pairs.corners);
    supFree(pairs.paired);
    supFree(pairs.parents);
    supFree(pairs.open);
    return status;
}
