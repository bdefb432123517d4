// SPDX-License-Identifier: MIT
#include "base/report.h"
#include "kuhn.h"
#include "tet.h"

static SupStatus checkBox(const double size[3], const uint32_t cells[3], SupReport *report) {
    for (int i = 0; i < 3; ++i) {
        if (!isfinite(size[i])) return supFail(report, SupStatus_NotFinite, "size[%d] is not a finite number", i);
        if (!(size[i] > 0.0)) return supFail(report, SupStatus_OutOfRange, "size[%d] must be above 0 m", i);
        if (cells[i] < 1) return supFail(report, SupStatus_OutOfRange, "cells[%d] is 0, must be at least 1", i);
    }
    double tets = 6.0 * cells[0] * cells[1] * cells[2];
    double vertices = (cells[0] + 1.0) * (cells[1] + 1.0) * (cells[2] + 1.0);
    if (tets > SUP_MAX_TETS || vertices >= SUP_NO_INDEX)
        return supFail(report, SupStatus_OutOfRange, "%u x %u x %u cells are more than a mesh can hold", cells[0], cells[1],
                       cells[2]);
    return SupStatus_Ok;
}

static void fillTets(const uint32_t cells[3], uint32_t *tet) {
    uint32_t row = cells[0] + 1, layer = row * (cells[1] + 1);
    for (uint32_t k = 0; k < cells[2]; ++k)
        for (uint32_t j = 0; j < cells[1]; ++j)
            for (uint32_t i = 0; i < cells[0]; ++i) {
                uint32_t origin = k * layer + j * row + i;
                for (int t = 0; t < 6; ++t)
                    for (int c = 0; c < 4; ++c) {
                        uint32_t corner = supKuhnTets[t][c];
                        *tet++ = origin + (corner & 1) + (corner >> 1 & 1) * row + (corner >> 2) * layer;
                    }
            }
}

SupStatus supTetMeshBox(const double size[3], const uint32_t cells[3], SupTetMesh *out, SupReport *report) {
    if (!out || !size || !cells) return supFail(report, SupStatus_InvalidArgument, "size, cells or out is null");
    *out = (SupTetMesh){0};
    SupStatus status = checkBox(size, cells, report);
    if (status != SupStatus_Ok) return status;
    uint32_t vertices = (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1), tets = 6 * cells[0] * cells[1] * cells[2];
    if (!supTetMeshAlloc(out, vertices, tets)) return supFail(report, SupStatus_OutOfMemory, "no memory for %u tets", tets);
    double *p = out->positions;
    for (uint32_t k = 0; k <= cells[2]; ++k)
        for (uint32_t j = 0; j <= cells[1]; ++j)
            for (uint32_t i = 0; i <= cells[0]; ++i, p += 3)
                vec3Store(p, vec3(size[0] * i / cells[0], size[1] * j / cells[1], size[2] * k / cells[2]));
    fillTets(cells, out->tets);
    return SupStatus_Ok;
}
