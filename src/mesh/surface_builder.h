// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_SURFACE_BUILDER_H
#define SUPPLE_MESH_SURFACE_BUILDER_H

#include "base/report.h"
#include "supple/mesh.h"
#include "triangulate.h"

/// Collects vertices and polygons while a reader goes through its file. Start from {0}.
typedef struct SupSurfaceBuilder {
    double *positions;
    size_t vertexCount, positionCapacity;
    uint32_t *triangles;
    size_t triangleCount, triangleCapacity;
    uint32_t *corners; ///< of the polygon being read, 0-based and checked by the reader
    size_t cornerCount, cornerCapacity;
    SupTriangulator triangulator;
    uint64_t faces;    ///< polygons so far
    SupPlaces dropped; ///< those with fewer than three different corners
} SupSurfaceBuilder;

/// Makes room for this many vertices in all; the caller has checked that the file can hold them.
SupStatus supBuilderReserveVertices(SupSurfaceBuilder *self, size_t vertices, SupReport *report);
SupStatus supBuilderAddVertex(SupSurfaceBuilder *self, const double position[3], SupReport *report);

void supBuilderBeginFace(SupSurfaceBuilder *self);
SupStatus supBuilderAddCorner(SupSurfaceBuilder *self, uint32_t vertex, SupReport *report);
SupStatus supBuilderEndFace(SupSurfaceBuilder *self, SupReport *report);

/// Hands the arrays over, notes dropped faces. With a status other than Ok everything is freed and *out stays {0}.
SupStatus supBuilderFinish(SupSurfaceBuilder *self, SupStatus status, SupSurface *out, SupReport *report);

#endif
