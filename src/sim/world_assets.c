// SPDX-License-Identifier: MIT
// Body assets in the pools of a World: uploaded once, shared by all bodies that are instances of them.
#include "world.h"

#include "base/memory.h"

#include <string.h>

enum { ChunkTets = 1 << 16 };

static void fillTet(GpuTet *out, const SupBodyAssetView *view, uint32_t t) {
    const float *b = view->restInverse + 9 * (size_t)t;
    const uint32_t *v = view->tets + 4 * (size_t)t;
    *out = (GpuTet){v[0],
                    v[1],
                    v[2],
                    v[3],
                    b[0],
                    b[1],
                    b[2],
                    b[3],
                    b[4],
                    b[5],
                    b[6],
                    b[7],
                    b[8],
                    view->restVolume[t],
                    view->relaxation[t],
                    0};
}

static SupStatus uploadTets(SupWorld *world, const SupBodyAssetView *view, uint32_t first) {
    GpuTet *chunk = SUP_NEW_ARRAY(GpuTet, view->tetCount < ChunkTets ? view->tetCount : ChunkTets);
    if (!chunk) return SupStatus_OutOfMemory;
    for (uint32_t start = 0; start < view->tetCount; start += ChunkTets) {
        uint32_t count = view->tetCount - start < ChunkTets ? view->tetCount - start : ChunkTets;
        for (uint32_t i = 0; i < count; ++i) fillTet(&chunk[i], view, start + i);
        supPoolWrite(world->gpu, &world->assetTets, first + start, chunk, count);
    }
    supFree(chunk);
    return SupStatus_Ok;
}

/// Per vertex {first, end, volume, 0}, then the incidence list; see shaders/shared/gather_corrections.wgsl.
static SupStatus uploadTopology(SupWorld *world, const SupBodyAssetView *view, uint32_t first) {
    uint32_t header = 4 * view->vertexCount, total = header + 4 * view->tetCount;
    if (view->nodeCount) return SupStatus_Ok; // networks have none
    uint32_t *words = SUP_NEW_ARRAY(uint32_t, total);
    if (!words) return SupStatus_OutOfMemory;
    for (uint32_t v = 0; v < view->vertexCount; ++v) {
        words[4 * v] = header + view->incidenceStart[v];
        words[4 * v + 1] = header + view->incidenceStart[v + 1];
        memcpy(&words[4 * v + 2], &view->vertexVolume[v], sizeof(float));
        words[4 * v + 3] = 0;
    }
    memcpy(words + header, view->incidence, 4 * (size_t)view->tetCount * sizeof *words);
    supPoolWrite(world->gpu, &world->topology, first, words, total);
    supFree(words);
    return SupStatus_Ok;
}

/// Per vertex {first, end}, then triangle indices; see shaders/sim/surface_normals.wgsl.
static SupStatus uploadSurface(SupWorld *world, const SupBodyAssetView *view, uint32_t first) {
    uint32_t header = 2 * view->vertexCount, entries = view->surfaceStart[view->vertexCount], total = header + entries;
    uint32_t *words = SUP_NEW_ARRAY(uint32_t, total);
    if (!words) return SupStatus_OutOfMemory;
    for (uint32_t v = 0; v < view->vertexCount; ++v) {
        words[2 * v] = header + view->surfaceStart[v];
        words[2 * v + 1] = header + view->surfaceStart[v + 1];
    }
    if (entries) memcpy(words + header, view->surfaceIncidence, (size_t)entries * sizeof *words);
    supPoolWrite(world->gpu, &world->surface, first, words, total);
    supFree(words);
    return SupStatus_Ok;
}

static bool takeRange(SupRanges *ranges, uint64_t count, SupRange *out) {
    uint32_t first;
    if (count >= UINT32_MAX || !supRangesTake(ranges, (uint32_t)count, &first)) return false;
    *out = (SupRange){first, (uint32_t)count};
    return true;
}

