// SPDX-License-Identifier: MIT
// The pattern of newton's matrix on random meshes: rows, columns, transposes and the tets around edges.
#include "gpu_fixture.h"

#include "sim/matrix_pattern.h"

#include <stdlib.h>
#include <string.h>

/// A box's tets in random order, some left out, their corners turned.
static SupBodyAsset *randomAsset(uint64_t seed) {
    TestRandom random = {seed};
    uint32_t cells[3];
    for (int i = 0; i < 3; ++i) cells[i] = 1 + randomBits(&random) % 4;
    SupBodyAsset *box = boxAsset(1, 1, 1, cells[0], cells[1], cells[2]);
    SupBodyAssetView view = supBodyAssetView(box);
    double *positions = malloc(3 * view.vertexCount * sizeof *positions);
    uint32_t *tets = malloc(4 * view.tetCount * sizeof *tets), count = 0;
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) positions[i] = (double)view.positions[i];
    for (size_t t = 0; t < view.tetCount; ++t) {
        if (randomBits(&random) % 4 == 0 && (count || t + 1 < view.tetCount)) continue;
        uint32_t place = randomBits(&random) % (count + 1), *in = tets + 4 * (size_t)place;
        memcpy(tets + 4 * (size_t)count, in, 4 * sizeof *tets);
        memcpy(in, view.tets + 4 * t, 4 * sizeof *tets);
        uint32_t first = in[0]; // a cyclic turn of three corners keeps the sign
        in[0] = in[1], in[1] = in[2], in[2] = first;
        count++;
    }
    SupBodyAsset *asset = tetAsset(positions, view.vertexCount, tets, count);
    free(positions), free(tets);
    supBodyAssetRelease(box);
    return asset;
}

static bool joined(const SupBodyAssetView *view, uint32_t i, uint32_t j) {
    for (size_t t = 0; t < view->tetCount; ++t) {
        int found = 0;
        for (int c = 0; c < 4; ++c) found += view->tets[4 * t + (size_t)c] == i || view->tets[4 * t + (size_t)c] == j;
        if (found == 2) return true;
    }
    return false;
}

static double volumeOf(const SupBodyAssetView *view, const uint32_t tet[4]) {
    double d[3][3];
    for (int c = 0; c < 3; ++c)
        for (size_t k = 0; k < 3; ++k)
            d[c][k] = (double)view->positions[3 * tet[c + 1] + k] - (double)view->positions[3 * tet[0] + k];
    return d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) - d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
           d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
}

static uint32_t rowWidth(const MatrixPattern *p, uint32_t row) {
    uint32_t slice = row / MatrixSlice;
    return (p->words[slice + 1] - p->words[slice]) / MatrixSlice;
}
static uint32_t columnAt(const MatrixPattern *p, uint32_t row, uint32_t k) {
    return p->words[p->columnFirst + p->words[row / MatrixSlice] + k * MatrixSlice + row % MatrixSlice];
}
static uint32_t wordAt(const MatrixPattern *p, uint32_t row, uint32_t k) {
    return MatrixBlockWords * (p->words[row / MatrixSlice] + k * MatrixSlice) + row % MatrixSlice;
}

static void rows_name_every_neighbour_once_and_pad_with_themselves(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        SupBodyAsset *asset = randomAsset(seed);
        SupBodyAssetView view = supBodyAssetView(asset);
        MatrixPattern pattern;
        assert_true(supMatrixPatternCreate(&view, &pattern));
        uint32_t edges = 0;
        for (uint32_t i = 0; i < view.vertexCount; ++i) {
            assert_int_equal(rowWidth(&pattern, i) % MatrixUnroll, 0);
            for (uint32_t j = 0; j < view.vertexCount; ++j) {
                uint32_t named = 0;
                for (uint32_t k = 0; k < rowWidth(&pattern, i); ++k) named += columnAt(&pattern, i, k) == j;
                if (i == j) continue;
                assert_int_equal(named, joined(&view, i, j));
                edges += named;
            }
        }
        assert_int_equal(edges, 2 * pattern.edgeCount);
        supMatrixPatternFree(&pattern);
        supBodyAssetRelease(asset);
    }
}

