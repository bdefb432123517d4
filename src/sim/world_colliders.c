// SPDX-License-Identifier: MIT
// Colliders: checking, where they are at a time, and what rides with them.
#include "world.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- Checking --------------------------------------------------------------------------------------------------------

static bool allWithin(const double values[3], double least, double most) {
    for (int i = 0; i < 3; ++i)
        if (!(values[i] >= least && values[i] <= most)) return false;
    return true;
}

static const char *motionProblem(const SupMotion *m) {
    if (!allWithin(m->sway, -1e6, 1e6)) return "motion.sway must lie in -1e6 .. 1e6 m";
    if (!allWithin(m->turn, -100.0, 100.0)) return "motion.turn must lie in -100 .. 100 rad";
    return m->period == 0.0 || (m->period >= 1e-3 && m->period <= 1e6) ? NULL : "motion.period must be 0 or 1e-3 .. 1e6 s";
}

static const char *colliderProblem(const SupCollider *c) {
    if (!allWithin(c->center, -1e12, 1e12)) return "center must lie in -1e12 .. 1e12 m";
    if (!allWithin(c->half, 0.0, 1e6)) return "half must lie in 0 .. 1e6 m";
    if (!(c->radius >= 0.0 && c->radius <= 1e6)) return "radius must lie in 0 .. 1e6 m";
    if (c->radius == 0.0 && !(c->half[0] > 0.0 && c->half[1] > 0.0 && c->half[2] > 0.0))
        return "it has no size: radius must be above 0, or all of half";
    if (!(c->friction >= 0.0 && c->friction <= 1e6)) return "friction must lie in 0 .. 1e6";
    if (!allWithin(c->velocity, -1e6, 1e6)) return "velocity must lie in -1e6 .. 1e6 m/s";
    double norm = quatDot(quatLoad(c->rotation), quatLoad(c->rotation));
    if (!(norm > 1e-12 && norm < 1e12)) return "rotation must be a quaternion that is not zero";
    if (!allWithin(c->angularVelocity, -1e6, 1e6)) return "angularVelocity must lie in -1e6 .. 1e6 rad/s";
    return motionProblem(&c->motion);
}

// ---- Motion ----------------------------------------------------------------------------------------------------------

static double phase(const SupMotion *motion, double time) { return 2.0 * SUP_PI * fmod(time / motion->period, 1.0); }

Pose supColliderPose(const SupCollider *c, double time) {
    Pose pose = {vec3Load(c->center), quatUnit(quatLoad(c->rotation))};
    if (c->motion.period == 0.0) return pose;
    double sine, cosine;
    supSinCos(phase(&c->motion, time), &sine, &cosine);
    pose.place = vec3AddScaled(pose.place, vec3Load(c->motion.sway), sine);
    Quaternion turn = quatFromVector(vec3Scale(vec3Load(c->motion.turn), sine));
    pose.rotation = quatUnit(quatMultiply(turn, pose.rotation));
    return pose;
}

/// What `to` adds to `from`, the shorter way round.
static Quaternion added(Quaternion from, Quaternion to) {
    return quatSub(quatDot(from, to) < 0.0 ? quatScale(to, -1.0) : to, from);
}

static GpuCollider describe(const SupCollider *c, double time, double frameTime, uint32_t substeps) {
    Pose from = supColliderPose(c, time), to = supColliderPose(c, time + frameTime);
    Vec3 travel = vec3Sub(to.place, from.place), turn = quatVector(quatMultiply(to.rotation, quatInverse(from.rotation)));
    GpuCollider out = {0};
    vec3StoreFloat(out.center, from.place);
    vec3StoreFloat(out.centerLow, vec3Sub(from.place, vec3LoadFloat(out.center)));
    vec3StoreFloat(out.extent, vec3Load(c->half));
    vec3StoreFloat(out.velocity, vec3AddScaled(vec3Load(c->velocity), travel, 1.0 / frameTime));
    vec3StoreFloat(out.spin, vec3AddScaled(vec3Load(c->angularVelocity), turn, 1.0 / frameTime));
    vec3StoreFloat(out.travel, travel);
    out.travel[3] = (float)(1.0 / substeps);
    supStoreTurn(out.rotation, out.turn, from.rotation, to.rotation);
    out.center[3] = (float)c->radius;
    out.centerLow[3] = (float)c->friction;
    return out;
}

void supStoreTurn(float rotation[4], float turn[4], Quaternion from, Quaternion to) {
    double values[4];
    quatStore(values, from);
    for (int i = 0; i < 4; ++i) rotation[i] = (float)values[i];
    quatStore(values, added(from, to));
    for (int i = 0; i < 4; ++i) turn[i] = (float)values[i];
}

static bool anyMoves(const SupWorld *world) {
    for (uint32_t i = 0; i < world->colliderCount; ++i)
        if (world->colliders[i].motion.period > 0.0) return true;
    return false;
}

static void uploadColliders(SupWorld *world) {
    if (!world->collidersDirty && !anyMoves(world)) return;
    GpuCollider table[SUP_MAX_COLLIDERS];
    for (uint32_t i = 0; i < world->colliderCount; ++i)
        table[i] = describe(&world->colliders[i], world->time, world->settings.frameTime, world->settings.substeps);
    if (world->colliderCount)
        wgpuQueueWriteBuffer(world->gpu->queue, world->colliderBuffer, 0, table, world->colliderCount * sizeof *table);
    world->collidersDirty = false;
}

