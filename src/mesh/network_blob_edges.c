// SPDX-License-Identifier: MIT
#include "network_blob.h"

#include "base/memory.h"
#include "supple/mesh.h"

#include <math.h>

enum { MostNeighbours = 32 };

/// Nodes by hashed cells of the size of the radius.
typedef struct Cells {
    uint32_t *head, *next;
    uint32_t mask;
    double size;
} Cells;

static int64_t cellOf(const Cells *cells, double x) { return (int64_t)floor(fmin(fmax(x / cells->size, -1e15), 1e15)); }

static uint32_t hashOf(const Cells *cells, int64_t x, int64_t y, int64_t z) {
    uint64_t h = (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)z * 0x165667b19e3779f9u;
    return (uint32_t)(h >> 32) & cells->mask;
}

static bool fillCells(Cells *cells, const BlobNodes *nodes, double radius) {
    *cells = (Cells){.mask = 255, .size = radius};
    while (cells->mask < nodes->count) cells->mask = 2 * cells->mask + 1;
    cells->head = SUP_NEW_ARRAY(uint32_t, (size_t)cells->mask + 1);
    cells->next = SUP_NEW_ARRAY(uint32_t, nodes->count);
    if (!cells->head || !cells->next) return false;
    for (uint32_t i = 0; i <= cells->mask; ++i) cells->head[i] = SUP_NO_INDEX;
    for (uint32_t i = nodes->count; i-- > 0;) {
        Vec3 p = nodes->places[i];
        uint32_t *head = &cells->head[hashOf(cells, cellOf(cells, p.x), cellOf(cells, p.y), cellOf(cells, p.z))];
        cells->next[i] = *head;
        *head = i;
    }
    return true;
}

/// What a node is joined with: nearest first, equally near ones by their number.
typedef struct Choice {
    uint32_t nodes[MostNeighbours], count;
    double distances[MostNeighbours];
} Choice;

static void consider(Choice *choice, uint32_t most, uint32_t node, double distance) {
    uint32_t at = choice->count < most ? choice->count++ : most;
    for (; at > 0; --at) {
        bool nearer =
            distance < choice->distances[at - 1] || (distance == choice->distances[at - 1] && node < choice->nodes[at - 1]);
        if (!nearer) break;
        if (at < most) choice->nodes[at] = choice->nodes[at - 1], choice->distances[at] = choice->distances[at - 1];
    }
    if (at < most) choice->nodes[at] = node, choice->distances[at] = distance;
}

/// Cells may share a hash: then a list is walked more than once, and a node must not be taken twice.
static bool isChosen(const Choice *choice, uint32_t node) {
    for (uint32_t i = 0; i < choice->count; ++i)
        if (choice->nodes[i] == node) return true;
    return false;
}

/// A way must not leave the solid on the way; between nodes of the surface it must dip into it, too, not run along the skin.
static bool leadsThrough(const BlobNodes *nodes, uint32_t i, uint32_t j, double distance) {
    if (distance < fmax(nodes->depths[i], nodes->depths[j])) return true;
    SegmentHit hits[16];
    uint32_t count = supSegmentHits(nodes->tree, nodes->places[i], nodes->places[j], hits, 16);
    if (count > 16) return false;
    for (uint32_t k = 0; k < count; ++k) // at its ends it touches the triangles around them
        if (hits[k].t > 1e-3 && hits[k].t < 1.0 - 1e-3) return false;
    if (i >= nodes->surfaceCount && j >= nodes->surfaceCount) return true;
    Vec3 middle = vec3Scale(vec3Add(nodes->places[i], nodes->places[j]), 0.5);
    bool skin = i < nodes->surfaceCount && j < nodes->surfaceCount;
    return supWindingNumber(nodes->tree, middle) > 0.5 &&
           (!skin || supClosestPoint(nodes->tree, middle, NULL, NULL) > 0.05 * distance);
}

/// @param beside per node the last node that is joined with it by an edge of the surface
static Choice choose(const BlobNodes *nodes, const Cells *cells, double radius, uint32_t most, uint32_t i,
                     const uint32_t *beside) {
    Choice choice = {.count = 0};
    Vec3 p = nodes->places[i];
    int64_t x = cellOf(cells, p.x), y = cellOf(cells, p.y), z = cellOf(cells, p.z);
    for (int k = 0; k < 27; ++k) {
        uint32_t j = cells->head[hashOf(cells, x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1)];
        for (; j != SUP_NO_INDEX; j = cells->next[j]) {
            double distance = vec3Length(vec3Sub(nodes->places[j], p));
            bool wanted = j != i && distance > 0.0 && distance < radius && beside[j] != i && !isChosen(&choice, j);
            if (!wanted || (choice.count == most && distance > choice.distances[most - 1])) continue;
            if (leadsThrough(nodes, i, j, distance)) consider(&choice, most, j, distance);
        }
    }
    return choice;
}

