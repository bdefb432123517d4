// SPDX-License-Identifier: MIT
// Every documented error of world.h: its status, a text, and a World that is as before.
#include "gpu_fixture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A World with two bodies of an asset whose mesh lost vertices: input 0 1 2 3 4 -> 0 1 - 2 3.
typedef struct Scene {
    SupWorld *world, *other;
    SupBodyAsset *asset;
    SupBodyDesc desc;
    SupBodyId bodies[2], removed, foreign;
    uint64_t hash;
} Scene;

static SupBodyAsset *mappedAsset(void) {
    static const double positions[15] = {0, 0, 0, 1, 0, 0, 9, 9, 9, 0, 1, 0, 0, 0, 1};
    static const uint32_t tets[4] = {0, 1, 3, 4};
    return tetAsset(positions, 5, tets, 1);
}

static uint64_t worldHash(SupWorld *world) {
    SupWorldStats stats;
    SupSettings settings;
    assert_ok(supWorldStats(world, &stats));
    assert_ok(supWorldSettings(world, &settings));
    uint64_t parts[8] = {stateHash(world, (SupBodyId){0}),
                         stats.bodies,
                         stats.assets,
                         stats.vertices,
                         stats.tets,
                         stats.frames,
                         settings.substeps,
                         supHash(&settings.ground.height, sizeof(double))};
    return supHash(parts, sizeof parts);
}

static int makeScene(void **state) {
    Scene *scene = calloc(1, sizeof *scene);
    scene->world = makeWorld(NULL);
    scene->other = makeWorld(NULL);
    scene->asset = mappedAsset();
    scene->desc = (SupBodyDesc)SUP_BODY_DESC_INIT;
    scene->desc.asset = scene->asset;
    scene->desc.position[1] = 1.0;
    scene->removed = addBody(scene->world, &scene->desc);
    assert_ok(supWorldRemoveBody(scene->world, scene->removed));
    for (int i = 0; i < 2; ++i) scene->bodies[i] = addBody(scene->world, &scene->desc); // one in the slot of the removed
    scene->foreign = addBody(scene->other, &scene->desc);
    stepWorld(scene->world, 2);
    scene->hash = worldHash(scene->world);
    *state = scene;
    return 0;
}

static int freeScene(void **state) {
    Scene *scene = *state;
    assert_true(worldHash(scene->world) == scene->hash); // nothing that failed has changed anything
    stepWorld(scene->world, 1);
    supWorldDestroy(scene->world);
    supWorldDestroy(scene->other);
    supBodyAssetRelease(scene->asset);
    free(scene);
    return 0;
}

static void expectText(const Scene *scene, const char *part, const char *file, int line) {
    const char *text = supWorldErrorText(scene->world);
    if (strlen(text) >= 8 && strstr(text, part)) return;
    print_error("the text \"%s\" does not hold \"%s\"\n", text, part);
    _fail(file, line);
}

/// `call` fails with `status` and a fresh text that holds `part`.
#define FAILS(status, part, call)                    \
    do {                                             \
        clearText(scene);                            \
        assert_status(status, call);                 \
        expectText(scene, part, __FILE__, __LINE__); \
    } while (0)

/// Makes a known failure, so that an old text does not pass for a new one.
static void clearText(const Scene *scene) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.maxFramesPerAdvance = 0;
    assert_status(SupStatus_OutOfRange, supWorldSetSettings(scene->world, &settings));
}

// ---- Creation --------------------------------------------------------------------------------------------------------

