// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/trig.h"
#include "failing_allocator.h"
#include "tet_checks.h"

static SurfaceCounts boundaryCounts(const SupTetMesh *mesh) {
    SupSurface boundary;
    assert_int_equal(supTetMeshBoundary(mesh, &boundary), SupStatus_Ok);
    SurfaceCounts counts = countSurface(&boundary);
    supSurfaceFree(&boundary);
    return counts;
}

static void trigAgreesWithTheCLibrary(void **state) {
    (void)state;
    for (int i = -4000; i <= 4000; ++i) {
        double angle = i * 0.00731, sine, cosine;
        supSinCos(angle, &sine, &cosine);
        assert_true(fabs(sine - sin(angle)) < 1e-15);
        assert_true(fabs(cosine - cos(angle)) < 1e-15);
        double back = supAtan2(sine, cosine), want = atan2(sine, cosine);
        assert_true(fabs(back - want) < 2e-15);
    }
    assert_true(supAtan2(0.0, 0.0) == 0.0);
    assert_true(fabs(supAtan2(0.0, -1.0) - SUP_PI) < 1e-15);
}

static void boxFillsItsVolumeExactly(void **state) {
    (void)state;
    const uint32_t grids[][3] = {{1, 1, 1}, {6, 6, 6}, {12, 4, 4}, {3, 1, 2}};
    for (size_t g = 0; g < sizeof grids / sizeof *grids; ++g) {
        double size[3] = {grids[g][0] * 0.25, grids[g][1] * 0.5, grids[g][2] * 0.125};
        SupTetMesh mesh;
        assert_int_equal(supTetMeshBox(size, grids[g], &mesh, NULL), SupStatus_Ok);
        assert_int_equal(mesh.vertexCount, (grids[g][0] + 1) * (grids[g][1] + 1) * (grids[g][2] + 1));
        assert_int_equal(mesh.tetCount, 6 * grids[g][0] * grids[g][1] * grids[g][2]);
        expectPositiveVolumes(&mesh);
        for (uint32_t t = 1; t < mesh.tetCount; ++t) assert_true(tetVolumeOf(&mesh, t) * 6 == 0.25 * 0.5 * 0.125);
        assert_true(fabs(totalVolume(&mesh) - size[0] * size[1] * size[2]) < 1e-15 * mesh.tetCount);
        expectConforming(&mesh);
        SurfaceCounts counts = boundaryCounts(&mesh);
        assert_int_equal(eulerCharacteristic(counts), 2);
        assert_int_equal(counts.unmatchedEdges, 0);
        assert_int_equal(counts.pinchedEdges, 0);
        uint32_t last = mesh.vertexCount - 1;
        for (size_t k = 0; k < 3; ++k) assert_true(mesh.positions[3 * (size_t)last + k] == size[k]);
        supTetMeshFree(&mesh);
    }
}

static void boxNumbersVerticesXFirst(void **state) {
    (void)state;
    SupTetMesh mesh;
    assert_int_equal(supTetMeshBox((double[]){2, 3, 4}, (uint32_t[]){2, 3, 4}, &mesh, NULL), SupStatus_Ok);
    for (uint32_t k = 0; k <= 4; ++k)
        for (uint32_t j = 0; j <= 3; ++j)
            for (uint32_t i = 0; i <= 2; ++i) {
                const double *p = mesh.positions + 3 * (size_t)((k * 4 + j) * 3 + i);
                assert_true(p[0] == i && p[1] == j && p[2] == k);
            }
    supTetMeshFree(&mesh);
}

