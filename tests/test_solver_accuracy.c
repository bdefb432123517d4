// SPDX-License-Identifier: MIT
// vbd and newton against implicit Euler in double precision, on the beam of docs/physics.md, section 4.
#include "gpu_fixture.h"
#include "implicit_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Beam {
    SupBodyAsset *asset;
    SupBodyAssetView view;
    uint8_t *pinned;
    uint32_t *pins, pinCount;
    SupMaterial material;
    SupSettings settings;
    double place[3];
} Beam;

/// The beam of docs/physics.md, section 4: 12 x 4 x 4 cells of 0.1 m, one end pinned, without ground.
static Beam makeBeam(SupModel model) {
    Beam beam = {.asset = boxAsset(1.2, 0.4, 0.4, 12, 4, 4), .place = {0, 2, 0}};
    beam.view = supBodyAssetView(beam.asset);
    beam.pinned = calloc(beam.view.vertexCount, 1);
    beam.pins = calloc(beam.view.vertexCount, sizeof *beam.pins);
    for (uint32_t i = 0; i < beam.view.vertexCount; ++i)
        if ((double)beam.view.positions[3 * i] + beam.view.center[0] < 1e-6)
            beam.pins[beam.pinCount++] = i, beam.pinned[i] = 1;
    beam.material = (SupMaterial)SUP_MATERIAL_INIT;
    beam.material.model = model;
    beam.settings = (SupSettings)SUP_SETTINGS_INIT;
    beam.settings.ground.enabled = false;
    return beam;
}

static void freeBeam(Beam *beam) {
    free(beam->pinned), free(beam->pins);
    supBodyAssetRelease(beam->asset);
}

static SupBodyDesc describe(const Beam *beam) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = beam->asset;
    memcpy(desc.position, beam->place, sizeof desc.position);
    desc.pinned = beam->pins;
    desc.pinnedCount = beam->pinCount;
    desc.material = beam->material;
    return desc;
}

static Implicit *truthOf(const Beam *beam, uint32_t frames) {
    Implicit *truth =
        implicitCreate(&beam->view, &beam->material, &beam->settings, beam->view.positions, NULL, beam->pinned);
    for (uint32_t f = 0; f < frames; ++f) implicitFrame(truth);
    return truth;
}

typedef struct Work {
    SupSolver solver;
    uint32_t iterations, linear;
} Work;

static SupSettings settingsOf(const Beam *beam, Work work) {
    SupSettings settings = beam->settings;
    settings.solver = work.solver;
    settings.iterations = work.iterations;
    settings.linearIterations = work.linear;
    return settings;
}

/// Positions after `frames`, freed by free().
static float *simulate(const Beam *beam, Work work, uint32_t frames) {
    SupSettings settings = settingsOf(beam, work);
    SupWorld *world = makeWorld(&settings);
    SupBodyDesc desc = describe(beam);
    SupBodyId body = addBody(world, &desc);
    stepWorld(world, frames);
    float *x = readPositions(world, body);
    supWorldDestroy(world);
    return x;
}

static double errorOf(const Beam *beam, const Implicit *truth, Work work, uint32_t frames) {
    float *x = simulate(beam, work, frames);
    double error = implicitError(truth, x, beam->view.positions);
    free(x);
    return error;
}

// ---- Against the truth -----------------------------------------------------------------------------------------------

enum { Frames = 30 };

static void errorsAfterThirtyFrames(SupModel model) {
    static const struct {
        Work work;
        double most;
    } cases[] = {{{SupSolver_Vbd, 4, 0}, 1.2e-3},
                 {{SupSolver_Vbd, 8, 0}, 3e-5},
                 {{SupSolver_Newton, 1, 4}, 5e-4},
                 {{SupSolver_Newton, 2, 4}, 5e-4},
                 {{SupSolver_Auto, 0, 0}, 5e-4}};
    Beam beam = makeBeam(model);
    Implicit *truth = truthOf(&beam, Frames);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double error = errorOf(&beam, truth, cases[i].work, Frames);
        print_message("solver %d, %ux%u: error %.2e\n", (int)cases[i].work.solver, cases[i].work.iterations,
                      cases[i].work.linear, error);
        assert_near(error, 0.0, cases[i].most);
    }
    implicitFree(truth);
    freeBeam(&beam);
}

