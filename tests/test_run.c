// SPDX-License-Identifier: MIT
// Scenes on a real adapter: building, the run's state machine, recording, results, divergence.
#include "gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/json.h"
#include "scene/scene_data.h"
#include "supple/scene.h"

static SupScene *parse(const char *text) {
    SupScene *scene = NULL;
    SupReport report = SUP_REPORT_INIT;
    if (supSceneParse("test.json", text, strlen(text), &scene, &report)) fail_msg("%s", supReportError(&report));
    return scene;
}

static SupWorld *build(SupScene *scene) {
    SupWorld *world = NULL;
    SupReport report = SUP_REPORT_INIT;
    if (supSceneBuild(scene, fixtureGpu(), &world, &report)) fail_msg("%s", supReportError(&report));
    return world;
}

typedef struct Ran {
    SupScene *scene;
    SupWorld *world;
    SupRun *run;
    SupStatus status;
} Ran;

static Ran runScene(SupScene *scene, uint32_t frames, bool record, bool local) {
    Ran ran = {scene, build(scene), NULL, SupStatus_Pending};
    SupRunDesc desc = SUP_RUN_DESC_INIT;
    desc.scene = scene;
    desc.world = ran.world;
    desc.frames = frames;
    desc.record = record;
    desc.local = local;
    assert_ok(supRunCreate(&desc, &ran.run));
    assert_null(supRunPositions(ran.run, NULL));
    while (ran.status == SupStatus_Pending) ran.status = supRunWait(ran.run, 0.5);
    return ran;
}

static void endRun(Ran *ran) {
    supRunDestroy(ran->run);
    supWorldDestroy(ran->world);
    supSceneDestroy(ran->scene);
}

/// The result as JSON; every value of `name` as text, freed by supFree; null when the key is missing.
static char *resultOf(const SupRun *run, const char *name) {
    char *text = NULL, *value = NULL;
    Json *json = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_ok(supRunResultJson(run, &text));
    if (supJsonParse("result", text, strlen(text), &report, &json)) fail_msg("%s in %s", supReportError(&report), text);
    JsonToken key = supJsonFirst(0);
    for (uint32_t i = 0; i < supJsonCount(json, 0); ++i, key = supJsonNext(json, key + 1)) {
        char *word = supJsonString(json, key);
        if (strcmp(word, name) == 0) value = supJsonRaw(json, key + 1);
        supFree(word);
    }
    supJsonFree(json);
    supFree(text);
    return value;
}

static void resultIs(const SupRun *run, const char *name, const char *expected) {
    char *value = resultOf(run, name);
    if (!value || strcmp(value, expected) != 0) fail_msg("%s is %s, not %s", name, value ? value : "missing", expected);
    supFree(value);
}

static const char smallScene[] =
    "{\"supple\": 1, \"time\": {\"substeps\": 2, \"iterations\": 2}, \"bodies\": ["
    "{\"name\": \"a\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}, \"position\": [10000, 0.25, 0], "
    "\"pin\": [{\"vertices\": [0]}]},"
    "{\"name\": \"b\", \"shape\": {\"torus\": {\"majorRadius\": 1, \"minorRadius\": 0.3, \"ring\": 6, \"section\": 2}}, "
    "\"position\": [0, 1, 0]}], "
    "\"probes\": {\"corner\": {\"body\": \"a\", \"box\": [[9999.9, 0, -0.1], [10000.1, 0.3, 0.1]]}}}";

