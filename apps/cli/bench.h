// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_BENCH_H
#define SUPPLE_CLI_BENCH_H

/// `supple bench`: one scene, a World per solver setting, stepped in turns.

#include <stdio.h>
#include <supple/scene.h>

#include "bench_draw.h"

enum { BenchMostVariants = 32, BenchLongestWait = 600, BenchMostKernels = 64 };

/// A way to solve a scene: "newton:1x5" (steps x linear iterations), "vbd:4", "xpbd:8", "scatter:8" (xpbd by atomic
/// additions), or a bare name for the solver's own iterations.
typedef struct BenchVariant {
    char name[32];
    SupSolver solver;
    SupAccumulate accumulate;
    uint32_t iterations, linearIterations; ///< 0: the solver's own, and its tolerance
} BenchVariant;

typedef struct BenchSpread {
    double median, minimum, maximum;
} BenchSpread;

/// What was found out about a variant. Times in ms; NaN where unknown.
typedef struct BenchResult {
    SupWorld *world;
    double *gpuTimes, *wallTimes; ///< of each frame
    BenchSpread gpu, wall;
    double batch; ///< a frame's when frames are submitted one behind another
    double error; ///< after the frames for errors: |x - truth| / |truth - start|; NaN: not measured
    float residual;
    uint32_t dispatches;
    uint64_t gpuBytes, stateHash;
    double traffic; ///< [byte] that a frame must move at least
    bool finite;
    SupKernelTime kernels[BenchMostKernels]; ///< of a frame, in the mean
    uint32_t kernelCount;
} BenchResult;

typedef struct BenchOptions {
    int64_t frames, warmUp, errorFrames;
    const char *json, *adapter, *draw, *variants;
    bool portable, quiet, profile;
} BenchOptions;

typedef struct Bench {
    const BenchOptions *options;
    const BenchVariant *variants;
    uint32_t variantCount;
    SupGpu *gpu;
    SupScene *scene;
    double assetMs, uploadMs;
    SupWorldStats stats;
    SupSettings settings;
    BenchResult results[BenchMostVariants];
    double truthChange; ///< the truth's distance to one with half of the iterations; NaN: errors not measured
    DrawTimes draw;
} Bench;

/// False, with `why`, for a name that is none or too many.
bool benchVariants(const char *list, BenchVariant *out, uint32_t *count, char *why, size_t whySize);

/// Builds a World per variant. Exit code, after one line on stderr when it is not Exit_Done.
int benchBuild(Bench *b, const char *sceneName);
SupStatus benchMeasure(Bench *b);
void benchFree(Bench *b);
/// [byte/s] of copies between two large buffers: what traffic is a fraction of. NaN when it cannot be measured.
double benchBandwidth(SupGpu *gpu);

void benchWriteHead(FILE *stream, const SupGpuInfo *info, const BenchOptions *o, double bandwidth);
void benchWriteScene(FILE *stream, const Bench *b, double bandwidth, bool first);
void benchPrintScene(const Bench *b, double bandwidth);

#endif
