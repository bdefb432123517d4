// SPDX-License-Identifier: MIT
// What must be true whatever the solver (docs/physics.md, section 8): every test runs with each of them.
#include "gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SupSolver solverOf(void **state) { return *(const SupSolver *)*state; }

static SupSettings settingsOf(SupSolver solver) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.solver = solver;
    return settings;
}

static SupSettings noGravity(SupSolver solver) {
    SupSettings settings = settingsOf(solver);
    settings.gravity[1] = 0.0;
    settings.ground.enabled = false;
    return settings;
}

static SupBodyAsset *torusAsset(void) {
    SupTetMesh mesh = {0};
    SupBodyAssetDesc desc = SUP_BODY_ASSET_DESC_INIT;
    SupBodyAsset *asset = NULL;
    assert_ok(supTetMeshTorus(0.5, 0.2, 16, 3, &mesh, NULL));
    assert_ok(supBodyAssetCreate(&mesh, &desc, &asset, NULL));
    supTetMeshFree(&mesh);
    return asset;
}

/// A World with one body of `asset`, which it keeps.
static SupWorld *worldWith(const SupSettings *settings, SupBodyAsset *asset, SupBodyDesc desc, SupBodyId *body) {
    SupWorld *world = makeWorld(settings);
    desc.asset = asset;
    *body = addBody(world, &desc);
    supBodyAssetRelease(asset);
    return world;
}

static double largestDifference(const float *a, const float *b, size_t count) {
    double largest = 0.0;
    for (size_t i = 0; i < count; ++i) largest = fmax(largest, fabs((double)a[i] - (double)b[i]));
    return largest;
}

static uint32_t vertexCount(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    return info.vertexCount;
}

static SupBodyAssetView viewOf(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    return supBodyAssetView(info.asset);
}

/// Mean of component `axis` over all vertices (equal weights).
static double meanOf(SupWorld *world, SupBodyId body, SupRead what, int axis) {
    float *data = readWorld(world, what, body, NULL);
    uint32_t n = vertexCount(world, body);
    double sum = 0.0;
    for (uint32_t i = 0; i < n; ++i) sum += (double)data[3 * i + (uint32_t)axis];
    free(data);
    return sum / n;
}

// ---- Rest and free flight --------------------------------------------------------------------------------------------

static void at_rest_without_gravity_nothing_moves(void **state) {
    SupSettings settings = noGravity(solverOf(state));
    for (int shape = 0; shape < 3; ++shape) {
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        SupBodyId body;
        SupWorld *world = worldWith(&settings, shape == 2 ? torusAsset() : boxAsset(1.3, 0.7, 0.9, 4, 3, 5), desc, &body);
        float *before = readPositions(world, body);
        stepWorld(world, 3);
        float *after = readPositions(world, body);
        assert_near(largestDifference(before, after, 3 * vertexCount(world, body)), 0, 1e-5);
        assert_true(measure(world, body).residualArap < 1e-6);
        free(before), free(after);
        supWorldDestroy(world);
    }
}

static void free_fall_follows_the_exact_parabola(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    settings.ground.enabled = false;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.velocity[0] = 1.0;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, boxAsset(0.5, 0.4, 0.3, 3, 3, 3), desc, &body);
    double x0 = meanOf(world, body, SupRead_Positions, 0), y0 = meanOf(world, body, SupRead_Positions, 1);
    stepWorld(world, 60);
    // 600 steps of v += g h, y += v h fall g h^2 n (n + 1) / 2: the parabola plus g h t / 2
    double h = 1.0 / 600.0, discrete = -9.81 * h * h * 600.0 * 601.0 / 2.0;
    assert_near(meanOf(world, body, SupRead_Positions, 1) - y0, discrete, 5e-5);
    assert_near(meanOf(world, body, SupRead_Positions, 1) - y0, -9.81 / 2.0 - 9.81 * h / 2.0, 5e-5);
    assert_near(meanOf(world, body, SupRead_Velocities, 1), -9.81, 1e-4);
    assert_near(meanOf(world, body, SupRead_Positions, 0) - x0, 1.0, 2e-5);
    assert_true(measure(world, body).residualArap < 2e-5);
    supWorldDestroy(world);
}

