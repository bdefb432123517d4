// SPDX-License-Identifier: MIT
/// Cleaning and checking: what is welded, dropped and turned, what is found wrong, and that sizes and places do not matter.
#include "surface_cases.h"

#include <math.h>

/// 24 vertices, a set of 4 for each face.
static SupSurface splitCube(double scale, double shift, double jitter, uint64_t *seed) {
    double positions[36 * 3];
    uint32_t triangles[36];
    for (uint32_t i = 0; i < 36; ++i) {
        triangles[i] = i;
        for (uint32_t k = 0; k < 3; ++k)
            positions[3 * i + k] = cubeCorners[(&cubeTriangles[0][0])[i]][k] * scale + shift +
                                   (jitter > 0 ? jitter * scale * (randomUnit(seed) - 0.5) : 0.0);
    }
    return surfaceOf(positions, 36, triangles, 12);
}

static void split_cube_welds_to_8_with_a_map_that_follows(void **state) {
    (void)state;
    SupSurface s = splitCube(1, 0, 0, NULL);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(s.vertexCount, 8);
    assert_int_equal(s.inputCount, 36);
    assert_int_equal(countOf(&report, "welded"), 28);
    assert_string_equal(supReportFind(&report, "welded")->text, "welded 36 -> 8 vertices");
    for (uint32_t i = 0; i < 36; ++i)
        assert_memory_equal(s.positions + 3 * s.inputMap[i], cubeCorners[(&cubeTriangles[0][0])[i]], 24);
    supSurfaceFree(&s);
}

static void tolerances_follow_the_size_from_1e_minus_30_to_1e30(void **state) {
    (void)state;
    uint64_t seed = 11;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int e = -30; e <= 30; ++e) {
        SupSurface s = splitCube(pow(10, e), 0, 1e-8, &seed);
        mustClean(&s, NULL);
        SupSurfaceInfo info = infoOf(&s);
        assert_int_equal(s.vertexCount, 8);
        assert_true(info.closed);
        assertNear(info.volume / pow(10, 3 * e), 1.0, 1e-6);
        assert_int_equal(info.crossings + info.hangingVertices + info.inconsistentEdges, 0);
        supSurfaceFree(&s);
    }
    const double huge = 1e200, tiny = 1e-200; // squares would overflow or vanish
    SupSurface s = splitCube(huge, 0, 0, &seed);
    mustClean(&s, NULL);
    assert_int_equal(s.vertexCount, 8);
    supSurfaceFree(&s);
    s = splitCube(tiny, 0, 0, &seed);
    mustClean(&s, NULL);
    assert_int_equal(s.vertexCount, 8);
    supSurfaceFree(&s);
}