/// Nodes beside each node of the surface: `start` is where a node's begin in `list`.
static bool listBeside(const BlobNodes *nodes, uint32_t **start, uint32_t **list) {
    const SupEdges *edges = nodes->edges;
    uint32_t *first = *start = supAllocZero((size_t)nodes->surfaceCount + 2, sizeof *first);
    *list = SUP_NEW_ARRAY(uint32_t, 2 * (size_t)edges->count);
    if (!first || !*list) return false;
    for (int pass = 0; pass < 2; ++pass) { // counted two places ahead, so that filling leaves starts behind
        for (uint32_t e = 0; e < edges->count; ++e) {
            uint32_t half = edges->halfEdges[edges->start[e]];
            uint32_t ends[2] = {supHalfEdgeFrom(nodes->triangles, half), supHalfEdgeTo(nodes->triangles, half)};
            for (int k = 0; k < 2; ++k)
                if (pass)
                    (*list)[first[ends[k] + 1]++] = ends[1 - k];
                else
                    first[ends[k] + 2]++;
        }
        for (uint32_t v = 0; !pass && v <= nodes->surfaceCount; ++v) first[v + 1] += first[v];
    }
    return true;
}

typedef struct Joiner {
    Cells cells;
    uint32_t *start, *list, *beside, *chosen; ///< chosen: `most` a node, SUP_NO_INDEX where there are fewer
} Joiner;

static void chooseAll(Joiner *joiner, const BlobNodes *nodes, double radius, uint32_t most) {
    for (uint32_t i = 0; i < nodes->count; ++i) joiner->beside[i] = SUP_NO_INDEX;
    for (uint32_t i = 0; i < nodes->count; ++i) {
        for (uint32_t k = i < nodes->surfaceCount ? joiner->start[i] : 0;
             i < nodes->surfaceCount && k < joiner->start[i + 1]; ++k)
            joiner->beside[joiner->list[k]] = i;
        Choice choice = choose(nodes, &joiner->cells, radius, most, i, joiner->beside);
        for (uint32_t k = 0; k < most; ++k)
            joiner->chosen[(size_t)i * most + k] = k < choice.count ? choice.nodes[k] : SUP_NO_INDEX;
    }
}

/// Both ends may have chosen an edge: the lower one then lists it.
static uint32_t listPairs(const Joiner *joiner, uint32_t nodes, uint32_t most, uint32_t *pairs) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < nodes; ++i)
        for (uint32_t k = 0; k < most; ++k) {
            uint32_t j = joiner->chosen[(size_t)i * most + k];
            if (j == SUP_NO_INDEX) break;
            bool twice = false;
            for (uint32_t m = 0; j < i && m < most; ++m) twice = twice || joiner->chosen[(size_t)j * most + m] == i;
            if (twice) continue;
            if (pairs) pairs[2 * (size_t)count] = i, pairs[2 * (size_t)count + 1] = j;
            count++;
        }
    return count;
}

bool supBlobJoin(const BlobNodes *nodes, double radius, uint32_t neighbours, uint32_t **pairs, uint32_t *count) {
    Joiner joiner = {.beside = SUP_NEW_ARRAY(uint32_t, nodes->count),
                     .chosen = SUP_NEW_ARRAY(uint32_t, (size_t)nodes->count * neighbours)};
    *pairs = NULL;
    bool ok = fillCells(&joiner.cells, nodes, radius) && joiner.beside && joiner.chosen &&
              listBeside(nodes, &joiner.start, &joiner.list);
    if (ok) {
        chooseAll(&joiner, nodes, radius, neighbours);
        *count = listPairs(&joiner, nodes->count, neighbours, NULL);
        *pairs = SUP_NEW_ARRAY(uint32_t, 2 * (size_t)*count);
        ok = *pairs != NULL;
        if (ok) listPairs(&joiner, nodes->count, neighbours, *pairs);
    }
    void *arrays[] = {joiner.cells.head, joiner.cells.next, joiner.start, joiner.list, joiner.beside, joiner.chosen};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) supFree(arrays[i]);
    return ok;
}
