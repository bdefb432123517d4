// SPDX-License-Identifier: MIT
#include "run.h"

#include "base/memory.h"
#include "gpu/gpu.h"

#include <math.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const SupRead finalReads[RUN_FINAL_READS] = {SupRead_Positions, SupRead_Velocities, SupRead_State, SupRead_Health};

static SupStatus fail(SupRun *run, SupStatus status, const char *format, ...) SUP_PRINTF(3, 4);
static SupStatus fail(SupRun *run, SupStatus status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->error, sizeof run->error, format, arguments);
    va_end(arguments);
    return run->status = status;
}

static SupStatus failWorld(SupRun *run, SupStatus status) {
    const char *why = supWorldErrorText(run->desc.world);
    if (!*why) why = supGpuErrorText(run->desc.scene->gpu);
    return fail(run, status, "frame %u: %s; %s", run->submitted, *why ? why : supStatusText(status),
                supStatusRemedy(status));
}

// ---- Creation --------------------------------------------------------------------------------------------------------

/// The input's order of an asset's vertices, where it differs from the asset's own. False when out of memory.
static bool findOrder(const SupBodyAssetView *view, uint32_t **out) {
    *out = NULL;
    bool same = true;
    uint32_t next = 0;
    for (uint32_t i = 0; view->inputMap && i < view->inputCount; ++i)
        if (view->inputMap[i] != SUP_NO_INDEX) same = same && view->inputMap[i] == next++;
    if (!view->inputMap || (same && next == view->vertexCount)) return true;
    uint32_t *order = SUP_NEW_ARRAY(uint32_t, view->vertexCount);
    bool *placed = supAllocZero(view->vertexCount, sizeof *placed);
    uint32_t count = 0;
    for (uint32_t i = 0; order && placed && i < view->inputCount; ++i) {
        uint32_t v = view->inputMap[i];
        if (v == SUP_NO_INDEX || placed[v]) continue;
        placed[v] = true;
        order[count++] = v;
    }
    for (uint32_t v = 0; order && placed && v < view->vertexCount; ++v) // vertices that no input has
        if (!placed[v]) order[count++] = v;
    bool ok = order && placed;
    supFree(placed);
    *out = order;
    return ok;
}

/// Of a network: those that are solved one by one, and those of strands that do something.
static uint32_t countEdges(const SupBodyAssetView *view) {
    uint32_t count = view->springCount;
    for (size_t i = 0; i < 2 * (size_t)view->linkCount; ++i) count += view->links[2 * i + 1] > 0.0f;
    return count;
}

static SupStatus describeBodies(SupRun *run) {
    const SupScene *scene = run->desc.scene;
    for (uint32_t i = 0; i < run->bodyCount; ++i) {
        RunBody *body = &run->bodies[i];
        SupStatus status = supWorldBodyInfo(run->desc.world, supSceneBody(scene, i), &body->info);
        if (status) return status;
        SupBodyAssetView view = supBodyAssetView(body->info.asset);
        body->name = supSceneBodyName(scene, i);
        body->first = (size_t)run->vertexCount;
        body->firstBadFrame = UINT32_MAX;
        if (!findOrder(&view, &body->order)) return SupStatus_OutOfMemory;
        body->nodeCount = view.nodeCount;
        body->edgeCount = countEdges(&view);
        body->iterations = body->info.iterations;
        SupNetworkSettings network;
        if (view.nodeCount && !supWorldNetwork(run->desc.world, supSceneBody(scene, i), &network))
            body->iterations = network.iterations;
        run->vertexCount += view.vertexCount;
        run->nodeCount += body->nodeCount;
        run->edgeCount += body->edgeCount;
        run->tetCount += view.tetCount;
        run->triangleCount += view.triangleCount;
    }
    return SupStatus_Ok;
}

static SupStatus prepare(SupRun *run) {
    run->bodyCount = supSceneBodyCount(run->desc.scene);
    run->bodies = supAllocZero(run->bodyCount, sizeof *run->bodies);
    if (!run->bodies) return SupStatus_OutOfMemory;
    SupStatus status = describeBodies(run);
    if (!status) status = supGpuInfo(run->desc.scene->gpu, &run->gpu);
    if (!status) status = supWorldSettings(run->desc.world, &run->settings);
    if (status) return status;
    size_t floats = (size_t)run->vertexCount * 3;
    run->local = SUP_NEW_ARRAY(float, floats);
    run->positions = SUP_NEW_ARRAY(float, floats);
    if (!run->local || !run->positions) return SupStatus_OutOfMemory;
    if (run->desc.record) {
        size_t frames = (size_t)run->desc.frames + 1;
        if (floats && frames > SIZE_MAX / sizeof(float) / floats) return SupStatus_OutOfMemory;
        run->record = SUP_NEW_ARRAY(float, frames *floats);
        if (!run->record) return SupStatus_OutOfMemory;
    }
    return SupStatus_Ok;
}

