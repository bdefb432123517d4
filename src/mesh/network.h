// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_NETWORK_H
#define SUPPLE_MESH_NETWORK_H

#include "supple/network.h"

/// Arrays for the counts; strands and triangles too when their counts are not 0. False when memory runs out (*out is {0}).
bool supNetworkAlloc(SupNetwork *out, const SupNetwork *counts);

/// The same for strands of equally many nodes, whose edges, against bending too if they resist it, are then added one by
/// one.
bool supNetworkAllocStrands(SupNetwork *out, uint32_t strands, uint32_t nodes, bool bends, uint32_t sides);

/// One more edge behind those counted so far; there is room for it.
void supNetworkAddEdge(SupNetwork *network, uint32_t a, uint32_t b, double restLength, double stiffness);

/// What generators want of a surface: triangles, indices in range, finite places.
SupStatus supNetworkCheckSurface(const SupSurface *surface, SupReport *report);

/// 0 .. 1, another one for each (seed, index).
double supRandomUnit(uint32_t seed, uint32_t index);

/// Sorts edges by colours that share no node: `order` gets the edges, colour by colour, `start` (freed by the caller) where
/// each begins and where the last ends. First fit in the edges' order. False when memory runs out.
bool supColorEdges(const uint32_t *edges, uint32_t edgeCount, uint32_t nodeCount, uint32_t *order, uint32_t **start,
                   uint32_t *colorCount);

// ---- Tubes -----------------------------------------------------------------------------------------------------------
// Around each node of a strand lies a ring of `sides` vertices. Each end closes with smaller rings, a quarter as many as
// sides, and a point: half a ball. A strand's vertices: first point, first cap's rings, rings of its nodes, last cap's
// rings, last point. shaders/sim/network_tubes.wgsl knows this order.

/// Vertices of the tubes; more than 2^32 come out as UINT64_MAX.
uint64_t supTubeVertices(const SupNetwork *network);
uint64_t supTubeTriangles(const SupNetwork *network);
/// Which node each vertex belongs to, and the triangles, whose indices count the network's nodes first.
void supTubeList(const SupNetwork *network, uint32_t *nodes, uint32_t *triangles);

#endif
