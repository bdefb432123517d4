// SPDX-License-Identifier: MIT
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"
#include "body_asset.h"
#include "bytes.h"
#include "tet.h"

// The block: magic, version, XXH64 of everything behind it, fourteen counts, six doubles, then the arrays of ASSET_ARRAYS
// without gaps, all little-endian. See docs/formats.md.
static const unsigned char magic[8] = {'S', 'U', 'P', 'A', 'S', 'S', 'E', 'T'};
enum {
    VERSION = 3,
    VERSION_AT = 8,
    LENGTH_AT = 12,
    HASH_AT = 20,
    BODY_AT = 28,
    COUNTS = 14,
    SCALARS = 6,
    SCALARS_AT = BODY_AT + 4 * COUNTS,
    HEADER = SCALARS_AT + 8 * SCALARS
};

static void storeU64(unsigned char *p, uint64_t value) {
    bytesStoreU32(p, (uint32_t)value);
    bytesStoreU32(p + 4, (uint32_t)(value >> 32));
}

SupStatus supBodyAssetSerialize(const SupBodyAsset *asset, void **bytes, size_t *length) {
    if (!asset || !bytes || !length) return SupStatus_InvalidArgument;
    *bytes = NULL, *length = 0;
    if (asset->wordCount > (SIZE_MAX - HEADER) / 4) return SupStatus_OutOfMemory;
    const SupBodyAssetView *view = &asset->view;
    size_t size = HEADER + 4 * asset->wordCount;
    unsigned char *block = supAlloc(size, 1);
    if (!block) return SupStatus_OutOfMemory;
    const uint32_t counts[COUNTS] = {
        view->vertexCount, view->tetCount,  view->triangleCount, view->edgeCount,        view->colorCount,
        view->inputCount,  view->nodeCount, view->springCount,   view->springColorCount, view->strandCount,
        view->linkCount,   view->tubeCount, view->sides,         view->networkEdgeCount};
    const double scalars[SCALARS] = {view->center[0], view->center[1], view->center[2],
                                     view->radius,    view->minEdge,   view->enclosedVolume};
    memcpy(block, magic, sizeof magic);
    bytesStoreU32(block + VERSION_AT, VERSION);
    storeU64(block + LENGTH_AT, size);
    for (size_t i = 0; i < COUNTS; ++i) bytesStoreU32(block + BODY_AT + 4 * i, counts[i]);
    for (size_t i = 0; i < SCALARS; ++i) {
        uint64_t bits;
        memcpy(&bits, &scalars[i], sizeof bits);
        storeU64(block + SCALARS_AT + 8 * i, bits);
    }
    for (size_t i = 0; i < asset->wordCount; ++i) bytesStoreU32(block + HEADER + 4 * i, asset->words[i]);
    storeU64(block + HASH_AT, XXH64(block + BODY_AT, size - BODY_AT, VERSION));
    *bytes = block, *length = size;
    return SupStatus_Ok;
}

static bool allBelow(const uint32_t *values, size_t count, uint32_t limit) {
    for (size_t i = 0; i < count; ++i)
        if (values[i] >= limit) return false;
    return true;
}

static bool finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(values[i])) return false;
    return true;
}

static bool positive(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!(values[i] > 0.0f) || !isfinite(values[i])) return false;
    return true;
}

/// A prefix sum: starts at 0, never falls, ends at `total`.
static bool isPrefixSum(const uint32_t *start, size_t count, uint64_t total) {
    for (size_t i = 0; i < count; ++i)
        if (start[i] > start[i + 1]) return false;
    return start[0] == 0 && start[count] == total;
}