static void boxRefusesBadSizes(void **state) {
    (void)state;
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    const uint32_t one[3] = {1, 1, 1};
    assert_int_equal(supTetMeshBox((double[]){1, 0, 1}, one, &mesh, &report), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshBox((double[]){1, -1, 1}, one, &mesh, &report), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshBox((double[]){1, NAN, 1}, one, &mesh, &report), SupStatus_NotFinite);
    assert_int_equal(supTetMeshBox((double[]){1, 1, 1}, (uint32_t[]){0, 1, 1}, &mesh, &report), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshBox((double[]){1, 1, 1}, (uint32_t[]){4000, 4000, 4000}, &mesh, &report),
                     SupStatus_OutOfRange);
    assert_int_equal(supTetMeshBox(NULL, one, &mesh, &report), SupStatus_InvalidArgument);
    assert_true(supReportError(&report)[0] != 0);
    assert_null(mesh.tets);
}

static void torusIsClosedAndConforming(void **state) {
    (void)state;
    const uint32_t shapes[][2] = {{24, 4}, {3, 2}, {5, 3}, {40, 7}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        uint32_t ring = shapes[s][0], section = shapes[s][1];
        SupTetMesh mesh;
        assert_int_equal(supTetMeshTorus(0.5, 0.2, ring, section, &mesh, NULL), SupStatus_Ok);
        assert_int_equal(mesh.vertexCount, ring * (section + 1) * (section + 1));
        assert_int_equal(mesh.tetCount, 6 * ring * section * section);
        expectPositiveVolumes(&mesh);
        expectConforming(&mesh);
        SurfaceCounts counts = boundaryCounts(&mesh);
        assert_int_equal(eulerCharacteristic(counts), 0);
        assert_int_equal(counts.unmatchedEdges, 0);
        assert_int_equal(counts.pinchedEdges, 0);
        supTetMeshFree(&mesh);
    }
}

static void torusOfThePresetHasItsPublishedCounts(void **state) {
    (void)state;
    SupTetMesh mesh;
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 24, 4, &mesh, NULL), SupStatus_Ok);
    assert_int_equal(mesh.vertexCount, 600);
    assert_int_equal(mesh.tetCount, 2304);
    double volume = 2 * SUP_PI * SUP_PI * 0.5 * 0.04;
    assert_true(totalVolume(&mesh) > 0.9 * volume && totalVolume(&mesh) < volume);
    SupTetMesh fine;
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 120, 20, &fine, NULL), SupStatus_Ok);
    assert_true(fabs(totalVolume(&fine) / volume - 1.0) < 0.01);
    supTetMeshFree(&mesh);
    supTetMeshFree(&fine);
}

static void torusRefusesBadSizes(void **state) {
    (void)state;
    SupTetMesh mesh;
    assert_int_equal(supTetMeshTorus(0.2, 0.5, 24, 4, &mesh, NULL), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshTorus(0.5, 0.0, 24, 4, &mesh, NULL), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 2, 4, &mesh, NULL), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 24, 1, &mesh, NULL), SupStatus_OutOfRange);
    assert_int_equal(supTetMeshTorus(NAN, 0.2, 24, 4, &mesh, NULL), SupStatus_NotFinite);
    assert_int_equal(supTetMeshTorus(0.5, 0.2, 1000000, 1000, &mesh, NULL), SupStatus_OutOfRange);
}

static const double cornerPositions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static void arraysTurnNegativeTetsAndSayHowMany(void **state) {
    (void)state;
    SupTetMesh box, mesh;
    assert_int_equal(supTetMeshBox((double[]){1, 1, 1}, (uint32_t[]){3, 3, 3}, &box, NULL), SupStatus_Ok);
    for (uint32_t t = 0; t < box.tetCount; t += 2) {
        uint32_t *tet = box.tets + 4 * (size_t)t, last = tet[3];
        tet[3] = tet[2], tet[2] = last;
    }
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshFromArrays(box.positions, box.vertexCount, box.tets, box.tetCount, &mesh, &report),
                     SupStatus_Ok);
    assert_int_equal(mesh.tetCount, box.tetCount);
    assert_int_equal(supReportFind(&report, "flipped")->count, box.tetCount / 2);
    assert_int_equal(supReportFind(&report, "flipped")->ids[1], 2);
    expectPositiveVolumes(&mesh);
    assert_true(fabs(totalVolume(&mesh) - 1.0) < 1e-14);
    expectConforming(&mesh);
    supTetMeshFree(&box);
    supTetMeshFree(&mesh);
}

