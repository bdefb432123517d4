// SPDX-License-Identifier: MIT
/// Surface files of each format: what is understood, what is refused, and what the refusal says.
#include "surface_cases.h"

#include <math.h>

static void assertRefused(SupSurfaceFormat format, const void *bytes, size_t length, SupStatus expected, const char *word) {
    SupSurface surface;
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = readExact(format, bytes, length, &surface, &report);
    const char *text = supReportError(&report);
    if (status != expected || !strstr(text, word))
        fail_msg("got %s \"%s\", expected %s with \"%s\"", supStatusName(status), text, supStatusName(expected), word);
}

static void assertObjRefused(const char *text, SupStatus expected, const char *word) {
    assertRefused(SupSurfaceFormat_Obj, text, strlen(text), expected, word);
}

static void assertCube(SupSurface surface, double volume) {
    mustClean(&surface, NULL);
    SupSurfaceInfo info = infoOf(&surface);
    assert_int_equal(surface.vertexCount, 8);
    assert_int_equal(surface.triangleCount, 12);
    assert_true(info.closed);
    assertNear(info.volume, volume, 1e-6 * volume);
    supSurfaceFree(&surface);
}

static void assertObjCube(const char *text) { assertCube(mustReadObj(text), 1.0); }

// ---- OBJ -------------------------------------------------------------------------------------------------------------

static void obj_cube_of_quads_keeps_numbering(void **state) {
    (void)state;
    SupSurface s = mustReadObj(CUBE_OBJ);
    assert_int_equal(s.vertexCount, 8);
    assert_int_equal(s.triangleCount, 12);
    assert_null(s.inputMap);
    assert_memory_equal(s.positions, cubeCorners, sizeof cubeCorners);
    assertCube(s, 1.0);
}

static void obj_negative_indices_resolve_at_their_own_line(void **state) {
    (void)state;
    Bytes b = {0};
    char line[64];
    for (int box = 0; box < 3; ++box) {
        for (int v = 0; v < 8; ++v) {
            snprintf(line, sizeof line, "v %d %d %d\n", (int)cubeCorners[v][0] + 3 * box, (int)cubeCorners[v][1],
                     (int)cubeCorners[v][2]);
            bytesText(&b, line);
        }
        bytesText(&b, "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 -4 -1\n");
    }
    SupSurface s = mustRead(SupSurfaceFormat_Obj, b.data, b.length);
    mustClean(&s, NULL);
    SupSurfaceInfo info = infoOf(&s);
    assert_int_equal(s.vertexCount, 24);
    assert_int_equal(info.parts, 3);
    assert_true(info.closed);
    assertNear(info.volume, 3.0, 1e-12);
    supSurfaceFree(&s);
    free(b.data);
}

static void obj_index_outside_names_line_and_index(void **state) {
    (void)state;
    const char *three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const char *faces[][3] = {{"f 0 1 2\n", "line 4", "index 0"},
                              {"f 1 2 9\n", "line 4", "index 9"},
                              {"f -9 1 2\n", "line 4", "index -9"},
                              {"\n# c\nf 1 2 4294967298\n", "line 6", "4294967298"},
                              {"f 1 2 99999999999999999999\n", "line 4", "99999"}};
    for (size_t i = 0; i < sizeof faces / sizeof *faces; ++i) {
        char text[128];
        snprintf(text, sizeof text, "%s%s", three, faces[i][0]);
        assertObjRefused(text, SupStatus_Malformed, faces[i][1]);
        assertObjRefused(text, SupStatus_Malformed, faces[i][2]);
    }
}

static void obj_faces_may_stand_above_their_vertices(void **state) {
    (void)state;
    assertObjCube(CUBE_QUADS CUBE_CORNERS);
}

