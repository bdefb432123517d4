// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "failing_allocator.h"
#include "mesh/stuffing.h"
#include "mesh/tet_shape.h"
#include "surface_shapes.h"
#include "tet_checks.h"

/// What random signs and cut points at the limits of the method have given, rounded outwards.
#define LEAST_ANGLE 9.2
#define MOST_ANGLE 162.0

static SupTetMesh meshOf(const Shape *shape, double cellSize, uint32_t targetTets, SupReport *report) {
    SupSurface surface = shapeSurface(shape);
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
    desc.cellSize = cellSize;
    desc.targetTets = targetTets;
    SupTetMesh mesh;
    SupStatus status = supTetMeshFromSurface(&surface, &desc, &mesh, report);
    if (status != SupStatus_Ok) fail_msg("%s: %s", supStatusName(status), report ? supReportError(report) : "");
    return mesh;
}

static void expectGoodAngles(const SupTetMesh *mesh) {
    double least, most;
    supTetDihedralRange(mesh, &least, &most);
    if (!(least > LEAST_ANGLE && most < MOST_ANGLE)) fail_msg("dihedral angles from %g to %g degrees", least, most);
}

static SurfaceCounts expectSound(const SupTetMesh *mesh) {
    expectPositiveVolumes(mesh);
    uint32_t boundary = expectConforming(mesh);
    expectGoodAngles(mesh);
    SupSurface surface;
    assert_int_equal(supTetMeshBoundary(mesh, &surface), SupStatus_Ok);
    assert_int_equal(surface.triangleCount, boundary);
    SurfaceCounts counts = countSurface(&surface);
    assert_int_equal(counts.unmatchedEdges, 0);
    supSurfaceFree(&surface);
    return counts;
}

static void aSphereIsFilledWithGoodTets(void **state) {
    (void)state;
    Shape sphere = shapeSphere(40);
    const double cells[] = {0.4, 0.23, 0.1};
    for (int i = 0; i < 3; ++i) {
        SupReport report = SUP_REPORT_INIT;
        SupTetMesh mesh = meshOf(&sphere, cells[i], 0, &report);
        SurfaceCounts counts = expectSound(&mesh);
        assert_int_equal(eulerCharacteristic(counts), 2);
        assert_int_equal(counts.pinchedEdges, 0);
        double share = totalVolume(&mesh) / (4.0 / 3.0 * 3.14159265358979323846);
        printf("cell %.2f: %u tets, volume %.4f of the ball; %s\n", cells[i], mesh.tetCount, share,
               supReportFind(&report, "dihedral")->text);
        assert_true(share < 1.0 && share > (i == 0 ? 0.95 : 0.975));
        supTetMeshFree(&mesh);
    }
    shapeFree(&sphere);
}

static void boundaryVerticesLieOnTheSurface(void **state) {
    (void)state;
    Shape sphere = shapeSphere(64);
    SupTetMesh mesh = meshOf(&sphere, 0.2, 0, NULL);
    SupSurface boundary;
    assert_int_equal(supTetMeshBoundary(&mesh, &boundary), SupStatus_Ok);
    for (size_t i = 0; i < 3 * (size_t)boundary.triangleCount; ++i) {
        const double *p = boundary.positions + 3 * (size_t)boundary.triangles[i];
        double radius = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        assert_true(radius < 1.0 + 1e-9 && radius > 0.997);
    }
    supSurfaceFree(&boundary);
    supTetMeshFree(&mesh);
    shapeFree(&sphere);
}

static void theWantedNumberOfTetsIsMet(void **state) {
    (void)state;
    const uint32_t targets[] = {300, 4500, 50000};
    Shape shapes[] = {shapeSphere(24), shapeBox(1, 1, 1), shapeBox(4, 0.5, 0.7)};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        for (size_t t = 0; t < sizeof targets / sizeof *targets; ++t) {
            SupTetMesh mesh = meshOf(&shapes[s], 0, targets[t], NULL);
            printf("%u tets for %u\n", mesh.tetCount, targets[t]);
            // A few hundred tets come and go in whole layers.
            assert_true(fabs((double)mesh.tetCount / targets[t] - 1.0) < (t == 0 ? 0.2 : 0.1));
            expectSound(&mesh);
            supTetMeshFree(&mesh);
        }
        shapeFree(&shapes[s]);
    }
}

static void expectSameTets(const SupTetMesh *a, const SupTetMesh *b) {
    assert_int_equal(a->vertexCount, b->vertexCount);
    assert_int_equal(a->tetCount, b->tetCount);
    assert_memory_equal(a->tets, b->tets, 4 * (size_t)a->tetCount * sizeof *a->tets);
}

