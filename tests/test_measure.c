// SPDX-License-Identifier: MIT
// Energies, momentum and volumes of a body against closed forms; materials.
#include "gpu_fixture.h"

#include "sim/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MaxVertices = 512 };

/// A box of 0.6 x 0.4 x 0.2 m, cut into cells of 0.1 m, under a material with round numbers.
typedef struct Scene {
    SupBodyAsset *asset;
    SupBodyAssetView view;
    SupMaterial material;
    double mass;
    float positions[3 * MaxVertices], velocities[3 * MaxVertices];
    SupMeasureDesc desc;
} Scene;

static int makeScene(void **state) {
    Scene *scene = calloc(1, sizeof *scene);
    scene->asset = boxAsset(0.6, 0.4, 0.2, 6, 4, 2);
    scene->view = supBodyAssetView(scene->asset);
    scene->material = (SupMaterial)SUP_MATERIAL_INIT;
    scene->material.density = 500.0;
    scene->mass = 500.0 * 0.6 * 0.4 * 0.2;
    memcpy(scene->positions, scene->view.positions, 3 * scene->view.vertexCount * sizeof(float));
    scene->desc = (SupMeasureDesc){
        .asset = scene->asset, .material = &scene->material, .positions = scene->positions, .velocities = scene->velocities};
    *state = scene;
    return 0;
}

static int freeScene(void **state) {
    Scene *scene = *state;
    supBodyAssetRelease(scene->asset);
    free(scene);
    return 0;
}

static SupMeasure measured(const Scene *scene) {
    SupMeasure result;
    assert_ok(supMeasureBody(&scene->desc, &result));
    return result;
}

/// x = F X + c for every vertex, F row by row.
static void deform(Scene *scene, const double f[9], const double c[3]) {
    for (size_t v = 0; v < scene->view.vertexCount; ++v)
        for (size_t i = 0; i < 3; ++i) {
            double x = c[i];
            for (size_t k = 0; k < 3; ++k) x += f[3 * i + k] * (double)scene->view.positions[3 * v + k];
            scene->positions[3 * v + i] = (float)x;
        }
}

static void stretch(Scene *scene, double a, double b, double c) {
    deform(scene, (double[9]){a, 0, 0, 0, b, 0, 0, 0, c}, (double[3]){0, 0, 0});
}

static void rest_shape_holds_no_energy(void **state) {
    SupMeasure m = measured(*state);
    assert_true(m.finite);
    assert_near(m.kinetic, 0, 0);
    assert_near(m.elastic, 0, 1e-20);
    assert_int_equal(0, m.inverted);
    assert_near(m.minVolumeRatio, 1, 1e-12);
    assert_near(m.maxVolumeRatio, 1, 1e-12);
    // singular values come from F^T F: good to 1e-8
    assert_near(m.residualArap, 0, 1e-7);
    assert_near(m.residualVolume, 0, 1e-12);
    assert_near(m.maxPenetration, 0, 0);
}

static void translation_has_kinetic_energy_and_momentum_of_a_point_mass(void **state) {
    Scene *scene = *state;
    const float v[3] = {1.5f, -2.0f, 0.25f};
    for (size_t i = 0; i < 3 * (size_t)scene->view.vertexCount; ++i) scene->velocities[i] = v[i % 3];
    memcpy(scene->desc.origin, (double[3]){1.0, 2.0, -3.0}, sizeof scene->desc.origin);
    SupMeasure m = measured(scene);
    double vx = 1.5, vy = -2.0, vz = 0.25, mass = scene->mass;
    assert_near(m.kinetic, 0.5 * mass * (vx * vx + vy * vy + vz * vz), 1e-5 * mass);
    assert_near(m.momentum[0], mass * vx, 1e-5 * mass);
    assert_near(m.momentum[1], mass * vy, 1e-5 * mass);
    assert_near(m.momentum[2], mass * vz, 1e-5 * mass);
    // the centre of mass of a Kuhn box is its centre: origin x momentum
    assert_near(m.angularMomentum[0], mass * (2.0 * vz + 3.0 * vy), 1e-5 * mass);
    assert_near(m.angularMomentum[1], mass * (-3.0 * vx - 1.0 * vz), 1e-5 * mass);
    assert_near(m.angularMomentum[2], mass * (1.0 * vy - 2.0 * vx), 1e-5 * mass);
}

