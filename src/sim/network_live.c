// SPDX-License-Identifier: MIT
// Nodes and edges of networks that are changed while they run. Who changes them has numbers of its own from then on: pairs,
// of nodes in their order, of edges in that of springs or links (SupBodyAssetView.edgePlaces).
#include "world.h"

#include "base/memory.h"
#include "base/report.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- What they are ---------------------------------------------------------------------------------------------------

void supNetworkEdge(const WorldBody *body, const SupBodyAssetView *view, size_t place, float pair[2]) {
    const float *pairs = body->edgePairs ? body->edgePairs : view->linkCount ? view->links : NULL;
    pair[0] = pairs ? pairs[2 * place] : view->springRest[place];
    pair[1] = pairs ? pairs[2 * place + 1] : view->springStiffness[place];
}

void supNetworkNode(const WorldBody *body, const SupBodyAssetView *view, size_t node, float pair[2]) {
    pair[0] = body->nodePairs ? body->nodePairs[2 * node] : view->inverseMass[node];
    pair[1] = body->nodePairs ? body->nodePairs[2 * node + 1] : view->decay[node];
}

static double heaviestStrand(const WorldBody *body, const SupBodyAssetView *view) {
    double heaviest = 0.0;
    float pair[2];
    for (uint32_t s = 0; s < view->strandCount; ++s) {
        double mass = 0.0;
        for (uint32_t n = view->strandStart[s]; n < view->strandStart[s + 1]; ++n) {
            supNetworkNode(body, view, n, pair);
            mass += pair[0] > 0.0f ? 1.0 / (double)pair[0] : 0.0;
        }
        heaviest = fmax(heaviest, mass);
    }
    return heaviest;
}

void supNetworkFindLightest(WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    double inverse = 0.0, shortest = view.minEdge;
    float pair[2];
    for (size_t n = 0; n < view.nodeCount; ++n) {
        supNetworkNode(body, &view, n, pair);
        inverse = fmax(inverse, (double)pair[0]);
    }
    if (body->edgePairs) shortest = INFINITY;
    for (size_t e = 0; body->edgePairs && e < view.networkEdgeCount; ++e) {
        supNetworkEdge(body, &view, view.edgePlaces[e], pair);
        if (pair[0] > 0.0f) shortest = fmin(shortest, (double)pair[0]);
    }
    body->heaviest = heaviestStrand(body, &view);
    body->lightest = inverse > 0.0 && isfinite(shortest) ? shortest / inverse : 1e30;
}

// ---- Checking --------------------------------------------------------------------------------------------------------

/// What a call is about.
typedef struct Things {
    const char *name; ///< in messages
    uint32_t total;
    const uint32_t *ids; ///< null: all, in turn
    uint32_t count;
} Things;

static uint32_t thing(const Things *things, uint32_t i) { return things->ids ? things->ids[i] : i; }

static SupStatus checkThings(const SupWorld *world, const Things *t) {
    if (!t->ids && t->count != t->total)
        return supWorldFail(world, SupStatus_InvalidArgument, "%u %s are given for all, but the network has %u", t->count,
                            t->name, t->total);
    SupPlaces missing = {0};
    for (uint32_t i = 0; i < t->count; ++i)
        if (thing(t, i) >= t->total) supPlacesAdd(&missing, thing(t, i));
    char text[96];
    if (!missing.count) return SupStatus_Ok;
    return supWorldFail(world, SupStatus_OutOfRange, "%llu %s do not exist, the network has %u: %s",
                        (unsigned long long)missing.count, t->name, t->total, supPlacesText(&missing, text, sizeof text));
}