static void errors_of_the_arap_beam_after_30_frames_are_within_their_bounds(void **state) {
    (void)state;
    errorsAfterThirtyFrames(SupModel_Arap);
}

static void errors_of_the_neo_hookean_beam_after_30_frames_are_within_their_bounds(void **state) {
    (void)state;
    errorsAfterThirtyFrames(SupModel_NeoHookean);
}

// ---- Far from the origin ---------------------------------------------------------------------------------------------

static void the_beam_moves_alike_100_m_and_10_km_from_the_origin(void **state) {
    (void)state;
    static const Work works[] = {{SupSolver_Vbd, 4, 0}, {SupSolver_Newton, 1, 4}};
    static const double places[][3] = {{0, 2, 0}, {100, 2, -70}, {1e4, 102, -7e3}};
    for (int w = 0; w < 2; ++w) {
        Beam beam = makeBeam(SupModel_Arap);
        float *near = NULL;
        for (int p = 0; p < 3; ++p) {
            memcpy(beam.place, places[p], sizeof beam.place);
            float *x = simulate(&beam, works[w], 10);
            double off = 0, moved = 0;
            for (size_t i = 0; i < 3 * (size_t)beam.view.vertexCount; ++i) {
                double d = (double)x[i] - (double)(near ? near : x)[i];
                double m = (double)x[i] - (double)beam.view.positions[i];
                off += d * d, moved += m * m;
            }
            assert_true(moved > 0.01);
            assert_near(sqrt(off / moved), 0.0, 1e-4);
            if (near)
                free(x);
            else
                near = x;
        }
        free(near);
        freeBeam(&beam);
    }
}

// ---- Energy ----------------------------------------------------------------------------------------------------------

/// G of a frame of one substep that starts at rest shape with `speed` along y: inertia about the predicted place, and
/// energy above the rest shape's.
static double potentialOf(const Beam *beam, double speed, const float *end) {
    double h = beam->settings.frameTime, sum = 0.0;
    size_t n = 3 * (size_t)beam->view.vertexCount;
    double *x = malloc(n * sizeof *x), *rest = malloc(n * sizeof *rest);
    for (size_t i = 0; i < n; ++i) {
        rest[i] = (double)beam->view.positions[i];
        double wanted = rest[i] + h * (i % 3 == 1 ? speed + h * beam->settings.gravity[1] : 0.0);
        double mass = beam->material.density * (double)beam->view.vertexVolume[i / 3], d = (double)end[i] - wanted;
        x[i] = end[i];
        if (!beam->pinned[i / 3]) sum += 0.5 * mass * d * d / (h * h);
    }
    sum += implicitElastic(&beam->view, &beam->material, x) - implicitElastic(&beam->view, &beam->material, rest);
    free(x), free(rest);
    return sum;
}

/// The potential after one long substep of a beam that is struck, for each amount of work.
static void expectFall(SupModel model, SupSolver solver, const uint32_t work[][2], int count) {
    Beam beam = makeBeam(model);
    beam.settings.substeps = 1;
    beam.settings.tolerance = 0.0;
    double before = INFINITY, first = 0.0;
    for (int i = 0; i < count; ++i) {
        SupSettings settings = settingsOf(&beam, (Work){solver, work[i][0], work[i][1]});
        SupWorld *world = makeWorld(&settings);
        SupBodyDesc desc = describe(&beam);
        desc.velocity[1] = -4.0;
        SupBodyId body = addBody(world, &desc);
        stepWorld(world, 1);
        float *end = readPositions(world, body);
        double potential = potentialOf(&beam, desc.velocity[1], end);
        print_message("model %d, solver %d, %ux%u: potential %.6f J\n", (int)model, (int)solver, work[i][0], work[i][1],
                      potential);
        if (i == 0) first = potential;
        assert_true(potential <= before + 1e-5 * fabs(first)); // rounding of positions
        before = potential;
        free(end);
        supWorldDestroy(world);
    }
    assert_true(before < first - 1e-3 * fabs(first));
    freeBeam(&beam);
}

