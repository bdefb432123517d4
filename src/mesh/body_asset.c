// SPDX-License-Identifier: MIT
#include "body_asset.h"

#include <string.h>

#include "base/memory.h"

uint64_t supBodyAssetWords(const SupBodyAssetView *counts) {
    uint64_t words = 0;
#define COUNT(Type, member, length) words += (length);
    ASSET_ARRAYS(COUNT, counts)
#undef COUNT
    return words;
}

SupBodyAsset *supBodyAssetAlloc(const SupBodyAssetView *counts) {
    uint64_t wordCount = supBodyAssetWords(counts);
    if (wordCount > SIZE_MAX / 4) return NULL;
    SupBodyAsset *asset = SUP_NEW(SupBodyAsset);
    uint32_t *words = SUP_NEW_ARRAY(uint32_t, (size_t)wordCount);
    if (!asset || !words) {
        supFree(asset);
        supFree(words);
        return NULL;
    }
    atomic_init(&asset->references, 1);
    asset->view = *counts;
    asset->words = words;
    asset->wordCount = (size_t)wordCount;
    uint32_t *next = words;
#define PLACE(Type, member, length) asset->view.member = asset->arrays.member = (Type *)next, next += (length);
    ASSET_ARRAYS(PLACE, counts)
#undef PLACE
    if (counts->inputCount == 0) asset->view.inputMap = NULL;
    return asset;
}

void supBodyAssetRetain(SupBodyAsset *asset) {
    if (asset) atomic_fetch_add(&asset->references, 1);
}

void supBodyAssetRelease(SupBodyAsset *asset) {
    if (!asset || atomic_fetch_sub(&asset->references, 1) != 1) return;
    supFree(asset->words);
    supFree(asset);
}

SupBodyAssetView supBodyAssetView(const SupBodyAsset *asset) {
    SupBodyAssetView none = {0};
    return asset ? asset->view : none;
}

void supListIncidence(const uint32_t *elements, size_t count, uint32_t stride, bool withCorner, uint32_t vertexCount,
                      uint32_t *start, uint32_t *incidence) {
    memset(start, 0, ((size_t)vertexCount + 1) * sizeof *start);
    for (size_t i = 0; i < count * stride; ++i) start[elements[i]]++;
    // Ends first; filling backwards turns them into starts and keeps each list ascending.
    for (uint32_t v = 1; v <= vertexCount; ++v) start[v] += start[v - 1];
    for (size_t i = count * stride; i-- > 0;) incidence[--start[elements[i]]] = (uint32_t)(withCorner ? i : i / stride);
}