static SupStatus checkNumbers(const SupWorld *world, const Things *t, const float *values, double most, const char *what) {
    SupPlaces wrong = {0};
    bool finite = true;
    for (uint32_t i = 0; values && i < t->count; ++i) {
        if ((double)values[i] >= 0.0 && (double)values[i] <= most) continue; // written so that NaN fails
        supPlacesAdd(&wrong, thing(t, i));
        finite = finite && isfinite(values[i]);
    }
    char text[96];
    if (!wrong.count) return SupStatus_Ok;
    return supWorldFail(world, finite ? SupStatus_OutOfRange : SupStatus_NotFinite, "%llu %s: of %s %s",
                        (unsigned long long)wrong.count, what, t->name, supPlacesText(&wrong, text, sizeof text));
}

// ---- Changing --------------------------------------------------------------------------------------------------------

static SupStatus noMemory(const SupWorld *world) {
    return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
}

static uint32_t wordOf(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static bool ownEdges(WorldBody *body, const SupBodyAssetView *view) {
    size_t count = view->linkCount ? 2 * (size_t)view->linkCount : view->springCount;
    if (body->edgePairs) return true;
    float *pairs = SUP_NEW_ARRAY(float, 2 * count);
    for (size_t i = 0; pairs && i < count; ++i) supNetworkEdge(body, view, i, pairs + 2 * i);
    body->edgePairs = pairs;
    return pairs != NULL;
}

static bool ownNodes(WorldBody *body, const SupBodyAssetView *view) {
    if (body->nodePairs) return true;
    float *pairs = SUP_NEW_ARRAY(float, 2 * (size_t)view->nodeCount);
    for (size_t n = 0; pairs && n < view->nodeCount; ++n) supNetworkNode(body, view, n, pairs + 2 * n);
    body->nodePairs = pairs;
    return pairs != NULL;
}

/// First word of an edge's pair in its pool.
static uint32_t edgeWord(const WorldBody *body, const SupBodyAssetView *view, uint32_t place) {
    enum { Spring = sizeof(GpuSpring) / 4, Rest = offsetof(GpuSpring, restLength) / 4, Link = 4 };
    return view->linkCount ? Link * body->links.first + 2 * place : Spring * (body->springs.first + place) + Rest;
}

SupStatus supWorldSetEdges(SupWorld *world, SupBodyId id, const uint32_t *edges, uint32_t count, const float *restLengths,
                           const float *stiffness) {
    SupStatus status = supWorldReady(world);
    WorldBody *body = status ? NULL : supWorldFindNetwork(world, id, &status);
    if (!body) return status;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    const Things things = {"edges", view.networkEdgeCount, edges, count};
    status = checkThings(world, &things);
    if (!status) status = checkNumbers(world, &things, restLengths, 1e9, "rest lengths do not lie in 0 .. 1e9 m");
    if (!status)
        status = checkNumbers(world, &things, stiffness, 1.001 * SUP_RIGID, "stiffnesses do not lie in 0 .. 1e30 N/m");
    if (status || !count || (!restLengths && !stiffness)) return status;
    uint32_t *records = SUP_NEW_ARRAY(uint32_t, 3 * (size_t)count);
    if (!records || !ownEdges(body, &view)) {
        supFree(records);
        return noMemory(world);
    }
    for (uint32_t i = 0; i < count; ++i) {
        float *pair = body->edgePairs + 2 * (size_t)view.edgePlaces[thing(&things, i)];
        if (restLengths) pair[0] = restLengths[i];
        if (stiffness) pair[1] = stiffness[i];
    }
    for (uint32_t i = 0; i < count; ++i) { // an edge that is named twice is written twice, and alike
        uint32_t place = view.edgePlaces[thing(&things, i)], *record = records + 3 * (size_t)i;
        record[0] = edgeWord(body, &view, place);
        for (size_t k = 0; k < 2; ++k) record[1 + k] = wordOf(body->edgePairs[2 * (size_t)place + k]);
    }
    status = supWorldScatter(world, view.linkCount ? &world->links : &world->springs, records, count, 3);
    supFree(records);
    supNetworkFindLightest(body);
    world->bodiesDirty = true; // steps depend on the lightest
    return status;
}

SupStatus supWorldSetNodes(SupWorld *world, SupBodyId id, const uint32_t *nodes, uint32_t count, const float *inverseMasses,
                           const float *decays) {
    enum { Words = sizeof(GpuNode) / 4, Width = 4 };
    _Static_assert(offsetof(GpuNode, inverseMass) == 0 && offsetof(GpuNode, decay) == 4 && offsetof(GpuNode, restDecay) == 8,
                   "three words from the first on");
    SupStatus status = supWorldReady(world);
    WorldBody *body = status ? NULL : supWorldFindNetwork(world, id, &status);
    if (!body) return status;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    const Things things = {"nodes", view.nodeCount, nodes, count};
    status = checkThings(world, &things);
    if (!status) status = checkNumbers(world, &things, inverseMasses, 1e12, "inverse masses do not lie in 0 .. 1e12 1/kg");
    if (!status) status = checkNumbers(world, &things, decays, 1.0, "decays do not lie in 0 .. 1");
    if (status || !count || (!inverseMasses && !decays)) return status;
    uint32_t *records = SUP_NEW_ARRAY(uint32_t, Width * (size_t)count);
    if (!records || !ownNodes(body, &view)) {
        supFree(records);
        return noMemory(world);
    }
    for (uint32_t i = 0; i < count; ++i) {
        float *pair = body->nodePairs + 2 * (size_t)thing(&things, i);
        if (inverseMasses) pair[0] = inverseMasses[i];
        if (decays) pair[1] = decays[i];
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t node = thing(&things, i), *record = records + Width * (size_t)i;
        const float *pair = body->nodePairs + 2 * (size_t)node;
        record[0] = Words * (body->vertices.first + node);
        record[1] = wordOf(pair[0]);
        record[2] = record[3] = wordOf(pair[1]);
    }
    // decay is moved by touch, too: masses alone leave it as it is
    if (!decays)
        for (uint32_t i = 0; i < count; ++i) memmove(records + 2 * (size_t)i, records + Width * (size_t)i, 8);
    status = supWorldScatter(world, &world->nodes, records, count, decays ? Width : 2);
    supFree(records);
    supNetworkFindLightest(body);
    world->bodiesDirty = true;
    return status;
}

// ---- Asking ----------------------------------------------------------------------------------------------------------

typedef void (*PairOf)(const WorldBody *body, const SupBodyAssetView *view, size_t place, float pair[2]);

static void readPairs(const WorldBody *body, const SupBodyAssetView *view, const Things *t, const uint32_t *places,
                      PairOf pairOf, float *first, float *second) {
    for (uint32_t i = 0; i < t->count; ++i) {
        uint32_t at = thing(t, i);
        float pair[2];
        pairOf(body, view, places ? places[at] : at, pair);
        if (first) first[i] = pair[0];
        if (second) second[i] = pair[1];
    }
}

SupStatus supWorldEdges(const SupWorld *world, SupBodyId id, const uint32_t *edges, uint32_t count, float *restLengths,
                        float *stiffness) {
    SupStatus status;
    const WorldBody *body = supWorldFindNetwork(world, id, &status);
    if (!body) return status;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    const Things things = {"edges", view.networkEdgeCount, edges, count};
    status = checkThings(world, &things);
    if (!status) readPairs(body, &view, &things, view.edgePlaces, supNetworkEdge, restLengths, stiffness);
    return status;
}

SupStatus supWorldNodes(const SupWorld *world, SupBodyId id, const uint32_t *nodes, uint32_t count, float *inverseMasses,
                        float *decays) {
    SupStatus status;
    const WorldBody *body = supWorldFindNetwork(world, id, &status);
    if (!body) return status;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    const Things things = {"nodes", view.nodeCount, nodes, count};
    status = checkThings(world, &things);
    if (!status) readPairs(body, &view, &things, NULL, supNetworkNode, inverseMasses, decays);
    return status;
}
