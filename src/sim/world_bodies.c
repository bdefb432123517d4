// SPDX-License-Identifier: MIT
// Bodies: adding, removing, replacing, pins, materials, reset. Everything here writes through the queue, in order with
// the frames before and after.
#include "world.h"

#include "base/memory.h"
#include "base/vec.h"

#include <string.h>

SupBodyId supWorldBodyId(const SupWorld *world, uint32_t slot) {
    return (SupBodyId){supPackId(world, slot, world->bodies[slot].generation)};
}

WorldBody *supWorldFindBody(const SupWorld *world, SupBodyId id, SupStatus *status) {
    *status = supWorldCheckId(world, id.value);
    if (*status != SupStatus_Ok) return NULL;
    uint32_t slot = (uint32_t)id.value - 1u;
    WorldBody *body = slot < world->bodySlots ? &world->bodies[slot] : NULL;
    if (body && body->alive && body->generation == (uint16_t)(id.value >> 32)) return body;
    *status = supWorldFail(world, SupStatus_StaleId, "the body was removed");
    return NULL;
}

/// The same for calls that change the World.
static WorldBody *findToChange(const SupWorld *world, SupBodyId id, SupStatus *status) {
    *status = supWorldReady(world);
    return *status == SupStatus_Ok ? supWorldFindBody(world, id, status) : NULL;
}

// ---- Checking a description ------------------------------------------------------------------------------------------

static bool finiteNumbers(const double *values, int count) {
    for (int i = 0; i < count; ++i)
        if (!isfinite(values[i])) return false;
    return true;
}

/// All finite, and none beyond `most` either way: what float32 still holds.
static SupStatus checkVector(SupWorld *world, const double values[3], double most, const char *name) {
    if (!finiteNumbers(values, 3)) return supWorldFail(world, SupStatus_NotFinite, "%s is not finite", name);
    for (int i = 0; i < 3; ++i)
        if (fabs(values[i]) > most)
            return supWorldFail(world, SupStatus_OutOfRange, "%s must lie in -%g .. %g", name, most, most);
    return SupStatus_Ok;
}

static SupStatus checkStartPositions(SupWorld *world, const SupBodyDesc *desc, uint32_t vertexCount) {
    for (size_t i = 0; desc->startPositions && i < 3 * (size_t)vertexCount; ++i)
        if (!isfinite(desc->startPositions[i]))
            return supWorldFail(world, SupStatus_NotFinite, "startPositions of vertex %zu is not finite", i / 3);
    return SupStatus_Ok;
}

static SupStatus checkDesc(SupWorld *world, const SupBodyDesc *desc) {
    static const SupBodyDesc initial = SUP_BODY_DESC_INIT;
    if (!desc || desc->cookie != initial.cookie || !desc->asset || (!desc->pinned && desc->pinnedCount))
        return supWorldFail(world, SupStatus_InvalidArgument,
                            "a body wants an asset and a description from SUP_BODY_DESC_INIT");
    SupStatus status = checkVector(world, desc->position, 1e12, "position");
    if (!status) status = checkVector(world, desc->velocity, 3e38, "velocity");
    if (!status) status = checkVector(world, desc->angularVelocity, 3e38, "angularVelocity");
    if (status) return status;
    if (!finiteNumbers(desc->rotation, 4)) return supWorldFail(world, SupStatus_NotFinite, "rotation is not finite");
    const double *q = desc->rotation;
    double norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(norm > 1e-12 && norm < 1e12))
        return supWorldFail(world, SupStatus_OutOfRange, "rotation must be a quaternion that is not zero");
    const char *problem = supMaterialProblem(&desc->material);
    if (!problem) problem = supSolverProblem(&world->settings, &desc->material);
    if (!problem) problem = supNetworkProblem(&desc->network);
    if (problem) return supWorldFail(world, SupStatus_OutOfRange, "%s", problem);
    status = supNetworkCheckAsset(world, desc->asset, &desc->network);
    if (!status && supBodyAssetView(desc->asset).nodeCount) status = supWorldCheckCarrier(world, &desc->network);
    return status ? status : checkStartPositions(world, desc, supBodyAssetView(desc->asset).vertexCount);
}

