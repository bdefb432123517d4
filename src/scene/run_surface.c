// SPDX-License-Identifier: MIT
// The surface of all bodies at the end of a run.
#include "run.h"
#include "tubes.h"

#include "base/memory.h"

#include <string.h>

/// Places of a body's vertices, and of its tubes' after them, relative to its origin.
typedef struct Places {
    const float *vertices;
    const double *tubes;
    uint32_t vertexCount;
} Places;

static double placeOf(const Places *places, uint32_t v, uint32_t c) {
    if (v >= places->vertexCount) return places->tubes[3 * (size_t)(v - places->vertexCount) + c];
    return (double)places->vertices[3 * (size_t)v + c];
}

static void addTriangles(const RunBody *body, const Places *places, uint32_t *numbers, SupSurface *out) {
    SupBodyAssetView view = supBodyAssetView(body->info.asset);
    for (size_t i = 0; i < 3 * (size_t)view.triangleCount; ++i) {
        uint32_t v = view.triangles[i];
        if (numbers[v] == SUP_NO_INDEX) {
            numbers[v] = out->vertexCount++;
            for (uint32_t c = 0; c < 3; ++c)
                out->positions[3 * (size_t)numbers[v] + c] = body->info.origin[c] + placeOf(places, v, c);
        }
        out->triangles[3 * (size_t)out->triangleCount + i] = numbers[v];
    }
    out->triangleCount += view.triangleCount;
}

static bool addSurface(const SupRun *run, const RunBody *body, SupSurface *out) {
    SupBodyAssetView view = supBodyAssetView(body->info.asset);
    size_t vertices = (size_t)view.vertexCount + view.tubeCount;
    uint32_t *numbers = SUP_NEW_ARRAY(uint32_t, vertices);
    double *tubes = SUP_NEW_ARRAY(double, 3 * (size_t)view.tubeCount);
    if (numbers && tubes) {
        memset(numbers, 0xff, vertices * sizeof *numbers);
        const float *local = run->local + 3 * body->first;
        supTubePlaces(&view, local, tubes);
        addTriangles(body, &(Places){local, tubes, view.vertexCount}, numbers, out);
    }
    bool ok = numbers && tubes;
    supFree(numbers);
    supFree(tubes);
    return ok;
}

SupStatus supRunSurface(const SupRun *run, SupSurface *out) {
    if (!out) return SupStatus_InvalidArgument;
    *out = (SupSurface){0};
    if (!run || run->endTime == 0.0) return SupStatus_Pending;
    uint64_t vertices = run->vertexCount;
    for (uint32_t i = 0; i < run->bodyCount; ++i) vertices += supBodyAssetView(run->bodies[i].info.asset).tubeCount;
    if (run->triangleCount > UINT32_MAX / 3 || vertices >= UINT32_MAX) return SupStatus_OutOfRange;
    out->positions = SUP_NEW_ARRAY(double, 3 * (size_t)vertices);
    out->triangles = SUP_NEW_ARRAY(uint32_t, 3 * (size_t)run->triangleCount);
    bool ok = out->positions && out->triangles;
    for (uint32_t i = 0; ok && i < run->bodyCount; ++i) ok = addSurface(run, &run->bodies[i], out);
    if (!ok) supSurfaceFree(out);
    return ok ? SupStatus_Ok : SupStatus_OutOfMemory;
}
