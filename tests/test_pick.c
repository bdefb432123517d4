// SPDX-License-Identifier: MIT
// Picking through the id buffer against rays cast on the CPU, over three bodies that hide each other.
#include "gpu_fixture.h"

#include "base/vec.h"
#include "supple/render.h"

#include <math.h>
#include <stdlib.h>

enum { Bodies = 3, Width = 320, Height = 200 };

typedef struct Stage {
    SupWorld *world;
    SupRenderer *renderer;
    SupBodyId bodies[Bodies];
    SupView view;
} Stage;

static Stage makeStage(double far) {
    Stage stage = {.view = SUP_VIEW_INIT};
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.height = far;
    stage.world = makeWorld(&settings);
    SupBodyAsset *shared = boxAsset(0.5, 0.5, 0.5, 3, 3, 3), *other = boxAsset(1.0, 0.3, 0.4, 5, 2, 2);
    for (int i = 0; i < Bodies; ++i) {
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = i == 1 ? other : shared;
        desc.position[0] = far + 0.3 * i;
        desc.position[1] = far + 0.2 + 0.25 * i;
        desc.position[2] = -0.45 * i;
        desc.rotation[2] = 0.2 * i;
        stage.bodies[i] = addBody(stage.world, &desc);
    }
    supBodyAssetRelease(shared);
    supBodyAssetRelease(other);
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = fixtureGpu();
    desc.shadowSize = 256;
    assert_ok(supRendererCreate(&desc, &stage.renderer));
    stage.view.width = Width, stage.view.height = Height;
    stage.view.camera = (SupCamera){{far + 1.4, far + 1.2, 1.6}, {far + 0.5, far + 0.5, -0.2}, 0.6};
    return stage;
}

static void closeStage(Stage *stage) {
    supRendererDestroy(stage->renderer);
    supWorldDestroy(stage->world);
}

static SupPick pickAt(Stage *stage, double x, double y) {
    SupPickId id;
    SupPick pick, again;
    assert_ok(supRendererPick(stage->renderer, stage->world, &stage->view, x, y, &id));
    SupStatus status;
    while ((status = supRendererPicked(stage->renderer, stage->world, id, &pick)) == SupStatus_Pending)
        supGpuPoll(fixtureGpu());
    assert_ok(status);
    assert_status(SupStatus_StaleId, supRendererPicked(stage->renderer, stage->world, id, &again));
    return pick;
}

static Vec3 rayThrough(const SupView *view, double x, double y) {
    Vec3 forward = vec3Sub(vec3Load(view->camera.target), vec3Load(view->camera.eye));
    forward = vec3Scale(forward, 1.0 / vec3Length(forward));
    Vec3 right = vec3Cross(forward, vec3(0, 1, 0));
    right = vec3Scale(right, 1.0 / vec3Length(right));
    double t = tan(0.5 * view->camera.fieldOfView);
    Vec3 ray = vec3AddScaled(forward, right, (2.0 * x / Width - 1.0) * t * Width / Height);
    ray = vec3AddScaled(ray, vec3Cross(right, forward), (1.0 - 2.0 * y / Height) * t);
    return vec3Scale(ray, 1.0 / vec3Length(ray));
}

/// Distance along a ray to a triangle, infinite beside it; *margin: how far inside, as the least barycentric weight.
static double hitTriangle(Vec3 eye, Vec3 ray, Vec3 a, Vec3 b, Vec3 c, double weights[3]) {
    Vec3 ab = vec3Sub(b, a), ac = vec3Sub(c, a), p = vec3Cross(ray, ac), t = vec3Sub(eye, a), q = vec3Cross(t, ab);
    double det = vec3Dot(ab, p);
    if (fabs(det) < 1e-14) return INFINITY;
    weights[1] = vec3Dot(t, p) / det;
    weights[2] = vec3Dot(ray, q) / det;
    weights[0] = 1.0 - weights[1] - weights[2];
    double distance = vec3Dot(ac, q) / det;
    return weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0 && distance > 0 ? distance : INFINITY;
}

/// The nearest hit of all bodies by brute force.
static SupPick castRay(Stage *stage, float *const positions[Bodies], double x, double y, double *margin) {
    SupPick best = {.distance = INFINITY};
    Vec3 eye = vec3Load(stage->view.camera.eye), ray = rayThrough(&stage->view, x, y);
    *margin = 1.0;
    for (int b = 0; b < Bodies; ++b) {
        SupBodyInfo info;
        assert_ok(supWorldBodyInfo(stage->world, stage->bodies[b], &info));
        SupBodyAssetView asset = supBodyAssetView(info.asset);
        for (uint32_t t = 0; t < asset.triangleCount; ++t) {
            Vec3 corner[3];
            double w[3] = {0, 0, 0};
            for (uint32_t c = 0; c < 3; ++c)
                corner[c] =
                    vec3Add(vec3LoadFloat(positions[b] + 3 * (size_t)asset.triangles[3 * t + c]), vec3Load(info.origin));
            double distance = hitTriangle(eye, ray, corner[0], corner[1], corner[2], w);
            if (distance >= best.distance) continue;
            best = (SupPick){stage->bodies[b], t, {w[0], w[1], w[2]}, distance, {0, 0, 0}};
            *margin = fmin(w[0], fmin(w[1], w[2]));
        }
    }
    return best;
}