static void arraysDropUnusedVerticesAndMapTheRest(void **state) {
    (void)state;
    const double positions[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 7, 7, 7, 0, 1, 0, 0, 0, 1};
    const uint32_t tet[] = {1, 2, 4, 5};
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshFromArrays(positions, 6, tet, 1, &mesh, &report), SupStatus_Ok);
    assert_int_equal(supReportFind(&report, "unused")->count, 2);
    assert_int_equal(mesh.vertexCount, 4);
    assert_memory_equal(mesh.positions, cornerPositions, sizeof cornerPositions);
    assert_int_equal(mesh.inputCount, 6);
    const uint32_t map[] = {SUP_NO_INDEX, 0, 1, SUP_NO_INDEX, 2, 3};
    assert_memory_equal(mesh.inputMap, map, sizeof map);
    supTetMeshFree(&mesh);
}

static void arraysDropTetsWithoutVolumeAtAnyScale(void **state) {
    (void)state;
    const double scales[] = {1.0, 1e-6, 1e6, 1e-120, 1e120};
    for (size_t s = 0; s < sizeof scales / sizeof *scales; ++s) {
        double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.3, 0.3, 1e-9, 2, 2, 1};
        for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) positions[i] *= scales[s];
        const uint32_t tets[] = {0, 1, 2, 3, 0, 1, 2, 4, 1, 1, 2, 3, 1, 2, 3, 5};
        SupTetMesh mesh;
        SupReport report = SUP_REPORT_INIT;
        assert_int_equal(supTetMeshFromArrays(positions, 6, tets, 4, &mesh, &report), SupStatus_Ok);
        assert_int_equal(mesh.tetCount, 2);
        const SupReportItem *item = supReportFind(&report, "degenerate_tets");
        assert_int_equal(item->count, 2);
        assert_int_equal(item->ids[0], 1);
        assert_int_equal(item->ids[1], 2);
        supTetMeshFree(&mesh);
    }
}

static void arraysRefuseWhatIsNoMesh(void **state) {
    (void)state;
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    const uint32_t tet[] = {0, 1, 2, 3}, outside[] = {0, 1, 2, 4}, flat[] = {0, 1, 2, 2};
    double bad[12];
    memcpy(bad, cornerPositions, sizeof bad);
    bad[7] = NAN;
    assert_int_equal(supTetMeshFromArrays(cornerPositions, 4, tet, 0, &mesh, &report), SupStatus_Empty);
    assert_int_equal(supTetMeshFromArrays(NULL, 0, NULL, 0, &mesh, &report), SupStatus_Empty);
    assert_int_equal(supTetMeshFromArrays(NULL, 4, tet, 1, &mesh, &report), SupStatus_InvalidArgument);
    assert_int_equal(supTetMeshFromArrays(cornerPositions, 4, flat, 1, &mesh, &report), SupStatus_Degenerate);
    assert_int_equal(supTetMeshFromArrays(cornerPositions, 4, outside, 1, &mesh, &report), SupStatus_Malformed);
    assert_int_equal(supReportFind(&report, "index_range")->ids[0], 0);
    assert_int_equal(supTetMeshFromArrays(bad, 4, tet, 1, &mesh, &report), SupStatus_NotFinite);
    assert_int_equal(supReportFind(&report, "not_finite")->ids[0], 2);
    assert_null(mesh.positions);
}

