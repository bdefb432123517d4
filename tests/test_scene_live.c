// SPDX-License-Identifier: MIT
// Shapes and looks that change while a scene runs.
#include "gpu_fixture.h"
#include "scene/scene_data.h"
#include "scene_cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIVE                                                                                                               \
    SCENE("\"ground\": false, \"bodies\": [{\"name\": \"cloth\", \"shape\": {\"cloth\": {\"columns\": 4, \"rows\": 3, "    \
          "\"edgeLength\": 0.2}}, \"position\": [0, 2, 0], \"pin\": [{\"box\": [[-1, 1, -0.01], [9, 3, 0.01]]}]}, "        \
          "{\"name\": \"rope\", \"shape\": {\"strands\": {\"nodes\": 6}}, \"position\": [3, 2, 0]}, {\"name\": \"cube\", " \
          "\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}, \"position\": [3, 3, 0]}], "                 \
          "\"attachments\": [{\"network\": \"rope\", \"nodes\": [{\"vertices\": [5]}], \"body\": \"cube\"}], "             \
          "\"probes\": {\"hem\": {\"body\": \"cloth\", \"box\": [[-1, 1, 0.39], [9, 3, 9]]}}")

#define GROWN                                                                                                           \
    SCENE("\"ground\": false, \"bodies\": [{\"name\": \"fur\", \"shape\": {\"hair\": {\"ellipsoid\": [0.2, 0.2, 0.2], " \
          "\"rings\": 6, \"count\": 20, \"nodes\": 5}}}, {\"name\": \"bean\", \"shape\": {\"blob\": {\"ellipsoid\": "   \
          "[0.4, 0.3, 0.3], \"rings\": 6, \"spacing\": 0.2}}, \"position\": [2, 1, 0]}]")

typedef struct Live {
    SupScene *scene;
    SupWorld *world;
} Live;

static Live openLive(const char *text) {
    Live live = {.scene = parseGood(text)};
    SupReport report = SUP_REPORT_INIT;
    if (supSceneBuild(live.scene, fixtureGpu(), &live.world, &report)) fail_msg("%s", supReportError(&report));
    return live;
}

static void closeLive(Live *live) {
    supWorldDestroy(live->world);
    supSceneDestroy(live->scene);
}

static SupStatus set(Live *live, const char *path, const char *value) {
    SupReport report = SUP_REPORT_INIT;
    return supSceneSet(live->scene, live->world, path, value, &report);
}

static double get(const Live *live, const char *path) {
    double value = (double)NAN;
    assert_ok(supSceneGet(live->scene, path, &value));
    return value;
}

static SupBodyInfo infoOf(const Live *live, uint32_t body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(live->world, supSceneBody(live->scene, body), &info));
    return info;
}