SupStatus supRunCreate(const SupRunDesc *desc, SupRun **out) {
    if (!out) return SupStatus_InvalidArgument;
    *out = NULL;
    const SupRunDesc initial = SUP_RUN_DESC_INIT;
    if (!desc || desc->cookie != initial.cookie || !desc->scene || !desc->world || !desc->scene->gpu)
        return SupStatus_InvalidArgument;
    SupRun *run = SUP_NEW(SupRun);
    if (!run) return SupStatus_OutOfMemory;
    run->desc = *desc;
    run->status = SupStatus_Pending;
    run->gpuNewest = NAN;
    SupStatus status = prepare(run);
    if (status) {
        supRunDestroy(run);
        return status;
    }
    *out = run;
    return SupStatus_Ok;
}

void supRunDestroy(SupRun *run) {
    if (!run) return;
    for (uint32_t i = 0; i < run->flightCount; ++i) supWorldRequestRelease(run->desc.world, run->flight[i].id);
    for (uint32_t i = 0; i < RUN_FINAL_READS; ++i)
        if (run->final[i].value) supWorldRequestRelease(run->desc.world, run->final[i]);
    for (uint32_t i = 0; run->bodies && i < run->bodyCount; ++i) supFree(run->bodies[i].order);
    supFree(run->bodies);
    supFree(run->record);
    supFree(run->local);
    supFree(run->positions);
    supFree(run);
}

// ---- Positions -------------------------------------------------------------------------------------------------------

/// From a readback (relative, the asset's order) to what the run hands out.
static void convert(const SupRun *run, const float *local, float *out) {
    for (uint32_t i = 0; i < run->bodyCount; ++i) {
        const RunBody *body = &run->bodies[i];
        const float *from = local + 3 * body->first;
        float *to = out + 3 * body->first;
        for (size_t k = 0; k < body->info.vertexCount; ++k) {
            const float *p = from + 3 * (body->order ? body->order[k] : k);
            for (int c = 0; c < 3; ++c)
                to[3 * k + (size_t)c] = run->desc.local ? p[c] : (float)(body->info.origin[c] + p[c]);
        }
    }
}

void supRunProbe(const SupRun *run, const SceneProbe *probe, double out[3]) {
    out[0] = out[1] = out[2] = NAN;
    if (run->endTime == 0.0 || probe->selected.count == 0) return;
    const RunBody *body = &run->bodies[probe->bodyIndex];
    double sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < probe->selected.count; ++i)
        for (size_t c = 0; c < 3; ++c) sum[c] += run->local[3 * (body->first + probe->selected.values[i]) + c];
    for (int c = 0; c < 3; ++c) out[c] = body->info.origin[c] + sum[c] / probe->selected.count;
}

// ---- Measuring -------------------------------------------------------------------------------------------------------

static void addMeasure(SupMeasure *total, const SupMeasure *one, bool first) {
    total->kinetic += one->kinetic;
    total->elastic += one->elastic;
    total->gravity += one->gravity;
    for (int c = 0; c < 3; ++c) {
        total->momentum[c] += one->momentum[c];
        total->angularMomentum[c] += one->angularMomentum[c];
    }
    total->inverted += one->inverted;
    if (first || one->minVolumeRatio < total->minVolumeRatio) total->minVolumeRatio = one->minVolumeRatio;
    if (first || one->maxVolumeRatio > total->maxVolumeRatio) total->maxVolumeRatio = one->maxVolumeRatio;
    if (one->residualArap > total->residualArap) total->residualArap = one->residualArap;
    if (one->maxStretch > total->maxStretch) total->maxStretch = one->maxStretch;
    if (one->residualVolume > total->residualVolume) total->residualVolume = one->residualVolume;
    if (one->maxPenetration > total->maxPenetration) total->maxPenetration = one->maxPenetration;
}

static SupMeasure unknownMeasure(void) {
    return (SupMeasure){NAN, NAN, NAN, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN, NAN, 0, NAN, NAN, NAN, NAN, false};
}