static void scaleDoesNotMatter(void **state) {
    (void)state;
    const double scales[] = {1e-6, 1e6, 1e-100, 1e100, 0.125};
    Shape shapes[] = {shapeSphere(16), shapeBox(1, 1, 1)};
    for (int s = 0; s < 2; ++s) {
        SupTetMesh mesh = meshOf(&shapes[s], 0, 2000, NULL);
        for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i) {
            Shape other = shapeJoin(s ? shapeBox(1, 1, 1) : shapeSphere(16), shapeAlloc(0, 0));
            shapeMove(&other, scales[i], 0, 0, 0);
            SupTetMesh scaled = meshOf(&other, 0, 2000, NULL);
            expectSameTets(&mesh, &scaled);
            for (size_t k = 0; k < 3 * (size_t)mesh.vertexCount; ++k)
                assert_true(fabs(scaled.positions[k] / scales[i] - mesh.positions[k]) < 1e-12);
            supTetMeshFree(&scaled);
            shapeFree(&other);
        }
        supTetMeshFree(&mesh);
        shapeFree(&shapes[s]);
    }
}

static void placeDoesNotMatter(void **state) {
    (void)state;
    Shape sphere = shapeSphere(16);
    for (size_t i = 0; i < 3 * (size_t)sphere.vertexCount; ++i)
        sphere.positions[i] = floor(sphere.positions[i] * 65536) / 65536;
    SupTetMesh mesh = meshOf(&sphere, 0, 2000, NULL);
    shapeMove(&sphere, 1.0, 1024, -4096, 65536);
    SupTetMesh moved = meshOf(&sphere, 0, 2000, NULL);
    expectSameTets(&mesh, &moved);
    supTetMeshFree(&mesh);
    supTetMeshFree(&moved);
    shapeFree(&sphere);
}

static void openSurfacesAreClosedWithANote(void **state) {
    (void)state;
    Shape box = shapeBox(1, 1, 1);
    box.triangleCount = 10;
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh = meshOf(&box, 0.08, 0, &report);
    assert_int_equal(supReportFind(&report, "open_surface")->count, 4);
    SurfaceCounts counts = expectSound(&mesh);
    assert_int_equal(eulerCharacteristic(counts), 2);
    printf("volume %.3f\n", totalVolume(&mesh));
    assert_true(totalVolume(&mesh) > 0.8 && totalVolume(&mesh) < 1.1);
    supTetMeshFree(&mesh);
    shapeFree(&box);
}

static void openPartsAreMeshedAsOne(void **state) {
    (void)state;
    Shape all = shapeAlloc(0, 0);
    for (int i = 0; i < 3; ++i) {
        Shape box = shapeBox(1, 1, 1);
        box.triangleCount = 10;
        shapeMove(&box, 1.0, 2.0 * i, 0, 0);
        all = shapeJoin(all, box);
    }
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh = meshOf(&all, 0.1, 0, &report);
    assert_int_equal(supReportFind(&report, "open_surface")->count, 12);
    SurfaceCounts counts = expectSound(&mesh);
    assert_int_equal(eulerCharacteristic(counts), 6);
    supTetMeshFree(&mesh);
    shapeFree(&all);
}

static void duplicateCrossingAndInvertedFacesDoNoHarm(void **state) {
    (void)state;
    Shape twice = shapeJoin(shapeSphere(16), shapeSphere(16)), crossing, other = shapeSphere(16), inverted = shapeSphere(16);
    SupTetMesh once, mesh;
    for (uint32_t t = 0; t < inverted.triangleCount; ++t) {
        uint32_t *v = inverted.triangles + 3 * (size_t)t, swap = v[1];
        v[1] = v[2], v[2] = swap;
    }
    once = meshOf(&other, 0.2, 0, NULL);
    mesh = meshOf(&twice, 0.2, 0, NULL);
    expectSameTets(&once, &mesh);
    supTetMeshFree(&mesh);
    mesh = meshOf(&inverted, 0.2, 0, NULL);
    expectSameTets(&once, &mesh);
    supTetMeshFree(&mesh);
    shapeMove(&other, 1.0, 0.9, 0.2, 0.1);
    crossing = shapeJoin(shapeSphere(16), other);
    mesh = meshOf(&crossing, 0.2, 0, NULL);
    assert_int_equal(eulerCharacteristic(expectSound(&mesh)), 2);
    assert_true(totalVolume(&mesh) > 1.3 * totalVolume(&once) && totalVolume(&mesh) < 2.0 * totalVolume(&once));
    supTetMeshFree(&mesh);
    supTetMeshFree(&once);
    shapeFree(&twice);
    shapeFree(&crossing);
    shapeFree(&inverted);
}

