// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/number.h"
#include "base/report.h"
#include "base/vec.h"
#include "box_tree.h"
#include "supple/mesh.h"
#include "surface_edges.h"
#include "triangle_cross.h"

#define MAX_CROSSINGS 10000u
#define MAX_BOX_TESTS 50000000u // about a second, and for each triangle BOX_TESTS_EACH more;
#define BOX_TESTS_EACH 400u     // a clean surface needs about half of that
#define MAX_EDGE_TESTS 10000000u
#define TOUCHING 1e-9 // of the diagonal: what cuts less deep only touches
#define FLAT 1e-9     // twice the area over the longest edge squared, of a triangle with no area
#define HANGING 1e-6  // of the diagonal: how far from an edge a vertex lies on it, coarser than float32

typedef struct Checker {
    const SupSurface *surface;
    SupSurfaceInfo *info;
    SupReport *report;
    SupEdges edges;
    double diagonal;
    SupPlaces open, nonManifold, inconsistent, crossings, hanging, flat;
    bool limited, hangingLimited; ///< crossings, hanging vertices were not all looked for
} Checker;

static unsigned long long big(uint64_t n) { return (unsigned long long)n; }

static SupStatus outOfMemory(SupReport *report) {
    return supFail(report, SupStatus_OutOfMemory, "out of memory while checking the surface");
}

static Vec3 corner(const SupSurface *surface, uint32_t t, uint32_t k) {
    return vec3Load(surface->positions + 3 * (size_t)surface->triangles[3 * (size_t)t + k]);
}

static SupStatus checkInput(const SupSurface *s, SupReport *report) {
    if (s->triangleCount >= UINT32_MAX / 3 || (s->triangleCount && (!s->triangles || !s->positions)))
        return supFail(report, SupStatus_InvalidArgument, "the surface has null arrays or too many triangles");
    for (size_t i = 0; i < 3 * (size_t)s->triangleCount; ++i)
        if (s->triangles[i] >= s->vertexCount)
            return supFail(report, SupStatus_InvalidArgument, "triangle %zu has vertex %u, but there are %u", i / 3,
                           (unsigned)s->triangles[i], (unsigned)s->vertexCount);
    for (size_t i = 0; s->positions && i < s->vertexCount; ++i)
        if (!vec3Finite(vec3Load(s->positions + 3 * i)))
            return supFail(report, SupStatus_NotFinite, "vertex %zu is not finite", i);
    return SupStatus_Ok;
}

/// Bounds of what the triangles use, area, and volume about the middle so that distance costs no digits.
static void measure(Checker *self) {
    const SupSurface *s = self->surface;
    Vec3 low = corner(s, 0, 0), high = low, middle;
    double area2 = 0, volume6 = 0;
    for (uint32_t t = 0; t < s->triangleCount; ++t)
        for (uint32_t k = 0; k < 3; ++k) low = vec3Min(low, corner(s, t, k)), high = vec3Max(high, corner(s, t, k));
    middle = vec3Add(low, vec3Scale(vec3Sub(high, low), 0.5));
    self->diagonal = vec3Length(vec3Sub(high, low));
    for (uint32_t t = 0; t < s->triangleCount; ++t) {
        Vec3 a = vec3Sub(corner(s, t, 0), middle), b = vec3Sub(corner(s, t, 1), middle),
             c = vec3Sub(corner(s, t, 2), middle);
        Vec3 n = vec3Cross(vec3Sub(b, a), vec3Sub(c, a));
        double twice = vec3Length(n);
        area2 += twice;
        volume6 += vec3Dot(a, n);
        double longest = vec3LengthSquared(vec3Sub(b, a));
        if (vec3LengthSquared(vec3Sub(c, b)) > longest) longest = vec3LengthSquared(vec3Sub(c, b));
        if (vec3LengthSquared(vec3Sub(a, c)) > longest) longest = vec3LengthSquared(vec3Sub(a, c));
        if (!(twice > FLAT * longest)) supPlacesAdd(&self->flat, t);
    }
    vec3Store(self->info->boundsMin, low);
    vec3Store(self->info->boundsMax, high);
    self->info->area = 0.5 * area2;
    self->info->volume = volume6 / 6.0;
}

static SupStatus checkEdges(Checker *self) {
    const SupSurface *s = self->surface;
    const SupEdges *edges = &self->edges;
    uint32_t *parents = SUP_NEW_ARRAY(uint32_t, s->triangleCount);
    if (!parents) return outOfMemory(self->report);
    for (uint32_t t = 0; t < s->triangleCount; ++t) parents[t] = t;
    for (uint32_t e = 0; e < edges->count; ++e) {
        const uint32_t *h = edges->halfEdges + edges->start[e];
        uint32_t valence = supEdgeValence(edges, e);
        if (valence == 1) supPlacesAdd(&self->open, h[0] / 3);
        if (valence > 2) supPlacesAdd(&self->nonManifold, h[0] / 3);
        if (valence == 2 && supHalfEdgeFrom(s->triangles, h[0]) == supHalfEdgeFrom(s->triangles, h[1]))
            supPlacesAdd(&self->inconsistent, h[0] / 3);
        for (uint32_t i = 1; i < valence; ++i) supSetJoin(parents, h[0] / 3, h[i] / 3);
    }
    for (uint32_t t = 0; t < s->triangleCount; ++t) self->info->parts += parents[t] == t;
    supFree(parents);
    self->info->openEdges = (uint32_t)self->open.count;
    self->info->nonManifoldEdges = (uint32_t)self->nonManifold.count;
    self->info->inconsistentEdges = (uint32_t)self->inconsistent.count;
    self->info->closed = self->open.count == 0;
    return SupStatus_Ok;
}