static void far_from_the_origin_nothing_merges_wrongly(void **state) {
    (void)state;
    // a unit cube at 1e6 cut into a fine grid would lose in float32; vertices here are 1e-5 apart and stay apart
    SupSurface s = mustReadObj("v 1000000.00001 0 0\nv 1000000.00002 0 0\nv 1000000.00001 0.00001 0\nv 1000001 1 1\n"
                               "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(s.vertexCount, 4);
    assert_int_equal(countOf(&report, "welded"), 0);
    assert_null(s.inputMap);
    supSurfaceFree(&s);
    s = splitCube(1, 1e6, 0, NULL);
    mustClean(&s, NULL);
    SupSurfaceInfo info = infoOf(&s);
    assertNear(info.volume, 1.0, 1e-9);
    assert_int_equal(s.vertexCount, 8);
    supSurfaceFree(&s);
}

static void tolerance_0_welds_equal_positions_only(void **state) {
    (void)state;
    double p[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0};
    p[9] = -0.0; // equals 0
    uint32_t t[6] = {0, 1, 2, 3, 2, 1};
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    desc.weldTolerance = 0;
    SupSurface s = surfaceOf(p, 4, t, 2);
    assert_int_equal(supSurfaceClean(&s, &desc, NULL), SupStatus_Ok);
    assert_int_equal(s.vertexCount, 3);
    supSurfaceFree(&s);
    p[9] = 5e-324;
    s = surfaceOf(p, 4, t, 2);
    assert_int_equal(supSurfaceClean(&s, &desc, NULL), SupStatus_Ok);
    assert_int_equal(s.vertexCount, 4);
    assert_int_equal(s.triangleCount, 2);
    supSurfaceFree(&s);
}

static void chains_of_close_vertices_do_not_collapse(void **state) {
    (void)state;
    // 101 points 0.6 tolerances apart: each may go to one at most a tolerance away, not all to the first
    enum { N = 101 };
    double p[3 * (N + 2)] = {0};
    uint32_t t[3 * N];
    for (uint32_t i = 0; i < N; ++i) {
        p[3 * i] = 0.006 * i;
        t[3 * i] = i, t[3 * i + 1] = N, t[3 * i + 2] = N + 1;
    }
    p[3 * N + 1] = 0.8, p[3 * N + 4] = 0.8, p[3 * N + 5] = 0.06;
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    desc.weldTolerance = 0.01; // of a diagonal of about 1
    SupSurface s = surfaceOf(p, N + 2, t, N);
    assert_int_equal(supSurfaceClean(&s, &desc, NULL), SupStatus_Ok);
    assert_int_equal(s.vertexCount, 51 + 2);
    for (uint32_t i = 0; i < N; ++i) {
        assertNear(s.positions[3 * s.inputMap[i]], 0.006 * i, 0.0101);
        assert_int_equal(s.inputMap[i], i / 2);
    }
    supSurfaceFree(&s);
}

/// The definition, word by word, in quadratic time.
static void weldPlainly(const double *p, uint32_t n, double distance, uint32_t *out) {
    for (uint32_t i = 0; i < n; ++i) {
        out[i] = i;
        for (uint32_t j = 0; j < i && out[i] == i; ++j) {
            double d2 = 0;
            for (uint32_t k = 0; k < 3; ++k) d2 += (p[3 * i + k] - p[3 * j + k]) * (p[3 * i + k] - p[3 * j + k]);
            if (out[j] == j && d2 <= distance * distance) out[i] = j;
        }
    }
}

static void welding_equals_its_definition_on_seeded_clouds(void **state) {
    (void)state;
    enum { N = 600 };
    uint64_t seed = 5;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 30; ++round) {
        static double p[3 * N];
        uint32_t t[N], plain[N];
        for (uint32_t i = 0; i < N; ++i) t[i] = i;
        for (uint32_t i = 0; i < 3 * N; ++i) p[i] = randomUnit(&seed) * (round % 3 ? 1 : 0.25) - (i % 3 == 2);
        for (uint32_t k = 0; k < 6; ++k) p[k] = k < 3 ? 0.0 - (k == 2) : 1.0 - (k == 5); // the bounds are known
        SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
        desc.weldTolerance = 0.0004 * (round + 1) > 0.01 ? 0.01 : 0.0004 * (round + 1);
        weldPlainly(p, N, desc.weldTolerance * sqrt(3.0), plain);
        SupReport report = SUP_REPORT_INIT;
        SupSurface s = surfaceOf(p, N, t, N / 3);
        assert_int_equal(supSurfaceClean(&s, &desc, &report), SupStatus_Ok);
        uint32_t welded = 0;
        for (uint32_t i = 0; i < N; ++i) {
            welded += plain[i] != i;
            assert_int_equal(s.inputMap ? s.inputMap[i] : i, s.inputMap ? s.inputMap[plain[i]] : plain[i]);
        }
        assert_int_equal(countOf(&report, "welded"), welded);
        supSurfaceFree(&s);
    }
}

