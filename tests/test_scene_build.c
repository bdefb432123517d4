// SPDX-License-Identifier: MIT
// What becomes of a scene before the GPU sees it: tunables, selections, files and assets.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/scene_data.h"
#include "scene/selection.h"
#include "scene_cases.h"

#define MANY                                                                                                                \
    SCENE("\"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}, \"copies\": {\"count\": [256, " \
          "256], "                                                                                                          \
          "\"spacing\": [1, 1]}}]")

// ---- Tunables --------------------------------------------------------------------------------------------------------

static void tunablesTellTheirDefaults(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE("\"bodies\": [" BODY "]"));
    SupTunable tunable;
    uint32_t count = 0;
    bool gravity = false, young = false, ground = false;
    for (; supSceneTunable(scene, count, &tunable); ++count) {
        double value;
        assert_int_equal(supSceneGet(scene, tunable.path, &value), SupStatus_Ok);
        if (value != tunable.standard)
            fail_msg("%s is %g by default, the table says %g", tunable.path, value, tunable.standard);
        assert_true(tunable.standard >= tunable.minimum && tunable.standard <= tunable.maximum && *tunable.label);
        assert_true((tunable.kind == SupTunableKind_Choice) == (tunable.choices != NULL));
        gravity = gravity || (strcmp(tunable.path, "gravity.y") == 0 && value == -9.81);
        young = young || (strcmp(tunable.path, "bodies.body1.material.young") == 0 && tunable.logarithmic && tunable.live);
        ground = ground || (strcmp(tunable.path, "ground") == 0 && tunable.kind == SupTunableKind_Toggle && value == 1.0);
    }
    assert_true(gravity && young && ground);
    assert_int_equal(count, 29);
    supSceneDestroy(scene);
}

