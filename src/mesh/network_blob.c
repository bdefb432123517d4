// SPDX-License-Identifier: MIT
#include "network_blob.h"

#include <math.h>

#include "base/memory.h"
#include "base/report.h"
#include "network.h"

#define CUBE 1.1547005383792515 // edge of a body-centred lattice's cube over the distance of neighbours
#define FROM_SKIN 0.4           // spacings that nodes inside keep from the surface
#define MOST_PLACES 200000.0    // of the lattice inside

enum { UsualNodes = 200 };

static bool within(double value, double least, double most) { return value >= least && value <= most; }

static const char *problemOf(const SupBlobDesc *d) {
    if (!within(d->spacing, 0.0, 1e6)) return "spacing must lie in 0 .. 1e6 m";
    if (!within(d->radius, 0.0, 1e6)) return "radius must lie in 0 .. 1e6 m";
    if (d->neighbours < 1 || d->neighbours > 32) return "neighbours must lie in 1 .. 32";
    if (!within(d->density, 1e-3, 1e6)) return "density must lie in 1e-3 .. 1e6 kg/m3";
    if (!within(d->stiffness, 0.0, SUP_RIGID)) return "stiffness must lie in 0 .. 1e30 N/m";
    return within(d->skin, 0.0, SUP_RIGID) ? NULL : "skin must lie in 0 .. 1e30 N/m";
}

typedef struct Blob {
    const SupSurface *surface;
    const SupBlobDesc *desc;
    SupReport *report;
    SupEdges edges;
    TriangleTree tree;
    Vec3 low, high;
    double volume, spacing, radius;
    Vec3 *places;   ///< surface, then inside
    double *depths; ///< likewise: below the surface
    uint32_t count, *pairs, pairCount;
} Blob;

static Vec3 vertex(const SupSurface *surface, uint32_t v) { return vec3Load(surface->positions + 3 * (size_t)v); }

static SupStatus outOfMemory(const Blob *blob) {
    return supFail(blob->report, SupStatus_OutOfMemory, "no memory for a blob of %u triangles",
                   blob->surface->triangleCount);
}

/// Every edge has two triangles that run along it in opposite directions, and the volume is positive.
static SupStatus checkClosed(Blob *blob) {
    const uint32_t *t = blob->surface->triangles;
    SupPlaces open = {0}, wrong = {0};
    for (uint32_t e = 0; e < blob->edges.count; ++e) {
        const uint32_t *halves = blob->edges.halfEdges + blob->edges.start[e];
        if (supEdgeValence(&blob->edges, e) != 2)
            supPlacesAdd(&open, supHalfEdgeFrom(t, halves[0]));
        else if (supHalfEdgeFrom(t, halves[0]) != supHalfEdgeTo(t, halves[1]))
            supPlacesAdd(&wrong, supHalfEdgeFrom(t, halves[0]));
    }
    char text[96];
    if (open.count)
        return supFail(blob->report, SupStatus_Malformed,
                       "blob: the surface is not closed: %llu edges lack their two triangles, at vertices %s",
                       (unsigned long long)open.count, supPlacesText(&open, text, sizeof text));
    if (wrong.count)
        return supFail(blob->report, SupStatus_Malformed,
                       "blob: triangles wind against each other at %llu edges, at vertices %s",
                       (unsigned long long)wrong.count, supPlacesText(&wrong, text, sizeof text));
    return blob->volume > 0.0
               ? SupStatus_Ok
               : supFail(blob->report, SupStatus_Malformed, "blob: the surface is inside out, or encloses nothing");
}

static void measure(Blob *blob) {
    const SupSurface *s = blob->surface;
    blob->low = blob->high = vertex(s, s->triangles[0]);
    for (size_t i = 0; i < 3 * (size_t)s->triangleCount; ++i) {
        blob->low = vec3Min(blob->low, vertex(s, s->triangles[i]));
        blob->high = vec3Max(blob->high, vertex(s, s->triangles[i]));
    }
    Vec3 middle = vec3Scale(vec3Add(blob->low, blob->high), 0.5);
    double six = 0.0;
    for (uint32_t t = 0; t < s->triangleCount; ++t) {
        Vec3 c[3];
        for (uint32_t k = 0; k < 3; ++k) c[k] = vec3Sub(vertex(s, s->triangles[3 * (size_t)t + k]), middle);
        six += vec3Dot(c[0], vec3Cross(c[1], c[2]));
    }
    blob->volume = six / 6.0;
}

// ---- Nodes -----------------------------------------------------------------------------------------------------------