static void rotation_has_the_energy_of_its_lumped_inertia(void **state) {
    Scene *scene = *state;
    const double spin[3] = {0.5, -1.0, 2.0};
    double inertia = 0.0, energy = 0.0; // around the axis, from the lumped masses
    for (size_t i = 0; i < scene->view.vertexCount; ++i) {
        const float *x = scene->view.positions + 3 * i;
        double v[3], mass = 500.0 * (double)scene->view.vertexVolume[i], along = 0.0, squared = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            size_t a = (k + 1) % 3, b = (k + 2) % 3;
            v[k] = spin[a] * (double)x[b] - spin[b] * (double)x[a];
            scene->velocities[3 * i + k] = (float)v[k];
            along += spin[k] * (double)x[k] / sqrt(5.25);
            squared += (double)x[k] * (double)x[k];
        }
        inertia += mass * (squared - along * along);
        energy += 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    SupMeasure m = measured(scene);
    assert_near(m.kinetic, energy, 1e-6 * energy);
    assert_near(m.kinetic, 0.5 * inertia * 5.25, 1e-6 * energy);
    for (int k = 0; k < 3; ++k) assert_near(m.momentum[k], 0, 1e-5);
    double along = 0.0;
    for (int k = 0; k < 3; ++k) along += m.angularMomentum[k] * spin[k] / sqrt(5.25);
    assert_near(along, inertia * sqrt(5.25), 1e-5 * inertia);
    // a lumped mesh of cells of 0.1 m has a little more inertia than the solid box, never less
    double solid = scene->mass / 12.0 * (0.25 * (0.16 + 0.04) + 1.0 * (0.36 + 0.04) + 4.0 * (0.36 + 0.16)) / 5.25;
    assert_true(inertia > solid && inertia < 1.3 * solid);
}

static void no_velocities_mean_rest(void **state) {
    Scene *scene = *state;
    scene->desc.velocities = NULL;
    SupMeasure m = measured(scene);
    assert_near(m.kinetic, 0, 0);
    assert_near(m.momentum[1], 0, 0);
    assert_true(m.finite);
}

static void rigid_motion_stores_no_elastic_energy(void **state) {
    Scene *scene = *state;
    const double c = cos(0.7), s = sin(0.7);
    deform(scene, (double[9]){c, -s, 0, s, c, 0, 0, 0, 1}, (double[3]){3.0, -1.0, 2.0});
    SupMeasure m = measured(scene);
    // rounding of positions near 3 m to float over edges of 0.1 m: strains of 2e-6
    assert_near(m.residualArap, 0, 2e-5);
    assert_near(m.elastic, 0, 1e-4);
    assert_near(m.minVolumeRatio, 1, 2e-5);
}

static void stretch_has_the_energy_of_the_formula(void **state) {
    Scene *scene = *state;
    const double cases[4][3] = {{1.1, 1.1, 1.1}, {1.5, 0.8, 0.9}, {0.5, 0.5, 0.5}, {2.0, 1.0, 1.0}};
    const double volume = 0.6 * 0.4 * 0.2;
    for (int k = 0; k < 4; ++k) {
        double a = cases[k][0], b = cases[k][1], c = cases[k][2], j = a * b * c;
        stretch(scene, a, b, c);
        scene->material.young = 3e4;
        scene->material.poisson = 0.3;
        double mu = 3e4 / 2.6, lambda = 3e4 * 0.3 / (1.3 * 0.4);
        double arap = (a - 1) * (a - 1) + (b - 1) * (b - 1) + (c - 1) * (c - 1);
        double energy = volume * (mu * arap + 0.5 * lambda * (j - 1) * (j - 1));
        SupMeasure m = measured(scene);
        assert_near(m.elastic, energy, 2e-6 * energy);
        assert_near(m.residualArap, sqrt(arap), 1e-5);
        assert_near(m.residualVolume, fabs(j - 1), 1e-5);
        assert_near(m.minVolumeRatio, j, 1e-5 * j);
        assert_near(m.maxVolumeRatio, j, 1e-5 * j);
        assert_int_equal(0, m.inverted);
    }
}

