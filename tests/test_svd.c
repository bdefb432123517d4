// SPDX-License-Identifier: MIT
// The signed SVD of the shaders against the bounds of docs/physics.md, on 256 seeded matrices of every kind.
#include "gpu_fixture.h"

#include "gpu/kernel.h"
#include "gpu/readback.h"
#include "xpbd_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Count = 256, Seed = 20261 };

typedef void (*MakeMatrix)(TestRandom *random, double f[9]);

static void multiply(const double a[9], const double b[9], double out[9]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

static double determinant(const double m[9]) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

static void gaussian(TestRandom *random, double f[9]) {
    for (int i = 0; i < 9; ++i) f[i] = randomNormal(random);
}

static void rotation(TestRandom *random, double f[9]) {
    double q[4], n = 0;
    for (int i = 0; i < 4; ++i) q[i] = randomNormal(random), n += q[i] * q[i];
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(n);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double m[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
                   2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
                   2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    memcpy(f, m, sizeof m);
}

/// R1 diag(a, b, c) R2.
static void fromSingularValues(TestRandom *random, double f[9], double a, double b, double c) {
    double r1[9], r2[9], t[9], d[9] = {a, 0, 0, 0, b, 0, 0, 0, c};
    rotation(random, r1);
    rotation(random, r2);
    multiply(r1, d, t);
    multiply(t, r2, f);
}

static void inverted(TestRandom *random, double f[9]) {
    gaussian(random, f);
    if (determinant(f) > 0)
        for (int i = 0; i < 9; ++i) f[i] = -f[i];
}
static void nearIdentity(TestRandom *random, double f[9]) {
    for (int i = 0; i < 9; ++i) f[i] = (i % 4 == 0) + 1e-3 * randomNormal(random);
}
static void nearRotation(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, 1 + 1e-6 * randomNormal(random), 1 + 1e-6 * randomNormal(random), 1);
}
static void mirrored(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, 1 + 0.1 * randomUnit(random), 1, -1 + 0.1 * randomUnit(random));
}
static void mirroredIdentity(TestRandom *random, double f[9]) {
    memset(f, 0, 9 * sizeof *f);
    f[0] = f[4] = f[8] = 1;
    f[4 * (randomBits(random) % 3)] = -1;
}
static void rankTwo(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, 0.5 + randomUnit(random), 0.1 + 0.4 * randomUnit(random), 0);
}
static void rankTwoExact(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 3; ++i) f[3 * i + 2] = f[3 * i];
}
static void rankOne(TestRandom *random, double f[9]) { fromSingularValues(random, f, 0.1 + randomUnit(random), 0, 0); }
static void rankOneExact(TestRandom *random, double f[9]) {
    double a[3], b[3];
    for (int i = 0; i < 3; ++i) a[i] = randomBits(random) % 8, b[i] = randomBits(random) % 8;
    for (int i = 0; i < 9; ++i) f[i] = a[i / 3] * b[i % 3];
}
static void zero(TestRandom *random, double f[9]) {
    (void)random;
    memset(f, 0, 9 * sizeof *f);
}
static void badlyScaled(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, pow(10, 3 * randomUnit(random)), pow(10, -3 * randomUnit(random)),
                       (randomBits(random) & 1 ? 1 : -1) * pow(10, -4 - 4 * randomUnit(random)));
}
static void tiny(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 9; ++i) f[i] *= 1e-12;
}
static void huge(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 9; ++i) f[i] *= 1e12;
}
static void badColumns(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 9; ++i) f[i] *= i % 3 == 0 ? 1e4 : i % 3 == 1 ? 1.0 : 1e-4;
}
static void equalPairs(TestRandom *random, double f[9]) {
    double a = 0.5 + randomUnit(random), b = randomUnit(random);
    fromSingularValues(random, f, a, randomBits(random) & 1 ? a : b, randomBits(random) & 1 ? b : -b);
}
static void axisAligned(TestRandom *random, double f[9]) {
    memset(f, 0, 9 * sizeof *f);
    uint32_t p = randomBits(random) % 6, order[3] = {p % 3, (p % 3 + 1 + p / 3) % 3, (p % 3 + 2 - p / 3) % 3};
    for (int i = 0; i < 3; ++i) f[3 * i + (int)order[i]] = 2 * randomUnit(random) - 1;
}

