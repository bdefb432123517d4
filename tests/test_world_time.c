// SPDX-License-Identifier: MIT
// Frames and time: the accumulator of supWorldAdvance, counters, empty Worlds.
#include "gpu_fixture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// A World without bodies: frames cost nothing.
static SupWorld *emptyWorld(uint32_t mostFrames) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.maxFramesPerAdvance = mostFrames;
    return makeWorld(&settings);
}

static SupWorldStats statsOf(const SupWorld *world) {
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    return stats;
}

static uint32_t advance(SupWorld *world, double seconds, double *blend) {
    uint32_t frames = 12345;
    double rest = -1.0;
    assert_ok(supWorldAdvance(world, seconds, &frames, &rest));
    assert_true(rest >= 0.0 && rest < 1.0 + 1e-9);
    if (blend) *blend = rest;
    return frames;
}

static void displays_of_any_rate_run_sixty_frames_a_second(void **state) {
    (void)state;
    static const double rates[] = {24, 30, 50, 59.94, 60, 75, 90, 120, 144, 165, 240, 360};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i) {
        SupWorld *world = emptyWorld(4);
        uint32_t total = 0, count = (uint32_t)(10.0 * rates[i] + 0.5), least = 99, most = 0;
        double blend = 0.0;
        for (uint32_t k = 0; k < count; ++k) {
            uint32_t frames = advance(world, 1.0 / rates[i], &blend);
            total += frames;
            least = frames < least ? frames : least;
            most = frames > most ? frames : most;
        }
        double exact = 60.0 * count / rates[i];
        print_message("%g Hz: %u frames in %u calls, %u to %u a call, rest %.3g\n", rates[i], total, count, least, most,
                      blend);
        assert_near(total + blend, exact, 1e-6);
        assert_true(most - least <= 1);
        SupWorldStats stats = statsOf(world);
        assert_int_equal(total, stats.frames);
        assert_near(stats.time, total / 60.0, 1e-9);
        assert_int_equal(0, stats.clampedAdvances);
        assert_near(stats.droppedTime, 0, 0);
        supWorldDestroy(world);
    }
}

static void feeds_that_divide_a_frame_are_exact(void **state) {
    (void)state;
    static const uint32_t parts[] = {1, 2, 3, 4, 7, 10, 16, 60, 100};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        SupWorld *world = emptyWorld(4);
        for (int frame = 0; frame < 50; ++frame) {
            uint32_t frames = 0;
            for (uint32_t k = 0; k < parts[i]; ++k) {
                assert_int_equal(0, frames); // not before its last part
                frames += advance(world, 1.0 / 60.0 / parts[i], NULL);
            }
            assert_int_equal(1, frames);
        }
        supWorldDestroy(world);
    }
}

static void thirty_hertz_run_two_frames_and_144_hertz_at_most_one(void **state) {
    (void)state;
    SupWorld *world = emptyWorld(4);
    for (int i = 0; i < 300; ++i) assert_int_equal(2, advance(world, 1.0 / 30.0, NULL));
    uint32_t total = 0;
    for (int i = 0; i < 1440; ++i) {
        uint32_t frames = advance(world, 1.0 / 144.0, NULL);
        assert_true(frames <= 1);
        total += frames;
    }
    assert_int_equal(600, total);
    supWorldDestroy(world);
}

static void time_beyond_the_most_frames_is_dropped_and_counted(void **state) {
    (void)state;
    static const double waits[] = {5.0, 3600.0, 1e9, 1e300};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; ++i) {
        SupWorld *world = emptyWorld(4);
        double blend;
        assert_int_equal(4, advance(world, waits[i], &blend));
        assert_near(blend, 0, 1e-9);
        SupWorldStats stats = statsOf(world);
        assert_int_equal(4, stats.frames);
        assert_near(stats.time, 4.0 / 60.0, 1e-12);
        assert_int_equal(1, stats.clampedAdvances);
        assert_near(stats.droppedTime / (waits[i] - 4.0 / 60.0), 1, 1e-12);
        // nothing of it comes later
        assert_int_equal(0, advance(world, 0.0, NULL));
        assert_int_equal(1, advance(world, 1.0 / 60.0, NULL));
        assert_int_equal(1, statsOf(world).clampedAdvances);
        supWorldDestroy(world);
    }
}

