// SPDX-License-Identifier: MIT
/// Formats told apart, files written and read back, the locale, and pairs of raw files.
#include "surface_cases.h"

#include <float.h>
#include <locale.h>
#include <math.h>

static void format_by_extension_first_then_by_content(void **state) {
    (void)state;
    Bytes ply = cubePly(plainPly("ascii")), solid = {0};
    cubeSolid(&solid, "x", 0);
    assert_int_equal(supSurfaceFormatOf("a/b.c/bunny.OBJ", NULL, 0), SupSurfaceFormat_Obj);
    assert_int_equal(supSurfaceFormatOf("x.Stl", ply.data, ply.length), SupSurfaceFormat_Stl);
    assert_int_equal(supSurfaceFormatOf(".ply", NULL, 0), SupSurfaceFormat_Ply);
    assert_int_equal(supSurfaceFormatOf("a.obj/b", NULL, 0), SupSurfaceFormat_Unknown);
    assert_int_equal(supSurfaceFormatOf("x.bin", ply.data, ply.length), SupSurfaceFormat_Ply);
    assert_int_equal(supSurfaceFormatOf(NULL, solid.data, solid.length), SupSurfaceFormat_Stl);
    assert_int_equal(supSurfaceFormatOf("x", CUBE_OBJ, strlen(CUBE_OBJ)), SupSurfaceFormat_Obj);
    assert_int_equal(supSurfaceFormatOf("x", "{\"supple\": 1}", 13), SupSurfaceFormat_Unknown);
    assert_int_equal(supSurfaceFormatOf("", "", 0), SupSurfaceFormat_Unknown);
    assert_int_equal(supSurfaceFormatOf(NULL, NULL, 0), SupSurfaceFormat_Unknown);
    free(ply.data);
    free(solid.data);
}

static void written_files_read_back_alike(void **state) {
    (void)state;
    uint64_t seed = 7;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int f = SupSurfaceFormat_Obj; f <= SupSurfaceFormat_Ply; ++f)
        for (int round = 0; round < 20; ++round) {
            SupSurface s = cubeSurface();
            double scale = pow(10, (double)(randomNext(&seed) % 60) - 30);
            for (int i = 0; i < 24; ++i) s.positions[i] = (s.positions[i] + 0.3 * randomUnit(&seed)) * scale;
            void *bytes = NULL;
            size_t length = 0;
            assert_int_equal(supSurfaceWrite((SupSurfaceFormat)f, &s, &bytes, &length), SupStatus_Ok);
            assert_int_equal(supSurfaceFormatOf(NULL, bytes, length), f);
            SupSurface back = mustRead((SupSurfaceFormat)f, bytes, length);
            assert_int_equal(back.triangleCount, s.triangleCount);
            for (size_t i = 0; i < 36; ++i)
                for (size_t k = 0; k < 3; ++k) {
                    double p = s.positions[3 * s.triangles[i] + k], q = back.positions[3 * back.triangles[i] + k];
                    assertNear(q, p,
                               fabs(p) * (f == SupSurfaceFormat_Obj ? 6e-9 : 0x1p-24) +
                                   (f == SupSurfaceFormat_Obj ? 0 : 1e-45));
                }
            supSurfaceFree(&back);
            supSurfaceFree(&s);
            supFree(bytes);
        }
}

static void writing_refuses_what_could_not_be_read_back(void **state) {
    (void)state;
    void *bytes;
    size_t length;
    SupSurface s = cubeSurface();
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Unknown, &s, &bytes, &length), SupStatus_Unsupported);
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Obj, NULL, &bytes, &length), SupStatus_InvalidArgument);
    s.positions[4] = 1e39;
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Stl, &s, &bytes, &length), SupStatus_OutOfRange);
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Obj, &s, &bytes, &length), SupStatus_Ok);
    supFree(bytes);
    s.positions[4] = -DBL_MAX; // the longest number there is must fit its line
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Obj, &s, &bytes, &length), SupStatus_Ok);
    supFree(bytes);
    s.positions[4] = NAN;
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Obj, &s, &bytes, &length), SupStatus_NotFinite);
    s.positions[4] = 0;
    s.triangles[7] = 8;
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Ply, &s, &bytes, &length), SupStatus_InvalidArgument);
    assert_null(bytes);
    supSurfaceFree(&s);
    SupSurface none = {0};
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Stl, &none, &bytes, &length), SupStatus_Ok);
    assert_int_equal(length, 84);
    supFree(bytes);
}

