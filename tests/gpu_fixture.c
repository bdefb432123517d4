// SPDX-License-Identifier: MIT
#include "gpu_fixture.h"

#include "gpu/gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SupGpu *gpu;

static void printLog(void *user, SupSeverity severity, const char *line) {
    (void)user;
    if (severity != SupSeverity_Note) fprintf(stderr, "log: %s\n", line);
}

void fixtureLog(void) { supSetLog(printLog, NULL); }

int fixtureSetup(void **state) {
    (void)state;
    fixtureLog();
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    desc.adapter = getenv("SUPPLE_ADAPTER");
    if (supGpuCreate(&desc, &gpu) != SupStatus_Ok || supGpuWait(gpu, 30.0) != SupStatus_Ok) {
        fprintf(stderr, "no GPU for the tests: %s\n", supGpuErrorText(gpu));
        return -1;
    }
    SupGpuInfo info;
    supGpuInfo(gpu, &info);
    fprintf(stderr, "adapter: %s (%s)\n", info.adapter, info.driver);
    return 0;
}

int fixtureTeardown(void **state) {
    (void)state;
    uint64_t left = settledMemory(gpu, 0);
    supGpuDestroy(gpu);
    gpu = NULL;
    if (left) fprintf(stderr, "%llu bytes of device memory were never released\n", (unsigned long long)left);
    return left ? -1 : 0;
}

SupGpu *fixtureGpu(void) { return gpu; }

uint32_t randomBits(TestRandom *random) {
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return shifted >> turn | shifted << (-turn & 31u);
}

double randomUnit(TestRandom *random) { return randomBits(random) / 4294967296.0; }

double randomNormal(TestRandom *random) {
    double u = (randomBits(random) + 1.0) / 4294967297.0, v = randomUnit(random);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

void assert_ok_at(SupStatus status, const char *text, const char *file, int line) {
    if (status == SupStatus_Ok) return;
    print_error("%s: %s (%s)\n", text, supStatusName(status), gpu ? supGpuErrorText(gpu) : "");
    _fail(file, line);
}

void assert_near_at(double a, double b, double tolerance, const char *text, const char *file, int line) {
    if (fabs(a - b) <= tolerance) return;
    print_error("%s = %.9g, expected %.9g within %.3g\n", text, a, b, tolerance);
    _fail(file, line);
}

static SupBodyAsset *finishAsset(SupTetMesh *mesh) {
    SupBodyAssetDesc desc = SUP_BODY_ASSET_DESC_INIT;
    SupBodyAsset *asset = NULL;
    assert_ok(supBodyAssetCreate(mesh, &desc, &asset, NULL));
    supTetMeshFree(mesh);
    return asset;
}

SupBodyAsset *boxAsset(double sx, double sy, double sz, uint32_t nx, uint32_t ny, uint32_t nz) {
    SupTetMesh mesh = {0};
    assert_ok(supTetMeshBox((double[3]){sx, sy, sz}, (uint32_t[3]){nx, ny, nz}, &mesh, NULL));
    return finishAsset(&mesh);
}

SupBodyAsset *tetAsset(const double *positions, uint32_t vertexCount, const uint32_t *tets, uint32_t tetCount) {
    SupTetMesh mesh = {0};
    assert_ok(supTetMeshFromArrays(positions, vertexCount, tets, tetCount, &mesh, NULL));
    return finishAsset(&mesh);
}

SupWorld *makeWorld(const SupSettings *settings) {
    SupWorldDesc desc = SUP_WORLD_DESC_INIT;
    desc.gpu = gpu;
    if (settings) desc.settings = *settings;
    SupWorld *world = NULL;
    assert_ok(supWorldCreate(&desc, &world));
    return world;
}

SupBodyId addBody(SupWorld *world, const SupBodyDesc *desc) {
    SupBodyId id;
    SupStatus status = supWorldAddBody(world, desc, &id);
    if (status != SupStatus_Ok) print_error("%s\n", supWorldErrorText(world));
    assert_ok(status);
    return id;
}

void stepWorld(SupWorld *world, uint32_t frames) {
    SupStatus status = supWorldStep(world, frames);
    if (status != SupStatus_Ok) print_error("%s\n", supWorldErrorText(world));
    assert_ok(status);
}

void *readWorld(SupWorld *world, SupRead what, SupBodyId body, size_t *length) {
    SupRequestId request;
    const void *data;
    size_t size;
    assert_ok(supWorldRequest(world, what, body, &request));
    assert_ok(supWorldRequestWait(world, request, 300.0));
    assert_ok(supWorldRequestData(world, request, &data, &size));
    void *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    assert_ok(supWorldRequestRelease(world, request));
    if (length) *length = size;
    return copy;
}

float *readPositions(SupWorld *world, SupBodyId body) { return readWorld(world, SupRead_Positions, body, NULL); }

uint64_t stateHash(SupWorld *world, SupBodyId body) {
    size_t length;
    void *data = readWorld(world, SupRead_State, body, &length);
    uint64_t hash = supHash(data, length);
    free(data);
    return hash;
}

SupMeasure measure(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    SupMaterial material;
    SupSettings settings;
    assert_ok(supWorldBodyInfo(world, body, &info));
    assert_ok(supWorldMaterial(world, body, &material));
    assert_ok(supWorldSettings(world, &settings));
    float *positions = readPositions(world, body), *velocities = readWorld(world, SupRead_Velocities, body, NULL);
    SupMeasureDesc desc = {.asset = info.asset,
                           .material = &material,
                           .positions = positions,
                           .velocities = velocities,
                           .ground = settings.ground};
    memcpy(desc.origin, info.origin, sizeof desc.origin);
    memcpy(desc.gravity, settings.gravity, sizeof desc.gravity);
    SupMeasure result;
    assert_ok(supMeasureBody(&desc, &result));
    free(positions);
    free(velocities);
    return result;
}

uint64_t settledMemory(SupGpu *wanted, uint64_t expected) {
    double end = supPlatformSeconds() + 10.0;
    while (supGpuAllocated(wanted) != expected && supPlatformSeconds() < end) supGpuPoll(wanted);
    return supGpuAllocated(wanted);
}