static void setChangesOneValue(void **state) {
    (void)state;
    static const struct {
        const char *path, *text, *read;
        double value;
    } cases[] = {
        {"bodies.body1.material.young", "1e6", NULL, 1e6},
        {"bodies.body1.material.stiffness", "soft", "bodies.body1.material.young", 5e4},
        {"gravity.y", "-1.62", NULL, -1.62},
        {"gravity", "[1, 2, 3]", "gravity.z", 3},
        {"gravity", "4,5,6", "gravity.0", 4},
        {"time.substeps", "20", NULL, 20},
        {"accumulate", "scatter", NULL, 1},
        {"accumulate", "\"gather\"", NULL, 0},
        {"ground", "false", NULL, 0},
        {"ground", "true", NULL, 1},
        {"ground.friction", " 0.25 ", NULL, 0.25},
        {"ground.ripple", "0.2", NULL, 0.2},
        {"bodies.body1.shape.box.cells", "[3, 4, 5]", "bodies.body1.shape.box.cells.y", 4},
        {"bodies.body1.rotation.w", "0.5", NULL, 0.5},
        {"bodies.body1.mirror", "x", NULL, 1},
    };
    SupScene *scene = parseGood(SCENE("\"bodies\": [" BODY "]"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        SupReport report = SUP_REPORT_INIT;
        double value;
        if (supSceneSet(scene, NULL, cases[i].path, cases[i].text, &report)) fail_msg("%s", supReportError(&report));
        assert_int_equal(supSceneGet(scene, cases[i].read ? cases[i].read : cases[i].path, &value), SupStatus_Ok);
        if (value != cases[i].value) fail_msg("%s: %g, not %g", cases[i].path, value, cases[i].value);
    }
    supSceneDestroy(scene);
}

static void wrongSetsChangeNothing(void **state) {
    (void)state;
    static const struct {
        const char *path, *text;
        SupStatus status;
        const char *message;
    } cases[] = {
        {"bodys.body1.material.young", "1", SupStatus_InvalidArgument, "did you mean \"bodies\"?"},
        {"bodies.body2.material.young", "1", SupStatus_InvalidArgument, "did you mean \"body1\"?"},
        {"bodies.body1.material.young", "soft", SupStatus_InvalidArgument, "not a number"},
        {"bodies.body1.material.young", "1e6x", SupStatus_InvalidArgument, "not a number"},
        {"bodies.body1.material.young", "", SupStatus_InvalidArgument, "not a number"},
        {"bodies.body1.material.young", "nan", SupStatus_OutOfRange, "young"},
        {"bodies.body1.material.young", "inf", SupStatus_OutOfRange, "young"},
        {"bodies.body1.material.poisson", "0.5", SupStatus_OutOfRange, "0 .. 0.49"},
        {"bodies.body1.material.stiffness", "sof", SupStatus_OutOfRange, "did you mean \"soft\"?"},
        {"bodies.body1.material", "1", SupStatus_InvalidArgument, "not one value"},
        {"bodies.body1", "1", SupStatus_InvalidArgument, "not one value"},
        {"bodies", "1", SupStatus_InvalidArgument, "not one value"},
        {"bodies.body1.name", "x", SupStatus_InvalidArgument, "not one value"},
        {"bodies.body1.pin.box", "1", SupStatus_InvalidArgument, "no part"},
        {"bodies.body1.shape.torus.ring", "9", SupStatus_InvalidArgument, "this shape holds \"box\", not \"torus\""},
        {"bodies.body1.shape.box.cells", "[4096, 4096, 4096]", SupStatus_OutOfRange, "20,000,000"},
        {"gravity.q", "1", SupStatus_InvalidArgument, "no part"},
        {"gravity.3", "1", SupStatus_InvalidArgument, "no part"},
        {"gravity", "1, 2", SupStatus_InvalidArgument, "\"1, 2\" is not a list of 3 numbers"},
        {"gravity", "1, 2, 3, 4", SupStatus_InvalidArgument, "not a list of 3 numbers"},
        {"gravity", "[1, 2, 3", SupStatus_InvalidArgument, "not a list of 3 numbers"},
        {"gravity", "[1, 2, 3]]", SupStatus_InvalidArgument, "not a list of 3 numbers"},
        {"time.frame", "1/30", SupStatus_InvalidArgument, "\"1/30\" is not a number"},
        {"time.substeps", "1.5", SupStatus_InvalidArgument, "whole number"},
        {"solver", "vbx", SupStatus_OutOfRange, "did you mean \"vbd\"?"},
        {"ground", "maybe", SupStatus_InvalidArgument, "neither true nor false"},
        {"networks.a", "1", SupStatus_InvalidArgument, "unknown name \"networks\" in the scene"},
        {"colliders.a", "1", SupStatus_InvalidArgument, "there is no collider \"a\"; there are 0, counted from 0"},
        {"bodies.body1.network.decay", "1", SupStatus_InvalidArgument, "this shape is filled with tets"},
        {"", "1", SupStatus_InvalidArgument, "unknown name"},
        {"..", "1", SupStatus_InvalidArgument, "unknown name"},
    };
    SupScene *scene = parseGood(SCENE("\"bodies\": [" BODY "]"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        SupReport report = SUP_REPORT_INIT;
        SupStatus status = supSceneSet(scene, NULL, cases[i].path, cases[i].text, &report);
        if (status != cases[i].status || !strstr(supReportError(&report), cases[i].message))
            fail_msg("%s=%s: %s, \"%s\"", cases[i].path, cases[i].text, supStatusName(status), supReportError(&report));
    }
    SupTunable tunable;
    for (uint32_t i = 0; supSceneTunable(scene, i, &tunable); ++i) {
        double value;
        supSceneGet(scene, tunable.path, &value);
        if (value != tunable.standard) fail_msg("%s changed", tunable.path);
    }
    double ignored;
    assert_int_equal(supSceneGet(scene, "gravity", &ignored), SupStatus_InvalidArgument);
    supSceneDestroy(scene);
}

// ---- Selections ------------------------------------------------------------------------------------------------------

static uint32_t countPinned(const char *pins, SupStatus expected, const char *code) {
    char text[600];
    snprintf(
        text, sizeof text,
        SCENE("\"bodies\": [{\"shape\": {\"box\": {\"size\": [2, 1, 1], \"cells\": [2, 1, 1]}}, \"position\": [5, 0, 0], "
              "\"rotation\": [0, 0, 1, 0], \"pin\": [%s]}]"),
        pins);
    SupScene *scene = parseGood(text);
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supScenePrepare(scene, (SupProgress){0}, &report), SupStatus_Ok);
    SceneIndices pinned;
    assert_int_equal(supSceneSelectPinned(sceneBody(scene, 0), &pinned, &report), expected);
    if (code) assert_non_null(supReportFind(&report, code));
    uint32_t count = pinned.count;
    supFree(pinned.values);
    supSceneDestroy(scene);
    return count;
}

/// The box is turned half around z, so it spans 3 .. 5, -1 .. 0, 0 .. 1 in the world.
static void pinsAreInWorldCoordinates(void **state) {
    (void)state;
    assert_int_equal(countPinned("{\"box\": [[4.99, -9, -9], [5.01, 9, 9]]}", SupStatus_Ok, NULL), 4);
    assert_int_equal(countPinned("{\"box\": [[2.99, -9, -9], [4.01, 9, 9]]}", SupStatus_Ok, NULL), 8);
    assert_int_equal(countPinned("{\"sphere\": {\"center\": [3, -1, 0], \"radius\": 0.1}}", SupStatus_Ok, NULL), 1);
    assert_int_equal(countPinned("{\"vertices\": [0, 11, 0]}, {\"vertices\": [3]}", SupStatus_Ok, NULL), 3);
    assert_int_equal(countPinned("{\"box\": [[50, 0, 0], [51, 1, 1]]}", SupStatus_Ok, "pin_empty"), 0);
    assert_int_equal(countPinned("{\"vertices\": [12]}", SupStatus_OutOfRange, "OutOfRange"), 0);
}

static void probesMustHoldVertices(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE("\"bodies\": [" BODY "], \"probes\": {\"p\": {\"body\": \"body1\", \"box\": "
                                      "[[7, 7, 7], [8, 8, 8]]}}"));
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supScenePrepare(scene, (SupProgress){0}, &report), SupStatus_Ok);
    assert_int_equal(supSceneSelectProbe(sceneBody(scene, 0), sceneProbe(scene, 0), &report), SupStatus_Empty);
    assert_non_null(strstr(supReportError(&report), "probe \"p\" holds no vertex"));
    supSceneDestroy(scene);
}

