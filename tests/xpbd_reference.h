// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_XPBD_REFERENCE_H
#define SUPPLE_TESTS_XPBD_REFERENCE_H

#include "supple/world.h"

/// The xpbd substep of docs/physics.md in double precision on the CPU, written from its equations alone: positions, not
/// increments; polar decomposition by another algorithm; no code shared with the library's solver.
typedef struct Reference {
    uint32_t vertexCount, tetCount;
    const SupBodyAssetView *view;
    SupMaterial material;
    SupSettings settings;
    double origin[3];
    double *x, *v;       ///< 3 per vertex, world coordinates
    double *inverseMass; ///< 0 = pinned
    double *restInverse; ///< 9 per tet
    double *restVolume;
} Reference;

/// Starts from positions relative to `origin` and velocities as the GPU got them. `pinned` may be null.
Reference *referenceCreate(const SupBodyAssetView *view, const SupMaterial *material, const SupSettings *settings,
                           const double origin[3], const float *positions, const float *velocities, const uint8_t *pinned);
void referenceFrame(Reference *reference);
void referenceFree(Reference *reference);

/// Signed singular value decomposition in double, for comparison: F = U diag(s) V^T. Matrices row-major.
void referenceSvd(const double f[9], double u[9], double s[3], double v[9]);

#endif