static void less_than_a_frame_beyond_the_most_frames_is_kept(void **state) {
    (void)state;
    SupWorld *world = emptyWorld(4);
    double blend;
    assert_int_equal(4, advance(world, 4.75 / 60.0, &blend));
    assert_near(blend, 0.75, 1e-9);
    assert_int_equal(0, statsOf(world).clampedAdvances);
    assert_int_equal(1, advance(world, 0.5 / 60.0, &blend));
    assert_near(blend, 0.25, 1e-9);
    supWorldDestroy(world);
}

static void time_that_makes_no_sense_is_dropped_and_counted(void **state) {
    (void)state;
    static const double odd[] = {-1.0, -1e300, -DBL_TRUE_MIN, NAN, INFINITY, -INFINITY};
    SupWorld *world = emptyWorld(4);
    assert_int_equal(0, advance(world, 0.5 / 60.0, NULL));
    for (uint32_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
        double blend;
        assert_int_equal(0, advance(world, odd[i], &blend));
        assert_near(blend, 0.5, 1e-9); // what was left over before stays
        assert_int_equal(i + 1, statsOf(world).clampedAdvances);
        assert_true(isfinite(statsOf(world).droppedTime));
    }
    assert_int_equal(0, statsOf(world).frames);
    assert_int_equal(0, advance(world, 0.0, NULL));
    assert_int_equal(0, advance(world, -0.0, NULL));
    assert_int_equal(sizeof odd / sizeof *odd, statsOf(world).clampedAdvances); // no time is no odd time
    assert_int_equal(1, advance(world, 0.5 / 60.0, NULL));
    supWorldDestroy(world);
}

static void results_of_advance_may_be_null(void **state) {
    (void)state;
    SupWorld *world = emptyWorld(4);
    assert_ok(supWorldAdvance(world, 2.0 / 60.0, NULL, NULL));
    assert_int_equal(2, statsOf(world).frames);
    supWorldDestroy(world);
}

static void frame_time_may_change_between_calls(void **state) {
    (void)state;
    SupWorld *world = emptyWorld(1000);
    SupSettings settings;
    assert_ok(supWorldSettings(world, &settings));
    assert_int_equal(0, advance(world, 0.9 / 60.0, NULL));
    settings.frameTime = 1e-3;
    assert_ok(supWorldSetSettings(world, &settings));
    double blend;
    assert_int_equal(15, advance(world, 0.0, &blend)); // 0.9/60 s are fifteen frames of a millisecond
    assert_near(blend, 0, 1e-6);
    assert_near(statsOf(world).time, 0.015, 1e-12);
    settings.frameTime = 0.1;
    assert_ok(supWorldSetSettings(world, &settings));
    assert_int_equal(1, advance(world, 0.15, &blend));
    assert_near(blend, 0.5, 1e-6);
    supWorldDestroy(world);
}

static void reset_forgets_the_time_left_over(void **state) {
    (void)state;
    SupWorld *world = emptyWorld(4);
    assert_int_equal(1, advance(world, 1.9 / 60.0, NULL));
    assert_ok(supWorldReset(world));
    SupWorldStats stats = statsOf(world);
    assert_int_equal(0, stats.frames);
    assert_near(stats.time, 0, 0);
    assert_int_equal(0, advance(world, 0.5 / 60.0, NULL));
    supWorldDestroy(world);
}

/// A frame of many substeps is cut into several submissions: the same motion as many frames of few.
static void long_frames_are_cut_without_a_trace(void **state) {
    (void)state;
    SupBodyAsset *asset = boxAsset(0.2, 0.2, 0.2, 1, 1, 1);
    float *ends[2];
    uint32_t vertexCount = 0;
    for (uint32_t i = 0; i < 2; ++i) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.frameTime = i ? 0.01 : 0.1;
        settings.substeps = i ? 100 : 1000;
        settings.iterations = 12; // 24,000 dispatches a long frame
        SupWorld *world = makeWorld(&settings);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = asset;
        desc.position[1] = 0.02; // meets the ground on its way
        desc.angularVelocity[2] = 3.0;
        SupBodyId body = addBody(world, &desc);
        stepWorld(world, i ? 10 : 1);
        ends[i] = readPositions(world, body);
        vertexCount = supBodyAssetView(asset).vertexCount;
        supWorldDestroy(world);
    }
    float lowest = 0.0f;
    for (uint32_t k = 0; k < 3 * vertexCount; ++k) {
        assert_near(ends[0][k], ends[1][k], 1e-5);
        if (k % 3 == 1 && ends[0][k] < lowest) lowest = ends[0][k];
    }
    assert_near(lowest, -0.12, 5e-3); // on the ground
    free(ends[0]);
    free(ends[1]);
    supBodyAssetRelease(asset);
}