static void mirroredBodiesAreMirroredInTheWorld(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE_BODY("\"position\": [1, 2, 3], \"mirror\": \"x\""));
    assert_int_equal(supScenePrepare(scene, (SupProgress){0}, NULL), SupStatus_Ok);
    ScenePlacement placement = supScenePlace(sceneBody(scene, 0));
    Vec3 first = supScenePlaced(&placement, 0), second = supScenePlaced(&placement, 2);
    assert_true(first.x == 2.0 && first.y == 2.0 && first.z == 3.0);
    assert_true(second.x == 1.0);
    supSceneDestroy(scene);
}

static void equalShapesShareOneAsset(void **state) {
    (void)state;
    SupScene *scene =
        parseGood(SCENE("\"bodies\": [" BODY ", " BODY ", {\"shape\": {\"torus\": {\"majorRadius\": 2, \"minorRadius\": "
                        "1}}}, " BODY "]"));
    assert_int_equal(supScenePrepare(scene, (SupProgress){0}, NULL), SupStatus_Ok);
    assert_ptr_equal(sceneBody(scene, 0)->asset, sceneBody(scene, 1)->asset);
    assert_ptr_equal(sceneBody(scene, 0)->asset, sceneBody(scene, 3)->asset);
    assert_ptr_not_equal(sceneBody(scene, 0)->asset, sceneBody(scene, 2)->asset);
    assert_int_equal(supSceneSet(scene, NULL, "bodies.body2.shape.box.cells", "[1,1,1]", NULL), SupStatus_Ok);
    assert_int_equal(supScenePrepare(scene, (SupProgress){0}, NULL), SupStatus_Ok);
    assert_int_equal(supBodyAssetView(sceneBody(scene, 1)->asset).tetCount, 6);
    supSceneDestroy(scene);
}

