// SPDX-License-Identifier: MIT
// Times with provenance: two Worlds of one scene, gather and scatter, stepped in turns, so that whatever else the machine
// does meets both alike.
#include "args.h"
#include "bench_draw.h"
#include "clock.h"
#include "commands.h"
#include "files.h"
#include "json_out.h"
#include "load.h"
#include "progress.h"
#include "say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char name[] = "bench";
enum { FormCount = SupAccumulate_Count, LongestWait = 600 };
static const char *const formNames[FormCount] = {"gather", "scatter"};

typedef struct Options {
    int64_t frames, warmUp;
    const char *json, *adapter, *draw;
    bool portable, quiet;
} Options;

typedef struct Form {
    SupWorld *world;
    double *wall, *gpu; // [ms] of each frame; gpu NaN where unknown
    double batch;       // [ms] a frame when frames are submitted one behind another
    uint64_t stateHash;
    bool finite;
} Form;

typedef struct Bench {
    const Options *options;
    SupGpu *gpu;
    SupScene *scene;
    double assetMs, uploadMs;
    SupWorldStats stats;
    SupSettings settings;
    Form forms[FormCount];
    DrawTimes draw;
} Bench;

// ---- Measuring -------------------------------------------------------------------------------------------------------

static int failed(const char *scene, SupStatus status, const char *why) {
    return sayError(exitCodeOf(status), "bench: %s: %s; %s", scene, *why ? why : supStatusText(status),
                    supStatusRemedy(status));
}

static SupStatus stepAndWait(Bench *b, Form *form, uint32_t frames) {
    SupStatus status = supWorldStep(form->world, frames);
    return status ? status : supGpuWaitIdle(b->gpu, LongestWait);
}

static SupStatus timeFrame(Bench *b, Form *form, uint32_t i) {
    double begin = clockSeconds();
    SupStatus status = stepAndWait(b, form, 1);
    form->wall[i] = (clockSeconds() - begin) * 1e3;
    if (!status) status = supGpuPoll(b->gpu); // the timestamps come behind the work
    SupWorldStats stats;
    if (!status) status = supWorldStats(form->world, &stats);
    form->gpu[i] = status ? (double)NAN : stats.gpuMilliseconds;
    return status;
}

static SupStatus readHash(Form *form) {
    SupRequestId request;
    const void *data;
    size_t length;
    SupStatus status = supWorldRequest(form->world, SupRead_State, (SupBodyId){0}, &request);
    if (!status) status = supWorldRequestWait(form->world, request, LongestWait);
    if (!status) status = supWorldRequestData(form->world, request, &data, &length);
    if (status) return status;
    form->stateHash = supHash(data, length);
    supWorldRequestRelease(form->world, request);
    status = supWorldRequest(form->world, SupRead_Health, (SupBodyId){0}, &request);
    if (!status) status = supWorldRequestWait(form->world, request, LongestWait);
    if (!status) status = supWorldRequestData(form->world, request, &data, &length);
    if (status) return status;
    const SupHealth *health = data;
    form->finite = true;
    for (size_t i = 0; i < length / sizeof *health; ++i)
        form->finite = form->finite && health[i].firstBadFrame == UINT32_MAX;
    supWorldRequestRelease(form->world, request);
    return SupStatus_Ok;
}

static SupStatus measure(Bench *b) {
    uint32_t frames = (uint32_t)b->options->frames;
    SupStatus status = SupStatus_Ok;
    SupProgress progress = progressBar(b->options->quiet);
    for (int f = 0; f < FormCount && !status; ++f) status = stepAndWait(b, &b->forms[f], (uint32_t)b->options->warmUp);
    for (uint32_t i = 0; i < frames && !status; ++i) {
        for (int f = 0; f < FormCount && !status; ++f) status = timeFrame(b, &b->forms[f], i);
        if (progress.fn) progress.fn(progress.user, "bench", (i + 1.0) / frames);
    }
    for (int f = 0; f < FormCount && !status; ++f) {
        double begin = clockSeconds();
        status = stepAndWait(b, &b->forms[f], frames);
        b->forms[f].batch = frames ? (clockSeconds() - begin) * 1e3 / frames : (double)NAN;
    }
    for (int f = 0; f < FormCount && !status; ++f) status = readHash(&b->forms[f]);
    if (!status) status = supWorldStats(b->forms[0].world, &b->stats);
    if (!status) status = supWorldSettings(b->forms[0].world, &b->settings);
    return status;
}

static int build(Bench *b, const char *sceneName) {
    SupReport report = SUP_REPORT_INIT;
    int code = loadScene(name, sceneName, &b->scene, &report);
    if (!code) code = loadFiles(name, sceneName, b->scene, (SupProgress){0}, &report);
    if (code) return code;
    double begin = clockSeconds();
    SupStatus status = supScenePrepare(b->scene, (SupProgress){0}, &report);
    b->assetMs = (clockSeconds() - begin) * 1e3;
    for (int f = 0; f < FormCount && !status; ++f) {
        Form *form = &b->forms[f];
        form->wall = calloc((size_t)b->options->frames + 1, sizeof *form->wall);
        form->gpu = calloc((size_t)b->options->frames + 1, sizeof *form->gpu);
        if (!form->wall || !form->gpu) return sayError(Exit_Refused, "bench: out of memory");
        status = supSceneSet(b->scene, NULL, "accumulate", formNames[f], &report);
        begin = clockSeconds();
        if (!status) status = supSceneBuild(b->scene, b->gpu, &form->world, &report);
        if (!status) status = supGpuWaitIdle(b->gpu, LongestWait);
        if (f == 0) b->uploadMs = (clockSeconds() - begin) * 1e3;
    }
    return status ? sayReport(name, status, &report) : Exit_Done;
}

