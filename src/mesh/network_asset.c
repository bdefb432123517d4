// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"
#include "body_asset.h"
#include "network.h"
#include "surface_edges.h"

// ---- Checking --------------------------------------------------------------------------------------------------------

static SupStatus failPlaces(SupReport *report, SupStatus status, const char *what, const SupPlaces *places) {
    char text[96];
    return supFail(report, status, "%llu %s: %s", (unsigned long long)places->count, what,
                   supPlacesText(places, text, sizeof text));
}

static SupStatus checkIndices(const uint32_t *indices, uint32_t count, uint32_t stride, uint32_t nodes, const char *what,
                              SupReport *report) {
    SupPlaces wrong = {0};
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < stride; ++k)
            if (indices[(size_t)i * stride + k] >= nodes) {
                supPlacesAdd(&wrong, i);
                break;
            }
    return wrong.count ? failPlaces(report, SupStatus_Malformed, what, &wrong) : SupStatus_Ok;
}

/// All values lie in least .. most; written so that NaN fails.
static SupStatus checkValues(const float *values, uint32_t count, double least, double most, const char *what,
                             SupReport *report) {
    SupPlaces wrong = {0};
    bool nan = false;
    for (uint32_t i = 0; i < count; ++i)
        if (!((double)values[i] >= least && (double)values[i] <= most)) {
            supPlacesAdd(&wrong, i);
            nan = nan || !isfinite(values[i]);
        }
    return wrong.count ? failPlaces(report, nan ? SupStatus_NotFinite : SupStatus_OutOfRange, what, &wrong) : SupStatus_Ok;
}

static SupStatus checkStrands(const SupNetwork *n, SupReport *report) {
    if (n->strandCount == 0) return SupStatus_Ok;
    if (!n->strandStart || !n->strandRadius || n->sides < 3 || n->sides > 32)
        return supFail(report, SupStatus_OutOfRange, "strands want starts, radii and 3 .. 32 sides");
    SupPlaces wrong = {0};
    for (uint32_t s = 0; s < n->strandCount; ++s)
        if (n->strandStart[s] >= n->strandStart[s + 1]) supPlacesAdd(&wrong, s);
    if (wrong.count) return failPlaces(report, SupStatus_Malformed, "strands have no nodes", &wrong);
    if (n->strandStart[0] != 0 || n->strandStart[n->strandCount] != n->nodeCount)
        return supFail(report, SupStatus_Malformed, "strands must reach from node 0 to the last one, %u", n->nodeCount);
    return checkValues(n->strandRadius, 2 * n->strandCount, 0.0, 1e6, "radii of strands do not lie in 0 .. 1e6 m", report);
}

static SupStatus checkNetwork(const SupNetwork *n, SupReport *report) {
    if (n->nodeCount == 0) return supFail(report, SupStatus_Empty, "the network has no nodes");
    if (n->nodeCount > 1u << 28 || n->edgeCount > 1u << 29)
        return supFail(report, SupStatus_OutOfRange, "at most 268,435,456 nodes and 536,870,912 edges, not %u and %u",
                       n->nodeCount, n->edgeCount);
    bool edges = n->edgeCount == 0 || (n->edges && n->restLength && n->stiffness);
    if (!n->positions || !n->inverseMass || !n->decay || !edges || (n->triangleCount && !n->triangles))
        return supFail(report, SupStatus_InvalidArgument, "the network lacks an array");
    SupPlaces wrong = {0};
    for (uint32_t v = 0; v < n->nodeCount; ++v)
        if (!vec3Finite(vec3Load(n->positions + 3 * (size_t)v))) supPlacesAdd(&wrong, v);
    if (wrong.count) return failPlaces(report, SupStatus_NotFinite, "nodes have NaN or infinite coordinates", &wrong);
    SupStatus status = checkIndices(n->edges, n->edgeCount, 2, n->nodeCount, "edges name missing nodes", report);
    if (!status)
        status = checkIndices(n->triangles, n->triangleCount, 3, n->nodeCount, "triangles name missing nodes", report);
    if (!status)
        status = checkValues(n->inverseMass, n->nodeCount, 0.0, 1e12, "inverse masses do not lie in 0 .. 1e12 1/kg", report);
    if (!status) status = checkValues(n->decay, n->nodeCount, 0.0, 1.0, "decays do not lie in 0 .. 1", report);
    if (!status)
        status = checkValues(n->restLength, n->edgeCount, 0.0, 1e9, "rest lengths do not lie in 0 .. 1e9 m", report);
    if (!status)
        status = checkValues(n->stiffness, n->edgeCount, 0.0, 1.001 * SUP_RIGID, "stiffnesses do not lie in 0 .. 1e30 N/m",
                             report);
    return status ? status : checkStrands(n, report);
}