static void pole_rings_lose_their_flat_triangles_in_one_note(void **state) {
    (void)state;
    enum { Rings = 8, Columns = 12 };
    double p[3 * (Rings + 1) * (Columns + 1)];
    uint32_t t[6 * Rings * Columns], n = 0;
    for (uint32_t i = 0; i <= Rings; ++i)
        for (uint32_t j = 0; j <= Columns; ++j) { // the last column repeats the first, pole rows are one point
            double a = 3.141592653589793 * i / Rings, b = 6.283185307179586 * j / Columns;
            double *q = p + 3 * (i * (Columns + 1) + j);
            q[0] = sin(a) * cos(b), q[1] = sin(a) * sin(b), q[2] = cos(a);
        }
    for (uint32_t i = 0; i < Rings; ++i)
        for (uint32_t j = 0; j < Columns; ++j) {
            uint32_t a = i * (Columns + 1) + j, c = a + Columns + 1, six[6] = {a, c, c + 1, a, c + 1, a + 1};
            memcpy(t + n, six, sizeof six);
            n += 6;
        }
    SupSurface s = surfaceOf(p, (Rings + 1) * (Columns + 1), t, n / 3);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    SupSurfaceInfo info = infoOf(&s);
    assert_int_equal(countOf(&report, "degenerate"), 2 * Columns);
    assert_int_equal(supReportFind(&report, "degenerate")->severity, SupSeverity_Note);
    assert_int_equal(s.vertexCount, (Rings - 1) * Columns + 2);
    assert_true(info.closed);
    assert_int_equal(info.parts, 1);
    assert_int_equal(s.inputMap[(Rings + 1) * (Columns + 1) - 1],
                     s.vertexCount - 1); // the last input vertex still has a place
    supSurfaceFree(&s);
}