// ---- Carried networks ------------------------------------------------------------------------------------------------

static bool isCarried(const WorldBody *body) { return supWorldIsNetwork(body) && body->network.carrier > 0; }

/// From home to now.
static Pose carryPose(const SupWorld *world, const WorldBody *body, double time) {
    if (!isCarried(body)) return body->carry.now;
    Pose pose = supColliderPose(&world->colliders[body->network.carrier - 1], time);
    pose.rotation = quatUnit(quatMultiply(pose.rotation, body->carry.turn));
    return pose;
}

Vec3 supCarried(const WorldCarry *carry, Vec3 place) {
    return vec3Add(carry->now.place, quatTurn(carry->now.rotation, vec3Sub(place, carry->pivot)));
}

void supWorldBeginRide(const SupWorld *world, WorldBody *body) {
    if (!isCarried(body)) return;
    WorldCarry *carry = &body->carry;
    Pose carrier = supColliderPose(&world->colliders[body->network.carrier - 1], world->time);
    // what another carrier did before stays: pivot is where home has the new one
    Vec3 arm = vec3Sub(carrier.place, carry->now.place);
    carry->pivot = vec3Add(carry->pivot, quatTurn(quatInverse(carry->now.rotation), arm));
    carry->turn = quatMultiply(quatInverse(carrier.rotation), carry->now.rotation);
    carry->now = carry->next = carryPose(world, body, world->time);
}

void supWorldResumeRide(const SupWorld *world, WorldBody *body) {
    body->carry.now = body->carry.next = carryPose(world, body, world->time);
}

static void uploadRides(SupWorld *world) {
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldBody *body = &world->bodies[world->order[i]];
        if (!isCarried(body)) continue;
        body->carry.next = carryPose(world, body, world->time + world->settings.frameTime);
        GpuNetwork described = supNetworkDescribe(world, body);
        supPoolWrite(world->gpu, &world->networkTable, world->order[i], &described, 1);
    }
}

void supWorldBeginMotion(SupWorld *world) {
    uploadColliders(world);
    uploadRides(world);
}

void supWorldEndMotion(SupWorld *world) {
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldCarry *carry = &world->bodies[world->order[i]].carry;
        carry->now = carry->next;
    }
}

SupStatus supWorldCheckCarrier(const SupWorld *world, const SupNetworkSettings *network) {
    if (network->carrier <= world->colliderCount) return SupStatus_Ok;
    return supWorldFail(world, SupStatus_OutOfRange, "network.carrier is %u, but there are %u colliders", network->carrier,
                        world->colliderCount);
}

// ---- Setting and asking ----------------------------------------------------------------------------------------------

SupStatus supWorldSetColliders(SupWorld *world, const SupCollider *colliders, uint32_t count) {
    SupStatus status = supWorldReady(world);
    if (status) return status;
    if (count && !colliders) return supWorldFailNull(world, "colliders");
    if (count > SUP_MAX_COLLIDERS)
        return supWorldFail(world, SupStatus_OutOfRange, "%u colliders, at most %u", count, SUP_MAX_COLLIDERS);
    for (uint32_t i = 0; i < count; ++i) {
        const char *problem = colliderProblem(&colliders[i]);
        if (problem) return supWorldFail(world, SupStatus_OutOfRange, "collider %u: %s", i, problem);
    }
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (isCarried(body) && body->network.carrier > count)
            return supWorldFail(world, SupStatus_InvalidArgument,
                                "collider %u carries a network: it can go when the network's carrier is another one",
                                body->network.carrier - 1);
    }
    if (count) memcpy(world->colliders, colliders, count * sizeof *colliders);
    if (count != world->colliderCount) world->bodiesDirty = true; // networks know how many there are
    world->colliderCount = count;
    world->collidersDirty = true;
    return SupStatus_Ok;
}

SupStatus supWorldCollider(const SupWorld *world, uint32_t index, SupCollider *out) {
    if (!world || !out) return supWorldFailNull(world, "out");
    if (index >= world->colliderCount)
        return supWorldFail(world, SupStatus_OutOfRange, "collider %u does not exist: there are %u", index,
                            world->colliderCount);
    SupCollider c = world->colliders[index];
    Pose pose = supColliderPose(&c, world->time);
    if (c.motion.period > 0.0) {
        double sine, cosine, rate = 2.0 * SUP_PI / c.motion.period;
        supSinCos(phase(&c.motion, world->time), &sine, &cosine);
        for (int i = 0; i < 3; ++i) {
            c.velocity[i] += rate * cosine * c.motion.sway[i];
            c.angularVelocity[i] += rate * cosine * c.motion.turn[i];
        }
    }
    vec3Store(c.center, pose.place);
    quatStore(c.rotation, pose.rotation);
    c.motion = (SupMotion){{0, 0, 0}, {0, 0, 0}, 0.0};
    *out = c;
    return SupStatus_Ok;
}
