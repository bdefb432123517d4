// SPDX-License-Identifier: MIT
/// The pair of raw little-endian files: float32 x 3 per vertex and uint32 x 4 per tet.
#include "base/memory.h"
#include "base/report.h"
#include "bytes.h"
#include "supple/mesh.h"

#include <float.h>
#include <math.h>

#define VERTEX_SIZE 12u
#define TET_SIZE 16u

static SupStatus checkSizes(const void *positions, size_t positionsLength, const void *tets, size_t tetsLength,
                            SupReport *report) {
    if ((!positions && positionsLength) || (!tets && tetsLength))
        return supFail(report, SupStatus_InvalidArgument, "the bytes are null");
    if (positionsLength % VERTEX_SIZE)
        return supFail(report, SupStatus_Malformed,
                       "the positions' %zu bytes are no whole number of vertices (12 bytes each): %zu too many, cut off?",
                       positionsLength, positionsLength % VERTEX_SIZE);
    if (tetsLength % TET_SIZE)
        return supFail(report, SupStatus_Malformed,
                       "the indices' %zu bytes are no whole number of tets (16 bytes each): %zu too many, cut off?",
                       tetsLength, tetsLength % TET_SIZE);
    if (positionsLength == 0 || tetsLength == 0)
        return supFail(report, SupStatus_Empty, "the files hold %zu vertices and %zu tets", positionsLength / VERTEX_SIZE,
                       tetsLength / TET_SIZE);
    if (positionsLength / VERTEX_SIZE >= SUP_NO_INDEX || tetsLength / TET_SIZE >= SUP_NO_INDEX)
        return supFail(report, SupStatus_OutOfRange, "more than 4294967294 vertices or tets");
    return SupStatus_Ok;
}

SupStatus supTetMeshReadPair(const void *positions, size_t positionsLength, const void *tets, size_t tetsLength,
                             SupTetMesh *out, SupReport *report) {
    if (!out) return supFail(report, SupStatus_InvalidArgument, "there is no place for the mesh (out is null)");
    *out = (SupTetMesh){0};
    SupStatus status = checkSizes(positions, positionsLength, tets, tetsLength, report);
    if (status) return status;
    size_t coordinates = positionsLength / 4, indices = tetsLength / 4;
    double *points = SUP_NEW_ARRAY(double, coordinates);
    uint32_t *corners = SUP_NEW_ARRAY(uint32_t, indices);
    if (points && corners) {
        const unsigned char *p = (const unsigned char *)positions, *t = (const unsigned char *)tets;
        for (size_t i = 0; i < coordinates; ++i) points[i] = (double)bytesLoadF32(p + 4 * i);
        for (size_t i = 0; i < indices; ++i) corners[i] = bytesLoadU32(t + 4 * i);
        status = supTetMeshFromArrays(points, (uint32_t)(coordinates / 3), corners, (uint32_t)(indices / 4), out, report);
    } else {
        status = supFail(report, SupStatus_OutOfMemory, "out of memory for %zu vertices and %zu tets", coordinates / 3,
                         indices / 4);
    }
    supFree(points);
    supFree(corners);
    return status;
}

SupStatus supTetMeshWritePair(const SupTetMesh *mesh, void **positions, size_t *positionsLength, void **tets,
                              size_t *tetsLength) {
    if (!mesh || !positions || !positionsLength || !tets || !tetsLength) return SupStatus_InvalidArgument;
    *positions = *tets = NULL;
    *positionsLength = *tetsLength = 0;
    size_t coordinates = 3 * (size_t)mesh->vertexCount, indices = 4 * (size_t)mesh->tetCount;
    for (size_t i = 0; i < coordinates; ++i)
        if (!(fabs(mesh->positions[i]) <= (double)FLT_MAX))
            return isfinite(mesh->positions[i]) ? SupStatus_OutOfRange : SupStatus_NotFinite;
    for (size_t i = 0; i < indices; ++i)
        if (mesh->tets[i] >= mesh->vertexCount) return SupStatus_InvalidArgument;
    unsigned char *points = (unsigned char *)supAlloc(coordinates, 4), *corners = (unsigned char *)supAlloc(indices, 4);
    if (!points || !corners) {
        supFree(points);
        supFree(corners);
        return SupStatus_OutOfMemory;
    }
    for (size_t i = 0; i < coordinates; ++i) bytesStoreF32(points + 4 * i, (float)mesh->positions[i]);
    for (size_t i = 0; i < indices; ++i) bytesStoreU32(corners + 4 * i, mesh->tets[i]);
    *positions = points, *positionsLength = 4 * coordinates;
    *tets = corners, *tetsLength = 4 * indices;
    return SupStatus_Ok;
}