static void aCavityStaysEmpty(void **state) {
    (void)state;
    Shape inner = shapeSphere(16);
    shapeMove(&inner, -0.5, 0, 0, 0); // the point reflection turns it inside out
    Shape shell = shapeJoin(shapeSphere(24), inner);
    SupTetMesh mesh = meshOf(&shell, 0.12, 0, NULL);
    assert_int_equal(eulerCharacteristic(expectSound(&mesh)), 4);
    double expected = 4.0 / 3.0 * 3.14159265358979323846 * (1.0 - 0.125);
    assert_true(fabs(totalVolume(&mesh) / expected - 1.0) < 0.03);
    supTetMeshFree(&mesh);
    shapeFree(&shell);
}

static void whatIsTooThinIsDroppedWithANote(void **state) {
    (void)state;
    Shape sheet = shapeBox(1, 1, 1e-4), both;
    SupSurface surface = shapeSurface(&sheet);
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh;
    desc.cellSize = 0.1;
    shapeMove(&sheet, 1.0, 3, 0, 0.0431);
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_NotASurface);
    both = shapeJoin(shapeSphere(16), sheet);
    mesh = meshOf(&both, 0.2, 0, &report);
    assert_int_equal(supReportFind(&report, "thin_parts")->count, 1);
    assert_int_equal(eulerCharacteristic(expectSound(&mesh)), 2);
    supTetMeshFree(&mesh);
    shapeFree(&both);
}

static void onlyTheLargestPartIsKeptOnRequest(void **state) {
    (void)state;
    Shape small = shapeSphere(12);
    shapeMove(&small, 0.5, 3, 0, 0);
    Shape both = shapeJoin(small, shapeSphere(16));
    SupSurface surface = shapeSurface(&both);
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh all = meshOf(&both, 0.2, 0, NULL), one;
    desc.cellSize = 0.2, desc.keepLargestPart = true;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &one, &report), SupStatus_Ok);
    assert_int_equal(eulerCharacteristic(expectSound(&all)), 4);
    assert_int_equal(eulerCharacteristic(expectSound(&one)), 2);
    assert_int_equal(supReportFind(&report, "crumbs")->count, all.tetCount - one.tetCount);
    for (uint32_t v = 0; v < one.vertexCount; ++v) assert_true(one.positions[3 * (size_t)v] < 1.5);
    assert_null(one.inputMap);
    supTetMeshFree(&all);
    supTetMeshFree(&one);
    shapeFree(&both);
}

static void piecesThatBreakOffAreNoted(void **state) {
    (void)state;
    // A dumbbell: two boxes joined by a bar that is thinner than the lattice.
    Shape bar = shapeBox(2, 0.02, 0.02), right = shapeBox(1, 1, 1);
    shapeMove(&bar, 1.0, 0.5, 0.47, 0.47);
    shapeMove(&right, 1.0, 2, 0, 0);
    Shape dumbbell = shapeJoin(shapeJoin(shapeBox(1, 1, 1), right), bar);
    // One part: the pieces share a vertex position with the bar.
    memcpy(dumbbell.positions + 3 * 7, dumbbell.positions + 3 * 16, 24);
    memcpy(dumbbell.positions + 3 * 14, dumbbell.positions + 3 * 23, 24);
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh = meshOf(&dumbbell, 0.2, 0, &report);
    const SupReportItem *item = supReportFind(&report, "broken_off");
    assert_non_null(item);
    assert_int_equal(item->count, 2);
    supTetMeshFree(&mesh);
    shapeFree(&dumbbell);
}

static void whatIsNoVolumeIsRefused(void **state) {
    (void)state;
    Shape box = shapeBox(1, 1, 1);
    SupSurface surface = shapeSurface(&box);
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT, unset = {0};
    SupTetMesh mesh;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshFromSurface(&surface, &unset, &mesh, &report), SupStatus_InvalidArgument);
    assert_int_equal(supTetMeshFromSurface(NULL, &desc, &mesh, &report), SupStatus_InvalidArgument);
    surface.triangleCount = 0;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_Empty);
    surface.triangleCount = 1;
    desc.cellSize = 0.1;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_NotASurface);
    surface.triangleCount = 12;
    desc.cellSize = NAN;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_OutOfRange);
    desc.cellSize = 1e-9;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_OutOfRange);
    desc.cellSize = 0.05, desc.maxTets = 1000;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_OutOfRange);
    desc.cellSize = 0.0, desc.targetTets = 2000;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_OutOfRange);
    double y = box.positions[4];
    box.positions[4] = NAN;
    desc = (SupMeshingDesc)SUP_MESHING_DESC_INIT;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_NotFinite);
    box.positions[4] = y, box.triangles[7] = 8;
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, &report), SupStatus_InvalidArgument);
    assert_null(mesh.tets);
    shapeFree(&box);
    Shape point = shapeBox(0, 0, 0), flat = shapeBox(1, 1, 0);
    surface = shapeSurface(&point);
    assert_int_equal(supTetMeshFromSurface(&surface, NULL, &mesh, &report), SupStatus_NotASurface);
    surface = shapeSurface(&flat);
    assert_int_equal(supTetMeshFromSurface(&surface, NULL, &mesh, &report), SupStatus_NotASurface);
    shapeFree(&point);
    shapeFree(&flat);
}

