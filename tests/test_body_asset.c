// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/vec.h"
#include "failing_allocator.h"
#include "tet_checks.h"

static SupBodyAsset *assetOf(const SupTetMesh *mesh) {
    SupBodyAsset *asset = NULL;
    assert_int_equal(supBodyAssetCreate(mesh, NULL, &asset, NULL), SupStatus_Ok);
    assert_non_null(asset);
    return asset;
}

static SupTetMesh boxMesh(double size, uint32_t cells) {
    SupTetMesh mesh;
    assert_int_equal(supTetMeshBox((double[]){size, size, size}, (uint32_t[]){cells, cells, cells}, &mesh, NULL),
                     SupStatus_Ok);
    return mesh;
}

static uint32_t *colorsOf(const SupBodyAssetView *view) {
    uint32_t *colors = malloc(((size_t)view->vertexCount + 1) * sizeof *colors);
    assert_non_null(colors);
    memset(colors, 0xff, (size_t)view->vertexCount * sizeof *colors);
    assert_int_equal(view->colorStart[0], 0);
    assert_int_equal(view->colorStart[view->colorCount], view->vertexCount);
    for (uint32_t c = 0; c < view->colorCount; ++c)
        for (uint32_t i = view->colorStart[c]; i < view->colorStart[c + 1]; ++i) {
            assert_int_equal(colors[view->colorOrder[i]], UINT32_MAX); // each vertex occurs once
            colors[view->colorOrder[i]] = c;
        }
    return colors;
}

static void expectProperColors(const SupBodyAssetView *view) {
    uint32_t *colors = colorsOf(view);
    for (uint32_t t = 0; t < view->tetCount; ++t)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < i; ++j)
                if (colors[view->tets[4 * (size_t)t + (size_t)i]] == colors[view->tets[4 * (size_t)t + (size_t)j]])
                    fail_msg("tet %u has two corners of colour %u", t, colors[view->tets[4 * (size_t)t + (size_t)i]]);
    free(colors);
}

static void coloursSeparateTheCornersOfEveryTet(void **state) {
    (void)state;
    SupTetMesh box = boxMesh(1.0, 12), torus;
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 24, 4, &torus, NULL), SupStatus_Ok);
    const SupTetMesh *meshes[] = {&box, &torus};
    for (int m = 0; m < 2; ++m) {
        SupBodyAsset *asset = assetOf(meshes[m]);
        SupBodyAssetView view = supBodyAssetView(asset);
        expectProperColors(&view);
        uint32_t least = UINT32_MAX, most = 0;
        for (uint32_t c = 0; c < view.colorCount; ++c) {
            uint32_t size = view.colorStart[c + 1] - view.colorStart[c];
            least = size < least ? size : least, most = size > most ? size : most;
        }
        printf("%u colours of %u to %u vertices\n", view.colorCount, least, most);
        assert_in_range(view.colorCount, 4, 10);
        assert_true(least * 3 > most);
        supBodyAssetRelease(asset);
    }
    supTetMeshFree(&box);
    supTetMeshFree(&torus);
}

static void restShapeInvertsTheStoredPositions(void **state) {
    (void)state;
    SupTetMesh mesh;
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 24, 4, &mesh, NULL), SupStatus_Ok);
    SupBodyAsset *asset = assetOf(&mesh);
    SupBodyAssetView view = supBodyAssetView(asset);
    double sum = 0.0, vertexSum = 0.0, worst = 0.0;
    for (uint32_t t = 0; t < view.tetCount; ++t) {
        const uint32_t *tet = view.tets + 4 * (size_t)t;
        const float *b = view.restInverse + 9 * (size_t)t;
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) {
                double f = 0.0;
                for (int k = 0; k < 3; ++k)
                    f += ((double)view.positions[3 * (size_t)tet[k + 1] + (size_t)r] -
                          (double)view.positions[3 * (size_t)tet[0] + (size_t)r]) *
                         (double)b[3 * k + c];
                worst = fmax(worst, fabs(f - (r == c)));
            }
        assert_true(view.restVolume[t] > 0.0f);
        assert_true(view.relaxation[t] >= 0.08f && view.relaxation[t] <= 0.5f);
        sum += (double)view.restVolume[t];
    }
    assert_true(worst < 1e-6);
    for (uint32_t v = 0; v < view.vertexCount; ++v) vertexSum += (double)view.vertexVolume[v];
    assert_true(fabs(sum / totalVolume(&mesh) - 1.0) < 1e-6);
    assert_true(fabs(vertexSum / sum - 1.0) < 1e-6);
    assert_true(view.radius > 0.69 && view.radius < 0.75);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

