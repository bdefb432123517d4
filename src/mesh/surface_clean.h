// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_SURFACE_CLEAN_H
#define SUPPLE_MESH_SURFACE_CLEAN_H

/// The steps of supSurfaceClean, each in a file of its own.

#include "base/report.h"
#include "supple/mesh.h"

/// For each used vertex the lowest used one within `tolerance` (a fraction of the diagonal of the used vertices' bounds;
/// 0: at equal coordinates) that itself stands for itself; an unused vertex stands for itself. Positions are finite.
/// Merging looks at representatives only, so a chain of close vertices does not collapse into one.
/// Errors: OutOfRange (bounds overflow), OutOfMemory.
SupStatus supWeldVertices(const double *positions, uint32_t count, const unsigned char *used, double tolerance,
                          uint32_t *representatives);

typedef struct SupDuplicates {
    SupPlaces repeats; ///< triangles dropped because an earlier one has the same corners
    SupPlaces walls;   ///< pairs dropped whole: a wall between two solids that are closed without it
} SupDuplicates;

/// Marks in drop[] (all 0 on entry) what has the same three corners as an earlier triangle, whatever its winding.
SupStatus supMarkDuplicates(const uint32_t *triangles, uint32_t count, uint32_t vertexCount, unsigned char *drop,
                            SupDuplicates *found);

typedef struct SupOrientation {
    SupPlaces flipped;    ///< triangles that were turned
    SupPlaces unsolvable; ///< triangles at edges that no choice makes consistent (Moebius strips)
    uint32_t cavities;    ///< closed parts left inward because they are holes inside another part
} SupOrientation;

/// Turns triangles so that neighbours agree and each closed part encloses a positive volume. Open parts follow the
/// larger area, or their volume where the opening is small.
SupStatus supOrientTriangles(const double *positions, uint32_t vertexCount, uint32_t *triangles, uint32_t count,
                             SupOrientation *found);

#endif
