// SPDX-License-Identifier: MIT
// What scene files say about pictures, and bodies that are added to a scene on show.
#include "render_fixture.h"
#include "supple/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEAM                                                                                                       \
    "{\"name\": \"beam\", \"shape\": {\"box\": {\"size\": [1.2, 0.4, 0.4], \"cells\": [3, 1, 1]}}, \"position\": " \
    "[0, 2, 0], \"pin\": [{\"box\": [[-0.01, -1, -1], [0.01, 3, 3]]}]"

typedef struct Stage {
    SupScene *scene;
    SupWorld *world;
    SupRenderer *renderer;
    SupPicture *picture;
} Stage;

enum { Width = 120, Height = 80 };

static Stage openStage(const char *text) {
    Stage stage = {0};
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = supSceneParse("a.json", text, strlen(text), &stage.scene, &report);
    if (!status) status = supSceneBuild(stage.scene, fixtureGpu(), &stage.world, &report);
    if (status) fail_msg("%s", supReportError(&report));
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = fixtureGpu();
    assert_ok(supRendererCreate(&desc, &stage.renderer));
    assert_ok(supPictureCreate(fixtureGpu(), Width, Height, &stage.picture));
    return stage;
}

static void closeStage(Stage *stage) {
    supPictureDestroy(stage->picture);
    supRendererDestroy(stage->renderer);
    supWorldDestroy(stage->world);
    supSceneDestroy(stage->scene);
}

static SupView dress(const Stage *stage) {
    SupView view = SUP_VIEW_INIT;
    view.width = Width;
    view.height = Height;
    assert_ok(supSceneDress(stage->scene, stage->world, stage->renderer, &view));
    return view;
}

/// Dresses and draws; the pixels live until the next picture of the stage.
static Shot shoot(const Stage *stage, SupView *view) {
    *view = dress(stage);
    view->target = supPictureTarget(stage->picture);
    view->storageTarget = true;
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
    assert_ok(supRendererDraw(stage->renderer, stage->world, encoder, view));
    assert_ok(supPictureSubmit(stage->picture, encoder));
    assert_ok(supPictureWait(stage->picture, 300.0));
    Shot shot = {Width, Height, malloc(4 * Width * Height)};
    memcpy(shot.pixels, supPicturePixels(stage->picture), 4 * Width * Height);
    return shot;
}

static const uint8_t *pixelAt(const Shot *shot, const SupView *view, const double p[3]) {
    double x, y;
    assert_true(projectPoint(view, p, &x, &y));
    assert_true(x >= 0 && y >= 0 && x < Width && y < Height);
    return shot->pixels + 4 * ((size_t)y * Width + (size_t)x);
}

static void set(const Stage *stage, const char *path, const char *value) {
    SupReport report = SUP_REPORT_INIT;
    if (supSceneSet(stage->scene, stage->world, path, value, &report)) fail_msg("%s", supReportError(&report));
}

static void camera_and_light_are_as_the_scene_says_and_chosen_where_it_is_silent(void **state) {
    (void)state;
    Stage stage = openStage("{\"supple\": 1, \"bodies\": [" BEAM "}]}");
    SupView view = dress(&stage), usual = SUP_VIEW_INIT;
    SupCamera around = supCameraAround(stage.world, (double)Width / Height);
    for (int i = 0; i < 3; ++i) {
        assert_near(view.camera.eye[i], around.eye[i], 1e-12);
        assert_near(view.camera.target[i], around.target[i], 1e-12);
        assert_near(view.sun[i], usual.sun[i], 0);
    }
    assert_true(view.sunIntensity == usual.sunIntensity && view.exposure == usual.exposure && view.bloom == usual.bloom);
    set(&stage, "camera.eye.y", "3.5");
    set(&stage, "camera.target", "[0.5, 1, -0.25]");
    set(&stage, "light.sun", "[0, 1, 0]");
    set(&stage, "light.exposure", "0.5");
    view = dress(&stage);
    assert_near(view.camera.eye[0], around.eye[0], 1e-12);
    assert_near(view.camera.eye[1], 3.5, 0);
    assert_near(view.camera.target[2], -0.25, 0);
    assert_true(view.sun[0] == 0.0 && view.sun[1] == 1.0 && view.exposure == 0.5f);
    // a narrower lens stands farther off
    set(&stage, "camera.eye.y", "3.5");
    set(&stage, "camera.fieldOfView", "0.35");
    view = dress(&stage);
    assert_true(view.camera.fieldOfView == 0.35);
    assert_true(fabs(view.camera.eye[0] - around.target[0]) > 1.9 * fabs(around.eye[0] - around.target[0]));
    closeStage(&stage);
}

