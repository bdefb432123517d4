// SPDX-License-Identifier: MIT
#include "surface_builder.h"

#include "base/memory.h"

static SupStatus outOfMemory(SupReport *report) {
    return supFail(report, SupStatus_OutOfMemory, "out of memory while reading the surface");
}

SupStatus supBuilderReserveVertices(SupSurfaceBuilder *self, size_t vertices, SupReport *report) {
    if (vertices >= SUP_NO_INDEX) return supFail(report, SupStatus_OutOfRange, "the file has more than 4294967294 vertices");
    if (vertices > SIZE_MAX / 3 ||
        !supGrow((void **)&self->positions, &self->positionCapacity, 3 * vertices, sizeof(double)))
        return outOfMemory(report);
    return SupStatus_Ok;
}

SupStatus supBuilderAddVertex(SupSurfaceBuilder *self, const double position[3], SupReport *report) {
    size_t at = 3 * self->vertexCount;
    if (at + 3 > self->positionCapacity) {
        SupStatus status = supBuilderReserveVertices(self, self->vertexCount + 1, report);
        if (status) return status;
    }
    for (size_t i = 0; i < 3; ++i) self->positions[at + i] = position[i];
    self->vertexCount++;
    return SupStatus_Ok;
}

void supBuilderBeginFace(SupSurfaceBuilder *self) { self->cornerCount = 0; }

SupStatus supBuilderAddCorner(SupSurfaceBuilder *self, uint32_t vertex, SupReport *report) {
    if (!supGrow((void **)&self->corners, &self->cornerCapacity, self->cornerCount + 1, sizeof(uint32_t)))
        return outOfMemory(report);
    self->corners[self->cornerCount++] = vertex;
    return SupStatus_Ok;
}

SupStatus supBuilderEndFace(SupSurfaceBuilder *self, SupReport *report) {
    size_t count = self->cornerCount;
    uint64_t face = self->faces++;
    if (count >= UINT32_MAX / 4)
        return supFail(report, SupStatus_OutOfRange, "face %llu has more than 1073741823 corners", (unsigned long long)face);
    if (!supTriangulatorReserve(&self->triangulator, count)) return outOfMemory(report);
    count = supPolygonReduce(&self->triangulator, self->corners, count);
    if (count < 3) return supPlacesAdd(&self->dropped, face), SupStatus_Ok;
    size_t triangles = self->triangleCount + count - 2;
    if (triangles >= UINT32_MAX / 3)
        return supFail(report, SupStatus_OutOfRange, "the file has more than 1431655764 triangles");
    if (!supGrow((void **)&self->triangles, &self->triangleCapacity, 3 * triangles, sizeof(uint32_t)))
        return outOfMemory(report);
    self->triangleCount += supTriangulate(&self->triangulator, self->positions, self->corners, count,
                                          self->triangles + 3 * self->triangleCount);
    return SupStatus_Ok;
}

static void noteFaces(const SupSurfaceBuilder *self, SupReport *report) {
    char text[96];
    if (self->dropped.count)
        supReportAdd(report, SupSeverity_Note, "degenerate_faces", self->dropped.count, self->dropped.ids,
                     self->dropped.idCount, "%llu faces with fewer than three different corners dropped: %s",
                     (unsigned long long)self->dropped.count, supPlacesText(&self->dropped, text, sizeof text));
    if (self->triangulator.forced)
        supReportAdd(report, SupSeverity_Warning, "crossed_polygons", self->triangulator.forced, NULL, 0,
                     "polygons that cross themselves or have very many corners: %llu corners were cut off blindly",
                     (unsigned long long)self->triangulator.forced);
}

SupStatus supBuilderFinish(SupSurfaceBuilder *self, SupStatus status, SupSurface *out, SupReport *report) {
    supFree(self->corners);
    if (status == SupStatus_Ok) {
        noteFaces(self, report);
        // growing leaves up to half unused: give it back; keeping the larger block is no failure
        double *positions = (double *)supRealloc(self->positions, self->vertexCount, 3 * sizeof(double));
        uint32_t *triangles = (uint32_t *)supRealloc(self->triangles, self->triangleCount, 3 * sizeof(uint32_t));
        out->positions = positions ? positions : self->positions;
        out->triangles = triangles ? triangles : self->triangles;
        out->vertexCount = (uint32_t)self->vertexCount;
        out->triangleCount = (uint32_t)self->triangleCount;
    } else {
        supFree(self->positions);
        supFree(self->triangles);
    }
    supTriangulatorFree(&self->triangulator);
    *self = (SupSurfaceBuilder){0};
    return status;
}