static void boundaryOfOneTetIsItsFourFacesOutward(void **state) {
    (void)state;
    const uint32_t tet[] = {0, 1, 2, 3};
    SupTetMesh mesh;
    SupSurface surface;
    assert_int_equal(supTetMeshFromArrays(cornerPositions, 4, tet, 1, &mesh, NULL), SupStatus_Ok);
    assert_int_equal(supTetMeshBoundary(&mesh, &surface), SupStatus_Ok);
    const uint32_t faces[] = {1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1};
    assert_int_equal(surface.triangleCount, 4);
    assert_memory_equal(surface.triangles, faces, sizeof faces);
    supSurfaceFree(&surface);
    supTetMeshFree(&mesh);
    assert_int_equal(supTetMeshBoundary(&mesh, &surface), SupStatus_Ok); // the empty mesh has an empty boundary
    assert_int_equal(surface.triangleCount, 0);
    supSurfaceFree(&surface);
}

static void boundarySurvivesAVertexWithVeryManyTets(void **state) {
    (void)state;
    // A fan of tets around one edge: the keys of thousands of faces share their lowest vertex.
    enum { count = 3000 };
    double *positions = malloc((count + 2) * 3 * sizeof *positions);
    uint32_t *tets = malloc(count * 4 * sizeof *tets);
    assert_true(positions && tets);
    const double axis[6] = {0, 0, -1, 0, 0, 1};
    memcpy(positions, axis, sizeof axis);
    for (uint32_t i = 0; i < count; ++i) {
        double *p = positions + 3 * (size_t)(i + 2);
        supSinCos(2 * SUP_PI * i / count, p, p + 1);
        p[2] = 0.0;
        const uint32_t tet[4] = {0, 1, 2 + i, 2 + (i + 1) % count};
        memcpy(tets + 4 * (size_t)i, tet, sizeof tet);
    }
    SupTetMesh mesh;
    assert_int_equal(supTetMeshFromArrays(positions, count + 2, tets, count, &mesh, NULL), SupStatus_Ok);
    assert_int_equal(expectConforming(&mesh), 2 * count);
    assert_int_equal(eulerCharacteristic(boundaryCounts(&mesh)), 2);
    supTetMeshFree(&mesh);
    free(positions);
    free(tets);
}

static SupTetMeshInfo measure(const SupTetMesh *mesh, SupReport *report) {
    SupTetMeshInfo info;
    assert_int_equal(supTetMeshMeasure(mesh, &info, report), SupStatus_Ok);
    return info;
}

static bool near(double value, double expected) { return fabs(value - expected) < 1e-12 * fmax(1.0, fabs(expected)); }

static void theRegularTetMeasuresOneEverywhere(void **state) {
    (void)state;
    double positions[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    uint32_t tet[] = {0, 1, 3, 2};
    SupTetMesh mesh;
    assert_int_equal(supTetMeshFromArrays(positions, 4, tet, 1, &mesh, NULL), SupStatus_Ok);
    SupTetMeshInfo info = measure(&mesh, NULL);
    assert_true(near(info.minRadiusRatio, 1.0) && near(info.volume, 8.0 / 3.0));
    assert_true(near(info.minDihedral, acos(1.0 / 3.0) * 180 / SUP_PI) && near(info.maxDihedral, info.minDihedral));
    assert_true(near(info.minEdge, sqrt(8.0)) && near(info.maxEdge, sqrt(8.0)));
    assert_int_equal(info.dihedralHistogram[7], 6);
    assert_int_equal(info.boundaryTriangles, 4);
    assert_int_equal(info.parts, 1);
    assert_int_equal(info.maxValence, 1);
    supTetMeshFree(&mesh);
}

static void measuresOfABoxAreExact(void **state) {
    (void)state;
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshBox((double[]){2, 1, 1}, (uint32_t[]){4, 2, 2}, &mesh, NULL), SupStatus_Ok);
    SupTetMeshInfo info = measure(&mesh, &report);
    assert_true(near(info.volume, 2.0) && near(info.minVolume, 0.125 / 6) && near(info.maxVolume, 0.125 / 6));
    assert_true(near(info.minEdge, 0.5) && near(info.maxEdge, 0.5 * sqrt(3.0)));
    assert_true(near(info.minDihedral, 45.0) && near(info.maxDihedral, 90.0));
    assert_int_equal(info.boundaryTriangles, 2 * 2 * (4 * 2 + 4 * 2 + 2 * 2));
    assert_int_equal(info.maxValence, 24);
    assert_int_equal(info.nonManifoldEdges + info.nonConformingFaces, 0);
    assert_int_equal(report.itemCount, 0);
    uint64_t angles = 0;
    for (int i = 0; i < SUP_DIHEDRAL_BINS; ++i) angles += info.dihedralHistogram[i];
    assert_int_equal(angles, 6 * mesh.tetCount);
    supTetMeshFree(&mesh);
}