static void damping_is_exponential_in_time_and_independent_of_substeps(void **state) {
    for (uint32_t substeps = 1; substeps <= 16; substeps *= 4) {
        SupSettings settings = noGravity(solverOf(state));
        settings.substeps = substeps;
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.velocity[0] = 2.0;
        desc.material.damping = 1.5;
        SupBodyId body;
        SupWorld *world = worldWith(&settings, boxAsset(0.3, 0.3, 0.3, 1, 1, 1), desc, &body);
        stepWorld(world, 60);
        assert_near(meanOf(world, body, SupRead_Velocities, 0), 2.0 * exp(-1.5), 2e-5);
        supWorldDestroy(world);
    }
}

static void momentum_of_a_free_deforming_body_stays(void **state) {
    SupSolver solver = solverOf(state);
    for (int accumulate = 0; accumulate < (solver == SupSolver_Xpbd ? SupAccumulate_Count : 1); ++accumulate) {
        SupSettings settings = noGravity(solver);
        settings.accumulate = (SupAccumulate)accumulate;
        SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 3, 4, 3);
        SupBodyAssetView view = supBodyAssetView(asset);
        float *start = malloc(3 * view.vertexCount * sizeof *start);
        TestRandom random = {7};
        for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i)
            start[i] = view.positions[i] * 1.1f + 0.02f * (float)(randomUnit(&random) - 0.5);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.velocity[0] = 1.0;
        desc.velocity[2] = -0.5;
        desc.angularVelocity[1] = 2.0;
        desc.startPositions = start;
        SupBodyId body;
        SupWorld *world = worldWith(&settings, asset, desc, &body);
        SupMeasure before = measure(world, body);
        for (int frame = 0; frame < 10; ++frame) {
            stepWorld(world, 1);
            SupMeasure after = measure(world, body);
            double scale = sqrt(before.momentum[0] * before.momentum[0] + before.momentum[2] * before.momentum[2]);
            for (int k = 0; k < 3; ++k) assert_near(after.momentum[k], before.momentum[k], 1e-5 * scale * (frame + 1));
        }
        SupMeasure last = measure(world, body);
        print_message("angular momentum about y: %.6g -> %.6g\n", before.angularMomentum[1], last.angularMomentum[1]);
        free(start);
        supWorldDestroy(world);
    }
}

static void gravity_adds_its_impulse_each_frame(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    settings.ground.enabled = false;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, boxAsset(0.5, 0.5, 0.5, 2, 2, 2), desc, &body);
    double mass = 1000.0 * 0.125;
    for (int frame = 1; frame <= 5; ++frame) {
        stepWorld(world, 1);
        double expected = -9.81 * mass * frame / 60.0;
        assert_near(measure(world, body).momentum[1], expected, 1e-5 * fabs(expected));
    }
    supWorldDestroy(world);
}

static void motion_is_the_same_10_km_from_the_origin(void **state) {
    float *positions[2];
    uint32_t count = 0;
    for (int far = 0; far < 2; ++far) {
        SupSettings settings = settingsOf(solverOf(state));
        settings.ground.height = far ? 4096.0 : 0.0;
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.position[0] = far ? 10000.0 : 0.0;
        desc.position[1] = settings.ground.height + 0.25;
        desc.position[2] = far ? -8192.0 : 0.0;
        desc.velocity[0] = 0.5;
        SupBodyId body;
        SupWorld *world = worldWith(&settings, boxAsset(0.5, 0.5, 0.5, 3, 3, 3), desc, &body);
        stepWorld(world, 30);
        positions[far] = readPositions(world, body);
        count = vertexCount(world, body);
        supWorldDestroy(world);
    }
    assert_near(largestDifference(positions[0], positions[1], 3 * count), 0, 1e-5);
    free(positions[0]), free(positions[1]);
}

// ---- Inversion, pins, ground -----------------------------------------------------------------------------------------

static void a_mirrored_mesh_recovers(void **state) {
    SupSettings settings = noGravity(solverOf(state));
    SupBodyAsset *asset = boxAsset(0.6, 0.4, 0.4, 4, 3, 3);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *start = malloc(3 * view.vertexCount * sizeof *start);
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) start[i] = view.positions[i] * (i % 3 == 0 ? -1.0f : 1.0f);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.startPositions = start;
    desc.material.damping = 2.0;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, asset, desc, &body);
    assert_int_equal(measure(world, body).inverted, view.tetCount);
    stepWorld(world, 60);
    SupMeasure after = measure(world, body);
    print_message("mirrored: smallest volume ratio %.3g after 60 frames\n", after.minVolumeRatio);
    assert_true(after.finite);
    assert_int_equal(after.inverted, 0);
    assert_true(after.minVolumeRatio > 0.5);
    free(start);
    supWorldDestroy(world);
}

