// SPDX-License-Identifier: MIT
// E and nu mean what they say: a lightly loaded cantilever against linear finite elements on the same mesh (solved here in
// double precision by conjugate gradients) and against beam theory.
#include "gpu_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Elements {
    const SupBodyAssetView *view;
    const uint8_t *pinned;
    double mu, lambda;
    double *gradients; ///< per tet: 3 per corner, dN/dx
    double *volumes;
} Elements;

static double coordinate(const SupBodyAssetView *view, size_t tet, int corner, int k) {
    return (double)view->positions[3 * (size_t)view->tets[4 * tet + (size_t)corner] + (size_t)k];
}

static Elements makeElements(const SupBodyAssetView *view, const uint8_t *pinned, const SupMaterial *m) {
    Elements e = {
        view, pinned, m->young / (2 * (1 + m->poisson)), m->young * m->poisson / ((1 + m->poisson) * (1 - 2 * m->poisson)),
        NULL, NULL};
    e.gradients = malloc(12 * view->tetCount * sizeof(double));
    e.volumes = malloc(view->tetCount * sizeof(double));
    for (size_t t = 0; t < view->tetCount; ++t) {
        double d[3][3]; // rows: edges
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < 3; ++k) d[a][k] = coordinate(view, t, a + 1, k) - coordinate(view, t, 0, k);
        double *g = e.gradients + 12 * t, det = 0;
        for (int k = 0; k < 3; ++k)
            det += d[0][k] * (d[1][(k + 1) % 3] * d[2][(k + 2) % 3] - d[1][(k + 2) % 3] * d[2][(k + 1) % 3]);
        e.volumes[t] = det / 6;
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < 3; ++k) {
                int p = (a + 1) % 3, q = (a + 2) % 3, i = (k + 1) % 3, j = (k + 2) % 3;
                g[3 * (a + 1) + k] = (d[p][i] * d[q][j] - d[p][j] * d[q][i]) / det;
            }
        for (int k = 0; k < 3; ++k) g[k] = -(g[3 + k] + g[6 + k] + g[9 + k]);
    }
    return e;
}

/// f = K u for isotropic linear elasticity; pinned rows are zero.
static void applyStiffness(const Elements *e, const double *u, double *f) {
    memset(f, 0, 3 * e->view->vertexCount * sizeof *f);
    for (size_t t = 0; t < e->view->tetCount; ++t) {
        const uint32_t *v = e->view->tets + 4 * t;
        const double *g = e->gradients + 12 * t;
        double grad[3][3] = {{0}}, trace = 0;
        for (int a = 0; a < 4; ++a)
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) grad[i][j] += u[3 * (size_t)v[a] + (size_t)i] * g[3 * a + j];
        for (int i = 0; i < 3; ++i) trace += grad[i][i];
        for (int a = 0; a < 4; ++a)
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) {
                    double stress = e->mu * (grad[i][j] + grad[j][i]) + (i == j ? e->lambda * trace : 0);
                    f[3 * (size_t)v[a] + (size_t)i] += e->volumes[t] * stress * g[3 * a + j];
                }
    }
    for (size_t i = 0; i < 3 * (size_t)e->view->vertexCount; ++i)
        if (e->pinned[i / 3]) f[i] = 0;
}

static void solveStatic(const Elements *e, const double *load, double *u) {
    size_t n = 3 * (size_t)e->view->vertexCount;
    double *r = malloc(n * sizeof *r), *p = malloc(n * sizeof *p), *kp = malloc(n * sizeof *kp), rr = 0;
    memset(u, 0, n * sizeof *u);
    for (size_t i = 0; i < n; ++i) r[i] = p[i] = e->pinned[i / 3] ? 0 : load[i], rr += r[i] * r[i];
    double first = rr;
    for (int k = 0; k < 5000 && rr > 1e-22 * first; ++k) {
        applyStiffness(e, p, kp);
        double pkp = 0, next = 0;
        for (size_t i = 0; i < n; ++i) pkp += p[i] * kp[i];
        for (size_t i = 0; i < n; ++i) u[i] += rr / pkp * p[i], r[i] -= rr / pkp * kp[i], next += r[i] * r[i];
        for (size_t i = 0; i < n; ++i) p[i] = r[i] + next / rr * p[i];
        rr = next;
    }
    free(r), free(p), free(kp);
}

enum { Length = 1 }; // [m]

