// SPDX-License-Identifier: MIT
#include "surface_clean.h"

#include "base/memory.h"
#include "base/vec.h"

#include <string.h>

/// Everything is made beside the input and handed over at the end, so that a failure leaves the input as it was.
typedef struct Cleaner {
    const SupSurface *in;
    const SupSurfaceCleanDesc *desc;
    SupReport *report;
    unsigned char *used; ///< per input vertex
    unsigned char *drop; ///< per triangle of `triangles`
    uint32_t *map;       ///< per input vertex its representative, later its new index
    uint32_t *triangles; ///< what is left, in input vertices
    uint32_t *source;    ///< per triangle of `triangles` its index in the input
    uint32_t *inputMap;
    double *positions;
    uint32_t triangleCount, vertexCount;
    SupDuplicates duplicates;
    SupOrientation orientation;
} Cleaner;

static unsigned long long big(uint64_t n) { return (unsigned long long)n; }

static SupStatus outOfMemory(const Cleaner *self) {
    return supFail(self->report, SupStatus_OutOfMemory, "out of memory while cleaning %u triangles",
                   (unsigned)self->in->triangleCount);
}

static SupStatus checkInput(const SupSurface *in, const SupSurfaceCleanDesc *desc, SupReport *report) {
    if (!(desc->weldTolerance >= 0 && desc->weldTolerance <= 0.01))
        return supFail(report, SupStatus_InvalidArgument, "weldTolerance lies outside 0..0.01 of the diagonal");
    if (in->triangleCount == 0) return supFail(report, SupStatus_Empty, "the surface has no triangles");
    if (!in->triangles || !in->positions || in->triangleCount >= UINT32_MAX / 3 || in->vertexCount == SUP_NO_INDEX)
        return supFail(report, SupStatus_InvalidArgument,
                       "the surface has null arrays or more elements than 32 bits can count");
    for (size_t i = 0; i < 3 * (size_t)in->triangleCount; ++i)
        if (in->triangles[i] >= in->vertexCount)
            return supFail(report, SupStatus_InvalidArgument, "triangle %zu has vertex %u, but there are %u", i / 3,
                           (unsigned)in->triangles[i], (unsigned)in->vertexCount);
    SupPlaces bad = {0};
    for (size_t i = 0; i < in->vertexCount; ++i)
        if (!vec3Finite(vec3Load(in->positions + 3 * i))) supPlacesAdd(&bad, i);
    char text[96];
    if (bad.count)
        return supFail(report, SupStatus_NotFinite, "%llu vertices are not finite: %s", big(bad.count),
                       supPlacesText(&bad, text, sizeof text));
    return SupStatus_Ok;
}

static SupStatus weld(Cleaner *self) {
    const SupSurface *in = self->in;
    for (size_t i = 0; i < 3 * (size_t)in->triangleCount; ++i) self->used[in->triangles[i]] = 1;
    SupStatus status = supWeldVertices(in->positions, in->vertexCount, self->used, self->desc->weldTolerance, self->map);
    if (status == SupStatus_OutOfRange)
        return supFail(self->report, SupStatus_NotFinite, "the surface is larger than double precision can measure");
    if (status) return outOfMemory(self);
    SupPlaces welded = {0};
    uint32_t before = 0;
    for (uint32_t i = 0; i < in->vertexCount; ++i) {
        before += self->used[i];
        if (self->map[i] != i) supPlacesAdd(&welded, i);
    }
    if (welded.count)
        supReportAdd(self->report, SupSeverity_Note, "welded", welded.count, welded.ids, welded.idCount,
                     "welded %u -> %u vertices", (unsigned)before, (unsigned)(before - welded.count));
    return SupStatus_Ok;
}

/// Triangles whose corners welding has joined. Those that are merely flat stay: without them there would be a crack.
static void takeTriangles(Cleaner *self) {
    SupPlaces degenerate = {0};
    for (uint32_t t = 0; t < self->in->triangleCount; ++t) {
        uint32_t c[3];
        for (size_t k = 0; k < 3; ++k) c[k] = self->map[self->in->triangles[3 * (size_t)t + k]];
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) {
            supPlacesAdd(&degenerate, t);
            continue;
        }
        memcpy(self->triangles + 3 * (size_t)self->triangleCount, c, sizeof c);
        self->source[self->triangleCount++] = t;
    }
    char text[96];
    if (degenerate.count)
        supReportAdd(self->report, SupSeverity_Note, "degenerate", degenerate.count, degenerate.ids, degenerate.idCount,
                     "%llu triangles with two equal corners dropped: %s", big(degenerate.count),
                     supPlacesText(&degenerate, text, sizeof text));
}