static void resultHoldsWhatThePageSays(void **state) {
    (void)state;
    static const char *const keys[] = {
        "scene",    "solver", "frames",   "substeps",        "iterations", "adapter", "driver",     "backend",
        "vertices", "tets",   "edges",    "ms_per_frame",    "finite",     "hash",    "state_hash", "residual",
        "volume",   "energy", "momentum", "max_penetration", "probes",     "version", "commit"};
    Ran ran = runScene(parse(smallScene), 3, false, false);
    assert_int_equal(ran.status, SupStatus_Ok);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        char *value = resultOf(ran.run, keys[i]);
        if (!value) fail_msg("the result lacks %s", keys[i]);
        supFree(value);
    }
    resultIs(ran.run, "scene", "\"test.json\"");
    resultIs(ran.run, "frames", "3");
    resultIs(ran.run, "finite", "true");
    resultIs(ran.run, "probes", "{\"corner\": [10000, 0.25, 0]}");
    char hash[40];
    uint32_t count;
    const float *positions = supRunPositions(ran.run, &count);
    snprintf(hash, sizeof hash, "\"%016llx\"", (unsigned long long)supHash(positions, count * 3 * sizeof(float)));
    resultIs(ran.run, "hash", hash);
    SupSurface surface;
    assert_ok(supRunSurface(ran.run, &surface));
    assert_true(surface.vertexCount < count && surface.triangleCount > 48);
    for (size_t i = 0; i < 3 * (size_t)surface.triangleCount; ++i) assert_true(surface.triangles[i] < surface.vertexCount);
    supSurfaceFree(&surface);
    endRun(&ran);
}

static void recordHoldsEveryFrame(void **state) {
    (void)state;
    Ran recorded = runScene(parse(smallScene), 5, true, false), plain = runScene(parse(smallScene), 5, false, false);
    Ran still = runScene(parse(smallScene), 0, true, false);
    assert_int_equal(recorded.status, SupStatus_Ok);
    uint32_t count, frames;
    const float *end = supRunPositions(recorded.run, &count), *record = supRunRecord(recorded.run, &frames);
    size_t bytes = count * 3 * sizeof(float);
    assert_int_equal(frames, 6);
    assert_memory_equal(record + (size_t)5 * count * 3, end, bytes);
    assert_memory_equal(supRunPositions(plain.run, NULL), end, bytes); // recording changes nothing
    assert_null(supRunRecord(plain.run, &frames));
    assert_int_equal(frames, 0);
    assert_memory_equal(supRunPositions(still.run, NULL), record, bytes);
    assert_memory_equal(supRunRecord(still.run, &frames), record, bytes);
    assert_int_equal(frames, 1);
    for (uint32_t i = 1; i < 6; ++i) // the torus falls in every frame
        assert_true(record[((size_t)i * count + 40) * 3 + 1] < record[((size_t)(i - 1) * count + 40) * 3 + 1]);
    endRun(&recorded);
    endRun(&plain);
    endRun(&still);
}

static void firstStateIsTheSceneInTheInputsOrder(void **state) {
    (void)state;
    Ran ran = runScene(parse(smallScene), 0, false, false);
    const float *p = supRunPositions(ran.run, NULL);
    for (int i = 0; i < 27; ++i) { // vertex (i, j, k) of the box has index (k 3 + j) 3 + i
        assert_near(p[3 * i], 10000 + 0.5 * (i % 3), 0.0);
        assert_near(p[3 * i + 1], (float)(0.25 + 0.5 * (i / 3 % 3)), 1e-6);
        assert_near(p[3 * i + 2], 0.5 * (i / 9), 1e-6);
    }
    resultIs(ran.run, "frames", "0");
    resultIs(ran.run, "ms_per_frame", "{\"wall\": null, \"gpu\": null, \"cpu\": null}");
    endRun(&ran);
}

static void farBodiesAreNoted(void **state) {
    (void)state;
    SupScene *scene =
        parse("{\"supple\": 1, \"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [4, 4, 4]}}, "
              "\"position\": [0, 0, 1e5]}]}");
    SupWorld *world = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_ok(supSceneBuild(scene, fixtureGpu(), &world, &report));
    assert_non_null(supReportFind(&report, "far_from_origin"));
    supWorldDestroy(world);
    supSceneDestroy(scene);
}

static void bodiesThatStartBelowTheGroundAreNoted(void **state) {
    (void)state;
    for (int sunk = 0; sunk < 2; ++sunk) {
        char text[256];
        snprintf(text, sizeof text,
                 "{\"supple\": 1, \"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}, "
                 "\"position\": [0, %s, 0]}]}",
                 sunk ? "-0.25" : "0");
        SupScene *scene = parse(text);
        SupWorld *world = NULL;
        SupReport report = SUP_REPORT_INIT;
        assert_ok(supSceneBuild(scene, fixtureGpu(), &world, &report));
        assert_int_equal(supReportFind(&report, "below_ground") != NULL, sunk);
        supWorldDestroy(world);
        supSceneDestroy(scene);
    }
}

