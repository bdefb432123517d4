// SPDX-License-Identifier: MIT
#include "coloring.h"

#include <string.h>

#include "base/memory.h"

#define NO_COLOR UINT32_MAX
#define IMPROVE_PASSES 3
#define BALANCE_PASSES 2

typedef struct Palette {
    uint32_t *seenBy; ///< per colour the vertex (+ 1) whose neighbours were last found to use it
    uint32_t *size;   ///< per colour its vertices
    uint32_t count;
} Palette;

static void markNeighbours(const TetIncidence *mesh, const uint32_t *colors, uint32_t vertex, uint32_t *seenBy) {
    for (uint32_t i = mesh->start[vertex]; i < mesh->start[vertex + 1]; ++i) {
        const uint32_t *tet = mesh->tets + (mesh->incidence[i] & ~3u);
        for (int c = 0; c < 4; ++c)
            if (tet[c] != vertex && colors[tet[c]] != NO_COLOR) seenBy[colors[tet[c]]] = vertex + 1;
    }
}

/// First fit: each vertex in `order` (null: by index) takes the lowest colour that no coloured neighbour has.
static void greedy(const TetIncidence *mesh, const uint32_t *order, uint32_t *colors, Palette *palette, uint32_t room) {
    memset(palette->seenBy, 0, (size_t)room * sizeof *palette->seenBy);
    memset(palette->size, 0, (size_t)room * sizeof *palette->size);
    memset(colors, 0xff, (size_t)mesh->vertexCount * sizeof *colors);
    palette->count = 0;
    for (uint32_t i = 0; i < mesh->vertexCount; ++i) {
        uint32_t vertex = order ? order[i] : i, color = 0;
        markNeighbours(mesh, colors, vertex, palette->seenBy);
        while (color < palette->count && palette->seenBy[color] == vertex + 1) ++color;
        if (color == palette->count) palette->count++;
        colors[vertex] = color;
        palette->size[color]++;
    }
}

/// Lists the vertices colour by colour, last colour first. In that order first fit never needs more colours than before and
/// often fewer (Culberson 1992, "Iterated greedy graph coloring").
static void listByColor(const uint32_t *colors, uint32_t vertexCount, const Palette *palette, uint32_t *start,
                        uint32_t *order) {
    uint32_t place = 0;
    for (uint32_t c = palette->count; c-- > 0; place += palette->size[c]) start[c] = place;
    for (uint32_t v = 0; v < vertexCount; ++v) order[start[colors[v]]++] = v;
}

/// Moves vertices out of the largest colours into the smallest ones that they may have.
static void balance(const TetIncidence *mesh, uint32_t *colors, Palette *palette, uint32_t room) {
    memset(palette->seenBy, 0, (size_t)room * sizeof *palette->seenBy);
    uint32_t fair = mesh->vertexCount / palette->count + 1;
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        uint32_t best = colors[v];
        if (palette->size[best] <= fair) continue;
        markNeighbours(mesh, colors, v, palette->seenBy);
        for (uint32_t c = 0; c < palette->count; ++c)
            if (palette->seenBy[c] != v + 1 && palette->size[c] < palette->size[best]) best = c;
        palette->size[colors[v]]--;
        palette->size[best]++;
        colors[v] = best;
    }
}

bool supColorVertices(const TetIncidence *mesh, uint32_t *colors, uint32_t *colorCount) {
    // A vertex with n tets has at most 3 n neighbours, so that many colours and one more always suffice.
    uint32_t room = 1;
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        uint32_t needed = 3 * (mesh->start[v + 1] - mesh->start[v]) + 1;
        if (needed > room) room = needed;
    }
    Palette palette = {SUP_NEW_ARRAY(uint32_t, room), SUP_NEW_ARRAY(uint32_t, room), 0};
    uint32_t *order = SUP_NEW_ARRAY(uint32_t, mesh->vertexCount), *start = SUP_NEW_ARRAY(uint32_t, room);
    bool done = palette.seenBy && palette.size && order && start;
    if (done) {
        greedy(mesh, NULL, colors, &palette, room);
        for (int pass = 0; pass < IMPROVE_PASSES; ++pass) {
            listByColor(colors, mesh->vertexCount, &palette, start, order);
            greedy(mesh, order, colors, &palette, room);
        }
        for (int pass = 0; pass < BALANCE_PASSES && palette.count; ++pass) balance(mesh, colors, &palette, room);
        *colorCount = palette.count;
    }
    supFree(palette.seenBy);
    supFree(palette.size);
    supFree(order);
    supFree(start);
    return done;
}
