// SPDX-License-Identifier: MIT
// rotation_of of the shaders against the double-precision polar decomposition, on 256 seeded matrices of every kind.
#include "matrix_probe.h"
#include "xpbd_reference.h"

#include <math.h>
#include <string.h>

enum { Count = 256, Seed = 20262 };

typedef struct Worst {
    double rotation, orthogonality, determinant, closeness, trace;
} Worst;

static void judge(const double f[9], const float *result, Worst *worst) {
    double r[9], u[9], s[3], v[9], vt[9], best[9], off[9], along = 0.0;
    for (int i = 0; i < 9; ++i) r[i] = (double)result[3 * (i % 3) + i / 3], along += r[i] * f[i];
    double scale = fmax(norm(f), 1e-3);
    worst->orthogonality = fmax(worst->orthogonality, orthogonalityError(r));
    worst->determinant = fmax(worst->determinant, fabs(determinant(r) - 1.0));
    referenceSvd(f, u, s, v);
    double sum = s[0] + s[1] + s[2];
    // no rotation lies closer to F than the one with the largest R : F
    worst->closeness = fmax(worst->closeness, (sum - along) / scale);
    worst->trace = fmax(worst->trace, fabs((double)result[9] - sum) / scale);
    if (s[1] + s[2] < 0.1 * scale) return; // there about any turn of the two is as close
    for (int i = 0; i < 9; ++i) vt[i] = v[3 * (i % 3) + i / 3];
    multiply(u, vt, best);
    for (int i = 0; i < 9; ++i) off[i] = r[i] - best[i];
    worst->rotation = fmax(worst->rotation, norm(off));
}

/// @param close of trace and of R : F, relative to |F|
static void checkKind(const char *name, MakeMatrix make, double close) {
    TestRandom random = {Seed};
    float matrices[9 * Count], results[10 * Count];
    double truth[9 * Count];
    for (int n = 0; n < Count; ++n) {
        double f[9];
        make(&random, f);
        for (int i = 0; i < 9; ++i) {
            matrices[9 * n + 3 * (i % 3) + i / 3] = (float)f[i];
            truth[9 * n + i] = (double)(float)f[i];
        }
    }
    runProbe("rotation_probe", "mat3 rotation", matrices, Count, results, 10);
    Worst worst = {0, 0, 0, 0, 0};
    for (int n = 0; n < Count; ++n) judge(truth + 9 * n, results + 10 * n, &worst);
    print_message("%-16s seed %d: rotation %.2g, orthogonality %.2g, determinant %.2g, closeness %.2g, trace %.2g\n", name,
                  Seed, worst.rotation, worst.orthogonality, worst.determinant, worst.closeness, worst.trace);
    assert_near(worst.rotation, 0.0, 1e-4);
    assert_near(worst.orthogonality, 0.0, 2e-4);
    assert_near(worst.determinant, 0.0, 2e-4);
    assert_near(worst.closeness, 0.0, close);
    assert_near(worst.trace, 0.0, close);
}

#define KIND(name)                                                    \
    static void rotation_is_the_closest_one_of_##name(void **state) { \
        (void)state;                                                  \
        checkKind(#name, name, 2e-3);                                 \
    }
MATRIX_KINDS(KIND)

int main(void) {
#define ENTRY(name) cmocka_unit_test(rotation_is_the_closest_one_of_##name),
    const struct CMUnitTest tests[] = {MATRIX_KINDS(ENTRY)};
    return cmocka_run_group_tests_name("rotation", tests, fixtureSetup, fixtureTeardown);
}
