// SPDX-License-Identifier: MIT
#include "tet.h"

#include <string.h>

#include "base/memory.h"

const uint8_t supTetFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
const uint8_t supTetEdges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static double larger(double a, double b) { return a > b ? a : b; }

double supTetRelativeVolume(const double *positions, const uint32_t *tet) {
    Vec3 x[4];
    for (int i = 0; i < 4; ++i) x[i] = supVertex(positions, tet[i]);
    double scale = 0.0, longest = 0.0;
    for (int e = 0; e < 6; ++e) {
        Vec3 d = vec3Sub(x[supTetEdges[e][1]], x[supTetEdges[e][0]]);
        scale = larger(scale, larger(fabs(d.x), larger(fabs(d.y), fabs(d.z))));
    }
    Vec3 edges[6];
    for (int e = 0; e < 6; ++e) {
        Vec3 d = vec3Sub(x[supTetEdges[e][1]], x[supTetEdges[e][0]]);
        edges[e] = vec3(d.x / scale, d.y / scale, d.z / scale);
        longest = larger(longest, vec3LengthSquared(edges[e]));
    }
    return vec3Dot(edges[0], vec3Cross(edges[1], edges[2])) / (6.0 * longest * sqrt(longest));
}

bool supTetMeshAlloc(SupTetMesh *out, uint32_t vertexCount, uint32_t tetCount) {
    *out = (SupTetMesh){0};
    double *positions = supAlloc(3 * (size_t)vertexCount, sizeof *positions);
    uint32_t *tets = supAlloc(4 * (size_t)tetCount, sizeof *tets);
    if (!positions || !tets) {
        supFree(positions);
        supFree(tets);
        return false;
    }
    *out = (SupTetMesh){.positions = positions, .tets = tets, .vertexCount = vertexCount, .tetCount = tetCount};
    return true;
}

/// Numbers the used vertices in order; returns how many. `map` has an entry per vertex.
static uint32_t numberUsed(const SupTetMesh *mesh, const uint8_t *keep, uint32_t *map) {
    memset(map, 0xff, (size_t)mesh->vertexCount * sizeof *map);
    for (uint32_t t = 0; t < mesh->tetCount; ++t)
        for (int i = 0; i < 4 && (!keep || keep[t]); ++i) map[mesh->tets[4 * (size_t)t + (size_t)i]] = 0;
    uint32_t used = 0;
    for (uint32_t v = 0; v < mesh->vertexCount; ++v)
        if (map[v] != SUP_NO_INDEX) map[v] = used++;
    return used;
}

bool supTetMeshCompact(SupTetMesh *mesh, const uint8_t *keep, uint32_t *dropped) {
    uint32_t *map = SUP_NEW_ARRAY(uint32_t, mesh->vertexCount);
    if (!map) return false;
    uint32_t used = numberUsed(mesh, keep, map), kept = 0;
    *dropped = mesh->vertexCount - used;
    for (uint32_t t = 0; t < mesh->tetCount; ++t) {
        if (keep && !keep[t]) continue;
        for (size_t i = 0; i < 4; ++i) mesh->tets[4 * (size_t)kept + i] = map[mesh->tets[4 * (size_t)t + i]];
        ++kept;
    }
    mesh->tetCount = kept;
    for (uint32_t v = 0; v < mesh->vertexCount; ++v)
        if (map[v] != SUP_NO_INDEX) memmove(mesh->positions + 3 * (size_t)map[v], mesh->positions + 3 * (size_t)v, 24);
    if (*dropped == 0) {
        supFree(map);
    } else if (mesh->inputMap) {
        for (uint32_t i = 0; i < mesh->inputCount; ++i)
            if (mesh->inputMap[i] != SUP_NO_INDEX) mesh->inputMap[i] = map[mesh->inputMap[i]];
        supFree(map);
    } else {
        mesh->inputMap = map;
        mesh->inputCount = mesh->vertexCount;
    }
    mesh->vertexCount = used;
    return true;
}