/// Every list of a vertex is ascending and names places where the vertex really is; together with the lengths this makes the
/// lists complete.
static bool incidenceHolds(const SupBodyAssetView *v) {
    for (uint32_t i = 0; i < v->vertexCount; ++i) {
        for (uint32_t k = v->incidenceStart[i]; k < v->incidenceStart[i + 1]; ++k) {
            if (v->incidence[k] >= 4 * v->tetCount || v->tets[v->incidence[k]] != i) return false;
            if (k > v->incidenceStart[i] && v->incidence[k] <= v->incidence[k - 1]) return false;
        }
        for (uint32_t k = v->surfaceStart[i]; k < v->surfaceStart[i + 1]; ++k) {
            uint32_t t = v->surfaceIncidence[k];
            if (t >= v->triangleCount) return false;
            const uint32_t *corner = v->triangles + 3 * (size_t)t;
            if (corner[0] != i && corner[1] != i && corner[2] != i) return false;
            if (k > v->surfaceStart[i] && t <= v->surfaceIncidence[k - 1]) return false;
        }
    }
    return true;
}

static bool edgesHold(const SupBodyAssetView *v) {
    for (size_t e = 0; e < v->edgeCount; ++e) {
        const uint32_t *edge = v->edges + 2 * e;
        if (edge[0] >= edge[1] || edge[1] >= v->vertexCount) return false;
        if (e > 0 && (edge[-2] > edge[0] || (edge[-2] == edge[0] && edge[-1] >= edge[1]))) return false;
    }
    return true;
}

/// Each vertex has one colour and no tet two corners of one colour (nor, with that, one vertex twice).
static SupStatus checkColors(const SupBodyAssetView *v, bool *hold) {
    uint32_t *colors = SUP_NEW_ARRAY(uint32_t, v->vertexCount);
    if (!colors) return SupStatus_OutOfMemory;
    memset(colors, 0xff, (size_t)v->vertexCount * sizeof *colors);
    for (uint32_t c = 0; c < v->colorCount; ++c)
        for (uint32_t i = v->colorStart[c]; i < v->colorStart[c + 1]; ++i) {
            *hold = *hold && colors[v->colorOrder[i]] == UINT32_MAX;
            colors[v->colorOrder[i]] = c;
        }
    for (uint32_t t = 0; t < v->tetCount && *hold; ++t)
        for (int i = 1; i < 4; ++i)
            for (int j = 0; j < i; ++j)
                *hold = *hold && colors[v->tets[4 * (size_t)t + (size_t)i]] != colors[v->tets[4 * (size_t)t + (size_t)j]];
    supFree(colors);
    return SupStatus_Ok;
}

static bool hasNoNetwork(const SupBodyAssetView *v) {
    uint32_t counts =
        v->springCount | v->springColorCount | v->strandCount | v->linkCount | v->tubeCount | v->sides | v->networkEdgeCount;
    return counts == 0 && v->springColor[0] == 0 && v->strandStart[0] == 0 && v->enclosedVolume == 0.0;
}

/// Everything that code working with an asset relies on. Order matters: later checks use what earlier ones have shown.
static SupStatus checkAsset(const SupBodyAssetView *v, SupReport *report) {
    bool network = v->nodeCount > 0;
    bool hold = v->vertexCount > 0 && (v->tetCount > 0) != network && v->tetCount <= SUP_MAX_TETS && v->colorCount > 0;
    hold = hold && isfinite(v->center[0]) && isfinite(v->center[1]) && isfinite(v->center[2]);
    hold = hold && (v->radius > 0.0 || (network && v->radius == 0.0)) && isfinite(v->radius) && v->minEdge > 0.0 &&
           isfinite(v->minEdge);
    hold = hold && allBelow(v->tets, 4 * (size_t)v->tetCount, v->vertexCount);
    hold = hold && allBelow(v->triangles, 3 * (size_t)v->triangleCount, v->vertexCount + v->tubeCount) && edgesHold(v);
    hold = hold && allBelow(v->colorOrder, v->vertexCount, v->vertexCount);
    for (uint32_t i = 0; hold && i < v->inputCount; ++i)
        hold = v->inputMap[i] < v->vertexCount || v->inputMap[i] == SUP_NO_INDEX;
    hold = hold && finite(v->positions, 3 * (size_t)v->vertexCount) && finite(v->restInverse, 9 * (size_t)v->tetCount);
    hold = hold && positive(v->restVolume, v->tetCount) && positive(v->relaxation, v->tetCount);
    hold = hold && (network || positive(v->vertexVolume, v->vertexCount));
    hold = hold && isPrefixSum(v->incidenceStart, v->vertexCount, 4 * (uint64_t)v->tetCount);
    hold = hold && isPrefixSum(v->surfaceStart, v->vertexCount, supBodyAssetSurfaceEntries(v));
    hold = hold && isPrefixSum(v->colorStart, v->colorCount, v->vertexCount) && incidenceHolds(v);
    hold = hold && (network ? supNetworkAssetHolds(v) : hasNoNetwork(v));
    SupStatus status = hold ? checkColors(v, &hold) : SupStatus_Ok;
    if (status != SupStatus_Ok) return supFail(report, status, "no memory to check the asset");
    return hold ? SupStatus_Ok : supFail(report, SupStatus_Malformed, "the asset's numbers contradict each other");
}

