// SPDX-License-Identifier: MIT
// vbd and newton against implicit Euler in double precision.
#include "gpu_fixture.h"
#include "implicit_reference.h"

#include <math.h>
#include <stdio.h>
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

/// The beam of docs/physics.md, section 4: 12 x 4 x 4 cells of 0.1 m times `finer`, one end pinned, without ground.
static Beam makeBeam(uint32_t finer, SupModel model) {
    Beam beam = {.asset = boxAsset(1.2, 0.4, 0.4, 12 * finer, 4 * finer, 4 * finer), .place = {0, 2, 0}};
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

static double errorOf(const Beam *beam, const Implicit *truth, uint32_t frames, SupSolver solver, uint32_t iterations,
                      uint32_t linear) {
    SupSettings settings = beam->settings;
    settings.solver = solver;
    settings.iterations = iterations;
    settings.linearIterations = linear;
    SupWorld *world = makeWorld(&settings);
    SupBodyDesc desc = describe(beam);
    SupBodyId body = addBody(world, &desc);
    stepWorld(world, frames);
    float *x = readPositions(world, body);
    double error = implicitError(truth, x, beam->view.positions);
    free(x);
    supWorldDestroy(world);
    return error;
}

static void table(void **state) {
    (void)state;
    Beam beam = makeBeam(1, SupModel_Arap);
    for (int model = 0; model < 2; ++model) {
        beam.material.model = (SupModel)model;
        Implicit *truth = truthOf(&beam, 30);
        for (uint32_t i = 1; i <= 16; i *= 2) print_message("model %d vbd %u: %.2e\n", model, i, errorOf(&beam, truth, 30, SupSolver_Vbd, i, 0));
        static const uint32_t runs[][2] = {{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {1, 8}, {2, 2}, {2, 4}, {1, 16}, {2, 8}, {2, 16}, {4, 32}};
        for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i)
            print_message("model %d newton %ux%u: %.2e\n", model, runs[i][0], runs[i][1],
                          errorOf(&beam, truth, 30, SupSolver_Newton, runs[i][0], runs[i][1]));
        implicitFree(truth);
    }
    freeBeam(&beam);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),
    };
    return cmocka_run_group_tests_name("solvers", tests, fixtureSetup, fixtureTeardown);
}