// ---- Files -----------------------------------------------------------------------------------------------------------

static const char cubeObj[] = "v 0 1 0\nv 2 1 0\nv 2 3 0\nv 0 3 0\nv 0 1 2\nv 2 1 2\nv 2 3 2\nv 0 3 2\n"
                              "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

static void meshesAreMadeSolidAndDropped(void **state) {
    (void)state;
    SupScene *scene = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supSceneFromMesh("folder/cube.obj", &scene, &report), SupStatus_Ok);
    assert_string_equal(supSceneName(scene), "cube.obj");
    assert_int_equal(supSceneWantedCount(scene), 1);
    assert_string_equal(supSceneWanted(scene, 0), "folder/cube.obj");
    assert_null(supSceneWanted(scene, 1));
    assert_int_equal(supSceneSet(scene, NULL, "bodies.body.shape.mesh.tets", "300", &report), SupStatus_Ok);
    assert_int_equal(supSceneSet(scene, NULL, "bodies.body.position.x", "7", &report), SupStatus_Ok);
    assert_int_equal(
        supSceneSet(scene, NULL, "bodies.body.rotation", "[0, 0, 0.7071067811865476, 0.7071067811865476]", &report),
        SupStatus_Ok);
    if (supSceneSupply(scene, 0, cubeObj, sizeof cubeObj - 1, (SupProgress){0}, &report))
        fail_msg("%s", supReportError(&report));
    const SceneBody *body = sceneBody(scene, 0);
    ScenePlacement placement = supScenePlace(body);
    double low = 1e9, high = -1e9;
    for (uint32_t v = 0; v < placement.view.vertexCount; ++v) {
        double y = supScenePlaced(&placement, v).y;
        low = y < low ? y : low, high = y > high ? y : high;
    }
    assert_true(fabs(low - 0.5 * (high - low)) < 1e-6);
    assert_true(high - low > 1.8 && high - low < 2.2);
    supSceneDestroy(scene);
}

static void badFilesAreRefusedByName(void **state) {
    (void)state;
    SupScene *scene = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supSceneFromMesh("cube.obj", &scene, &report), SupStatus_Ok);
    assert_int_equal(supSceneSupply(scene, 0, "f 1 2 3\n", 8, (SupProgress){0}, &report), SupStatus_Malformed);
    assert_non_null(strstr(supReportError(&report), "cube.obj: "));
    assert_int_equal(supSceneSupply(scene, 1, "", 0, (SupProgress){0}, &report), SupStatus_InvalidArgument);
    supSceneDestroy(scene);
}

/// A worker prepares, the page takes over: no file is needed then, and a dropped mesh still finds its place.
static void anAssetMadeElsewhereStandsForItsFile(void **state) {
    (void)state;
    SupScene *maker = NULL, *taker = NULL;
    SupReport report = SUP_REPORT_INIT;
    void *bytes = NULL;
    size_t length = 0;
    SupBodyAsset *asset = NULL;
    assert_int_equal(supSceneFromMesh("cube.obj", &maker, &report), SupStatus_Ok);
    assert_int_equal(supSceneFromMesh("cube.obj", &taker, &report), SupStatus_Ok);
    assert_null(supSceneAsset(maker, 0));
    assert_int_equal(supSceneCheck(taker, &report), SupStatus_InvalidArgument);
    assert_non_null(strstr(supReportError(&report), "cube.obj was not supplied"));
    assert_int_equal(supSceneSupply(maker, 0, cubeObj, sizeof cubeObj - 1, (SupProgress){0}, &report), SupStatus_Ok);
    assert_int_equal(supBodyAssetSerialize(supSceneAsset(maker, 0), &bytes, &length), SupStatus_Ok);
    assert_int_equal(supBodyAssetDeserialize(bytes, length, &asset, &report), SupStatus_Ok);
    assert_int_equal(supSceneSetAsset(taker, 1, asset), SupStatus_InvalidArgument);
    assert_int_equal(supSceneSetAsset(taker, 0, NULL), SupStatus_InvalidArgument);
    assert_int_equal(supSceneSetAsset(taker, 0, asset), SupStatus_Ok);
    assert_int_equal(supSceneSetAsset(taker, 0, asset), SupStatus_Ok);
    supBodyAssetRelease(asset);
    supSceneSupply(maker, 0, cubeObj, sizeof cubeObj - 1, (SupProgress){0}, &report);
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneCheck(taker, &report), SupStatus_Ok);
    assert_true(sceneBody(taker, 0)->position[1] == sceneBody(maker, 0)->position[1]);
    assert_int_equal(supBodyAssetView(supSceneAsset(taker, 0)).tetCount, supBodyAssetView(supSceneAsset(maker, 0)).tetCount);
    supFree(bytes);
    supSceneDestroy(maker);
    supSceneDestroy(taker);
}

