// SPDX-License-Identifier: MIT
// The tables that kernels find their bodies by, and the bind groups: brought up to date before a frame or a readback.
#include "world.h"

#include "base/memory.h"

#include <math.h>

/// By how much stiffness rules over inertia within a substep, on the scale of the body's stiffest tet.
static double stiffnessRatio(const WorldAsset *asset, const SupMaterial *material, double h) {
    LameConstants moduli = supMaterialModuli(material);
    uint32_t vertices = supBodyAssetView(asset->asset).vertexCount;
    double stiffness = (2.0 * moduli.mu + moduli.lambda) * asset->stiffnessLength;
    return h * h * stiffness * vertices / (material->density * asset->volume + 1e-30);
}

/// Falls from 1 to 0 over low .. high; see end_substep in shaders/shared.
static double trustUpTo(double ratio, double low, double high) {
    return fmin(1.0, fmax(0.0, (high - ratio) / (high - low)));
}

static GpuBody describeBody(const SupWorld *world, const WorldBody *body) {
    const WorldAsset *asset = &world->assets[body->assetIndex];
    const SupSettings *settings = &world->settings;
    LameConstants lame = supMaterialLame(&body->material), moduli = supMaterialModuli(&body->material);
    double h = settings->frameTime / settings->substeps, ratio = stiffnessRatio(asset, &body->material, h);
    float origin[3];
    for (int i = 0; i < 3; ++i) origin[i] = (float)body->origin[i];
    return (GpuBody){
        .vertexBase = body->vertices.first,
        .vertexCount = body->vertices.count,
        .tetBase = body->tets.first,
        .tetCount = body->tets.count,
        .assetTetBase = asset->tets.first,
        .topologyBase = asset->topology.first,
        .surfaceBase = asset->surface.first,
        .triangleBase = asset->triangles.first,
        .arapCompliance = (float)(1.0 / (2.0 * lame.mu * h * h)),
        .volumeCompliance = lame.lambda > 0.0 ? (float)(1.0 / (lame.lambda * h * h)) : 0.0f,
        .inverseDensity = (float)(1.0 / body->material.density),
        .dampingLoss = (float)(1.0 - supExpDecay(body->material.damping * h)),
        .groundHeight = (float)(settings->ground.height - body->origin[1]),
        .groundFriction = (float)settings->ground.friction,
        .groundEnabled = settings->ground.enabled,
        .model = (uint32_t)body->material.model,
        .mu = (float)moduli.mu,
        .lambda = (float)moduli.lambda,
        .freeMass = body->pinnedCount ? 0.0f : (float)(body->material.density * asset->volume),
        .restBase = asset->rest.first,
        .starBase = asset->stars.first,
        .colorCount = supBodyAssetView(body->asset).colorCount,
        .patternBase = asset->pattern.first,
        .columnBase = asset->pattern.first + asset->columnFirst,
        .edgeBase = asset->pattern.first + asset->edgeFirst,
        .edgeCount = asset->edgeCount,
        .matrixBase = body->matrix.first,
        // sixteen at rest: room for growth by a thousand before halves end
        .matrixScale = (float)(16.0 / ((2.0 * moduli.mu + moduli.lambda) * asset->stiffnessLength + 1e-30)),
        .rowBlockFirst = body->rowBlockFirst,
        .rowBlockCount = body->rowBlockCount,
        .energyBlockFirst = body->energyBlockFirst,
        .energyBlockCount = body->energyBlockCount,
        .guessTrust = (float)(0.5 * trustUpTo(ratio, 0.5, 2.0)),
        .newtonTrust = (float)trustUpTo(ratio, 4.0, 16.0),
        .network = supWorldIsNetwork(body),
        .colliderCount = world->colliderCount,
        .origin = {origin[0], origin[1], origin[2]},
        .originLow = {(float)(body->origin[0] - (double)origin[0]), (float)(body->origin[1] - (double)origin[1]),
                      (float)(body->origin[2] - (double)origin[2])},
    };
}