static void numbers_do_not_depend_on_the_locale(void **state) {
    (void)state;
    const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "cs_CZ.UTF-8", "German_Germany.1252"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; ++i) found = setlocale(LC_ALL, names[i]);
    print_message(found ? "locale %s\n" : "no locale with a decimal comma is installed%s\n", found ? found : "");
    // without such a locale this still shows that a dot is what the readers want
    SupSurface s = mustReadObj("v 0.5 0 0\nv 1.75 0 0\nv 0 1.5e-1 0\nf 1 2 3\n");
    void *bytes;
    size_t length;
    assert_int_equal(supSurfaceWrite(SupSurfaceFormat_Obj, &s, &bytes, &length), SupStatus_Ok);
    const char *expected = "v 0.5 0 0\nv 1.75 0 0\nv 0 0.15 0\nf 1 2 3\n";
    bool alike = length == strlen(expected) && memcmp(bytes, expected, length) == 0;
    setlocale(LC_ALL, "C");
    assert_true(alike);
    assertNear(s.positions[3], 1.75, 0);
    supFree(bytes);
    supSurfaceFree(&s);
}

// ---- Pairs of raw files ----------------------------------------------------------------------------------------------

static void pair_round_trip_keeps_every_bit_of_float32(void **state) {
    (void)state;
    double positions[12] = {0, 0, 0, 1.0 / 3, 0, 0, 0, 0.1, 0, 0, 0, 1e-3};
    uint32_t tets[4] = {0, 1, 2, 3};
    SupTetMesh mesh, back;
    assert_int_equal(supTetMeshFromArrays(positions, 4, tets, 1, &mesh, NULL), SupStatus_Ok);
    void *p, *t;
    size_t pn, tn;
    assert_int_equal(supTetMeshWritePair(&mesh, &p, &pn, &t, &tn), SupStatus_Ok);
    assert_int_equal(pn, 48);
    assert_int_equal(tn, 16);
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supTetMeshReadPair(p, pn, t, tn, &back, &report), SupStatus_Ok);
    for (int i = 0; i < 12; ++i) assertNear(back.positions[i], (double)(float)positions[i], 0);
    supTetMeshFree(&back);
    assert_int_equal(supTetMeshReadPair(p, pn - 1, t, tn, &back, &report), SupStatus_Malformed);
    assert_int_equal(supTetMeshReadPair(p, pn, t, tn - 4, &back, &report), SupStatus_Malformed);
    assert_int_equal(supTetMeshReadPair(p, pn - 12, t, tn, &back, &report), SupStatus_Malformed);
    assert_int_equal(supTetMeshReadPair(p, 0, t, tn, &back, &report), SupStatus_Empty);
    assert_int_equal(supTetMeshReadPair(NULL, 0, NULL, 0, &back, &report), SupStatus_Empty);
    assert_int_equal(supTetMeshReadPair(NULL, 12, t, tn, &back, &report), SupStatus_InvalidArgument);
    memset((char *)p + 4, 0xff, 4);
    assert_int_equal(supTetMeshReadPair(p, pn, t, tn, &back, &report), SupStatus_NotFinite);
    assert_null(back.positions);
    mesh.positions[3] = 1e300;
    void *none;
    assert_int_equal(supTetMeshWritePair(&mesh, &none, &pn, &none, &tn), SupStatus_OutOfRange);
    supFree(p);
    supFree(t);
    supTetMeshFree(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(format_by_extension_first_then_by_content),   cmocka_unit_test(written_files_read_back_alike),
        cmocka_unit_test(writing_refuses_what_could_not_be_read_back), cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(pair_round_trip_keeps_every_bit_of_float32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