static void pairsWantBothFiles(void **state) {
    (void)state;
    static const char *const names[] = {"a/b_positions.vec3f32bin", "a/b_tet_indices.vec4u32bin"};
    const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t tet[4] = {0, 1, 2, 3};
    for (int i = 0; i < 2; ++i) {
        SupScene *scene = NULL;
        SupReport report = SUP_REPORT_INIT;
        assert_int_equal(supSceneFromMesh(names[i], &scene, &report), SupStatus_Ok);
        assert_int_equal(supSceneWantedCount(scene), 2);
        assert_string_equal(supSceneWanted(scene, 0), names[0]);
        assert_string_equal(supSceneWanted(scene, 1), names[1]);
        assert_int_equal(supSceneSupply(scene, 0, positions, sizeof positions, (SupProgress){0}, &report), SupStatus_Ok);
        assert_null(sceneBody(scene, 0)->asset);
        assert_int_equal(supSceneSupply(scene, 1, tet, sizeof tet, (SupProgress){0}, &report), SupStatus_Ok);
        assert_non_null(sceneBody(scene, 0)->asset);
        assert_true(sceneBody(scene, 0)->position[1] == 0.5);
        supSceneDestroy(scene);
    }
}

static void npyHeadersAreWellFormed(void **state) {
    (void)state;
    char header[SUP_NPY_HEADER_SIZE];
    const uint64_t shape[5] = {3, 343, 3, 1, 1};
    assert_int_equal(supNpyHeader(shape, 3, header), SupStatus_Ok);
    assert_memory_equal(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    const char dictionary[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 343, 3), }";
    assert_memory_equal(header + 10, dictionary, sizeof dictionary - 1);
    assert_true(header[SUP_NPY_HEADER_SIZE - 1] == '\n' && header[SUP_NPY_HEADER_SIZE - 2] == ' ');
    assert_int_equal(supNpyHeader(shape, 1, header), SupStatus_Ok);
    header[SUP_NPY_HEADER_SIZE - 1] = 0;
    assert_non_null(strstr(header + 10, "(3,)"));
    assert_int_equal(supNpyHeader(shape, 0, header), SupStatus_InvalidArgument);
    assert_int_equal(supNpyHeader(shape, 5, header), SupStatus_InvalidArgument);
}

static void copiesStandInRowsWithTheirPins(void **state) {
    (void)state;
    SupScene *scene = parseGood(
        SCENE("\"bodies\": [{\"name\": \"a\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}, "
              "\"position\": [10, 2, 0], \"pin\": [{\"box\": [[9, 1, -1], [10, 3, 2]]}, {\"vertices\": [7]}], "
              "\"copies\": {\"count\": [3, 2], \"spacing\": [4, 2]}}, {\"name\": \"a_3\", \"shape\": {\"strands\": {}}}]"));
    assert_int_equal(supSceneBodyCount(scene), 7);
    static const struct {
        uint32_t body;
        const char *name;
        double x, z;
    } expected[] = {{0, "a", 6, -1}, {2, "a_2", 10, -1}, {3, "a_4", 14, -1}, {4, "a_5", 6, 1}, {6, "a_7", 14, 1}};
    SupReport report = SUP_REPORT_INIT;
    if (supSceneCheck(scene, &report)) fail_msg("%s", supReportError(&report));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        const SceneBody *body = sceneBody(scene, expected[i].body);
        assert_string_equal(body->name, expected[i].name);
        assert_true(body->position[0] == expected[i].x && body->position[1] == 2.0 && body->position[2] == expected[i].z);
        SceneIndices pinned;
        assert_int_equal(supSceneSelectPinned(body, &pinned, &report), SupStatus_Ok);
        assert_int_equal(pinned.count, 5); // the left face, and a corner of the right one
        supFree(pinned.values);
        assert_ptr_equal(supSceneAsset(scene, expected[i].body), supSceneAsset(scene, 0)); // one asset for all
    }
    supSceneDestroy(scene);
    SupReport refused;
    assert_int_equal(parseBytes(MANY, strlen(MANY), &scene, &refused), SupStatus_OutOfRange);
    assert_non_null(strstr(supReportError(&refused), "more than 4,096 bodies"));
}