/// Vertices of the mesh's input: what pins are numbered by. Without a map they are the asset's own.
static uint32_t inputVertexCount(const SupBodyAssetView *view) {
    return view->inputMap ? view->inputCount : view->vertexCount;
}
static uint32_t assetVertex(const SupBodyAssetView *view, uint32_t input) {
    return view->inputMap ? view->inputMap[input] : input;
}

/// Marks vertices by their numbers in the mesh's input.
static SupStatus markPinned(SupWorld *world, const SupBodyAssetView *view, uint8_t *pinned, const uint32_t *vertices,
                            uint32_t count, bool value) {
    for (uint32_t i = 0; i < count; ++i)
        if (vertices[i] >= inputVertexCount(view))
            return supWorldFail(world, SupStatus_OutOfRange, "vertex %u to pin does not exist: the mesh has %u vertices",
                                vertices[i], inputVertexCount(view));
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t vertex = assetVertex(view, vertices[i]);
        if (vertex != SUP_NO_INDEX) pinned[vertex] = value;
    }
    return SupStatus_Ok;
}

static uint32_t countPinned(const uint8_t *pinned, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += pinned[i];
    return sum;
}

// ---- Making a body ---------------------------------------------------------------------------------------------------

static void placeBody(WorldBody *body, const SupBodyDesc *desc, const SupBodyAssetView *view) {
    const double *q = desc->rotation;
    double scale = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double unit[4] = {q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
    bool turned = unit[0] != 0.0 || unit[1] != 0.0 || unit[2] != 0.0;
    Mat3 rotation = mat3FromQuaternion(unit);
    vec3Store(body->origin, vec3Add(vec3Load(desc->position), mat3Apply(rotation, vec3Load(view->center))));
    const float *from = desc->startPositions ? desc->startPositions : view->positions;
    for (size_t v = 0; v < view->vertexCount; ++v) {
        Vec3 x = vec3LoadFloat(from + 3 * v);
        vec3StoreFloat(body->startPositions + 3 * v, turned ? mat3Apply(rotation, x) : x);
    }
    memcpy(body->velocity, desc->velocity, sizeof body->velocity);
    memcpy(body->angularVelocity, desc->angularVelocity, sizeof body->angularVelocity);
    static const Pose unmoved = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    body->carry = (WorldCarry){{0.0, 0.0, 0.0}, unmoved.rotation, unmoved, unmoved};
}

static void freeHostData(WorldBody *body) {
    supFree(body->startPositions);
    supFree(body->pinned);
    supFree(body->startPinned);
    supFree(body->nodePairs);
    supFree(body->edgePairs);
    body->startPositions = body->nodePairs = body->edgePairs = NULL;
    body->pinned = body->startPinned = NULL;
}

static SupStatus makeHostData(SupWorld *world, const SupBodyDesc *desc, WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(desc->asset);
    body->asset = desc->asset;
    body->material = desc->material;
    body->network = desc->network;
    body->startPositions = SUP_NEW_ARRAY(float, 3 * (size_t)view.vertexCount);
    body->pinned = supAllocZero(view.vertexCount, 1);
    body->startPinned = supAllocZero(view.vertexCount, 1);
    if (!body->startPositions || !body->pinned || !body->startPinned)
        return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    SupStatus status = markPinned(world, &view, body->startPinned, desc->pinned, desc->pinnedCount, true);
    if (status != SupStatus_Ok) return status;
    memcpy(body->pinned, body->startPinned, view.vertexCount);
    body->pinnedCount = countPinned(body->pinned, view.vertexCount);
    placeBody(body, desc, &view);
    supNetworkFindLightest(body);
    return SupStatus_Ok;
}

SupStatus supWorldReservePools(SupWorld *world) {
    bool xpbd = world->settings.solver == SupSolver_Xpbd;
    uint64_t snapshot = ((uint64_t)world->vertexRanges.end + 3) / 4;
    const struct {
        SupPool *pool;
        uint64_t count;
    } wanted[] = {{&world->positions, world->vertexRanges.end},
                  {&world->increments, world->vertexRanges.end},
                  {&world->velocities, world->vertexRanges.end},
                  {&world->normals, world->normals.buffer ? world->vertexRanges.end : 0},
                  {&world->multipliers, xpbd ? world->tetRanges.end : 0},
                  // gather: four corrections a tet; scatter: a snapshot of all vertices in the same bytes
                  {&world->scratch, !xpbd                             ? 0
                                    : world->tetRanges.end > snapshot ? world->tetRanges.end
                                                                      : snapshot},
                  {&world->bodyTable, world->bodySlots},
                  {&world->health, world->bodySlots}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        if (wanted[i].count == 0) continue;
        SupStatus status = supPoolReserve(world->gpu, wanted[i].pool, wanted[i].count);
        if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    }
    return SupStatus_Ok;
}

static void giveDeviceData(SupWorld *world, WorldBody *body) {
    supNetworkGiveData(world, body);
    supRangesGive(&world->vertexRanges, body->vertices.first, body->vertices.count + body->tubes.count);
    supRangesGive(&world->tetRanges, body->tets.first, body->tets.count);
    supRangesGive(&world->matrixRanges, body->matrix.first, body->matrix.count);
    supWorldReleaseAsset(world, body->assetIndex);
}

static SupStatus takeDeviceData(SupWorld *world, WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    SupStatus status = supWorldAcquireAsset(world, body->asset, &body->assetIndex);
    if (status != SupStatus_Ok) return status;
    body->vertices = (SupRange){0, view.vertexCount};
    body->tets = (SupRange){0, view.tetCount};
    if (view.vertexCount > UINT32_MAX - view.tubeCount ||
        !supRangesTake(&world->vertexRanges, view.vertexCount + view.tubeCount, &body->vertices.first)) {
        supWorldReleaseAsset(world, body->assetIndex);
        return supWorldFail(world, SupStatus_GpuLimit, "the World would hold more than 2^32 vertices");
    }
    if (!supRangesTake(&world->tetRanges, view.tetCount, &body->tets.first)) {
        supRangesGive(&world->vertexRanges, body->vertices.first, view.vertexCount + view.tubeCount);
        supWorldReleaseAsset(world, body->assetIndex);
        return supWorldFail(world, SupStatus_GpuLimit, "the World would hold more than 2^32 tets");
    }
    body->tubes = (SupRange){body->vertices.first + view.vertexCount, view.tubeCount};
    status = supWorldReservePools(world);
    if (status == SupStatus_Ok) status = supNetworkTakeData(world, body);
    if (status == SupStatus_Ok) status = supWorldPrepareBody(world, body);
    if (status != SupStatus_Ok) giveDeviceData(world, body);
    return status;
}

static void writeZeros(SupWorld *world, SupPool *pool, SupRange range) {
    enum { Bytes = 64 * 1024 };
    static const uint8_t zeros[Bytes];
    uint32_t most = Bytes / (uint32_t)pool->elementSize;
    for (uint32_t start = 0; start < range.count; start += most) {
        uint32_t count = range.count - start < most ? range.count - start : most;
        supPoolWrite(world->gpu, pool, range.first + start, zeros, count);
    }
}

void supWorldClearIncrements(SupWorld *world, const WorldBody *body) {
    writeZeros(world, &world->increments, body->vertices);
}

void supWorldClearMultipliers(SupWorld *world, const WorldBody *body) { writeZeros(world, &world->multipliers, body->tets); }

/// Relative to the origin. A carried network starts where its carrier is.
static Vec3 startPlace(const WorldBody *body, Vec3 x) {
    if (!supWorldIsNetwork(body) || !body->network.carrier) return x;
    Vec3 origin = vec3Load(body->origin);
    return vec3Sub(supCarried(&body->carry, vec3Add(origin, x)), origin);
}

void supWorldUploadStart(SupWorld *world, WorldBody *body) {
    enum { Chunk = 4096 };
    static const float zeros[4 * Chunk];
    float positions[4 * Chunk], velocities[4 * Chunk];
    Vec3 velocity = vec3Load(body->velocity), spin = vec3Load(body->angularVelocity);
    for (uint32_t start = 0; start < body->vertices.count; start += Chunk) {
        uint32_t count = body->vertices.count - start < Chunk ? body->vertices.count - start : Chunk;
        for (uint32_t i = 0; i < count; ++i) {
            const float *x = body->startPositions + 3 * (size_t)(start + i);
            bool pinned = body->pinned[start + i];
            Vec3 v = pinned ? vec3(0, 0, 0) : vec3Add(velocity, vec3Cross(spin, vec3LoadFloat(x)));
            vec3StoreFloat(positions + 4 * i, startPlace(body, vec3LoadFloat(x)));
            positions[4 * i + 3] = pinned ? 0.0f : 1.0f;
            vec3StoreFloat(velocities + 4 * i, v);
            velocities[4 * i + 3] = 0.0f;
        }
        supPoolWrite(world->gpu, &world->positions, body->vertices.first + start, positions, count);
        supPoolWrite(world->gpu, &world->velocities, body->vertices.first + start, velocities, count);
        // a vertex without a normal must not show the one of a body that was here before
        if (world->normals.buffer) supPoolWrite(world->gpu, &world->normals, body->vertices.first + start, zeros, count);
    }
    supWorldClearIncrements(world, body);
    if (supWorldIsNetwork(body)) supNetworkUploadNodes(world, body);
    if (world->settings.solver == SupSolver_Xpbd) supWorldClearMultipliers(world, body);
    static const uint32_t healthy[4] = {UINT32_MAX, 0, 0, 0};
    supPoolWrite(world->gpu, &world->health, (uint64_t)(body - world->bodies), healthy, 1);
}

static SupStatus takeSlot(SupWorld *world, uint32_t *slot) {
    size_t i = 0;
    while (i < world->bodySlots && world->bodies[i].alive) ++i;
    if (!supGrow((void **)&world->bodies, &world->bodyCapacity, i + 1, sizeof *world->bodies) ||
        !supGrow((void **)&world->order, &world->orderCapacity, world->orderCount + 1, sizeof *world->order))
        return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    if (i == world->bodySlots) world->bodies[world->bodySlots++] = (WorldBody){0};
    *slot = (uint32_t)i;
    return SupStatus_Ok;
}

static SupStatus buildBody(SupWorld *world, const SupBodyDesc *desc, WorldBody *body) {
    SupStatus status = makeHostData(world, desc, body);
    if (status == SupStatus_Ok) status = takeDeviceData(world, body);
    if (status != SupStatus_Ok) freeHostData(body);
    return status;
}

static void dropBody(SupWorld *world, WorldBody *body) {
    supAttachmentsForget(world, (uint32_t)(body - world->bodies));
    world->vertexTotal -= body->vertices.count;
    world->tetTotal -= body->tets.count;
    giveDeviceData(world, body);
    freeHostData(body);
    world->bodiesDirty = world->blocksDirty = world->grabsDirty = true;
}

static void installBody(SupWorld *world, uint32_t slot, WorldBody *built) {
    built->alive = true;
    built->generation = world->bodies[slot].generation;
    world->bodies[slot] = *built;
    world->vertexTotal += built->vertices.count;
    world->tetTotal += built->tets.count;
    world->bodiesDirty = world->blocksDirty = true;
    if (supWorldIsNetwork(&world->bodies[slot])) supNetworkUploadEdges(world, &world->bodies[slot]);
    supWorldBeginRide(world, &world->bodies[slot]);
    world->bodies[slot].thinning = (Thinning){1, 0, 1.0}; // until tables are made
    supNetworkFindLevel(world, &world->bodies[slot]);
    supWorldUploadStart(world, &world->bodies[slot]);
}

static void removeBody(SupWorld *world, uint32_t slot) {
    WorldBody *body = &world->bodies[slot];
    dropBody(world, body);
    body->alive = false;
    body->generation++;
    size_t place = 0;
    while (world->order[place] != slot) ++place;
    world->orderCount--;
    memmove(world->order + place, world->order + place + 1, (world->orderCount - place) * sizeof *world->order);
}

SupStatus supWorldAddBody(SupWorld *world, const SupBodyDesc *desc, SupBodyId *out) {
    if (!world || !out) return supWorldFailNull(world, "out");
    *out = (SupBodyId){0};
    SupStatus status = supWorldReady(world);
    if (status == SupStatus_Ok) status = checkDesc(world, desc);
    size_t slots = world->bodySlots;
    uint32_t slot = 0;
    if (status == SupStatus_Ok) status = takeSlot(world, &slot);
    WorldBody built = {0};
    if (status == SupStatus_Ok) status = buildBody(world, desc, &built);
    if (status != SupStatus_Ok) {
        world->bodySlots = slots;
        return status;
    }
    installBody(world, slot, &built);
    world->order[world->orderCount++] = slot;
    SupBodyId id = supWorldBodyId(world, slot);
    status = supGpuTakeError(world->gpu);
    if (status != SupStatus_Ok) {
        removeBody(world, slot);
        return supWorldFailGpu(world, status);
    }
    *out = id;
    return SupStatus_Ok;
}

SupStatus supWorldRemoveBody(SupWorld *world, SupBodyId id) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (body) removeBody(world, (uint32_t)(body - world->bodies));
    return status;
}

