// SPDX-License-Identifier: MIT
// Grabs: the spring's force is what a body gains, releasing leaves it alone, pinned vertices stay, nothing else changes.
#include "gpu_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static SupSettings freeFlight(uint32_t substeps, uint32_t iterations) {
    SupSettings settings = SUP_SETTINGS_INIT;
    memset(settings.gravity, 0, sizeof settings.gravity);
    settings.ground.enabled = false;
    settings.substeps = substeps;
    settings.iterations = iterations;
    return settings;
}

static SupBodyId addBox(SupWorld *world, const uint32_t *pinned, uint32_t count) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = boxAsset(0.4, 0.4, 0.4, 2, 2, 2);
    desc.position[1] = 1.0;
    desc.pinned = pinned;
    desc.pinnedCount = count;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(desc.asset);
    return body;
}

/// The middle of surface triangle 3, where it starts.
static SupGrab grabAt(SupWorld *world, SupBodyId body, double start[3]) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    SupBodyAssetView view = supBodyAssetView(info.asset);
    SupGrab grab = SUP_GRAB_INIT;
    grab.triangle = 3;
    for (int i = 0; i < 3; ++i) {
        grab.weights[i] = 1.0 / 3.0;
        start[i] = info.origin[i];
        for (int c = 0; c < 3; ++c) start[i] += (double)view.positions[3 * view.triangles[9 + c] + (uint32_t)i] / 3.0;
        grab.target[i] = start[i];
    }
    return grab;
}

static double massUnder(SupWorld *world, SupBodyId body, const SupGrab *grab, double *inverse) {
    SupBodyInfo info;
    SupMaterial material;
    assert_ok(supWorldBodyInfo(world, body, &info));
    assert_ok(supWorldMaterial(world, body, &material));
    SupBodyAssetView view = supBodyAssetView(info.asset);
    double mass = 0.0;
    *inverse = 0.0;
    for (uint32_t v = 0; v < view.vertexCount; ++v) mass += (double)view.vertexVolume[v] * material.density;
    for (int c = 0; c < 3; ++c) {
        double m = (double)view.vertexVolume[view.triangles[3 * grab->triangle + (uint32_t)c]] * material.density;
        *inverse += grab->weights[c] * grab->weights[c] / m;
    }
    return mass;
}

static void a_substep_adds_the_springs_force_and_nothing_else(void **state) {
    (void)state;
    SupSettings settings = freeFlight(1, 4);
    for (int scatter = 0; scatter < 2; ++scatter) {
        settings.accumulate = scatter ? SupAccumulate_Scatter : SupAccumulate_Gather;
        SupWorld *world = makeWorld(&settings);
        SupBodyId body = addBox(world, NULL, 0);
        double start[3], inverse, h = settings.frameTime;
        SupGrab grab = grabAt(world, body, start);
        massUnder(world, body, &grab, &inverse);
        grab.target[0] += 0.3, grab.target[1] -= 0.1;
        grab.stiffness = 50.0;
        grab.damping = 2.0;
        assert_ok(supWorldSetGrab(world, body, &grab));
        stepWorld(world, 1);
        SupMeasure after = measure(world, body);
        double share = grab.stiffness / (1.0 + inverse * h * (grab.stiffness * h + grab.damping));
        assert_near(after.momentum[0], 0.3 * share * h, 2e-5 * fabs(0.3 * share * h) + 1e-6);
        assert_near(after.momentum[1], -0.1 * share * h, 2e-5 * fabs(0.1 * share * h) + 1e-6);
        assert_near(after.momentum[2], 0.0, 1e-5);
        supWorldDestroy(world);
    }
}

/// A stiff body on the spring swings like a mass point: a quarter of a swing after T = pi/2 sqrt(m/k) it is at the target.
static void a_body_swings_with_its_mass_on_the_spring(void **state) {
    (void)state;
    SupSettings settings = freeFlight(10, 8);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBox(world, NULL, 0);
    double start[3], inverse, pull = 0.05;
    SupGrab grab = grabAt(world, body, start);
    double mass = massUnder(world, body, &grab, &inverse);
    // along the line from the centre through the grabbed point, so that it does not spin
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    double out[3], length = 0.0;
    for (int i = 0; i < 3; ++i) out[i] = start[i] - info.origin[i], length += out[i] * out[i];
    for (int i = 0; i < 3; ++i) grab.target[i] += pull * out[i] / sqrt(length);
    grab.stiffness = mass * 39.47841760435743; // 1 Hz
    assert_ok(supWorldSetGrab(world, body, &grab));
    stepWorld(world, 15); // a quarter of a second
    SupMeasure after = measure(world, body);
    double speed = 0.0;
    for (int i = 0; i < 3; ++i) speed += after.momentum[i] * out[i] / sqrt(length) / mass;
    assert_near(speed, pull * 6.283185307179586, 0.06 * pull * 6.28);
    supWorldDestroy(world);
}

