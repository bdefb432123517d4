// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "base/report.h"
#include "tet.h"

static SupStatus checkInput(const double *positions, uint32_t vertexCount, const uint32_t *tets, uint32_t tetCount,
                            SupReport *report) {
    char text[96];
    SupPlaces places = {0};
    for (uint32_t v = 0; v < vertexCount; ++v)
        if (!vec3Finite(supVertex(positions, v))) supPlacesAdd(&places, v);
    if (places.count) {
        supReportAdd(report, SupSeverity_Error, "not_finite", places.count, places.ids, places.idCount,
                     "%llu vertices have NaN or infinite coordinates: vertex %s", (unsigned long long)places.count,
                     supPlacesText(&places, text, sizeof text));
        return SupStatus_NotFinite;
    }
    for (uint32_t t = 0; t < tetCount; ++t)
        for (size_t i = 0; i < 4; ++i)
            if (tets[4 * (size_t)t + i] >= vertexCount) {
                supPlacesAdd(&places, t);
                break;
            }
    if (places.count) {
        supReportAdd(report, SupSeverity_Error, "index_range", places.count, places.ids, places.idCount,
                     "%llu tets name a vertex outside 0..%u: tet %s", (unsigned long long)places.count, vertexCount - 1,
                     supPlacesText(&places, text, sizeof text));
        return SupStatus_Malformed;
    }
    return SupStatus_Ok;
}

/// Turns negative tets and marks those worth keeping; returns how many.
static uint32_t sortOut(SupTetMesh *mesh, uint8_t *keep, SupPlaces *flipped, SupPlaces *flat) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < mesh->tetCount; ++t) {
        uint32_t *tet = mesh->tets + 4 * (size_t)t;
        double volume = supTetRelativeVolume(mesh->positions, tet);
        keep[t] = fabs(volume) >= SUP_MIN_RELATIVE_VOLUME; // false for NaN, too
        kept += keep[t];
        if (!keep[t]) {
            supPlacesAdd(flat, t);
        } else if (volume < 0.0) {
            uint32_t corner = tet[2];
            tet[2] = tet[3], tet[3] = corner;
            supPlacesAdd(flipped, t);
        }
    }
    return kept;
}

static void reportRepairs(SupReport *report, const SupPlaces *flipped, const SupPlaces *flat, uint32_t unused) {
    char text[96];
    if (flipped->count)
        supReportAdd(report, SupSeverity_Note, "flipped", flipped->count, flipped->ids, flipped->idCount,
                     "%llu tets had the other corner order and were turned: tet %s", (unsigned long long)flipped->count,
                     supPlacesText(flipped, text, sizeof text));
    if (flat->count)
        supReportAdd(report, SupSeverity_Warning, "degenerate_tets", flat->count, flat->ids, flat->idCount,
                     "%llu tets without volume were dropped: tet %s", (unsigned long long)flat->count,
                     supPlacesText(flat, text, sizeof text));
    if (unused)
        supReportAdd(report, SupSeverity_Note, "unused", unused, NULL, 0, "%u vertices that no tet uses were dropped",
                     unused);
}

SupStatus supTetMeshFromArrays(const double *positions, uint32_t vertexCount, const uint32_t *tets, uint32_t tetCount,
                               SupTetMesh *out, SupReport *report) {
    if (!out) return supFail(report, SupStatus_InvalidArgument, "out is null");
    *out = (SupTetMesh){0};
    if ((vertexCount && !positions) || (tetCount && !tets))
        return supFail(report, SupStatus_InvalidArgument, "positions or tets is null");
    if (tetCount > SUP_MAX_TETS) return supFail(report, SupStatus_OutOfRange, "more than %u tets", SUP_MAX_TETS);
    if (vertexCount == 0 || tetCount == 0) return supFail(report, SupStatus_Empty, "the mesh has no tets");
    SupStatus status = checkInput(positions, vertexCount, tets, tetCount, report);
    if (status != SupStatus_Ok) return status;

    SupTetMesh mesh;
    if (!supTetMeshAlloc(&mesh, vertexCount, tetCount))
        return supFail(report, SupStatus_OutOfMemory, "no memory for the mesh");
    memcpy(mesh.positions, positions, 3 * (size_t)vertexCount * sizeof *positions);
    memcpy(mesh.tets, tets, 4 * (size_t)tetCount * sizeof *tets);
    uint8_t *keep = SUP_NEW_ARRAY(uint8_t, tetCount);
    SupPlaces flipped = {0}, flat = {0};
    uint32_t unused = 0;
    if (!keep) {
        status = supFail(report, SupStatus_OutOfMemory, "no memory for the mesh");
    } else if (sortOut(&mesh, keep, &flipped, &flat) == 0) {
        status = supFail(report, SupStatus_Degenerate, "all %u tets are without volume", tetCount);
    } else if (!supTetMeshCompact(&mesh, keep, &unused)) {
        status = supFail(report, SupStatus_OutOfMemory, "no memory for the mesh");
    }
    supFree(keep);
    if (status != SupStatus_Ok) {
        supTetMeshFree(&mesh);
        return status;
    }
    reportRepairs(report, &flipped, &flat, unused);
    *out = mesh;
    return SupStatus_Ok;
}