// ---- Links -----------------------------------------------------------------------------------------------------------

/// A thread walks a strand: beyond this many nodes colours are quicker, and a dispatch would take too long.
enum { LongestStrand = 4096 };

static bool strandsAreShort(const SupNetwork *n) {
    for (uint32_t s = 0; s < n->strandCount; ++s)
        if (n->strandStart[s + 1] - n->strandStart[s] > LongestStrand) return false;
    return n->strandCount > 0;
}

/// Which strand each node is in; null when out of memory.
static uint32_t *strandOfNodes(const SupNetwork *n) {
    uint32_t *strand = SUP_NEW_ARRAY(uint32_t, n->nodeCount);
    for (uint32_t s = 0; strand && s < n->strandCount; ++s)
        for (uint32_t v = n->strandStart[s]; v < n->strandStart[s + 1]; ++v) strand[v] = s;
    return strand;
}

/// Fills four numbers a node with the edges to the next and the next but one of its strand, and tells which pair each edge
/// is; false when an edge is of another kind or stands there twice.
static bool linkStrands(const SupNetwork *n, const uint32_t *strand, float *links, uint32_t *places) {
    const float empty = -1.0f;
    for (size_t i = 0; i < 4 * (size_t)n->nodeCount; ++i) links[i] = empty;
    for (uint32_t e = 0; e < n->edgeCount; ++e) {
        uint32_t a = n->edges[2 * (size_t)e], b = n->edges[2 * (size_t)e + 1], low = a < b ? a : b,
                 apart = a ^ b ? a + b - 2 * low : 0;
        if (apart < 1 || apart > 2 || strand[a] != strand[b]) return false;
        float *link = links + 4 * (size_t)low + 2 * (apart - 1);
        if (link[1] >= 0.0f) return false;
        link[0] = n->restLength[e], link[1] = n->stiffness[e];
        places[e] = 2 * low + (apart - 1);
    }
    for (size_t i = 0; i < 4 * (size_t)n->nodeCount; ++i) links[i] = fmaxf(links[i], 0.0f);
    return true;
}

// ---- Making ----------------------------------------------------------------------------------------------------------

typedef struct Parts {
    uint32_t *strand, *order, *colorStart;
    float *links;     ///< null: edges are solved by colours
    uint32_t *places; ///< per edge its pair of links; of colours its place in `order`
    uint32_t colorCount;
} Parts;

static SupStatus divide(const SupNetwork *n, Parts *parts, SupReport *report) {
    parts->places = SUP_NEW_ARRAY(uint32_t, n->edgeCount);
    bool ok = parts->places != NULL;
    if (ok && strandsAreShort(n)) {
        parts->strand = strandOfNodes(n);
        parts->links = SUP_NEW_ARRAY(float, 4 * (size_t)n->nodeCount);
        ok = parts->strand && parts->links;
        if (ok && !linkStrands(n, parts->strand, parts->links, parts->places)) {
            supFree(parts->links);
            parts->links = NULL;
        }
    }
    parts->order = SUP_NEW_ARRAY(uint32_t, n->edgeCount);
    ok = ok && parts->order;
    if (ok && !parts->links)
        ok = supColorEdges(n->edges, n->edgeCount, n->nodeCount, parts->order, &parts->colorStart, &parts->colorCount);
    for (uint32_t e = 0; ok && !parts->links && e < n->edgeCount; ++e) parts->places[parts->order[e]] = e;
    return ok ? SupStatus_Ok : supFail(report, SupStatus_OutOfMemory, "no memory to prepare %u nodes", n->nodeCount);
}