/// Compilers have been seen to skip the rounding; radius and shortest edge then tell of positions that nobody has.
static void restQuantitiesComeFromTheRoundedPositions(void **state) {
    (void)state;
    SupTetMesh mesh;
    assert_int_equal(supTetMeshBox((double[]){1.2, 0.4, 0.4}, (uint32_t[]){12, 4, 4}, &mesh, NULL), SupStatus_Ok);
    SupBodyAsset *asset = assetOf(&mesh);
    SupBodyAssetView view = supBodyAssetView(asset);
    double radius = 0.0, shortest = INFINITY;
    for (uint32_t v = 0; v < view.vertexCount; ++v)
        radius = fmax(radius, vec3Length(vec3LoadFloat(view.positions + 3 * (size_t)v)));
    for (uint32_t t = 0; t < view.tetCount; ++t)
        for (int e = 0; e < 6; ++e) {
            static const int ends[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
            const uint32_t *tet = view.tets + 4 * (size_t)t;
            shortest = fmin(shortest, vec3Length(vec3Sub(vec3LoadFloat(view.positions + 3 * (size_t)tet[ends[e][0]]),
                                                         vec3LoadFloat(view.positions + 3 * (size_t)tet[ends[e][1]]))));
        }
    assert_true(fabs(view.radius - radius) < 1e-12);
    assert_true(fabs(view.minEdge - shortest) < 1e-12);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

static void incidenceListsEveryCornerOnceInOrder(void **state) {
    (void)state;
    SupTetMesh mesh = boxMesh(1.0, 3);
    SupBodyAsset *asset = assetOf(&mesh);
    SupBodyAssetView view = supBodyAssetView(asset);
    assert_int_equal(view.incidenceStart[0], 0);
    assert_int_equal(view.incidenceStart[view.vertexCount], 4 * view.tetCount);
    assert_int_equal(view.surfaceStart[view.vertexCount], 3 * view.triangleCount);
    for (uint32_t v = 0; v < view.vertexCount; ++v) {
        for (uint32_t i = view.incidenceStart[v]; i < view.incidenceStart[v + 1]; ++i) {
            assert_int_equal(view.tets[view.incidence[i]], v);
            if (i > view.incidenceStart[v]) assert_true(view.incidence[i] > view.incidence[i - 1]);
        }
        for (uint32_t i = view.surfaceStart[v]; i < view.surfaceStart[v + 1]; ++i) {
            const uint32_t *triangle = view.triangles + 3 * (size_t)view.surfaceIncidence[i];
            assert_true(triangle[0] == v || triangle[1] == v || triangle[2] == v);
            if (i > view.surfaceStart[v]) assert_true(view.surfaceIncidence[i] > view.surfaceIncidence[i - 1]);
        }
    }
    assert_int_equal(view.triangleCount, 2 * 6 * 9);
    assert_int_equal(view.edgeCount, 3 * view.triangleCount / 2);
    for (uint32_t e = 0; e < view.edgeCount; ++e) assert_true(view.edges[2 * e] < view.edges[2 * e + 1]);
    assert_true(fabs(view.minEdge - 1.0 / 3.0) < 1e-6);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

static void aMeshFarFromItsOriginLosesNothing(void **state) {
    (void)state;
    SupTetMesh mesh = boxMesh(1.0, 4);
    SupBodyAsset *near = assetOf(&mesh);
    for (size_t i = 0; i < 3 * (size_t)mesh.vertexCount; ++i) mesh.positions[i] += 1048576.0;
    SupBodyAsset *far = assetOf(&mesh);
    SupBodyAssetView a = supBodyAssetView(near), b = supBodyAssetView(far);
    assert_memory_equal(a.positions, b.positions, 3 * (size_t)a.vertexCount * sizeof(float));
    assert_memory_equal(a.restInverse, b.restInverse, 9 * (size_t)a.tetCount * sizeof(float));
    assert_true(a.center[0] == 0.5 && b.center[0] == 1048576.5);
    supBodyAssetRelease(near);
    supBodyAssetRelease(far);
    supTetMeshFree(&mesh);
}

static void assetRefusesWhatCannotBeSimulated(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    uint32_t tet[] = {0, 1, 2, 3};
    SupTetMesh mesh = {.positions = positions, .tets = tet, .vertexCount = 4, .tetCount = 1};
    SupBodyAsset *asset = NULL;
    SupBodyAssetDesc unset = {0};
    assert_int_equal(supBodyAssetCreate(&mesh, &unset, &asset, NULL), SupStatus_InvalidArgument);
    assert_int_equal(supBodyAssetCreate(NULL, NULL, &asset, NULL), SupStatus_InvalidArgument);
    assert_int_equal(supBodyAssetCreate(&(SupTetMesh){0}, NULL, &asset, NULL), SupStatus_Empty);
    tet[3] = 4;
    assert_int_equal(supBodyAssetCreate(&mesh, NULL, &asset, NULL), SupStatus_InvalidArgument);
    tet[3] = 2;
    assert_int_equal(supBodyAssetCreate(&mesh, NULL, &asset, NULL), SupStatus_Degenerate);
    tet[2] = 3; // negative
    assert_int_equal(supBodyAssetCreate(&mesh, NULL, &asset, NULL), SupStatus_Degenerate);
    tet[2] = 2, tet[3] = 3;
    positions[0] = INFINITY;
    assert_int_equal(supBodyAssetCreate(&mesh, NULL, &asset, NULL), SupStatus_NotFinite);
    assert_null(asset);
}

static bool cancelAfter(void *user, const char *stage, double done) {
    assert_non_null(stage);
    assert_true(done >= 0.0 && done <= 1.0);
    return (*(int *)user)-- > 0;
}

static void progressCanCancel(void **state) {
    (void)state;
    SupTetMesh mesh = boxMesh(1.0, 2);
    SupBodyAssetDesc desc = SUP_BODY_ASSET_DESC_INIT;
    for (int calls = 0; calls < 3; ++calls) {
        int left = calls;
        desc.progress = (SupProgress){cancelAfter, &left};
        SupBodyAsset *asset = NULL;
        assert_int_equal(supBodyAssetCreate(&mesh, &desc, &asset, NULL), SupStatus_Cancelled);
        assert_null(asset);
    }
    supTetMeshFree(&mesh);
}

static void aMillionTetsArePreparedInASecondOrTwo(void **state) {
    (void)state;
    SupTetMesh mesh = boxMesh(1.0, 55);
    clock_t begin = clock();
    SupBodyAsset *asset = assetOf(&mesh);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    SupBodyAssetView view = supBodyAssetView(asset);
    printf("%u tets, %u colours: %.2f s\n", view.tetCount, view.colorCount, seconds);
    expectProperColors(&view);
    assert_true(seconds < 15.0); // generous: sanitizers and busy machines
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

static void serializedAssetsComeBackUnchanged(void **state) {
    (void)state;
    SupTetMesh mesh;
    const double positions[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t tets[] = {1, 2, 3, 4};
    assert_int_equal(supTetMeshFromArrays(positions, 5, tets, 1, &mesh, NULL), SupStatus_Ok);
    SupTetMesh meshes[] = {mesh, boxMesh(2.0, 3)};
    for (int m = 0; m < 2; ++m) {
        SupBodyAsset *asset = assetOf(&meshes[m]), *back = NULL;
        void *bytes, *again;
        size_t length, lengthAgain;
        assert_int_equal(supBodyAssetSerialize(asset, &bytes, &length), SupStatus_Ok);
        assert_int_equal(supBodyAssetDeserialize(bytes, length, &back, NULL), SupStatus_Ok);
        assert_int_equal(supBodyAssetSerialize(back, &again, &lengthAgain), SupStatus_Ok);
        assert_int_equal(length, lengthAgain);
        assert_memory_equal(bytes, again, length);
        SupBodyAssetView a = supBodyAssetView(asset), b = supBodyAssetView(back);
        assert_int_equal(a.inputCount, b.inputCount);
        assert_true(a.center[0] == b.center[0] && a.radius == b.radius && a.minEdge == b.minEdge);
        assert_memory_equal(a.restInverse, b.restInverse, 9 * (size_t)a.tetCount * sizeof(float));
        assert_memory_equal(a.colorOrder, b.colorOrder, (size_t)a.vertexCount * sizeof(uint32_t));
        assert_true((a.inputMap == NULL) == (b.inputMap == NULL));
        supFree(bytes);
        supFree(again);
        supBodyAssetRelease(asset);
        supBodyAssetRelease(back);
        supTetMeshFree(&meshes[m]);
    }
}

static void damagedAssetsAreRefused(void **state) {
    (void)state;
    SupTetMesh mesh = boxMesh(1.0, 1);
    SupBodyAsset *asset = assetOf(&mesh), *back = NULL;
    void *block;
    size_t length;
    assert_int_equal(supBodyAssetSerialize(asset, &block, &length), SupStatus_Ok);
    for (size_t cut = 0; cut < length; ++cut) {
        unsigned char *part = malloc(cut + 1); // an exact block, so that a sanitizer sees a read beyond it
        assert_non_null(part);
        part = realloc(part, cut ? cut : 1);
        memcpy(part, block, cut);
        assert_int_equal(supBodyAssetDeserialize(part, cut, &back, NULL), SupStatus_Malformed);
        free(part);
    }
    unsigned char *bytes = malloc(length + 1);
    assert_non_null(bytes);
    memcpy(bytes, block, length);
    bytes[length] = 0;
    assert_int_equal(supBodyAssetDeserialize(bytes, length + 1, &back, NULL), SupStatus_Malformed);
    for (size_t bit = 0; bit < 8 * length; ++bit) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        SupStatus status = supBodyAssetDeserialize(bytes, length, &back, NULL);
        assert_true(status == SupStatus_Malformed || status == SupStatus_Unsupported);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_int_equal(supBodyAssetDeserialize(bytes, length, &back, NULL), SupStatus_Ok);
    supBodyAssetRelease(back);
    free(bytes);
    supFree(block);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

/// Damage behind a right checksum: any word set to a bad value must be found by the checks, or be a harmless number.
static void indicesOutOfRangeAreRefusedBehindARightChecksum(void **state) {
    (void)state;
    SupTetMesh mesh = boxMesh(1.0, 1);
    SupBodyAsset *asset = assetOf(&mesh), *back = NULL;
    SupBodyAssetView view = supBodyAssetView(asset);
    void *block;
    size_t length, refused = 0, header = 128;
    assert_int_equal(supBodyAssetSerialize(asset, &block, &length), SupStatus_Ok);
    unsigned char *bytes = block;
    for (size_t word = header; word < length; word += 4) {
        const unsigned char bad[4] = {0xfe, 0xff, 0xff, 0xff}; // an index out of range, and NaN as a float
        unsigned char good[4];
        memcpy(good, bytes + word, 4);
        memcpy(bytes + word, bad, 4);
        uint64_t hash = XXH64(bytes + 28, length - 28, 2);
        memcpy(bytes + 20, &hash, 8);
        assert_int_equal(supBodyAssetDeserialize(bytes, length, &back, NULL), SupStatus_Malformed);
        memcpy(bytes + word, good, 4);
        ++refused;
    }
    assert_int_equal(refused * 4 + header, length);
    // Two colours joined into one: every number is in range, but the colouring is wrong.
    size_t colorStart = (length - header) / 4 - 2 - view.vertexCount - (view.colorCount + 1); // two words are of networks
    assert_memory_equal(bytes + header + 4 * colorStart, view.colorStart, 4 * ((size_t)view.colorCount + 1));
    memcpy(bytes + header + 4 * (colorStart + 1), view.colorStart + 2, 4);
    uint64_t hash = XXH64(bytes + 28, length - 28, 2);
    memcpy(bytes + 20, &hash, 8);
    assert_int_equal(supBodyAssetDeserialize(bytes, length, &back, NULL), SupStatus_Malformed);
    supFree(block);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

static SupStatus makeAndReload(void *data) {
    SupBodyAsset *asset = NULL, *back = NULL;
    void *bytes = NULL;
    size_t length;
    SupStatus status = supBodyAssetCreate(data, NULL, &asset, NULL);
    if (status == SupStatus_Ok) status = supBodyAssetSerialize(asset, &bytes, &length);
    if (status == SupStatus_Ok) status = supBodyAssetDeserialize(bytes, length, &back, NULL);
    supFree(bytes);
    supBodyAssetRelease(asset);
    supBodyAssetRelease(back);
    return status;
}

static void withoutMemoryNothingIsLeft(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 0.3, -1e-12, 0.1, 0.2, -1};
    uint32_t tets[] = {0, 1, 2, 3, 0, 2, 1, 4, 0, 2, 1, 5}; // the second one is flat: compaction is swept, too
    SupTetMesh mesh = {.positions = positions, .tets = tets, .vertexCount = 6, .tetCount = 3};
    sweepAllocations(makeAndReload, &mesh);
}

static void flatTetsAreDroppedAndTheMapFollows(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, 1e-12, 0, 0, 1};
    uint32_t tets[] = {0, 1, 2, 4, 0, 1, 2, 3};
    SupTetMesh mesh = {.positions = positions, .tets = tets, .vertexCount = 5, .tetCount = 2};
    SupBodyAsset *asset = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supBodyAssetCreate(&mesh, NULL, &asset, &report), SupStatus_Ok);
    SupBodyAssetView view = supBodyAssetView(asset);
    assert_int_equal(view.tetCount, 1);
    assert_int_equal(supReportFind(&report, "degenerate_tets")->ids[0], 1);
    const uint32_t map[] = {0, 1, 2, SUP_NO_INDEX, 3};
    assert_int_equal(view.inputCount, 5);
    assert_memory_equal(view.inputMap, map, sizeof map);
    supBodyAssetRelease(asset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coloursSeparateTheCornersOfEveryTet),
        cmocka_unit_test(restShapeInvertsTheStoredPositions),
        cmocka_unit_test(restQuantitiesComeFromTheRoundedPositions),
        cmocka_unit_test(incidenceListsEveryCornerOnceInOrder),
        cmocka_unit_test(aMeshFarFromItsOriginLosesNothing),
        cmocka_unit_test(assetRefusesWhatCannotBeSimulated),
        cmocka_unit_test(progressCanCancel),
        cmocka_unit_test(serializedAssetsComeBackUnchanged),
        cmocka_unit_test(damagedAssetsAreRefused),
        cmocka_unit_test(indicesOutOfRangeAreRefusedBehindARightChecksum),
        cmocka_unit_test(withoutMemoryNothingIsLeft),
        cmocka_unit_test(flatTetsAreDroppedAndTheMapFollows),
        cmocka_unit_test(aMillionTetsArePreparedInASecondOrTwo),
    };
    return cmocka_run_group_tests_name("body_asset", tests, NULL, NULL);
}
