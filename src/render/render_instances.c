// SPDX-License-Identifier: MIT
// Which bodies are drawn, where and how: the table of looks and the instance list, by asset.
#include "renderer.h"

#include "base/memory.h"

#include <string.h>

static const float palette[][3] = {{0.80f, 0.20f, 0.10f}, {0.10f, 0.42f, 0.62f}, {0.85f, 0.55f, 0.10f},
                                   {0.25f, 0.52f, 0.22f}, {0.52f, 0.20f, 0.55f}, {0.08f, 0.50f, 0.48f}};
enum { PaletteSize = sizeof palette / sizeof *palette };

SupStatus supRendererSetLook(SupRenderer *renderer, const SupWorld *world, SupBodyId body, const SupLook *look) {
    if (!renderer || !world || !look) return SupStatus_InvalidArgument;
    SupStatus status;
    if (!supWorldFindBody(world, body, &status))
        return supRendererFail(renderer, status, "body id: %s", supStatusText(status));
    for (size_t i = 0; i < renderer->lookCount; ++i)
        if (renderer->looks[i].body == body.value) return renderer->looks[i].look = *look, SupStatus_Ok;
    if (!supGrow((void **)&renderer->looks, &renderer->lookCapacity, renderer->lookCount + 1, sizeof *renderer->looks))
        return supRendererFail(renderer, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    renderer->looks[renderer->lookCount++] = (RenderLook){body.value, *look};
    return SupStatus_Ok;
}

SupLook supRenderPaletteLook(size_t place) {
    SupLook look = SUP_LOOK_INIT;
    memcpy(look.color, palette[place % PaletteSize], sizeof look.color);
    return look;
}

SupLook supRenderStandardLook(const SupWorld *world, SupBodyId body) {
    size_t place = 0;
    while (place < world->orderCount && supWorldBodyId(world, world->order[place]).value != body.value) ++place;
    return supRenderPaletteLook(place);
}

static SupLook lookOf(const SupRenderer *renderer, uint64_t body, size_t place) {
    for (size_t i = 0; i < renderer->lookCount; ++i)
        if (renderer->looks[i].body == body) return renderer->looks[i].look;
    return supRenderPaletteLook(place);
}

SupStatus supRendererSetBlocks(SupRenderer *renderer, const SupBlock *blocks, uint32_t count) {
    if (!renderer || (count && !blocks)) return SupStatus_InvalidArgument;
    if (count > SUP_MAX_BLOCKS)
        return supRendererFail(renderer, SupStatus_OutOfRange, "%u blocks, at most %u are drawn", count, SUP_MAX_BLOCKS);
    if (count) memcpy(renderer->blocks, blocks, count * sizeof *blocks);
    renderer->blockCount = count;
    renderer->blockParts = 1;
    for (uint32_t i = 0; i < count; ++i)
        if (blocks[i].radius > 0.0) renderer->blockParts = RoundParts;
    return SupStatus_Ok;
}

/// Where a block is now.
static Pose blockPose(const SupWorld *world, const SupBlock *block) {
    if (block->collider && block->collider <= world->colliderCount)
        return supColliderPose(&world->colliders[block->collider - 1], world->time);
    Pose pose = {vec3Load(block->center), quatLoad(block->rotation)};
    bool turned = quatDot(pose.rotation, pose.rotation) > 0.0;
    pose.rotation = turned ? quatUnit(pose.rotation) : (Quaternion){0.0, 0.0, 0.0, 1.0};
    return pose;
}

void supRenderUploadBoxes(SupRenderer *renderer, const SupWorld *world, const double eye[3]) {
    if (!renderer->blockCount) return;
    GpuBox boxes[SUP_MAX_BLOCKS] = {0};
    for (uint32_t i = 0; i < renderer->blockCount; ++i) {
        const SupBlock *block = &renderer->blocks[i];
        Pose pose = blockPose(world, block);
        double rotation[4];
        quatStore(rotation, pose.rotation);
        for (int k = 0; k < 4; ++k) boxes[i].rotation[k] = (float)rotation[k];
        vec3StoreFloat(boxes[i].center, vec3Sub(pose.place, vec3Load(eye)));
        for (int k = 0; k < 3; ++k) {
            boxes[i].extent[k] = (float)block->half[k];
            boxes[i].color[k] = block->color[k];
        }
        boxes[i].color[3] = block->roughness;
        boxes[i].extent[3] = (float)block->radius;
    }
    wgpuQueueWriteBuffer(renderer->gpu->queue, renderer->boxes, 0, boxes, sizeof boxes);
}

static GpuDrawn describeBody(const SupRenderer *renderer, const SupWorld *world, size_t place, const double eye[3]) {
    uint32_t slot = world->order[place];
    const WorldBody *body = &world->bodies[slot];
    SupLook look = lookOf(renderer, supWorldBodyId(world, slot).value, place);
    return (GpuDrawn){.offset = {(float)(body->origin[0] - eye[0]), (float)(body->origin[1] - eye[1]),
                                 (float)(body->origin[2] - eye[2]), (float)supBodyAssetView(body->asset).minEdge},
                      .color = {look.color[0], look.color[1], look.color[2], look.roughness},
                      .emission = {look.emission[0], look.emission[1], look.emission[2]},
                      .metallic = look.metallic,
                      .translucency = look.translucency,
                      .triangleCount = supBodyAssetView(body->asset).triangleCount,
                      .hair = supBodyAssetView(body->asset).strandCount ? look.hair : 0.0f};
}

/// Bodies of one asset stand next to each other in the list, assets in the order of their first body.
static SupStatus listBatches(SupRenderer *renderer, const SupWorld *world, uint32_t *list) {
    uint32_t length = 0;
    renderer->batchCount = 0;
    for (uint32_t asset = 0; asset < world->assetSlots; ++asset) {
        if (!world->assets[asset].asset) continue;
        RenderBatch batch = {asset, length, 0};
        for (size_t i = 0; i < world->orderCount; ++i)
            if (world->bodies[world->order[i]].assetIndex == asset) list[length++] = world->order[i], batch.count++;
        if (!supGrow((void **)&renderer->batches, &renderer->batchCapacity, renderer->batchCount + 1, sizeof batch))
            return SupStatus_OutOfMemory;
        renderer->batches[renderer->batchCount++] = batch;
    }
    return SupStatus_Ok;
}

SupStatus supRenderUploadInstances(SupRenderer *renderer, const SupWorld *world, const double eye[3]) {
    GpuDrawn *drawn = supAllocZero(world->bodySlots, sizeof *drawn);
    uint32_t *list = SUP_NEW_ARRAY(uint32_t, world->orderCount);
    SupStatus status = drawn && list ? listBatches(renderer, world, list) : SupStatus_OutOfMemory;
    for (size_t i = 0; i < world->orderCount && status == SupStatus_Ok; ++i)
        drawn[world->order[i]] = describeBody(renderer, world, i, eye);
    if (status == SupStatus_Ok)
        status = supPoolReserve(renderer->gpu, &renderer->drawn, world->bodySlots ? world->bodySlots : 1);
    if (status == SupStatus_Ok) status = supPoolReserve(renderer->gpu, &renderer->instances, world->orderCount);
    if (status == SupStatus_Ok) status = supPoolReserve(renderer->gpu, &renderer->strains, world->vertexRanges.end);
    if (status == SupStatus_Ok) {
        supPoolWrite(renderer->gpu, &renderer->drawn, 0, drawn, world->bodySlots);
        supPoolWrite(renderer->gpu, &renderer->instances, 0, list, world->orderCount);
    }
    supFree(drawn);
    supFree(list);
    return status;
}

/// Of `elements` each; `kind` goes along.
static bool addBlocks(RenderBlocks *list, uint32_t body, uint32_t elements, uint32_t kind) {
    size_t count = ((size_t)elements + BlockTriangles - 1) / BlockTriangles;
    if (!supGrow((void **)&list->blocks, &list->capacity, list->count + count, sizeof *list->blocks)) return false;
    for (size_t i = 0; i < count; ++i)
        list->blocks[list->count++] = (GpuBlock){body, (uint32_t)(i * BlockTriangles), elements, kind};
    return true;
}

/// FNV-1a over the list: whether it is what the GPU has.
static uint64_t hashBlocks(const RenderBlocks *list) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < list->count; ++i)
        hash = (((hash ^ list->blocks[i].body) * 0x100000001b3u ^ list->blocks[i].first) * 0x100000001b3u ^
                list->blocks[i].end) *
               0x100000001b3u;
    return hash;
}

