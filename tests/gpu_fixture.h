// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_GPU_FIXTURE_H
#define SUPPLE_TESTS_GPU_FIXTURE_H

/// What GPU tests share: one SupGpu a program (adapter by SUPPLE_ADAPTER), assets, blocking readbacks. A failure of these
/// helpers fails the running test.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "supple/world.h"

/// cmocka group set-up and tear-down; prints adapter and seed once.
int fixtureSetup(void **state);
int fixtureTeardown(void **state);
SupGpu *fixtureGpu(void);
/// Shows the library's log again, after a test that expects errors has switched it off by supSetLog.
void fixtureLog(void);

/// Seeded random numbers (PCG32), the same everywhere.
typedef struct TestRandom {
    uint64_t state;
} TestRandom;
uint32_t randomBits(TestRandom *random);
/// Uniform in [0, 1).
double randomUnit(TestRandom *random);
/// Standard normal.
double randomNormal(TestRandom *random);

SupBodyAsset *boxAsset(double sx, double sy, double sz, uint32_t nx, uint32_t ny, uint32_t nz);
/// Any tets; positive volumes.
SupBodyAsset *tetAsset(const double *positions, uint32_t vertexCount, const uint32_t *tets, uint32_t tetCount);

SupWorld *makeWorld(const SupSettings *settings);
SupBodyId addBody(SupWorld *world, const SupBodyDesc *desc);
void stepWorld(SupWorld *world, uint32_t frames);

/// Data of a request, freed by free().
void *readWorld(SupWorld *world, SupRead what, SupBodyId body, size_t *length);
float *readPositions(SupWorld *world, SupBodyId body);
uint64_t stateHash(SupWorld *world, SupBodyId body);
SupMeasure measure(SupWorld *world, SupBodyId body);
/// supGpuAllocated once it is `expected`, or as it is after ten seconds of polling: readbacks that were dropped on the way
/// give their memory back when the driver lets go of them.
uint64_t settledMemory(SupGpu *gpu, uint64_t expected);

#define assert_ok(call) assert_ok_at((call), #call, __FILE__, __LINE__)
void assert_ok_at(SupStatus status, const char *text, const char *file, int line);
#define assert_status(expected, call) assert_string_equal(supStatusName(expected), supStatusName(call))
/// |a - b| <= tolerance, shows the values; NaN fails.
#define assert_near(a, b, tolerance) assert_near_at((a), (b), (tolerance), #a, __FILE__, __LINE__)
void assert_near_at(double a, double b, double tolerance, const char *text, const char *file, int line);

#endif