// ---- Running the probe -----------------------------------------------------------------------------------------------

static char *readText(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", SUPPLE_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 65536);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

static void runProbe(const float *matrices, float *results, uint32_t count) {
    static const SupShaderBinding bindings[] = {{"matrices", 0, SupBindingKind_ReadOnly},
                                                {"results", 1, SupBindingKind_ReadWrite}};
    char *svd = readText("shaders/shared/svd.wgsl"), *probe = readText("tests/shaders/svd_probe.wgsl");
    char *text = malloc(strlen(svd) + strlen(probe) + 1);
    strcat(strcpy(text, svd), probe);
    SupShader shader = {"svd_probe", text, bindings, 2};
    SupGpu *gpu = fixtureGpu();
    SupKernel kernel;
    assert_ok(supKernelCreateFrom(gpu, &shader, NULL, 0, &kernel));
    WGPUBuffer in, out;
    SupReadback *readback;
    assert_ok(supGpuBuffer(gpu, "in", 36 * count, WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst, &in));
    assert_ok(supGpuBuffer(gpu, "out", 84 * count, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc, &out));
    assert_ok(supReadbackCreate(gpu, 84 * count, &readback));
    wgpuQueueWriteBuffer(supGpuQueue(gpu), in, 0, matrices, 36 * count);
    const SupBinding buffers[] = {{.name = "matrices", .buffer = in}, {.name = "results", .buffer = out}};
    assert_ok(supKernelBind(gpu, &kernel, buffers, 2));
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    supKernelDispatch(gpu, &kernel, pass, (count + 63) / 64);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, out, 0, supReadbackStaging(readback), 0, 84 * count);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(gpu, commands, 2);
    wgpuCommandBufferRelease(commands);
    supReadbackMap(readback);
    assert_ok(supGpuWaitIdle(gpu, 60.0));
    while (supReadbackStatus(readback) == SupStatus_Pending) supGpuPoll(gpu);
    assert_ok(supReadbackStatus(readback));
    memcpy(results, supReadbackData(readback), 84 * count);
    supReadbackDestroy(readback);
    supGpuPoll(gpu);
    supKernelRelease(&kernel);
    supGpuBufferRelease(gpu, &in);
    supGpuBufferRelease(gpu, &out);
    free(svd), free(probe), free(text);
}

typedef struct Worst {
    double reconstruction, orthogonality, determinant, order, values;
} Worst;

static void transposeInto(const float *columns, double m[9]) {
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) m[3 * r + c] = (double)columns[3 * c + r];
}

static double orthogonalityError(const double m[9]) {
    double worst = 0;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            double d = m[a] * m[b] + m[3 + a] * m[3 + b] + m[6 + a] * m[6 + b] - (a == b);
            worst += d * d;
        }
    return sqrt(worst);
}

static double norm(const double m[9]) {
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += m[i] * m[i];
    return sqrt(sum);
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
    runProbe(matrices, results, Count);
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
#define KINDS(X)        \
    X(gaussian)         \
    X(inverted)         \
    X(nearIdentity)     \
    X(nearRotation)     \
    X(rotation)         \
    X(mirrored)         \
    X(mirroredIdentity) \
    X(rankTwo)          \
    X(rankTwoExact)     \
    X(rankOne) X(rankOneExact) X(zero) X(badlyScaled) X(tiny) X(huge) X(badColumns) X(equalPairs) X(axisAligned)
KINDS(KIND)

int main(void) {
#define ENTRY(name) cmocka_unit_test(svd_meets_its_bounds_on_##name),
    const struct CMUnitTest tests[] = {KINDS(ENTRY)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