/// Places were collected in the numbering of `triangles`; people know the input's.
static void toInput(const Cleaner *self, SupPlaces *places) {
    for (uint32_t i = 0; i < places->idCount; ++i) places->ids[i] = self->source[places->ids[i]];
}

static SupStatus dropDuplicates(Cleaner *self) {
    SupDuplicates *found = &self->duplicates;
    if (supMarkDuplicates(self->triangles, self->triangleCount, self->in->vertexCount, self->drop, found))
        return outOfMemory(self);
    toInput(self, &found->repeats);
    toInput(self, &found->walls);
    uint32_t kept = 0;
    for (uint32_t t = 0; t < self->triangleCount; ++t) {
        if (self->drop[t]) continue;
        memmove(self->triangles + 3 * (size_t)kept, self->triangles + 3 * (size_t)t, 3 * sizeof(uint32_t));
        self->source[kept++] = self->source[t];
    }
    self->triangleCount = kept;
    char text[96];
    if (found->repeats.count)
        supReportAdd(self->report, SupSeverity_Note, "duplicate", found->repeats.count, found->repeats.ids,
                     found->repeats.idCount, "%llu triangles with the same corners as another dropped: %s",
                     big(found->repeats.count), supPlacesText(&found->repeats, text, sizeof text));
    if (found->walls.count)
        supReportAdd(self->report, SupSeverity_Note, "inner_walls", found->walls.count, found->walls.ids,
                     found->walls.idCount, "%llu pairs of triangles between touching solids dropped: %s",
                     big(found->walls.count), supPlacesText(&found->walls, text, sizeof text));
    return SupStatus_Ok;
}

static SupStatus orient(Cleaner *self) {
    SupOrientation *found = &self->orientation;
    if (supOrientTriangles(self->in->positions, self->in->vertexCount, self->triangles, self->triangleCount, found))
        return outOfMemory(self);
    toInput(self, &found->flipped);
    toInput(self, &found->unsolvable);
    char text[96];
    if (found->flipped.count)
        supReportAdd(self->report, SupSeverity_Warning, "flipped", found->flipped.count, found->flipped.ids,
                     found->flipped.idCount, "%llu of %u triangles turned outward: %s", big(found->flipped.count),
                     (unsigned)self->triangleCount, supPlacesText(&found->flipped, text, sizeof text));
    if (found->unsolvable.count)
        supReportAdd(self->report, SupSeverity_Warning, "one_sided", found->unsolvable.count, found->unsolvable.ids,
                     found->unsolvable.idCount, "%llu edges of a one-sided surface stay inconsistent: triangles %s",
                     big(found->unsolvable.count), supPlacesText(&found->unsolvable, text, sizeof text));
    if (found->cavities)
        supReportAdd(self->report, SupSeverity_Note, "cavities", found->cavities, NULL, 0,
                     "%u closed parts face inward inside another part: kept as cavities", (unsigned)found->cavities);
    return SupStatus_Ok;
}

/// Turns map[] from representatives into new indices and copies the vertices that stay.
static void compactVertices(Cleaner *self) {
    const SupSurface *in = self->in;
    SupPlaces unused = {0};
    memset(self->used, 0, in->vertexCount);
    for (size_t i = 0; i < 3 * (size_t)self->triangleCount; ++i) self->used[self->triangles[i]] = 1;
    for (uint32_t i = 0; i < in->vertexCount; ++i) {
        if (self->map[i] < i) { // its representative has its place already, or none
            self->map[i] = self->map[self->map[i]];
            continue;
        }
        if (!self->used[i]) supPlacesAdd(&unused, i);
        if (!self->used[i] && self->desc->dropUnused) {
            self->map[i] = SUP_NO_INDEX;
            continue;
        }
        memcpy(self->positions + 3 * (size_t)self->vertexCount, in->positions + 3 * (size_t)i, 3 * sizeof(double));
        self->map[i] = self->vertexCount++;
    }
    for (size_t i = 0; i < 3 * (size_t)self->triangleCount; ++i) self->triangles[i] = self->map[self->triangles[i]];
    char text[96];
    if (unused.count)
        supReportAdd(self->report, SupSeverity_Note, "unused", unused.count, unused.ids, unused.idCount,
                     "%llu vertices that no triangle uses %s: %s", big(unused.count),
                     self->desc->dropUnused ? "dropped" : "kept", supPlacesText(&unused, text, sizeof text));
}

