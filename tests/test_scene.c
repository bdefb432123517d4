// SPDX-License-Identifier: MIT
// Scene files without a GPU: strict JSON, the parser and its messages, truncation, lack of memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "failing_allocator.h"
#include "scene/json.h"
#include "scene/presets.h"
#include "scene/scene_data.h"
#include "scene/selection.h"
#include "scene/text.h"
#include "scene_cases.h"

static void refuses(const char *text, SupStatus expected, const char *message) {
    SupScene *scene = NULL;
    SupReport report;
    SupStatus status = parseBytes(text, strlen(text), &scene, &report);
    supSceneDestroy(scene);
    if (status != expected) fail_msg("%s gives %s, not %s", text, supStatusName(status), supStatusName(expected));
    if (!strstr(supReportError(&report), message))
        fail_msg("%s says \"%s\", not \"%s\"", text, supReportError(&report), message);
    assert_null(scene);
}

// ---- JSON ------------------------------------------------------------------------------------------------------------

static void strictJsonIsEnforced(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "a.json:1:1: the file is empty"},
        {"   \n ", "the file is empty"},
        {"{", "the text ends too early"},
        {"{\"supple\": 1", "ends too early"},
        {"{\"supple\": 1}}", "not JSON"},
        {"{\"supple\": 1} x", "a.json:1:15"},
        {"{\"supple\": 1} {}", "a.json:1:15: unexpected character"},
        {"{\"supple\" 1}", "a.json:1:11: not JSON"},
        {"{\"supple\" \"a\"}", "a.json:1:2: a key without a value"},
        {"{\"supple\": 1,}", "unexpected character"},
        {"{\"supple\": 1,, \"name\": \"a\"}", "unexpected character"},
        {"{\"supple\": 1 \"name\": \"a\"}", "a.json:1"},
        {"{,\"supple\": 1}", "a.json:1:2"},
        {"{\"supple\": 1,\n\"supple\": 1}", "a.json:2:1: key \"supple\" stands here twice"},
        {"{\"supple\": 1, \"\\u0073upple\": 1}", "stands here twice"},
        {"{\"supple\"}", "a key without a value"},
        {"{supple: 1}", "a.json:1:2"},
        {"{'supple': 1}", "a.json:1:2"},
        {"{\"supple\": 01}", "neither a number"},
        {"{\"supple\": 1.}", "neither a number"},
        {"{\"supple\": .5}", "a.json:1"},
        {"{\"supple\": +1}", "a.json:1"},
        {"{\"supple\": -}", "neither a number"},
        {"{\"supple\": 1e}", "neither a number"},
        {"{\"supple\": NaN}", "a.json:1"},
        {"{\"supple\": nan}", "neither a number"},
        {"{\"supple\": Infinity}", "a.json:1"},
        {"{\"supple\": truely}", "neither a number"},
        {"{\"supple\": 0x1}", "neither a number"},
        {"{\"supple\": [1 2]}", "expected ,"},
        {"{\"supple\": [1:2]}", "a.json:1"},
        {"{\"supple\": [1}", "not JSON"},
        {"{\"name\": \"a\tb\"}", "control character in a string"},
        {"{\"name\": \"\\q\"}", "not JSON"},
        {"{\"name\": \"\\u12g4\"}", "not JSON"},
        {"{\"name\": \"\\u0000\"}", "\\u0000 in a string"},
        {"{\"name\": \"\xff\"}", "not UTF-8"},
        {"{\"name\": \"\xc0\xaf\"}", "not UTF-8"},
        {"{\"name\": \"\xed\xa0\x80\"}", "not UTF-8"},
        {"// no comments\n{\"supple\": 1}", "a.json:1:1"},
        {"[]", "a scene must be an object, not a list"},
        {"3 ", "a scene must be an object, not a number"},
        {"\"x\"", "a scene must be an object, not a text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) refuses(cases[i].text, SupStatus_Malformed, cases[i].message);
}

static void deepNestingIsRefused(void **state) {
    (void)state;
    enum { Depth = 200000 };
    char *text = malloc(2 * Depth);
    memset(text, '[', 2 * Depth);
    SupReport report;
    SupScene *scene;
    assert_int_equal(parseBytes(text, 2 * Depth, &scene, &report), SupStatus_Malformed);
    assert_non_null(strstr(supReportError(&report), "nested too deeply"));
    free(text);
}

static void nullBytesAreRefused(void **state) {
    (void)state;
    const char text[] = "{\"supple\": 1}\0{";
    SupReport report;
    SupScene *scene;
    assert_int_equal(parseBytes(text, sizeof text - 1, &scene, &report), SupStatus_Malformed);
}

