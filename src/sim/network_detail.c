// SPDX-License-Identifier: MIT
// How much networks do: steps, which have what hangs on a network to bear, and from afar fewer steps and fewer nodes.
#include "world.h"

#include <math.h>
#include <string.h>

// ---- Steps -----------------------------------------------------------------------------------------------------------

uint32_t supNetworkParts(const SupWorld *world, const WorldBody *body) {
    return body->attachmentCount ? world->settings.substeps : 1;
}

/// Of all bodies that hang on the network.
static double loadOf(const SupWorld *world, const WorldBody *body) {
    double load = 0.0;
    for (size_t i = 0; i < world->attachmentCount; ++i) {
        const WorldBody *led = &world->bodies[world->attachments[i].body];
        if (&world->bodies[world->attachments[i].network] != body) continue;
        load += led->material.density * world->assets[led->assetIndex].volume;
    }
    return load;
}

/// Steps in a part of a frame that a network needs to bear a tension T [N]: its light nodes swing across its edges at
/// sqrt(4 T / (m L)).
static double stepsToBear(const WorldBody *body, const Thinning *thinning, double tension, double part) {
    return ceil(part * sqrt(2.0 * tension / fmax(body->lightest * thinning->heavier, 1e-30)));
}

static double lengthOf(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// For what hangs on it, six times as heavy when it swings or falls.
static double stepsForLoad(const SupWorld *world, const WorldBody *body, const Thinning *thinning, double part) {
    enum { MostStrand = 32, MostColored = 8 };
    double most = supBodyAssetView(body->asset).linkCount ? MostStrand : MostColored;
    return fmin(stepsToBear(body, thinning, 6.0 * loadOf(world, body) * fmax(1.0, lengthOf(world->settings.gravity)), part),
                most);
}

enum { MostForWeight = 256 };

/// [m/s2] that the wind may push nodes with.
static double windPush(const SupWorld *world, const WorldBody *body) {
    const SupWind *wind = &world->settings.wind;
    double speed = lengthOf(wind->velocity) * (1.0 + wind->gusts);
    return body->network.drag * speed * speed;
}

/// In a part of a frame, for what strands weigh, which are met as a whole, and what the wind pushes: three times of it as
/// they swing through.
static double stepsForWeight(const SupWorld *world, const WorldBody *body, const Thinning *thinning, double part) {
    const double *g = world->settings.gravity, *pull = body->network.pull;
    const double a[3] = {g[0] + pull[0], g[1] + pull[1], g[2] + pull[2]};
    if (!supBodyAssetView(body->asset).linkCount) return 0.0;
    return stepsToBear(body, thinning, 3.0 * body->heaviest * (lengthOf(a) + windPush(world, body)), part);
}

double supNetworkDrag(const SupWorld *world, const WorldBody *body) {
    double part = world->settings.frameTime / supNetworkParts(world, body);
    double excess = stepsForWeight(world, body, &body->thinning, part) / MostForWeight;
    // forces go with the square of the steps; without iterations no edge has to bear them
    return excess > 1.0 && body->iterations > 0.0 ? body->network.drag / (excess * excess) : body->network.drag;
}

uint32_t supNetworkSteps(const SupWorld *world, const WorldBody *body, const Thinning *thinning) {
    uint32_t parts = supNetworkParts(world, body);
    double iterations = body->iterations;
    double steps = floor(iterations * 60.0 * world->settings.frameTime / parts + 0.5);
    double part = world->settings.frameTime / parts;
    if (iterations > 0.0) steps = fmax(steps, fmin(stepsForWeight(world, body, thinning, part), MostForWeight));
    if (body->attachmentCount && iterations > 0.0) steps = fmax(steps, stepsForLoad(world, body, thinning, part));
    return parts * (steps > 1.0 ? (uint32_t)steps : 1);
}

// ---- Thinned strands: shaders/shared/thinning.wgsl counts alike ------------------------------------------------------

/// Spans between moving nodes of a strand with `edges` edges beyond its lead.
static uint32_t spansOf(uint32_t edges, uint32_t ratio) {
    enum { LeastSpans = 3 };
    uint32_t wanted = (uint32_t)(((uint64_t)edges + ratio - 1) / ratio);
    if (wanted < LeastSpans) wanted = LeastSpans;
    return wanted < edges ? wanted : edges;
}

uint32_t supNetworkMoving(const Thinning *thinning, uint32_t nodes) {
    uint32_t lead = thinning->lead < nodes ? thinning->lead : nodes - 1;
    return lead + spansOf(nodes - 1 - lead, thinning->ratio) + 1;
}

static bool isFixed(const WorldBody *body, const SupBodyAssetView *view, uint32_t node) {
    float pair[2];
    supNetworkNode(body, view, node, pair);
    return body->pinned[node] || pair[0] <= 0.0f;
}

/// The last of the fixed nodes that a strand begins with, 0 when there is none.
static uint32_t leadOf(const WorldBody *body, const SupBodyAssetView *view, uint32_t first, uint32_t end) {
    uint32_t n = first;
    while (n < end && isFixed(body, view, n)) ++n;
    return n > first ? n - 1 - first : 0;
}

/// Whether only nodes that move in any case are fixed, and no edge is missing.
static bool mayThin(const WorldBody *body, const SupBodyAssetView *view, uint32_t strand, uint32_t lead) {
    uint32_t first = view->strandStart[strand], last = view->strandStart[strand + 1] - 1;
    for (uint32_t n = first; n < last; ++n) {
        float pair[2];
        supNetworkEdge(body, view, 2 * (size_t)n, pair);
        if (!(pair[0] > 0.0f && pair[1] > 0.0f) || (n - first > lead && isFixed(body, view, n))) return false;
    }
    return true;
}

/// Whether a node is one that moves however thinned its strand is.
static bool movesAnyway(const SupBodyAssetView *view, uint32_t lead, uint32_t node) {
    uint32_t low = 0, high = view->strandCount;
    while (high - low > 1) { // the strand that has the node
        uint32_t middle = low + (high - low) / 2;
        if (view->strandStart[middle] <= node)
            low = middle;
        else
            high = middle;
    }
    return node - view->strandStart[low] <= lead || node + 1 == view->strandStart[low + 1];
}

/// Whether hands and tet bodies hold only such nodes.
static bool holdersLet(const SupWorld *world, const WorldBody *body, const SupBodyAssetView *view, uint32_t lead) {
    if (body->grabbed && !movesAnyway(view, lead, supWorldHeldNode(body))) return false;
    for (size_t i = 0; i < world->attachmentCount && body->attachmentCount; ++i) {
        const WorldAttachment *a = &world->attachments[i];
        if (&world->bodies[a->network] == body && !movesAnyway(view, lead, a->node)) return false;
    }
    return true;
}

/// By how much the lightest moving node times its shortest edge has grown: at the end of a strand, where half a span and
/// half a node hang.
static double heavierBy(const SupBodyAssetView *view, const Thinning *thinning) {
    double least = INFINITY;
    for (uint32_t s = 0; s < view->strandCount; ++s) {
        uint32_t nodes = view->strandStart[s + 1] - view->strandStart[s];
        if (nodes < thinning->lead + 2) continue;
        uint32_t edges = nodes - 1 - thinning->lead, shortest = edges / spansOf(edges, thinning->ratio);
        least = fmin(least, 0.5 * shortest * (shortest + 1.0));
    }
    return isfinite(least) ? least : 1.0;
}

Thinning supNetworkThinning(const SupWorld *world, const WorldBody *body) {
    static const Thinning none = {1, 0, 1.0};
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uint64_t ratio = (uint64_t)body->network.thinning << body->level;
    if (ratio <= 1 || !view.linkCount) return none;
    Thinning thinning = {ratio < view.nodeCount ? (uint32_t)ratio : view.nodeCount, 0, 1.0};
    uint32_t longest = 0;
    for (uint32_t s = 0; s < view.strandCount; ++s) {
        uint32_t lead = leadOf(body, &view, view.strandStart[s], view.strandStart[s + 1]);
        thinning.lead = lead > thinning.lead ? lead : thinning.lead;
    }
    for (uint32_t s = 0; s < view.strandCount; ++s) {
        uint32_t moving = supNetworkMoving(&thinning, view.strandStart[s + 1] - view.strandStart[s]);
        longest = moving > longest ? moving : longest;
        if (!mayThin(body, &view, s, thinning.lead)) return none;
    }
    // only network_lanes knows of it
    if (longest > SUP_LANE_NODES || !holdersLet(world, body, &view, thinning.lead)) return none;
    thinning.heavier = heavierBy(&view, &thinning);
    return thinning;
}

bool supNetworkThin(SupWorld *world) {
    bool changed = false;
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldBody *body = &world->bodies[world->order[i]];
        if (!supWorldIsNetwork(body)) continue;
        Thinning now = supNetworkThinning(world, body);
        changed = changed || now.ratio != body->thinning.ratio || now.lead != body->thinning.lead;
        body->thinning = now;
    }
    return changed;
}

