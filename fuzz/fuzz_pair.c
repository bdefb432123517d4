// SPDX-License-Identifier: MIT
/// The pair of raw files: the first two bytes say how many of the rest are positions.
#include "supple/mesh.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t split = data[0] | (size_t)data[1] << 8;
    data += 2, size -= 2;
    if (split > size) split = size;
    SupTetMesh mesh, back;
    SupReport report = SUP_REPORT_INIT;
    if (supTetMeshReadPair(data, split, data + split, size - split, &mesh, &report) != SupStatus_Ok) {
        if (!*supReportError(&report) || mesh.positions || mesh.tets) abort();
        return 0;
    }
    for (size_t i = 0; i < 4 * (size_t)mesh.tetCount; ++i)
        if (mesh.tets[i] >= mesh.vertexCount) abort();
    void *positions, *tets;
    size_t positionsLength, tetsLength;
    if (supTetMeshWritePair(&mesh, &positions, &positionsLength, &tets, &tetsLength) != SupStatus_Ok) abort();
    if (supTetMeshReadPair(positions, positionsLength, tets, tetsLength, &back, NULL) != SupStatus_Ok) abort();
    if (back.tetCount != mesh.tetCount || back.vertexCount != mesh.vertexCount) abort();
    supFree(positions);
    supFree(tets);
    supTetMeshFree(&back);
    supTetMeshFree(&mesh);
    return 0;
}