static void fillNodes(const SupNetwork *n, SupBodyAsset *asset) {
    Vec3 low = vec3Load(n->positions), high = low;
    for (uint32_t v = 1; v < n->nodeCount; ++v) {
        Vec3 p = vec3Load(n->positions + 3 * (size_t)v);
        low = vec3Min(low, p), high = vec3Max(high, p);
    }
    Vec3 center = vec3AddScaled(vec3Scale(low, 0.5), high, 0.5);
    vec3Store(asset->view.center, center);
    double farthest = 0.0;
    for (uint32_t v = 0; v < n->nodeCount; ++v) {
        Vec3 p = vec3Sub(vec3Load(n->positions + 3 * (size_t)v), center);
        vec3StoreFloat(asset->arrays.positions + 3 * (size_t)v, p);
        if (vec3LengthSquared(p) > farthest) farthest = vec3LengthSquared(p);
        asset->arrays.vertexVolume[v] = 0.0f;
    }
    double widest = 0.0;
    for (uint32_t i = 0; i < 2 * n->strandCount; ++i) widest = fmax(widest, (double)n->strandRadius[i]);
    asset->view.radius = sqrt(farthest) + widest;
    memcpy(asset->arrays.inverseMass, n->inverseMass, n->nodeCount * sizeof(float));
    memcpy(asset->arrays.decay, n->decay, n->nodeCount * sizeof(float));
}

static void fillSprings(const SupNetwork *n, const Parts *parts, SupBodyAsset *asset) {
    const BodyAssetArrays *to = &asset->arrays;
    double shortest = INFINITY;
    for (uint32_t e = 0; e < n->edgeCount; ++e) {
        if (n->restLength[e] > 0.0f) shortest = fmin(shortest, (double)n->restLength[e]);
        if (parts->links) continue;
        uint32_t from = parts->order[e];
        to->springs[2 * (size_t)e] = n->edges[2 * (size_t)from];
        to->springs[2 * (size_t)e + 1] = n->edges[2 * (size_t)from + 1];
        to->springRest[e] = n->restLength[from];
        to->springStiffness[e] = n->stiffness[from];
    }
    asset->view.minEdge = isfinite(shortest) ? shortest : asset->view.radius > 0.0 ? asset->view.radius : 1.0;
    to->springColor[0] = 0;
    for (uint32_t c = 0; c <= parts->colorCount && parts->colorStart; ++c) to->springColor[c] = parts->colorStart[c];
    if (parts->links) memcpy(to->links, parts->links, 4 * (size_t)n->nodeCount * sizeof(float));
    if (n->edgeCount) memcpy(to->edgePlaces, parts->places, n->edgeCount * sizeof(uint32_t));
}

static void fillSurface(const SupNetwork *n, SupBodyAsset *asset) {
    const BodyAssetArrays *to = &asset->arrays;
    to->strandStart[0] = 0;
    if (n->strandCount) {
        memcpy(to->strandStart, n->strandStart, ((size_t)n->strandCount + 1) * sizeof(uint32_t));
        memcpy(to->strandRadius, n->strandRadius, 2 * (size_t)n->strandCount * sizeof(float));
        supTubeList(n, to->tubeNodes, to->triangles);
    } else if (n->triangleCount) {
        memcpy(to->triangles, n->triangles, 3 * (size_t)n->triangleCount * sizeof(uint32_t));
    }
    uint32_t around = n->strandCount ? 0 : n->triangleCount;
    supListIncidence(to->triangles, around, 3, false, n->nodeCount, to->surfaceStart, to->surfaceIncidence);
    memset(to->incidenceStart, 0, ((size_t)n->nodeCount + 1) * sizeof(uint32_t));
    to->colorStart[0] = 0, to->colorStart[1] = n->nodeCount; // one colour: networks have no tets that could share one
    for (uint32_t v = 0; v < n->nodeCount; ++v) to->colorOrder[v] = v;
}