static void worlds_are_refused_with_bad_descriptions(void **state) {
    (void)state;
    SupWorldDesc desc = SUP_WORLD_DESC_INIT;
    SupWorld *world = (SupWorld *)&desc;
    assert_status(SupStatus_InvalidArgument, supWorldCreate(NULL, &world));
    assert_null(world);
    assert_status(SupStatus_InvalidArgument, supWorldCreate(&desc, &world)); // no gpu
    desc.gpu = fixtureGpu();
    assert_status(SupStatus_InvalidArgument, supWorldCreate(&desc, NULL));
    desc.cookie = 1;
    assert_status(SupStatus_InvalidArgument, supWorldCreate(&desc, &world));
    desc = (SupWorldDesc)SUP_WORLD_DESC_INIT;
    desc.gpu = fixtureGpu();
    static const uint32_t sizes[] = {0, 1, 16, 63, 65, 96, 512, 4096};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        desc.workgroupSize = sizes[i];
        assert_status(SupStatus_OutOfRange, supWorldCreate(&desc, &world));
        assert_non_null(strstr(supGpuErrorText(fixtureGpu()), "workgroupSize"));
        assert_null(world);
    }
    desc.workgroupSize = 64;
    desc.settings.iterations = 1001;
    assert_status(SupStatus_OutOfRange, supWorldCreate(&desc, &world));
    assert_non_null(strstr(supGpuErrorText(fixtureGpu()), "iterations"));
    supWorldDestroy(NULL);
}

static void null_worlds_are_answered_everywhere(void **state) {
    (void)state;
    const SupBodyId body = {1};
    const SupRequestId request = {1};
    SupSettings settings = SUP_SETTINGS_INIT;
    SupMaterial material = SUP_MATERIAL_INIT;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    SupBodyInfo info;
    SupWorldStats stats;
    SupBufferView view;
    SupBodyId id;
    SupRequestId out;
    const void *data;
    size_t length;
    assert_string_equal("", supWorldErrorText(NULL));
#define NONE(call) assert_status(SupStatus_InvalidArgument, call)
    NONE(supWorldSettings(NULL, &settings));
    NONE(supWorldSetSettings(NULL, &settings));
    NONE(supWorldAddBody(NULL, &desc, &id));
    NONE(supWorldRemoveBody(NULL, body));
    NONE(supWorldReplaceBody(NULL, body, &desc));
    NONE(supWorldSetMaterial(NULL, body, &material));
    NONE(supWorldMaterial(NULL, body, &material));
    NONE(supWorldPin(NULL, body, NULL, 0, true));
    NONE(supWorldReset(NULL));
    NONE(supWorldResetBody(NULL, body));
    NONE(supWorldBodyInfo(NULL, body, &info));
    NONE(supWorldStep(NULL, 1));
    NONE(supWorldAdvance(NULL, 1.0, NULL, NULL));
    NONE(supWorldStats(NULL, &stats));
    NONE(supWorldRequest(NULL, SupRead_State, body, &out));
    NONE(supWorldRequestStatus(NULL, request));
    NONE(supWorldRequestWait(NULL, request, 1.0));
    NONE(supWorldRequestData(NULL, request, &data, &length));
    NONE(supWorldRequestRelease(NULL, request));
    NONE(supWorldPositions(NULL, body, &view));
    NONE(supWorldNormals(NULL, body, &view));
    NONE(supWorldTriangles(NULL, body, &view));
    NONE(supWorldEnableNormals(NULL, true));
    NONE(supWorldEnableProfile(NULL, true));
    NONE(supWorldKernelTimes(NULL, NULL, NULL));
    assert_true(supWorldBodyAt(NULL, 0).value == 0);
}

// ---- Ids -------------------------------------------------------------------------------------------------------------

static void expectIdRefused(Scene *scene, SupBodyId id, SupStatus status, const char *part) {
    SupWorld *world = scene->world;
    SupMaterial material = SUP_MATERIAL_INIT;
    SupBodyInfo info;
    SupBufferView view;
    SupRequestId out;
    const uint32_t pin = 0;
    FAILS(status, part, supWorldRemoveBody(world, id));
    FAILS(status, part, supWorldReplaceBody(world, id, &scene->desc));
    FAILS(status, part, supWorldSetMaterial(world, id, &material));
    FAILS(status, part, supWorldMaterial(world, id, &material));
    FAILS(status, part, supWorldPin(world, id, &pin, 1, true));
    FAILS(status, part, supWorldResetBody(world, id));
    FAILS(status, part, supWorldBodyInfo(world, id, &info));
    FAILS(status, part, supWorldPositions(world, id, &view));
    FAILS(status, part, supWorldNormals(world, id, &view));
    FAILS(status, part, supWorldTriangles(world, id, &view));
    if (id.value == 0) return; // for a request, null means all bodies
    FAILS(status, part, supWorldRequest(world, SupRead_Positions, id, &out));
    assert_true(out.value == 0);
}

