// SPDX-License-Identifier: MIT
#include "world.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

SupStatus supWorldFail(const SupWorld *world, SupStatus status, const char *format, ...) {
    SupWorld *noted = (SupWorld *)world; // Worlds come from supWorldCreate: none is a const object
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(noted->errorText, sizeof noted->errorText, format, arguments);
    va_end(arguments);
    return status;
}

SupStatus supWorldFailNull(const SupWorld *world, const char *argument) {
    return world ? supWorldFail(world, SupStatus_InvalidArgument, "%s is null", argument) : SupStatus_InvalidArgument;
}

SupStatus supWorldReady(const SupWorld *world) {
    if (!world) return SupStatus_InvalidArgument;
    return supGpuAlive(world->gpu) ? SupStatus_Ok : supWorldFailGpu(world, supGpuStatus(world->gpu));
}

SupStatus supWorldFailGpu(const SupWorld *world, SupStatus status) {
    const char *text = supGpuErrorText(world->gpu);
    return supWorldFail(world, status, "%s", status == SupStatus_OutOfMemory || !*text ? supStatusText(status) : text);
}

const char *supWorldErrorText(const SupWorld *world) { return world ? world->errorText : ""; }

uint64_t supHash(const void *data, size_t length) { return XXH64(data ? data : "", data ? length : 0, 0); }

uint64_t supPackId(const SupWorld *world, uint32_t index, uint16_t generation) {
    return (uint64_t)(index + 1u) | (uint64_t)generation << 32 | (uint64_t)world->worldNumber << 48;
}

SupStatus supWorldCheckId(const SupWorld *world, uint64_t id) {
    if (!world) return SupStatus_InvalidArgument;
    if (id == 0) return supWorldFail(world, SupStatus_InvalidArgument, "the id is null");
    if ((uint16_t)(id >> 48) == world->worldNumber) return SupStatus_Ok;
    return supWorldFail(world, SupStatus_ForeignId, "%s", supStatusText(SupStatus_ForeignId));
}

// ---- Settings --------------------------------------------------------------------------------------------------------

static bool within(double value, double least, double most) { return value >= least && value <= most; }

static const char *settingsProblem(const SupSettings *s) {
    for (int i = 0; i < 3; ++i)
        if (!within(s->gravity[i], -1e6, 1e6)) return "gravity must lie in -1e6 .. 1e6 m/s2";
    if (!within(s->frameTime, 1e-5, 0.1)) return "frameTime must lie in 1e-5 .. 0.1 s";
    if (s->substeps < 1 || s->substeps > 1000) return "substeps must lie in 1 .. 1000";
    if (s->iterations > 1000) return "iterations must lie in 0 .. 1000";
    if (s->linearIterations > 1000) return "linearIterations must lie in 0 .. 1000";
    if (!within(s->tolerance, 0.0, 1.0)) return "tolerance must lie in 0 .. 1";
    if ((unsigned)s->solver >= (unsigned)SupSolver_Count) return "solver is not one that this version knows";
    if ((unsigned)s->accumulate >= (unsigned)SupAccumulate_Count) return "accumulate must be gather or scatter";
    if (!within(s->ground.height, -1e9, 1e9)) return "ground.height must lie in -1e9 .. 1e9 m";
    if (!within(s->ground.friction, 0.0, 1e6)) return "ground.friction must lie in 0 .. 1e6";
    for (int i = 0; i < 3; ++i)
        if (!within(s->wind.velocity[i], -1e6, 1e6)) return "wind.velocity must lie in -1e6 .. 1e6 m/s";
    if (!within(s->wind.gusts, 0.0, 100.0)) return "wind.gusts must lie in 0 .. 100";
    if (!within(s->wind.gustScale, 1e-3, 1e6)) return "wind.gustScale must lie in 1e-3 .. 1e6 m";
    if (s->maxFramesPerAdvance < 1 || s->maxFramesPerAdvance > 1000) return "maxFramesPerAdvance must lie in 1 .. 1000";
    return NULL;
}

SupStatus supWorldSettings(const SupWorld *world, SupSettings *settings) {
    if (!world || !settings) return supWorldFailNull(world, "settings");
    *settings = world->settings;
    return SupStatus_Ok;
}

SupStatus supWorldSetSettings(SupWorld *world, const SupSettings *settings) {
    SupStatus status = supWorldReady(world);
    if (status != SupStatus_Ok) return status;
    if (!settings) return supWorldFailNull(world, "settings");
    const char *problem = settingsProblem(settings);
    if (problem) return supWorldFail(world, SupStatus_OutOfRange, "%s", problem);
    for (size_t i = 0; i < world->orderCount && !problem; ++i)
        problem = supSolverProblem(settings, &world->bodies[world->order[i]].material);
    if (problem) return supWorldFail(world, SupStatus_OutOfRange, "%s", problem);
    const SupSettings before = world->settings;
    world->settings = *settings;
    world->bodiesDirty = true;
    world->blocksDirty = true; // forms of solvers follow from their iterations
    if (settings->solver == before.solver) return SupStatus_Ok;
    status = world->orderCount ? supWorldReservePools(world) : SupStatus_Ok;
    for (size_t i = 0; i < world->orderCount && status == SupStatus_Ok; ++i)
        status = supWorldPrepareBody(world, &world->bodies[world->order[i]]);
    if (status != SupStatus_Ok) {
        world->settings = before;
        return status;
    }
    for (size_t i = 0; i < world->orderCount && settings->solver == SupSolver_Xpbd; ++i)
        supWorldClearMultipliers(world, &world->bodies[world->order[i]]);
    return SupStatus_Ok;
}

