// SPDX-License-Identifier: MIT
#include "network.h"

#include <string.h>

#include "base/memory.h"

/// Edges by node: where each node's list starts, and the lists.
typedef struct NodeEdges {
    uint32_t *start, *edges;
} NodeEdges;

static bool listEdges(const uint32_t *edges, uint32_t edgeCount, uint32_t nodeCount, NodeEdges *out) {
    out->start = supAllocZero((size_t)nodeCount + 1, sizeof *out->start);
    out->edges = SUP_NEW_ARRAY(uint32_t, 2 * (size_t)edgeCount);
    if (!out->start || !out->edges) return false;
    for (size_t i = 0; i < 2 * (size_t)edgeCount; ++i) out->start[edges[i]]++;
    for (uint32_t v = 1; v <= nodeCount; ++v) out->start[v] += out->start[v - 1];
    for (size_t i = 2 * (size_t)edgeCount; i-- > 0;) out->edges[--out->start[edges[i]]] = (uint32_t)(i / 2);
    return true;
}

/// An edge has fewer colours to avoid than its ends have other edges.
static uint32_t mostColors(const NodeEdges *lists, uint32_t nodeCount) {
    uint32_t most = 0;
    for (uint32_t v = 0; v < nodeCount; ++v) {
        uint32_t edges = lists->start[v + 1] - lists->start[v];
        most = edges > most ? edges : most;
    }
    return 2 * most + 1;
}

static void colorGreedily(const uint32_t *edges, uint32_t edgeCount, const NodeEdges *lists, uint32_t *colors,
                          uint32_t *seenBy, uint32_t *count) {
    memset(colors, 0xff, (size_t)edgeCount * sizeof *colors);
    *count = 0;
    for (uint32_t e = 0; e < edgeCount; ++e) {
        for (int end = 0; end < 2; ++end) {
            uint32_t v = edges[2 * (size_t)e + (size_t)end];
            for (uint32_t k = lists->start[v]; k < lists->start[v + 1]; ++k)
                if (colors[lists->edges[k]] != UINT32_MAX) seenBy[colors[lists->edges[k]]] = e + 1;
        }
        uint32_t color = 0;
        while (color < *count && seenBy[color] == e + 1) ++color;
        if (color == *count) ++*count;
        colors[e] = color;
    }
}

bool supColorEdges(const uint32_t *edges, uint32_t edgeCount, uint32_t nodeCount, uint32_t *order, uint32_t **start,
                   uint32_t *colorCount) {
    NodeEdges lists = {0};
    bool ok = listEdges(edges, edgeCount, nodeCount, &lists);
    uint32_t room = ok ? mostColors(&lists, nodeCount) : 1;
    uint32_t *colors = SUP_NEW_ARRAY(uint32_t, edgeCount), *seenBy = supAllocZero(room, sizeof *seenBy);
    *start = NULL;
    ok = ok && colors && seenBy;
    if (ok) colorGreedily(edges, edgeCount, &lists, colors, seenBy, colorCount);
    if (ok) *start = supAllocZero((size_t)*colorCount + 1, sizeof **start);
    ok = ok && *start;
    for (uint32_t e = 0; ok && e < edgeCount; ++e) (*start)[colors[e]]++;
    for (uint32_t c = 1; ok && c <= *colorCount; ++c) (*start)[c] += (*start)[c - 1];
    for (uint32_t e = edgeCount; ok && e-- > 0;) order[--(*start)[colors[e]]] = e;
    supFree(lists.start);
    supFree(lists.edges);
    supFree(colors);
    supFree(seenBy);
    return ok;
}