static void removed_bodies_are_stale_also_when_their_slot_is_used_again(void **state) {
    Scene *scene = *state;
    assert_int_equal((uint32_t)scene->removed.value, (uint32_t)scene->bodies[0].value); // the slot
    expectIdRefused(scene, scene->removed, SupStatus_StaleId, "removed");
}

static void bodies_that_never_were_are_stale(void **state) {
    Scene *scene = *state;
    uint64_t number = scene->bodies[0].value & 0xffff000000000000u;
    expectIdRefused(scene, (SupBodyId){number | 77}, SupStatus_StaleId, "removed");
    expectIdRefused(scene, (SupBodyId){number | 0xffffffffu}, SupStatus_StaleId, "removed");
    expectIdRefused(scene, (SupBodyId){number}, SupStatus_StaleId, "removed"); // index 0 is null's
    expectIdRefused(scene, (SupBodyId){scene->bodies[1].value + (1ull << 32)}, SupStatus_StaleId, "removed");
}

static void bodies_of_another_world_are_foreign(void **state) {
    Scene *scene = *state;
    expectIdRefused(scene, scene->foreign, SupStatus_ForeignId, "another World");
}

static void null_bodies_are_invalid(void **state) {
    Scene *scene = *state;
    expectIdRefused(scene, (SupBodyId){0}, SupStatus_InvalidArgument, "null");
}

static void requests_of_others_or_of_before_are_refused(void **state) {
    Scene *scene = *state;
    SupRequestId released, reused, foreign;
    const void *data;
    size_t length;
    assert_ok(supWorldRequest(scene->world, SupRead_Positions, scene->bodies[0], &released));
    assert_ok(supWorldRequestRelease(scene->world, released));
    assert_ok(supWorldRequest(scene->world, SupRead_Positions, scene->bodies[0], &reused));
    assert_int_equal((uint32_t)released.value, (uint32_t)reused.value); // the slot
    assert_true(released.value != reused.value);
    assert_ok(supWorldRequest(scene->other, SupRead_Positions, scene->foreign, &foreign));
    const struct {
        SupRequestId id;
        SupStatus status;
        const char *part;
    } cases[] = {{released, SupStatus_StaleId, "released"},
                 {{reused.value + 5}, SupStatus_StaleId, "released"},
                 {foreign, SupStatus_ForeignId, "another World"},
                 {{0}, SupStatus_InvalidArgument, "null"}};
    for (int i = 0; i < 4; ++i) {
        FAILS(cases[i].status, cases[i].part, supWorldRequestStatus(scene->world, cases[i].id));
        FAILS(cases[i].status, cases[i].part, supWorldRequestWait(scene->world, cases[i].id, 5.0));
        FAILS(cases[i].status, cases[i].part, supWorldRequestData(scene->world, cases[i].id, &data, &length));
        FAILS(cases[i].status, cases[i].part, supWorldRequestRelease(scene->world, cases[i].id));
    }
    assert_ok(supWorldRequestWait(scene->world, reused, 60.0));
    assert_ok(supWorldRequestRelease(scene->world, reused));
    assert_ok(supWorldRequestRelease(scene->other, foreign));
}

// ---- Arguments -------------------------------------------------------------------------------------------------------