// ---- Crossings -------------------------------------------------------------------------------------------------------

static bool testPair(void *user, uint32_t a, uint32_t b) {
    Checker *self = (Checker *)user;
    Vec3 p[3], q[3];
    for (uint32_t k = 0; k < 3; ++k) p[k] = corner(self->surface, a, k), q[k] = corner(self->surface, b, k);
    if (!supTrianglesCross(p, q, TOUCHING * self->diagonal)) return true;
    if (self->crossings.count >= MAX_CROSSINGS) return false;
    // the pair as two ids: places keep the first few
    supPlacesAdd(&self->crossings, a);
    if (self->crossings.idCount < SUP_REPORT_MAX_IDS) self->crossings.ids[self->crossings.idCount++] = b;
    return true;
}

static SupStatus checkCrossings(Checker *self) {
    uint32_t count = self->surface->triangleCount;
    SupBox *boxes = SUP_NEW_ARRAY(SupBox, count);
    if (!boxes) return outOfMemory(self->report);
    for (uint32_t t = 0; t < count; ++t) {
        Vec3 a = corner(self->surface, t, 0), b = corner(self->surface, t, 1), c = corner(self->surface, t, 2);
        boxes[t] = (SupBox){vec3Min(a, vec3Min(b, c)), vec3Max(a, vec3Max(b, c))};
    }
    SupBoxTree tree;
    bool built = supBoxTreeBuild(boxes, count, &tree);
    if (built) self->limited = !supBoxTreePairs(&tree, MAX_BOX_TESTS + (uint64_t)BOX_TESTS_EACH * count, testPair, self);
    supBoxTreeFree(&tree);
    supFree(boxes);
    self->info->crossings = (uint32_t)self->crossings.count;
    return built ? SupStatus_Ok : outOfMemory(self->report);
}

// ---- Hanging vertices ------------------------------------------------------------------------------------------------

typedef struct Hanging {
    const SupSurface *surface;
    const uint32_t *openHalfEdges;
    double tolerance;
    uint64_t tests;
    bool found;
} Hanging;

/// Whether vertex `v` lies on the inside of open edge `e`. Returns false to stop once it does.
static bool testHanging(void *user, uint32_t e, uint32_t v) {
    Hanging *self = (Hanging *)user;
    if (++self->tests > MAX_EDGE_TESTS) return false;
    const uint32_t *triangles = self->surface->triangles;
    uint32_t from = supHalfEdgeFrom(triangles, self->openHalfEdges[e]),
             to = supHalfEdgeTo(triangles, self->openHalfEdges[e]);
    if (v == from || v == to) return true;
    Vec3 a = vec3Load(self->surface->positions + 3 * (size_t)from);
    Vec3 p = vec3Sub(vec3Load(self->surface->positions + 3 * (size_t)v), a);
    Vec3 edge = vec3Sub(vec3Load(self->surface->positions + 3 * (size_t)to), a);
    double length = vec3Length(edge), along = vec3Dot(p, edge) / (length > 0 ? length : 1.0);
    if (!(along > self->tolerance && along < length - self->tolerance)) return true;
    double distance = vec3Length(vec3Sub(p, vec3Scale(edge, along / length)));
    self->found = distance <= self->tolerance;
    return !self->found;
}

static SupBox boxAround(Vec3 a, Vec3 b, double margin) {
    Vec3 m = vec3(margin, margin, margin);
    return (SupBox){vec3Sub(vec3Min(a, b), m), vec3Add(vec3Max(a, b), m)};
}

