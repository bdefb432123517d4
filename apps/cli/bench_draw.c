// SPDX-License-Identifier: MIT
#include "bench_draw.h"

#include "clock.h"
#include "json_out.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WarmUp = 10, LongestWait = 600 };

typedef struct Samples {
    SupGpu *gpu;
    SupWorld *world;
    SupRenderer *renderer;
    SupPicture *picture;
    double *values; ///< [pass][frame], the wall time behind the last pass
} Samples;

bool benchDrawSize(const char *text, DrawTimes *times) {
    int64_t width, height;
    const char *end = text + strlen(text), *p = supParseInteger(text, end, &width);
    p = p && *p == 'x' ? supParseInteger(p + 1, end, &height) : NULL;
    if (p != end || width < 1 || height < 1 || width > 16384 || height > 16384) return false;
    *times = (DrawTimes){.width = (uint32_t)width, .height = (uint32_t)height};
    return true;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Sorts the values.
static DrawSpread spreadOf(double *values, uint32_t count) {
    DrawSpread none = {(double)NAN, (double)NAN, (double)NAN};
    for (uint32_t i = 0; i < count; ++i)
        if (!isfinite(values[i])) return none; // one unknown time makes the lot unknown
    if (!count) return none;
    qsort(values, count, sizeof *values, ascending);
    return (DrawSpread){0.5 * (values[(count - 1) / 2] + values[count / 2]), values[0], values[count - 1]};
}

/// One picture, and nothing else on the GPU meanwhile.
static SupStatus drawOne(Samples *s, const SupView *view, double *wall) {
    double begin = clockSeconds();
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(s->gpu), NULL);
    SupStatus status = supRendererDraw(s->renderer, s->world, encoder, view);
    WGPUCommandBuffer commands = status ? NULL : wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    if (!commands) return status ? status : SupStatus_GpuError;
    wgpuQueueSubmit(supGpuQueue(s->gpu), 1, &commands);
    wgpuCommandBufferRelease(commands);
    status = supGpuWaitIdle(s->gpu, LongestWait);
    *wall = (clockSeconds() - begin) * 1e3;
    return status;
}

static SupStatus takeTimes(Samples *s, DrawTimes *times, uint32_t frames, uint32_t frame) {
    const SupPassTime *passes;
    uint32_t count;
    double end = clockSeconds() + LongestWait;
    SupStatus status;
    while ((status = supRendererTimings(s->renderer, &passes, &count)) == SupStatus_Pending && clockSeconds() < end) {
        status = supGpuWaitIdle(s->gpu, 1.0);
        if (!status) status = supGpuPoll(s->gpu);
        if (status) return status;
    }
    times->passCount = count < DrawPasses ? count : DrawPasses;
    for (uint32_t i = 0; i < times->passCount && !status; ++i) {
        times->names[i] = passes[i].name;
        s->values[(size_t)i * frames + frame] = passes[i].milliseconds;
    }
    return status;
}

static SupStatus measure(Samples *s, uint32_t frames, DrawTimes *times) {
    SupView view = SUP_VIEW_INIT;
    view.target = supPictureTarget(s->picture);
    view.storageTarget = true;
    view.width = times->width;
    view.height = times->height;
    view.camera = supCameraAround(s->world, (double)times->width / times->height);
    bool timed = supRendererEnableTiming(s->renderer, true) == SupStatus_Ok;
    SupStatus status = SupStatus_Ok;
    double *walls = s->values + (size_t)DrawPasses * frames, ignored;
    for (uint32_t i = 0; i < WarmUp + frames && !status; ++i) {
        bool counted = i >= WarmUp;
        status = drawOne(s, &view, counted ? &walls[i - WarmUp] : &ignored);
        if (!status && timed) status = takeTimes(s, times, frames, counted ? i - WarmUp : 0);
    }
    for (uint32_t i = 0; i < times->passCount && !status; ++i)
        times->passes[i] = spreadOf(s->values + (size_t)i * frames, frames);
    if (!status) times->wall = spreadOf(walls, frames);
    times->frames = frames;
    return status;
}

static uint64_t countTriangles(const SupWorld *world) {
    uint64_t triangles = 0;
    SupBodyId body;
    for (uint32_t i = 0; (body = supWorldBodyAt(world, i)).value; ++i) {
        SupBodyInfo info;
        if (!supWorldBodyInfo(world, body, &info)) triangles += supBodyAssetView(info.asset).triangleCount;
    }
    return triangles;
}

SupStatus benchDraw(SupGpu *gpu, SupWorld *world, uint32_t frames, DrawTimes *times, char *why, size_t whySize) {
    Samples s = {.gpu = gpu, .world = world, .values = calloc((DrawPasses + 1) * (size_t)frames, sizeof(double))};
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = gpu;
    SupStatus status = s.values ? supRendererCreate(&desc, &s.renderer) : SupStatus_OutOfMemory;
    if (!status) status = supPictureCreate(gpu, times->width, times->height, &s.picture);
    times->triangles = countTriangles(world);
    if (!status) status = measure(&s, frames, times);
    const char *text = s.renderer ? supRendererErrorText(s.renderer) : "";
    if (status) snprintf(why, whySize, "%s", *text ? text : supGpuErrorText(gpu));
    supPictureDestroy(s.picture);
    supRendererDestroy(s.renderer);
    free(s.values);
    return status;
}

// ---- Telling ---------------------------------------------------------------------------------------------------------

static void writeSpread(FILE *stream, const char *key, DrawSpread spread) {
    jsonString(stream, key);
    fputs(": {\"median\": ", stream);
    jsonNumber(stream, spread.median);
    fputs(", \"min\": ", stream);
    jsonNumber(stream, spread.minimum);
    fputs(", \"max\": ", stream);
    jsonNumber(stream, spread.maximum);
    fputs("}", stream);
}

void benchDrawWrite(FILE *stream, const DrawTimes *times) {
    fprintf(stream, "{\"width\": %u, \"height\": %u, \"frames\": %u, \"triangles\": %llu, ", times->width, times->height,
            times->frames, (unsigned long long)times->triangles);
    writeSpread(stream, "wall_ms", times->wall);
    fputs(", \"gpu_ms\": ", stream);
    if (!times->passCount) fputs("null", stream);
    for (uint32_t i = 0; i < times->passCount; ++i) {
        fputs(i ? ", " : "{", stream);
        writeSpread(stream, times->names[i], times->passes[i]);
    }
    fputs(times->passCount ? "}}" : "}", stream);
}

void benchDrawPrint(const DrawTimes *times) {
    printf("%-14s draw %ux%u %9llu triangles  wall %8.3f ms (%.3f .. %.3f)", "", times->width, times->height,
           (unsigned long long)times->triangles, times->wall.median, times->wall.minimum, times->wall.maximum);
    for (uint32_t i = 0; i < times->passCount; ++i)
        printf("\n%-14s   %-16s gpu %8.3f ms (%.3f .. %.3f)", "", times->names[i], times->passes[i].median,
               times->passes[i].minimum, times->passes[i].maximum);
    puts("");
}