/// A grid of cubes, each cut into five tets by the same pattern: the diagonals of the faces between two cubes cross.
static void mismatchedDiagonalsAreReportedOnceWithTheirTets(void **state) {
    (void)state;
    static const uint8_t five[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
    double positions[18 * 3];
    uint32_t tets[20 * 4], count = 0;
    for (uint32_t v = 0; v < 18; ++v)
        positions[3 * v] = v % 3, positions[3 * v + 1] = v / 3 % 3, positions[3 * v + 2] = v / 9;
    for (uint32_t cube = 0; cube < 4; ++cube)
        for (int t = 0; t < 5; ++t)
            for (int i = 0; i < 4; ++i) {
                uint32_t c = five[t][i];
                tets[count++] = (cube % 2 + (c & 1)) + 3 * (cube / 2 + (c >> 1 & 1)) + 9 * (c >> 2);
            }
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshFromArrays(positions, 18, tets, 20, &mesh, NULL), SupStatus_Ok);
    assert_true(near(totalVolume(&mesh), 4.0));
    SupTetMeshInfo info = measure(&mesh, &report);
    assert_int_equal(info.nonConformingFaces, 16);
    assert_true(info.nonManifoldEdges > 0);
    assert_int_equal(supReportFind(&report, "cracks")->count, 16);
    assert_true(supReportFind(&report, "cracks")->idCount > 0);
    SupBodyAsset *asset = NULL; // and it can still be simulated
    assert_int_equal(supBodyAssetCreate(&mesh, NULL, &asset, NULL), SupStatus_Ok);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
}

static void twoTetsAtOneEdgeArePinched(void **state) {
    (void)state;
    double positions[] = {0, 0, -1, 0, 0, 1, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0};
    uint32_t tets[] = {0, 1, 2, 3, 0, 1, 4, 5};
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshFromArrays(positions, 6, tets, 2, &mesh, NULL), SupStatus_Ok);
    SupTetMeshInfo info = measure(&mesh, &report);
    assert_int_equal(info.nonManifoldEdges, 1);
    assert_int_equal(supReportFind(&report, "pinched")->count, 1);
    assert_int_equal(info.parts, 1);
    assert_int_equal(info.nonConformingFaces, 0);
    supTetMeshFree(&mesh);
}

static void partsFlatTetsAndOddSizesAreNoted(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, 1e-6, 5, 0, 0, 6, 0, 0, 5, 1, 0, 5, 0, 1};
    uint32_t tets[] = {0, 1, 2, 3, 4, 5, 6, 7};
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; ++i) positions[i] *= 1e6;
    assert_int_equal(supTetMeshFromArrays(positions, 8, tets, 2, &mesh, NULL), SupStatus_Ok);
    SupTetMeshInfo info = measure(&mesh, &report);
    assert_int_equal(info.parts, 2);
    assert_int_equal(supReportFind(&report, "parts")->count, 2);
    assert_int_equal(supReportFind(&report, "flat_tets")->ids[0], 0);
    assert_true(info.minRadiusRatio > 0.0 && info.minRadiusRatio < 1e-4);
    assert_non_null(supReportFind(&report, "unusual_size"));
    supTetMeshFree(&mesh);
}