static void looks_colour_their_bodies_and_the_scenes_look_the_others(void **state) {
    (void)state;
    Stage stage = openStage("{\"supple\": 1, \"look\": {\"color\": [0.02, 0.5, 0.02], \"translucency\": 0}, \"bodies\": ["
                            "{\"name\": \"a\", \"shape\": {\"box\": {\"size\": [0.5, 0.5, 0.5], \"cells\": [1, 1, 1]}}, "
                            "\"position\": [0, 0.2, 0]},"
                            "{\"name\": \"b\", \"shape\": {\"box\": {\"size\": [0.5, 0.5, 0.5], \"cells\": [1, 1, 1]}}, "
                            "\"position\": [1, 0.2, 0], "
                            "\"look\": {\"color\": [0.02, 0.02, 0.6]}}]}");
    SupView view;
    Shot shot = shoot(&stage, &view);
    const double a[3] = {0.25, 0.45, 0.5}, b[3] = {1.25, 0.45, 0.5};
    const uint8_t *green = pixelAt(&shot, &view, a), *blue = pixelAt(&shot, &view, b);
    assert_true(green[1] > green[0] + 40 && green[1] > green[2] + 40);
    assert_true(blue[2] > blue[0] + 40 && blue[2] > blue[1] + 40);
    free(shot.pixels);
    set(&stage, "bodies.b.look.color", "[0.7, 0.02, 0.02]");
    shot = shoot(&stage, &view);
    const uint8_t *red = pixelAt(&shot, &view, b);
    assert_true(red[0] > red[1] + 40 && red[0] > red[2] + 40);
    free(shot.pixels);
    closeStage(&stage);
}

static void a_pinned_face_is_held_by_a_block_that_casts(void **state) {
    (void)state;
    Stage held = openStage("{\"supple\": 1, \"camera\": {\"eye\": [0.5, 2.6, 4], \"target\": [0.3, 1.6, 0]}, \"light\": "
                           "{\"sun\": [0, 1, 0.2]}, \"bodies\": [" BEAM "}]}");
    SupView view;
    Shot with = shoot(&held, &view);
    assert_ok(supRendererSetBlocks(held.renderer, NULL, 0));
    SupView bare = view;
    bare.storageTarget = false;
    Shot without = takeShot(held.world, &bare, NULL);
    // beside the beam's left face, where only the block is; its shadow far below; the beam itself
    const double block[3] = {-0.07, 2.2, 0.24}, ground[3] = {-0.07, 0, -0.2}, beam[3] = {0.6, 2.2, 0.4};
    const uint8_t *there = pixelAt(&with, &view, block), *gone = pixelAt(&without, &view, block);
    assert_true(there[0] + there[1] + there[2] + 120 < gone[0] + gone[1] + gone[2]);
    there = pixelAt(&with, &view, ground), gone = pixelAt(&without, &view, ground);
    assert_true(there[0] + there[1] + there[2] + 60 < gone[0] + gone[1] + gone[2]);
    there = pixelAt(&with, &view, beam), gone = pixelAt(&without, &view, beam);
    for (int k = 0; k < 3; ++k) assert_in_range(there[k] + 12 - gone[k], 0, 24);
    free(with.pixels), free(without.pixels);
    SupBlock many[SUP_MAX_BLOCKS + 1] = {{{0}, {1, 1, 1}, {1, 1, 1}, 1, 0, {0}, 0}};
    assert_status(SupStatus_OutOfRange, supRendererSetBlocks(held.renderer, many, SUP_MAX_BLOCKS + 1));
    closeStage(&held);
}