uint64_t supNetworkMovingNodes(const WorldBody *body, const Thinning *thinning) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uint64_t sum = 0;
    if (thinning->ratio == 1) return view.nodeCount;
    for (uint32_t s = 0; s < view.strandCount; ++s)
        sum += supNetworkMoving(thinning, view.strandStart[s + 1] - view.strandStart[s]);
    return sum;
}

// ---- Levels of detail ------------------------------------------------------------------------------------------------

/// A level begins at twice the last one's distance, and ends a tenth before or after: `now` is the level that it has.
static uint32_t levelAt(const SupWorld *world, const WorldBody *body, uint32_t now) {
    enum { MostLevel = 10 };
    if (!world->viewed || body->network.detail <= 0.0) return 0;
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        double d = world->viewer[i] - body->origin[i];
        square += d * d;
    }
    double away = sqrt(square) / body->network.detail;
    while (now < MostLevel && away >= 1.1 * (double)(2u << now)) ++now;
    while (now > 0 && away < 0.9 * (double)(1u << now)) --now;
    return now;
}

static double wantedIterations(const WorldBody *body) { return body->network.iterations / (double)(1u << body->level); }

void supNetworkFindLevel(const SupWorld *world, WorldBody *body) {
    body->level = levelAt(world, body, 0);
    body->iterations = wantedIterations(body);
}