static void randomSoupsAreMeshedSoundlyOrRefusedQuickly(void **state) {
    (void)state;
    seedRandom(22);
    for (uint32_t round = 0; round < 12; ++round) {
        Shape soup = shapeAlloc(30, round + 1);
        for (size_t i = 0; i < 90; ++i) soup.positions[i] = floor(randomUnit() * 8.0);
        for (size_t i = 0; i < 3 * (size_t)soup.triangleCount; ++i) soup.triangles[i] = (uint32_t)(randomUnit() * 30);
        SupSurface surface = shapeSurface(&soup);
        SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
        SupTetMesh mesh;
        desc.targetTets = 1000;
        SupStatus status = supTetMeshFromSurface(&surface, &desc, &mesh, NULL);
        assert_true(status == SupStatus_Ok || status == SupStatus_NotASurface || status == SupStatus_OutOfRange);
        if (status == SupStatus_Ok) expectSound(&mesh);
        supTetMeshFree(&mesh);
        shapeFree(&soup);
    }
}

static bool cancelAfter(void *user, const char *stage, double done) {
    assert_non_null(stage);
    assert_true(done >= 0.0 && done <= 1.0);
    return --*(long *)user > 0;
}

static void progressRisesAndCanCancel(void **state) {
    (void)state;
    Shape sphere = shapeSphere(12);
    SupSurface surface = shapeSurface(&sphere);
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
    SupTetMesh mesh;
    long left = 1000000000, calls;
    desc.targetTets = 1000;
    desc.progress = (SupProgress){cancelAfter, &left};
    assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, NULL), SupStatus_Ok);
    supTetMeshFree(&mesh);
    calls = 1000000000 - left;
    assert_true(calls > 10);
    for (long n = 1; n <= calls; n += 7) {
        left = n;
        assert_int_equal(supTetMeshFromSurface(&surface, &desc, &mesh, NULL), SupStatus_Cancelled);
        assert_null(mesh.tets);
    }
    shapeFree(&sphere);
}

/// A made-up shape for the lattice alone: any signs, cuts anywhere, often at the very limits of the rules.
static bool randomInside(void *user, Vec3 point, double *same) {
    (void)point;
    *same = 0.0;
    return randomUnit() < *(const double *)user;
}

static double randomCut(void *user, Vec3 inside, Vec3 outside) {
    const double limits[] = {STUFFING_ALPHA_LONG, STUFFING_ALPHA_SHORT, 1 - STUFFING_ALPHA_LONG, 1 - STUFFING_ALPHA_SHORT};
    (void)user, (void)inside, (void)outside;
    double kind = randomUnit();
    if (kind < 0.3) return randomUnit();
    if (kind < 0.4) return kind < 0.35 ? 0.0 : 1.0;
    return limits[(int)(randomUnit() * 4)] + (kind < 0.7 ? 1e-6 : -1e-6);
}

static void anyShapeWhateverGivesSoundTets(void **state) {
    (void)state;
    seedRandom(21);
    double least = 180.0, most = 0.0;
    for (int round = 0; round < 20; ++round) {
        double share = 0.2 + 0.03 * round;
        ShapeOracle oracle = {randomInside, randomCut, &share, NULL};
        Lattice lattice;
        SupTetMesh mesh;
        assert_int_equal(supLatticeInit(&lattice, vec3(0, 0, 0), vec3(8, 8, 8), 1.0), SupStatus_Ok);
        assert_int_equal(supLatticeClassify(&lattice, &oracle), SupStatus_Ok);
        assert_int_equal(supLatticeFindCuts(&lattice, &oracle), SupStatus_Ok);
        supLatticeSnap(&lattice);
        assert_int_equal(supLatticeFill(&lattice, UINT32_MAX, &mesh), SupStatus_Ok);
        expectSound(&mesh);
        double low, high;
        supTetDihedralRange(&mesh, &low, &high);
        least = low < least ? low : least, most = high > most ? high : most;
        supTetMeshFree(&mesh);
        supLatticeFree(&lattice);
    }
    printf("dihedral angles of %.2f to %.2f degrees\n", least, most);
}

