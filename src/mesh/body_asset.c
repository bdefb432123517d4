// SPDX-License-Identifier: MIT
#include "body_asset.h"

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