static void doubled_sheet_becomes_one_sheet(void **state) {
    (void)state;
    const double p[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const uint32_t t[12] = {0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0};
    SupSurface s = surfaceOf(p, 4, t, 4);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(s.triangleCount, 2);
    assert_int_equal(countOf(&report, "duplicate"), 2);
    assert_int_equal(countOf(&report, "flipped"), 0);
    assert_memory_equal(s.triangles, t, 6 * sizeof *t);
    supSurfaceFree(&s);
}

static void doubled_closed_cube_becomes_one_cube(void **state) {
    (void)state;
    uint32_t t[24][3];
    memcpy(t, cubeTriangles, sizeof cubeTriangles);
    for (int i = 0; i < 12; ++i) t[12 + i][0] = t[i][1], t[12 + i][1] = t[i][0], t[12 + i][2] = t[i][2];
    SupSurface s = surfaceOf(cubeCorners[0], 8, t[0], 24);
    mustClean(&s, NULL);
    assert_int_equal(s.triangleCount, 12);
    assertNear(infoOf(&s).volume, 1.0, 1e-12);
    supSurfaceFree(&s);
}

static void wall_between_touching_cubes_is_dropped_whole(void **state) {
    (void)state;
    // a second cube on x = 1..2 that lists the common face too: the union has 20 triangles and volume 2
    double p[16][3];
    uint32_t t[24][3];
    for (uint32_t v = 0; v < 16; ++v)
        for (uint32_t k = 0; k < 3; ++k) p[v][k] = cubeCorners[v % 8][k] + (v >= 8 && k == 0);
    for (uint32_t i = 0; i < 24; ++i)
        for (uint32_t k = 0; k < 3; ++k) t[i][k] = cubeTriangles[i % 12][k] + (i >= 12 ? 8 : 0);
    // both must cut the common square along the same diagonal to be duplicates
    const uint32_t wall[2][3] = {{8 + 3, 8 + 0, 8 + 4}, {8 + 3, 8 + 4, 8 + 7}}, own[2][3] = {{1, 2, 5}, {2, 6, 5}};
    memcpy(t[22], wall, sizeof wall);
    memcpy(t[6], own, sizeof own);
    SupSurface s = surfaceOf(p[0], 16, t[0], 24);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    SupSurfaceInfo info = infoOf(&s);
    assert_int_equal(countOf(&report, "inner_walls"), 2);
    assert_int_equal(s.triangleCount, 20);
    assert_int_equal(info.nonManifoldEdges, 0);
    assert_true(info.closed);
    assertNear(info.volume, 2.0, 1e-12);
    supSurfaceFree(&s);
}

static void unused_vertices_go_or_stay_as_asked(void **state) {
    (void)state;
    const double p[15] = {0, 0, 0, 1, 0, 0, 2, 2, 1e9, 0, 1, 0, 0, 0, 0};
    const uint32_t t[3] = {0, 1, 3};
    SupSurface s = surfaceOf(p, 5, t, 1);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(s.vertexCount, 3);
    assert_int_equal(s.inputMap[2], SUP_NO_INDEX);
    assert_int_equal(s.inputMap[3], 2);
    assert_int_equal(countOf(&report, "unused"), 2);
    assert_int_equal(supReportFind(&report, "unused")->ids[0], 2);
    supSurfaceFree(&s);
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    desc.dropUnused = false;
    s = surfaceOf(p, 5, t, 1);
    assert_int_equal(supSurfaceClean(&s, &desc, &report), SupStatus_Ok);
    assert_int_equal(s.vertexCount, 5);
    assert_null(s.inputMap);
    supSurfaceFree(&s);
}

static void maps_compose_over_several_cleanings(void **state) {
    (void)state;
    SupSurface s = splitCube(1, 0, 0, NULL);
    mustClean(&s, NULL);
    // drop the triangles around corner 6 by making them equal to others: vertex 6 becomes unused
    uint32_t six = 0;
    for (uint32_t v = 0; v < 8; ++v)
        if (memcmp(s.positions + 3 * v, cubeCorners[6], 24) == 0) six = v;
    for (uint32_t t = 0; t < s.triangleCount; ++t)
        for (uint32_t k = 0; k < 3; ++k)
            if (s.triangles[3 * t + k] == six) memcpy(s.triangles + 3 * t, s.triangles, 12);
    mustClean(&s, NULL);
    assert_int_equal(s.vertexCount, 7);
    assert_int_equal(s.inputCount, 36);
    for (uint32_t i = 0; i < 36; ++i) {
        uint32_t corner = (&cubeTriangles[0][0])[i];
        if (corner == 6)
            assert_int_equal(s.inputMap[i], SUP_NO_INDEX);
        else
            assert_memory_equal(s.positions + 3 * s.inputMap[i], cubeCorners[corner], 24);
    }
    supSurfaceFree(&s);
}

static void any_set_of_reversed_faces_gives_volume_1(void **state) {
    (void)state;
    for (uint32_t mask = 0; mask < 4096; ++mask) {
        SupSurface s = cubeSurface();
        uint32_t reversed = 0;
        for (uint32_t t = 0; t < 12; ++t)
            if (mask >> t & 1) {
                uint32_t *c = s.triangles + 3 * t, swap = c[0];
                c[0] = c[1], c[1] = swap;
                ++reversed;
            }
        SupReport report = SUP_REPORT_INIT;
        mustClean(&s, &report);
        SupSurfaceInfo info = infoOf(&s);
        assertNear(info.volume, 1.0, 1e-12);
        assert_int_equal(info.inconsistentEdges, 0);
        assert_int_equal(countOf(&report, "flipped"), reversed);
        supSurfaceFree(&s);
    }
}

static void parts_are_oriented_each_and_cavities_stay(void **state) {
    (void)state;
    // outer cube of size 3, inside it an inward cube (a cavity), beside it an inward cube (a mistake)
    double p[24][3];
    uint32_t t[36][3];
    for (uint32_t v = 0; v < 24; ++v)
        for (uint32_t k = 0; k < 3; ++k)
            p[v][k] = v < 8    ? 3 * cubeCorners[v][k]
                      : v < 16 ? 1 + cubeCorners[v - 8][k]
                               : cubeCorners[v - 16][k] + (k == 0 ? 9 : 0);
    for (uint32_t i = 0; i < 36; ++i) {
        for (uint32_t k = 0; k < 3; ++k) t[i][k] = cubeTriangles[i % 12][k] + i / 12 * 8;
        if (i >= 12) {
            uint32_t swap = t[i][0];
            t[i][0] = t[i][1], t[i][1] = swap;
        }
    }
    SupSurface s = surfaceOf(p[0], 24, t[0], 36);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    SupSurfaceInfo info = infoOf(&s);
    assert_int_equal(info.parts, 3);
    assertNear(info.volume, 27.0 - 1.0 + 1.0, 1e-12);
    assert_int_equal(countOf(&report, "flipped"), 12);
    assert_int_equal(countOf(&report, "cavities"), 1);
    supSurfaceFree(&s);
}

static void open_sheets_keep_their_majority_and_open_boxes_face_outward(void **state) {
    (void)state;
    const double p[15] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0};
    const uint32_t t[12] = {0, 1, 4, 1, 2, 4, 3, 2, 4, 3, 0, 4}; // the third is against the others
    SupSurface s = surfaceOf(p, 5, t, 4);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(countOf(&report, "flipped"), 1);
    assert_int_equal(supReportFind(&report, "flipped")->ids[0], 2);
    supSurfaceFree(&s);
    SupSurface box = cubeSurface();
    box.triangleCount = 10; // without its last face
    for (uint32_t i = 0; i < 10; ++i) {
        uint32_t *c = box.triangles + 3 * i, swap = c[0];
        c[0] = c[1], c[1] = swap;
    }
    mustClean(&box, &report);
    assert_int_equal(countOf(&report, "flipped"), 10);
    assert_true(infoOf(&box).volume > 0);
    assert_int_equal(infoOf(&box).openEdges, 4);
    supSurfaceFree(&box);
}