static void freeBench(Bench *b) {
    for (int f = 0; f < FormCount; ++f) {
        supWorldDestroy(b->forms[f].world);
        free(b->forms[f].wall);
        free(b->forms[f].gpu);
    }
    supSceneDestroy(b->scene);
}

// ---- Telling ---------------------------------------------------------------------------------------------------------

typedef struct Spread {
    double median, minimum, maximum;
} Spread;

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static Spread spreadOf(const double *values, uint32_t count) {
    Spread none = {(double)NAN, (double)NAN, (double)NAN};
    double *sorted = malloc(count * sizeof *sorted);
    if (!sorted) return none;
    for (uint32_t i = 0; i < count; ++i) {
        sorted[i] = values[i];
        if (!isfinite(values[i])) count = 0; // one unknown frame makes the lot unknown
    }
    qsort(sorted, count, sizeof *sorted, compare);
    Spread spread = none;
    if (count) {
        double middle = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
        spread = (Spread){middle, sorted[0], sorted[count - 1]};
    }
    free(sorted);
    return spread;
}

static void writeSpread(FILE *stream, const char *key, Spread spread) {
    const double values[3] = {spread.median, spread.minimum, spread.maximum};
    static const char *const names[3] = {"median", "min", "max"};
    fprintf(stream, "\"%s\": {", key);
    for (int i = 0; i < 3; ++i) {
        fprintf(stream, "%s\"%s\": ", i ? ", " : "", names[i]);
        jsonNumber(stream, values[i]);
    }
    fputs("}", stream);
}

static void writeMember(FILE *stream, const char *key, double value) {
    fprintf(stream, "\"%s\": ", key);
    jsonNumber(stream, value);
    fputs(", ", stream);
}

static void writeScene(FILE *stream, const Bench *b, bool first) {
    uint32_t frames = (uint32_t)b->options->frames;
    fprintf(stream, "%s\n    {\"scene\": ", first ? "" : ",");
    jsonString(stream, supSceneName(b->scene));
    fprintf(stream, ", \"solver\": \"xpbd\", \"bodies\": %u, \"vertices\": %llu, \"tets\": %llu, ", b->stats.bodies,
            (unsigned long long)b->stats.vertices, (unsigned long long)b->stats.tets);
    fprintf(stream, "\"substeps\": %u, \"iterations\": %u, \"dispatches_per_frame\": %u, \"gpu_bytes\": %llu, ",
            b->settings.substeps, b->settings.iterations, b->stats.dispatchesPerFrame,
            (unsigned long long)b->stats.gpuBytes);
    writeMember(stream, "frame_time", b->settings.frameTime);
    writeMember(stream, "asset_ms", b->assetMs);
    writeMember(stream, "upload_ms", b->uploadMs);
    fputs("\"forms\": {", stream);
    for (int f = 0; f < FormCount; ++f) {
        const Form *form = &b->forms[f];
        fprintf(stream, "%s\n      \"%s\": {", f ? "," : "", formNames[f]);
        writeSpread(stream, "gpu_ms", spreadOf(form->gpu, frames));
        fputs(", ", stream);
        writeSpread(stream, "wall_ms", spreadOf(form->wall, frames));
        fputs(", ", stream);
        writeMember(stream, "batch_wall_ms", form->batch);
        fprintf(stream, "\"finite\": %s, \"state_hash\": \"%016llx\"}", form->finite ? "true" : "false",
                (unsigned long long)form->stateHash);
    }
    fputs("}", stream);
    if (b->options->draw) {
        fputs(",\n     \"draw\": ", stream);
        benchDrawWrite(stream, &b->draw);
    }
    fputs("}", stream);
}

static void writeHead(FILE *stream, const SupGpuInfo *info, const Options *o) {
    char date[32] = "";
    time_t t = time(NULL);
    const struct tm *utc = gmtime(&t);
    if (utc) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    fprintf(stream, "{\n  \"version\": \"%s\", \"commit\": \"%s\", \"date\": \"%s\",\n  \"adapter\": ", supVersion(),
            supCommit(), date);
    jsonString(stream, info->adapter);
    fputs(", \"driver\": ", stream);
    jsonString(stream, info->driver);
    fprintf(stream, ", \"backend\": \"%s\",\n  \"portable\": %s, \"frames\": %lld, \"warm_up\": %lld,\n  \"scenes\": [",
            info->backend, o->portable ? "true" : "false", (long long)o->frames, (long long)o->warmUp);
}

