// SPDX-License-Identifier: MIT
// The materials' forces and rest states against closed forms. Linear tets hold a homogeneous deformation exactly.
#include "gpu_fixture.h"
#include "implicit_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static SupMaterial material(SupModel model, double poisson) {
    SupMaterial m = SUP_MATERIAL_INIT;
    m.model = model;
    m.poisson = poisson;
    return m;
}

static SupSettings weightless(SupSolver solver) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.solver = solver;
    settings.gravity[1] = 0.0;
    settings.ground.enabled = false;
    return settings;
}

/// Principal stress (first Piola-Kirchhoff) of principal stretches; see docs/physics.md, section 4.
static double stress(const SupMaterial *m, const double s[3], int k) {
    double mu = m->young / (2 * (1 + m->poisson)),
           lambda = m->young * m->poisson / ((1 + m->poisson) * (1 - 2 * m->poisson));
    double j = s[0] * s[1] * s[2], i1 = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    if (m->model == SupModel_Arap) return 2 * mu * (s[k] - 1) + lambda * (j - 1) * j / s[k];
    double m1 = 4.0 / 3.0 * mu, l1 = lambda + 5.0 / 6.0 * mu, alpha = 1 + 0.75 * m1 / l1;
    return m1 * (1 - 1 / (i1 + 1)) * s[k] + l1 * (j - alpha) * j / s[k];
}

/// The lateral stretch without lateral stress, by bisection.
static double freeLateral(const SupMaterial *m, double along) {
    double low = 0.3, high = 2.0;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high), s[3] = {along, middle, middle};
        if (stress(m, s, 1) > 0)
            high = middle;
        else
            low = middle;
    }
    return low;
}

// ---- Forces ----------------------------------------------------------------------------------------------------------

