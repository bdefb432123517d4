// SPDX-License-Identifier: MIT
#include "matrix_pattern.h"

#include "base/memory.h"

#include <string.h>

void supTetStar(const uint32_t tet[4], uint32_t a, uint32_t out[3]) {
    static const uint8_t others[4][3] = {{1, 2, 3}, {0, 3, 2}, {3, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 3; ++i) out[i] = tet[others[a][i]];
}

/// The neighbours of every vertex, in the order in which its tets name them.
typedef struct Rows {
    uint32_t *start;     ///< vertexCount + 1
    uint32_t *neighbour; ///< per directed edge
    uint32_t *seen;      ///< scratch per vertex: the vertex (+ 1) that last met it
} Rows;

static void freeRows(Rows *rows) {
    supFree(rows->start);
    supFree(rows->neighbour);
    supFree(rows->seen);
}

static uint32_t listNeighbours(const SupBodyAssetView *view, uint32_t vertex, uint32_t *seen, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t k = view->incidenceStart[vertex]; k < view->incidenceStart[vertex + 1]; ++k) {
        const uint32_t *tet = view->tets + 4 * (size_t)(view->incidence[k] >> 2);
        for (int c = 0; c < 4; ++c) {
            if (tet[c] == vertex || seen[tet[c]] == vertex + 1) continue;
            seen[tet[c]] = vertex + 1;
            if (out) out[count] = tet[c];
            ++count;
        }
    }
    return count;
}

static bool createRows(const SupBodyAssetView *view, Rows *rows) {
    uint32_t n = view->vertexCount;
    rows->start = SUP_NEW_ARRAY(uint32_t, (size_t)n + 1);
    rows->seen = supAllocZero(n, sizeof *rows->seen);
    if (!rows->start || !rows->seen) return false;
    uint64_t total = 0;
    for (uint32_t v = 0; v < n; ++v) {
        rows->start[v] = (uint32_t)total;
        total += listNeighbours(view, v, rows->seen, NULL);
    }
    if (total > UINT32_MAX) return false;
    rows->start[n] = (uint32_t)total;
    rows->neighbour = SUP_NEW_ARRAY(uint32_t, (size_t)total);
    if (!rows->neighbour) return false;
    memset(rows->seen, 0, (size_t)n * sizeof *rows->seen);
    for (uint32_t v = 0; v < n; ++v) listNeighbours(view, v, rows->seen, rows->neighbour + rows->start[v]);
    return true;
}

static uint32_t rowLength(const Rows *rows, uint32_t vertex) { return rows->start[vertex + 1] - rows->start[vertex]; }

/// Slices of MatrixSlice rows, each as wide as its longest row or a little wider; returns the number of columns.
static uint64_t layOutSlices(const SupBodyAssetView *view, const Rows *rows, uint32_t *sliceStart) {
    uint64_t columns = 0;
    uint32_t slices = (view->vertexCount + MatrixSlice - 1) / MatrixSlice;
    for (uint32_t s = 0; s < slices; ++s) {
        uint32_t widest = 0;
        for (uint32_t v = s * MatrixSlice; v < view->vertexCount && v < (s + 1) * MatrixSlice; ++v)
            if (rowLength(rows, v) > widest) widest = rowLength(rows, v);
        widest = (widest + MatrixUnroll - 1) / MatrixUnroll * MatrixUnroll;
        if (sliceStart) sliceStart[s] = (uint32_t)columns;
        columns += (uint64_t)MatrixSlice * widest;
    }
    if (sliceStart) sliceStart[slices] = (uint32_t)columns;
    return columns;
}

static void fillColumns(const SupBodyAssetView *view, const Rows *rows, const uint32_t *sliceStart, uint32_t *columns) {
    uint32_t slices = (view->vertexCount + MatrixSlice - 1) / MatrixSlice;
    for (uint32_t s = 0; s < slices; ++s) {
        uint32_t width = (sliceStart[s + 1] - sliceStart[s]) / MatrixSlice;
        for (uint32_t lane = 0; lane < MatrixSlice; ++lane) {
            uint32_t v = s * MatrixSlice + lane, length = v < view->vertexCount ? rowLength(rows, v) : 0;
            // a padded column is the row's own vertex, whose difference to itself is nothing
            for (uint32_t k = 0; k < width; ++k)
                columns[sliceStart[s] + k * MatrixSlice + lane] = k < length ? rows->neighbour[rows->start[v] + k]
                                                                  : v < view->vertexCount ? v
                                                                                          : 0;
        }
    }
}