static void localPositionsAreRelative(void **state) {
    (void)state;
    Ran world = runScene(parse(smallScene), 2, false, false), local = runScene(parse(smallScene), 2, false, true);
    const float *a = supRunPositions(world.run, NULL), *b = supRunPositions(local.run, NULL);
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(local.world, supSceneBody(local.scene, 0), &info));
    for (int i = 0; i < 27 * 3; ++i) assert_near(a[i], (float)(info.origin[i % 3] + b[i]), 0.0);
    endRun(&world);
    endRun(&local);
}

static void twoRunsAgreeToTheBit(void **state) {
    (void)state;
    Ran first = runScene(parse(smallScene), 4, false, false), second = runScene(parse(smallScene), 4, true, false);
    char *hash = resultOf(first.run, "hash"), *stateHash = resultOf(first.run, "state_hash");
    resultIs(second.run, "hash", hash);
    resultIs(second.run, "state_hash", stateHash);
    supFree(hash);
    supFree(stateHash);
    endRun(&first);
    endRun(&second);
}

static void emptyScenesRun(void **state) {
    (void)state;
    Ran ran = runScene(parse("{\"supple\": 1}"), 2, true, false);
    assert_int_equal(ran.status, SupStatus_Ok);
    resultIs(ran.run, "vertices", "0");
    resultIs(ran.run, "finite", "true");
    endRun(&ran);
}

static void nonFiniteStatesAreNamed(void **state) {
    (void)state;
    SupScene *scene = parse(smallScene);
    SupWorld *world = build(scene);
    SupBufferView view;
    assert_ok(supWorldPositions(world, supSceneBody(scene, 1), &view));
    const float bad[4] = {NAN, 0, 0, 0};
    assert_ok(supWorldStep(world, 1)); // uploads what is still waiting
    wgpuQueueWriteBuffer(supGpuQueue(fixtureGpu()), view.buffer, view.offset + 5 * view.stride, bad, 3 * sizeof(float));
    SupRunDesc desc = SUP_RUN_DESC_INIT;
    desc.scene = scene;
    desc.world = world;
    desc.frames = 3;
    SupRun *run = NULL;
    assert_ok(supRunCreate(&desc, &run));
    SupStatus status;
    do status = supRunWait(run, 1.0);
    while (status == SupStatus_Pending);
    assert_int_equal(status, SupStatus_Diverged);
    assert_non_null(strstr(supRunErrorText(run), "body \"b\""));
    resultIs(run, "finite", "false");
    resultIs(run, "momentum", "[null, null, null]");
    resultIs(run, "residual", "null");
    resultIs(run, "max_penetration", "null");
    Ran ran = {scene, world, run, status};
    endRun(&ran);
}

static void tunablesReachTheWorld(void **state) {
    (void)state;
    SupScene *scene = parse(smallScene);
    SupWorld *world = build(scene);
    SupSettings settings;
    SupMaterial material;
    assert_ok(supSceneSet(scene, world, "gravity.y", "0", NULL));
    assert_ok(supSceneSet(scene, world, "accumulate", "scatter", NULL));
    assert_ok(supSceneSet(scene, world, "bodies.b.material.stiffness", "stiff", NULL));
    assert_ok(supWorldSettings(world, &settings));
    assert_ok(supWorldMaterial(world, supSceneBody(scene, 1), &material));
    assert_true(settings.gravity[1] == 0.0 && settings.accumulate == SupAccumulate_Scatter && material.young == 1e6);
    assert_status(SupStatus_Unsupported, supSceneSet(scene, world, "bodies.a.position.x", "1", NULL));
    supWorldDestroy(world);
    supSceneDestroy(scene);
}

// ---- Networks --------------------------------------------------------------------------------------------------------