static void mirrored_body_counts_every_tet_as_inverted(void **state) {
    Scene *scene = *state;
    stretch(scene, -1, 1, 1);
    SupMeasure m = measured(scene);
    assert_int_equal(scene->view.tetCount, m.inverted);
    assert_near(m.minVolumeRatio, -1, 1e-6);
    assert_near(m.maxVolumeRatio, -1, 1e-6);
    // the smallest singular value carries the sign: S = (1, 1, -1), so ||S - 1|| = 2 and |J - 1| = 2
    assert_near(m.residualArap, 2, 1e-5);
    assert_near(m.residualVolume, 2, 1e-5);
    LameConstants lame = supMaterialLame(&scene->material);
    assert_near(m.elastic, 0.6 * 0.4 * 0.2 * (4 * lame.mu + 2 * lame.lambda), 1e-6 * m.elastic);
}

static void flattened_body_is_not_inverted(void **state) {
    Scene *scene = *state;
    stretch(scene, 1, 0, 1);
    SupMeasure m = measured(scene);
    assert_int_equal(0, m.inverted);
    assert_near(m.minVolumeRatio, 0, 1e-12);
    assert_near(m.residualArap, 1, 1e-6);
}

static void volume_ratios_are_the_extremes_over_tets(void **state) {
    Scene *scene = *state;
    // x grows quadratically: tets at the far end are stretched most
    for (size_t v = 0; v < scene->view.vertexCount; ++v) {
        double x = (double)scene->view.positions[3 * v];
        scene->positions[3 * v] = (float)(x + 0.5 * x * x);
    }
    SupMeasure m = measured(scene);
    // secants over the first and last cell of [-0.3, 0.3]: 1 + 0.5 (x0 + x1)
    assert_near(m.minVolumeRatio, 0.75, 1e-5);
    assert_near(m.maxVolumeRatio, 1.25, 1e-5);
}

static void gravity_energy_is_measured_from_the_worlds_origin(void **state) {
    Scene *scene = *state;
    memcpy(scene->desc.origin, (double[3]){5.0, 7.0, -2.0}, sizeof scene->desc.origin);
    memcpy(scene->desc.gravity, (double[3]){0.0, -9.81, 0.0}, sizeof scene->desc.gravity);
    assert_near(measured(scene).gravity, scene->mass * 9.81 * 7.0, 1e-4 * scene->mass);
    memcpy(scene->desc.gravity, (double[3]){1.0, 0.0, 2.0}, sizeof scene->desc.gravity);
    assert_near(measured(scene).gravity, -scene->mass * (5.0 - 4.0), 1e-4 * scene->mass);
    memset(scene->desc.origin, 0, sizeof scene->desc.origin);
    assert_near(measured(scene).gravity, 0, 1e-5);
}

static void penetration_is_the_deepest_vertex_below_an_enabled_ground(void **state) {
    Scene *scene = *state;
    memcpy(scene->desc.origin, (double[3]){0.0, 10.0, 0.0}, sizeof scene->desc.origin);
    scene->desc.ground = (SupGround){true, 9.9, 0.5};
    assert_near(measured(scene).maxPenetration, 0.1, 1e-6); // the box reaches down to 9.8
    scene->desc.ground.height = 9.7;
    assert_near(measured(scene).maxPenetration, 0, 0);
    scene->desc.ground.height = 20.0;
    assert_near(measured(scene).maxPenetration, 10.2, 1e-6);
    scene->desc.ground.enabled = false;
    assert_near(measured(scene).maxPenetration, 0, 0);
}

static void any_number_that_is_not_finite_is_noticed(void **state) {
    Scene *scene = *state;
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    size_t last = 3 * (size_t)scene->view.vertexCount - 1;
    for (int k = 0; k < 3; ++k) {
        scene->positions[last] = bad[k];
        assert_false(measured(scene).finite);
        scene->positions[last] = scene->view.positions[last];
        scene->velocities[0] = bad[k];
        assert_false(measured(scene).finite);
        scene->velocities[0] = 0.0f;
    }
    assert_true(measured(scene).finite);
}

static void null_arguments_are_refused(void **state) {
    Scene *scene = *state;
    SupMeasure m;
    SupMeasureDesc desc = scene->desc;
    assert_status(SupStatus_InvalidArgument, supMeasureBody(NULL, &m));
    assert_status(SupStatus_InvalidArgument, supMeasureBody(&desc, NULL));
    desc.asset = NULL;
    assert_status(SupStatus_InvalidArgument, supMeasureBody(&desc, &m));
    desc = scene->desc, desc.material = NULL;
    assert_status(SupStatus_InvalidArgument, supMeasureBody(&desc, &m));
    desc = scene->desc, desc.positions = NULL;
    assert_status(SupStatus_InvalidArgument, supMeasureBody(&desc, &m));
}