/// Word of the block of row `i` towards its neighbour number `k`, from the matrix' start.
static uint32_t blockWord(const uint32_t *sliceStart, uint32_t i, uint32_t k) {
    return MatrixBlockWords * (sliceStart[i / MatrixSlice] + k * MatrixSlice) + i % MatrixSlice;
}

static uint32_t placeOf(const Rows *rows, uint32_t row, uint32_t vertex) {
    uint32_t k = 0;
    while (rows->neighbour[rows->start[row] + k] != vertex) ++k;
    return k;
}

/// The tets around edge (i, j), as pairs of their two other corners.
static uint32_t listTets(const SupBodyAssetView *view, uint32_t i, uint32_t j, uint32_t *out) {
    uint32_t words = 0;
    for (uint32_t k = view->incidenceStart[i]; k < view->incidenceStart[i + 1]; ++k) {
        uint32_t star[3];
        supTetStar(view->tets + 4 * (size_t)(view->incidence[k] >> 2), view->incidence[k] & 3u, star);
        for (int c = 0; c < 3; ++c) {
            if (star[c] != j) continue;
            out[words++] = star[(c + 1) % 3];
            out[words++] = star[(c + 2) % 3];
        }
    }
    return words;
}

static void fillEdges(const SupBodyAssetView *view, const Rows *rows, const uint32_t *sliceStart, uint32_t *edges,
                      uint32_t edgeCount) {
    uint32_t at = MatrixEdgeWords * edgeCount, n = 0; // tets follow the records
    for (uint32_t i = 0; i < view->vertexCount; ++i)
        for (uint32_t k = 0; k < rowLength(rows, i); ++k) {
            uint32_t j = rows->neighbour[rows->start[i] + k];
            if (j < i) continue;
            uint32_t *record = edges + (size_t)MatrixEdgeWords * n++;
            record[0] = i, record[1] = j;
            record[2] = blockWord(sliceStart, i, k);
            record[3] = blockWord(sliceStart, j, placeOf(rows, j, i));
            record[4] = at;
            at += listTets(view, i, j, edges + at);
            record[5] = at;
        }
}

bool supMatrixPatternCreate(const SupBodyAssetView *view, MatrixPattern *out) {
    *out = (MatrixPattern){0};
    Rows rows = {0};
    bool done = createRows(view, &rows);
    if (done) {
        uint32_t slices = (view->vertexCount + MatrixSlice - 1) / MatrixSlice;
        uint64_t columns = layOutSlices(view, &rows, NULL);
        out->edgeCount = rows.start[view->vertexCount] / 2;
        out->columnFirst = slices + 1;
        out->matrixWords = MatrixBlockWords * columns;
        uint64_t edgeFirst = out->columnFirst + columns;
        // a tet has six edges and takes two words at each
        out->wordCount = edgeFirst + (uint64_t)MatrixEdgeWords * out->edgeCount + 12 * (uint64_t)view->tetCount;
        out->edgeFirst = (uint32_t)edgeFirst;
        done = out->wordCount < UINT32_MAX && out->matrixWords < UINT32_MAX;
        if (done) out->words = SUP_NEW_ARRAY(uint32_t, (size_t)out->wordCount);
        done = done && out->words;
    }
    if (done) {
        layOutSlices(view, &rows, out->words);
        fillColumns(view, &rows, out->words, out->words + out->columnFirst);
        fillEdges(view, &rows, out->words, out->words + out->edgeFirst, out->edgeCount);
    }
    freeRows(&rows);
    return done;
}

void supMatrixPatternFree(MatrixPattern *pattern) {
    supFree(pattern->words);
    *pattern = (MatrixPattern){0};
}