static void one_sided_strip_is_said_to_be_one(void **state) {
    (void)state;
    enum { N = 12 };
    double p[6 * N];
    uint32_t t[6 * N];
    for (uint32_t i = 0; i < N; ++i)
        for (uint32_t side = 0; side < 2; ++side) {
            double a = 6.283185307179586 * i / N, r = 2 + (side ? 0.5 : -0.5) * cos(a / 2);
            double *q = p + 3 * (2 * i + side);
            q[0] = r * cos(a), q[1] = r * sin(a), q[2] = (side ? 0.5 : -0.5) * sin(a / 2);
        }
    for (uint32_t i = 0; i < N; ++i) {
        uint32_t a = 2 * i, b = a + 1, c = i + 1 < N ? a + 2 : 1, d = i + 1 < N ? a + 3 : 0, six[6] = {a, b, c, c, b, d};
        memcpy(t + 6 * i, six, sizeof six);
    }
    SupSurface s = surfaceOf(p, 2 * N, t, 2 * N);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(countOf(&report, "one_sided"), 1);
    assert_int_equal(infoOf(&s).inconsistentEdges, 1);
    supSurfaceFree(&s);
}

static void bad_input_is_refused_and_left_alone(void **state) {
    (void)state;
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT, bad = desc;
    SupReport report = SUP_REPORT_INIT;
    SupSurface s = cubeSurface(), before = s;
    bad.cookie = 0;
    assert_int_equal(supSurfaceClean(&s, &bad, &report), SupStatus_InvalidArgument);
    assert_int_equal(supSurfaceClean(&s, NULL, &report), SupStatus_InvalidArgument);
    assert_int_equal(supSurfaceClean(NULL, &desc, &report), SupStatus_InvalidArgument);
    const double tolerances[] = {-1e-9, 0.0101, NAN, INFINITY};
    for (int i = 0; i < 4; ++i) {
        bad = desc;
        bad.weldTolerance = tolerances[i];
        assert_int_equal(supSurfaceClean(&s, &bad, &report), SupStatus_InvalidArgument);
    }
    s.positions[13] = NAN; // a test for a small area would let it pass
    assert_int_equal(supSurfaceClean(&s, &desc, &report), SupStatus_NotFinite);
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_NotFinite);
    s.positions[13] = 0;
    s.triangles[35] = 8;
    assert_int_equal(supSurfaceClean(&s, &desc, &report), SupStatus_InvalidArgument);
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_InvalidArgument);
    s.triangles[35] = 7;
    assert_memory_equal(&s, &before, sizeof s);
    for (int i = 0; i < 36; ++i) s.triangles[i] = 5;
    assert_int_equal(supSurfaceClean(&s, &desc, &report), SupStatus_Empty);
    assert_memory_equal(&s, &before, sizeof s);
    supSurfaceFree(&s);
    assert_int_equal(supSurfaceClean(&s, &desc, &report), SupStatus_Empty);
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_Ok);
    assert_false(info.closed);
}

