// SPDX-License-Identifier: MIT
#include "matrix_probe.h"

#include "gpu/kernel.h"
#include "gpu/readback.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void multiply(const double a[9], const double b[9], double out[9]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

double determinant(const double m[9]) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

void gaussian(TestRandom *random, double f[9]) {
    for (int i = 0; i < 9; ++i) f[i] = randomNormal(random);
}

void rotation(TestRandom *random, double f[9]) {
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

void inverted(TestRandom *random, double f[9]) {
    gaussian(random, f);
    if (determinant(f) > 0)
        for (int i = 0; i < 9; ++i) f[i] = -f[i];
}
void nearIdentity(TestRandom *random, double f[9]) {
    for (int i = 0; i < 9; ++i) f[i] = (i % 4 == 0) + 1e-3 * randomNormal(random);
}
void nearRotation(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, 1 + 1e-6 * randomNormal(random), 1 + 1e-6 * randomNormal(random), 1);
}
void mirrored(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, 1 + 0.1 * randomUnit(random), 1, -1 + 0.1 * randomUnit(random));
}
void mirroredIdentity(TestRandom *random, double f[9]) {
    memset(f, 0, 9 * sizeof *f);
    f[0] = f[4] = f[8] = 1;
    f[4 * (randomBits(random) % 3)] = -1;
}
void rankTwo(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, 0.5 + randomUnit(random), 0.1 + 0.4 * randomUnit(random), 0);
}
void rankTwoExact(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 3; ++i) f[3 * i + 2] = f[3 * i];
}
void rankOne(TestRandom *random, double f[9]) { fromSingularValues(random, f, 0.1 + randomUnit(random), 0, 0); }
void rankOneExact(TestRandom *random, double f[9]) {
    double a[3], b[3];
    for (int i = 0; i < 3; ++i) a[i] = randomBits(random) % 8, b[i] = randomBits(random) % 8;
    for (int i = 0; i < 9; ++i) f[i] = a[i / 3] * b[i % 3];
}
void zero(TestRandom *random, double f[9]) {
    (void)random;
    memset(f, 0, 9 * sizeof *f);
}
void badlyScaled(TestRandom *random, double f[9]) {
    fromSingularValues(random, f, pow(10, 3 * randomUnit(random)), pow(10, -3 * randomUnit(random)),
                       (randomBits(random) & 1 ? 1 : -1) * pow(10, -4 - 4 * randomUnit(random)));
}
void tiny(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 9; ++i) f[i] *= 1e-12;
}
void huge(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 9; ++i) f[i] *= 1e12;
}
void badColumns(TestRandom *random, double f[9]) {
    gaussian(random, f);
    for (int i = 0; i < 9; ++i) f[i] *= i % 3 == 0 ? 1e4 : i % 3 == 1 ? 1.0 : 1e-4;
}
void equalPairs(TestRandom *random, double f[9]) {
    double a = 0.5 + randomUnit(random), b = randomUnit(random);
    fromSingularValues(random, f, a, randomBits(random) & 1 ? a : b, randomBits(random) & 1 ? b : -b);
}
void axisAligned(TestRandom *random, double f[9]) {
    memset(f, 0, 9 * sizeof *f);
    uint32_t p = randomBits(random) % 6, order[3] = {p % 3, (p % 3 + 1 + p / 3) % 3, (p % 3 + 2 - p / 3) % 3};
    for (int i = 0; i < 3; ++i) f[3 * i + (int)order[i]] = 2 * randomUnit(random) - 1;
}

double orthogonalityError(const double m[9]) {
    double worst = 0;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            double d = m[a] * m[b] + m[3 + a] * m[3 + b] + m[6 + a] * m[6 + b] - (a == b);
            worst += d * d;
        }
    return sqrt(worst);
}

double norm(const double m[9]) {
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += m[i] * m[i];
    return sqrt(sum);
}

// ---- Running a kernel ------------------------------------------------------------------------------------------------

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

/// Names of imports become comments: the texts stand in front.
static char *joinTexts(const char *name, const char *shared) {
    char *text = calloc(1, 8 * 65536), path[128], word[64];
    for (int used = 0; sscanf(shared, " %63s%n", word, &used) == 1; shared += used) {
        snprintf(path, sizeof path, "shaders/shared/%s.wgsl", word);
        char *part = readText(path);
        strcat(text, part);
        free(part);
    }
    snprintf(path, sizeof path, "tests/shaders/%s.wgsl", name);
    char *probe = readText(path);
    strcat(text, probe);
    free(probe);
    for (char *line = text; (line = strstr(line, "#import"));) memcpy(line, "//", 2);
    return text;
}

void runProbe(const char *name, const char *shared, const float *matrices, uint32_t count, float *results, uint32_t width) {
    static const SupShaderBinding bindings[] = {{"matrices", 0, SupBindingKind_ReadOnly},
                                                {"results", 1, SupBindingKind_ReadWrite}};
    char *text = joinTexts(name, shared);
    SupShader shader = {name, text, bindings, 2};
    const uint64_t bytes = 4 * (uint64_t)width * count;
    SupGpu *gpu = fixtureGpu();
    SupKernel kernel;
    assert_ok(supKernelCreateFrom(gpu, &shader, NULL, 0, &kernel));
    WGPUBuffer in, out;
    SupReadback *readback;
    assert_ok(supGpuBuffer(gpu, "in", 36 * count, WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst, &in));
    assert_ok(supGpuBuffer(gpu, "out", bytes, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc, &out));
    assert_ok(supReadbackCreate(gpu, bytes, &readback));
    wgpuQueueWriteBuffer(supGpuQueue(gpu), in, 0, matrices, 36 * count);
    const SupBinding buffers[] = {{.name = "matrices", .buffer = in}, {.name = "results", .buffer = out}};
    assert_ok(supKernelBind(gpu, &kernel, buffers, 2));
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    supKernelDispatch(gpu, &kernel, pass, (count + 63) / 64);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, out, 0, supReadbackStaging(readback), 0, bytes);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(gpu, commands, 2);
    wgpuCommandBufferRelease(commands);
    supReadbackMap(readback);
    assert_ok(supGpuWaitIdle(gpu, 60.0));
    while (supReadbackStatus(readback) == SupStatus_Pending) supGpuPoll(gpu);
    assert_ok(supReadbackStatus(readback));
    memcpy(results, supReadbackData(readback), bytes);
    supReadbackDestroy(readback);
    supGpuPoll(gpu);
    supKernelRelease(&kernel);
    supGpuBufferRelease(gpu, &in);
    supGpuBufferRelease(gpu, &out);
    free(text);
}