static void shapes_change_while_the_scene_runs(void **state) {
    (void)state;
    Live live = openLive(LIVE);
    stepWorld(live.world, 3);
    assert_ok(set(&live, "bodies.cloth.shape.cloth.columns", "7"));
    assert_int_equal(infoOf(&live, 0).vertexCount, 21);
    assert_int_equal(infoOf(&live, 0).pinnedCount, 7); // its pins are chosen anew
    assert_int_equal(sceneProbe(live.scene, 0)->selected.count, 7);
    stepWorld(live.world, 30);
    SupMeasure now = measure(live.world, supSceneBody(live.scene, 0));
    assert_true(now.finite && now.maxStretch < 0.2);
    // its attachment comes along, and a rope that lacks its node is refused
    SupWorldStats stats;
    assert_ok(set(&live, "bodies.rope.shape.strands.nodes", "9"));
    assert_ok(supWorldStats(live.world, &stats));
    assert_int_equal(stats.attachments, 1);
    assert_true(set(&live, "bodies.rope.shape.strands.nodes", "5") != SupStatus_Ok);
    assert_int_equal(infoOf(&live, 1).vertexCount, 9);
    assert_true(get(&live, "bodies.rope.shape.strands.nodes") == 9.0);
    assert_true(set(&live, "bodies.cloth.shape.cloth.rows", "1") != SupStatus_Ok);
    assert_true(get(&live, "bodies.cloth.shape.cloth.rows") == 3.0);
    assert_status(SupStatus_Unsupported, set(&live, "bodies.cube.shape.box.cells.x", "3"));
    stepWorld(live.world, 5);
    assert_true(measure(live.world, supSceneBody(live.scene, 1)).finite);
    // as if it had been so from the start
    assert_ok(set(&live, "bodies.cloth.shape.cloth.columns", "4"));
    assert_ok(set(&live, "bodies.rope.shape.strands.nodes", "6"));
    assert_ok(supWorldReset(live.world));
    stepWorld(live.world, 10);
    Live fresh = openLive(LIVE);
    stepWorld(fresh.world, 10);
    for (uint32_t i = 0; i < 3; ++i)
        assert_true(stateHash(live.world, supSceneBody(live.scene, i)) ==
                    stateHash(fresh.world, supSceneBody(fresh.scene, i)));
    closeLive(&fresh);
    closeLive(&live);
}

static void looks_that_are_left_open_are_told_and_can_be_set(void **state) {
    (void)state;
    Live live = openLive(LIVE);
    static const char *const paths[] = {"color.r",  "color.g",      "color.b",   "roughness",
                                        "metallic", "translucency", "emission.r"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        char path[64];
        snprintf(path, sizeof path, "bodies.cube.look.%s", paths[i]);
        double value = get(&live, path);
        assert_true(value >= 0.0 && value <= 1.0);
        assert_ok(set(&live, path, "0.25"));
        assert_true(get(&live, path) == 0.25);
        assert_status(SupStatus_OutOfRange, set(&live, path, "-1"));
    }
    assert_true(get(&live, "bodies.cloth.look.color.r") != 0.25);
    closeLive(&live);
}

/// Hair and blobs are grown anew from their surface, and their panel rows say what they are.
static void hair_and_blobs_are_grown_anew(void **state) {
    (void)state;
    Live live = openLive(GROWN);
    uint32_t inside = infoOf(&live, 1).vertexCount;
    stepWorld(live.world, 2);
    static const struct {
        const char *path, *value;
    } sets[] = {{"bodies.fur.shape.hair.count", "31"},        {"bodies.fur.shape.hair.nodes", "7"},
                {"bodies.fur.shape.hair.length", "0.5"},      {"bodies.fur.shape.hair.rootRadius", "0.004"},
                {"bodies.fur.shape.hair.tipRadius", "0.002"}, {"bodies.bean.shape.blob.spacing", "0.12"},
                {"bodies.bean.shape.blob.stiffness", "900"}};
    SupTunable tunable;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
        bool listed = false;
        for (uint32_t k = 0; supSceneTunable(live.scene, k, &tunable); ++k)
            listed = listed || (strcmp(tunable.path, sets[i].path) == 0 && tunable.live && *tunable.label);
        assert_true(listed);
        assert_ok(set(&live, sets[i].path, sets[i].value));
    }
    assert_int_equal(infoOf(&live, 0).vertexCount, 31 * 7);
    assert_true(infoOf(&live, 1).vertexCount > inside);
    SupBodyAssetView fur = supBodyAssetView(infoOf(&live, 0).asset);
    assert_true(fabs((double)fur.strandRadius[0] - 0.004) < 1e-6 && fabs((double)fur.strandRadius[1] - 0.002) < 1e-6);
    uint32_t kept = infoOf(&live, 1).vertexCount;
    assert_true(set(&live, "bodies.bean.shape.blob.spacing", "5") != SupStatus_Ok); // no node fits inside
    assert_int_equal(infoOf(&live, 1).vertexCount, kept);
    assert_true(get(&live, "bodies.bean.shape.blob.spacing") == 0.12);
    stepWorld(live.world, 3);
    assert_true(measure(live.world, supSceneBody(live.scene, 0)).finite);
    assert_true(measure(live.world, supSceneBody(live.scene, 1)).finite);
    closeLive(&live);
}

