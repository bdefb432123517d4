// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_BODY_ASSET_H
#define SUPPLE_MESH_BODY_ASSET_H

#include <stdatomic.h>

#include "supple/mesh.h"

/// The arrays of an asset in the order in which memory and files hold them: type, member, length.
#define ASSET_ARRAYS(X, v)                                        \
    X(float, positions, 3 * (uint64_t)(v)->vertexCount)           \
    X(uint32_t, tets, 4 * (uint64_t)(v)->tetCount)                \
    X(uint32_t, triangles, 3 * (uint64_t)(v)->triangleCount)      \
    X(uint32_t, edges, 2 * (uint64_t)(v)->edgeCount)              \
    X(float, restInverse, 9 * (uint64_t)(v)->tetCount)            \
    X(float, restVolume, (v)->tetCount)                           \
    X(float, relaxation, (v)->tetCount)                           \
    X(float, vertexVolume, (v)->vertexCount)                      \
    X(uint32_t, incidenceStart, (uint64_t)(v)->vertexCount + 1)   \
    X(uint32_t, incidence, 4 * (uint64_t)(v)->tetCount)           \
    X(uint32_t, surfaceStart, (uint64_t)(v)->vertexCount + 1)     \
    X(uint32_t, surfaceIncidence, supBodyAssetSurfaceEntries(v))  \
    X(uint32_t, colorStart, (uint64_t)(v)->colorCount + 1)        \
    X(uint32_t, colorOrder, (v)->vertexCount)                     \
    X(uint32_t, inputMap, (v)->inputCount)                        \
    X(float, inverseMass, (v)->nodeCount)                         \
    X(float, decay, (v)->nodeCount)                               \
    X(uint32_t, springs, 2 * (uint64_t)(v)->springCount)          \
    X(float, springRest, (v)->springCount)                        \
    X(float, springStiffness, (v)->springCount)                   \
    X(uint32_t, springColor, (uint64_t)(v)->springColorCount + 1) \
    X(uint32_t, strandStart, (uint64_t)(v)->strandCount + 1)      \
    X(float, strandRadius, 2 * (uint64_t)(v)->strandCount)        \
    X(float, links, 4 * (uint64_t)(v)->linkCount)                 \
    X(uint32_t, tubeNodes, (v)->tubeCount)                        \
    X(uint32_t, edgePlaces, (v)->networkEdgeCount)

typedef struct BodyAssetArrays {
#define MEMBER(Type, member, length) Type *member;
    ASSET_ARRAYS(MEMBER, 0)
#undef MEMBER
} BodyAssetArrays;

struct SupBodyAsset {
    atomic_uint references;
    SupBodyAssetView view;
    BodyAssetArrays arrays; ///< the view's arrays, to be filled
    uint32_t *words;        ///< all arrays one after another, every element 4 bytes
    size_t wordCount;
};

/// Entries of surfaceIncidence: triangles of tubes stand around no node.
static inline uint64_t supBodyAssetSurfaceEntries(const SupBodyAssetView *view) {
    return view->tubeCount ? 0 : 3 * (uint64_t)view->triangleCount;
}

/// How many words the arrays of an asset with the view's counts take.
uint64_t supBodyAssetWords(const SupBodyAssetView *counts);
/// An asset with the view's counts and scalars and room for the arrays (not set). Null when memory runs out.
SupBodyAsset *supBodyAssetAlloc(const SupBodyAssetView *counts);

/// Lists for each vertex where it occurs in `elements` of `stride` corners: as an index into them (withCorner) or the
/// element. `start` has vertexCount + 1 entries.
void supListIncidence(const uint32_t *elements, size_t count, uint32_t stride, bool withCorner, uint32_t vertexCount,
                      uint32_t *start, uint32_t *incidence);
/// Everything about a network's part of an asset that code working with it relies on.
bool supNetworkAssetHolds(const SupBodyAssetView *view);

#endif