static SupStatus measure(SupRun *run, const float *velocities) {
    bool finite = true;
    for (uint32_t i = 0; i < run->bodyCount; ++i) {
        RunBody *body = &run->bodies[i];
        SupMaterial material;
        SupMeasureDesc desc = {
            body->info.asset,    &material, run->local + 3 * body->first, velocities + 3 * body->first, {0}, {0},
            run->settings.ground};
        memcpy(desc.origin, body->info.origin, sizeof desc.origin);
        memcpy(desc.gravity, run->settings.gravity, sizeof desc.gravity);
        SupStatus status = supWorldMaterial(run->desc.world, supSceneBody(run->desc.scene, i), &material);
        if (!status) status = supMeasureBody(&desc, &body->measure);
        if (status && status != SupStatus_NotFinite) return status;
        if (status || !body->measure.finite) body->measure = unknownMeasure();
        finite = finite && body->measure.finite;
        addMeasure(&run->total, &body->measure, i == 0);
    }
    if (!finite) run->total = unknownMeasure();
    run->finite = finite;
    return SupStatus_Ok;
}

static SupStatus judgeHealth(SupRun *run, const SupHealth *health) {
    const RunBody *worst = NULL;
    for (uint32_t i = 0; health && i < run->bodyCount; ++i) {
        RunBody *body = &run->bodies[i];
        body->firstBadFrame = health[i].firstBadFrame;
        if (!((double)health[i].residual <= run->residual)) run->residual = (double)health[i].residual;
        if (body->firstBadFrame == UINT32_MAX && !body->measure.finite) body->firstBadFrame = run->desc.frames;
        if (body->firstBadFrame != UINT32_MAX && (!worst || body->firstBadFrame < worst->firstBadFrame)) worst = body;
    }
    if (!worst) return run->status = SupStatus_Ok;
    run->finite = false;
    return fail(run, SupStatus_Diverged, "body \"%s\" became non-finite in frame %u; %s", worst->name, worst->firstBadFrame,
                supStatusRemedy(SupStatus_Diverged));
}

// ---- The state machine -----------------------------------------------------------------------------------------------

static bool report(const SupRun *run, double done) {
    const SupProgress *progress = &run->desc.progress;
    return !progress->fn || progress->fn(progress->user, "frames", done);
}

static void sampleGpuTime(SupRun *run) {
    SupWorldStats stats;
    if (supWorldStats(run->desc.world, &stats)) return;
    run->gpuBytes = stats.gpuBytes;
    if (!(stats.gpuMilliseconds >= 0.0) || stats.gpuMilliseconds == run->gpuNewest) return;
    run->gpuNewest = stats.gpuMilliseconds;
    run->gpuSum += stats.gpuMilliseconds;
    run->gpuCount++;
}

static SupStatus askRecord(SupRun *run) {
    if (!run->desc.record || run->vertexCount == 0) return SupStatus_Ok;
    SupRequestId id;
    SupStatus status = supWorldRequest(run->desc.world, SupRead_Positions, (SupBodyId){0}, &id);
    if (status) return status;
    run->flight[run->flightCount].id = id;
    run->flight[run->flightCount++].frame = run->submitted;
    return SupStatus_Ok;
}

/// Takes in recorded frames that have arrived, oldest first.
static SupStatus collectRecord(SupRun *run) {
    while (run->flightCount) {
        SupRequestId id = run->flight[0].id;
        SupStatus status = supWorldRequestStatus(run->desc.world, id);
        if (status == SupStatus_Pending) return SupStatus_Ok;
        const void *data = NULL;
        size_t length = 0, wanted = (size_t)run->vertexCount * 3;
        if (!status) status = supWorldRequestData(run->desc.world, id, &data, &length);
        if (!status && (!data || length != wanted * sizeof(float))) status = SupStatus_GpuError;
        if (status) return status;
        convert(run, data, run->record + run->flight[0].frame * wanted);
        supWorldRequestRelease(run->desc.world, id);
        --run->flightCount;
        memmove(&run->flight[0], &run->flight[1], run->flightCount * sizeof run->flight[0]);
    }
    return SupStatus_Ok;
}

static uint32_t unfinished(const SupRun *run) {
    const SupGpu *gpu = run->desc.scene->gpu;
    return gpu->submitted - gpu->completed;
}

static SupStatus submit(SupRun *run) {
    if (!run->started) {
        run->started = true;
        run->startTime = supPlatformSeconds();
        SupStatus status = askRecord(run);
        if (status) return status;
    }
    if (run->submitted == run->desc.frames || run->flightCount == RUN_IN_FLIGHT) return SupStatus_Ok;
    if (unfinished(run) >= RUN_UNFINISHED) return SupStatus_Ok; // supWorldStep would wait
    double begin = supPlatformSeconds();
    SupStatus status = supWorldStep(run->desc.world, 1);
    run->stepSeconds += supPlatformSeconds() - begin;
    if (status) return status;
    ++run->submitted;
    return askRecord(run);
}