static void comparePicks(double far, double tolerance) {
    Stage stage = makeStage(far);
    stepWorld(stage.world, 6); // deformed, not at rest
    float *positions[Bodies];
    for (int b = 0; b < Bodies; ++b) positions[b] = readPositions(stage.world, stage.bodies[b]);
    TestRandom random = {42};
    int hits = 0, seen[Bodies] = {0}, unlike = 0;
    for (int i = 0; i < 300; ++i) {
        double x = Width * randomUnit(&random), y = Height * randomUnit(&random), margin;
        SupPick expected = castRay(&stage, positions, x, y, &margin), got = pickAt(&stage, x, y);
        if (got.body.value != expected.body.value || got.triangle != expected.triangle) {
            unlike++; // only at edges, where rounding decides
            continue;
        }
        if (!expected.body.value) continue;
        hits++;
        for (int b = 0; b < Bodies; ++b) seen[b] += stage.bodies[b].value == got.body.value;
        assert_near(got.distance, expected.distance, tolerance);
        for (int c = 0; c < 3; ++c) assert_near(got.weights[c], expected.weights[c], 10 * tolerance);
        Vec3 place = vec3AddScaled(vec3Load(stage.view.camera.eye), rayThrough(&stage.view, x, y), expected.distance);
        assert_near(vec3Length(vec3Sub(vec3Load(got.place), place)), 0.0, tolerance);
    }
    print_message("%d hits (%d %d %d), %d unlike\n", hits, seen[0], seen[1], seen[2], unlike);
    assert_true(hits > 60 && seen[0] > 5 && seen[1] > 5 && seen[2] > 5 && unlike <= 3);
    for (int b = 0; b < Bodies; ++b) free(positions[b]);
    closeStage(&stage);
}

// [m] at 2 to 3 m: rasterisers set corners on a grid of a sixteenth of a pixel at worst
static const double pickTolerance = 4e-3;

static void picks_agree_with_rays_cast_on_the_cpu(void **state) {
    (void)state;
    comparePicks(0.0, pickTolerance);
}

static void ten_kilometres_away_too(void **state) {
    (void)state;
    comparePicks(10000.0, pickTolerance);
}

static void four_picks_can_be_under_way(void **state) {
    (void)state;
    Stage stage = makeStage(0.0);
    stage.view.camera.target[0] = 0.25, stage.view.camera.target[2] = 0.25; // into the first body
    SupPickId ids[5];
    SupPick pick;
    for (int i = 0; i < 4; ++i) assert_ok(supRendererPick(stage.renderer, stage.world, &stage.view, 160, 100, &ids[i]));
    assert_status(SupStatus_Pending, supRendererPick(stage.renderer, stage.world, &stage.view, 160, 100, &ids[4]));
    assert_status(SupStatus_OutOfRange, supRendererPick(stage.renderer, stage.world, &stage.view, -1, 100, &ids[4]));
    assert_ok(supGpuWaitIdle(fixtureGpu(), 60.0));
    uint64_t body = 0;
    for (int i = 0; i < 4; ++i) {
        SupStatus status;
        while ((status = supRendererPicked(stage.renderer, stage.world, ids[i], &pick)) == SupStatus_Pending)
            supGpuPoll(fixtureGpu());
        assert_ok(status);
        assert_true(i == 0 || pick.body.value == body);
        body = pick.body.value;
    }
    assert_true(body != 0);
    // one that is never asked for goes with the renderer
    assert_ok(supRendererPick(stage.renderer, stage.world, &stage.view, 160, 100, &ids[0]));
    closeStage(&stage);
    supGpuPoll(fixtureGpu());
}

static void an_empty_world_answers_nothing(void **state) {
    (void)state;
    Stage stage = makeStage(0.0);
    for (int b = 0; b < Bodies; ++b) assert_ok(supWorldRemoveBody(stage.world, stage.bodies[b]));
    SupPick pick = pickAt(&stage, 160, 100);
    assert_true(pick.body.value == 0 && isinf(pick.distance));
    closeStage(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_agree_with_rays_cast_on_the_cpu), cmocka_unit_test(ten_kilometres_away_too),
        cmocka_unit_test(four_picks_can_be_under_way), cmocka_unit_test(an_empty_world_answers_nothing)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