SupStatus supWorldReplaceBody(SupWorld *world, SupBodyId id, const SupBodyDesc *desc) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (!body) return status;
    uint32_t slot = (uint32_t)(body - world->bodies);
    status = checkDesc(world, desc);
    WorldBody built = {0};
    if (status == SupStatus_Ok) status = buildBody(world, desc, &built);
    if (status != SupStatus_Ok) return status;
    dropBody(world, body);
    installBody(world, slot, &built);
    return SupStatus_Ok;
}

void supWorldDestroyBodies(SupWorld *world) {
    for (size_t i = 0; i < world->orderCount; ++i) dropBody(world, &world->bodies[world->order[i]]);
    world->orderCount = 0;
}

// ---- Changing bodies -------------------------------------------------------------------------------------------------

SupStatus supWorldSetMaterial(SupWorld *world, SupBodyId id, const SupMaterial *material) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (!body) return status;
    if (!material) return supWorldFailNull(world, "material");
    const char *problem = supMaterialProblem(material);
    if (!problem) problem = supSolverProblem(&world->settings, material);
    if (problem) return supWorldFail(world, SupStatus_OutOfRange, "%s", problem);
    SupMaterial before = body->material;
    body->material = *material;
    status = supWorldPrepareBody(world, body); // auto may choose anew
    if (status != SupStatus_Ok) body->material = before;
    world->bodiesDirty = world->blocksDirty = true;
    return status;
}

