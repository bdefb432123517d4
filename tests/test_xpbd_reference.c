// SPDX-License-Identifier: MIT
// The GPU's substep against the double-precision reference of the same equations.
#include "gpu_fixture.h"
#include "xpbd_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Comparison {
    double position, velocity; ///< largest difference [m], [m/s]
    double motion;             ///< largest displacement in the reference [m]
} Comparison;

static Comparison compare(SupWorld *world, SupBodyId body, const uint8_t *pinned, uint32_t frames) {
    SupBodyInfo info;
    SupMaterial material;
    SupSettings settings;
    assert_ok(supWorldBodyInfo(world, body, &info));
    assert_ok(supWorldMaterial(world, body, &material));
    assert_ok(supWorldSettings(world, &settings));
    SupBodyAssetView view = supBodyAssetView(info.asset);
    float *x = readPositions(world, body), *v = readWorld(world, SupRead_Velocities, body, NULL);
    Reference *reference = referenceCreate(&view, &material, &settings, info.origin, x, v, pinned);
    Comparison result = {0, 0, 0};
    double *start = malloc(3 * view.vertexCount * sizeof *start);
    memcpy(start, reference->x, 3 * view.vertexCount * sizeof *start);
    free(x), free(v);
    for (uint32_t f = 0; f < frames; ++f) referenceFrame(reference);
    stepWorld(world, frames);
    x = readPositions(world, body), v = readWorld(world, SupRead_Velocities, body, NULL);
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) {
        result.position = fmax(result.position, fabs(info.origin[i % 3] + (double)x[i] - reference->x[i]));
        result.velocity = fmax(result.velocity, fabs((double)v[i] - reference->v[i]));
        result.motion = fmax(result.motion, fabs(reference->x[i] - start[i]));
    }
    free(x), free(v), free(start);
    referenceFree(reference);
    return result;
}

static void expectClose(const char *scene, Comparison c) {
    print_message("%s: moved %.3g m; off by %.2g m, %.2g m/s\n", scene, c.motion, c.position, c.velocity);
    assert_true(c.motion > 0.01);
    // Rounding of positions of about 1 m, over frames that move centimetres.
    assert_near(c.position / c.motion, 0, 2e-5);
    assert_near(c.velocity, 0, 1e-3);
}

static void bending_beam_matches_the_double_reference(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.solver = SupSolver_Xpbd;
    settings.iterations = 8;
    SupWorld *world = makeWorld(&settings);
    SupBodyAsset *asset = boxAsset(1.2, 0.4, 0.4, 6, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    uint32_t pins[64], count = 0;
    uint8_t *pinned = calloc(1, view.vertexCount);
    for (uint32_t i = 0; i < view.vertexCount; ++i)
        if ((double)view.positions[3 * i] + view.center[0] < 1e-6) pins[count++] = i, pinned[i] = 1;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = 2.0;
    desc.pinned = pins;
    desc.pinnedCount = count;
    SupBodyId body = addBody(world, &desc);
    assert_int_equal(count, 9);
    expectClose("beam, 6 frames", compare(world, body, pinned, 6));
    free(pinned);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void tumbling_cube_that_hits_the_ground_with_friction_matches_the_double_reference(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.solver = SupSolver_Xpbd;
    settings.iterations = 8;
    settings.ground.friction = 0.3;
    SupWorld *world = makeWorld(&settings);
    SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 3, 3, 3);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = 0.1;
    desc.rotation[2] = 0.2;
    desc.velocity[0] = 1.5;
    desc.velocity[1] = -2.0;
    desc.angularVelocity[2] = 2.0;
    desc.material.damping = 0.5;
    SupBodyId body = addBody(world, &desc);
    expectClose("cube, 8 frames", compare(world, body, NULL, 8));
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void inverted_and_squashed_tets_match_the_double_reference(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.solver = SupSolver_Xpbd;
    settings.iterations = 8;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupBodyAsset *asset = boxAsset(0.4, 0.4, 0.4, 2, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *start = malloc(3 * view.vertexCount * sizeof *start);
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i)
        start[i] = view.positions[i] * (i % 3 == 0 ? -0.8f : i % 3 == 1 ? 1.1f : 0.7f) + 0.013f * (float)(i % 7);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.startPositions = start;
    desc.material.poisson = 0.3;
    SupBodyId body = addBody(world, &desc);
    expectClose("inverted, 1 frame", compare(world, body, NULL, 1));
    free(start);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bending_beam_matches_the_double_reference),
        cmocka_unit_test(tumbling_cube_that_hits_the_ground_with_friction_matches_the_double_reference),
        cmocka_unit_test(inverted_and_squashed_tets_match_the_double_reference),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
