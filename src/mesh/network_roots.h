// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_NETWORK_ROOTS_H
#define SUPPLE_MESH_NETWORK_ROOTS_H

#include "base/vec.h"
#include "supple/mesh.h"

/// Where hair leaves a surface.
typedef struct HairRoot {
    Vec3 place, normal; ///< a unit vector, smooth across triangles
} HairRoot;

/// Spreads `count` roots over the triangles whose normal has a cosine to `crown` of at least `least`: evenly by area, and
/// away from each other. Errors: Empty, OutOfMemory.
SupStatus supSpreadRoots(const SupSurface *surface, Vec3 crown, double least, uint32_t seed, uint32_t count, HairRoot *roots,
                         SupReport *report);

#endif
