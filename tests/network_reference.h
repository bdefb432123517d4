// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_NETWORK_REFERENCE_H
#define SUPPLE_TESTS_NETWORK_REFERENCE_H

#include "supple/world.h"

/// A network's frame in double precision, written from docs/physics.md and not from the kernels: plain loops, a dense solver
/// for the pulls of a strand.
typedef struct NetworkState {
    double *x, *v; ///< 3 per node, relative to `origin`
    const bool *pinned;
    double origin[3];
} NetworkState;

/// @param collider may be null
/// @param steps that the frame is cut into
void referenceFrame(const SupBodyAssetView *view, const SupSettings *settings, const SupNetworkSettings *network,
                    const SupCollider *collider, uint32_t steps, NetworkState *state);

#endif