/// input -> surface before -> surface now. Null stays null while nothing moved.
static SupStatus composeMap(Cleaner *self, uint32_t *inputCount) {
    const SupSurface *in = self->in;
    *inputCount = in->inputMap ? in->inputCount : 0;
    if (!in->inputMap && self->vertexCount == in->vertexCount) return SupStatus_Ok;
    if (!in->inputMap) *inputCount = in->vertexCount;
    self->inputMap = SUP_NEW_ARRAY(uint32_t, *inputCount);
    if (!self->inputMap) return outOfMemory(self);
    for (uint32_t i = 0; i < *inputCount; ++i) {
        uint32_t before = in->inputMap ? in->inputMap[i] : i;
        self->inputMap[i] = before < in->vertexCount ? self->map[before] : SUP_NO_INDEX;
    }
    return SupStatus_Ok;
}

static SupStatus clean(Cleaner *self, uint32_t *inputCount) {
    const SupSurface *in = self->in;
    self->used = (unsigned char *)supAllocZero(in->vertexCount, 1);
    self->drop = (unsigned char *)supAllocZero(in->triangleCount, 1);
    self->map = SUP_NEW_ARRAY(uint32_t, in->vertexCount);
    self->triangles = SUP_NEW_ARRAY(uint32_t, 3 * (size_t)in->triangleCount);
    self->source = SUP_NEW_ARRAY(uint32_t, in->triangleCount);
    self->positions = SUP_NEW_ARRAY(double, 3 * (size_t)in->vertexCount);
    if (!self->used || !self->drop || !self->map || !self->triangles || !self->source || !self->positions)
        return outOfMemory(self);
    SupStatus status = weld(self);
    if (status) return status;
    takeTriangles(self);
    status = dropDuplicates(self);
    if (status) return status;
    if (self->triangleCount == 0)
        return supFail(self->report, SupStatus_Empty, "none of the %u triangles has three different corners",
                       (unsigned)in->triangleCount);
    if (self->desc->orient) status = orient(self);
    if (status) return status;
    compactVertices(self);
    return composeMap(self, inputCount);
}

SupStatus supSurfaceClean(SupSurface *surface, const SupSurfaceCleanDesc *desc, SupReport *report) {
    static const SupSurfaceCleanDesc made = SUP_SURFACE_CLEAN_DESC_INIT;
    if (!surface) return supFail(report, SupStatus_InvalidArgument, "the surface is null");
    if (!desc || desc->cookie != made.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the description was not made with SUP_SURFACE_CLEAN_DESC_INIT");
    SupStatus status = checkInput(surface, desc, report);
    if (status) return status;
    Cleaner self = {.in = surface, .desc = desc, .report = report};
    uint32_t inputCount = 0;
    status = clean(&self, &inputCount);
    supFree(self.used);
    supFree(self.drop);
    supFree(self.map);
    supFree(self.source);
    if (status) {
        supFree(self.triangles);
        supFree(self.positions);
        supFree(self.inputMap);
        return status;
    }
    // room for everything was taken; keeping the larger blocks is no failure
    double *positions = (double *)supRealloc(self.positions, self.vertexCount, 3 * sizeof(double));
    uint32_t *triangles = (uint32_t *)supRealloc(self.triangles, self.triangleCount, 3 * sizeof(uint32_t));
    if (positions) self.positions = positions;
    if (triangles) self.triangles = triangles;
    supSurfaceFree(surface);
    *surface = (SupSurface){self.positions, self.triangles, self.vertexCount, self.triangleCount, self.inputMap, inputCount};
    return SupStatus_Ok;
}