static SupStatus uploadBodies(SupWorld *world) {
    GpuBody *table = supAllocZero(world->bodySlots, sizeof *table);
    if (!table) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    for (size_t i = 0; i < world->orderCount; ++i)
        table[world->order[i]] = describeBody(world, &world->bodies[world->order[i]]);
    supPoolWrite(world->gpu, &world->bodyTable, 0, table, world->bodySlots);
    supFree(table);
    SupStatus status = supNetworkUploadTables(world);
    world->bodiesDirty = status != SupStatus_Ok;
    return status;
}

/// Blocks of tet bodies' vertices, then of networks': only the first take part in the solvers for tets.
static SupStatus uploadBlocks(SupWorld *world, SupPool *pool, bool ofTets, uint32_t *softCount, uint32_t *blockCount) {
    uint32_t size = world->workgroupSize;
    uint64_t total = 0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        total += ((ofTets ? body->tets.count : body->vertices.count) + (uint64_t)size - 1) / size;
    }
    SupStatus status = supPoolReserve(world->gpu, pool, total ? total : 1);
    if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    GpuBlock *blocks = SUP_NEW_ARRAY(GpuBlock, (size_t)total);
    if (!blocks) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    uint64_t n = 0;
    for (int networks = 0; networks < 2; ++networks) {
        for (size_t i = 0; i < world->orderCount; ++i) {
            const WorldBody *body = &world->bodies[world->order[i]];
            uint32_t count = ofTets ? body->tets.count : body->vertices.count;
            for (uint64_t first = 0; supWorldIsNetwork(body) == networks && first < count; first += size)
                blocks[n++] = (GpuBlock){world->order[i], (uint32_t)first, count, 0};
        }
        if (!networks) *softCount = (uint32_t)n;
    }
    supPoolWrite(world->gpu, pool, 0, blocks, n);
    supFree(blocks);
    *blockCount = (uint32_t)n;
    return SupStatus_Ok;
}

