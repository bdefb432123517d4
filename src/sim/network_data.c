// SPDX-License-Identifier: MIT
// What networks have besides what all bodies have: settings, edges and nodes in the pools.
#include "network_misfit.h"
#include "world.h"

#include "base/memory.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ---- Settings --------------------------------------------------------------------------------------------------------

static bool within(double value, double least, double most) { return value >= least && value <= most; }

const char *supNetworkProblem(const SupNetworkSettings *n) {
    if (n->iterations > 1000) return "network.iterations must lie in 0 .. 1000";
    if (!within(n->decay, 0.0, 1.0)) return "network.decay must lie in 0 .. 1";
    if (!within(n->lengthScale, 0.01, 100.0)) return "network.lengthScale must lie in 0.01 .. 100";
    if (!within(n->drag, 0.0, 1e6)) return "network.drag must lie in 0 .. 1e6 1/m";
    for (int i = 0; i < 3; ++i)
        if (!within(n->pull[i], -1e6, 1e6)) return "network.pull must lie in -1e6 .. 1e6 m/s2";
    if (!within(n->flowIntensity, 0.0, 1e6)) return "network.flowIntensity must lie in 0 .. 1e6 m/s2";
    if (!within(n->flowScale, 0.0, 1e3)) return "network.flowScale must lie in 0 .. 1000 1/m";
    if (!within(n->thickness, 0.0, 1e6)) return "network.thickness must lie in 0 .. 1e6 m";
    if (!within(n->touch, 0.0, 1.0)) return "network.touch must lie in 0 .. 1";
    if (!within(n->react, 0.0, 1.0)) return "network.react must lie in 0 .. 1";
    if (!within(n->glow, 0.0, 1.0)) return "network.glow must lie in 0 .. 1";
    if (!within(n->volume, 0.0, 100.0)) return "network.volume must lie in 0 .. 100";
    if (!within(n->repulsion, 0.0, 1e6)) return "network.repulsion must lie in 0 .. 1e6 m/s2";
    if (!within(n->repulsionRadius, 1e-6, 1e6)) return "network.repulsionRadius must lie in 1e-6 .. 1e6 m";
    if (!within(n->detail, 0.0, 1e6)) return "network.detail must lie in 0 .. 1e6 m";
    if (n->thinning < 1 || n->thinning > 1024) return "network.thinning must lie in 1 .. 1024";
    return NULL;
}

/// Counters are whole: 2^32 over the 256 that a node adds.
enum { MostRepelling = (1 << 24) - 1 };

SupStatus supNetworkMisfit(const SupBodyAsset *asset, const SupNetworkSettings *network, char *text, size_t size) {
    SupBodyAssetView view = supBodyAssetView(asset);
    text[0] = 0;
    if (view.nodeCount == 0) return SupStatus_Ok;
    if (network->repulsion > 0.0 && view.strandCount == 0) {
        snprintf(text, size, "network.repulsion is %g, but the body has no strands", network->repulsion);
        return SupStatus_InvalidArgument;
    }
    if (network->repulsion > 0.0 && view.nodeCount > MostRepelling) {
        snprintf(text, size, "network.repulsion is of at most %u nodes, not %u", (uint32_t)MostRepelling, view.nodeCount);
        return SupStatus_OutOfRange;
    }
    if (network->volume == 0.0 || view.enclosedVolume > 0.0) return SupStatus_Ok;
    snprintf(text, size, "network.volume is %g, but the surface is not closed and outward: it encloses nothing",
             network->volume);
    return SupStatus_InvalidArgument;
}

SupStatus supNetworkCheckAsset(const SupWorld *world, const SupBodyAsset *asset, const SupNetworkSettings *network) {
    char text[160];
    SupStatus status = supNetworkMisfit(asset, network, text, sizeof text);
    return status ? supWorldFail(world, status, "%s", text) : status;
}

bool supWorldIsNetwork(const WorldBody *body) { return body->tets.count == 0; }

WorldBody *supWorldFindNetwork(const SupWorld *world, SupBodyId id, SupStatus *status) {
    WorldBody *body = supWorldFindBody(world, id, status);
    if (!body || supWorldIsNetwork(body)) return body;
    *status = supWorldFail(world, SupStatus_InvalidArgument, "the body is made of tets: it is no network");
    return NULL;
}

SupStatus supWorldSetNetwork(SupWorld *world, SupBodyId id, const SupNetworkSettings *network) {
    SupStatus status = supWorldReady(world);
    if (status) return status;
    WorldBody *body = supWorldFindNetwork(world, id, &status);
    if (!body) return status;
    if (!network) return supWorldFailNull(world, "network");
    const char *problem = supNetworkProblem(network);
    if (problem) return supWorldFail(world, SupStatus_OutOfRange, "%s", problem);
    status = supNetworkCheckAsset(world, body->asset, network);
    if (!status) status = supWorldCheckCarrier(world, network);
    if (status) return status;
    // a shell with a volume is in other lists, and so are strands that repel
    world->blocksDirty = world->blocksDirty || (network->volume > 0.0) != (body->network.volume > 0.0) ||
                         (network->repulsion > 0.0) != (body->network.repulsion > 0.0);
    bool changes = network->carrier != body->network.carrier;
    body->network = *network;
    if (changes) supWorldBeginRide(world, body);
    supNetworkFindLevel(world, body);
    world->bodiesDirty = true;
    return SupStatus_Ok;
}