static const char networkScene[] =
    "{\"supple\": 1, \"wind\": {\"velocity\": [3, 0, 0]}, \"bodies\": ["
    "{\"name\": \"rope\", \"shape\": {\"strands\": {\"nodes\": 11, \"edgeLength\": 0.25, \"bendStiffness\": 50, "
    "\"rootRadius\": "
    "0.05, \"tipRadius\": 0.05}}, \"position\": [0, 1, 0], \"pin\": [{\"vertices\": [0]}], \"network\": {\"iterations\": "
    "8}},"
    "{\"name\": \"cloth\", \"shape\": {\"cloth\": {\"columns\": 5, \"rows\": 4, \"edgeLength\": 0.2}}, \"position\": [2, 1, "
    "0]},"
    "{\"name\": \"cube\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}, \"position\": [4, 1, 0]}], "
    "\"probes\": {\"root\": {\"body\": \"rope\", \"box\": [[-0.1, 0.9, -0.1], [0.1, 1.1, 0.1]]}}}";

static void networksAreCountedAndMeasuredBesideTets(void **state) {
    (void)state;
    Ran ran = runScene(parse(networkScene), 4, false, false);
    assert_int_equal(ran.status, SupStatus_Ok);
    resultIs(ran.run, "vertices", "39");
    resultIs(ran.run, "tets", "6");
    resultIs(ran.run, "nodes", "31");
    // rope 10 + 9; cloth 16 + 15 along threads, 24 across cells, 12 + 10 against bending
    resultIs(ran.run, "edges", "96");
    resultIs(ran.run, "iterations", "8"); // of the first body
    resultIs(ran.run, "probes", "{\"root\": [0, 1, 0]}");
    static const char *const numbers[] = {"volume", "energy", "momentum", "max_penetration", "max_stretch"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        char *value = resultOf(ran.run, numbers[i]);
        if (!value || strstr(value, "null")) fail_msg("%s is %s", numbers[i], value ? value : "missing");
        supFree(value);
    }
    char *bodies = resultOf(ran.run, "bodies");
    assert_non_null(strstr(
        bodies, "{\"name\": \"rope\", \"solver\": \"verlet\", \"vertices\": 11, \"tets\": 0, \"nodes\": 11, \"edges\": 19"));
    supFree(bodies);
    endRun(&ran);
}

static void networksAloneHaveNoVolumeAndNoInfinity(void **state) {
    (void)state;
    Ran ran =
        runScene(parse("{\"supple\": 1, \"bodies\": [{\"shape\": {\"strands\": {}}, \"pin\": [{\"vertices\": [0]}]}]}"), 2,
                 false, false);
    assert_int_equal(ran.status, SupStatus_Ok);
    resultIs(ran.run, "tets", "0");
    resultIs(ran.run, "volume", "{\"min_ratio\": 1, \"max_ratio\": 1, \"inverted\": 0}");
    endRun(&ran);
}

/// An export holds the strands as they are drawn: around each node a ring, whose middle the node is.
static void exportsHoldTubesAroundTheNodes(void **state) {
    (void)state;
    Ran ran = runScene(parse(networkScene), 5, false, false);
    SupSurface surface;
    assert_ok(supRunSurface(ran.run, &surface));
    assert_int_equal(surface.vertexCount, 11 * 8 + 4 * 8 + 2 + 20 + 8);
    assert_int_equal(surface.triangleCount, 2 * 8 * 15 + 24 + 12);
    SupSurfaceInfo info;
    SupReport report = SUP_REPORT_INIT;
    assert_ok(supSurfaceCheck(&surface, &info, &report));
    assert_int_equal(info.openEdges, 14); // the cloth's rim
    uint32_t count;
    const float *nodes = supRunPositions(ran.run, &count);
    for (uint32_t n = 0; n < 11; ++n) {
        double least = 1e9;
        for (uint32_t v = 0; v < surface.vertexCount; ++v) {
            const double *p = surface.positions + 3 * (size_t)v;
            const float *q = nodes + 3 * (size_t)n;
            least =
                fmin(least, sqrt(pow(p[0] - (double)q[0], 2) + pow(p[1] - (double)q[1], 2) + pow(p[2] - (double)q[2], 2)));
        }
        assert_true(least > 0.03 && least < 0.0501);
    }
    supSurfaceFree(&surface);
    endRun(&ran);
}