/// What is set of a body is set of its copies, and only the body itself is listed.
static void copiesDoAsTheirModel(void **state) {
    (void)state;
    SupScene *scene = parseGood(
        SCENE("\"bodies\": [{\"name\": \"a\", \"shape\": {\"strands\": {\"nodes\": 3}}, "
              "\"copies\": {\"count\": [2, 1], \"spacing\": [4, 2]}}, {\"name\": \"b\", \"shape\": {\"strands\": {}}}]"));
    SupReport report = SUP_REPORT_INIT;
    static const char *const paths[] = {"network.decay", "look.color.g", "shape.strands.tipRadius"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        char path[64];
        snprintf(path, sizeof path, "bodies.a.%s", paths[i]);
        assert_int_equal(supSceneSet(scene, NULL, path, "0.25", &report), SupStatus_Ok);
        double value = 0.0;
        snprintf(path, sizeof path, "bodies.a_2.%s", paths[i]);
        assert_int_equal(supSceneGet(scene, path, &value), SupStatus_Ok);
        assert_true(value == 0.25);
        snprintf(path, sizeof path, "bodies.b.%s", paths[i]);
        assert_int_equal(supSceneGet(scene, path, &value), SupStatus_Ok);
        assert_true(value != 0.25);
    }
    assert_int_equal(supSceneSet(scene, NULL, "bodies.a.position.x", "7", &report), SupStatus_Ok);
    assert_true(sceneBody(scene, 0)->position[0] == 7.0 && sceneBody(scene, 2)->position[0] == 2.0); // each its own place
    assert_int_equal(supSceneSet(scene, NULL, "bodies.a_2.network.decay", "0.5", &report), SupStatus_Ok);
    assert_true(sceneBody(scene, 0)->network.decay == 0.25); // one alone can differ
    SupTunable tunable;
    bool model = false;
    for (uint32_t i = 0; supSceneTunable(scene, i, &tunable); ++i) {
        assert_null(strstr(tunable.path, "bodies.a_2"));
        model = model || strstr(tunable.path, "bodies.a.network.decay");
    }
    assert_true(model);
    assert_int_equal(supSceneBodyModel(scene, 0), 0);
    assert_int_equal(supSceneBodyModel(scene, 2), 0);
    assert_int_equal(supSceneBodyModel(scene, 1), 1);
    supSceneDestroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tunablesTellTheirDefaults), cmocka_unit_test(setChangesOneValue),
        cmocka_unit_test(wrongSetsChangeNothing),    cmocka_unit_test(pinsAreInWorldCoordinates),
        cmocka_unit_test(probesMustHoldVertices),    cmocka_unit_test(mirroredBodiesAreMirroredInTheWorld),
        cmocka_unit_test(equalShapesShareOneAsset),  cmocka_unit_test(meshesAreMadeSolidAndDropped),
        cmocka_unit_test(badFilesAreRefusedByName),  cmocka_unit_test(anAssetMadeElsewhereStandsForItsFile),
        cmocka_unit_test(pairsWantBothFiles),        cmocka_unit_test(copiesStandInRowsWithTheirPins),
        cmocka_unit_test(copiesDoAsTheirModel),      cmocka_unit_test(npyHeadersAreWellFormed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
