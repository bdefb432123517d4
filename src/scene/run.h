// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_RUN_H
#define SUPPLE_SCENE_RUN_H

#include "scene_data.h"

#define RUN_IN_FLIGHT 3  // recorded frames that may wait for their readback
#define RUN_UNFINISHED 2 // submissions that may be unfinished when the next frame is submitted
#define RUN_FINAL_READS 4

typedef struct RunBody {
    SupBodyInfo info;
    const char *name;
    size_t first;    // of its vertices among all bodies' vertices
    uint32_t *order; // k-th vertex of the input -> the asset's vertex; null: the same
    SupMeasure measure;
    uint32_t firstBadFrame; // UINT32_MAX: none
    uint32_t nodeCount, edgeCount, iterations;
} RunBody;

struct SupRun {
    SupRunDesc desc;
    SupStatus status;
    char error[SUP_REPORT_TEXT_SIZE];

    RunBody *bodies;
    uint32_t bodyCount;
    uint64_t vertexCount, tetCount, nodeCount, edgeCount, triangleCount;

    bool started;
    uint32_t submitted; // frames
    struct {
        SupRequestId id;
        uint32_t frame;
    } flight[RUN_IN_FLIGHT]; // oldest first
    uint32_t flightCount;
    bool asked; // the final readbacks
    SupRequestId final[RUN_FINAL_READS];

    float *record;    // frames + 1 times all vertices
    float *local;     // final positions relative to each body's origin, the asset's order
    float *positions; // final positions as the run hands them out
    uint64_t positionsHash, stateHash;
    SupMeasure total;
    bool finite;

    double startTime, endTime; // [s]
    double stepSeconds;        // spent in supWorldStep
    double gpuSum, gpuNewest;  // [ms]
    double residual;           ///< largest of the bodies, as SupHealth has it
    uint32_t gpuCount;
    SupGpuInfo gpu;
    SupSettings settings;
    uint64_t gpuBytes;
};

/// Mean position of a probe's vertices at the end, NaN before.
void supRunProbe(const SupRun *run, const SceneProbe *probe, double out[3]);

#endif
