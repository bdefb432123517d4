// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_BODY_ASSET_H
#define SUPPLE_MESH_BODY_ASSET_H

#include <stdatomic.h>

#include "supple/mesh.h"

/// The arrays of an asset in the order in which memory and files hold them: type, member, length.
#define ASSET_ARRAYS(X, v)                                          \
    X(float, positions, 3 * (uint64_t)(v)->vertexCount)             \
    X(uint32_t, tets, 4 * (uint64_t)(v)->tetCount)                  \
    X(uint32_t, triangles, 3 * (uint64_t)(v)->triangleCount)        \
    X(uint32_t, edges, 2 * (uint64_t)(v)->edgeCount)                \
    X(float, restInverse, 9 * (uint64_t)(v)->tetCount)              \
    X(float, restVolume, (v)->tetCount)                             \
    X(float, relaxation, (v)->tetCount)                             \
    X(float, vertexVolume, (v)->vertexCount)                        \
    X(uint32_t, incidenceStart, (uint64_t)(v)->vertexCount + 1)     \
    X(uint32_t, incidence, 4 * (uint64_t)(v)->tetCount)             \
    X(uint32_t, surfaceStart, (uint64_t)(v)->vertexCount + 1)       \
    X(uint32_t, surfaceIncidence, 3 * (uint64_t)(v)->triangleCount) \
    X(uint32_t, colorStart, (uint64_t)(v)->colorCount + 1)          \
    X(uint32_t, colorOrder, (v)->vertexCount)                       \
    X(uint32_t, inputMap, (v)->inputCount)

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

/// How many words the arrays of an asset with the view's counts take.
uint64_t supBodyAssetWords(const SupBodyAssetView *counts);
/// An asset with the view's counts and scalars and room for the arrays (not set). Null when memory runs out.
SupBodyAsset *supBodyAssetAlloc(const SupBodyAssetView *counts);

#endif