static void networkSettingsAndWindReachTheWorld(void **state) {
    (void)state;
    SupScene *scene = parse(networkScene);
    SupWorld *world = build(scene);
    SupNetworkSettings network;
    SupSettings settings;
    assert_ok(supWorldNetwork(world, supSceneBody(scene, 0), &network));
    assert_int_equal(network.iterations, 8);
    assert_ok(supSceneSet(scene, world, "bodies.rope.network.decay", "0.5", NULL));
    assert_ok(supSceneSet(scene, world, "bodies.rope.network.pull", "[0, 20, 0]", NULL));
    assert_ok(supSceneSet(scene, world, "wind.velocity.z", "7", NULL));
    assert_ok(supWorldNetwork(world, supSceneBody(scene, 0), &network));
    assert_ok(supWorldSettings(world, &settings));
    assert_true(network.decay == 0.5 && network.pull[1] == 20.0);
    assert_true(settings.wind.velocity[0] == 3.0 && settings.wind.velocity[2] == 7.0);
    assert_status(SupStatus_InvalidArgument, supSceneSet(scene, world, "bodies.cube.network.decay", "0.5", NULL));
    supWorldDestroy(world);
    supSceneDestroy(scene);
}

static bool stopAtThird(void *user, const char *stage, double done) {
    (void)stage;
    ++*(int *)user;
    return done < 0.5;
}

static void cancelledRunsSaySo(void **state) {
    (void)state;
    SupScene *scene = parse(smallScene);
    SupWorld *world = build(scene);
    int calls = 0;
    SupRunDesc desc = SUP_RUN_DESC_INIT;
    desc.scene = scene;
    desc.world = world;
    desc.frames = 6;
    desc.record = true;
    desc.progress = (SupProgress){stopAtThird, &calls};
    SupRun *run = NULL;
    assert_ok(supRunCreate(&desc, &run));
    SupStatus status;
    do status = supRunWait(run, 1.0);
    while (status == SupStatus_Pending);
    assert_int_equal(status, SupStatus_Cancelled);
    assert_int_equal(calls, 3);
    char *json = NULL;
    assert_status(SupStatus_Pending, supRunResultJson(run, &json));
    Ran ran = {scene, world, run, status};
    endRun(&ran);
}

static void wrongRunsAreRefused(void **state) {
    (void)state;
    SupScene *scene = parse(smallScene);
    SupWorld *world = build(scene);
    SupRun *run = NULL;
    SupRunDesc desc = SUP_RUN_DESC_INIT;
    assert_status(SupStatus_InvalidArgument, supRunCreate(&desc, &run));
    desc.scene = scene;
    desc.world = world;
    desc.cookie = 1;
    assert_status(SupStatus_InvalidArgument, supRunCreate(&desc, &run));
    assert_null(run);
    assert_status(SupStatus_InvalidArgument, supRunPoll(NULL));
    supWorldDestroy(world);
    supSceneDestroy(scene);
}

static void presetsBuild(void **state) {
    (void)state;
    for (uint32_t i = 0; i < supPresetCount(); ++i) {
        SupScene *scene = NULL;
        assert_ok(supSceneFromPreset(supPresetName(i), &scene, NULL));
        assert_ok(supSceneSet(scene, NULL, "time.substeps", "1", NULL));
        Ran ran = runScene(scene, 1, false, false);
        assert_int_equal(ran.status, SupStatus_Ok);
        endRun(&ran);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resultHoldsWhatThePageSays),
        cmocka_unit_test(recordHoldsEveryFrame),
        cmocka_unit_test(firstStateIsTheSceneInTheInputsOrder),
        cmocka_unit_test(farBodiesAreNoted),
        cmocka_unit_test(bodiesThatStartBelowTheGroundAreNoted),
        cmocka_unit_test(localPositionsAreRelative),
        cmocka_unit_test(twoRunsAgreeToTheBit),
        cmocka_unit_test(emptyScenesRun),
        cmocka_unit_test(nonFiniteStatesAreNamed),
        cmocka_unit_test(tunablesReachTheWorld),
        cmocka_unit_test(networksAreCountedAndMeasuredBesideTets),
        cmocka_unit_test(networksAloneHaveNoVolumeAndNoInfinity),
        cmocka_unit_test(exportsHoldTubesAroundTheNodes),
        cmocka_unit_test(networkSettingsAndWindReachTheWorld),
        cmocka_unit_test(cancelledRunsSaySo),
        cmocka_unit_test(wrongRunsAreRefused),
        cmocka_unit_test(presetsBuild),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