static void the_potential_falls_with_every_sweep_of_vbd(void **state) {
    (void)state;
    static const uint32_t sweeps[][2] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {8, 0}, {16, 0}};
    for (int model = 0; model < SupModel_Count; ++model) expectFall((SupModel)model, SupSolver_Vbd, sweeps, 6);
}

static void the_potential_falls_with_every_iteration_and_step_of_newton(void **state) {
    (void)state;
    static const uint32_t steps[][2] = {{1, 1}, {1, 2}, {1, 4}, {1, 8}, {2, 8}, {3, 8}};
    for (int model = 0; model < SupModel_Count; ++model) expectFall((SupModel)model, SupSolver_Newton, steps, 6);
}

// ---- Residual and tolerance ------------------------------------------------------------------------------------------

static double residualOf(SupWorld *world, SupBodyId body) {
    SupHealth *health = readWorld(world, SupRead_Health, body, NULL);
    double residual = (double)health->residual;
    free(health);
    return residual;
}

static void the_reported_residual_falls_with_work_and_is_zero_without_forces(void **state) {
    (void)state;
    static const Work works[][3] = {{{SupSolver_Vbd, 1, 0}, {SupSolver_Vbd, 4, 0}, {SupSolver_Vbd, 16, 0}},
                                    {{SupSolver_Newton, 1, 1}, {SupSolver_Newton, 1, 4}, {SupSolver_Newton, 1, 16}}};
    Beam beam = makeBeam(SupModel_Arap);
    beam.settings.tolerance = 0.0;
    for (int s = 0; s < 2; ++s) {
        double before = 10.0;
        for (int i = 0; i < 3; ++i) {
            SupSettings settings = settingsOf(&beam, works[s][i]);
            SupWorld *world = makeWorld(&settings);
            SupBodyDesc desc = describe(&beam);
            SupBodyId body = addBody(world, &desc);
            assert_true(residualOf(world, body) == 0.0);
            stepWorld(world, 4);
            double residual = residualOf(world, body);
            print_message("solver %d, %ux%u: residual %.2e\n", (int)settings.solver, settings.iterations,
                          settings.linearIterations, residual);
            assert_true(residual > 0.0 && residual < 0.7 * before);
            before = residual;
            supWorldDestroy(world);
        }
        assert_true(before < 0.02);
    }
    freeBeam(&beam);
}

static void a_tolerance_ends_the_conjugate_gradients_early(void **state) {
    (void)state;
    Beam beam = makeBeam(SupModel_Arap);
    Work many = {SupSolver_Newton, 1, 30};
    double residuals[3];
    float *ends[3];
    for (int i = 0; i < 3; ++i) {
        SupSettings settings = settingsOf(&beam, many);
        settings.tolerance = i == 0 ? 0.0 : i == 1 ? 0.05 : 1.0;
        SupWorld *world = makeWorld(&settings);
        SupBodyDesc desc = describe(&beam);
        SupBodyId body = addBody(world, &desc);
        stepWorld(world, 4);
        residuals[i] = residualOf(world, body);
        ends[i] = readPositions(world, body);
        supWorldDestroy(world);
    }
    print_message("residuals: %.2e without, %.2e at 0.05, %.2e at 1\n", residuals[0], residuals[1], residuals[2]);
    assert_true(residuals[0] < 0.2 * residuals[1]);
    assert_true(residuals[1] < residuals[2]);
    assert_memory_not_equal(ends[0], ends[1], 12 * (size_t)beam.view.vertexCount);
    for (int i = 0; i < 3; ++i) free(ends[i]);
    freeBeam(&beam);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_the_arap_beam_after_30_frames_are_within_their_bounds),
        cmocka_unit_test(errors_of_the_neo_hookean_beam_after_30_frames_are_within_their_bounds),
        cmocka_unit_test(the_beam_moves_alike_100_m_and_10_km_from_the_origin),
        cmocka_unit_test(the_potential_falls_with_every_sweep_of_vbd),
        cmocka_unit_test(the_potential_falls_with_every_iteration_and_step_of_newton),
        cmocka_unit_test(the_reported_residual_falls_with_work_and_is_zero_without_forces),
        cmocka_unit_test(a_tolerance_ends_the_conjugate_gradients_early),
    };
    return cmocka_run_group_tests_name("solver accuracy", tests, fixtureSetup, fixtureTeardown);
}
