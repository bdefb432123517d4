// SPDX-License-Identifier: MIT
// Worlds of one scene, one a variant, stepped in turns, so that whatever else the machine does meets all alike.
#include "bench.h"
#include "clock.h"
#include "load.h"
#include "progress.h"
#include "say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static SupStatus stepAndWait(const Bench *b, SupWorld *world, uint32_t frames) {
    SupStatus status = supWorldStep(world, frames);
    return status ? status : supGpuWaitIdle(b->gpu, BenchLongestWait);
}

// ---- Building --------------------------------------------------------------------------------------------------------

static void applyVariant(SupSettings *settings, const BenchVariant *v) {
    settings->solver = v->solver;
    settings->accumulate = v->accumulate;
    settings->iterations = v->iterations;
    settings->linearIterations = v->linearIterations;
    if (v->linearIterations) settings->tolerance = 0.0; // a number of iterations means that many
}

static SupStatus buildWorld(Bench *b, const BenchVariant *variant, SupWorld **out, SupReport *report) {
    static const char *const solvers[] = {"auto", "vbd", "newton", "xpbd"};
    SupStatus status = supSceneSet(b->scene, NULL, "solver", solvers[variant->solver], report);
    if (!status) status = supSceneBuild(b->scene, b->gpu, out, report);
    if (!status) status = supWorldSettings(*out, &b->settings);
    if (status) return status;
    applyVariant(&b->settings, variant);
    return supWorldSetSettings(*out, &b->settings);
}

int benchBuild(Bench *b, const char *sceneName) {
    SupReport report = SUP_REPORT_INIT;
    int code = loadScene("bench", sceneName, &b->scene, &report);
    if (!code) code = loadFiles("bench", sceneName, b->scene, (SupProgress){0}, &report);
    if (code) return code;
    double begin = clockSeconds();
    SupStatus status = supScenePrepare(b->scene, (SupProgress){0}, &report);
    b->assetMs = (clockSeconds() - begin) * 1e3;
    for (uint32_t i = 0; i < b->variantCount && !status; ++i) {
        BenchResult *r = &b->results[i];
        r->error = (double)NAN;
        r->wallTimes = calloc((size_t)b->options->frames + 1, sizeof *r->wallTimes);
        r->gpuTimes = calloc((size_t)b->options->frames + 1, sizeof *r->gpuTimes);
        if (!r->wallTimes || !r->gpuTimes) return sayError(Exit_Refused, "bench: out of memory");
        begin = clockSeconds();
        status = buildWorld(b, &b->variants[i], &r->world, &report);
        if (!status) status = supGpuWaitIdle(b->gpu, BenchLongestWait);
        if (i == 0) b->uploadMs = (clockSeconds() - begin) * 1e3;
    }
    return status ? sayReport("bench", status, &report) : Exit_Done;
}

void benchFree(Bench *b) {
    for (uint32_t i = 0; i < b->variantCount; ++i) {
        supWorldDestroy(b->results[i].world);
        free(b->results[i].wallTimes);
        free(b->results[i].gpuTimes);
    }
    supSceneDestroy(b->scene);
}

// ---- Reading ---------------------------------------------------------------------------------------------------------

static SupStatus readCopy(SupWorld *world, SupRead what, void **out, size_t *length) {
    SupRequestId request;
    const void *data;
    SupStatus status = supWorldRequest(world, what, (SupBodyId){0}, &request);
    if (!status) status = supWorldRequestWait(world, request, BenchLongestWait);
    if (!status) status = supWorldRequestData(world, request, &data, length);
    if (status) return status;
    *out = malloc(*length ? *length : 1);
    if (*out) memcpy(*out, data, *length);
    supWorldRequestRelease(world, request);
    return *out ? SupStatus_Ok : SupStatus_OutOfMemory;
}

static SupStatus readState(BenchResult *r) {
    void *data = NULL;
    size_t length;
    SupStatus status = readCopy(r->world, SupRead_State, &data, &length);
    if (status) return status;
    r->stateHash = supHash(data, length);
    free(data);
    status = readCopy(r->world, SupRead_Health, &data, &length);
    if (status) return status;
    const SupHealth *health = data;
    r->finite = true;
    for (size_t i = 0; i < length / sizeof *health; ++i) {
        r->finite = r->finite && health[i].firstBadFrame == UINT32_MAX;
        if (health[i].residual > r->residual) r->residual = health[i].residual;
    }
    free(data);
    return SupStatus_Ok;
}

// ---- Errors ----------------------------------------------------------------------------------------------------------

static double distance(const float *x, const float *truth, const float *start, size_t count) {
    double off = 0.0, moved = 0.0;
    for (size_t i = 0; i < count; ++i) {
        // all three come from requests for the same bodies
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
        double d = (double)x[i] - (double)truth[i], m = (double)truth[i] - (double)start[i];
        off += d * d, moved += m * m;
    }
    return moved > 0.0 ? sqrt(off / moved) : (double)NAN;
}

/// Positions of a World of its own after the frames for errors.
static SupStatus solveTruth(Bench *b, uint32_t linearIterations, uint32_t frames, float **out, size_t *length) {
    const BenchVariant variant = {"truth", SupSolver_Newton, SupAccumulate_Gather, 4, linearIterations};
    SupReport report = SUP_REPORT_INIT;
    SupWorld *world = NULL;
    SupStatus status = buildWorld(b, &variant, &world, &report);
    if (!status) status = stepAndWait(b, world, frames);
    if (!status) status = readCopy(world, SupRead_Positions, (void **)out, length);
    supWorldDestroy(world);
    return status;
}