SupStatus supWorldMaterial(const SupWorld *world, SupBodyId id, SupMaterial *material) {
    SupStatus status;
    const WorldBody *body = supWorldFindBody(world, id, &status);
    if (body && material) *material = body->material;
    return body && !material ? supWorldFailNull(world, "material") : status;
}

void supWorldWritePin(const SupWorld *world, const WorldBody *body, uint32_t vertex) {
    const float flag = body->pinned[vertex] ? 0.0f : 1.0f;
    uint64_t offset = 16 * ((uint64_t)body->vertices.first + vertex) + 12;
    wgpuQueueWriteBuffer(world->gpu->queue, world->positions.buffer, offset, &flag, sizeof flag);
}

/// Tells the GPU which of these vertices are pinned. @param vertices input numbering; null: the body's own, all of them
static SupStatus writePins(SupWorld *world, const WorldBody *body, const SupBodyAssetView *view, const uint32_t *vertices,
                           uint32_t count) {
    uint32_t *records = SUP_NEW_ARRAY(uint32_t, 2 * (size_t)count), used = 0;
    if (!records) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t vertex = vertices ? assetVertex(view, vertices[i]) : i;
        const float flag = vertex != SUP_NO_INDEX && body->pinned[vertex] ? 0.0f : 1.0f;
        if (vertex == SUP_NO_INDEX) continue;
        records[2 * (size_t)used] = 4 * (body->vertices.first + vertex) + 3;
        memcpy(&records[2 * (size_t)used++ + 1], &flag, sizeof flag);
    }
    SupStatus status = supWorldScatter(world, &world->positions, records, used, 2);
    supFree(records);
    return status;
}