static SupBodyAssetView loadHeader(const unsigned char *block) {
    double scalars[SCALARS];
    uint32_t counts[COUNTS];
    for (size_t i = 0; i < COUNTS; ++i) counts[i] = bytesLoadU32(block + BODY_AT + 4 * i);
    for (size_t i = 0; i < SCALARS; ++i) {
        uint64_t bits = bytesLoadU64(block + SCALARS_AT + 8 * i);
        memcpy(&scalars[i], &bits, sizeof bits);
    }
    return (SupBodyAssetView){.vertexCount = counts[0],
                              .tetCount = counts[1],
                              .triangleCount = counts[2],
                              .edgeCount = counts[3],
                              .colorCount = counts[4],
                              .inputCount = counts[5],
                              .nodeCount = counts[6],
                              .springCount = counts[7],
                              .springColorCount = counts[8],
                              .strandCount = counts[9],
                              .linkCount = counts[10],
                              .tubeCount = counts[11],
                              .sides = counts[12],
                              .networkEdgeCount = counts[13],
                              .center = {scalars[0], scalars[1], scalars[2]},
                              .radius = scalars[3],
                              .minEdge = scalars[4],
                              .enclosedVolume = scalars[5]};
}

SupStatus supBodyAssetDeserialize(const void *bytes, size_t length, SupBodyAsset **out, SupReport *report) {
    const unsigned char *block = bytes;
    if (!out || (!bytes && length)) return supFail(report, SupStatus_InvalidArgument, "bytes or out is null");
    *out = NULL;
    if (length < HEADER || memcmp(block, magic, sizeof magic) != 0)
        return supFail(report, SupStatus_Malformed, "these %zu bytes are no body asset", length);
    uint32_t version = bytesLoadU32(block + VERSION_AT);
    if (version != VERSION)
        return supFail(report, version > VERSION ? SupStatus_Unsupported : SupStatus_Malformed,
                       "the asset has version %u, this library reads version %d", version, VERSION);
    if (bytesLoadU64(block + LENGTH_AT) != length)
        return supFail(report, SupStatus_Malformed, "the asset is %llu bytes long, not %zu: cut off or glued together",
                       (unsigned long long)bytesLoadU64(block + LENGTH_AT), length);
    if (bytesLoadU64(block + HASH_AT) != XXH64(block + BODY_AT, length - BODY_AT, VERSION))
        return supFail(report, SupStatus_Malformed, "the asset's checksum is wrong: it was damaged");
    SupBodyAssetView counts = loadHeader(block);
    if ((length - HEADER) % 4 != 0 || supBodyAssetWords(&counts) != (length - HEADER) / 4)
        return supFail(report, SupStatus_Malformed, "the asset's counts do not fit its length");
    SupBodyAsset *asset = supBodyAssetAlloc(&counts);
    if (!asset) return supFail(report, SupStatus_OutOfMemory, "no memory for an asset of %zu bytes", length);
    for (size_t i = 0; i < asset->wordCount; ++i) asset->words[i] = bytesLoadU32(block + HEADER + 4 * i);
    SupStatus status = checkAsset(&asset->view, report);
    if (status == SupStatus_Ok)
        *out = asset;
    else
        supBodyAssetRelease(asset);
    return status;
}