static SupStatus measureErrors(Bench *b) {
    uint32_t frames = (uint32_t)b->options->errorFrames;
    float *start = NULL, *truth = NULL, *half = NULL, *x = NULL;
    size_t length;
    SupStatus status = solveTruth(b, 32, 0, &start, &length);
    if (!status) status = solveTruth(b, 64, frames, &truth, &length);
    if (!status) status = solveTruth(b, 32, frames, &half, &length);
    if (!status) b->truthChange = distance(half, truth, start, length / sizeof(float));
    for (uint32_t i = 0; i < b->variantCount && !status; ++i) {
        status = stepAndWait(b, b->results[i].world, frames);
        if (!status) status = readCopy(b->results[i].world, SupRead_Positions, (void **)&x, &length);
        if (!status) b->results[i].error = distance(x, truth, start, length / sizeof(float));
        free(x);
        x = NULL;
    }
    free(start), free(truth), free(half);
    return status;
}

// ---- Times -----------------------------------------------------------------------------------------------------------

static SupStatus timeFrame(const Bench *b, BenchResult *r, uint32_t i) {
    double begin = clockSeconds();
    SupStatus status = stepAndWait(b, r->world, 1);
    r->wallTimes[i] = (clockSeconds() - begin) * 1e3;
    if (!status) status = supGpuPoll(b->gpu); // the timestamps come behind the work
    SupWorldStats stats;
    if (!status) status = supWorldStats(r->world, &stats);
    r->gpuTimes[i] = status ? (double)NAN : stats.gpuMilliseconds;
    return status;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Sorts the values. One unknown frame makes the lot unknown.
static BenchSpread spreadOf(double *values, uint32_t count) {
    const BenchSpread none = {(double)NAN, (double)NAN, (double)NAN};
    for (uint32_t i = 0; i < count; ++i)
        if (!isfinite(values[i])) return none;
    if (!count) return none;
    qsort(values, count, sizeof *values, compare);
    return (BenchSpread){0.5 * (values[(count - 1) / 2] + values[count / 2]), values[0], values[count - 1]};
}

static SupStatus finishResult(const Bench *b, BenchResult *r, uint32_t frames) {
    double begin = clockSeconds();
    SupStatus status = stepAndWait(b, r->world, frames);
    r->batch = frames ? (clockSeconds() - begin) * 1e3 / frames : (double)NAN;
    SupWorldStats stats;
    if (!status) status = supWorldStats(r->world, &stats);
    if (status) return status;
    r->dispatches = stats.dispatchesPerFrame;
    r->gpuBytes = stats.gpuBytes;
    r->traffic = stats.trafficPerFrame;
    r->gpu = spreadOf(r->gpuTimes, frames);
    r->wall = spreadOf(r->wallTimes, frames);
    return readState(r);
}

/// Adds the newest measured frame's times, which are one frame's in the mean of `frames`.
static void addKernels(BenchResult *r, const SupKernelTime *times, uint32_t count, uint32_t frames) {
    for (uint32_t i = 0; i < count && i < BenchMostKernels; ++i) {
        double mean = r->kernelCount > i ? r->kernels[i].milliseconds : 0.0;
        r->kernels[i] = times[i];
        r->kernels[i].milliseconds = mean + times[i].milliseconds / frames;
    }
    r->kernelCount = count < BenchMostKernels ? count : BenchMostKernels;
}

static SupStatus profile(const Bench *b, BenchResult *r, uint32_t frames) {
    SupStatus status = supWorldEnableProfile(r->world, true);
    if (status == SupStatus_Unsupported) return SupStatus_Ok;
    for (uint32_t i = 0; i < frames && !status; ++i) {
        const SupKernelTime *times;
        uint32_t count = 0;
        status = stepAndWait(b, r->world, 1);
        double end = clockSeconds() + BenchLongestWait;
        while (!status && (status = supWorldKernelTimes(r->world, &times, &count)) == SupStatus_Pending &&
               clockSeconds() < end)
            status = supGpuPoll(b->gpu);
        if (!status) addKernels(r, times, count, frames);
    }
    return status ? status : supWorldEnableProfile(r->world, false);
}

SupStatus benchMeasure(Bench *b) {
    uint32_t frames = (uint32_t)b->options->frames;
    SupProgress progress = progressBar(b->options->quiet);
    b->truthChange = (double)NAN;
    SupStatus status = b->options->errorFrames ? measureErrors(b) : SupStatus_Ok;
    for (uint32_t v = 0; v < b->variantCount && !status; ++v)
        status = stepAndWait(b, b->results[v].world, (uint32_t)b->options->warmUp);
    for (uint32_t i = 0; i < frames && !status; ++i) {
        for (uint32_t v = 0; v < b->variantCount && !status; ++v) status = timeFrame(b, &b->results[v], i);
        if (progress.fn) progress.fn(progress.user, "bench", (i + 1.0) / frames);
    }
    for (uint32_t v = 0; v < b->variantCount && !status; ++v) status = finishResult(b, &b->results[v], frames);
    for (uint32_t v = 0; v < b->variantCount && b->options->profile && !status; ++v)
        status = profile(b, &b->results[v], frames);
    if (!status) status = supWorldStats(b->results[0].world, &b->stats);
    return status;
}
