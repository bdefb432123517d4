// SPDX-License-Identifier: MIT
// The signed SVD of the shaders against the bounds of docs/physics.md, on 256 seeded matrices of every kind.
#include "matrix_probe.h"
#include "xpbd_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Count = 256, Seed = 20261 };

typedef struct Worst {
    double reconstruction, orthogonality, determinant, order, values;
} Worst;

static void transposeInto(const float *columns, double m[9]) {
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) m[3 * r + c] = (double)columns[3 * c + r];
}

static void judge(const double f[9], const float *result, Worst *worst) {
    double u[9], v[9], vt[9], us[9], back[9], s[3];
    transposeInto(result, u);
    transposeInto(result + 12, v);
    for (int i = 0; i < 3; ++i) s[i] = (double)result[9 + i];
    for (int i = 0; i < 9; ++i) us[i] = u[i] * s[i % 3], vt[i] = v[3 * (i % 3) + i / 3];
    multiply(us, vt, back);
    for (int i = 0; i < 9; ++i) back[i] -= f[i];
    double scale = fmax(1.0, norm(f)), ru[9], rs[3], rv[9];
    worst->reconstruction = fmax(worst->reconstruction, norm(back) / scale);
    worst->orthogonality = fmax(worst->orthogonality, fmax(orthogonalityError(u), orthogonalityError(v)));
    worst->determinant = fmax(worst->determinant, fmax(fabs(determinant(u) - 1), fabs(determinant(v) - 1)));
    worst->order = fmax(worst->order, fmax(s[1] - s[0], fabs(s[2]) - s[1]) / scale);
    worst->order = fmax(worst->order, -s[1] / scale);
    // the sign rule where the sign means something in single precision
    if (fabs(s[2]) > 1e-5 * scale) assert_true((s[2] < 0) == (determinant(f) < 0));
    referenceSvd(f, ru, rs, rv);
    for (int i = 0; i < 3; ++i) worst->values = fmax(worst->values, fabs(s[i] - rs[i]) / scale);
}

static void checkKind(const char *name, MakeMatrix make) {
    TestRandom random = {Seed};
    float matrices[9 * Count], results[21 * Count];
    double truth[9 * Count];
    for (int n = 0; n < Count; ++n) {
        double f[9];
        make(&random, f);
        for (int i = 0; i < 9; ++i) {
            matrices[9 * n + 3 * (i % 3) + i / 3] = (float)f[i];
            truth[9 * n + i] = (double)(float)f[i];
        }
    }
    runProbe("svd_probe", "svd", matrices, Count, results, 21);
    Worst worst = {0, 0, 0, 0, 0};
    for (int n = 0; n < Count; ++n) judge(truth + 9 * n, results + 21 * n, &worst);
    print_message("%-16s seed %d: reconstruction %.2g, orthogonality %.2g, determinants %.2g, order %.2g, values %.2g\n",
                  name, Seed, worst.reconstruction, worst.orthogonality, worst.determinant, worst.order, worst.values);
    assert_near(worst.reconstruction, 0, 2e-5);
    assert_near(worst.orthogonality, 0, 1e-5);
    assert_near(worst.determinant, 0, 1e-5);
    assert_true(worst.order < 1e-6);
    assert_near(worst.values, 0, 1e-5);
}

#define KIND(name)                                             \
    static void svd_meets_its_bounds_on_##name(void **state) { \
        (void)state;                                           \
        checkKind(#name, name);                                \
    }
MATRIX_KINDS(KIND)

int main(void) {
#define ENTRY(name) cmocka_unit_test(svd_meets_its_bounds_on_##name),
    const struct CMUnitTest tests[] = {MATRIX_KINDS(ENTRY)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