/// Mean sag of the free end [m]: of the simulation when `frames` > 0, else of linear finite elements.
static double endSag(uint32_t cells, const SupMaterial *material, double gravity, SupSolver solver, uint32_t frames) {
    SupBodyAsset *asset = boxAsset(Length, 0.2, 0.2, 5 * cells, cells, cells);
    SupBodyAssetView view = supBodyAssetView(asset);
    uint8_t *pinned = calloc(1, view.vertexCount);
    uint32_t *pins = malloc(view.vertexCount * sizeof *pins), count = 0;
    for (uint32_t i = 0; i < view.vertexCount; ++i)
        if ((double)view.positions[3 * i] + view.center[0] < 1e-6) pins[count++] = i, pinned[i] = 1;
    double sag = 0;
    uint32_t ends = 0;
    double *moved = calloc(3 * view.vertexCount, sizeof *moved);
    if (frames == 0) {
        Elements e = makeElements(&view, pinned, material);
        double *load = calloc(3 * view.vertexCount, sizeof *load);
        for (uint32_t i = 0; i < view.vertexCount; ++i)
            load[3 * i + 1] = gravity * material->density * (double)view.vertexVolume[i];
        solveStatic(&e, load, moved);
        free(load), free(e.gradients), free(e.volumes);
    } else {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        settings.gravity[1] = gravity;
        settings.solver = solver;
        settings.iterations = solver == SupSolver_Xpbd ? 100 : 0; // xpbd's own few bend too far
        SupWorld *world = makeWorld(&settings);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = asset;
        desc.material = *material;
        desc.pinned = pins;
        desc.pinnedCount = count;
        SupBodyId body = addBody(world, &desc);
        stepWorld(world, frames);
        float *x = readPositions(world, body);
        for (size_t i = 0; i < 3 * (size_t)view.vertexCount; ++i) moved[i] = (double)x[i] - (double)view.positions[i];
        free(x);
        supWorldDestroy(world);
    }
    for (uint32_t i = 0; i < view.vertexCount; ++i) {
        if ((double)view.positions[3 * i] + view.center[0] < Length - 1e-6) continue;
        sag -= moved[3 * i + 1];
        ends++;
    }
    free(moved), free(pins), free(pinned);
    supBodyAssetRelease(asset);
    return sag / ends;
}

static SupMaterial damped(double young, double poisson) {
    SupMaterial material = SUP_MATERIAL_INIT;
    material.young = young;
    material.poisson = poisson;
    material.damping = 6.0; // a little below critical for the first mode: settles within 2.5 s
    return material;
}

static void converged_cantilever_sags_as_linear_finite_elements_on_its_mesh_say(void **state) {
    (void)state;
    static const struct {
        SupSolver solver;
        SupModel model;
        uint32_t cells;
        double poisson, most;
    } cases[] = {
        {SupSolver_Xpbd, SupModel_Arap, 1, 0.0, 0.02},        {SupSolver_Xpbd, SupModel_Arap, 1, 0.3, 0.02},
        {SupSolver_Vbd, SupModel_Arap, 1, 0.3, 0.01},         {SupSolver_Vbd, SupModel_NeoHookean, 1, 0.45, 0.01},
        {SupSolver_Newton, SupModel_Arap, 1, 0.3, 0.01},      {SupSolver_Newton, SupModel_NeoHookean, 1, 0.45, 0.01},
        {SupSolver_Newton, SupModel_Arap, 2, 0.3, 0.01},      {SupSolver_Newton, SupModel_NeoHookean, 2, 0.0, 0.01},
        {SupSolver_Newton, SupModel_NeoHookean, 3, 0.3, 0.01}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        SupMaterial material = damped(2e5, cases[i].poisson);
        material.model = cases[i].model;
        double truth = endSag(cases[i].cells, &material, -0.2, SupSolver_Auto, 0);
        double sag = endSag(cases[i].cells, &material, -0.2, cases[i].solver, 150);
        print_message("solver %d, model %d, %u cells, nu %.2f: sag %.6f m, finite elements %.6f m (%.2f %%)\n",
                      (int)cases[i].solver, (int)cases[i].model, cases[i].cells, material.poisson, sag, truth,
                      100 * (sag / truth - 1));
        assert_near(sag, truth, cases[i].most * truth);
    }
}

static void finite_elements_of_the_test_approach_beam_theory_under_refinement(void **state) {
    (void)state;
    // w = q L^4 / (8 E I), q = rho g b h, I = b h^3 / 12, plus the shear deflection q L^2 / (2 k G A), k = 5/6
    SupMaterial material = damped(2e5, 0.3);
    double q = 1000 * 0.5 * 0.04, bending = q / (8 * 2e5 * (0.2 * 0.008 / 12)), g = 2e5 / 2.6;
    double theory = bending + q / (2 * 5.0 / 6.0 * g * 0.04), previous = 2;
    for (uint32_t cells = 1; cells <= 8; cells *= 2) {
        double error = fabs(endSag(cells, &material, -0.5, SupSolver_Auto, 0) / theory - 1);
        print_message("%u cells across: %.2f %% off beam theory\n", cells, 100 * error);
        assert_true(error < 0.75 * previous);
        previous = error;
    }
    // linear tets are stiff in bending; halving their size again and again takes the error away
    assert_true(previous < 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converged_cantilever_sags_as_linear_finite_elements_on_its_mesh_say),
        cmocka_unit_test(finite_elements_of_the_test_approach_beam_theory_under_refinement),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