/// Volume of a lattice's place.
static double shareOf(double spacing) { return 0.5 * pow(CUBE * spacing, 3.0); }

/// Walks the lattice around the middle of the bounds; `places` may be null to count only.
static uint32_t fillInside(const Blob *blob, Vec3 *places, double *depths) {
    double cube = CUBE * blob->spacing;
    Vec3 middle = vec3Scale(vec3Add(blob->low, blob->high), 0.5), half = vec3Scale(vec3Sub(blob->high, blob->low), 0.5);
    int nx = (int)(half.x / cube) + 1, ny = (int)(half.y / cube) + 1, nz = (int)(half.z / cube) + 1;
    uint32_t count = 0;
    for (int z = -2 * nz; z <= 2 * nz; ++z)
        for (int y = -2 * ny; y <= 2 * ny; ++y)
            for (int x = -2 * nx; x <= 2 * nx; ++x) {
                if ((x & 1) != (y & 1) || (y & 1) != (z & 1)) continue; // corners and middles of cubes
                Vec3 p = vec3AddScaled(middle, vec3(x, y, z), 0.5 * cube);
                if (supWindingNumber(&blob->tree, p) < 0.5) continue;
                double depth = supClosestPoint(&blob->tree, p, NULL, NULL);
                if (depth < FROM_SKIN * blob->spacing) continue;
                if (places) places[count] = p, depths[count] = depth;
                count++;
            }
    return count;
}

static SupStatus makeNodes(Blob *blob) {
    const SupSurface *s = blob->surface;
    blob->spacing = blob->desc->spacing > 0.0 ? blob->desc->spacing : cbrt(blob->volume / UsualNodes) * 1.09;
    Vec3 size = vec3Sub(blob->high, blob->low);
    double side = CUBE * blob->spacing;
    if ((size.x / side + 2.0) * (size.y / side + 2.0) * (size.z / side + 2.0) * 2.0 > MOST_PLACES)
        return supFail(blob->report, SupStatus_OutOfRange,
                       "blob: spacing of %g m makes more than 200,000 nodes; make it larger", blob->spacing);
    uint32_t inside = fillInside(blob, NULL, NULL);
    if (!inside)
        return supFail(blob->report, SupStatus_OutOfRange, "blob: spacing of %g m leaves no node inside; make it smaller",
                       blob->spacing);
    blob->count = s->vertexCount + inside;
    blob->places = SUP_NEW_ARRAY(Vec3, blob->count);
    blob->depths = supAllocZero(blob->count, sizeof *blob->depths);
    if (!blob->places || !blob->depths) return outOfMemory(blob);
    for (uint32_t v = 0; v < s->vertexCount; ++v) blob->places[v] = vertex(s, v);
    fillInside(blob, blob->places + s->vertexCount, blob->depths + s->vertexCount);
    return SupStatus_Ok;
}

static SupStatus joinNodes(Blob *blob) {
    const BlobNodes nodes = {blob->places, blob->depths, blob->surface->vertexCount,
                             blob->count,  &blob->tree,  blob->surface->triangles,
                             &blob->edges};
    blob->radius = blob->desc->radius > 0.0 ? blob->desc->radius : 1.6 * blob->spacing;
    bool ok = supBlobJoin(&nodes, blob->radius, blob->desc->neighbours, &blob->pairs, &blob->pairCount);
    return ok ? SupStatus_Ok : outOfMemory(blob);
}

// ---- The network -----------------------------------------------------------------------------------------------------

/// Volumes that nodes stand for; their sum is the blob's. At least a tenth of it is the surface's.
static void shareVolume(const Blob *blob, double *volumes) {
    const SupSurface *s = blob->surface;
    double inside = (blob->count - s->vertexCount) * shareOf(blob->spacing), area = 0.0;
    double kept = fmin(inside, 0.9 * blob->volume), skin = blob->volume - kept;
    for (uint32_t t = 0; t < s->triangleCount; ++t) {
        const uint32_t *v = s->triangles + 3 * (size_t)t;
        Vec3 a = vertex(s, v[0]), cross = vec3Cross(vec3Sub(vertex(s, v[1]), a), vec3Sub(vertex(s, v[2]), a));
        for (int k = 0; k < 3; ++k) volumes[v[k]] += vec3Length(cross), area += vec3Length(cross);
    }
    for (uint32_t v = 0; v < s->vertexCount; ++v) // one without triangles weighs a thousandth of the mean
        volumes[v] = skin * fmax(volumes[v] / area, 1e-3 / s->vertexCount);
    for (uint32_t n = s->vertexCount; n < blob->count; ++n) volumes[n] = kept / (blob->count - s->vertexCount);
}

