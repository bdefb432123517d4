// SPDX-License-Identifier: MIT
#ifndef TESTS_TET_CHECKS_H
#define TESTS_TET_CHECKS_H

/// What a sound tet mesh must satisfy, checked by plain code that shares nothing with the library. Include after cmocka.h.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "supple/mesh.h"

static inline double tetVolumeOf(const SupTetMesh *mesh, uint32_t t) {
    double e[3][3];
    const uint32_t *tet = mesh->tets + 4 * (size_t)t;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            e[i][k] = mesh->positions[3 * (size_t)tet[i + 1] + (size_t)k] - mesh->positions[3 * (size_t)tet[0] + (size_t)k];
    return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) - e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
            e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
           6.0;
}

static inline double totalVolume(const SupTetMesh *mesh) {
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->tetCount; ++t) sum += tetVolumeOf(mesh, t);
    return sum;
}

static inline void expectPositiveVolumes(const SupTetMesh *mesh) {
    for (uint32_t t = 0; t < mesh->tetCount; ++t)
        if (!(tetVolumeOf(mesh, t) > 0.0)) fail_msg("tet %u has volume %g", t, tetVolumeOf(mesh, t));
}

/// A face as its sorted corners and the parity of the permutation that sorted them.
typedef struct TestFace {
    uint32_t v[3];
    int parity;
} TestFace;

static inline TestFace testFace(uint32_t a, uint32_t b, uint32_t c) {
    TestFace face = {{a, b, c}, 0};
    for (int pass = 0; pass < 3; ++pass) {
        int i = pass % 2;
        if (face.v[i] <= face.v[i + 1]) continue;
        uint32_t swap = face.v[i];
        face.v[i] = face.v[i + 1], face.v[i + 1] = swap;
        face.parity ^= 1;
    }
    return face;
}

static inline int compareFaces(const void *p, const void *q) {
    return memcmp(((const TestFace *)p)->v, ((const TestFace *)q)->v, sizeof((const TestFace *)p)->v);
}

/// Every face belongs to one tet, or to two that see it from opposite sides. Returns how many belong to one.
static inline uint32_t expectConforming(const SupTetMesh *mesh) {
    static const int corners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    size_t count = 4 * (size_t)mesh->tetCount;
    TestFace *faces = malloc((count + 1) * sizeof *faces);
    assert_non_null(faces);
    for (size_t f = 0; f < count; ++f) {
        const uint32_t *tet = mesh->tets + (f & ~(size_t)3);
        const int *c = corners[f & 3];
        faces[f] = testFace(tet[c[0]], tet[c[1]], tet[c[2]]);
    }
    qsort(faces, count, sizeof *faces, compareFaces);
    uint32_t boundary = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compareFaces(&faces[i], &faces[end]) == 0;) ++end;
        if (end - i > 2) fail_msg("face %u %u %u belongs to %zu tets", faces[i].v[0], faces[i].v[1], faces[i].v[2], end - i);
        if (end - i == 2 && faces[i].parity == faces[i + 1].parity)
            fail_msg("face %u %u %u has two tets on one side", faces[i].v[0], faces[i].v[1], faces[i].v[2]);
        boundary += end - i == 1;
    }
    free(faces);
    return boundary;
}

static inline int compareEdges(const void *p, const void *q) { return memcmp(p, q, 2 * sizeof(uint32_t)); }

typedef struct SurfaceCounts {
    long vertices, edges, faces; ///< vertices: only those in use
    long unmatchedEdges;         ///< edges whose two directions do not occur equally often
    long pinchedEdges;           ///< edges of more than two triangles
} SurfaceCounts;

static inline SurfaceCounts countSurface(const SupSurface *surface) {
    SurfaceCounts counts = {.faces = surface->triangleCount};
    size_t count = 3 * (size_t)surface->triangleCount;
    uint32_t(*edges)[3] = malloc((count + 1) * sizeof *edges);
    uint8_t *used = calloc((size_t)surface->vertexCount + 1, 1);
    assert_true(edges && used);
    for (size_t i = 0; i < count; ++i) {
        uint32_t a = surface->triangles[i], b = surface->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[i][0] = a < b ? a : b, edges[i][1] = a < b ? b : a, edges[i][2] = a < b;
        counts.vertices += !used[a];
        used[a] = 1;
    }
    qsort(edges, count, sizeof *edges, compareEdges);
    for (size_t i = 0, end; i < count; i = end) {
        long sum = 0;
        for (end = i; end < count && compareEdges(edges[i], edges[end]) == 0; ++end) sum += edges[end][2] ? 1 : -1;
        counts.edges++;
        counts.unmatchedEdges += sum != 0;
        counts.pinchedEdges += end - i > 2;
    }
    free(edges);
    free(used);
    return counts;
}

static inline long eulerCharacteristic(SurfaceCounts counts) { return counts.vertices - counts.edges + counts.faces; }

#endif