static bool blockIs(const MatrixPattern *pattern, uint32_t word, uint32_t row, uint32_t column) {
    for (uint32_t k = 0; k < rowWidth(pattern, row); ++k)
        if (wordAt(pattern, row, k) == word) return columnAt(pattern, row, k) == column;
    return false;
}

static void edges_store_their_block_and_its_transpose_where_rows_read_them(void **state) {
    (void)state;
    for (uint64_t seed = 21; seed <= 32; ++seed) {
        SupBodyAsset *asset = randomAsset(seed);
        SupBodyAssetView view = supBodyAssetView(asset);
        MatrixPattern pattern;
        assert_true(supMatrixPatternCreate(&view, &pattern));
        uint8_t *taken = calloc(pattern.matrixWords, 1);
        for (uint32_t e = 0; e < pattern.edgeCount; ++e) {
            const uint32_t *record = pattern.words + pattern.edgeFirst + (size_t)MatrixEdgeWords * e;
            assert_true(record[0] < record[1]);
            assert_true(blockIs(&pattern, record[2], record[0], record[1]));
            assert_true(blockIs(&pattern, record[3], record[1], record[0]));
            for (int end = 2; end < 4; ++end)
                for (uint32_t w = 0; w < MatrixBlockWords; ++w) {
                    uint64_t word = record[end] + (uint64_t)w * MatrixSlice;
                    assert_true(word < pattern.matrixWords);
                    assert_int_equal(taken[word]++, 0);
                }
        }
        free(taken);
        supMatrixPatternFree(&pattern);
        supBodyAssetRelease(asset);
    }
}

static void every_tet_is_listed_at_each_of_its_edges_and_stays_positive(void **state) {
    (void)state;
    for (uint64_t seed = 41; seed <= 52; ++seed) {
        SupBodyAsset *asset = randomAsset(seed);
        SupBodyAssetView view = supBodyAssetView(asset);
        MatrixPattern pattern;
        assert_true(supMatrixPatternCreate(&view, &pattern));
        uint32_t listed = 0;
        for (uint32_t e = 0; e < pattern.edgeCount; ++e) {
            const uint32_t *edges = pattern.words + pattern.edgeFirst, *record = edges + (size_t)MatrixEdgeWords * e;
            assert_true(record[4] < record[5] && pattern.edgeFirst + (uint64_t)record[5] <= pattern.wordCount);
            for (uint32_t t = record[4]; t < record[5]; t += 2, ++listed) {
                const uint32_t tet[4] = {record[0], record[1], edges[t], edges[t + 1]};
                uint32_t same = 0;
                for (size_t other = 0; other < view.tetCount; ++other) {
                    uint32_t found = 0;
                    for (int a = 0; a < 4; ++a)
                        for (size_t b = 0; b < 4; ++b) found += view.tets[4 * other + b] == tet[a];
                    same += found == 4;
                }
                assert_int_equal(same, 1);
                assert_true(volumeOf(&view, tet) > 0.0);
                for (uint32_t before = record[4]; before < t; before += 2)
                    assert_false(edges[before] == edges[t] && edges[before + 1] == edges[t + 1]);
            }
        }
        assert_int_equal(listed, 6 * view.tetCount);
        supMatrixPatternFree(&pattern);
        supBodyAssetRelease(asset);
    }
}

static void stars_keep_tets_positive_from_every_corner(void **state) {
    (void)state;
    SupBodyAsset *asset = randomAsset(3);
    SupBodyAssetView view = supBodyAssetView(asset);
    for (size_t t = 0; t < view.tetCount; ++t)
        for (uint32_t a = 0; a < 4; ++a) {
            uint32_t tet[4] = {view.tets[4 * t + a]};
            supTetStar(view.tets + 4 * t, a, tet + 1);
            assert_true(volumeOf(&view, tet) > 0.0);
        }
    supBodyAssetRelease(asset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_name_every_neighbour_once_and_pad_with_themselves),
        cmocka_unit_test(edges_store_their_block_and_its_transpose_where_rows_read_them),
        cmocka_unit_test(every_tet_is_listed_at_each_of_its_edges_and_stays_positive),
        cmocka_unit_test(stars_keep_tets_positive_from_every_corner),
    };
    return cmocka_run_group_tests_name("matrix pattern", tests, NULL, NULL);
}
