// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "base/report.h"
#include "body_asset.h"
#include "coloring.h"
#include "key_sort.h"
#include "tet.h"
#include "tet_faces.h"

/// What an asset is made from, step by step; `mesh` is the rest shape as it will be stored: rounded, relative to `center`.
typedef struct Builder {
    SupTetMesh mesh;
    Vec3 center;
    uint32_t *triangles, *edges, *incidenceStart, *incidence, *colors;
    uint32_t triangleCount, edgeCount, colorCount;
    const SupProgress *progress;
    SupReport *report;
} Builder;

static SupStatus noMemory(const Builder *b) {
    return supFail(b->report, SupStatus_OutOfMemory, "no memory to prepare %u tets", b->mesh.tetCount);
}

static bool goesOn(const Builder *b, const char *stage, double done) {
    return !b->progress || !b->progress->fn || b->progress->fn(b->progress->user, stage, done);
}

static SupStatus copyMesh(Builder *b, const SupTetMesh *mesh) {
    if (!supTetMeshAlloc(&b->mesh, mesh->vertexCount, mesh->tetCount)) return noMemory(b);
    memcpy(b->mesh.positions, mesh->positions, 3 * (size_t)mesh->vertexCount * sizeof *mesh->positions);
    memcpy(b->mesh.tets, mesh->tets, 4 * (size_t)mesh->tetCount * sizeof *mesh->tets);
    if (mesh->inputMap && mesh->inputCount) {
        b->mesh.inputMap = SUP_NEW_ARRAY(uint32_t, mesh->inputCount);
        if (!b->mesh.inputMap) return noMemory(b);
        memcpy(b->mesh.inputMap, mesh->inputMap, (size_t)mesh->inputCount * sizeof *mesh->inputMap);
        b->mesh.inputCount = mesh->inputCount;
    }
    uint32_t unused;
    return supTetMeshCompact(&b->mesh, NULL, &unused) ? SupStatus_Ok : noMemory(b);
}

/// Makes positions relative to the centre of the bounds and rounds them to float: every rest quantity is then computed from
/// exactly the numbers that a body starts with, and a resting body feels no force.
static void roundPositions(Builder *b) {
    SupTetMesh *mesh = &b->mesh;
    Vec3 low = supVertex(mesh->positions, 0), high = low;
    for (uint32_t v = 1; v < mesh->vertexCount; ++v) {
        Vec3 p = supVertex(mesh->positions, v);
        low = vec3Min(low, p), high = vec3Max(high, p);
    }
    b->center = vec3AddScaled(vec3Scale(low, 0.5), high, 0.5);
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        Vec3 p = vec3Sub(supVertex(mesh->positions, v), b->center);
        vec3Store(mesh->positions + 3 * (size_t)v, vec3((float)p.x, (float)p.y, (float)p.z));
    }
}

/// Rounding can flatten a sliver; such tets go, with a warning.
static SupStatus dropFlatTets(Builder *b) {
    SupTetMesh *mesh = &b->mesh;
    uint8_t *keep = SUP_NEW_ARRAY(uint8_t, mesh->tetCount);
    if (!keep) return noMemory(b);
    SupPlaces flat = {0};
    for (uint32_t t = 0; t < mesh->tetCount; ++t) {
        const uint32_t *tet = mesh->tets + 4 * (size_t)t;
        double relative = supTetRelativeVolume(mesh->positions, tet);
        double volume = tetVolume6(supVertex(mesh->positions, tet[0]), supVertex(mesh->positions, tet[1]),
                                   supVertex(mesh->positions, tet[2]), supVertex(mesh->positions, tet[3])) /
                        6.0;
        keep[t] = relative >= SUP_MIN_RELATIVE_VOLUME && volume > 1e-36 && volume < 1e36;
        if (!keep[t]) supPlacesAdd(&flat, t);
    }
    SupStatus status = SupStatus_Ok;
    uint32_t unused;
    char text[96];
    if (flat.count == mesh->tetCount) {
        status = supFail(b->report, SupStatus_Degenerate,
                         "no tet has a positive volume that float32 can hold: 1e-36 to 1e36 m3, and not flat for its edges");
    } else if (flat.count) {
        supReportAdd(b->report, SupSeverity_Warning, "degenerate_tets", flat.count, flat.ids, flat.idCount,
                     "%llu tets have no positive volume in float32 and were dropped: tet %s", (unsigned long long)flat.count,
                     supPlacesText(&flat, text, sizeof text));
        if (!supTetMeshCompact(mesh, keep, &unused)) status = noMemory(b);
    }
    supFree(keep);
    return status;
}