static void giveRange(SupRanges *ranges, SupRange *range) {
    supRangesGive(ranges, range->first, range->count);
    *range = (SupRange){0, 0};
}

static void giveRanges(SupWorld *world, WorldAsset *slot) {
    giveRange(&world->assetTetRanges, &slot->tets);
    giveRange(&world->topologyRanges, &slot->topology);
    giveRange(&world->surfaceRanges, &slot->surface);
    giveRange(&world->triangleRanges, &slot->triangles);
    giveRange(&world->restRanges, &slot->rest);
    giveRange(&world->starRanges, &slot->stars);
    giveRange(&world->patternRanges, &slot->pattern);
}

static SupStatus reservePools(SupWorld *world) {
    const struct {
        SupPool *pool;
        uint64_t count;
    } wanted[] = {{&world->assetTets, world->assetTetRanges.end},
                  {&world->topology, world->topologyRanges.end},
                  {&world->surface, world->surfaceRanges.end},
                  {&world->triangles, world->triangleRanges.end}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        SupStatus status = supPoolReserve(world->gpu, wanted[i].pool, wanted[i].count);
        if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    }
    return SupStatus_Ok;
}

static SupStatus uploadAsset(SupWorld *world, SupBodyAsset *asset, WorldAsset *slot) {
    SupBodyAssetView view = supBodyAssetView(asset);
    bool fits = takeRange(&world->assetTetRanges, view.tetCount, &slot->tets) &&
                takeRange(&world->topologyRanges, view.nodeCount ? 0 : 4 * ((uint64_t)view.vertexCount + view.tetCount),
                          &slot->topology) &&
                takeRange(&world->surfaceRanges, 2 * (uint64_t)view.vertexCount + view.surfaceStart[view.vertexCount],
                          &slot->surface) &&
                takeRange(&world->triangleRanges, 3 * (uint64_t)view.triangleCount, &slot->triangles);
    if (!fits) return supWorldFail(world, SupStatus_GpuLimit, "the World's assets would hold more than 2^32 elements");
    SupStatus status = reservePools(world);
    if (status == SupStatus_Ok) status = uploadTets(world, &view, slot->tets.first);
    if (status == SupStatus_Ok) status = uploadTopology(world, &view, slot->topology.first);
    if (status == SupStatus_Ok) status = uploadSurface(world, &view, slot->surface.first);
    if (status == SupStatus_Ok)
        supPoolWrite(world->gpu, &world->triangles, slot->triangles.first, view.triangles, slot->triangles.count);
    if (status == SupStatus_OutOfMemory) supWorldFail(world, status, "%s", supStatusText(status));
    return status;
}

SupStatus supWorldAcquireAsset(SupWorld *world, SupBodyAsset *asset, uint32_t *index) {
    size_t slot = world->assetSlots;
    for (size_t i = 0; i < world->assetSlots; ++i) {
        if (world->assets[i].asset == asset) {
            world->assets[i].users++;
            *index = (uint32_t)i;
            return SupStatus_Ok;
        }
        if (!world->assets[i].asset && slot == world->assetSlots) slot = i;
    }
    if (slot == world->assetSlots) {
        if (!supGrow((void **)&world->assets, &world->assetCapacity, slot + 1, sizeof *world->assets))
            return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
        world->assets[slot] = (WorldAsset){0};
        world->assetSlots++;
    }
    SupStatus status = uploadAsset(world, asset, &world->assets[slot]);
    if (status != SupStatus_Ok) {
        giveRanges(world, &world->assets[slot]);
        return status;
    }
    supBodyAssetRetain(asset);
    world->assets[slot].asset = asset;
    world->assets[slot].users = 1;
    world->assetTotal++;
    *index = (uint32_t)slot;
    return SupStatus_Ok;
}

void supWorldReleaseAsset(SupWorld *world, uint32_t index) {
    WorldAsset *slot = &world->assets[index];
    if (--slot->users > 0) return;
    giveRanges(world, slot);
    supBodyAssetRelease(slot->asset);
    slot->asset = NULL;
    world->assetTotal--;
}