/// F = Q diag(s): a stretched, then turned box. In a short time each vertex gains f h; f is P times the area around it.
static void expectForces(SupSolver solver, SupModel model, const double s[3], const double q[9]) {
    SupSettings settings = weightless(solver);
    settings.frameTime = 1e-5, settings.substeps = 1, settings.iterations = 1, settings.linearIterations = 1;
    SupBodyAsset *asset = boxAsset(0.5, 0.4, 0.3, 3, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *start = malloc(3 * view.vertexCount * sizeof *start);
    for (size_t v = 0; v < view.vertexCount; ++v)
        for (size_t r = 0; r < 3; ++r) {
            double x = 0;
            for (size_t c = 0; c < 3; ++c) x += q[3 * r + c] * s[c] * (double)view.positions[3 * v + c];
            start[3 * v + r] = (float)x;
        }
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.startPositions = start;
    desc.material = material(model, 0.35);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBody(world, &desc);
    stepWorld(world, 1);
    float *gained = readWorld(world, SupRead_Velocities, body, NULL);
    double *force = calloc(3 * view.vertexCount, sizeof *force), most = 0.0, worst = 0.0;
    for (size_t t = 0; t < view.tetCount; ++t) {
        const float *b = view.restInverse + 9 * t;
        for (size_t c = 0; c < 4; ++c)
            for (size_t r = 0; r < 3; ++r)
                for (size_t k = 0; k < 3; ++k) {
                    double row = c ? (double)b[3 * (c - 1) + k] : -(double)b[k] - (double)b[3 + k] - (double)b[6 + k];
                    force[3 * view.tets[4 * t + c] + r] -=
                        (double)view.restVolume[t] * q[3 * r + k] * stress(&desc.material, s, (int)k) * row;
                }
    }
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) {
        double mass = desc.material.density * (double)view.vertexVolume[i / 3];
        most = fmax(most, fabs(force[i]));
        worst = fmax(worst, fabs((double)gained[i] * mass / settings.frameTime - force[i]));
    }
    print_message("solver %d, model %d, stretches %.2f %.2f %.2f: forces up to %.3g N, off by %.2g\n", (int)solver,
                  (int)model, s[0], s[1], s[2], most, worst);
    assert_near(worst / most, 0.0, 2e-3);
    free(start), free(gained), free(force);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void forces_of_stretched_and_squeezed_boxes_are_the_closed_forms(void **state) {
    (void)state;
    static const double stretches[][3] = {{1.3, 1, 1}, {0.7, 1.1, 1.1}, {1.2, 0.8, 1.05}, {0.9, 0.9, -0.6}};
    static const double still[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                        turned[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6};
    for (int solver = SupSolver_Vbd; solver <= SupSolver_Newton; ++solver)
        for (int model = 0; model < SupModel_Count; ++model)
            for (int i = 0; i < 4; ++i)
                expectForces((SupSolver)solver, (SupModel)model, stretches[i], i % 2 ? turned : still);
}

// ---- Rest states -----------------------------------------------------------------------------------------------------

/// A bar whose ends are held at `along` times its length, and at the lateral stretch of the closed form, comes to rest with
/// that lateral stretch everywhere.
static void expectLateral(SupSolver solver, SupModel model, double poisson, double along) {
    SupMaterial m = material(model, poisson);
    double lateral = freeLateral(&m, along);
    SupBodyAsset *asset = boxAsset(0.9, 0.3, 0.3, 6, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *start = malloc(3 * view.vertexCount * sizeof *start);
    uint32_t pins[64], count = 0;
    for (uint32_t v = 0; v < view.vertexCount; ++v) {
        bool end = fabs(fabs((double)view.positions[3 * v]) - 0.45) < 1e-5;
        if (end) pins[count++] = v;
        for (size_t k = 0; k < 3; ++k)
            start[3 * v + k] = (float)(view.positions[3 * v + k] * (k == 0 ? along : end ? lateral : 1.0));
    }
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.startPositions = start;
    desc.pinned = pins, desc.pinnedCount = count;
    desc.material = m;
    desc.material.damping = 20.0;
    SupSettings settings = weightless(solver);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBody(world, &desc);
    stepWorld(world, 60);
    float *x = readPositions(world, body);
    double worst = 0.0;
    for (uint32_t v = 0; v < view.vertexCount; ++v)
        for (size_t k = 0; k < 3; ++k)
            worst = fmax(worst, fabs((double)x[3 * v + k] - (double)view.positions[3 * v + k] * (k == 0 ? along : lateral)));
    print_message("solver %d, model %d, nu %.2f, %.2f along: %.4f across, off by %.2g m\n", (int)solver, (int)model, poisson,
                  along, lateral, worst);
    assert_near(worst, 0.0, 1e-4);
    free(x), free(start);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void bars_in_uniaxial_stretch_and_compression_rest_at_the_closed_forms_lateral_stretch(void **state) {
    (void)state;
    static const double along[] = {1.4, 1.1, 0.85};
    for (int solver = SupSolver_Vbd; solver <= SupSolver_Newton; ++solver)
        for (int i = 0; i < 3; ++i) expectLateral((SupSolver)solver, SupModel_NeoHookean, i == 1 ? 0.45 : 0.3, along[i]);
    expectLateral(SupSolver_Newton, SupModel_Arap, 0.3, 1.2);
}

/// Elastic energy over Saint-Venant's G J theta^2 / (2 L), J = 0.1406 a^4 for a square of edge a.
static double twistedEnergy(SupModel model, uint32_t cells) {
    const double length = 1.0, edge = 0.2, angle = 0.1;
    SupBodyAsset *asset = boxAsset(length, edge, edge, 4 * cells, cells, cells);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *start = malloc(3 * view.vertexCount * sizeof *start);
    uint32_t *pins = malloc(view.vertexCount * sizeof *pins), count = 0;
    for (uint32_t v = 0; v < view.vertexCount; ++v) {
        double x = (double)view.positions[3 * v], y = (double)view.positions[3 * v + 1],
               z = (double)view.positions[3 * v + 2];
        double turn = angle * x / length;
        if (fabs(fabs(x) - 0.5 * length) < 1e-5) pins[count++] = v;
        start[3 * v] = (float)x;
        start[3 * v + 1] = (float)(y * cos(turn) - z * sin(turn));
        start[3 * v + 2] = (float)(y * sin(turn) + z * cos(turn));
    }
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.startPositions = start;
    desc.pinned = pins, desc.pinnedCount = count;
    desc.material = material(model, 0.3);
    desc.material.damping = 20.0;
    SupSettings settings = weightless(SupSolver_Newton);
    SupWorld *world = makeWorld(&settings);
    SupBodyId body = addBody(world, &desc);
    stepWorld(world, 25);
    double elastic = measure(world, body).elastic, shear = desc.material.young / 2.6;
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    free(start), free(pins);
    return elastic / (0.5 * shear * 0.1406 * pow(edge, 4) * angle * angle / length);
}

static void a_twisted_bar_approaches_saint_venants_torsion_under_refinement(void **state) {
    (void)state;
    for (int model = 0; model < SupModel_Count; ++model) {
        double coarse = twistedEnergy((SupModel)model, 3), fine = twistedEnergy((SupModel)model, 5);
        double limit = (25 * fine - 9 * coarse) / 16; // errors of linear tets fall with the square of their size
        print_message("model %d: energy %.4f and %.4f of Saint-Venant's, in the limit %.4f\n", model, coarse, fine, limit);
        assert_true(coarse > fine && fine > 1.0);
        assert_near(limit, 1.0, 0.06); // held ends do not warp
    }
}

static void both_materials_agree_at_small_strain(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        double poisson[] = {0.0, 0.2, 0.4, 0.49}, e = 1e-4, s[3] = {1 + e, 1 - 0.5 * e, 1 + 0.25 * e};
        SupMaterial arap = material(SupModel_Arap, poisson[i]), neo = material(SupModel_NeoHookean, poisson[i]);
        for (int k = 0; k < 3; ++k)
            assert_near(stress(&neo, s, k) / arap.young, stress(&arap, s, k) / arap.young, 2e-3 * e * (1 + 50 * (i == 3)));
    }
    // and on the GPU: the same small swing
    float *ends[2];
    SupBodyAsset *asset = boxAsset(0.6, 0.3, 0.3, 4, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *start = malloc(3 * view.vertexCount * sizeof *start);
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) start[i] = view.positions[i] * (i % 3 == 0 ? 1.01f : 0.995f);
    for (int model = 0; model < 2; ++model) {
        SupSettings settings = weightless(SupSolver_Newton);
        SupWorld *world = makeWorld(&settings);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = asset;
        desc.startPositions = start;
        desc.material.model = (SupModel)model;
        SupBodyId body = addBody(world, &desc);
        stepWorld(world, 3);
        ends[model] = readPositions(world, body);
        supWorldDestroy(world);
    }
    double moved = 0.0, apart = 0.0;
    for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) {
        moved = fmax(moved, fabs((double)ends[0][i] - (double)start[i]));
        apart = fmax(apart, fabs((double)ends[0][i] - (double)ends[1][i]));
    }
    print_message("moved %.3g m, materials apart by %.2g m\n", moved, apart);
    assert_true(moved > 1e-3);
    assert_near(apart / moved, 0.0, 0.03);
    free(start), free(ends[0]), free(ends[1]);
    supBodyAssetRelease(asset);
}

/// The measure's energy in double against the reference's, whatever the deformation.
static void measured_energy_is_the_materials_and_zero_at_rest(void **state) {
    (void)state;
    SupBodyAsset *asset = boxAsset(0.6, 0.3, 0.3, 2, 1, 1);
    SupBodyAssetView view = supBodyAssetView(asset);
    size_t n = 3 * (size_t)view.vertexCount;
    float *x = malloc(n * sizeof *x);
    double *exact = malloc(n * sizeof *exact), *rest = malloc(n * sizeof *rest);
    TestRandom random = {5};
    for (size_t i = 0; i < n; ++i) {
        rest[i] = (double)view.positions[i];
        x[i] = view.positions[i] * 1.1f + (float)(0.03 * (randomUnit(&random) - 0.5));
        exact[i] = (double)x[i];
    }
    for (int model = 0; model < SupModel_Count; ++model) {
        SupMaterial m = material((SupModel)model, 0.4);
        SupMeasureDesc desc = {.asset = asset, .material = &m, .positions = x};
        SupMeasure moved, still;
        assert_ok(supMeasureBody(&desc, &moved));
        desc.positions = view.positions;
        assert_ok(supMeasureBody(&desc, &still));
        double expected = implicitElastic(&view, &m, exact) - implicitElastic(&view, &m, rest);
        assert_near(moved.elastic, expected, 1e-6 * expected);
        assert_near(still.elastic, 0.0, 1e-9 * expected);
    }
    free(x), free(exact), free(rest);
    supBodyAssetRelease(asset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_of_stretched_and_squeezed_boxes_are_the_closed_forms),
        cmocka_unit_test(bars_in_uniaxial_stretch_and_compression_rest_at_the_closed_forms_lateral_stretch),
        cmocka_unit_test(a_twisted_bar_approaches_saint_venants_torsion_under_refinement),
        cmocka_unit_test(both_materials_agree_at_small_strain),
        cmocka_unit_test(measured_energy_is_the_materials_and_zero_at_rest),
    };
    return cmocka_run_group_tests_name("materials", tests, fixtureSetup, fixtureTeardown);
}