static void measuringRefusesWhatIsNoMesh(void **state) {
    (void)state;
    SupTetMeshInfo info;
    double positions[12];
    uint32_t tet[] = {0, 1, 2, 4};
    memcpy(positions, cornerPositions, sizeof positions);
    SupTetMesh mesh = {.positions = positions, .tets = tet, .vertexCount = 4, .tetCount = 1};
    assert_int_equal(supTetMeshMeasure(&(SupTetMesh){0}, &info, NULL), SupStatus_Empty);
    assert_int_equal(supTetMeshMeasure(NULL, &info, NULL), SupStatus_InvalidArgument);
    assert_int_equal(supTetMeshMeasure(&mesh, &info, NULL), SupStatus_Malformed);
    tet[3] = 3, positions[2] = NAN;
    assert_int_equal(supTetMeshMeasure(&mesh, &info, NULL), SupStatus_NotFinite);
}

static SupStatus makeAndMeasure(void *data) {
    const SupTetMesh *from = data;
    SupTetMesh mesh, box = {0}, torus = {0};
    SupTetMeshInfo info;
    SupSurface surface = {0};
    SupStatus status = supTetMeshFromArrays(from->positions, from->vertexCount, from->tets, from->tetCount, &mesh, NULL);
    if (status == SupStatus_Ok) status = supTetMeshMeasure(&mesh, &info, NULL);
    if (status == SupStatus_Ok) status = supTetMeshBoundary(&mesh, &surface);
    if (status == SupStatus_Ok) status = supTetMeshBox((double[]){1, 1, 1}, (uint32_t[]){1, 1, 1}, &box, NULL);
    if (status == SupStatus_Ok) status = supTetMeshTorus(0.5, 0.2, 3, 2, &torus, NULL);
    supSurfaceFree(&surface);
    supTetMeshFree(&mesh);
    supTetMeshFree(&box);
    supTetMeshFree(&torus);
    return status;
}

static void withoutMemoryNothingIsLeft(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 7, 7};
    uint32_t tet[] = {0, 1, 2, 3};
    SupTetMesh mesh = {.positions = positions, .tets = tet, .vertexCount = 5, .tetCount = 1};
    sweepAllocations(makeAndMeasure, &mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trigAgreesWithTheCLibrary),
        cmocka_unit_test(boxFillsItsVolumeExactly),
        cmocka_unit_test(boxNumbersVerticesXFirst),
        cmocka_unit_test(boxRefusesBadSizes),
        cmocka_unit_test(torusIsClosedAndConforming),
        cmocka_unit_test(torusOfThePresetHasItsPublishedCounts),
        cmocka_unit_test(torusRefusesBadSizes),
        cmocka_unit_test(arraysTurnNegativeTetsAndSayHowMany),
        cmocka_unit_test(arraysDropUnusedVerticesAndMapTheRest),
        cmocka_unit_test(arraysDropTetsWithoutVolumeAtAnyScale),
        cmocka_unit_test(arraysRefuseWhatIsNoMesh),
        cmocka_unit_test(boundaryOfOneTetIsItsFourFacesOutward),
        cmocka_unit_test(boundarySurvivesAVertexWithVeryManyTets),
        cmocka_unit_test(theRegularTetMeasuresOneEverywhere),
        cmocka_unit_test(measuresOfABoxAreExact),
        cmocka_unit_test(mismatchedDiagonalsAreReportedOnceWithTheirTets),
        cmocka_unit_test(twoTetsAtOneEdgeArePinched),
        cmocka_unit_test(partsFlatTetsAndOddSizesAreNoted),
        cmocka_unit_test(measuringRefusesWhatIsNoMesh),
        cmocka_unit_test(withoutMemoryNothingIsLeft),
    };
    return cmocka_run_group_tests_name("tet_mesh", tests, NULL, NULL);
}
