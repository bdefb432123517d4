// SPDX-License-Identifier: MIT
// Grabs: checking, remembering, and the table that the kernel grab works through.
#include "world.h"

#include "base/memory.h"

#include <math.h>

SupStatus supWorldCheckPoint(const SupWorld *world, const SupBodyAssetView *asset, uint32_t triangle,
                             const double weights[3]) {
    if (triangle >= asset->triangleCount)
        return supWorldFail(world, SupStatus_OutOfRange, "triangle %u does not exist: the surface has %u", triangle,
                            asset->triangleCount);
    for (int i = 0; i < 3; ++i)
        if (!(weights[i] >= -1e-3 && weights[i] <= 1.001))
            return supWorldFail(world, SupStatus_OutOfRange, "weights must lie in 0 .. 1");
    if (!(fabs(weights[0] + weights[1] + weights[2] - 1.0) <= 1e-3))
        return supWorldFail(world, SupStatus_OutOfRange, "weights must add up to 1");
    return SupStatus_Ok;
}

static SupStatus checkGrab(const SupWorld *world, const SupBodyAssetView *asset, const SupGrab *grab) {
    static const SupGrab initial = SUP_GRAB_INIT;
    if (!grab || grab->cookie != initial.cookie)
        return supWorldFail(world, SupStatus_InvalidArgument, "a grab wants a description from SUP_GRAB_INIT");
    SupStatus status = supWorldCheckPoint(world, asset, grab->triangle, grab->weights);
    if (status) return status;
    for (int i = 0; i < 3; ++i)
        if (!isfinite(grab->target[i])) return supWorldFail(world, SupStatus_NotFinite, "target is not finite");
    if (!(grab->stiffness >= 0.0 && grab->stiffness <= 1e12))
        return supWorldFail(world, SupStatus_OutOfRange, "stiffness must lie in 0 .. 1e12 N/m");
    if (!(grab->damping >= 0.0 && grab->damping <= 1e12))
        return supWorldFail(world, SupStatus_OutOfRange, "damping must lie in 0 .. 1e12 N s/m");
    return SupStatus_Ok;
}

static WorldBody *findToGrab(SupWorld *world, SupBodyId id, SupStatus *status) {
    *status = supWorldReady(world);
    return *status == SupStatus_Ok ? supWorldFindBody(world, id, status) : NULL;
}

SupStatus supWorldSetGrab(SupWorld *world, SupBodyId id, const SupGrab *grab) {
    SupStatus status;
    WorldBody *body = findToGrab(world, id, &status);
    if (!body) return status;
    SupBodyAssetView asset = supBodyAssetView(body->asset);
    status = checkGrab(world, &asset, grab);
    if (status != SupStatus_Ok) return status;
    world->blocksDirty = world->blocksDirty || !body->grabbed; // a grabbed body is not resident
    body->grab = *grab;
    body->grabbed = true;
    world->grabsDirty = true;
    return SupStatus_Ok;
}

SupStatus supWorldClearGrab(SupWorld *world, SupBodyId id) {
    SupStatus status;
    WorldBody *body = findToGrab(world, id, &status);
    if (!body) return status;
    world->grabsDirty = world->grabsDirty || body->grabbed;
    world->blocksDirty = world->blocksDirty || body->grabbed;
    body->grabbed = false;
    return SupStatus_Ok;
}

/// A network is held by one node: the one with the largest weight, which comes first.
uint32_t supWorldHeldNode(const WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    const SupGrab *grab = &body->grab;
    int most = 0;
    for (int i = 1; i < 3; ++i)
        if (grab->weights[i] > grab->weights[most]) most = i;
    uint32_t corner = view.triangles[3 * (size_t)grab->triangle + (size_t)most];
    return corner < view.vertexCount ? corner : view.tubeNodes[corner - view.vertexCount];
}

static GpuGrab describeGrab(const WorldBody *body, uint32_t slot) {
    const SupGrab *grab = &body->grab;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    const uint32_t *corners = view.triangles + 3 * (size_t)grab->triangle;
    return (GpuGrab){.body = slot,
                     .vertex0 = view.nodeCount ? supWorldHeldNode(body) : corners[0],
                     .vertex1 = corners[1],
                     .vertex2 = corners[2],
                     .weight0 = (float)grab->weights[0],
                     .weight1 = (float)grab->weights[1],
                     .weight2 = (float)grab->weights[2],
                     .stiffness = (float)grab->stiffness,
                     .targetX = (float)(grab->target[0] - body->origin[0]),
                     .targetY = (float)(grab->target[1] - body->origin[1]),
                     .targetZ = (float)(grab->target[2] - body->origin[2]),
                     .damping = (float)grab->damping,
                     .leads = grab->leads};
}

static SupKernel *grabKernel(SupWorld *world) {
    const SupSettings *s = &world->settings;
    return &world->grabKernel[s->solver == SupSolver_Xpbd && s->accumulate == SupAccumulate_Scatter];
}

SupStatus supWorldPrepareGrab(SupWorld *world) {
    SupKernel *kernel = grabKernel(world);
    // the kernel names a snapshot, which only scatter makes: a binding must hold something
    SupStatus status = supPoolReserve(world->gpu, &world->scratch, 1);
    if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    if (kernel->pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    const SupConstant scatter = {"SCATTER", kernel == &world->grabKernel[1]};
    status = supKernelCreate(world->gpu, "grab", &scatter, 1, kernel);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

void supWorldEncodeGrabs(SupWorld *world, WGPUComputePassEncoder pass) {
    if (world->grabCount) supWorldDispatch(world, grabKernel(world), pass, 1);
}

SupStatus supWorldUploadGrabs(SupWorld *world) {
    uint32_t count = 0;
    for (size_t i = 0; i < world->orderCount; ++i) count += world->bodies[world->order[i]].grabbed;
    if (count) {
        GpuGrab *table = SUP_NEW_ARRAY(GpuGrab, count);
        if (!table) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
        SupStatus status = supPoolReserve(world->gpu, &world->grabs, count);
        uint32_t n = 0;
        for (size_t i = 0; i < world->orderCount; ++i)
            if (world->bodies[world->order[i]].grabbed)
                table[n++] = describeGrab(&world->bodies[world->order[i]], world->order[i]);
        if (status == SupStatus_Ok) supPoolWrite(world->gpu, &world->grabs, 0, table, count);
        supFree(table);
        if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    }
    if (world->networkCount) world->bodiesDirty = true; // networks know their hands
    world->grabCount = count;
    world->grabsDirty = false;
    return SupStatus_Ok;
}