// ---- Creation --------------------------------------------------------------------------------------------------------

static void describePools(SupWorld *world) {
    const WGPUBufferUsage storage = WGPUBufferUsage_Storage, drawn = storage | WGPUBufferUsage_Vertex;
    world->positions = (SupPool){"positions", 16, drawn, NULL, 0, 0};
    world->increments = (SupPool){"increments", 16, storage, NULL, 0, 0};
    world->velocities = (SupPool){"velocities", 16, storage, NULL, 0, 0};
    world->normals = (SupPool){"normals", 16, drawn, NULL, 0, 0};
    world->multipliers = (SupPool){"multipliers", 8, storage, NULL, 0, 0};
    world->scratch = (SupPool){"corrections", 64, storage, NULL, 0, 0};
    world->assetTets = (SupPool){"tets", sizeof(GpuTet), storage, NULL, 0, 0};
    world->topology = (SupPool){"topology", 4, storage, NULL, 0, 0};
    world->surface = (SupPool){"surface", 4, storage, NULL, 0, 0};
    world->triangles = (SupPool){"triangles", 4, drawn | WGPUBufferUsage_Index, NULL, 0, 0};
    world->bodyTable = (SupPool){"bodies", sizeof(GpuBody), storage, NULL, 0, 0};
    world->health = (SupPool){"health", 16, storage, NULL, 0, 0};
    world->vertexBlocks = (SupPool){"vertex blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    world->tetBlocks = (SupPool){"tet blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    world->grabs = (SupPool){"grabs", sizeof(GpuGrab), storage, NULL, 0, 0};
    world->rest = (SupPool){"rest positions", 16, storage, NULL, 0, 0};
    world->stars = (SupPool){"stars", 4, storage, NULL, 0, 0};
    world->pattern = (SupPool){"matrix patterns", 4, storage, NULL, 0, 0};
    world->matrix = (SupPool){"matrices", 4, storage, NULL, 0, 0};
    world->krylov = (SupPool){"krylov vectors", 128, storage, NULL, 0, 0};
    world->partials = (SupPool){"partial sums", 16, storage, NULL, 0, 0};
    world->scalars = (SupPool){"scalars", 16, storage, NULL, 0, 0};
    world->solverBlocks = (SupPool){"solver blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    world->networkTable = (SupPool){"networks", sizeof(GpuNetwork), storage, NULL, 0, 0};
    world->nodes = (SupPool){"nodes", sizeof(GpuNode), storage, NULL, 0, 0};
    world->springs = (SupPool){"springs", sizeof(GpuSpring), storage, NULL, 0, 0};
    world->links = (SupPool){"links", 16, storage, NULL, 0, 0};
    world->volumeParts = (SupPool){"volume parts", 16, storage, NULL, 0, 0};
    world->pressures = (SupPool){"pressures", 16, storage, NULL, 0, 0};
    world->density = (SupPool){"density", 4, storage, NULL, 0, 0};
    world->attachBlocks = (SupPool){"attachment blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
    world->attachmentTable = (SupPool){"attachments", sizeof(GpuAttachment), storage, NULL, 0, 0};
    world->patches = (SupPool){"patches", sizeof(GpuPatch), storage, NULL, 0, 0};
    world->networkBlocks = (SupPool){"network blocks", sizeof(GpuBlock), storage, NULL, 0, 0};
}

enum { PoolCount = 34 };
static void listPools(SupWorld *world, SupPool *out[PoolCount]) {
    SupPool *all[PoolCount] = {
        &world->positions,    &world->increments,      &world->velocities,    &world->normals,      &world->multipliers,
        &world->scratch,      &world->assetTets,       &world->topology,      &world->surface,      &world->triangles,
        &world->bodyTable,    &world->health,          &world->grabs,         &world->tetBlocks,    &world->vertexBlocks,
        &world->rest,         &world->stars,           &world->pattern,       &world->matrix,       &world->krylov,
        &world->partials,     &world->scalars,         &world->solverBlocks,  &world->networkTable, &world->nodes,
        &world->springs,      &world->links,           &world->networkBlocks, &world->volumeParts,  &world->pressures,
        &world->attachBlocks, &world->attachmentTable, &world->patches,       &world->density};
    for (int i = 0; i < PoolCount; ++i) out[i] = all[i];
}

static bool workgroupFits(const SupGpu *gpu, uint32_t size) {
    return (size == 32 || size == 64 || size == 128 || size == 256) && size <= gpu->limits.maxComputeWorkgroupSizeX &&
           size <= gpu->limits.maxComputeInvocationsPerWorkgroup;
}

SupStatus supWorldCreate(const SupWorldDesc *desc, SupWorld **out) {
    static const SupWorldDesc initial = SUP_WORLD_DESC_INIT;
    static _Atomic uint16_t worlds; // Worlds may be made on several threads
    if (out) *out = NULL;
    if (!desc || !out || desc->cookie != initial.cookie || !desc->gpu) return SupStatus_InvalidArgument;
    if (supGpuStatus(desc->gpu) != SupStatus_Ok) return supGpuStatus(desc->gpu);
    const char *problem = settingsProblem(&desc->settings);
    if (problem) return supGpuFail(desc->gpu, SupStatus_OutOfRange, "%s", problem);
    if (!workgroupFits(desc->gpu, desc->workgroupSize))
        return supGpuFail(desc->gpu, SupStatus_OutOfRange, "workgroupSize must be 32, 64, 128 or 256, at most %u here",
                          desc->gpu->limits.maxComputeInvocationsPerWorkgroup);
    SupWorld *world = SUP_NEW(SupWorld);
    if (!world) return SupStatus_OutOfMemory;
    world->gpu = desc->gpu;
    world->worldNumber = ++worlds;
    world->settings = desc->settings;
    world->workgroupSize = desc->workgroupSize;
    world->timer.milliseconds = NAN;
    describePools(world);
    SupStatus status = supGpuBuffer(world->gpu, "frame", sizeof(GpuFrame), WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst,
                                    &world->frame);
    if (status == SupStatus_Ok)
        status = supGpuBuffer(world->gpu, "colliders", SUP_MAX_COLLIDERS * sizeof(GpuCollider),
                              WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst, &world->colliderBuffer);
    if (status == SupStatus_Ok) status = supTimerCreate(world->gpu, &world->timer);
    supWorldSizeResident(world);
    if (status != SupStatus_Ok) {
        supWorldDestroy(world);
        return status;
    }
    *out = world;
    return SupStatus_Ok;
}

void supWorldDestroy(SupWorld *world) {
    if (!world) return;
    supWorldDestroyRequests(world);
    supWorldDestroyBodies(world);
    for (int i = 0; i < SupAccumulate_Count; ++i) supXpbdRelease(&world->xpbd[i]);
    for (int i = 0; i < 2; ++i) supKernelRelease(&world->grabKernel[i]);
    supPotentialRelease(world);
    supNetworkRelease(world);
    supAttachmentsRelease(world);
    supKernelRelease(&world->normalsKernel);
    supKernelRelease(&world->scatterKernel);
    supTimerRelease(world->gpu, &world->timer);
    supProfileRelease(world->gpu, &world->profile);
    supGpuBufferRelease(world->gpu, &world->frame);
    supGpuBufferRelease(world->gpu, &world->colliderBuffer);
    SupPool *pools[PoolCount];
    listPools(world, pools);
    for (int i = 0; i < PoolCount; ++i) supPoolRelease(world->gpu, pools[i]);
    SupRanges *ranges[] = {&world->vertexRanges,  &world->tetRanges,      &world->assetTetRanges, &world->topologyRanges,
                           &world->surfaceRanges, &world->triangleRanges, &world->restRanges,     &world->starRanges,
                           &world->patternRanges, &world->matrixRanges,   &world->springRanges,   &world->linkRanges};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) supRangesFree(ranges[i]);
    supFree(world->bodies);
    supFree(world->order);
    supFree(world->assets);
    supFree(world->requests);
    supFree(world);
}

/// Steps in a frame and moving nodes of all networks.
static void countNetworks(const SupWorld *world, SupWorldStats *stats) {
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (!supWorldIsNetwork(body)) continue;
        Thinning thinning = supNetworkThinning(world, body); // tables may be older than the settings
        stats->networkSteps += supNetworkSteps(world, body, &thinning);
        stats->movingNodes += supNetworkMovingNodes(body, &thinning);
    }
}

SupStatus supWorldStats(const SupWorld *world, SupWorldStats *stats) {
    if (!world || !stats) return supWorldFailNull(world, "stats");
    supTimerPoll((SupTimer *)&world->timer); // ticks that have arrived since the last frame
    SupPool *pools[PoolCount];
    listPools((SupWorld *)world, pools);
    uint64_t bytes = sizeof(GpuFrame) + SUP_MAX_COLLIDERS * sizeof(GpuCollider);
    for (int i = 0; i < PoolCount; ++i) bytes += pools[i]->capacity * pools[i]->elementSize;
    *stats = (SupWorldStats){.bodies = (uint32_t)world->orderCount,
                             .assets = world->assetTotal,
                             .vertices = world->vertexTotal,
                             .tets = world->tetTotal,
                             .attachments = (uint32_t)world->attachmentCount,
                             .frames = world->frames,
                             .time = world->time,
                             .droppedTime = world->droppedTime,
                             .clampedAdvances = world->clampedAdvances,
                             .dispatchesPerFrame = world->dispatches,
                             .gpuBytes = bytes,
                             .trafficPerFrame = supWorldTraffic(world),
                             .gpuMilliseconds = world->timer.milliseconds};
    countNetworks(world, stats);
    return SupStatus_Ok;
}