static SupStatus findBoundary(Builder *b) {
    const SupTetMesh *mesh = &b->mesh;
    uint8_t *faces = supTetBoundaryFaces(mesh->tets, mesh->tetCount, mesh->vertexCount, &b->triangleCount, NULL);
    size_t corners = 3 * (size_t)b->triangleCount, unique = 0;
    b->triangles = faces ? SUP_NEW_ARRAY(uint32_t, corners) : NULL;
    if (b->triangles) supTetListFaces(mesh->tets, mesh->tetCount, faces, b->triangles);
    supFree(faces);
    if (!b->triangles) return noMemory(b);

    MeshKey *keys = SUP_NEW_ARRAY(MeshKey, corners);
    bool sorted = keys != NULL;
    for (size_t i = 0; sorted && i < corners; ++i)
        keys[i] = supEdgeKey(b->triangles[i], b->triangles[i % 3 == 2 ? i - 2 : i + 1], 0);
    sorted = sorted && supSortMeshKeys(keys, corners, mesh->vertexCount);
    for (size_t i = 0; sorted && i < corners; ++i)
        if (i == 0 || !supSameKey(&keys[i], &keys[unique - 1])) keys[unique++] = keys[i];
    b->edgeCount = (uint32_t)unique;
    b->edges = sorted ? SUP_NEW_ARRAY(uint32_t, 2 * unique) : NULL;
    for (size_t i = 0; b->edges && i < unique; ++i) b->edges[2 * i] = keys[i].a, b->edges[2 * i + 1] = keys[i].b;
    supFree(keys);
    return b->edges ? SupStatus_Ok : noMemory(b);
}

static SupStatus findColors(Builder *b) {
    const SupTetMesh *mesh = &b->mesh;
    b->incidenceStart = SUP_NEW_ARRAY(uint32_t, (size_t)mesh->vertexCount + 1);
    b->incidence = SUP_NEW_ARRAY(uint32_t, 4 * (size_t)mesh->tetCount);
    b->colors = SUP_NEW_ARRAY(uint32_t, mesh->vertexCount);
    if (!b->incidenceStart || !b->incidence || !b->colors) return noMemory(b);
    supListIncidence(mesh->tets, mesh->tetCount, 4, true, mesh->vertexCount, b->incidenceStart, b->incidence);
    TetIncidence incidence = {mesh->tets, b->incidenceStart, b->incidence, mesh->vertexCount};
    return supColorVertices(&incidence, b->colors, &b->colorCount) ? SupStatus_Ok : noMemory(b);
}

static void fillRestShape(const Builder *b, SupBodyAsset *asset) {
    const SupTetMesh *mesh = &b->mesh;
    float *inverse = asset->arrays.restInverse;
    double shortest = INFINITY;
    for (uint32_t t = 0; t < mesh->tetCount; ++t) {
        const uint32_t *tet = mesh->tets + 4 * (size_t)t;
        Vec3 x[4];
        uint32_t valence = 0;
        for (int i = 0; i < 4; ++i) {
            uint32_t tets = b->incidenceStart[tet[i] + 1] - b->incidenceStart[tet[i]];
            x[i] = supVertex(mesh->positions, tet[i]);
            valence = tets > valence ? tets : valence;
        }
        for (int e = 0; e < 6; ++e) {
            double squared = vec3LengthSquared(vec3Sub(x[supTetEdges[e][1]], x[supTetEdges[e][0]]));
            if (squared < shortest) shortest = squared;
        }
        Mat3 shape = mat3Columns(vec3Sub(x[1], x[0]), vec3Sub(x[2], x[0]), vec3Sub(x[3], x[0])), rest = mat3Inverse(shape);
        for (int i = 0; i < 9; ++i) inverse[9 * (size_t)t + (size_t)i] = (float)rest.m[i / 3][i % 3];
        asset->arrays.restVolume[t] = (float)(mat3Determinant(shape) / 6.0);
        double weight = 1.8 / valence;
        asset->arrays.relaxation[t] = (float)(weight < 0.08 ? 0.08 : weight > 0.5 ? 0.5 : weight);
    }
    asset->view.minEdge = sqrt(shortest);
}

static void fillVertices(const Builder *b, SupBodyAsset *asset) {
    const SupTetMesh *mesh = &b->mesh;
    double farthest = 0.0;
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        Vec3 p = supVertex(mesh->positions, v);
        vec3StoreFloat(asset->arrays.positions + 3 * (size_t)v, p);
        if (vec3LengthSquared(p) > farthest) farthest = vec3LengthSquared(p);
        double volume = 0.0;
        for (uint32_t i = b->incidenceStart[v]; i < b->incidenceStart[v + 1]; ++i)
            volume += (double)asset->arrays.restVolume[b->incidence[i] >> 2];
        asset->arrays.vertexVolume[v] = (float)(volume / 4.0);
    }
    asset->view.radius = sqrt(farthest);
}

