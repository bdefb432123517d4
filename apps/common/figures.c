// SPDX-License-Identifier: MIT
#include "figures.h"

#include "clock.h"

#include <math.h>
#include <string.h>

/// [s] between two measurements; measuring itself takes at most a tenth of the time.
static const double interval = 0.2;

void figuresStart(Figures *figures) {
    *figures = (Figures){0};
    figures->shown.simulationGpu = figures->shown.minVolumeRatio = NAN;
}

// ---- Times -----------------------------------------------------------------------------------------------------------

static void smooth(double *value, double sample) { *value = *value > 0.0 ? *value + 0.1 * (sample - *value) : sample; }

static void onDone(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *user, void *unused) {
    (void)status, (void)message, (void)unused;
    FigureMark *mark = user;
    Figures *figures = mark->figures;
    double now = clockSeconds(), begun = fmax(mark->begun, figures->lastDone);
    double milliseconds = 1000.0 * (now - begun);
    if (mark->picture)
        smooth(&figures->shown.drawingWall, milliseconds);
    else
        smooth(&figures->shown.simulationWall, milliseconds / mark->frames);
    if (mark->picture && figures->picturesInFlight) figures->picturesInFlight--;
    figures->lastDone = now;
    mark->used = false;
}

void figuresMark(Figures *figures, WGPUQueue queue, double begun, uint32_t frames, bool picture) {
    FigureMark *mark = NULL;
    for (int i = 0; i < FigureMarks && !mark; ++i)
        if (!figures->marks[i].used) mark = &figures->marks[i];
    if (!mark) return;
    *mark = (FigureMark){figures, begun, frames, picture, true};
    if (picture) figures->picturesInFlight++;
    WGPUQueueWorkDoneCallbackInfo done = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    done.mode = WGPUCallbackMode_AllowProcessEvents;
    done.callback = onDone;
    done.userdata1 = mark;
    wgpuQueueOnSubmittedWorkDone(queue, done);
}

void figuresCountPicture(Figures *figures, double now) {
    double passed = now - figures->lastPicture;
    figures->lastPicture = now;
    if (passed > 0.0 && passed < 2.0) smooth(&figures->shown.framesPerSecond, 1.0 / passed);
}

// ---- Physics ---------------------------------------------------------------------------------------------------------

static void addToPlot(FiguresShown *shown) {
    if (shown->plotCount == FiguresPlot) {
        memmove(shown->total, shown->total + 1, (FiguresPlot - 1) * sizeof *shown->total);
        memmove(shown->motion, shown->motion + 1, (FiguresPlot - 1) * sizeof *shown->motion);
        shown->plotCount--;
    }
    shown->total[shown->plotCount] = (float)(shown->kinetic + shown->elastic + shown->gravity);
    shown->motion[shown->plotCount++] = (float)shown->kinetic;
}

static bool measureBody(SupWorld *world, SupBodyId id, const float **positions, const float **velocities, SupMeasure *out) {
    SupBodyInfo info;
    SupMaterial material;
    SupSettings settings;
    if (supWorldBodyInfo(world, id, &info) || supWorldMaterial(world, id, &material) || supWorldSettings(world, &settings))
        return false;
    SupMeasureDesc desc = {.asset = info.asset,
                           .material = &material,
                           .positions = *positions,
                           .velocities = *velocities,
                           .ground = settings.ground};
    memcpy(desc.origin, info.origin, sizeof desc.origin);
    memcpy(desc.gravity, settings.gravity, sizeof desc.gravity);
    *positions += 3 * (size_t)info.vertexCount;
    *velocities += 3 * (size_t)info.vertexCount;
    return supMeasureBody(&desc, out) == SupStatus_Ok;
}

static void measureAll(FiguresShown *shown, SupWorld *world, const float *positions, const float *velocities) {
    SupMeasure sum = {.minVolumeRatio = INFINITY}, one;
    for (uint32_t i = 0; supWorldBodyAt(world, i).value; ++i) {
        if (!measureBody(world, supWorldBodyAt(world, i), &positions, &velocities, &one)) return;
        sum.kinetic += one.kinetic, sum.elastic += one.elastic, sum.gravity += one.gravity;
        sum.minVolumeRatio = fmin(sum.minVolumeRatio, one.minVolumeRatio);
    }
    shown->kinetic = sum.kinetic, shown->elastic = sum.elastic, shown->gravity = sum.gravity;
    shown->minVolumeRatio = sum.minVolumeRatio;
    addToPlot(shown);
}

static void ask(Figures *figures, SupWorld *world) {
    SupStatus status = supWorldRequest(world, SupRead_Positions, (SupBodyId){0}, &figures->positions);
    if (!status) status = supWorldRequest(world, SupRead_Velocities, (SupBodyId){0}, &figures->velocities);
    if (status) figuresForget(figures, world);
}

static void collect(Figures *figures, SupWorld *world, double now) {
    SupStatus first = supWorldRequestStatus(world, figures->positions);
    SupStatus second = supWorldRequestStatus(world, figures->velocities);
    if (first == SupStatus_Pending || second == SupStatus_Pending) return;
    const void *positions, *velocities;
    size_t length, other;
    SupWorldStats stats;
    bool ok = !first && !second && !supWorldRequestData(world, figures->positions, &positions, &length) &&
              !supWorldRequestData(world, figures->velocities, &velocities, &other) && !supWorldStats(world, &stats);
    // bodies may have come or gone since it was asked for
    if (ok && length == other && length == 12 * stats.vertices && stats.vertices)
        measureAll(&figures->shown, world, positions, velocities);
    figuresForget(figures, world);
    figures->nextAsk = fmax(now + interval, clockSeconds() + 10.0 * (clockSeconds() - now));
}

void figuresMeasure(Figures *figures, SupWorld *world, double now) {
    SupWorldStats stats;
    if (supWorldStats(world, &stats)) return;
    FiguresShown *shown = &figures->shown;
    uint64_t before = shown->frames;
    shown->vertices = stats.vertices, shown->tets = stats.tets, shown->networkSteps = stats.networkSteps;
    shown->movingNodes = stats.movingNodes;
    shown->frames = stats.frames, shown->time = stats.time, shown->droppedTime = stats.droppedTime;
    shown->simulationGpu = stats.gpuMilliseconds;
    if (figures->positions.value) collect(figures, world, now);
    if (!figures->positions.value && now >= figures->nextAsk && before != shown->frames) ask(figures, world);
}

void figuresForget(Figures *figures, SupWorld *world) {
    if (figures->positions.value) supWorldRequestRelease(world, figures->positions);
    if (figures->velocities.value) supWorldRequestRelease(world, figures->velocities);
    figures->positions = figures->velocities = (SupRequestId){0};
}