static void one_triangle_is_a_surface(void **state) {
    (void)state;
    const double p[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t t[3] = {0, 1, 2};
    SupSurface s = surfaceOf(p, 3, t, 1);
    mustClean(&s, NULL);
    SupSurfaceInfo info = infoOf(&s);
    assert_int_equal(info.openEdges, 3);
    assert_int_equal(info.parts, 1);
    assertNear(info.area, 0.5, 1e-15);
    supSurfaceFree(&s);
}

// ---- Checking --------------------------------------------------------------------------------------------------------

static SupSurfaceInfo infoOfObj(const char *text) {
    SupSurface s = mustReadObj(text);
    mustClean(&s, NULL);
    SupSurfaceInfo info = infoOf(&s);
    supSurfaceFree(&s);
    return info;
}

static void crossed_rectangles_are_found_wherever_they_cross(void **state) {
    (void)state;
    // symmetric: diagonals cross each other in one point and edges cross edges
    SupSurfaceInfo info = infoOfObj("v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\n"
                                    "f 1 2 3 4\nf 5 6 7 8\n");
    assert_true(info.crossings > 0);
    info = infoOfObj(
        "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -2 0.1 -1\nv 0.2 0 -1\nv 0.3 0 1\nv -2 0.2 1\nf 1 2 3 4\nf 5 6 7 8\n");
    assert_true(info.crossings > 0);
    // apart, and standing on the other
    info = infoOfObj(
        "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -1 0 1e-3\nv 1 0 1e-3\nv 1 0 1\nv -1 0 1\nf 1 2 3 4\nf 5 6 7 8\n");
    assert_int_equal(info.crossings, 0);
    info = infoOfObj("v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv -1 0 0\nv 1 0 0\nv 1 0 1\nv -1 0 1\nf 1 2 3 4\nf 5 6 7 8\n");
    assert_int_equal(info.crossings, 0);
    // two layers at distance 0
    info = infoOfObj(
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.3 0.3 0\nv 1.3 0.3 0\nv 1.3 1.3 0\nv 0.3 1.3 0\nf 1 2 3 4\nf 5 6 7 8\n");
    assert_true(info.crossings > 0);
}

static void closed_cubes_that_cross_are_closed_and_crossing(void **state) {
    (void)state;
    double p[16][3];
    uint32_t t[24][3];
    for (uint32_t v = 0; v < 16; ++v)
        for (uint32_t k = 0; k < 3; ++k) p[v][k] = cubeCorners[v % 8][k] + (v >= 8 ? 0.5 : 0);
    for (uint32_t i = 0; i < 24; ++i)
        for (uint32_t k = 0; k < 3; ++k) t[i][k] = cubeTriangles[i % 12][k] + (i >= 12 ? 8 : 0);
    SupSurface s = surfaceOf(p[0], 16, t[0], 24);
    SupReport report = SUP_REPORT_INIT;
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_Ok);
    assert_true(info.closed);
    assert_int_equal(info.openEdges + info.nonManifoldEdges, 0);
    assert_true(info.crossings >= 6);
    assert_non_null(supReportFind(&report, "crossings"));
    assert_non_null(supReportFind(&report, "parts"));
    supSurfaceFree(&s);
}

static void crossings_stop_at_their_limit(void **state) {
    (void)state;
    enum { N = 400 };
    static double p[N * 9];
    static uint32_t t[N * 3];
    uint64_t seed = 3;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (uint32_t i = 0; i < N * 9; ++i) p[i] = randomUnit(&seed);
    for (uint32_t i = 0; i < N * 3; ++i) t[i] = i;
    SupSurface s = surfaceOf(p, N * 3, t, N);
    SupReport report = SUP_REPORT_INIT;
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_Ok);
    assert_int_equal(info.crossings, 10000);
    assert_non_null(supReportFind(&report, "crossings_limited"));
    supSurfaceFree(&s);
}