static void null_arguments_are_named(void **state) {
    Scene *scene = *state;
    SupWorld *world = scene->world;
    SupBodyId body = scene->bodies[0], id;
    SupRequestId request, out;
    const void *data;
    size_t length;
    FAILS(SupStatus_InvalidArgument, "settings", supWorldSettings(world, NULL));
    FAILS(SupStatus_InvalidArgument, "settings", supWorldSetSettings(world, NULL));
    FAILS(SupStatus_InvalidArgument, "SUP_BODY_DESC_INIT", supWorldAddBody(world, NULL, &id));
    FAILS(SupStatus_InvalidArgument, "out", supWorldAddBody(world, &scene->desc, NULL));
    FAILS(SupStatus_InvalidArgument, "SUP_BODY_DESC_INIT", supWorldReplaceBody(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "material", supWorldSetMaterial(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "material", supWorldMaterial(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "vertices", supWorldPin(world, body, NULL, 1, true));
    FAILS(SupStatus_InvalidArgument, "info", supWorldBodyInfo(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "stats", supWorldStats(world, NULL));
    FAILS(SupStatus_InvalidArgument, "view", supWorldPositions(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "view", supWorldNormals(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "view", supWorldTriangles(world, body, NULL));
    FAILS(SupStatus_InvalidArgument, "out", supWorldRequest(world, SupRead_State, body, NULL));
    FAILS(SupStatus_InvalidArgument, "kind", supWorldRequest(world, SupRead_Count, body, &out));
    FAILS(SupStatus_InvalidArgument, "kind", supWorldRequest(world, (SupRead)-1, body, &out));
    assert_ok(supWorldRequest(world, SupRead_State, body, &request));
    FAILS(SupStatus_InvalidArgument, "data", supWorldRequestData(world, request, NULL, &length));
    FAILS(SupStatus_InvalidArgument, "length", supWorldRequestData(world, request, &data, NULL));
    assert_ok(supWorldRequestRelease(world, request));
    assert_ok(supWorldPin(world, body, NULL, 0, true));
    assert_ok(supWorldStep(world, 0));
}

static void expectBodyRefused(Scene *scene, const SupBodyDesc *desc, SupStatus status, const char *part) {
    SupBodyId id = {99};
    FAILS(status, part, supWorldAddBody(scene->world, desc, &id));
    assert_true(id.value == 0);
    FAILS(status, part, supWorldReplaceBody(scene->world, scene->bodies[1], desc));
}

static void bad_bodies_are_refused_and_the_field_is_named(void **state) {
    Scene *scene = *state;
    SupBodyDesc desc = scene->desc;
    desc.cookie = 0;
    expectBodyRefused(scene, &desc, SupStatus_InvalidArgument, "SUP_BODY_DESC_INIT");
    desc = scene->desc, desc.asset = NULL;
    expectBodyRefused(scene, &desc, SupStatus_InvalidArgument, "asset");
    desc = scene->desc, desc.pinnedCount = 1;
    expectBodyRefused(scene, &desc, SupStatus_InvalidArgument, "SUP_BODY_DESC_INIT");
    const double bad[3] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; ++k) {
        desc = scene->desc, desc.position[k] = bad[k];
        expectBodyRefused(scene, &desc, SupStatus_NotFinite, "position");
        desc = scene->desc, desc.rotation[k + 1] = bad[k];
        expectBodyRefused(scene, &desc, SupStatus_NotFinite, "rotation");
        desc = scene->desc, desc.velocity[k] = bad[k];
        expectBodyRefused(scene, &desc, SupStatus_NotFinite, "velocity");
        desc = scene->desc, desc.angularVelocity[k] = bad[k];
        expectBodyRefused(scene, &desc, SupStatus_NotFinite, "angularVelocity");
        float start[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        start[11] = (float)bad[k];
        desc = scene->desc, desc.startPositions = start;
        expectBodyRefused(scene, &desc, SupStatus_NotFinite, "vertex 3");
    }
    for (int k = 0; k < 3; ++k) { // finite in double, not in float
        desc = scene->desc, desc.position[k] = -1e40;
        expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "position must lie in -1e+12 .. 1e+12");
        desc = scene->desc, desc.velocity[k] = 1e40;
        expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "velocity");
        desc = scene->desc, desc.angularVelocity[k] = 1e300;
        expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "angularVelocity");
    }
    desc = scene->desc, memset(desc.rotation, 0, sizeof desc.rotation);
    expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "rotation");
    desc = scene->desc, desc.material.young = 0.0;
    expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "young");
}

static void pins_out_of_range_name_index_and_count(void **state) {
    Scene *scene = *state;
    const uint32_t pins[3] = {1, 5, 0}, huge = UINT32_MAX;
    SupBodyDesc desc = scene->desc;
    desc.pinned = pins, desc.pinnedCount = 3;
    expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "vertex 5 ");
    expectBodyRefused(scene, &desc, SupStatus_OutOfRange, "5 vertices");
    FAILS(SupStatus_OutOfRange, "vertex 5 ", supWorldPin(scene->world, scene->bodies[0], pins, 3, true));
    FAILS(SupStatus_OutOfRange, "4294967295", supWorldPin(scene->world, scene->bodies[0], &huge, 1, false));
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(scene->world, scene->bodies[0], &info));
    assert_int_equal(0, info.pinnedCount); // not even the pin before the bad one
}