SupStatus supWorldPin(SupWorld *world, SupBodyId id, const uint32_t *vertices, uint32_t count, bool pinned) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (!body) return status;
    if (!vertices && count) return supWorldFailNull(world, "vertices");
    SupBodyAssetView view = supBodyAssetView(body->asset);
    status = markPinned(world, &view, body->pinned, vertices, count, pinned);
    if (status != SupStatus_Ok) return status;
    body->pinnedCount = countPinned(body->pinned, view.vertexCount);
    world->bodiesDirty = true; // only bodies without pins keep their momentum
    return writePins(world, body, &view, vertices, count);
}

SupStatus supWorldPinAll(SupWorld *world, SupBodyId id, bool pinned) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (!body) return status;
    memset(body->pinned, pinned, body->vertices.count);
    body->pinnedCount = pinned ? body->vertices.count : 0;
    world->bodiesDirty = true;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    return writePins(world, body, &view, NULL, body->vertices.count);
}

// ---- Moving ----------------------------------------------------------------------------------------------------------

static SupStatus checkMove(SupWorld *world, const SupBodyAssetView *view, const uint32_t *vertices, uint32_t count,
                           const double *positions, const double *velocities) {
    for (uint32_t i = 0; i < count; ++i) {
        if (vertices[i] >= inputVertexCount(view))
            return supWorldFail(world, SupStatus_OutOfRange, "vertex %u to move does not exist: the mesh has %u vertices",
                                vertices[i], inputVertexCount(view));
        SupStatus status = checkVector(world, positions + 3 * (size_t)i, 1e12, "a position");
        if (!status && velocities) status = checkVector(world, velocities + 3 * (size_t)i, 3e38, "a velocity");
        if (status) return status;
    }
    return SupStatus_Ok;
}