SupStatus supWorldNetwork(const SupWorld *world, SupBodyId id, SupNetworkSettings *network) {
    SupStatus status;
    const WorldBody *body = supWorldFindNetwork(world, id, &status);
    if (body && network) *network = body->network;
    return body && !network ? supWorldFailNull(world, "network") : status;
}

// ---- The pointer -----------------------------------------------------------------------------------------------------

SupStatus supWorldSetTouch(SupWorld *world, const SupTouch *touch) {
    SupStatus status = supWorldReady(world);
    if (status) return status;
    double square = 0.0;
    for (int i = 0; touch && i < 3; ++i) {
        if (!isfinite(touch->origin[i]) || !isfinite(touch->direction[i]))
            return supWorldFail(world, SupStatus_NotFinite, "the touch's origin or direction is not finite");
        if (!within(touch->origin[i], -1e12, 1e12))
            return supWorldFail(world, SupStatus_OutOfRange, "touch.origin must lie in -1e12 .. 1e12 m");
        square += touch->direction[i] * touch->direction[i];
    }
    if (touch && !(square > 1e-60 && square < 1e60))
        return supWorldFail(world, SupStatus_OutOfRange, "touch.direction must not be zero");
    if (touch && !within(touch->spread, 0.0, 10.0))
        return supWorldFail(world, SupStatus_OutOfRange, "touch.spread must lie in 0 .. 10");
    world->touched = touch != NULL;
    if (touch) world->touch = *touch;
    return SupStatus_Ok;
}

static void describeRide(const WorldBody *body, GpuNetwork *out) {
    const WorldCarry *carry = &body->carry;
    vec3StoreFloat(out->carryPivot, vec3Sub(carry->pivot, vec3Load(body->origin)));
    vec3StoreFloat(out->carryPlace, vec3Sub(carry->now.place, vec3Load(body->origin)));
    vec3StoreFloat(out->carryTravel, vec3Sub(carry->next.place, carry->now.place));
    supStoreTurn(out->carryRotation, out->carryTurn, carry->now.rotation, carry->next.rotation);
    out->carryPivot[3] = 1.0f;
}

/// What the edges can hold: a push may move a node by this part of the shortest one in a step of length h.
static double repulsionIn(const SupNetworkSettings *n, const SupBodyAssetView *view, double h) {
    const double part = 0.15, most = 4.0;
    return n->iterations ? fmin(n->repulsion, part * view->minEdge * n->lengthScale / (most * h * h)) : n->repulsion;
}

GpuNetwork supNetworkDescribe(const SupWorld *world, const WorldBody *body) {
    const SupNetworkSettings *n = &body->network;
    const SupGround *ground = &world->settings.ground;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uint32_t steps = body->steps, parts = supNetworkParts(world, body);
    double h = world->settings.frameTime / steps;
    float origin[3];
    for (int i = 0; i < 3; ++i) origin[i] = (float)body->origin[i];
    GpuNetwork out = {
        .vertexBase = body->vertices.first,
        .nodeCount = body->vertices.count,
        .tubeBase = body->tubes.first,
        .linkBase = body->links.first,
        .strandBase = body->links.first + view.linkCount,
        .strandCount = view.strandCount,
        .sides = view.sides,
        .springBase = body->springs.first,
        .iterations = n->iterations,
        .steps = steps,
        .partSteps = steps / parts,
        .led = body->attachmentCount > 0,
        .thinning = body->thinning.ratio,
        .lead = body->thinning.lead,
        .timeStep = (float)h,
        .inverseTimeStep = (float)(1.0 / h),
        .decay = (float)pow(n->decay, 60.0 * h),
        .decayExponent = (float)(60.0 * h),
        .drag = (float)supNetworkDrag(world, body),
        .lengthScale = (float)n->lengthScale,
        .groundHeight = (float)(ground->height + n->thickness - body->origin[1]),
        .groundFriction = (float)ground->friction,
        .groundEnabled = ground->enabled,
        .flowIntensity = (float)n->flowIntensity,
        .surfaceBase = world->assets[body->assetIndex].surface.first,
        .triangleBase = world->assets[body->assetIndex].triangles.first,
        .colliderCount = world->colliderCount,
        .touch = (float)n->touch,
        .react = (float)n->react,
        .glow = (float)n->glow,
        .repulsion = (float)repulsionIn(n, &view, h),
        .densityRate = (float)(2.0 / n->repulsionRadius),
        .densityBase = body->densityBase,
        .densityBits = supNetworkDensityBits(body),
        .volume = (float)(n->iterations ? n->volume * view.enclosedVolume : 0.0),
        .pull = {(float)n->pull[0], (float)n->pull[1], (float)n->pull[2], (float)n->flowScale},
        .origin = {origin[0], origin[1], origin[2], (float)n->thickness},
        .originLow = {(float)(body->origin[0] - (double)origin[0]), (float)(body->origin[1] - (double)origin[1]),
                      (float)(body->origin[2] - (double)origin[2])},
    };
    if (n->carrier) describeRide(body, &out);
    return out;
}

