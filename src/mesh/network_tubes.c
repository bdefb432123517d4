// SPDX-License-Identifier: MIT
#include "network.h"

enum { Points = 2 };

static uint32_t capRings(uint32_t sides) { return sides < 4 ? 1 : sides / 4; }

uint64_t supTubeVertices(const SupNetwork *network) {
    uint64_t ends = 2 * (uint64_t)capRings(network->sides) * network->sides + Points;
    return (uint64_t)network->nodeCount * network->sides + network->strandCount * ends;
}

uint64_t supTubeTriangles(const SupNetwork *network) {
    // between two neighbouring rings two a side, at the points one
    uint64_t rings = network->nodeCount + 2 * (uint64_t)capRings(network->sides) * network->strandCount;
    return 2 * (uint64_t)network->sides * rings;
}

typedef struct Lister {
    uint32_t *nodes, *triangles;
    uint32_t sides, base; ///< base: nodes of the network, after which vertices of tubes are counted
} Lister;

static void addTriangle(Lister *lister, uint32_t a, uint32_t b, uint32_t c) {
    lister->triangles[0] = lister->base + a;
    lister->triangles[1] = lister->base + b;
    lister->triangles[2] = lister->base + c;
    lister->triangles += 3;
}

/// From one ring to the next; seen along the strand rings turn from side to side like a right-handed screw.
static void joinRings(Lister *lister, uint32_t from, uint32_t to) {
    for (uint32_t k = 0; k < lister->sides; ++k) {
        uint32_t next = (k + 1) % lister->sides;
        addTriangle(lister, from + k, from + next, to + next);
        addTriangle(lister, from + k, to + next, to + k);
    }
}

static uint32_t addRing(Lister *lister, uint32_t vertex, uint32_t count, uint32_t node) {
    for (uint32_t k = 0; k < count; ++k) lister->nodes[vertex + k] = node;
    return vertex + count;
}

/// `count` rings of a node, each joined with the one before.
static uint32_t addRings(Lister *lister, uint32_t vertex, uint32_t count, uint32_t node) {
    for (uint32_t k = 0; k < count; ++k) {
        joinRings(lister, vertex - lister->sides, vertex);
        vertex = addRing(lister, vertex, lister->sides, node);
    }
    return vertex;
}

// NOLINTNEXTLINE(readability-non-const-parameter): written through the lister
void supTubeList(const SupNetwork *network, uint32_t *nodes, uint32_t *triangles) {
    Lister lister = {nodes, triangles, network->sides, network->nodeCount};
    uint32_t vertex = 0, sides = network->sides, caps = capRings(sides);
    for (uint32_t s = 0; s < network->strandCount; ++s) {
        uint32_t first = network->strandStart[s], last = network->strandStart[s + 1] - 1, point = vertex;
        vertex = addRing(&lister, vertex, 1, first);
        for (uint32_t k = 0; k < sides; ++k) addTriangle(&lister, point, vertex + (k + 1) % sides, vertex + k);
        vertex = addRing(&lister, vertex, sides, first);
        vertex = addRings(&lister, vertex, caps - 1, first);
        for (uint32_t node = first; node <= last; ++node) vertex = addRings(&lister, vertex, 1, node);
        vertex = addRings(&lister, vertex, caps, last);
        for (uint32_t k = 0; k < sides; ++k)
            addTriangle(&lister, vertex, vertex - sides + k, vertex - sides + (k + 1) % sides);
        vertex = addRing(&lister, vertex, 1, last);
    }
}
