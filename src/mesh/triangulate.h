// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TRIANGULATE_H
#define SUPPLE_MESH_TRIANGULATE_H

#include "supple/base.h"

/// Scratch memory for polygons, and what became of them. Start from {0}.
typedef struct SupTriangulator {
    double *flat;       ///< 2 per corner: the polygon in its plane, counter-clockwise
    uint32_t *previous; ///< ring of the corners that are left
    uint32_t *next;
    uint32_t *before; ///< ring of the corners that are left and not convex
    uint32_t *after;
    size_t capacity;
    uint64_t work;   ///< corner tests so far: bounded, so that a hostile polygon cannot take for ever
    uint64_t forced; ///< ears cut although none was clean: the polygon crosses itself
} SupTriangulator;

/// Makes room for polygons of `count` corners. False when out of memory or when 4 * count does not fit 32 bits.
bool supTriangulatorReserve(SupTriangulator *self, size_t count);
void supTriangulatorFree(SupTriangulator *self);

/// Removes corners that repeat: neighbours alike, spikes (a b a) and whole rounds (1 2 3 4 1 2 3 4). In place; returns
/// how many are left. Polygons with a hole joined by a bridge keep their repeated corners.
size_t supPolygonReduce(SupTriangulator *self, uint32_t *corners, size_t count);

/// Cuts a polygon of at least three reduced corners into at most count - 2 triangles of the same winding, by ear clipping in
/// the plane of its Newell normal. Room for `count` corners has been reserved. Returns the number of triangles.
size_t supTriangulate(SupTriangulator *self, const double *positions, const uint32_t *corners, size_t count, uint32_t *out);

#endif