static void escapesBecomeText(void **state) {
    (void)state;
    SupScene *scene = parseGood("\xef\xbb\xbf{\"supple\": 1, \"name\": \"\\u00e9\\ud83d\\ude00\\ud83d\\n\\\\\\/\"}");
    assert_string_equal(supSceneName(scene), "\xc3\xa9\xf0\x9f\x98\x80\xef\xbf\xbd\n\\/");
    supSceneDestroy(scene);
}

static void numbersReadBack(void **state) {
    (void)state;
    const double values[] = {0.0, -0.0, 1.0 / 3.0, 0.1, 1e-300, 123456789.123456789, -2.5e17, 5e-324, DBL_MAX};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        Text text = {0};
        supTextNumber(&text, values[i]);
        assert_true(fabs(strtod(text.data, NULL) - values[i]) <= fabs(values[i]) * 3e-16);
        supFree(text.data);
    }
    Text text = {0};
    const double odd[3] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    supTextNumbers(&text, odd, 3);
    supTextString(&text, "a\"\\\n");
    assert_string_equal(text.data, "[null, null, null]\"a\\\"\\\\\\u000a\"");
    supFree(text.data);
}

// ---- Messages --------------------------------------------------------------------------------------------------------

static void wrongScenesAreRefusedByName(void **state) {
    (void)state;
    static const struct {
        const char *text;
        SupStatus status;
        const char *message;
    } cases[] = {
        {"{}", SupStatus_Malformed, "the scene lacks the key \"supple\""},
        {"{\"supple\": 2, \"newer\": 1}", SupStatus_Unsupported, "version 2"},
        {"{\"supple\": 0}", SupStatus_OutOfRange, "supple is 0"},
        {"{\"supple\": 1.5}", SupStatus_Unsupported, "version 1.5"},
        {SCENE("\"gravty\": [0, 0, 0]"), SupStatus_Malformed,
         "a.json:1:15: unknown key \"gravty\" in the scene; did you mean \"gravity\"?"},
        {SCENE("\"zzzzzzzzzz\": 0"), SupStatus_Malformed, "unknown key \"zzzzzzzzzz\" in the scene"},
        {SCENE("\"constraints\": []"), SupStatus_Unsupported, "\"constraints\" is not supported by this version"},
        {SCENE("\"colliders\": [{\"center\": [0, 0, 0]}]"), SupStatus_OutOfRange, "it has no size; give a radius"},
        {SCENE("\"colliders\": [{\"center\": [0, 0, 0], \"radius\": 1, \"rotation\": [0, 0, 0, 0]}]"), SupStatus_OutOfRange,
         "rotation is all zero"},
        {SCENE("\"colliders\": [{\"center\": [0, 0, 0], \"radius\": 1, \"motion\": {\"sway\": [1, 0, 0]}}]"),
         SupStatus_Malformed, "lacks the key \"period\""},
        {SCENE(
             "\"colliders\": [{\"name\": \"a\", \"center\": [0, 0, 0], \"radius\": 1}, {\"name\": \"a\", \"center\": [0, 0, "
             "0], \"radius\": 1}]"),
         SupStatus_Malformed, "two colliders are named \"a\""},
        {SCENE("\"bodies\": [{\"shape\": {\"strands\": {}}, \"network\": {\"carrier\": \"head\"}}]"), SupStatus_Malformed,
         "body \"body1\" wants the carrier \"head\", but no collider is named so"},
        {SCENE("\"networks\": []"), SupStatus_Malformed, "unknown key \"networks\" in the scene"},
        {SCENE("\"wind\": {\"gusts\": -1}"), SupStatus_OutOfRange, "gusts is -1; it must lie in 0 .. 100"},
        {SCENE("\"gravity\": [0, 0]"), SupStatus_Malformed, "gravity must be a list of 3 numbers, not of 2"},
        {SCENE("\"gravity\": [0, 0, \"x\"]"), SupStatus_Malformed, "gravity must be a number, not a text"},
        {SCENE("\"gravity\": [0, 1e999, 0]"), SupStatus_OutOfRange, "too large"},
        {SCENE("\"gravity\": [0, 1e5, 0]"), SupStatus_OutOfRange, "gravity is 100000; it must lie in -10000 .. 10000 m/s2"},
        {SCENE("\"time\": {\"substeps\": 2.5}"), SupStatus_Malformed, "whole number"},
        {SCENE("\"time\": {\"substeps\": 0}"), SupStatus_OutOfRange, "substeps is 0"},
        {SCENE("\"time\": []"), SupStatus_Malformed, "time must be an object, not a list"},
        {SCENE("\"solver\": \"magic\""), SupStatus_OutOfRange,
         "solver \"magic\" is unknown; it may be auto, vbd, newton, xpbd"},
        {SCENE("\"time\": {\"iterations\": 1001}"), SupStatus_OutOfRange, "iterations is 1001; it must lie in 0 .. 1000"},
        {SCENE("\"time\": {\"linearIterations\": -1}"), SupStatus_OutOfRange, "linearIterations is -1"},
        {SCENE("\"time\": {\"tolerance\": 2}"), SupStatus_OutOfRange, "tolerance is 2; it must lie in 0 .. 1"},
        {SCENE("\"accumulate\": 1"), SupStatus_Malformed, "accumulate must be a text"},
        {SCENE("\"ground\": 3"), SupStatus_Malformed, "ground must be an object"},
        {SCENE("\"ground\": {\"friction\": -1}"), SupStatus_OutOfRange, "friction is -1"},
        {SCENE("\"bodies\": {}"), SupStatus_Malformed, "bodies must be a list"},
        {SCENE("\"bodies\": [{}]"), SupStatus_Malformed, "lacks the key \"shape\""},
        {SCENE("\"bodies\": [{\"shape\": {}}]"), SupStatus_Malformed,
         "exactly one of box, torus, mesh, tets, strands, cloth, shell, hair, blob, not 0"},
        {SCENE("\"bodies\": [{\"shape\": {\"box\": {\"size\": [1,1,1], \"cells\": [1,1,1]}, \"torus\": {\"majorRadius\": 2, "
               "\"minorRadius\": 1}}}]"),
         SupStatus_Malformed, "not 2"},
        {SCENE("\"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 0, 1], \"cells\": [1, 1, 1]}}}]"), SupStatus_OutOfRange,
         "size is 0; it must be above 0"},
        {SCENE("\"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [4000, 4000, 4000]}}}]"),
         SupStatus_OutOfRange, "20,000,000"},
        {SCENE("\"bodies\": [{\"shape\": {\"torus\": {\"majorRadius\": 1, \"minorRadius\": 1}}}]"), SupStatus_OutOfRange,
         "majorRadius must be larger"},
        {SCENE("\"bodies\": [{\"shape\": {\"mesh\": {\"file\": \"a.obj\", \"cell\": 1, \"tets\": 9}}}]"),
         SupStatus_OutOfRange, "cell and tets contradict"},
        {SCENE_BODY("\"network\": {}"), SupStatus_OutOfRange, "this shape is filled with tets"},
        {SCENE_NETWORK("\"cloth\": {}", "\"material\": {}"), SupStatus_OutOfRange,
         "networks (strands, cloth, shell, hair, blob) have network"},
        {SCENE_NETWORK("\"cloth\": {}", "\"network\": {\"decay\": 2}"), SupStatus_OutOfRange,
         "decay is 2; it must lie in 0 .. 1"},
        {SCENE_NETWORK("\"cloth\": {}", "\"network\": {\"volume\": -1}"), SupStatus_OutOfRange, "volume is -1"},
        {SCENE_NETWORK("\"cloth\": {\"rows\": 1}", "\"name\": \"a\""), SupStatus_OutOfRange,
         "rows is 1; it must lie in 2 .. 8192"},
        {SCENE_NETWORK("\"hair\": {}", "\"name\": \"a\""), SupStatus_OutOfRange, "lacks the key \"file\""},
        {SCENE_NETWORK("\"hair\": {\"file\": \"a.obj\", \"ellipsoid\": [1, 1, 1]}", "\"name\": \"a\""), SupStatus_OutOfRange,
         "give file, or"},
        {SCENE_NETWORK("\"hair\": {\"ellipsoid\": [1, 0, 1]}", "\"name\": \"a\""), SupStatus_OutOfRange, "ellipsoid is 0"},
        {SCENE_NETWORK("\"hair\": {\"ellipsoid\": [1, 1, 1], \"crown\": [0, 0, 0]}", "\"name\": \"a\""),
         SupStatus_OutOfRange, "crown is all zero"},
        {SCENE_NETWORK("\"strands\": {\"direction\": [0, 0, 0]}", "\"name\": \"a\""), SupStatus_OutOfRange,
         "direction is all zero"},
        {SCENE_NETWORK("\"strands\": {\"count\": 1000000, \"nodes\": 1000}", "\"name\": \"a\""), SupStatus_OutOfRange,
         "100,000,000"},
        {SCENE_NETWORK("\"shell\": {\"scale\": 2}", "\"name\": \"a\""), SupStatus_OutOfRange, "lacks the key \"file\""},
        {SCENE_NETWORK("\"shell\": {\"file\": \"a.obj\", \"indices\": \"b\"}", "\"name\": \"a\""), SupStatus_OutOfRange,
         "give file, or positions and indices"},
        {SCENE_BODY("\"name\": \"a.b\""), SupStatus_OutOfRange, "may not hold dots"},
        {SCENE_BODY("\"name\": \"\""), SupStatus_OutOfRange, "1 to 64 bytes"},
        {SCENE_BODY("\"rotation\": [0, 0, 0, 0]"), SupStatus_OutOfRange, "rotation is all zero"},
        {SCENE_BODY("\"material\": {\"yung\": 1}"), SupStatus_Malformed,
         "unknown key \"yung\" in material; did you mean \"young\"?"},
        {SCENE_BODY("\"material\": {\"poisson\": 0.5}"), SupStatus_OutOfRange, "poisson is 0.5; it must lie in 0 .. 0.49"},
        {SCENE_BODY("\"material\": {\"stiffness\": \"soft\", \"young\": 1e5}"), SupStatus_OutOfRange, "give either"},
        {SCENE_BODY("\"material\": {\"stiffness\": \"hard\"}"), SupStatus_OutOfRange, "soft, medium, stiff"},
        {SCENE_BODY("\"material\": {\"density\": 0}"), SupStatus_OutOfRange, "density is 0"},
        {SCENE_BODY("\"pin\": [{}]"), SupStatus_Malformed, "exactly one of box, sphere, vertices"},
        {SCENE_BODY("\"pin\": [{\"box\": [[0, 0, 0]]}]"), SupStatus_Malformed, "two corners"},
        {SCENE_BODY("\"pin\": [{\"box\": [[0, 0, 0], [1, -1, 0]]}]"), SupStatus_OutOfRange, "first corner's y"},
        {SCENE_BODY("\"pin\": [{\"vertices\": [-1]}]"), SupStatus_OutOfRange, "vertices is -1"},
        {SCENE("\"bodies\": [" BODY "], \"probes\": {\"p\": {\"body\": \"b\", \"box\": [[0,0,0],[1,1,1]]}}"),
         SupStatus_Malformed, "probe \"p\" wants the body \"b\""},
        {SCENE("\"probes\": {\"p\": {}}"), SupStatus_Malformed, "probe lacks the key \"body\""},
        {SCENE("\"bodies\": [{\"name\": \"a\", \"shape\": {\"box\": {\"size\": [1,1,1], \"cells\": [1,1,1]}}},\n {\"name\": "
               "\"a\", \"shape\": {\"box\": {\"size\": [1,1,1], \"cells\": [1,1,1]}}}]"),
         SupStatus_Malformed, "a.json:2:2: two bodies are named \"a\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) refuses(cases[i].text, cases[i].status, cases[i].message);
}

static void defaultsAndSwitches(void **state) {
    (void)state;
    SupScene *scene =
        parseGood("{\"supple\": 1, \"camera\": {\"eye\": [1, 2, 3]}, \"light\": {\"bloom\": 0}, \"$schema\": \"x\"}");
    SupSettings settings = supSceneSettings(scene), usual = SUP_SETTINGS_INIT;
    assert_memory_equal(settings.gravity, usual.gravity, sizeof usual.gravity);
    assert_true(settings.frameTime == usual.frameTime && settings.substeps == usual.substeps);
    assert_true(settings.ground.enabled && settings.ground.friction == usual.ground.friction);
    assert_int_equal(supSceneFrames(scene), 240);
    assert_string_equal(supSceneName(scene), "a.json");
    assert_true(scene->camera.eye[2] == 3.0 && isnan(scene->camera.target[0]) && scene->camera.fieldOfView == 0.7);
    assert_true(scene->light.bloom == 0.0 && scene->light.intensity == 3.2 && isnan(scene->look.roughness));
    assert_string_equal(scene->schema, "\"x\"");
    assert_int_equal(supSceneBodyCount(scene), 0);
    supSceneDestroy(scene);
    static const struct {
        const char *text;
        bool enabled;
    } grounds[] = {{SCENE("\"ground\": null"), false},
                   {SCENE("\"ground\": false"), false},
                   {SCENE("\"ground\": true"), true},
                   {SCENE("\"ground\": {}"), true}};
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; ++i) {
        scene = parseGood(grounds[i].text);
        assert_int_equal(scene->ground.enabled, grounds[i].enabled);
        supSceneDestroy(scene);
    }
}

static void bodiesGetNamesAndMaterials(void **state) {
    (void)state;
    SupScene *scene =
        parseGood(SCENE("\"bodies\": [" BODY ", {\"shape\": {\"box\": {\"size\": [1,1,1], \"cells\": [1,1,1]}}, "
                        "\"material\": {\"stiffness\": \"stiff\", \"density\": 50}}]"));
    assert_string_equal(supSceneBodyName(scene, 0), "body1");
    assert_string_equal(supSceneBodyName(scene, 1), "body2");
    assert_null(supSceneBodyName(scene, 2));
    double young;
    assert_int_equal(supSceneGet(scene, "bodies.body2.material.young", &young), SupStatus_Ok);
    assert_true(young == 1e6);
    assert_true(sceneBody(scene, 1)->material.value.density == 50.0);
    supSceneDestroy(scene);
}

static void turnedRotationsAreNoted(void **state) {
    (void)state;
    SupScene *scene = NULL;
    SupReport report;
    const char text[] = SCENE_BODY("\"rotation\": [0, 0, 0, 2]");
    assert_int_equal(parseBytes(text, sizeof text - 1, &scene, &report), SupStatus_Ok);
    assert_non_null(supReportFind(&report, "rotation"));
    supSceneDestroy(scene);
}

// ---- Presets, truncation, memory -------------------------------------------------------------------------------------

static void presetsParse(void **state) {
    (void)state;
    assert_true(supPresetCount() > 0);
    for (uint32_t i = 0; i < supPresetCount(); ++i) {
        SupScene *scene = NULL;
        SupReport report = SUP_REPORT_INIT;
        if (supSceneFromPreset(supPresetName(i), &scene, &report)) fail_msg("%s", supReportError(&report));
        assert_int_equal(report.itemCount, 0);
        assert_string_equal(supSceneName(scene), supPresetName(i));
        assert_true(*supPresetDescription(i));
        assert_int_equal(supSceneWantedCount(scene), 0);
        if (supScenePrepare(scene, (SupProgress){0}, &report)) fail_msg("%s", supReportError(&report));
        for (size_t p = 0; p < scene->probes.count; ++p) {
            SceneProbe *probe = sceneProbe(scene, p);
            assert_int_equal(supSceneSelectProbe(sceneBody(scene, probe->bodyIndex), probe, &report), SupStatus_Ok);
        }
        supSceneDestroy(scene);
    }
    assert_null(supPresetName(supPresetCount()));
    SupScene *scene = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supSceneFromPreset("baem", &scene, &report), SupStatus_InvalidArgument);
    assert_non_null(strstr(supReportError(&report), "did you mean \"beam\"?"));
}