static void pinned_vertices_move_exactly_zero(void **state) {
    SupBodyAsset *asset = boxAsset(1.0, 0.3, 0.3, 5, 2, 2);
    const uint32_t pins[] = {0, 7, 23};
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.position[1] = 0.2;
    desc.pinned = pins;
    desc.pinnedCount = 3;
    desc.velocity[0] = 3.0;
    SupBodyId body;
    SupSettings settings = settingsOf(solverOf(state));
    SupWorld *world = worldWith(&settings, asset, desc, &body);
    float *before = readPositions(world, body);
    stepWorld(world, 40);
    float *after = readPositions(world, body), *velocities = readWorld(world, SupRead_Velocities, body, NULL);
    for (int i = 0; i < 3; ++i) {
        assert_memory_equal(before + 3 * pins[i], after + 3 * pins[i], 3 * sizeof(float));
        for (int k = 0; k < 3; ++k) assert_true(velocities[3 * pins[i] + (uint32_t)k] == 0.0f);
    }
    assert_true(largestDifference(before, after, 3 * vertexCount(world, body)) > 0.01);
    free(before), free(after), free(velocities);
    supWorldDestroy(world);
}

static void nothing_ends_a_frame_below_the_ground(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    settings.ground.height = -0.375;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.rotation[0] = 0.4;
    desc.rotation[2] = 0.3;
    desc.velocity[1] = -8.0;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, torusAsset(), desc, &body);
    for (int frame = 0; frame < 40; ++frame) {
        stepWorld(world, 1);
        assert_true(measure(world, body).maxPenetration < 1e-5);
    }
    assert_true(measure(world, body).finite);
    supWorldDestroy(world);
}

static void a_body_that_starts_below_the_ground_is_put_on_it_without_a_kick(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.position[1] = -0.05;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, boxAsset(0.5, 0.5, 0.5, 3, 3, 3), desc, &body);
    stepWorld(world, 30);
    SupMeasure m = measure(world, body);
    assert_true(m.maxPenetration < 1e-5);
    // it may spring back by the squash of 5 cm, not fly off
    assert_true(m.kinetic < 30.0);
    supWorldDestroy(world);
}

static void sliding_stops_after_the_distance_that_coulomb_says(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    settings.ground.friction = 0.4;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    // flat and stiff, so that it slides and does not tip
    desc.velocity[0] = 1.5;
    desc.material.young = 1e6;
    desc.material.poisson = 0.2;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, boxAsset(0.8, 0.1, 0.8, 4, 1, 4), desc, &body);
    double x0 = meanOf(world, body, SupRead_Positions, 0);
    stepWorld(world, 60);
    double slid = meanOf(world, body, SupRead_Positions, 0) - x0, expected = 1.5 * 1.5 / (2.0 * 0.4 * 9.81);
    print_message("slid %.4f m, Coulomb says %.4f m\n", slid, expected);
    assert_near(slid, expected, 0.1 * expected);
    // and then it sticks
    double rest = meanOf(world, body, SupRead_Positions, 0);
    stepWorld(world, 30);
    assert_near(meanOf(world, body, SupRead_Positions, 0), rest, 1e-3);
    supWorldDestroy(world);
}

static void without_friction_a_body_slides_on(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    settings.ground.friction = 0.0;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.velocity[0] = 1.0;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, boxAsset(0.4, 0.2, 0.4, 2, 1, 2), desc, &body);
    stepWorld(world, 60);
    SupMeasure m = measure(world, body);
    assert_near(m.momentum[0] / (1000.0 * 0.4 * 0.2 * 0.4), 1.0, 1e-3);
    supWorldDestroy(world);
}

// ---- Two forms, determinism ------------------------------------------------------------------------------------------

static void gather_equals_scatter_within_rounding(void **state) {
    (void)state;
    float *positions[2];
    uint32_t count = 0;
    for (int form = 0; form < 2; ++form) {
        SupSettings settings = settingsOf(SupSolver_Xpbd);
        settings.accumulate = form ? SupAccumulate_Scatter : SupAccumulate_Gather;
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.position[1] = 0.05;
        desc.rotation[2] = 0.2;
        desc.velocity[1] = -1.0;
        SupBodyId body;
        SupWorld *world = worldWith(&settings, boxAsset(0.5, 0.5, 0.5, 4, 4, 3), desc, &body);
        stepWorld(world, 12);
        positions[form] = readPositions(world, body);
        count = vertexCount(world, body);
        supWorldDestroy(world);
    }
    double difference = largestDifference(positions[0], positions[1], 3 * count);
    print_message("gather and scatter differ by %.2g m after 12 frames with contact\n", difference);
    assert_near(difference, 0, 2e-5);
    free(positions[0]), free(positions[1]);
}