/// A flat box that is turned and swings is drawn where its collider is at that moment, in its shadow too.
static void colliders_are_drawn_where_they_are(void **state) {
    (void)state;
    Stage stage = openStage(
        "{\"supple\": 1, \"camera\": {\"eye\": [0, 1.5, 6], \"target\": [0, 1, 0]}, \"light\": {\"sun\": [0, 1, 0]}, "
        "\"bodies\": [{\"shape\": {\"strands\": {\"nodes\": 2, \"edgeLength\": 0.1}}, \"position\": [3, 1, -3]}], "
        "\"colliders\": [{\"center\": [0, 1, 0], \"half\": [1, 0.04, 0.3], \"radius\": 0.02, \"color\": [0.9, 0.02, 0.02], "
        "\"rotation\": [0, 0, 0.382683, 0.92388], \"motion\": {\"turn\": [0, 0, -1.5707963], \"period\": 1}}]}");
    // the upper end at first to the right, a quarter of a period later to the left
    const double right[3] = {0.5, 1.5, 0.3}, left[3] = {-0.5, 1.5, 0.3}, below[3] = {0.5, 0, 0.2}, beside[3] = {1.2, 0, 0.2};
    SupView view;
    for (int frame = 0; frame <= 15; frame += 15) {
        Shot shot = shoot(&stage, &view);
        const uint8_t *there = pixelAt(&shot, &view, frame ? left : right),
                      *gone = pixelAt(&shot, &view, frame ? right : left);
        assert_true(there[0] > there[1] + 60 && there[0] > there[2] + 60);
        assert_true(abs(gone[0] - gone[1]) < 40);
        const uint8_t *dark = pixelAt(&shot, &view, below), *bright = pixelAt(&shot, &view, beside);
        assert_true(dark[0] + dark[1] + dark[2] + 60 < bright[0] + bright[1] + bright[2]);
        free(shot.pixels);
        if (!frame) assert_ok(supWorldStep(stage.world, 15));
    }
    assert_ok(supWorldReset(stage.world));
    Shot shot = shoot(&stage, &view);
    const uint8_t *again = pixelAt(&shot, &view, right);
    assert_true(again[0] > again[1] + 60);
    free(shot.pixels);
    closeStage(&stage);
}

static Shot shootBare(const Stage *stage, const SupView *like) {
    SupView view = *like;
    view.storageTarget = false;
    return takeShot(stage->world, &view, NULL);
}

static void pinned_cloth_hangs_from_a_rod(void **state) {
    (void)state;
    Stage stage = openStage("{\"supple\": 1, \"camera\": {\"eye\": [1, 1.5, 5], \"target\": [1, 1.2, 0]}, \"bodies\": ["
                            "{\"shape\": {\"cloth\": {\"columns\": 9, \"rows\": 3, \"edgeLength\": 0.25}}, "
                            "\"position\": [0, 2, -0.5], \"pin\": [{\"box\": [[-1, 1.9, -0.51], [3, 2.1, -0.49]]}]}]}");
    SupView view;
    Shot with = shoot(&stage, &view), without = shootBare(&stage, &view);
    const double rod[3] = {-0.06, 2, -0.5}; // it reaches beyond the cloth's corner by a third of an edge
    const uint8_t *there = pixelAt(&with, &view, rod), *gone = pixelAt(&without, &view, rod);
    assert_true(there[0] + there[1] + there[2] + 60 < gone[0] + gone[1] + gone[2]);
    free(with.pixels), free(without.pixels);
    closeStage(&stage);
}