/// Each edge belongs to two triangles that run along it in opposite directions.
static bool isClosed(const SupNetwork *n, const SupEdges *edges) {
    for (uint32_t e = 0; e < edges->count; ++e) {
        const uint32_t *halves = edges->halfEdges + edges->start[e];
        if (supEdgeValence(edges, e) != 2) return false;
        if (supHalfEdgeFrom(n->triangles, halves[0]) != supHalfEdgeTo(n->triangles, halves[1])) return false;
    }
    return edges->count > 0;
}

static SupStatus findVolume(const SupNetwork *n, SupBodyAsset *asset, SupReport *report) {
    if (n->strandCount || n->triangleCount == 0) return SupStatus_Ok;
    SupEdges edges;
    if (!supEdgesBuild(n->triangles, n->triangleCount, n->nodeCount, &edges))
        return supFail(report, SupStatus_OutOfMemory, "no memory for the edges of %u triangles", n->triangleCount);
    bool closed = isClosed(n, &edges);
    supEdgesFree(&edges);
    double six = 0.0;
    for (uint32_t t = 0; t < n->triangleCount && closed; ++t) {
        Vec3 corner[3];
        for (int i = 0; i < 3; ++i)
            corner[i] = vec3LoadFloat(asset->arrays.positions + 3 * (size_t)n->triangles[3 * (size_t)t + (size_t)i]);
        six += vec3Dot(corner[0], vec3Cross(corner[1], corner[2]));
    }
    if (six > 0.0) asset->view.enclosedVolume = six / 6.0;
    return SupStatus_Ok;
}

static SupStatus makeAsset(const SupNetwork *n, const Parts *parts, SupBodyAsset **out, SupReport *report) {
    uint64_t tubes = n->strandCount ? supTubeVertices(n) : 0;
    uint64_t triangles = n->strandCount ? supTubeTriangles(n) : n->triangleCount;
    if (tubes > 1u << 30 || triangles > 1u << 30)
        return supFail(report, SupStatus_OutOfRange, "the strands' tubes would take %llu vertices, at most 1,073,741,824",
                       (unsigned long long)tubes);
    SupBodyAssetView counts = {.vertexCount = n->nodeCount,
                               .triangleCount = (uint32_t)triangles,
                               .colorCount = 1,
                               .nodeCount = n->nodeCount,
                               .springCount = parts->links ? 0 : n->edgeCount,
                               .springColorCount = parts->colorCount,
                               .strandCount = n->strandCount,
                               .linkCount = parts->links ? n->nodeCount : 0,
                               .tubeCount = (uint32_t)tubes,
                               .sides = n->strandCount ? n->sides : 0,
                               .networkEdgeCount = n->edgeCount};
    SupBodyAsset *asset = supBodyAssetAlloc(&counts);
    if (!asset) return supFail(report, SupStatus_OutOfMemory, "no memory to prepare %u nodes", n->nodeCount);
    fillNodes(n, asset);
    fillSprings(n, parts, asset);
    fillSurface(n, asset);
    SupStatus status = findVolume(n, asset, report);
    if (status)
        supBodyAssetRelease(asset);
    else
        *out = asset;
    return status;
}