static void bits_repeat_and_do_not_depend_on_what_else_is_in_the_world(void **state) {
    uint64_t hashes[3];
    for (int run = 0; run < 3; ++run) {
        SupSettings settings = settingsOf(solverOf(state));
        SupWorld *world = makeWorld(&settings);
        SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 4, 3, 3), *other = torusAsset();
        SupBodyDesc desc = SUP_BODY_DESC_INIT, crowd = SUP_BODY_DESC_INIT;
        crowd.asset = other;
        crowd.position[0] = 5.0;
        desc.asset = asset;
        desc.position[1] = 0.1;
        desc.rotation[0] = 0.3;
        if (run == 2) addBody(world, &crowd);
        SupBodyId body = addBody(world, &desc);
        if (run == 2) addBody(world, &crowd);
        stepWorld(world, 15);
        hashes[run] = stateHash(world, body);
        supWorldDestroy(world);
        supBodyAssetRelease(asset);
        supBodyAssetRelease(other);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] == hashes[2]);
}

static void a_body_that_becomes_non_finite_is_noted_with_its_first_frame(void **state) {
    SupSettings settings = noGravity(solverOf(state));
    settings.frameTime = 0.1;
    SupWorld *world = makeWorld(&settings);
    SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 2, 2, 2);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    addBody(world, &desc);
    // 3e37 m a frame pass the largest float, 3.4e38, in the twelfth frame
    desc.velocity[0] = 3e38;
    addBody(world, &desc);
    stepWorld(world, 15);
    size_t length;
    SupHealth *health = readWorld(world, SupRead_Health, (SupBodyId){0}, &length);
    assert_int_equal(length, 2 * sizeof *health);
    assert_true(health[0].firstBadFrame == UINT32_MAX);
    print_message("first bad frame: %u\n", health[1].firstBadFrame);
    if (solverOf(state) == SupSolver_Newton)
        assert_true(health[1].firstBadFrame <= 12); // it squares speeds: no float holds that
    else
        assert_int_equal(health[1].firstBadFrame, 12);
    free(health);
    // and a reset makes it well again
    desc.velocity[0] = 0.0;
    assert_ok(supWorldReplaceBody(world, supWorldBodyAt(world, 1), &desc));
    assert_ok(supWorldReset(world));
    stepWorld(world, 2);
    health = readWorld(world, SupRead_Health, (SupBodyId){0}, &length);
    assert_true(health[1].firstBadFrame == UINT32_MAX);
    free(health);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

// ---- Normals ---------------------------------------------------------------------------------------------------------

