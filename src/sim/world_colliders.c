// SPDX-License-Identifier: MIT
#include "world.h"

#include <math.h>
#include <string.h>

static bool allWithin(const double values[3], double least, double most) {
    for (int i = 0; i < 3; ++i)
        if (!(values[i] >= least && values[i] <= most)) return false;
    return true;
}

static const char *colliderProblem(const SupCollider *c) {
    if (!allWithin(c->center, -1e12, 1e12)) return "center must lie in -1e12 .. 1e12 m";
    if (!allWithin(c->half, 0.0, 1e6)) return "half must lie in 0 .. 1e6 m";
    if (!(c->radius >= 0.0 && c->radius <= 1e6)) return "radius must lie in 0 .. 1e6 m";
    if (c->radius == 0.0 && !(c->half[0] > 0.0 && c->half[1] > 0.0 && c->half[2] > 0.0))
        return "it has no size: radius must be above 0, or all of half";
    if (!(c->friction >= 0.0 && c->friction <= 1e6)) return "friction must lie in 0 .. 1e6";
    return allWithin(c->velocity, -1e6, 1e6) ? NULL : "velocity must lie in -1e6 .. 1e6 m/s";
}

static GpuCollider describe(const SupCollider *c) {
    GpuCollider out = {0};
    for (int i = 0; i < 3; ++i) {
        out.center[i] = (float)c->center[i];
        out.centerLow[i] = (float)(c->center[i] - (double)out.center[i]);
        out.extent[i] = (float)c->half[i];
        out.velocity[i] = (float)c->velocity[i];
    }
    out.center[3] = (float)c->radius;
    out.centerLow[3] = (float)c->friction;
    return out;
}

SupStatus supWorldSetColliders(SupWorld *world, const SupCollider *colliders, uint32_t count) {
    SupStatus status = supWorldReady(world);
    if (status) return status;
    if (count && !colliders) return supWorldFailNull(world, "colliders");
    if (count > SUP_MAX_COLLIDERS)
        return supWorldFail(world, SupStatus_OutOfRange, "%u colliders, at most %u", count, SUP_MAX_COLLIDERS);
    GpuCollider table[SUP_MAX_COLLIDERS];
    for (uint32_t i = 0; i < count; ++i) {
        const char *problem = colliderProblem(&colliders[i]);
        if (problem) return supWorldFail(world, SupStatus_OutOfRange, "collider %u: %s", i, problem);
        table[i] = describe(&colliders[i]);
    }
    if (count) {
        memcpy(world->colliders, colliders, count * sizeof *colliders);
        wgpuQueueWriteBuffer(world->gpu->queue, world->colliderBuffer, 0, table, count * sizeof *table);
    }
    if (count != world->colliderCount) world->bodiesDirty = true; // networks know how many there are
    world->colliderCount = count;
    return SupStatus_Ok;
}
