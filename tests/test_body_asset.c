// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coloursSeparateTheCornersOfEveryTet),   cmocka_unit_test(restShapeInvertsTheStoredPositions),
        cmocka_unit_test(incidenceListsEveryCornerOnceInOrder),  cmocka_unit_test(aMeshFarFromItsOriginLosesNothing),
        cmocka_unit_test(assetRefusesWhatCannotBeSimulated),     cmocka_unit_test(progressCanCancel),
        cmocka_unit_test(aMillionTetsArePreparedInASecondOrTwo),
    };
    return cmocka_run_group_tests_name("body_asset", tests, NULL, NULL);
}
