// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_IMPLICIT_REFERENCE_H
#define SUPPLE_TESTS_IMPLICIT_REFERENCE_H

#include "supple/world.h"

/// Implicit Euler in double precision, converged in every substep: what vbd and newton must approach. Written from the
/// energies of docs/physics.md alone: polar decomposition by iteration, full second derivatives, plain conjugate gradients.
/// Without ground.
typedef struct Implicit Implicit;

/// Starts from positions relative to the body's origin and velocities as the GPU got them. `pinned` may be null.
Implicit *implicitCreate(const SupBodyAssetView *view, const SupMaterial *material, const SupSettings *settings,
                         const float *positions, const float *velocities, const uint8_t *pinned);
void implicitFrame(Implicit *implicit);
const double *implicitPositions(const Implicit *implicit); ///< 3 per vertex, relative to the body's origin
void implicitFree(Implicit *implicit);

/// Relative L2 distance of displacements: |x - y| / |y - start| over all vertices.
double implicitError(const Implicit *implicit, const float *positions, const float *start);

/// Elastic energy of a body's positions [J].
double implicitElastic(const SupBodyAssetView *view, const SupMaterial *material, const double *positions);

#endif