SupStatus supWorldMove(SupWorld *world, SupBodyId id, const uint32_t *vertices, uint32_t count, const double *positions,
                       const double *velocities) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (!body) return status;
    if (count && (!vertices || !positions)) return supWorldFailNull(world, !vertices ? "vertices" : "positions");
    SupBodyAssetView view = supBodyAssetView(body->asset);
    status = checkMove(world, &view, vertices, count, positions, velocities);
    if (status) return status;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t vertex = assetVertex(&view, vertices[i]);
        if (vertex == SUP_NO_INDEX) continue;
        float place[3], velocity[4] = {0};
        vec3StoreFloat(place, vec3Sub(vec3Load(positions + 3 * (size_t)i), vec3Load(body->origin)));
        if (velocities && !body->pinned[vertex]) vec3StoreFloat(velocity, vec3Load(velocities + 3 * (size_t)i));
        uint64_t at = (uint64_t)body->vertices.first + vertex;
        wgpuQueueWriteBuffer(world->gpu->queue, world->positions.buffer, 16 * at, place, sizeof place);
        wgpuQueueWriteBuffer(world->gpu->queue, world->velocities.buffer, 16 * at, velocity, sizeof velocity);
        if (supWorldIsNetwork(body)) supNetworkForgetHome(world, at);
    }
    return SupStatus_Ok;
}