/// Fewer at once, more by and by: edges that few steps have left stretched would snap.
bool supNetworkApproach(SupWorld *world) {
    bool changed = false;
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldBody *body = &world->bodies[world->order[i]];
        double wanted = wantedIterations(body);
        if (!supWorldIsNetwork(body) || body->iterations >= wanted) continue;
        body->iterations = fmin(wanted, body->iterations + fmax(1.0, body->iterations / 8.0));
        changed = true;
    }
    return changed;
}

SupStatus supWorldSetViewer(SupWorld *world, const double eye[3]) {
    SupStatus status = supWorldReady(world);
    if (status) return status;
    for (int i = 0; eye && i < 3; ++i) {
        if (!isfinite(eye[i])) return supWorldFail(world, SupStatus_NotFinite, "the viewer's place is not finite");
        if (!(eye[i] >= -1e12 && eye[i] <= 1e12))
            return supWorldFail(world, SupStatus_OutOfRange, "the viewer's place must lie in -1e12 .. 1e12 m");
    }
    // bodies that came or changed since then have found their level by themselves
    bool same = world->viewed == (eye != NULL);
    for (int i = 0; eye && i < 3; ++i) same = same && eye[i] == world->viewer[i];
    if (same) return SupStatus_Ok;
    world->viewed = eye != NULL;
    if (eye) memcpy(world->viewer, eye, sizeof world->viewer);
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldBody *body = &world->bodies[world->order[i]];
        uint32_t level = supWorldIsNetwork(body) ? levelAt(world, body, body->level) : 0;
        world->bodiesDirty = world->bodiesDirty || level != body->level; // steps are told in their table
        body->level = level;
        body->iterations = fmin(body->iterations, wantedIterations(body));
    }
    return SupStatus_Ok;
}