static void printScene(const Bench *b) {
    uint32_t frames = (uint32_t)b->options->frames;
    for (int f = 0; f < FormCount && frames; ++f) {
        Spread wall = spreadOf(b->forms[f].wall, frames), gpu = spreadOf(b->forms[f].gpu, frames);
        printf("%-14s %-8s %9llu tets  wall %8.3f ms (%.3f .. %.3f)", supSceneName(b->scene), formNames[f],
               (unsigned long long)b->stats.tets, wall.median, wall.minimum, wall.maximum);
        if (isfinite(gpu.median)) printf("  gpu %8.3f ms (%.3f .. %.3f)", gpu.median, gpu.minimum, gpu.maximum);
        printf("  batch %8.3f ms%s\n", b->forms[f].batch, b->forms[f].finite ? "" : "  NOT FINITE");
    }
    printf("%-14s asset %.1f ms, upload %.1f ms, %.1f MiB\n", frames ? "" : supSceneName(b->scene), b->assetMs, b->uploadMs,
           (double)b->stats.gpuBytes / 1048576.0);
    if (b->options->draw) benchDrawPrint(&b->draw);
    fflush(stdout);
}

static int drawScene(Bench *b, const char *sceneName) {
    char why[512] = "";
    benchDrawSize(b->options->draw, &b->draw);
    SupStatus status = benchDraw(b->gpu, b->forms[0].world, b->options->frames ? (uint32_t)b->options->frames : 30, &b->draw,
                                 why, sizeof why);
    return status ? failed(sceneName, status, why) : Exit_Done;
}

static int benchScene(SupGpu *gpu, const char *sceneName, const Options *o, FILE *stream, bool first) {
    Bench b = {.options = o, .gpu = gpu};
    int code = build(&b, sceneName);
    if (!code) {
        SupStatus status = measure(&b);
        progressClear();
        if (status) code = failed(sceneName, status, supGpuErrorText(gpu));
    }
    if (!code && o->draw) code = drawScene(&b, sceneName);
    if (!code && stream) writeScene(stream, &b, first);
    if (!code && stream != stdout && !o->quiet) printScene(&b);
    freeBench(&b);
    return code;
}

static int bench(const TextList *scenes, const Options *o) {
    SupGpu *gpu = NULL;
    SupGpuInfo info;
    Output output;
    char why[512];
    if (!outputBegin(&output, o->json, why, sizeof why)) return sayError(Exit_Refused, "bench: cannot write %s", why);
    int code = loadGpu(name, o->adapter, o->portable, &gpu);
    if (!code && supGpuInfo(gpu, &info)) code = sayError(Exit_NoGpu, "bench: no usable GPU");
    if (!code && output.stream) writeHead(output.stream, &info, o);
    uint32_t presets = scenes->count ? 0 : supPresetCount(), count = scenes->count ? scenes->count : presets + 1;
    for (uint32_t i = 0; i < count && !code; ++i) {
        const char *scene = scenes->count ? scenes->items[i] : i < presets ? supPresetName(i) : "cubes:64";
        code = benchScene(gpu, scene, o, output.stream, i == 0);
    }
    if (!code && output.stream) fputs("\n  ]\n}\n", output.stream);
    if (!code && !outputCommit(&output, why, sizeof why)) code = sayError(Exit_Refused, "bench: cannot write %s", why);
    outputAbort(&output);
    supGpuDestroy(gpu);
    return code;
}

int commandBench(int argc, char **argv) {
    static const Command command = {
        name,
        "[SCENE]...",
        "Measures frames one by one after a warm-up: median, smallest and largest, gather and scatter in turns.",
        "Without SCENE: the presets and cubes:64. cubes:N is N cubes of 1,296 tets, block:N a box of N^3 cells (6 N^3 "
        "tets), sheet:N one of N x N x 1.",
        0,
        64};
    Options o = {.frames = 30, .warmUp = 10};
    const Option options[] = {{"--frames", Option_Integer, &o.frames, "N",
                               "frames to measure, at least 20 for figures to publish (default 30); 0: none", 0, 1e5},
                              {"--warm-up", Option_Integer, &o.warmUp, "N", "frames before them (default 10)", 0, 1e5},
                              {"--draw", Option_Text, &o.draw, "WxH", "time the drawing too, pass by pass", 0, 0},
                              {"--json", Option_Text, &o.json, "FILE|-", "write everything as JSON", 0, 0},
                              {"--adapter", Option_Text, &o.adapter, "NAME",
                               "part of an adapter's name, or its index (else SUPPLE_ADAPTER)", 0, 0},
                              {"--portable", Option_Flag, &o.portable, NULL, "default limits only", 0, 0},
                              {"--quiet", Option_Flag, &o.quiet, NULL, "no progress bar, no table", 0, 0},
                              {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    if (code < 0 && o.draw && !benchDrawSize(o.draw, &(DrawTimes){0}))
        code = sayError(Exit_Usage, "bench: --draw wants WxH with sides of 1 .. 16384, not \"%.60s\"", o.draw);
    if (code < 0) code = bench(&operands, &o);
    argsFree(&operands);
    return code;
}