static void resetBody(SupWorld *world, WorldBody *body) {
    world->bodiesDirty = true;
    memcpy(body->pinned, body->startPinned, body->vertices.count);
    body->pinnedCount = countPinned(body->pinned, body->vertices.count);
    world->grabsDirty = world->grabsDirty || body->grabbed;
    world->blocksDirty = world->blocksDirty || body->grabbed; // a grabbed body is not resident
    body->grabbed = false;
    supWorldResumeRide(world, body);
    supWorldUploadStart(world, body);
}

SupStatus supWorldResetBody(SupWorld *world, SupBodyId id) {
    SupStatus status;
    WorldBody *body = findToChange(world, id, &status);
    if (body) resetBody(world, body);
    return status;
}

SupStatus supWorldReset(SupWorld *world) {
    SupStatus status = supWorldReady(world);
    if (status != SupStatus_Ok) return status;
    world->frames = 0;
    world->time = world->leftover = 0.0;
    world->collidersDirty = true;
    for (size_t i = 0; i < world->orderCount; ++i) resetBody(world, &world->bodies[world->order[i]]);
    return SupStatus_Ok;
}

// ---- Asking ----------------------------------------------------------------------------------------------------------

SupStatus supWorldBodyInfo(const SupWorld *world, SupBodyId id, SupBodyInfo *info) {
    SupStatus status;
    const WorldBody *body = supWorldFindBody(world, id, &status);
    if (!body || !info) return body ? supWorldFailNull(world, "info") : status;
    *info = (SupBodyInfo){.asset = body->asset,
                          .vertexCount = body->vertices.count,
                          .tetCount = body->tets.count,
                          .origin = {body->origin[0], body->origin[1], body->origin[2]},
                          .firstVertex = body->vertices.first,
                          .pinnedCount = body->pinnedCount,
                          .solver = supWorldSolverOf(&world->settings, body),
                          .iterations = supSolverIterations(&world->settings, supWorldSolverOf(&world->settings, body))};
    return SupStatus_Ok;
}

SupBodyId supWorldBodyAt(const SupWorld *world, uint32_t i) {
    return world && i < world->orderCount ? supWorldBodyId(world, world->order[i]) : (SupBodyId){0};
}

static SupStatus viewOf(const SupWorld *world, const WorldBody *body, const SupPool *pool, uint32_t first, uint32_t count,
                        SupBufferView *view) {
    if (!view) return supWorldFailNull(world, "view");
    *view = (SupBufferView){.buffer = pool->buffer,
                            .offset = (uint64_t)first * pool->elementSize,
                            .stride = pool->elementSize,
                            .count = count,
                            .origin = {body->origin[0], body->origin[1], body->origin[2]},
                            .generation = pool->generation};
    return SupStatus_Ok;
}

SupStatus supWorldPositions(const SupWorld *world, SupBodyId id, SupBufferView *view) {
    SupStatus status;
    const WorldBody *body = supWorldFindBody(world, id, &status);
    return body ? viewOf(world, body, &world->positions, body->vertices.first, body->vertices.count, view) : status;
}

SupStatus supWorldNormals(const SupWorld *world, SupBodyId id, SupBufferView *view) {
    SupStatus status;
    const WorldBody *body = supWorldFindBody(world, id, &status);
    return body ? viewOf(world, body, &world->normals, body->vertices.first, body->vertices.count, view) : status;
}

SupStatus supWorldTriangles(const SupWorld *world, SupBodyId id, SupBufferView *view) {
    SupStatus status;
    const WorldBody *body = supWorldFindBody(world, id, &status);
    if (!body) return status;
    const WorldAsset *asset = &world->assets[body->assetIndex];
    return viewOf(world, body, &world->triangles, asset->triangles.first, asset->triangles.count, view);
}