/// A half-space whose face goes exactly through a layer of corners: points on the surface may count as either side.
static bool halfSpaceInside(void *user, Vec3 point, double *same) {
    *same = 0.0;
    return point.z <= *(const double *)user;
}

static double halfSpaceCut(void *user, Vec3 inside, Vec3 outside) {
    return (*(const double *)user - inside.z) / (outside.z - inside.z);
}

static void surfacesExactlyThroughLatticePointsAreHandled(void **state) {
    (void)state;
    Lattice lattice;
    SupTetMesh mesh;
    assert_int_equal(supLatticeInit(&lattice, vec3(0, 0, 0), vec3(4, 4, 4), 1.0), SupStatus_Ok);
    double level = supLatticePosition(&lattice, (LatticePoint){4, 4, 6}).z;
    ShapeOracle oracle = {halfSpaceInside, halfSpaceCut, &level, NULL};
    assert_int_equal(supLatticeClassify(&lattice, &oracle), SupStatus_Ok);
    assert_int_equal(supLatticeFindCuts(&lattice, &oracle), SupStatus_Ok);
    supLatticeSnap(&lattice);
    assert_int_equal(supLatticeFill(&lattice, UINT32_MAX, &mesh), SupStatus_Ok);
    expectPositiveVolumes(&mesh);
    expectConforming(&mesh);
    supTetMeshFree(&mesh);
    supLatticeFree(&lattice);
}

static SupStatus meshSphere(void *data) {
    SupSurface surface = shapeSurface(data);
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
    SupTetMesh mesh;
    desc.cellSize = 0.5, desc.keepLargestPart = true;
    SupStatus status = supTetMeshFromSurface(&surface, &desc, &mesh, NULL);
    supTetMeshFree(&mesh);
    return status;
}

static void withoutMemoryNothingIsLeft(void **state) {
    (void)state;
    Shape sphere = shapeSphere(6), small = shapeSphere(6);
    shapeMove(&small, 0.7, 3, 0, 0);
    Shape both = shapeJoin(sphere, small);
    sweepAllocations(meshSphere, &both);
    shapeFree(&both);
}

static void aHundredThousandTrianglesAreMeshedInSeconds(void **state) {
    (void)state;
    Shape sphere = shapeSphere(160);
    const uint32_t targets[] = {4500, 100000};
    for (int i = 0; i < 2; ++i) {
        clock_t begin = clock();
        SupTetMesh mesh = meshOf(&sphere, 0, targets[i], NULL);
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        printf("%u triangles to %u tets: %.2f s\n", sphere.triangleCount, mesh.tetCount, seconds);
        assert_true(seconds < 30.0); // generous: sanitizers and busy machines
        expectSound(&mesh);
        supTetMeshFree(&mesh);
    }
    shapeFree(&sphere);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aSphereIsFilledWithGoodTets),
        cmocka_unit_test(boundaryVerticesLieOnTheSurface),
        cmocka_unit_test(theWantedNumberOfTetsIsMet),
        cmocka_unit_test(scaleDoesNotMatter),
        cmocka_unit_test(placeDoesNotMatter),
        cmocka_unit_test(openSurfacesAreClosedWithANote),
        cmocka_unit_test(openPartsAreMeshedAsOne),
        cmocka_unit_test(duplicateCrossingAndInvertedFacesDoNoHarm),
        cmocka_unit_test(aCavityStaysEmpty),
        cmocka_unit_test(whatIsTooThinIsDroppedWithANote),
        cmocka_unit_test(onlyTheLargestPartIsKeptOnRequest),
        cmocka_unit_test(piecesThatBreakOffAreNoted),
        cmocka_unit_test(whatIsNoVolumeIsRefused),
        cmocka_unit_test(randomSoupsAreMeshedSoundlyOrRefusedQuickly),
        cmocka_unit_test(progressRisesAndCanCancel),
        cmocka_unit_test(anyShapeWhateverGivesSoundTets),
        cmocka_unit_test(surfacesExactlyThroughLatticePointsAreHandled),
        cmocka_unit_test(withoutMemoryNothingIsLeft),
        cmocka_unit_test(aHundredThousandTrianglesAreMeshedInSeconds),
    };
    return cmocka_run_group_tests_name("stuffing", tests, NULL, NULL);
}