static void everyTruncationIsRefused(void **state) {
    (void)state;
    for (uint32_t i = 0; i < supPresetsCount; ++i) {
        const Preset *preset = &supPresets[i];
        size_t end = preset->length;
        while (end && preset->text[end - 1] != '}') --end;
        for (size_t length = 0; length <= preset->length; ++length) {
            SupScene *scene = NULL;
            SupReport report;
            SupStatus status = parseBytes(preset->text, length, &scene, &report);
            if ((status == SupStatus_Ok) != (length >= end))
                fail_msg("%s cut at %zu: %s", preset->name, length, supStatusName(status));
            supSceneDestroy(scene);
        }
    }
}

static SupStatus parseSample(void *text) {
    SupScene *scene = NULL;
    SupStatus status = supSceneParse("a.json", text, strlen(text), &scene, NULL);
    supSceneDestroy(scene);
    return status;
}

static void lackOfMemoryLeavesNothing(void **state) {
    (void)state;
    char text[] =
        "{\"supple\": 1, \"name\": \"n\", \"look\": {\"metallic\": 1}, \"bodies\": [{\"shape\": {\"mesh\": {\"file\": "
        "\"a.obj\"}}, "
        "\"pin\": [{\"vertices\": [1, 2]}, {\"box\": [[0,0,0],[1,1,1]]}]}], \"probes\": {\"p\": {\"body\": \"body1\", "
        "\"box\": [[0,0,0],[1,1,1]]}}}";
    sweepAllocations(parseSample, text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strictJsonIsEnforced),     cmocka_unit_test(deepNestingIsRefused),
        cmocka_unit_test(nullBytesAreRefused),      cmocka_unit_test(escapesBecomeText),
        cmocka_unit_test(numbersReadBack),          cmocka_unit_test(wrongScenesAreRefusedByName),
        cmocka_unit_test(defaultsAndSwitches),      cmocka_unit_test(bodiesGetNamesAndMaterials),
        cmocka_unit_test(turnedRotationsAreNoted),  cmocka_unit_test(presetsParse),
        cmocka_unit_test(everyTruncationIsRefused), cmocka_unit_test(lackOfMemoryLeavesNothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