/// A T-junction needs an open edge, and its vertex is the end of others.
static SupStatus checkHanging(Checker *self) {
    const SupSurface *s = self->surface;
    uint32_t openCount = self->info->openEdges, n = 0;
    if (openCount == 0) return SupStatus_Ok;
    uint32_t *open = SUP_NEW_ARRAY(uint32_t, openCount);
    SupBox *boxes = SUP_NEW_ARRAY(SupBox, openCount);
    unsigned char *rim = (unsigned char *)supAllocZero(s->vertexCount, 1);
    SupBoxTree tree = {0};
    Hanging hanging = {s, open, HANGING * self->diagonal, 0, false};
    bool ok = open && boxes && rim;
    for (uint32_t e = 0; ok && e < self->edges.count; ++e) {
        if (supEdgeValence(&self->edges, e) != 1) continue;
        uint32_t h = self->edges.halfEdges[self->edges.start[e]];
        uint32_t from = supHalfEdgeFrom(s->triangles, h), to = supHalfEdgeTo(s->triangles, h);
        rim[from] = rim[to] = 1;
        boxes[n] = boxAround(vec3Load(s->positions + 3 * (size_t)from), vec3Load(s->positions + 3 * (size_t)to), 0);
        open[n++] = h;
    }
    ok = ok && supBoxTreeBuild(boxes, n, &tree);
    for (uint32_t v = 0; ok && v < s->vertexCount && hanging.tests <= MAX_EDGE_TESTS; ++v) {
        if (!rim[v]) continue;
        hanging.found = false;
        Vec3 p = vec3Load(s->positions + 3 * (size_t)v);
        SupBox around = boxAround(p, p, hanging.tolerance);
        supBoxTreeQuery(&tree, &around, v, testHanging, &hanging);
        if (hanging.found) supPlacesAdd(&self->hanging, v);
    }
    self->info->hangingVertices = (uint32_t)self->hanging.count;
    self->hangingLimited = hanging.tests > MAX_EDGE_TESTS;
    supBoxTreeFree(&tree);
    supFree(open);
    supFree(boxes);
    supFree(rim);
    return ok ? SupStatus_Ok : outOfMemory(self->report);
}

// ---- What to say -----------------------------------------------------------------------------------------------------

static void note(Checker *self, SupSeverity severity, const char *code, const SupPlaces *places, const char *what) {
    char text[96];
    if (places->count)
        supReportAdd(self->report, severity, code, places->count, places->ids, places->idCount, "%llu %s %s",
                     big(places->count), what, supPlacesText(places, text, sizeof text));
}

static void noteAll(Checker *self) {
    const SupSurfaceInfo *info = self->info;
    note(self, SupSeverity_Warning, "open_edges", &self->open, "open edges (edges of one triangle only), of triangles");
    note(self, SupSeverity_Warning, "non_manifold_edges", &self->nonManifold,
         "edges of three or more triangles, of triangles");
    note(self, SupSeverity_Warning, "inconsistent_edges", &self->inconsistent,
         "edges whose triangles wind against each other:");
    note(self, SupSeverity_Warning, "hanging_vertices", &self->hanging,
         "vertices on the inside of another triangle's edge:");
    note(self, SupSeverity_Note, "flat_triangles", &self->flat, "triangles with no area:");
    note(self, SupSeverity_Warning, "crossings", &self->crossings,
         "pairs of triangles cut through each other, the first ones:");
    if (self->limited)
        supReportAdd(self->report, SupSeverity_Note, "crossings_limited", 1, NULL, 0,
                     "crossings were not all looked for: %u were found until the limit", (unsigned)info->crossings);
    if (self->hangingLimited)
        supReportAdd(self->report, SupSeverity_Note, "hanging_limited", 1, NULL, 0,
                     "hanging vertices were not all looked for: %u were found until the limit",
                     (unsigned)info->hangingVertices);
    if (info->parts > 1)
        supReportAdd(self->report, SupSeverity_Note, "parts", info->parts, NULL, 0, "%u parts share no edge with each other",
                     (unsigned)info->parts);
    if (info->closed && info->volume < 0)
        supReportAdd(self->report, SupSeverity_Warning, "inside_out", 1, NULL, 0, "the surface is closed but faces inward");
    if (self->diagonal < 1e-3 || self->diagonal > 1e3) {
        char number[32];
        supFormatDouble(number, sizeof number, self->diagonal, 3);
        supReportAdd(self->report, SupSeverity_Note, "unusual_size", 1, NULL, 0,
                     "the bounds' diagonal is %s m: are the file's units really metres?", number);
    }
}

SupStatus supSurfaceCheck(const SupSurface *surface, SupSurfaceInfo *info, SupReport *report) {
    if (!surface || !info)
        return supFail(report, SupStatus_InvalidArgument, "the surface or the place for its measures is null");
    *info = (SupSurfaceInfo){0};
    SupStatus status = checkInput(surface, report);
    if (status) return status;
    if (surface->triangleCount == 0) {
        supReportAdd(report, SupSeverity_Warning, "no_triangles", 1, NULL, 0, "the surface has no triangles");
        return SupStatus_Ok;
    }
    Checker self = {.surface = surface, .info = info, .report = report};
    measure(&self);
    if (!supEdgesBuild(surface->triangles, surface->triangleCount, surface->vertexCount, &self.edges))
        return outOfMemory(report);
    status = checkEdges(&self);
    if (status == SupStatus_Ok) status = checkCrossings(&self);
    if (status == SupStatus_Ok) status = checkHanging(&self);
    supEdgesFree(&self.edges);
    if (status) {
        *info = (SupSurfaceInfo){0};
        return status;
    }
    noteAll(&self);
    return SupStatus_Ok;
}
