// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"
#include "network.h"
#include "surface_edges.h"

static Vec3 place(const SupSurface *surface, uint32_t v) { return vec3Load(surface->positions + 3 * (size_t)v); }

static const char *problemOf(const SupShellDesc *d) {
    if (!(d->areaDensity >= 1e-6 && d->areaDensity <= 1e6)) return "areaDensity must lie in 1e-6 .. 1e6 kg/m2";
    if (!(d->stretch >= 0.0 && d->stretch <= SUP_RIGID)) return "stretch must lie in 0 .. 1e30 N/m";
    return d->bend >= 0.0 && d->bend <= SUP_RIGID ? NULL : "bend must lie in 0 .. 1e30 N/m";
}

static void addEdge(const SupSurface *surface, SupNetwork *out, uint32_t a, uint32_t b, double stiffness) {
    if (a == b || !(stiffness > 0.0)) return;
    supNetworkAddEdge(out, a, b, vec3Length(vec3Sub(place(surface, a), place(surface, b))), stiffness);
}

/// The corner of a half-edge's triangle that it does not touch.
static uint32_t cornerAcross(const uint32_t *triangles, uint32_t h) { return triangles[h - h % 3 + (h % 3 + 2) % 3]; }

static void fillEdges(const SupSurface *surface, const SupShellDesc *desc, const SupEdges *edges, SupNetwork *out) {
    const uint32_t *t = surface->triangles;
    for (uint32_t e = 0; e < edges->count; ++e) {
        const uint32_t *halves = edges->halfEdges + edges->start[e];
        addEdge(surface, out, supHalfEdgeFrom(t, halves[0]), supHalfEdgeTo(t, halves[0]), desc->stretch);
    }
    for (uint32_t e = 0; e < edges->count; ++e) {
        const uint32_t *halves = edges->halfEdges + edges->start[e];
        if (supEdgeValence(edges, e) == 2)
            addEdge(surface, out, cornerAcross(t, halves[0]), cornerAcross(t, halves[1]), desc->bend);
    }
}

/// A third of each triangle around a node; nodes without any get the least mass of the others.
static SupStatus fillMasses(const SupSurface *surface, const SupShellDesc *desc, SupNetwork *out, SupReport *report) {
    double *areas = supAllocZero(surface->vertexCount, sizeof *areas), least = 0.0;
    if (!areas) return supFail(report, SupStatus_OutOfMemory, "no memory for %u nodes", surface->vertexCount);
    for (uint32_t t = 0; t < surface->triangleCount; ++t) {
        const uint32_t *v = surface->triangles + 3 * (size_t)t;
        Vec3 a = place(surface, v[0]), cross = vec3Cross(vec3Sub(place(surface, v[1]), a), vec3Sub(place(surface, v[2]), a));
        for (int i = 0; i < 3; ++i) areas[v[i]] += vec3Length(cross) / 6.0;
    }
    for (uint32_t v = 0; v < surface->vertexCount; ++v)
        if (areas[v] > 0.0 && (least == 0.0 || areas[v] < least)) least = areas[v];
    for (uint32_t v = 0; v < surface->vertexCount; ++v) {
        double area = areas[v] > 0.0 ? areas[v] : least;
        out->inverseMass[v] = (float)(1.0 / (desc->areaDensity * area + 1e-12));
        out->decay[v] = 1.0f;
    }
    supFree(areas);
    return SupStatus_Ok;
}

SupStatus supNetworkShell(const SupSurface *surface, const SupShellDesc *desc, SupNetwork *out, SupReport *report) {
    static const SupShellDesc initial = SUP_SHELL_DESC_INIT;
    if (!surface || !out) return supFail(report, SupStatus_InvalidArgument, "surface or out is null");
    *out = (SupNetwork){0};
    if (!desc || desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_SHELL_DESC_INIT");
    const char *problem = problemOf(desc);
    if (problem) return supFail(report, SupStatus_OutOfRange, "shell: %s", problem);
    SupStatus status = supNetworkCheckSurface(surface, report);
    if (status) return status;
    SupEdges edges;
    if (!supEdgesBuild(surface->triangles, surface->triangleCount, surface->vertexCount, &edges))
        return supFail(report, SupStatus_OutOfMemory, "no memory for the edges of %u triangles", surface->triangleCount);
    const SupNetwork counts = {
        .nodeCount = surface->vertexCount, .edgeCount = 2 * edges.count, .triangleCount = surface->triangleCount};
    if (!supNetworkAlloc(out, &counts)) {
        supEdgesFree(&edges);
        return supFail(report, SupStatus_OutOfMemory, "no memory for %u nodes", counts.nodeCount);
    }
    out->edgeCount = 0;
    for (size_t i = 0; i < 3 * (size_t)counts.nodeCount; ++i) out->positions[i] = surface->positions[i];
    for (size_t i = 0; i < 3 * (size_t)counts.triangleCount; ++i) out->triangles[i] = surface->triangles[i];
    fillEdges(surface, desc, &edges, out);
    supEdgesFree(&edges);
    status = fillMasses(surface, desc, out, report);
    if (status) supNetworkFree(out);
    return status;
}