static SupStatus uploadBlocks(SupRenderer *renderer, RenderBlocks *list) {
    uint64_t hash = hashBlocks(list);
    if (list->uploaded == list->count && list->hash == hash) return SupStatus_Ok;
    supPoolWrite(renderer->gpu, &list->pool, 0, list->blocks, list->count);
    list->uploaded = list->count;
    list->hash = hash;
    return SupStatus_Ok;
}

SupStatus supRenderUploadBlocks(SupRenderer *renderer, const SupWorld *world, RenderBlocks *list, bool tets) {
    list->count = 0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        uint32_t slot = world->order[i];
        SupBodyAssetView asset = supBodyAssetView(world->bodies[slot].asset);
        if (!addBlocks(list, slot, tets ? 4 * asset.tetCount : asset.triangleCount, 0)) return SupStatus_OutOfMemory;
    }
    // the queue holds a slice of every triangle, for the depth maps two
    uint64_t slices =
        (tets ? 1u : 2u) * (uint64_t)BlockTriangles * (list->count + (uint64_t)SUP_MAX_BLOCKS * renderer->blockParts) +
        ExtraSlices;
    SupStatus status = supPoolReserve(renderer->gpu, &list->pool, list->count);
    if (status == SupStatus_Ok) status = supPoolReserve(renderer->gpu, &renderer->queue, slices);
    return status == SupStatus_Ok ? uploadBlocks(renderer, list) : status;
}

SupStatus supRenderUploadEdges(SupRenderer *renderer, const SupWorld *world) {
    RenderBlocks *list = &renderer->edgeBlocks;
    list->count = 0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        uint32_t slot = world->order[i];
        SupBodyAssetView asset = supBodyAssetView(world->bodies[slot].asset);
        bool strands = asset.linkCount > 0; // a link a node, to the next one
        if (!addBlocks(list, slot, strands ? asset.linkCount : asset.springCount, strands)) return SupStatus_OutOfMemory;
    }
    SupStatus status = supPoolReserve(renderer->gpu, &list->pool, list->count);
    return status == SupStatus_Ok ? uploadBlocks(renderer, list) : status;
}