static SupStatus bindKernels(SupWorld *world) {
    const SupBinding bindings[] = {
        {.name = "frame", .buffer = world->frame},
        {.name = "vertexBlocks", .buffer = world->vertexBlocks.buffer},
        {.name = "tetBlocks", .buffer = world->tetBlocks.buffer},
        {.name = "bodies", .buffer = world->bodyTable.buffer},
        {.name = "health", .buffer = world->health.buffer},
        {.name = "grabs", .buffer = world->grabs.buffer},
        {.name = "tets", .buffer = world->assetTets.buffer},
        {.name = "topology", .buffer = world->topology.buffer},
        {.name = "surface", .buffer = world->surface.buffer},
        {.name = "triangles", .buffer = world->triangles.buffer},
        {.name = "positions", .buffer = world->positions.buffer},
        {.name = "increments", .buffer = world->increments.buffer},
        {.name = "velocities", .buffer = world->velocities.buffer},
        {.name = "normals", .buffer = world->normals.buffer},
        {.name = "multipliers", .buffer = world->multipliers.buffer},
        {.name = "corrections", .buffer = world->scratch.buffer},
        {.name = "snapshot", .buffer = world->scratch.buffer},
        {.name = "colliders", .buffer = world->colliderBuffer},
    };
    const uint32_t count = sizeof bindings / sizeof *bindings;
    SupStatus status = SupStatus_Ok;
    for (int a = 0; a < SupAccumulate_Count; ++a) {
        XpbdKernels *k = &world->xpbd[a];
        SupKernel *kernels[] = {&k->predict, &k->tetsFirst, &k->tetsNext, &k->iterate, &k->finish, &k->finishLast};
        for (size_t i = 0; k->ready && i < sizeof kernels / sizeof *kernels && status == SupStatus_Ok; ++i)
            status = supKernelBind(world->gpu, kernels[i], bindings, count);
    }
    for (int i = 0; i < 2 && status == SupStatus_Ok; ++i)
        if (world->grabKernel[i].pipeline) status = supKernelBind(world->gpu, &world->grabKernel[i], bindings, count);
    if (status == SupStatus_Ok && world->softBlockCount) status = supPotentialBind(world, bindings, count);
    if (status == SupStatus_Ok) status = supNetworkBind(world, bindings, count);
    if (status == SupStatus_Ok && world->normalsKernel.pipeline)
        status = supKernelBind(world->gpu, &world->normalsKernel, bindings, count);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

/// Generations only grow, so an equal sum means that no buffer was replaced.
static uint64_t generations(const SupWorld *world) {
    return world->positions.generation + world->increments.generation + world->velocities.generation +
           world->normals.generation + world->multipliers.generation + world->scratch.generation +
           world->assetTets.generation + world->topology.generation + world->surface.generation +
           world->triangles.generation + world->bodyTable.generation + world->health.generation +
           world->vertexBlocks.generation + world->tetBlocks.generation + world->grabs.generation + world->rest.generation +
           world->stars.generation + world->pattern.generation + world->matrix.generation + world->krylov.generation +
           world->partials.generation + world->scalars.generation + world->solverBlocks.generation +
           world->networkTable.generation + world->nodes.generation + world->springs.generation + world->links.generation +
           world->networkBlocks.generation + world->volumeParts.generation + world->pressures.generation +
           world->attachBlocks.generation + world->attachmentTable.generation + world->patches.generation +
           world->density.generation;
}

/// Kernels for tets that know of colliders, or do not.
static void meetColliders(SupWorld *world) {
    bool meet = world->colliderCount > 0;
    if (meet == world->tetsMeetColliders) return;
    for (int i = 0; i < SupAccumulate_Count; ++i) supXpbdRelease(&world->xpbd[i]);
    supPotentialReleaseKernels(world);
    world->tetsMeetColliders = meet;
    world->boundGeneration = 0;
}

SupStatus supWorldSync(SupWorld *world) {
    SupStatus status = supWorldReady(world);
    if (status != SupStatus_Ok) return status;
    if (world->orderCount == 0) {
        world->vertexBlockCount = world->softBlockCount = world->tetBlockCount = 0;
        return SupStatus_Ok;
    }
    bool xpbd = world->settings.solver == SupSolver_Xpbd;
    meetColliders(world);
    if (world->grabsDirty) status = supWorldUploadGrabs(world);
    if (world->bodiesDirty && supNetworkThin(world)) world->blocksDirty = true;
    if (status == SupStatus_Ok && world->grabCount) status = supWorldPrepareGrab(world);
    if (status == SupStatus_Ok && world->blocksDirty) {
        status = uploadBlocks(world, &world->vertexBlocks, false, &world->softBlockCount, &world->vertexBlockCount);
        if (status == SupStatus_Ok && xpbd)
            status = uploadBlocks(world, &world->tetBlocks, true, &world->tetBlockCount, &world->tetBlockCount);
        if (status == SupStatus_Ok && !xpbd) status = supWorldUploadSolverBlocks(world);
        if (status == SupStatus_Ok) status = supNetworkUploadBlocks(world);
        if (status == SupStatus_Ok) world->blocksDirty = false, world->bodiesDirty = true;
    }
    if (status == SupStatus_Ok && world->attachmentsDirty) status = supAttachmentsUpload(world);
    if (status == SupStatus_Ok && world->bodiesDirty) status = uploadBodies(world);
    if (status == SupStatus_Ok && world->softBlockCount)
        status = xpbd ? supXpbdPrepare(world, world->settings.accumulate) : supPotentialPrepare(world);
    if (status == SupStatus_Ok && world->normalsEnabled) status = supWorldPrepareNormals(world);
    if (status == SupStatus_Ok && world->networkCount) status = supNetworkPrepare(world);
    if (status == SupStatus_Ok && world->attachmentCount) status = supAttachmentsPrepare(world);
    if (status != SupStatus_Ok || world->boundGeneration == generations(world)) return status;
    status = bindKernels(world);
    if (status == SupStatus_Ok) world->boundGeneration = generations(world);
    return status;
}