/// The roots of a field are pinned in a whole extent: a block around them would hide them.
static void nothing_holds_the_roots_of_a_field(void **state) {
    (void)state;
    Stage stage =
        openStage("{\"supple\": 1, \"camera\": {\"eye\": [0, 1.5, 4], \"target\": [0, 0.5, 0]}, \"bodies\": ["
                  "{\"shape\": {\"strands\": {\"count\": 16, \"nodes\": 3, \"edgeLength\": 0.1, \"area\": [2, 1]}}, "
                  "\"position\": [0, 0.4, 0], \"pin\": [{\"box\": [[-9, 0.3, -9], [9, 0.41, 9]]}]}]}");
    SupView view;
    Shot with = shoot(&stage, &view), without = shootBare(&stage, &view);
    for (size_t i = 0; i < 4 * Width * Height; ++i) assert_in_range(with.pixels[i] + 12 - without.pixels[i], 0, 24);
    free(with.pixels), free(without.pixels);
    closeStage(&stage);
}

static void an_added_body_falls_beside_the_others_and_they_do_not_notice(void **state) {
    (void)state;
    static const char text[] = "{\"supple\": 1, \"bodies\": [" BEAM "}]}";
    Stage stage = openStage(text), twin = openStage(text);
    stepWorld(stage.world, 3), stepWorld(twin.world, 3);
    for (int i = 0; i < 2; ++i) {
        SupReport report = SUP_REPORT_INIT;
        SupScene *added = NULL;
        assert_ok(supSceneParse("b.json", text, strlen(text), &added, &report));
        assert_ok(supSceneAppend(stage.scene, stage.world, added, i ? "a.b=c" : NULL, &report));
        supSceneDestroy(added);
    }
    assert_int_equal(supSceneBodyCount(stage.scene), 3);
    assert_string_equal(supSceneBodyName(stage.scene, 1), "beam_2");
    assert_string_equal(supSceneBodyName(stage.scene, 2), "a_b_c");
    stepWorld(stage.world, 4), stepWorld(twin.world, 4);
    assert_true(stateHash(stage.world, supSceneBody(stage.scene, 0)) == stateHash(twin.world, supSceneBody(twin.scene, 0)));
    // its own settings are there, and the scene builds again with all of them
    set(&stage, "bodies.a_b_c.material.young", "1e6");
    SupWorld *again = NULL;
    SupReport report = SUP_REPORT_INIT;
    assert_ok(supSceneBuild(stage.scene, fixtureGpu(), &again, &report));
    SupWorldStats stats;
    assert_ok(supWorldStats(again, &stats));
    assert_int_equal(stats.bodies, 3);
    supWorldDestroy(again);
    // a scene that fails leaves everything as it was
    SupScene *bad = NULL;
    static const char pinned[] =
        "{\"supple\": 1, \"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}, "
        "\"pin\": [{\"vertices\": [99]}]}]}";
    assert_ok(supSceneParse("c.json", pinned, strlen(pinned), &bad, &report));
    assert_status(SupStatus_OutOfRange, supSceneAppend(stage.scene, stage.world, bad, NULL, &report));
    assert_int_equal(supSceneBodyCount(stage.scene), 3);
    supSceneDestroy(bad);
    closeStage(&stage), closeStage(&twin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(camera_and_light_are_as_the_scene_says_and_chosen_where_it_is_silent),
        cmocka_unit_test(looks_colour_their_bodies_and_the_scenes_look_the_others),
        cmocka_unit_test(a_pinned_face_is_held_by_a_block_that_casts),
        cmocka_unit_test(colliders_are_drawn_where_they_are),
        cmocka_unit_test(pinned_cloth_hangs_from_a_rod),
        cmocka_unit_test(nothing_holds_the_roots_of_a_field),
        cmocka_unit_test(an_added_body_falls_beside_the_others_and_they_do_not_notice),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