// ---- Pools -----------------------------------------------------------------------------------------------------------

static SupStatus takeRange(SupWorld *world, SupRanges *ranges, uint64_t count, SupRange *out, const char *what) {
    uint32_t first = 0;
    if (count >= UINT32_MAX || !supRangesTake(ranges, (uint32_t)count, &first))
        return supWorldFail(world, SupStatus_GpuLimit, "the World would hold more than 2^32 %s", what);
    *out = (SupRange){first, (uint32_t)count};
    return SupStatus_Ok;
}

void supNetworkGiveData(SupWorld *world, WorldBody *body) {
    supRangesGive(&world->springRanges, body->springs.first, body->springs.count);
    supRangesGive(&world->linkRanges, body->links.first, body->links.count);
    body->springs = body->links = (SupRange){0, 0};
}

SupStatus supNetworkTakeData(SupWorld *world, WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    if (view.nodeCount == 0) return SupStatus_Ok;
    SupStatus status = takeRange(world, &world->springRanges, view.springCount, &body->springs, "edges");
    if (!status)
        status = takeRange(world, &world->linkRanges, (uint64_t)view.linkCount + view.strandCount, &body->links, "links");
    // what has no elements still is bound, here or by a renderer
    const struct {
        SupPool *pool;
        uint64_t count;
    } wanted[] = {{&world->springs, world->springRanges.end},
                  {&world->links, world->linkRanges.end},
                  {&world->nodes, world->vertexRanges.end},
                  {&world->networkTable, world->bodySlots},
                  {&world->pressures, world->bodySlots},
                  {&world->density, 1},
                  {&world->grabs, 1},
                  {&world->assetTets, 1},
                  {&world->topology, 1}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !status; ++i) {
        status = supPoolReserve(world->gpu, wanted[i].pool, wanted[i].count ? wanted[i].count : 1);
        if (status) supWorldFailGpu(world, status);
    }
    if (status) supNetworkGiveData(world, body);
    return status;
}

enum { Chunk = 4096 };

static void uploadSprings(SupWorld *world, const WorldBody *body, const SupBodyAssetView *view) {
    GpuSpring springs[Chunk];
    for (uint32_t start = 0; start < view->springCount; start += Chunk) {
        uint32_t count = view->springCount - start < Chunk ? view->springCount - start : Chunk;
        for (uint32_t i = 0; i < count; ++i) {
            size_t e = (size_t)start + i;
            float pair[2];
            supNetworkEdge(body, view, e, pair);
            springs[i] = (GpuSpring){view->springs[2 * e], view->springs[2 * e + 1], pair[0], pair[1]};
        }
        supPoolWrite(world->gpu, &world->springs, body->springs.first + start, springs, count);
    }
}

static void uploadStrands(SupWorld *world, const WorldBody *body, const SupBodyAssetView *view) {
    GpuStrand strands[Chunk];
    uint32_t base = body->links.first + view->linkCount;
    for (uint32_t start = 0; start < view->strandCount; start += Chunk) {
        uint32_t count = view->strandCount - start < Chunk ? view->strandCount - start : Chunk;
        for (uint32_t i = 0; i < count; ++i) {
            size_t s = (size_t)start + i;
            strands[i] = (GpuStrand){view->strandStart[s], view->strandStart[s + 1] - view->strandStart[s],
                                     view->strandRadius[2 * s], view->strandRadius[2 * s + 1]};
        }
        supPoolWrite(world->gpu, &world->links, base + start, strands, count);
    }
}

void supNetworkUploadEdges(SupWorld *world, const WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uploadSprings(world, body, &view);
    if (view.linkCount) supPoolWrite(world->gpu, &world->links, body->links.first, view.links, view.linkCount);
    uploadStrands(world, body, &view);
}

void supNetworkUploadNodes(SupWorld *world, const WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    GpuNode nodes[Chunk];
    for (uint32_t start = 0; start < view.nodeCount; start += Chunk) {
        uint32_t count = view.nodeCount - start < Chunk ? view.nodeCount - start : Chunk;
        for (uint32_t i = 0; i < count; ++i) {
            float pair[2];
            supNetworkNode(body, &view, start + i, pair);
            nodes[i] = (GpuNode){pair[0], pair[1], pair[1], 1.0f, {0}, {0}, {0}};
        }
        supPoolWrite(world->gpu, &world->nodes, body->vertices.first + start, nodes, count);
    }
}

void supNetworkForgetHome(const SupWorld *world, uint64_t node) {
    const float unknown = 0.0f;
    uint64_t at = node * sizeof(GpuNode) + offsetof(GpuNode, air) + 3 * sizeof(float);
    wgpuQueueWriteBuffer(world->gpu->queue, world->nodes.buffer, at, &unknown, sizeof unknown);
}