static void empty_worlds_step_and_answer(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    stepWorld(world, 100);
    assert_ok(supWorldEnableNormals(world, true));
    stepWorld(world, 1);
    assert_ok(supWorldReset(world));
    stepWorld(world, 3);
    SupWorldStats stats = statsOf(world);
    assert_int_equal(0, stats.bodies);
    assert_int_equal(3, stats.frames);
    assert_int_equal(0, stats.dispatchesPerFrame);
    for (int what = 0; what < SupRead_Count; ++what) {
        SupRequestId request;
        const void *data = NULL;
        size_t length = 99;
        assert_ok(supWorldRequest(world, (SupRead)what, (SupBodyId){0}, &request));
        assert_ok(supWorldRequestWait(world, request, 60.0));
        assert_ok(supWorldRequestData(world, request, &data, &length));
        assert_int_equal(0, length);
        assert_non_null(data);
        assert_true(supHash(data, length) == supHash(NULL, 0));
        assert_ok(supWorldRequestRelease(world, request));
    }
    supWorldDestroy(world);
}

/// @param dispatches of a frame
static void expectStatistics(SupSolver solver, uint32_t dispatches) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.substeps = 2, settings.iterations = 3;
    settings.solver = solver;
    uint64_t before = supGpuAllocated(fixtureGpu());
    SupWorld *world = makeWorld(&settings);
    SupBodyAsset *asset = boxAsset(1, 1, 1, 2, 2, 2);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = 1.0;
    uint64_t last = statsOf(world).gpuBytes;
    SupBodyId bodies[9];
    for (uint32_t i = 0; i < 9; ++i) {
        bodies[i] = addBody(world, &desc);
        stepWorld(world, 1);
        SupWorldStats stats = statsOf(world);
        assert_int_equal(i + 1, stats.bodies);
        assert_int_equal(27 * (i + 1), stats.vertices);
        assert_int_equal(48 * (i + 1), stats.tets);
        assert_int_equal(i + 1, stats.frames);
        assert_int_equal(dispatches, stats.dispatchesPerFrame);
        assert_true(stats.trafficPerFrame > 0.0);
        assert_true(stats.gpuBytes >= last);
        assert_true(stats.gpuBytes <= supGpuAllocated(fixtureGpu()) - before);
        last = stats.gpuBytes;
    }
    assert_ok(supWorldEnableNormals(world, true));
    stepWorld(world, 1);
    assert_int_equal(dispatches + 1, statsOf(world).dispatchesPerFrame);
    for (uint32_t i = 0; i < 9; ++i) assert_ok(supWorldRemoveBody(world, bodies[i]));
    stepWorld(world, 1);
    assert_int_equal(0, statsOf(world).dispatchesPerFrame);
    assert_int_equal(11, statsOf(world).frames);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    assert_int_equal(before, supGpuAllocated(fixtureGpu()));
}

static void statistics_follow_the_bodies(void **state) {
    (void)state;
    // predict, then per substep tets and sums 3 times, where the last sum finishes
    expectStatistics(SupSolver_Xpbd, 1 + 2 * 6);
    // a whole frame at once
    expectStatistics(SupSolver_Vbd, 1);
    // begin, then per substep the matrix, three steps of gradient, solution, energy with two times apply, and the end
    expectStatistics(SupSolver_Newton, 1 + 2 * (1 + 3 * 3 + 2 + 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(displays_of_any_rate_run_sixty_frames_a_second),
                                       cmocka_unit_test(feeds_that_divide_a_frame_are_exact),
                                       cmocka_unit_test(thirty_hertz_run_two_frames_and_144_hertz_at_most_one),
                                       cmocka_unit_test(time_beyond_the_most_frames_is_dropped_and_counted),
                                       cmocka_unit_test(less_than_a_frame_beyond_the_most_frames_is_kept),
                                       cmocka_unit_test(time_that_makes_no_sense_is_dropped_and_counted),
                                       cmocka_unit_test(results_of_advance_may_be_null),
                                       cmocka_unit_test(frame_time_may_change_between_calls),
                                       cmocka_unit_test(reset_forgets_the_time_left_over),
                                       cmocka_unit_test(long_frames_are_cut_without_a_trace),
                                       cmocka_unit_test(empty_worlds_step_and_answer),
                                       cmocka_unit_test(statistics_follow_the_bodies)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