static void normals_are_the_area_weighted_sums_of_the_surface(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.position[1] = 0.5;
    desc.velocity[1] = -4.0;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, torusAsset(), desc, &body);
    stepWorld(world, 12);
    float *x = readPositions(world, body), *normals = readWorld(world, SupRead_Normals, body, NULL);
    SupBodyAssetView view = viewOf(world, body);
    double *sums = calloc(3 * view.vertexCount, sizeof *sums);
    for (size_t t = 0; t < view.triangleCount; ++t) {
        const uint32_t *v = view.triangles + 3 * t;
        double a[3], b[3];
        for (size_t k = 0; k < 3; ++k) {
            a[k] = (double)x[3 * v[1] + k] - (double)x[3 * v[0] + k];
            b[k] = (double)x[3 * v[2] + k] - (double)x[3 * v[0] + k];
        }
        for (size_t c = 0; c < 3; ++c)
            for (size_t k = 0; k < 3; ++k)
                sums[3 * v[c] + k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    for (size_t i = 0; i < view.vertexCount; ++i) {
        double length =
            sqrt(sums[3 * i] * sums[3 * i] + sums[3 * i + 1] * sums[3 * i + 1] + sums[3 * i + 2] * sums[3 * i + 2]);
        for (size_t k = 0; k < 3; ++k)
            assert_near((double)normals[3 * i + k], length > 0 ? sums[3 * i + k] / length : 0.0, 2e-5);
    }
    free(x), free(normals), free(sums);
    supWorldDestroy(world);
}

// ---- Stiffness -------------------------------------------------------------------------------------------------------

static double tipSag(SupSolver solver, const char *preset, uint32_t frames) {
    SupBodyAsset *asset = boxAsset(1.2, 0.4, 0.4, 6, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    uint32_t pins[16], count = 0;
    for (uint32_t i = 0; i < view.vertexCount; ++i)
        if ((double)view.positions[3 * i] + view.center[0] < 1e-6) pins[count++] = i;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.position[1] = 3.0;
    desc.pinned = pins;
    desc.pinnedCount = count;
    desc.material.damping = 3.0;
    assert_ok(supMaterialPreset(preset, &desc.material));
    SupSettings settings = settingsOf(solver);
    SupBodyId body;
    SupWorld *world = worldWith(&settings, asset, desc, &body);
    view = viewOf(world, body);
    stepWorld(world, frames);
    float *x = readPositions(world, body);
    double sag = 0.0;
    uint32_t tips = 0;
    for (uint32_t i = 0; i < view.vertexCount; ++i) {
        if ((double)view.positions[3 * i] + view.center[0] < 1.2 - 1e-6) continue;
        sag += (double)view.positions[3 * i + 1] - (double)x[3 * i + 1];
        tips++;
    }
    assert_int_equal(tips, 9);
    free(x);
    supWorldDestroy(world);
    return sag / tips;
}

static void a_stiffer_preset_bends_less(void **state) {
    SupSolver solver = solverOf(state);
    double soft = tipSag(solver, "soft", 45), medium = tipSag(solver, "medium", 45), stiff = tipSag(solver, "stiff", 45);
    print_message("tip sag: soft %.4f, medium %.4f, stiff %.4f m\n", soft, medium, stiff);
    assert_true(soft > 1.5 * medium);
    assert_true(medium > 1.5 * stiff);
    assert_true(stiff > 0.0);
}

/// However few the iterations of a stiff, nearly incompressible body: ice pushes up and nowhere else.
static void a_stiff_block_on_ice_keeps_its_horizontal_momentum(void **state) {
    SupSettings settings = settingsOf(solverOf(state));
    settings.ground.friction = 0.0;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.material.young = 1e7, desc.material.poisson = 0.49;
    desc.velocity[0] = 0.5;
    SupBodyId body;
    SupWorld *world = worldWith(&settings, boxAsset(0.4, 0.4, 0.4, 3, 3, 3), desc, &body);
    double before = measure(world, body).momentum[0];
    stepWorld(world, 20);
    SupMeasure now = measure(world, body);
    assert_near(now.momentum[0], before, 1e-3 * before);
    assert_near(now.momentum[2], 0.0, 1e-3 * before);
    supWorldDestroy(world);
}

static SupSolver vbd = SupSolver_Vbd, newton = SupSolver_Newton, xpbd = SupSolver_Xpbd;
#define EACH(test)                                                                          \
    {#test " (xpbd)", test, NULL, NULL, &xpbd}, {#test " (vbd)", test, NULL, NULL, &vbd}, { \
#test " (newton)", test, NULL, NULL, &newton                                        \
    }

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(at_rest_without_gravity_nothing_moves),
        EACH(free_fall_follows_the_exact_parabola),
        EACH(damping_is_exponential_in_time_and_independent_of_substeps),
        EACH(momentum_of_a_free_deforming_body_stays),
        EACH(gravity_adds_its_impulse_each_frame),
        EACH(motion_is_the_same_10_km_from_the_origin),
        EACH(a_mirrored_mesh_recovers),
        EACH(pinned_vertices_move_exactly_zero),
        EACH(nothing_ends_a_frame_below_the_ground),
        EACH(a_body_that_starts_below_the_ground_is_put_on_it_without_a_kick),
        EACH(sliding_stops_after_the_distance_that_coulomb_says),
        EACH(without_friction_a_body_slides_on),
        EACH(bits_repeat_and_do_not_depend_on_what_else_is_in_the_world),
        EACH(a_body_that_becomes_non_finite_is_noted_with_its_first_frame),
        EACH(a_stiffer_preset_bends_less),
        {"a_stiff_block_on_ice_keeps_its_horizontal_momentum (xpbd)", a_stiff_block_on_ice_keeps_its_horizontal_momentum,
         NULL, NULL, &xpbd},
        {"a_stiff_block_on_ice_keeps_its_horizontal_momentum (newton)", a_stiff_block_on_ice_keeps_its_horizontal_momentum,
         NULL, NULL, &newton},
        cmocka_unit_test(gather_equals_scatter_within_rounding),
        cmocka_unit_test(normals_are_the_area_weighted_sums_of_the_surface),
    };
    return cmocka_run_group_tests_name("solver truths", tests, fixtureSetup, fixtureTeardown);
}