// ---- Ranges ----------------------------------------------------------------------------------------------------------

typedef struct Range {
    const char *name;
    size_t offset;
    double low, high;
} Range;

static double outside(double limit, double direction) {
    return limit == 0.0 ? direction * DBL_TRUE_MIN : nextafter(limit, direction * INFINITY);
}

static void settings_are_checked_at_both_ends(void **state) {
    Scene *scene = *state;
    static const Range ranges[] = {{"gravity", offsetof(SupSettings, gravity), -1e6, 1e6},
                                   {"gravity", offsetof(SupSettings, gravity) + 16, -1e6, 1e6},
                                   {"frameTime", offsetof(SupSettings, frameTime), 1e-5, 0.1},
                                   {"ground.height", offsetof(SupSettings, ground.height), -1e9, 1e9},
                                   {"ground.friction", offsetof(SupSettings, ground.friction), 0.0, 1e6}};
    SupSettings before;
    assert_ok(supWorldSettings(scene->world, &before));
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        const double refused[5] = {outside(ranges[i].low, -1), outside(ranges[i].high, 1), NAN, INFINITY, -INFINITY};
        const double taken[2] = {ranges[i].low, ranges[i].high};
        for (int k = 0; k < 5; ++k) {
            SupSettings settings = before;
            memcpy((char *)&settings + ranges[i].offset, &refused[k], sizeof(double));
            FAILS(SupStatus_OutOfRange, ranges[i].name, supWorldSetSettings(scene->world, &settings));
        }
        for (int k = 0; k < 2; ++k) {
            SupSettings settings = before, now;
            memcpy((char *)&settings + ranges[i].offset, &taken[k], sizeof(double));
            assert_ok(supWorldSetSettings(scene->world, &settings));
            assert_ok(supWorldSettings(scene->world, &now));
            assert_memory_equal((char *)&now + ranges[i].offset, &taken[k], sizeof(double));
        }
    }
    assert_ok(supWorldSetSettings(scene->world, &before));
}