// ---- Materials -------------------------------------------------------------------------------------------------------

static void lame_constants_are_those_of_linear_elasticity(void **state) {
    (void)state;
    SupMaterial material = SUP_MATERIAL_INIT;
    for (double nu = 0.0; nu < 0.495; nu += 0.07) {
        material.young = 1.3e5;
        material.poisson = nu;
        LameConstants lame = supMaterialLame(&material);
        // the inverse relations
        double young = lame.mu * (3 * lame.lambda + 2 * lame.mu) / (lame.lambda + lame.mu);
        double poisson = lame.lambda / (2 * (lame.lambda + lame.mu));
        assert_near(young, 1.3e5, 1e-9 * young);
        assert_near(poisson, nu, 1e-12);
    }
    material.poisson = 0.0;
    assert_near(supMaterialLame(&material).lambda, 0, 0);
}

static void presets_change_young_and_poisson_only(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double young;
    } presets[] = {{"soft", 5e4}, {"medium", 2e5}, {"stiff", 1e6}};
    for (int i = 0; i < 3; ++i) {
        SupMaterial material = {SupModel_Arap, 1.0, 0.1, 77.0, 3.0};
        assert_ok(supMaterialPreset(presets[i].name, &material));
        assert_near(material.young, presets[i].young, 0);
        assert_near(material.poisson, 0.4, 0);
        assert_near(material.density, 77.0, 0);
        assert_near(material.damping, 3.0, 0);
    }
}

static void unknown_presets_change_nothing(void **state) {
    (void)state;
    const SupMaterial initial = SUP_MATERIAL_INIT;
    SupMaterial material = initial;
    const char *names[] = {"", "Soft", "softer", "sof", "hard", NULL};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        assert_status(SupStatus_InvalidArgument, supMaterialPreset(names[i], &material));
    assert_status(SupStatus_InvalidArgument, supMaterialPreset("soft", NULL));
    assert_memory_equal(&initial, &material, sizeof material);
}

static void decay_without_libm_is_the_exponential(void **state) {
    (void)state;
    assert_near(supExpDecay(0.0), 1, 0);
    double worst = 0.0, worstRelative = 0.0;
    for (double x = 1e-12; x < 1100.0; x *= 1.01) {
        double difference = fabs(supExpDecay(x) - exp(-x));
        worst = fmax(worst, difference);
        if (x < 1.0) worstRelative = fmax(worstRelative, difference / exp(-x));
    }
    print_message("largest error %.2g, relative below 1 %.2g\n", worst, worstRelative);
    assert_near(worst, 0, 1e-14);
    assert_near(worstRelative, 0, 1e-14);
    assert_true(supExpDecay(1000.0) >= 0.0 && supExpDecay(1e300) >= 0.0);
}

int main(void) {
#define SCENE(name) cmocka_unit_test_setup_teardown(name, makeScene, freeScene)
    const struct CMUnitTest tests[] = {SCENE(rest_shape_holds_no_energy),
                                       SCENE(translation_has_kinetic_energy_and_momentum_of_a_point_mass),
                                       SCENE(rotation_has_the_energy_of_its_lumped_inertia),
                                       SCENE(no_velocities_mean_rest),
                                       SCENE(rigid_motion_stores_no_elastic_energy),
                                       SCENE(stretch_has_the_energy_of_the_formula),
                                       SCENE(mirrored_body_counts_every_tet_as_inverted),
                                       SCENE(flattened_body_is_not_inverted),
                                       SCENE(volume_ratios_are_the_extremes_over_tets),
                                       SCENE(gravity_energy_is_measured_from_the_worlds_origin),
                                       SCENE(penetration_is_the_deepest_vertex_below_an_enabled_ground),
                                       SCENE(any_number_that_is_not_finite_is_noticed),
                                       SCENE(null_arguments_are_refused),
                                       cmocka_unit_test(lame_constants_are_those_of_linear_elasticity),
                                       cmocka_unit_test(presets_change_young_and_poisson_only),
                                       cmocka_unit_test(unknown_presets_change_nothing),
                                       cmocka_unit_test(decay_without_libm_is_the_exponential)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
