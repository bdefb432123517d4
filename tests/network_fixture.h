// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_NETWORK_FIXTURE_H
#define SUPPLE_TESTS_NETWORK_FIXTURE_H

/// Small networks for GPU tests. A failure of these helpers fails the running test.

#include "gpu_fixture.h"

#include "base/vec.h"

/// Nothing takes energy out: decay 1, no air.
SupNetworkSettings lossless(uint32_t iterations);
/// A row of nodes from `from` in direction `along`, each 1 / inverseMass heavy. With `springs` its edges are solved by
/// colours (as an array without strands), else as a strand. Freed by supBodyAssetRelease.
SupBodyAsset *rowAsset(uint32_t nodes, double edgeLength, Vec3 along, double nodeMass, double bend, bool springs);
SupBodyAsset *clothAsset(uint32_t columns, uint32_t rows, double edgeLength, double stretch, double shear, double bend);
/// The closed surface of a cube with `cells` cells along an edge.
SupBodyAsset *shellAsset(double size, uint32_t cells);
/// A body with its first node at `place`; the asset's reference is taken over.
SupBodyId addNetwork(SupWorld *world, SupBodyAsset *asset, Vec3 place, const SupNetworkSettings *network,
                     const uint32_t *pinned, uint32_t pinnedCount);
/// Two nodes, the first pinned at height 5 above the origin, `angle` from hanging.
SupBodyId addPendulum(SupWorld *world, bool springs, double length, double angle, const SupNetworkSettings *network);
/// Where all nodes are now, in the world; freed by free().
Vec3 *nodePlaces(SupWorld *world, SupBodyId body);
/// One of them.
Vec3 nodePlace(SupWorld *world, SupBodyId body, uint32_t node);

#endif