static void colliders_and_carriers_change_while_the_scene_runs(void **state) {
    (void)state;
    Live live = {.scene = parseGood(SCENE(
                     "\"ground\": false, \"colliders\": [{\"name\": \"head\", \"center\": [0, 9, 0], \"radius\": 0.2}], "
                     "\"bodies\": [{\"name\": \"rope\", \"shape\": {\"strands\": {\"nodes\": 4, \"edgeLength\": 0.1}}, "
                     "\"pin\": [{\"vertices\": [0]}]}]"))};
    SupReport report = SUP_REPORT_INIT;
    if (supSceneBuild(live.scene, fixtureGpu(), &live.world, &report)) fail_msg("%s", supReportError(&report));
    assert_ok(set(&live, "bodies.rope.network.carrier", "head"));
    assert_ok(set(&live, "colliders.head.center.x", "2"));
    SupCollider now;
    assert_ok(supWorldCollider(live.world, 0, &now));
    assert_near(now.center[0], 2.0, 0.0);
    stepWorld(live.world, 1);
    float *places = readPositions(live.world, supSceneBody(live.scene, 0));
    SupBodyInfo info = infoOf(&live, 0);
    assert_near((double)places[0] + info.origin[0], 2.0, 1e-5); // it went along
    free(places);
    assert_status(SupStatus_OutOfRange, set(&live, "colliders.head.radius", "0"));
    assert_near(get(&live, "colliders.head.radius"), 0.2, 0.0);
    closeLive(&live);
}

/// Three nodes that stand off a cube's face and beyond it are attached as they stand.
static void attached_nodes_keep_their_places_among_themselves(void **state) {
    (void)state;
    Live live = {
        .scene = parseGood(SCENE(
            "\"gravity\": [0, 0, 0], \"ground\": false, \"bodies\": [{\"name\": \"rope\", \"shape\": {\"strands\": "
            "{\"nodes\": 6, \"edgeLength\": 0.2, \"nodeMass\": 0.0001, \"direction\": [0, -1, 0]}}, \"position\": "
            "[0.5, 2.1, 0.5]}, {\"name\": \"cube\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}, "
            "\"rotation\": [0, 0, 0.7071, 0.7071], \"position\": [1, 0, 0]}], \"attachments\": "
            "[{\"network\": \"rope\", \"nodes\": [{\"vertices\": [3, 4, 5]}], \"body\": \"cube\", \"radius\": 0.3}]"))};
    SupReport report = SUP_REPORT_INIT;
    if (supSceneBuild(live.scene, fixtureGpu(), &live.world, &report)) fail_msg("%s", supReportError(&report));
    stepWorld(live.world, 20);
    float *places = readPositions(live.world, supSceneBody(live.scene, 0));
    for (size_t n = 3; n < 5; ++n) {
        double apart[3];
        for (size_t i = 0; i < 3; ++i) apart[i] = (double)places[3 * n + i] - (double)places[3 * (n + 1) + i];
        assert_near(apart[1], 0.2, 2e-3);
        assert_near(hypot(apart[0], apart[2]), 0.0, 2e-3);
    }
    free(places);
    closeLive(&live);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attached_nodes_keep_their_places_among_themselves),
        cmocka_unit_test(colliders_and_carriers_change_while_the_scene_runs),
        cmocka_unit_test(shapes_change_while_the_scene_runs),
        cmocka_unit_test(hair_and_blobs_are_grown_anew),
        cmocka_unit_test(looks_that_are_left_open_are_told_and_can_be_set),
    };
    return cmocka_run_group_tests_name("scene_live", tests, fixtureSetup, fixtureTeardown);
}