static void addEdge(const Blob *blob, SupNetwork *out, uint32_t a, uint32_t b, double stiffness) {
    if (a != b && stiffness > 0.0)
        supNetworkAddEdge(out, a, b, vec3Length(vec3Sub(blob->places[a], blob->places[b])), stiffness);
}

static SupStatus fillNetwork(const Blob *blob, SupNetwork *out) {
    const SupSurface *s = blob->surface;
    const SupNetwork counts = {
        .nodeCount = blob->count, .edgeCount = blob->edges.count + blob->pairCount, .triangleCount = s->triangleCount};
    double *volumes = supAllocZero(blob->count, sizeof *volumes);
    if (!volumes || !supNetworkAlloc(out, &counts)) {
        supFree(volumes);
        return outOfMemory(blob);
    }
    shareVolume(blob, volumes);
    for (uint32_t n = 0; n < blob->count; ++n) {
        vec3Store(out->positions + 3 * (size_t)n, blob->places[n]);
        out->inverseMass[n] = (float)(1.0 / fmax(blob->desc->density * volumes[n], 1e-12));
        out->decay[n] = 1.0f;
    }
    supFree(volumes);
    for (size_t i = 0; i < 3 * (size_t)s->triangleCount; ++i) out->triangles[i] = s->triangles[i];
    out->edgeCount = 0; // counted up again while edges are added
    for (uint32_t e = 0; e < blob->edges.count; ++e) {
        uint32_t half = blob->edges.halfEdges[blob->edges.start[e]];
        addEdge(blob, out, supHalfEdgeFrom(s->triangles, half), supHalfEdgeTo(s->triangles, half), blob->desc->skin);
    }
    for (uint32_t e = 0; e < blob->pairCount; ++e)
        addEdge(blob, out, blob->pairs[2 * (size_t)e], blob->pairs[2 * (size_t)e + 1], blob->desc->stiffness);
    return SupStatus_Ok;
}

/// A radius below the spacing joins nothing: the blob is its skin, and loose nodes.
static SupStatus noteLoose(const Blob *blob) {
    uint8_t *joined = supAllocZero(blob->count, 1);
    if (!joined) return outOfMemory(blob);
    for (size_t i = 0; i < 2 * (size_t)blob->pairCount; ++i) joined[blob->pairs[i]] = 1;
    uint32_t loose = 0;
    for (uint32_t n = blob->surface->vertexCount; n < blob->count; ++n) loose += !joined[n];
    supFree(joined);
    if (loose)
        supReportAdd(blob->report, SupSeverity_Warning, "blob_loose", loose, NULL, 0,
                     "%u of %u nodes inside hang on none: radius is %.3g m, and the nearest nodes are %.3g m apart", loose,
                     blob->count - blob->surface->vertexCount, blob->radius, blob->spacing);
    return SupStatus_Ok;
}

static SupStatus makeBlob(Blob *blob, SupNetwork *out) {
    const SupSurface *s = blob->surface;
    measure(blob);
    if (!supEdgesBuild(s->triangles, s->triangleCount, s->vertexCount, &blob->edges)) return outOfMemory(blob);
    SupStatus status = checkClosed(blob);
    if (status) return status;
    if (!supTriangleTreeBuild(&blob->tree, s->positions, s->triangles, s->triangleCount)) return outOfMemory(blob);
    status = makeNodes(blob);
    if (!status) status = joinNodes(blob);
    if (!status) status = noteLoose(blob);
    return status ? status : fillNetwork(blob, out);
}

SupStatus supNetworkBlob(const SupSurface *surface, const SupBlobDesc *desc, SupNetwork *out, SupReport *report) {
    static const SupBlobDesc initial = SUP_BLOB_DESC_INIT;
    if (!surface || !out) return supFail(report, SupStatus_InvalidArgument, "surface or out is null");
    *out = (SupNetwork){0};
    if (!desc || desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_BLOB_DESC_INIT");
    const char *problem = problemOf(desc);
    if (problem) return supFail(report, SupStatus_OutOfRange, "blob: %s", problem);
    SupStatus status = supNetworkCheckSurface(surface, report);
    if (status) return status;
    Blob blob = {.surface = surface, .desc = desc, .report = report};
    status = makeBlob(&blob, out);
    supEdgesFree(&blob.edges);
    supTriangleTreeFree(&blob.tree);
    supFree(blob.places);
    supFree(blob.depths);
    supFree(blob.pairs);
    return status;
}
