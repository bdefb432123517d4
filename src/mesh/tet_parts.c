// SPDX-License-Identifier: MIT
#include "tet_parts.h"

#include <string.h>

#include "base/memory.h"
#include "key_sort.h"
#include "surface_edges.h"
#include "tet.h"

/// Joins the tets on both sides of every face. `sets` has an entry per tet.
static bool joinAcrossFaces(const SupTetMesh *mesh, uint32_t *sets) {
    size_t faceCount = 4 * (size_t)mesh->tetCount;
    MeshKey *keys = SUP_NEW_ARRAY(MeshKey, faceCount);
    if (!keys) return false;
    for (size_t f = 0; f < faceCount; ++f) {
        const uint32_t *tet = mesh->tets + (f & ~(size_t)3);
        const uint8_t *c = supTetFaces[f & 3];
        keys[f] = supFaceKey(tet[c[0]], tet[c[1]], tet[c[2]], (uint32_t)f);
    }
    bool sorted = supSortMeshKeys(keys, faceCount, mesh->vertexCount);
    for (uint32_t t = 0; t < mesh->tetCount; ++t) sets[t] = t;
    for (size_t i = 1; sorted && i < faceCount; ++i)
        if (supSameKey(&keys[i - 1], &keys[i])) supSetJoin(sets, keys[i - 1].id >> 2, keys[i].id >> 2);
    supFree(keys);
    return sorted;
}

bool supTetParts(SupTetMesh *mesh, bool keepLargest, TetParts *parts) {
    uint32_t *sets = SUP_NEW_ARRAY(uint32_t, mesh->tetCount), *sizes = supAllocZero(mesh->tetCount, sizeof *sizes);
    uint8_t *keep = SUP_NEW_ARRAY(uint8_t, mesh->tetCount);
    bool done = sets && sizes && keep && joinAcrossFaces(mesh, sets);
    *parts = (TetParts){0};
    if (done && mesh->tetCount) {
        uint32_t largest = 0, unused = 0;
        for (uint32_t t = 0; t < mesh->tetCount; ++t) sizes[supSetRoot(sets, t)]++;
        for (uint32_t t = 0; t < mesh->tetCount; ++t) {
            parts->count += sizes[t] != 0;
            if (sizes[t] > sizes[largest]) largest = t;
        }
        for (uint32_t t = 0; t < mesh->tetCount; ++t) keep[t] = supSetRoot(sets, t) == largest;
        parts->outside = mesh->tetCount - sizes[largest];
        done = !keepLargest || parts->outside == 0 || supTetMeshCompact(mesh, keep, &unused);
    }
    supFree(sets);
    supFree(sizes);
    supFree(keep);
    return done;
}