static void hanging_vertex_is_named(void **state) {
    (void)state;
    // two quads along x = 1, the right one with an extra vertex in the middle of the common edge
    SupSurface s = mustReadObj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 0.5 0\nv 2 0 0\nv 2 1 0\nf 1 2 3 4\nf 2 6 7 3 5\n");
    SupReport report = SUP_REPORT_INIT;
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_Ok);
    assert_int_equal(info.hangingVertices, 1);
    assert_int_equal(supReportFind(&report, "hanging_vertices")->ids[0], 4);
    assert_int_equal(info.crossings, 0);
    supSurfaceFree(&s);
}

static void open_parts_and_fins_are_counted(void **state) {
    (void)state;
    SupSurfaceInfo info = infoOfObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -1 0\nv 0.5 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n");
    assert_int_equal(info.nonManifoldEdges, 1);
    assert_int_equal(info.openEdges, 6);
    assert_int_equal(info.parts, 1);
    assert_false(info.closed);
    SupSurface s = cubeSurface();
    s.triangles[0] = 3, s.triangles[1] = 0; // one face against the others
    info = infoOf(&s);
    assert_int_equal(info.inconsistentEdges, 3);
    supSurfaceFree(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_cube_welds_to_8_with_a_map_that_follows),
        cmocka_unit_test(tolerances_follow_the_size_from_1e_minus_30_to_1e30),
        cmocka_unit_test(far_from_the_origin_nothing_merges_wrongly),
        cmocka_unit_test(tolerance_0_welds_equal_positions_only),
        cmocka_unit_test(chains_of_close_vertices_do_not_collapse),
        cmocka_unit_test(welding_equals_its_definition_on_seeded_clouds),
        cmocka_unit_test(pole_rings_lose_their_flat_triangles_in_one_note),
        cmocka_unit_test(doubled_sheet_becomes_one_sheet),
        cmocka_unit_test(doubled_closed_cube_becomes_one_cube),
        cmocka_unit_test(wall_between_touching_cubes_is_dropped_whole),
        cmocka_unit_test(unused_vertices_go_or_stay_as_asked),
        cmocka_unit_test(maps_compose_over_several_cleanings),
        cmocka_unit_test(any_set_of_reversed_faces_gives_volume_1),
        cmocka_unit_test(parts_are_oriented_each_and_cavities_stay),
        cmocka_unit_test(open_sheets_keep_their_majority_and_open_boxes_face_outward),
        cmocka_unit_test(one_sided_strip_is_said_to_be_one),
        cmocka_unit_test(bad_input_is_refused_and_left_alone),
        cmocka_unit_test(one_triangle_is_a_surface),
        cmocka_unit_test(crossed_rectangles_are_found_wherever_they_cross),
        cmocka_unit_test(closed_cubes_that_cross_are_closed_and_crossing),
        cmocka_unit_test(crossings_stop_at_their_limit),
        cmocka_unit_test(hanging_vertex_is_named),
        cmocka_unit_test(open_parts_and_fins_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
