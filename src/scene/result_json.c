// SPDX-License-Identifier: MIT
// The result object of `run --json` (docs/cli.md).
#include "run.h"
#include "text.h"

#include "base/memory.h"

#include <math.h>

static void string(Text *text, const char *key, const char *value) {
    supTextAdd(text, "  \"%s\": ", key);
    supTextString(text, value);
    supTextAdd(text, ",\n");
}

static void integer(Text *text, const char *key, uint64_t value) {
    supTextAdd(text, "  \"%s\": %llu,\n", key, (unsigned long long)value);
}

static void number(Text *text, const char *key, double value) {
    supTextAdd(text, "  \"%s\": ", key);
    supTextNumber(text, value);
    supTextAdd(text, ",\n");
}

static void inner(Text *text, const char *key, double value, const char *after) {
    supTextAdd(text, "\"%s\": ", key);
    supTextNumber(text, value);
    supTextAdd(text, "%s", after);
}

static const char *const solverNames[] = {"auto", "vbd", "newton", "xpbd"};

static const char *solverOf(const RunBody *body) { return body->nodeCount ? "verlet" : solverNames[body->info.solver]; }

static void addSettings(Text *text, const SupRun *run) {
    static const char *const accumulations[] = {"gather", "scatter"};
    string(text, "scene", supSceneName(run->desc.scene));
    string(text, "solver", solverNames[run->settings.solver]);
    string(text, "accumulate", accumulations[run->settings.accumulate]);
    integer(text, "frames", run->submitted);
    integer(text, "substeps", run->settings.substeps);
    integer(text, "iterations", run->bodyCount ? run->bodies[0].iterations : run->settings.iterations);
    number(text, "frame_time", run->settings.frameTime);
    string(text, "adapter", run->gpu.adapter);
    string(text, "driver", run->gpu.driver);
    string(text, "backend", run->gpu.backend);
}

static void addCounts(Text *text, const SupRun *run) {
    integer(text, "vertices", run->vertexCount);
    integer(text, "tets", run->tetCount);
    integer(text, "nodes", run->nodeCount);
    integer(text, "edges", run->edgeCount);
    integer(text, "triangles", run->triangleCount);
    supTextAdd(text, "  \"bodies\": [");
    for (uint32_t i = 0; i < run->bodyCount; ++i) {
        const RunBody *body = &run->bodies[i];
        supTextAdd(text, "%s{\"name\": ", i ? ",\n             " : "");
        supTextString(text, body->name);
        supTextAdd(text, ", \"solver\": \"%s\", \"vertices\": %u, \"tets\": %u, \"nodes\": %u, \"edges\": %u, ",
                   solverOf(body), body->info.vertexCount, body->info.tetCount, body->nodeCount, body->edgeCount);
        supTextAdd(text, "\"pinned\": %u, \"first_bad_frame\": ", body->info.pinnedCount);
        supTextNumber(text, body->firstBadFrame == UINT32_MAX ? (double)NAN : body->firstBadFrame);
        supTextAdd(text, "}");
    }
    supTextAdd(text, "],\n");
}

static void addTimes(Text *text, const SupRun *run) {
    double frames = run->submitted ? run->submitted : (double)NAN;
    supTextAdd(text, "  \"ms_per_frame\": {");
    inner(text, "wall", (run->endTime - run->startTime) * 1e3 / frames, ", ");
    inner(text, "gpu", run->gpuCount ? run->gpuSum / run->gpuCount : (double)NAN, ", ");
    inner(text, "cpu", run->stepSeconds * 1e3 / frames, "},\n");
}

static void addMeasures(Text *text, const SupRun *run) {
    const SupMeasure *m = &run->total;
    // xpbd: the largest constraint; vbd, newton: the force left over
    bool xpbd = run->settings.solver == SupSolver_Xpbd;
    number(text, "residual",
           !xpbd                                 ? run->residual
           : m->residualArap > m->residualVolume ? m->residualArap
                                                 : m->residualVolume);
    supTextAdd(text, "  \"residuals\": {");
    inner(text, "arap", m->residualArap, ", ");
    inner(text, "volume", m->residualVolume, "},\n");
    supTextAdd(text, "  \"volume\": {");
    inner(text, "min_ratio", m->minVolumeRatio, ", ");
    inner(text, "max_ratio", m->maxVolumeRatio, ", ");
    inner(text, "inverted", run->finite ? m->inverted : (double)NAN, "},\n");
    supTextAdd(text, "  \"energy\": {");
    inner(text, "kinetic", m->kinetic, ", ");
    inner(text, "elastic", m->elastic, ", ");
    inner(text, "gravity", m->gravity, "},\n");
    supTextAdd(text, "  \"momentum\": ");
    supTextNumbers(text, m->momentum, 3);
    supTextAdd(text, ",\n  \"angular_momentum\": ");
    supTextNumbers(text, m->angularMomentum, 3);
    supTextAdd(text, ",\n");
    number(text, "max_penetration", m->maxPenetration);
    number(text, "max_stretch", m->maxStretch);
}

static void addProbes(Text *text, const SupRun *run) {
    const SupScene *scene = run->desc.scene;
    supTextAdd(text, "  \"probes\": {");
    for (size_t i = 0; i < scene->probes.count; ++i) {
        const SceneProbe *probe = sceneProbe(scene, i);
        double mean[3];
        supRunProbe(run, probe, mean);
        supTextAdd(text, i ? ", " : "");
        supTextString(text, probe->name);
        supTextAdd(text, ": ");
        supTextNumbers(text, mean, 3);
    }
    supTextAdd(text, "},\n");
}

SupStatus supRunResultJson(const SupRun *run, char **json) {
    if (!run || !json) return SupStatus_InvalidArgument;
    *json = NULL;
    if (run->endTime == 0.0) return SupStatus_Pending;
    Text text = {0};
    supTextAdd(&text, "{\n");
    addSettings(&text, run);
    addCounts(&text, run);
    addTimes(&text, run);
    supTextAdd(&text, "  \"finite\": %s,\n", run->finite ? "true" : "false");
    supTextAdd(&text, "  \"hash\": \"%016llx\",\n", (unsigned long long)run->positionsHash);
    supTextAdd(&text, "  \"state_hash\": \"%016llx\",\n", (unsigned long long)run->stateHash);
    addMeasures(&text, run);
    addProbes(&text, run);
    integer(&text, "gpu_bytes", run->gpuBytes);
    string(&text, "version", supVersion());
    supTextAdd(&text, "  \"commit\": ");
    supTextString(&text, supCommit());
    supTextAdd(&text, "\n}\n");
    if (text.failed) {
        supFree(text.data);
        return SupStatus_OutOfMemory;
    }
    *json = text.data;
    return SupStatus_Ok;
}
