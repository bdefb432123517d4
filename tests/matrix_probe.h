// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_MATRIX_PROBE_H
#define SUPPLE_TESTS_MATRIX_PROBE_H

/// Seeded 3x3 matrices of every kind (row by row), and a kernel over them.

#include "gpu_fixture.h"

typedef void (*MakeMatrix)(TestRandom *random, double f[9]);

void gaussian(TestRandom *random, double f[9]);
void inverted(TestRandom *random, double f[9]);
void nearIdentity(TestRandom *random, double f[9]);
void nearRotation(TestRandom *random, double f[9]);
void rotation(TestRandom *random, double f[9]);
void mirrored(TestRandom *random, double f[9]);
void mirroredIdentity(TestRandom *random, double f[9]);
void rankTwo(TestRandom *random, double f[9]);
void rankTwoExact(TestRandom *random, double f[9]);
void rankOne(TestRandom *random, double f[9]);
void rankOneExact(TestRandom *random, double f[9]);
void zero(TestRandom *random, double f[9]);
void badlyScaled(TestRandom *random, double f[9]);
void tiny(TestRandom *random, double f[9]);
void huge(TestRandom *random, double f[9]);
void badColumns(TestRandom *random, double f[9]);
void equalPairs(TestRandom *random, double f[9]);
void axisAligned(TestRandom *random, double f[9]);

void multiply(const double a[9], const double b[9], double out[9]);
double determinant(const double m[9]);
double norm(const double m[9]);
/// |M^T M - 1|
double orthogonalityError(const double m[9]);

/// Runs entry point `name` of tests/shaders/NAME.wgsl, behind the texts of `shared` (space-separated names in
/// shaders/shared), on `count` matrices, column by column; `width` floats come back for each.
void runProbe(const char *name, const char *shared, const float *matrices, uint32_t count, float *results, uint32_t width);

// clang-format 14 never comes to rest on this one.
// clang-format off
#define MATRIX_KINDS(X) \
    X(gaussian) X(inverted) X(nearIdentity) X(nearRotation) X(rotation) X(mirrored) X(mirroredIdentity) X(rankTwo) \
    X(rankTwoExact) X(rankOne) X(rankOneExact) X(zero) X(badlyScaled) X(tiny) X(huge) X(badColumns) X(equalPairs) \
    X(axisAligned)
// clang-format on

#endif