static void a_released_body_keeps_its_momentum(void **state) {
    (void)state;
    SupSettings settings = freeFlight(10, 8);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBox(world, NULL, 0);
    double start[3];
    SupGrab grab = grabAt(world, body, start);
    grab.target[1] += 0.5;
    grab.stiffness = 2000.0;
    grab.damping = 50.0;
    assert_ok(supWorldSetGrab(world, body, &grab));
    stepWorld(world, 10);
    assert_ok(supWorldClearGrab(world, body));
    SupMeasure before = measure(world, body);
    stepWorld(world, 20);
    SupMeasure after = measure(world, body);
    assert_true(before.momentum[1] > 1.0);
    for (int i = 0; i < 3; ++i) assert_near(after.momentum[i], before.momentum[i], 2e-3 * fabs(before.momentum[1]));
    supWorldDestroy(world);
}

static void any_stiffness_is_stable(void **state) {
    (void)state;
    SupSettings settings = freeFlight(10, 8);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBox(world, NULL, 0);
    double start[3];
    SupGrab grab = grabAt(world, body, start);
    grab.target[0] += 1.0;
    grab.stiffness = 1e12;
    assert_ok(supWorldSetGrab(world, body, &grab));
    stepWorld(world, 60);
    SupMeasure after = measure(world, body);
    assert_true(after.finite && after.kinetic < 1e4);
    supWorldDestroy(world);
}

static void pinned_corners_stay_and_a_cleared_grab_leaves_no_trace(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL), *other = makeWorld(NULL);
    uint32_t all[27];
    for (uint32_t i = 0; i < 27; ++i) all[i] = i;
    SupBodyId pinned = addBox(world, all, 27), loose = addBox(world, NULL, 0), alone = addBox(other, NULL, 0);
    double start[3];
    SupGrab grab = grabAt(world, pinned, start);
    grab.target[0] += 1.0;
    grab.stiffness = 1e4;
    float *before = readPositions(world, pinned);
    assert_ok(supWorldSetGrab(world, pinned, &grab));
    assert_ok(supWorldSetGrab(world, loose, &grab));
    assert_ok(supWorldClearGrab(world, loose));
    assert_ok(supWorldClearGrab(world, loose));
    stepWorld(world, 5);
    stepWorld(other, 5);
    float *after = readPositions(world, pinned);
    assert_memory_equal(before, after, 27 * 12);
    assert_true(stateHash(world, loose) == stateHash(other, alone));
    free(before), free(after);
    supWorldDestroy(world);
    supWorldDestroy(other);
}

static void reset_and_removal_let_go(void **state) {
    (void)state;
    SupSettings settings = freeFlight(2, 2);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBox(world, NULL, 0);
    double start[3];
    SupGrab grab = grabAt(world, body, start);
    grab.target[0] += 1.0;
    grab.stiffness = 1e3;
    uint64_t first = stateHash(world, body);
    assert_ok(supWorldSetGrab(world, body, &grab));
    stepWorld(world, 2);
    assert_true(stateHash(world, body) != first);
    assert_ok(supWorldReset(world));
    assert_true(stateHash(world, body) == first);
    stepWorld(world, 2);
    assert_near(measure(world, body).momentum[0], 0.0, 1e-6);
    assert_ok(supWorldSetGrab(world, body, &grab));
    assert_ok(supWorldRemoveBody(world, body));
    SupBodyId next = addBox(world, NULL, 0);
    stepWorld(world, 2);
    assert_near(measure(world, next).momentum[0], 0.0, 1e-6);
    assert_status(SupStatus_StaleId, supWorldSetGrab(world, body, &grab));
    supWorldDestroy(world);
}

static void wrong_grabs_are_refused_by_name(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupBodyId body = addBox(world, NULL, 0);
    double start[3];
    SupGrab good = grabAt(world, body, start), grab = good;
    assert_status(SupStatus_InvalidArgument, supWorldSetGrab(world, body, NULL));
    grab.triangle = 100000;
    assert_status(SupStatus_OutOfRange, supWorldSetGrab(world, body, &grab));
    assert_non_null(strstr(supWorldErrorText(world), "triangle"));
    grab = good, grab.weights[0] = 0.9;
    assert_status(SupStatus_OutOfRange, supWorldSetGrab(world, body, &grab));
    grab = good, grab.weights[0] = NAN;
    assert_status(SupStatus_OutOfRange, supWorldSetGrab(world, body, &grab));
    grab = good, grab.target[2] = INFINITY;
    assert_status(SupStatus_NotFinite, supWorldSetGrab(world, body, &grab));
    grab = good, grab.stiffness = -1.0;
    assert_status(SupStatus_OutOfRange, supWorldSetGrab(world, body, &grab));
    assert_non_null(strstr(supWorldErrorText(world), "stiffness"));
    grab = good, grab.damping = NAN;
    assert_status(SupStatus_OutOfRange, supWorldSetGrab(world, body, &grab));
    supWorldDestroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_substep_adds_the_springs_force_and_nothing_else),
                                       cmocka_unit_test(a_body_swings_with_its_mass_on_the_spring),
                                       cmocka_unit_test(a_released_body_keeps_its_momentum),
                                       cmocka_unit_test(any_stiffness_is_stable),
                                       cmocka_unit_test(pinned_corners_stay_and_a_cleared_grab_leaves_no_trace),
                                       cmocka_unit_test(reset_and_removal_let_go),
                                       cmocka_unit_test(wrong_grabs_are_refused_by_name)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