SupStatus supBodyAssetFromNetwork(const SupNetwork *network, SupBodyAsset **out, SupReport *report) {
    if (!network || !out) return supFail(report, SupStatus_InvalidArgument, "network or out is null");
    *out = NULL;
    SupStatus status = checkNetwork(network, report);
    if (status) return status;
    Parts parts = {0};
    status = divide(network, &parts, report);
    if (!status) status = makeAsset(network, &parts, out, report);
    supFree(parts.strand);
    supFree(parts.order);
    supFree(parts.colorStart);
    supFree(parts.links);
    supFree(parts.places);
    return status;
}

// ---- Trusting one from a file ----------------------------------------------------------------------------------------

static bool allIn(const float *values, size_t count, double least, double most) {
    for (size_t i = 0; i < count; ++i)
        if (!((double)values[i] >= least && (double)values[i] <= most)) return false;
    return true;
}

static bool ascending(const uint32_t *start, uint32_t count, uint32_t end) {
    for (uint32_t i = 0; i < count; ++i)
        if (start[i] > start[i + 1]) return false;
    return start[0] == 0 && start[count] == end;
}

/// No two springs of a colour share a node: what lets threads move nodes without asking.
static bool colorsHold(const SupBodyAssetView *v) {
    uint32_t *seen = supAllocZero(v->nodeCount, sizeof *seen);
    bool hold = seen != NULL;
    for (uint32_t c = 0; c < v->springColorCount && hold; ++c)
        for (size_t i = 2 * (size_t)v->springColor[c]; i < 2 * (size_t)v->springColor[c + 1] && hold; ++i) {
            bool itself = i % 2 && v->springs[i] == v->springs[i - 1]; // an edge from a node to itself does nothing
            hold = v->springs[i] < v->nodeCount && (itself || seen[v->springs[i]] != c + 1);
            if (hold) seen[v->springs[i]] = c + 1;
        }
    supFree(seen);
    return hold;
}

bool supNetworkAssetHolds(const SupBodyAssetView *v) {
    SupNetwork like = {.nodeCount = v->nodeCount, .strandCount = v->strandCount, .sides = v->sides};
    bool hold = v->enclosedVolume >= 0.0 && isfinite(v->enclosedVolume) && v->nodeCount == v->vertexCount &&
                (v->linkCount == 0 || (v->linkCount == v->nodeCount && v->strandCount));
    hold = hold && (v->strandCount == 0 ? v->tubeCount == 0
                                        : v->sides >= 3 && v->sides <= 32 && v->tubeCount == supTubeVertices(&like));
    hold = hold && (v->strandCount == 0 || v->triangleCount == supTubeTriangles(&like)) && v->colorCount == 1;
    hold = hold && allIn(v->inverseMass, v->nodeCount, 0.0, 1e12) && allIn(v->decay, v->nodeCount, 0.0, 1.0);
    hold = hold && allIn(v->springRest, v->springCount, 0.0, 1e9) && allIn(v->springStiffness, v->springCount, 0.0, 1e31);
    hold = hold && allIn(v->links, 4 * (size_t)v->linkCount, 0.0, 1e31);
    hold = hold && allIn(v->strandRadius, 2 * (size_t)v->strandCount, 0.0, 1e6);
    hold = hold && ascending(v->springColor, v->springColorCount, v->springCount);
    hold = hold && ascending(v->strandStart, v->strandCount, v->strandCount ? v->nodeCount : 0) && colorsHold(v);
    for (uint32_t s = 0; hold && s < v->strandCount; ++s) hold = v->strandStart[s] < v->strandStart[s + 1];
    uint64_t places = v->linkCount ? 2 * (uint64_t)v->linkCount : v->springCount;
    hold = hold && (v->linkCount ? v->networkEdgeCount <= places : v->networkEdgeCount == places);
    for (uint32_t e = 0; hold && e < v->networkEdgeCount; ++e) hold = v->edgePlaces[e] < places;
    for (uint32_t i = 0; hold && i < v->tubeCount; ++i) hold = v->tubeNodes[i] < v->nodeCount;
    return hold;
}