static void counts_in_settings_are_checked_at_both_ends(void **state) {
    Scene *scene = *state;
    static const struct {
        const char *name;
        size_t offset;
        uint32_t low, high;
    } ranges[] = {{"substeps", offsetof(SupSettings, substeps), 1, 1000},
                  {"iterations", offsetof(SupSettings, iterations), 0, 1000},
                  {"linearIterations", offsetof(SupSettings, linearIterations), 0, 1000},
                  {"maxFramesPerAdvance", offsetof(SupSettings, maxFramesPerAdvance), 1, 1000},
                  {"solver", offsetof(SupSettings, solver), 0, SupSolver_Count - 1},
                  {"accumulate", offsetof(SupSettings, accumulate), 0, SupAccumulate_Count - 1}};
    SupSettings before;
    assert_ok(supWorldSettings(scene->world, &before));
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        const uint32_t refused[3] = {ranges[i].low - 1u, ranges[i].high + 1u, UINT32_MAX};
        const uint32_t taken[2] = {ranges[i].low, ranges[i].high};
        for (int k = 0; k < 3; ++k) {
            SupSettings settings = before;
            memcpy((char *)&settings + ranges[i].offset, &refused[k], 4);
            SupStatus status = supWorldSetSettings(scene->world, &settings);
            assert_status(SupStatus_OutOfRange, status);
            expectText(scene, ranges[i].name, __FILE__, __LINE__);
        }
        for (int k = 0; k < 2; ++k) {
            SupSettings settings = before;
            memcpy((char *)&settings + ranges[i].offset, &taken[k], 4);
            assert_ok(supWorldSetSettings(scene->world, &settings));
        }
    }
    assert_ok(supWorldSetSettings(scene->world, &before));
}

static void materials_are_checked_at_both_ends(void **state) {
    Scene *scene = *state;
    static const Range ranges[] = {{"young", offsetof(SupMaterial, young), 1.0, 1e12},
                                   {"poisson", offsetof(SupMaterial, poisson), 0.0, 0.49},
                                   {"density", offsetof(SupMaterial, density), 1e-3, 1e5},
                                   {"damping", offsetof(SupMaterial, damping), 0.0, 1e4}};
    SupBodyId body = scene->bodies[0];
    SupMaterial before;
    assert_ok(supWorldMaterial(scene->world, body, &before));
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i) {
        const double refused[5] = {outside(ranges[i].low, -1), outside(ranges[i].high, 1), NAN, INFINITY, -INFINITY};
        const double taken[2] = {ranges[i].low, ranges[i].high};
        for (int k = 0; k < 5; ++k) {
            SupBodyDesc desc = scene->desc;
            memcpy((char *)&desc.material + ranges[i].offset, &refused[k], sizeof(double));
            FAILS(SupStatus_OutOfRange, ranges[i].name, supWorldSetMaterial(scene->world, body, &desc.material));
            expectBodyRefused(scene, &desc, SupStatus_OutOfRange, ranges[i].name);
        }
        for (int k = 0; k < 2; ++k) {
            SupMaterial material = before;
            memcpy((char *)&material + ranges[i].offset, &taken[k], sizeof(double));
            assert_ok(supWorldSetMaterial(scene->world, body, &material));
        }
    }
    SupMaterial material = before;
    material.model = SupModel_Count;
    FAILS(SupStatus_OutOfRange, "model", supWorldSetMaterial(scene->world, body, &material));
    material.model = (SupModel)-1;
    FAILS(SupStatus_OutOfRange, "model", supWorldSetMaterial(scene->world, body, &material));
    assert_ok(supWorldSetMaterial(scene->world, body, &before));
}

int main(void) {
#define SCENE(name) cmocka_unit_test_setup_teardown(name, makeScene, freeScene)
    const struct CMUnitTest tests[] = {cmocka_unit_test(worlds_are_refused_with_bad_descriptions),
                                       cmocka_unit_test(null_worlds_are_answered_everywhere),
                                       SCENE(removed_bodies_are_stale_also_when_their_slot_is_used_again),
                                       SCENE(bodies_that_never_were_are_stale),
                                       SCENE(bodies_of_another_world_are_foreign),
                                       SCENE(null_bodies_are_invalid),
                                       SCENE(requests_of_others_or_of_before_are_refused),
                                       SCENE(null_arguments_are_named),
                                       SCENE(bad_bodies_are_refused_and_the_field_is_named),
                                       SCENE(pins_out_of_range_name_index_and_count),
                                       SCENE(settings_are_checked_at_both_ends),
                                       SCENE(counts_in_settings_are_checked_at_both_ends),
                                       SCENE(materials_are_checked_at_both_ends)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