static void obj_long_face_line_reduces_to_its_round(void **state) {
    (void)state;
    Bytes b = {0};
    bytesText(&b, CUBE_CORNERS "f");
    for (int i = 0; i < 700; ++i) bytesText(&b, " 1 4 3 2");
    bytesText(&b, "\nf 5 6 7 8 5 6 7 8 5 6\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    assertCube(mustRead(SupSurfaceFormat_Obj, b.data, b.length), 1.0);
    free(b.data);
}

static void obj_bad_normals_are_ignored_without_shift(void **state) {
    (void)state;
    assertObjCube("vn 0 0 1\nvn nan nan nan\nvn -nan(ind) 1.#QNAN 0\n" CUBE_CORNERS
                  "f 1//2 4//2 3//2 2//2\nf 5//1 6//1 7//1 8//1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
}

static void obj_positions_that_are_not_finite_are_refused_with_their_line(void **state) {
    (void)state;
    const char *words[] = {"nan", "inf", "-inf", "1e999", "-nan(ind)", "NaN", "Infinity"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        char text[128];
        snprintf(text, sizeof text, "v 0 0 0\nv %s 0 0\nv 0 1 0\nf 1 2 3\n", words[i]);
        assertObjRefused(text, SupStatus_NotFinite, "line 2");
    }
}

static void obj_vertex_colours_and_weights_are_passed_over(void **state) {
    (void)state;
    assertObjCube("v 0 0 0 0.1 0.2 0.3\nv 1 0 0 1 0 0\nv 1 1 0 0 1 0\nv 0 1 0 0 0 1\nv 0 0 1 1\nv 1 0 1 1.0\nv 1 1 1\n"
                  "v 0 1 1 red\n" CUBE_QUADS);
}

static void obj_materials_and_groups_make_one_body(void **state) {
    (void)state;
    assertObjCube("mtllib a.mtl\no cube\ng side\n" CUBE_CORNERS "usemtl red\ns off\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\n"
                  "usemtl blue\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
}

static void obj_lines_and_points_are_refused_by_name(void **state) {
    (void)state;
    assertObjRefused("v 0 0 0\nv 1 0 0\nl 1 2\nl 1 2\n", SupStatus_Empty, "2 lines");
    assertObjRefused("v 0 0 0\np 1\n", SupStatus_Empty, "1 points");
    assertObjRefused("v 0 0 0\nv 1 1 1\n", SupStatus_Empty, "point cloud");
    assertObjRefused("v 0 0 0\nsurf 0 1 0 1 1 2 3\n", SupStatus_Empty, "free-form");
    assertObjRefused("v 0 0 0\nv 1 0 0\nf 1 2\nf 1 1 1\n", SupStatus_Empty, "three different corners");
    assertObjRefused("# nothing\n", SupStatus_Empty, "no faces");
    assertObjRefused("PK\x03\x04 zip\n", SupStatus_Malformed, "not an OBJ");
}

static void obj_broken_numbers_name_the_line_and_word(void **state) {
    (void)state;
    assertObjRefused("v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n", SupStatus_Malformed, "line 2");
    assertObjRefused("v 0 0 0\nv 1,5 0 0\nv 0 1 0\nf 1 2 3\n", SupStatus_Malformed, "1,5");
    assertObjRefused("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x\n", SupStatus_Malformed, "\"x\"");
    assertObjRefused("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/a 2 3\n", SupStatus_Malformed, "line 4");
    assertObjRefused("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2.5 3\n", SupStatus_Malformed, "2.5");
}

static void obj_any_line_ending_comment_and_continuation(void **state) {
    (void)state;
    const char *ends[] = {"\n", "\r\n", "\r"};
    for (size_t i = 0; i < 3; ++i) {
        Bytes b = {0};
        bytesText(&b, "\xEF\xBB\xBF# a comment that ends in a backslash \\");
        bytesText(&b, ends[i]);
        for (const char *p = CUBE_CORNERS
             "f 1 4 \\\n 3 2 # side\n\n\tf  5 6 7\\\n8  \nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8";
             *p; ++p)
            *p == '\n' ? bytesText(&b, ends[i]) : bytesAdd(&b, p, 1);
        assertCube(mustRead(SupSurfaceFormat_Obj, b.data, b.length), 1.0);
        bytesText(&b, ends[i]);
        bytesText(&b, "f 1 2 99");
        assertRefused(SupSurfaceFormat_Obj, b.data, b.length, SupStatus_Malformed, "line 19");
        free(b.data);
    }
}

static void obj_concave_polygon_is_cut_inside(void **state) {
    (void)state;
    // a cube whose top is a concave 8-gon in the plane z = 1: a notch runs from the front to the middle
    const char *text =
        "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 1\nv 4 0 1\nv 4 4 1\nv 0 4 1\n"
        "v 1 0 1\nv 1 3 1\nv 3 3 1\nv 3 0 1\nv 1 0 0\nv 1 3 0\nv 3 3 0\nv 3 0 0\n"
        "f 5 9 10 11 12 6 7 8\nf 4 3 2 16 15 14 13 1\n"
        "f 1 13 9 5\nf 13 14 10 9\nf 14 15 11 10\nf 15 16 12 11\nf 16 2 6 12\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    SupSurface s = mustReadObj(text);
    SupSurfaceInfo info = infoOf(&s);
    assert_true(info.closed);
    assert_int_equal(info.inconsistentEdges, 0);
    assert_int_equal(info.crossings, 0);
    assertNear(info.volume, 10.0, 1e-12);
    assertNear(info.area, 2 * 10.0 + 4 + 4 + 4 + 1 + 1 + 3 + 3 + 2, 1e-12);
    supSurfaceFree(&s);
}

static void obj_triangulated_area_equals_the_polygon_for_seeded_stars(void **state) {
    (void)state;
    uint64_t seed = 20240611;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 200; ++round) {
        int n = 5 + (int)(randomNext(&seed) % 60);
        double u[3], w[3], area2 = 0, x[80], y[80];
        for (int i = 0; i < 3; ++i) u[i] = randomUnit(&seed) - 0.5, w[i] = randomUnit(&seed) - 0.5;
        for (int i = 0; i < n; ++i) {
            double radius = 0.2 + randomUnit(&seed), angle = 6.283185307179586 * i / n;
            x[i] = radius * cos(angle), y[i] = radius * sin(angle);
        }
        Bytes b = {0};
        char line[256];
        for (int i = 0; i < n; ++i) {
            int j = (i + 1) % n;
            area2 += x[i] * y[j] - x[j] * y[i];
            // the polygon lies in a slanted plane, far from the origin
            snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", 1000 + x[i] * u[0] + y[i] * w[0], x[i] * u[1] + y[i] * w[1],
                     x[i] * u[2] + y[i] * w[2]);
            bytesText(&b, line);
        }
        bytesText(&b, "f");
        for (int i = 0; i < n; ++i) snprintf(line, sizeof line, " %d", i + 1), bytesText(&b, line);
        SupSurface s = mustRead(SupSurfaceFormat_Obj, b.data, b.length);
        double c[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
        double scale = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
        SupSurfaceInfo info = infoOf(&s);
        assert_int_equal(s.triangleCount, n - 2);
        assert_int_equal(info.inconsistentEdges + info.nonManifoldEdges, 0);
        assert_int_equal(info.openEdges, n);
        assertNear(info.area, 0.5 * area2 * scale, 1e-9 * area2 * scale);
        supSurfaceFree(&s);
        free(b.data);
    }
}

static void obj_polygon_with_bridged_hole_keeps_the_hole(void **state) {
    (void)state;
    // outer square 1..4, inner square 5..8 the other way round, joined by the bridge 1-5
    SupSurface s =
        mustReadObj("v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 1 2 0\nv 2 2 0\nv 2 1 0\nf 1 2 3 4 1 5 6 7 8 5\n");
    SupSurfaceInfo info = infoOf(&s);
    assertNear(info.area, 8.0, 1e-12);
    assert_int_equal(info.openEdges, 8);
    assert_int_equal(info.crossings, 0);
    supSurfaceFree(&s);
}

static void obj_polygon_with_corners_in_line_has_no_flat_triangle(void **state) {
    (void)state;
    SupSurface s =
        mustReadObj("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 2 2 0\nv 1 2 0\nv 0 2 0\nv 0 1 0\nf 1 2 3 4 5 6 7 8\n");
    SupReport report = SUP_REPORT_INIT;
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(&s, &info, &report), SupStatus_Ok);
    assertNear(info.area, 4.0, 1e-12);
    assert_int_equal(countOf(&report, "flat_triangles"), 0);
    supSurfaceFree(&s);
}

static void obj_polygon_that_meets_itself_gives_no_triangle_with_equal_corners(void **state) {
    (void)state;
    SupSurface s = mustReadObj("v 0 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 1 2 0\nv 2 2 0\n"
                               "v 2 1 1\nf 1 2 3 4 1 5 6 7 8 5\n");
    for (uint32_t t = 0; t < s.triangleCount; ++t) {
        const uint32_t *c = s.triangles + 3 * t;
        assert_true(c[0] != c[1] && c[1] != c[2] && c[2] != c[0]);
    }
    supSurfaceFree(&s);
}

static void obj_crossed_polygon_still_ends_and_says_so(void **state) {
    (void)state;
    SupSurface s;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(readObj("v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 4 0\nv -1 1 0\nv 5 3 0\nf 1 2 3 4 5 6\n", &s, &report),
                     SupStatus_Ok);
    assert_int_equal(s.triangleCount, 4);
    supSurfaceFree(&s);
}

// ---- STL -------------------------------------------------------------------------------------------------------------

static void stl_binary_whose_header_says_solid_is_binary(void **state) {
    (void)state;
    const char *headers[] = {"solid part", "solid facet normal 0 0 0", "made by a test", "solid\nfacet\n"};
    for (size_t i = 0; i < 4; ++i) {
        Bytes b = cubeStl(headers[i]);
        SupSurface s = mustRead(SupSurfaceFormat_Stl, b.data, b.length);
        assert_int_equal(s.triangleCount, 12);
        assert_int_equal(s.vertexCount, 36);
        assertCube(s, 1.0);
        assert_int_equal(supSurfaceFormatOf("part", b.data, b.length), SupSurfaceFormat_Stl);
        free(b.data);
    }
}

static void stl_text_reads_every_solid(void **state) {
    (void)state;
    Bytes b = {0};
    cubeSolid(&b, "first", 0);
    bytesText(&b, "solid empty facet\nendsolid empty facet\n\n");
    cubeSolid(&b, "", 3);
    SupSurface s = mustRead(SupSurfaceFormat_Stl, b.data, b.length);
    assert_int_equal(s.triangleCount, 24);
    mustClean(&s, NULL);
    SupSurfaceInfo info = infoOf(&s);
    assert_int_equal(info.parts, 2);
    assertNear(info.volume, 2.0, 1e-12);
    supSurfaceFree(&s);
    free(b.data);
}

static void stl_text_in_capitals_with_bad_normals(void **state) {
    (void)state;
    const char *text =
        "SOLID x\nFACET NORMAL nan -nan(ind) 0\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1.5e0 0\n"
        "ENDLOOP\nENDFACET\nfacet\nouter loop\nvertex 0 0 1\r\nvertex 1 0 1\r\nvertex 0 1 1\nvertex -1 1 1\nendloop\n"
        "endfacet\nENDSOLID\n";
    SupSurface s = mustRead(SupSurfaceFormat_Stl, text, strlen(text));
    assert_int_equal(s.triangleCount, 3);
    supSurfaceFree(&s);
}

static void stl_text_errors_name_the_line(void **state) {
    (void)state;
    const char *nan =
        "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 nan 0\nvertex 0 1 0\nendloop\nendfacet\n";
    assertRefused(SupSurfaceFormat_Stl, nan, strlen(nan), SupStatus_NotFinite, "line 5");
    const char *two = "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
    assertRefused(SupSurfaceFormat_Stl, two, strlen(two), SupStatus_Malformed, "line 6");
    const char *word = "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 zero\n";
    assertRefused(SupSurfaceFormat_Stl, word, strlen(word), SupStatus_Malformed, "zero");
    const char *none = "solid nothing\nendsolid nothing\n";
    assertRefused(SupSurfaceFormat_Stl, none, strlen(none), SupStatus_Empty, "no facets");
}

static void stl_binary_errors_name_the_byte(void **state) {
    (void)state;
    Bytes b = cubeStl("x");
    assertRefused(SupSurfaceFormat_Stl, b.data, b.length - 1, SupStatus_Malformed, "byte 80");
    memset(b.data + 80, 0xff, 4); // four thousand million facets: refused before anything is allocated
    assertRefused(SupSurfaceFormat_Stl, b.data, b.length, SupStatus_Malformed, "4294967295 facets");
    memset(b.data + 80, 0, 4);
    assertRefused(SupSurfaceFormat_Stl, b.data, 84, SupStatus_Empty, "0 facets");
    assertRefused(SupSurfaceFormat_Stl, b.data, 83, SupStatus_Malformed, "83 bytes");
    free(b.data);
    b = cubeStl("x");
    const unsigned char nan[4] = {0, 0, 0xc0, 0x7f};
    memcpy(b.data + 84 + 50 + 12 + 8, nan, 4);
    assertRefused(SupSurfaceFormat_Stl, b.data, b.length, SupStatus_NotFinite, "byte 154");
    free(b.data);
}

static void stl_binary_with_more_bytes_than_facets_says_so(void **state) {
    (void)state;
    Bytes b = cubeStl("x");
    bytesText(&b, "more");
    SupSurface s;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(readExact(SupSurfaceFormat_Stl, b.data, b.length, &s, &report), SupStatus_Ok);
    assert_int_equal(countOf(&report, "trailing_bytes"), 4);
    assertCube(s, 1.0);
    free(b.data);
}

// ---- PLY -------------------------------------------------------------------------------------------------------------

static void ply_every_encoding_line_ending_and_list_type_gives_the_cube(void **state) {
    (void)state;
    const char *encodings[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    const char *ends[] = {"\n", "\r\n", "\r"};
    const struct {
        const char *name;
        size_t size;
    } types[] = {{"uchar", 1},  {"char", 1},  {"int8", 1}, {"uint8", 1}, {"ushort", 2}, {"short", 2},
                 {"uint16", 2}, {"int16", 2}, {"int", 4},  {"uint", 4},  {"int32", 4},  {"uint32", 4}};
    for (size_t e = 0; e < 3; ++e)
        for (size_t l = 0; l < 3; ++l)
            for (size_t c = 0; c < sizeof types / sizeof *types; ++c)
                for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
                    for (int first = 0; first < 2; ++first) {
                        Bytes b = cubePly((PlyLook){encodings[e], ends[l], types[c].name, types[i].name, types[c].size,
                                                    types[i].size, first != 0});
                        assertCube(mustRead(SupSurfaceFormat_Ply, b.data, b.length), 1.0);
                        free(b.data);
                    }
}

static void ply_other_elements_and_properties_are_passed_over(void **state) {
    (void)state;
    const char *text =
        "ply\nformat ascii 1.0\nobj_info x\nelement camera 1\nproperty list uchar int ids\nproperty float f\n"
        "element nothing 4000000000\nelement vertex 3\nproperty double nx\nproperty float x\nproperty uchar red\n"
        "property int y\nproperty list uchar float extra\nproperty double z\nelement edge 1\nproperty int a\n"
        "element face 1\nproperty uchar flag\nproperty list uint8 int32 vertex_index\nend_header\n"
        "2 7 8 0.5\n\nnan 0 255 0 0 0\n-nan(ind) 1 0 0 2 5 6 0\n1.#INF 0 0 1 1 9 0 and more\n5\n0 3 0 1 2\n";
    SupSurface s = mustRead(SupSurfaceFormat_Ply, text, strlen(text));
    assert_int_equal(s.vertexCount, 3);
    assertNear(infoOf(&s).area, 0.5, 1e-15);
    supSurfaceFree(&s);
}

static void ply_triangle_strips_alternate_and_restart(void **state) {
    (void)state;
    const char *text = "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
                       "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
                       "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n1 2 0\n10 0 1 2 3 4 -1 2 3 4 5\n";
    SupSurface s = mustRead(SupSurfaceFormat_Ply, text, strlen(text));
    assert_int_equal(s.triangleCount, 5);
    SupReport report = SUP_REPORT_INIT;
    mustClean(&s, &report);
    assert_int_equal(countOf(&report, "duplicate"), 1);
    assert_int_equal(countOf(&report, "flipped"), 0);
    assertNear(infoOf(&s).area, 2.0, 1e-15);
    supSurfaceFree(&s);
}

static void ply_errors_name_the_place_and_allocate_nothing(void **state) {
    (void)state;
#define PLY_HEAD(v, f)                                                                                                   \
    "ply\nformat ascii 1.0\nelement vertex " v "\nproperty float x\nproperty float y\nproperty float z\nelement face " f \
    "\nproperty list uchar int vertex_indices\nend_header\n"
    const struct {
        const char *text;
        SupStatus status;
        const char *word;
    } cases[] = {
        {PLY_HEAD("9000000000000000000", "1") "0 0 0\n", SupStatus_Malformed, "announces 9000000000000000000"},
        {PLY_HEAD("4000000000", "1") "0 0 0\n", SupStatus_Malformed, "line 3"},
        {PLY_HEAD("3", "4000000000") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", SupStatus_Malformed, "line 7"},
        {PLY_HEAD("3", "1") "0 0 0\n1 0\n0 1 0\n3 0 1 2\n", SupStatus_Malformed, "line 11"},
        {PLY_HEAD("3", "1") "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", SupStatus_NotFinite, "line 11"},
        {PLY_HEAD("3", "1") "0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n", SupStatus_Malformed, "line 11"},
        {PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", SupStatus_Malformed, "index 3"},
        {PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 -1 2\n", SupStatus_Malformed, "index -1"},
        {PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n", SupStatus_Malformed, "length"},
        {PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n200 0 1 2\n", SupStatus_Malformed, "line 13"},
        {PLY_HEAD("3", "1") "0 0 0\n1 0 0\n0 1 0\n2 0 1\n", SupStatus_Empty, "three different"},
        {PLY_HEAD("3", "0") "0 0 0\n1 0 0\n0 1 0\n", SupStatus_Empty, "point cloud"},
        {PLY_HEAD("3", "x") "0 0 0\n", SupStatus_Malformed, "line 7"},
        {PLY_HEAD("-3", "1") "0 0 0\n", SupStatus_Malformed, "line 3"},
        {"ply\nformat ascii 1.0\nelement face 0\nelement face 0\nend_header\n", SupStatus_Malformed, "line 4"},
        {"ply\nformat ascii 1.0\nproperty float x\nend_header\n", SupStatus_Malformed, "line 3"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty list float int x\nend_header\n0\n", SupStatus_Malformed,
         "line 4"},
        {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nelement face 1\nproperty list uchar "
         "int "
         "vertex_indices\nend_header\n0 0\n",
         SupStatus_Malformed, "property z"},
        {"ply\nformat xml 1.0\nend_header\n", SupStatus_Malformed, "xml"},
        {"ply\nelement vertex 1\nend_header\n", SupStatus_Malformed, "format"},
        {"ply\nformat ascii 1.0\nelement vertex 1\n", SupStatus_Malformed, "end_header"},
        {"ply\nformat ascii 1.0\nend_header\n", SupStatus_Malformed, "no element vertex"},
        {"polygon\n", SupStatus_Malformed, "line 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assertRefused(SupSurfaceFormat_Ply, cases[i].text, strlen(cases[i].text), cases[i].status, cases[i].word);
}

static void ply_cut_after_100_bytes_is_an_error(void **state) {
    (void)state;
    Bytes b = cubePly(plainPly("binary_big_endian"));
    assertRefused(SupSurfaceFormat_Ply, b.data, 100, SupStatus_Malformed, "line 6");
    assertRefused(SupSurfaceFormat_Ply, b.data, b.length - 1, SupStatus_Malformed, "cut off");
    free(b.data);
}

static void ply_payload_that_starts_like_a_line_ending_is_kept(void **state) {
    (void)state;
    // coordinates whose first byte is \n or \r
    for (int byte = 10; byte <= 13; byte += 3) {
        Bytes b = {0};
        bytesText(
            &b, "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n");
        bytesNumber(&b, (uint64_t)byte << 24, 4, true);
        for (int i = 0; i < 8; ++i) bytesFloat(&b, i == 2 || i == 6 ? 1.0 : 0.0, true);
        bytesNumber(&b, 0x03000102, 4, true);
        SupSurface s = mustRead(SupSurfaceFormat_Ply, b.data, b.length);
        assert_true(s.positions[0] > 0 && s.positions[0] < 1e-30);
        assertNear(s.positions[3], 1.0, 0);
        supSurfaceFree(&s);
        free(b.data);
    }
}

static void size_0_and_1_are_refused_in_every_format(void **state) {
    (void)state;
    for (int f = SupSurfaceFormat_Obj; f <= SupSurfaceFormat_Ply; ++f) {
        SupSurface s;
        SupReport report = SUP_REPORT_INIT;
        assert_int_equal(supSurfaceRead((SupSurfaceFormat)f, NULL, 0, &s, &report), SupStatus_Empty);
        assert_int_equal(supSurfaceRead((SupSurfaceFormat)f, NULL, 5, &s, &report), SupStatus_InvalidArgument);
        assert_int_equal(supSurfaceRead((SupSurfaceFormat)f, "x", 1, NULL, &report), SupStatus_InvalidArgument);
        for (int c = 0; c < 256; ++c) {
            unsigned char byte = (unsigned char)c;
            assert_int_not_equal(readExact((SupSurfaceFormat)f, &byte, 1, &s, NULL), SupStatus_Ok);
        }
    }
    SupSurface s;
    assert_int_equal(supSurfaceRead(SupSurfaceFormat_Unknown, "v", 1, &s, NULL), SupStatus_UnknownFormat);
    assert_int_equal(supSurfaceRead(SupSurfaceFormat_Force32, "v", 1, &s, NULL), SupStatus_UnknownFormat);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_cube_of_quads_keeps_numbering),
        cmocka_unit_test(obj_negative_indices_resolve_at_their_own_line),
        cmocka_unit_test(obj_index_outside_names_line_and_index),
        cmocka_unit_test(obj_faces_may_stand_above_their_vertices),
        cmocka_unit_test(obj_long_face_line_reduces_to_its_round),
        cmocka_unit_test(obj_bad_normals_are_ignored_without_shift),
        cmocka_unit_test(obj_positions_that_are_not_finite_are_refused_with_their_line),
        cmocka_unit_test(obj_vertex_colours_and_weights_are_passed_over),
        cmocka_unit_test(obj_materials_and_groups_make_one_body),
        cmocka_unit_test(obj_lines_and_points_are_refused_by_name),
        cmocka_unit_test(obj_broken_numbers_name_the_line_and_word),
        cmocka_unit_test(obj_any_line_ending_comment_and_continuation),
        cmocka_unit_test(obj_concave_polygon_is_cut_inside),
        cmocka_unit_test(obj_triangulated_area_equals_the_polygon_for_seeded_stars),
        cmocka_unit_test(obj_polygon_with_bridged_hole_keeps_the_hole),
        cmocka_unit_test(obj_polygon_with_corners_in_line_has_no_flat_triangle),
        cmocka_unit_test(obj_polygon_that_meets_itself_gives_no_triangle_with_equal_corners),
        cmocka_unit_test(obj_crossed_polygon_still_ends_and_says_so),
        cmocka_unit_test(stl_binary_whose_header_says_solid_is_binary),
        cmocka_unit_test(stl_text_reads_every_solid),
        cmocka_unit_test(stl_text_in_capitals_with_bad_normals),
        cmocka_unit_test(stl_text_errors_name_the_line),
        cmocka_unit_test(stl_binary_errors_name_the_byte),
        cmocka_unit_test(stl_binary_with_more_bytes_than_facets_says_so),
        cmocka_unit_test(ply_every_encoding_line_ending_and_list_type_gives_the_cube),
        cmocka_unit_test(ply_other_elements_and_properties_are_passed_over),
        cmocka_unit_test(ply_triangle_strips_alternate_and_restart),
        cmocka_unit_test(ply_errors_name_the_place_and_allocate_nothing),
        cmocka_unit_test(ply_cut_after_100_bytes_is_an_error),
        cmocka_unit_test(ply_payload_that_starts_like_a_line_ending_is_kept),
        cmocka_unit_test(size_0_and_1_are_refused_in_every_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
