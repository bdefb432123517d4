// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "key_sort.h"
#include "tet.h"
#include "tet_faces.h"

uint8_t *supTetBoundaryFaces(const uint32_t *tets, uint32_t tetCount, uint32_t vertexCount, uint32_t *boundaryCount,
                             uint32_t *overfull) {
    size_t faceCount = 4 * (size_t)tetCount;
    uint8_t *faces = supAllocZero(tetCount, 1);
    MeshKey *keys = SUP_NEW_ARRAY(MeshKey, faceCount);
    uint32_t single = 0, crowded = 0;
    if (!faces || !keys) goto failed;
    for (size_t f = 0; f < faceCount; ++f) {
        const uint32_t *tet = tets + (f & ~(size_t)3);
        const uint8_t *corner = supTetFaces[f & 3];
        keys[f] = supFaceKey(tet[corner[0]], tet[corner[1]], tet[corner[2]], (uint32_t)f);
    }
    if (!supSortMeshKeys(keys, faceCount, vertexCount)) goto failed;
    for (size_t i = 0, end; i < faceCount; i = end) {
        for (end = i + 1; end < faceCount && supSameKey(&keys[i], &keys[end]);) ++end;
        crowded += end - i > 2;
        if (end - i > 1) continue;
        faces[keys[i].id >> 2] |= (uint8_t)(1u << (keys[i].id & 3));
        ++single;
    }
    supFree(keys);
    *boundaryCount = single;
    if (overfull) *overfull = crowded;
    return faces;
failed:
    supFree(faces);
    supFree(keys);
    return NULL;
}

void supTetListFaces(const uint32_t *tets, uint32_t tetCount, const uint8_t *faces, uint32_t *triangles) {
    for (uint32_t t = 0; t < tetCount; ++t)
        for (int f = 0; f < 4; ++f)
            if (faces[t] >> f & 1)
                for (int i = 0; i < 3; ++i) *triangles++ = tets[4 * (size_t)t + supTetFaces[f][i]];
}

SupStatus supTetMeshBoundary(const SupTetMesh *mesh, SupSurface *out) {
    if (!mesh || !out) return SupStatus_InvalidArgument;
    *out = (SupSurface){0};
    if (mesh->tetCount > SUP_MAX_TETS) return SupStatus_OutOfRange;
    for (size_t i = 0; i < 4 * (size_t)mesh->tetCount; ++i)
        if (mesh->tets[i] >= mesh->vertexCount) return SupStatus_Malformed;
    uint32_t count;
    uint8_t *faces = supTetBoundaryFaces(mesh->tets, mesh->tetCount, mesh->vertexCount, &count, NULL);
    if (!faces) return SupStatus_OutOfMemory;
    double *positions = SUP_NEW_ARRAY(double, 3 * (size_t)mesh->vertexCount);
    uint32_t *triangles = SUP_NEW_ARRAY(uint32_t, 3 * (size_t)count);
    if (!positions || !triangles) {
        supFree(faces);
        supFree(positions);
        supFree(triangles);
        return SupStatus_OutOfMemory;
    }
    if (mesh->vertexCount) memcpy(positions, mesh->positions, 3 * (size_t)mesh->vertexCount * sizeof *positions);
    supTetListFaces(mesh->tets, mesh->tetCount, faces, triangles);
    supFree(faces);
    *out = (SupSurface){
        .positions = positions, .triangles = triangles, .vertexCount = mesh->vertexCount, .triangleCount = count};
    return SupStatus_Ok;
}