static SupStatus askFinal(SupRun *run) {
    run->asked = true;
    for (uint32_t i = 0; i < RUN_FINAL_READS && run->vertexCount; ++i) {
        SupStatus status = supWorldRequest(run->desc.world, finalReads[i], (SupBodyId){0}, &run->final[i]);
        if (status) return status;
    }
    return SupStatus_Ok;
}

static SupStatus finish(SupRun *run) {
    const void *data[RUN_FINAL_READS] = {NULL};
    size_t length[RUN_FINAL_READS] = {0}, bytes = (size_t)run->vertexCount * 3 * sizeof(float);
    for (uint32_t i = 0; i < RUN_FINAL_READS && run->vertexCount; ++i) {
        SupStatus status = supWorldRequestStatus(run->desc.world, run->final[i]);
        if (!status) status = supWorldRequestData(run->desc.world, run->final[i], &data[i], &length[i]);
        if (status) return status;
    }
    if (length[0] != bytes || length[1] != bytes || length[3] < (run->vertexCount ? run->bodyCount * sizeof(SupHealth) : 0))
        return SupStatus_GpuError;
    if (run->vertexCount && (!data[0] || !data[1] || !data[2] || !data[3])) return SupStatus_GpuError;
    run->endTime = supPlatformSeconds();
    sampleGpuTime(run);
    if (data[0]) memcpy(run->local, data[0], bytes);
    convert(run, run->local, run->positions);
    run->positionsHash = supHash(run->positions, bytes);
    run->stateHash = supHash(data[2], length[2]);
    SupStatus status = measure(run, data[1]);
    if (!status) status = judgeHealth(run, data[3]);
    return status;
}

static SupStatus advance(SupRun *run) {
    SupStatus status = supGpuPoll(run->desc.scene->gpu);
    if (!status) status = collectRecord(run);
    if (!status) status = submit(run);
    if (!status && run->submitted == run->desc.frames && run->flightCount == 0 && !run->asked) status = askFinal(run);
    if (!status && run->asked) status = finish(run);
    return status;
}

SupStatus supRunPoll(SupRun *run) {
    if (!run) return SupStatus_InvalidArgument;
    if (run->status != SupStatus_Pending) return run->status;
    uint32_t before = run->submitted;
    SupStatus status = advance(run);
    if (run->submitted != before) sampleGpuTime(run);
    double done = run->desc.frames ? (double)run->submitted / run->desc.frames : 1.0;
    if (status == SupStatus_Ok && run->status == SupStatus_Pending) status = SupStatus_Pending; // asked, not yet there
    if (status != SupStatus_Pending && status != SupStatus_Ok && status != SupStatus_Diverged) return failWorld(run, status);
    if (run->submitted != before && !report(run, done)) return fail(run, SupStatus_Cancelled, "cancelled");
    return run->status;
}

SupStatus supRunWait(SupRun *run, double seconds) {
    if (!run) return SupStatus_InvalidArgument;
    const SupGpu *gpu = run->desc.scene->gpu;
    double end = supPlatformSeconds() + seconds;
    for (;;) {
        uint32_t before = run->submitted;
        SupStatus status = supRunPoll(run);
        if (status != SupStatus_Pending || !(supPlatformSeconds() < end)) return status;
        if (run->submitted != before) continue;
        uint64_t oldest = gpu->submissions[gpu->completed % (sizeof gpu->submissions / sizeof *gpu->submissions)];
        if (!supPlatformWait(run->desc.scene->gpu, unfinished(run) ? &oldest : NULL)) return SupStatus_Unsupported;
    }
}

// ---- Results ---------------------------------------------------------------------------------------------------------

const char *supRunErrorText(const SupRun *run) { return run ? run->error : ""; }

const float *supRunPositions(const SupRun *run, uint32_t *vertexCount) {
    if (vertexCount) *vertexCount = (uint32_t)run->vertexCount;
    return run->endTime != 0.0 ? run->positions : NULL;
}

const float *supRunRecord(const SupRun *run, uint32_t *frameCount) {
    if (frameCount) *frameCount = run->record ? run->desc.frames + 1 : 0;
    return run->endTime != 0.0 ? run->record : NULL;
}