static SupStatus fillAsset(const Builder *b, SupBodyAsset **out) {
    const SupTetMesh *mesh = &b->mesh;
    SupBodyAssetView counts = {.vertexCount = mesh->vertexCount,
                               .tetCount = mesh->tetCount,
                               .triangleCount = b->triangleCount,
                               .edgeCount = b->edgeCount,
                               .colorCount = b->colorCount,
                               .center = {b->center.x, b->center.y, b->center.z},
                               .inputCount = mesh->inputCount};
    SupBodyAsset *asset = supBodyAssetAlloc(&counts);
    if (!asset) return noMemory(b);
    const BodyAssetArrays *to = &asset->arrays;
    memcpy(to->tets, mesh->tets, 4 * (size_t)mesh->tetCount * sizeof *to->tets);
    if (b->triangles) memcpy(to->triangles, b->triangles, 3 * (size_t)b->triangleCount * sizeof *to->triangles);
    if (b->edges) memcpy(to->edges, b->edges, 2 * (size_t)b->edgeCount * sizeof *to->edges);
    memcpy(to->incidenceStart, b->incidenceStart, ((size_t)mesh->vertexCount + 1) * sizeof *to->incidenceStart);
    memcpy(to->incidence, b->incidence, 4 * (size_t)mesh->tetCount * sizeof *to->incidence);
    if (mesh->inputCount) memcpy(to->inputMap, mesh->inputMap, (size_t)mesh->inputCount * sizeof *to->inputMap);
    supListIncidence(b->triangles, b->triangleCount, 3, false, mesh->vertexCount, to->surfaceStart, to->surfaceIncidence);
    supListIncidence(b->colors, mesh->vertexCount, 1, false, b->colorCount, to->colorStart, to->colorOrder);
    to->springColor[0] = to->strandStart[0] = 0; // no network
    fillRestShape(b, asset);
    fillVertices(b, asset);
    *out = asset;
    return SupStatus_Ok;
}

static SupStatus checkMesh(const SupTetMesh *mesh, SupReport *report) {
    if (mesh->tetCount == 0 || mesh->vertexCount == 0) return supFail(report, SupStatus_Empty, "the mesh has no tets");
    if (!mesh->positions || !mesh->tets) return supFail(report, SupStatus_InvalidArgument, "the mesh has no arrays");
    if (mesh->tetCount > SUP_MAX_TETS) return supFail(report, SupStatus_OutOfRange, "more than %u tets", SUP_MAX_TETS);
    for (size_t i = 0; i < 4 * (size_t)mesh->tetCount; ++i)
        if (mesh->tets[i] >= mesh->vertexCount)
            return supFail(report, SupStatus_InvalidArgument, "tet %zu names vertex %u of %u", i / 4, mesh->tets[i],
                           mesh->vertexCount);
    for (uint32_t v = 0; v < mesh->vertexCount; ++v)
        if (!vec3Finite(supVertex(mesh->positions, v)))
            return supFail(report, SupStatus_NotFinite, "vertex %u has NaN or infinite coordinates", v);
    for (uint32_t i = 0; mesh->inputMap && i < mesh->inputCount; ++i)
        if (mesh->inputMap[i] != SUP_NO_INDEX && mesh->inputMap[i] >= mesh->vertexCount)
            return supFail(report, SupStatus_InvalidArgument, "inputMap[%u] names vertex %u of %u", i, mesh->inputMap[i],
                           mesh->vertexCount);
    return SupStatus_Ok;
}

static SupStatus build(Builder *b, const SupTetMesh *mesh, SupBodyAsset **out) {
    SupStatus status = copyMesh(b, mesh);
    if (status == SupStatus_Ok) roundPositions(b);
    if (status == SupStatus_Ok) status = dropFlatTets(b);
    if (status == SupStatus_Ok && !goesOn(b, "surface", 0.1)) return SupStatus_Cancelled;
    if (status == SupStatus_Ok) status = findBoundary(b);
    if (status == SupStatus_Ok && !goesOn(b, "colours", 0.5)) return SupStatus_Cancelled;
    if (status == SupStatus_Ok) status = findColors(b);
    if (status == SupStatus_Ok && !goesOn(b, "rest shape", 0.8)) return SupStatus_Cancelled;
    return status == SupStatus_Ok ? fillAsset(b, out) : status;
}

SupStatus supBodyAssetCreate(const SupTetMesh *mesh, const SupBodyAssetDesc *desc, SupBodyAsset **out, SupReport *report) {
    static const SupBodyAssetDesc initial = SUP_BODY_ASSET_DESC_INIT;
    if (!mesh || !out) return supFail(report, SupStatus_InvalidArgument, "mesh or out is null");
    *out = NULL;
    if (!desc) desc = &initial;
    if (desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_BODY_ASSET_DESC_INIT");
    SupStatus status = checkMesh(mesh, report);
    if (status != SupStatus_Ok) return status;
    Builder b = {.progress = &desc->progress, .report = report};
    status = build(&b, mesh, out);
    supTetMeshFree(&b.mesh);
    supFree(b.triangles);
    supFree(b.edges);
    supFree(b.incidenceStart);
    supFree(b.incidence);
    supFree(b.colors);
    return status;
}
