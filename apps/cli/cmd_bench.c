// SPDX-License-Identifier: MIT
// Times and errors with provenance: scenes, each solved in several ways in turns.
#include "args.h"
#include "bench.h"
#include "commands.h"
#include "files.h"
#include "load.h"
#include "progress.h"
#include "say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "bench";

/// What is measured when nothing is said: the reference and its published form, both fast solvers, and the default.
static const char usualVariants[] = "scatter:8,xpbd:8,xpbd:32,vbd:2,vbd:4,newton:1x2,newton:1x3,newton:1x5,auto";

static int failed(const char *scene, SupStatus status, const char *why) {
    return sayError(exitCodeOf(status), "bench: %s: %s; %s", scene, *why ? why : supStatusText(status),
                    supStatusRemedy(status));
}

static int drawScene(Bench *b, const char *sceneName) {
    char why[512] = "";
    benchDrawSize(b->options->draw, &b->draw);
    SupStatus status = benchDraw(b->gpu, b->results[0].world, b->options->frames ? (uint32_t)b->options->frames : 30,
                                 &b->draw, why, sizeof why);
    return status ? failed(sceneName, status, why) : Exit_Done;
}

typedef struct Session {
    const BenchOptions *options;
    SupGpu *gpu;
    BenchVariant variants[BenchMostVariants];
    uint32_t variantCount;
    double bandwidth;
    Output output;
} Session;

static int benchScene(Session *s, const char *sceneName, bool first) {
    Bench b = {.options = s->options, .gpu = s->gpu, .variants = s->variants, .variantCount = s->variantCount};
    int code = benchBuild(&b, sceneName);
    if (!code) {
        SupStatus status = benchMeasure(&b);
        progressClear();
        if (status) code = failed(sceneName, status, supGpuErrorText(s->gpu));
    }
    if (!code && s->options->draw) code = drawScene(&b, sceneName);
    FILE *stream = s->output.stream;
    if (!code && stream) benchWriteScene(stream, &b, s->bandwidth, first);
    if (!code && stream != stdout && !s->options->quiet) benchPrintScene(&b, s->bandwidth);
    benchFree(&b);
    return code;
}

static int bench(Session *s, const TextList *scenes) {
    SupGpuInfo info;
    char why[512];
    if (!outputBegin(&s->output, s->options->json, why, sizeof why))
        return sayError(Exit_Refused, "bench: cannot write %s", why);
    int code = loadGpu(name, s->options->adapter, s->options->portable, &s->gpu);
    if (!code && supGpuInfo(s->gpu, &info)) code = sayError(Exit_NoGpu, "bench: no usable GPU");
    if (!code) s->bandwidth = benchBandwidth(s->gpu);
    if (!code && s->output.stream) benchWriteHead(s->output.stream, &info, s->options, s->bandwidth);
    uint32_t presets = scenes->count ? 0 : supPresetCount(), count = scenes->count ? scenes->count : presets + 1;
    for (uint32_t i = 0; i < count && !code; ++i) {
        const char *scene = scenes->count ? scenes->items[i] : i < presets ? supPresetName(i) : "cubes:64";
        code = benchScene(s, scene, i == 0);
    }
    if (!code && s->output.stream) fputs("\n  ]\n}\n", s->output.stream);
    if (!code && !outputCommit(&s->output, why, sizeof why)) code = sayError(Exit_Refused, "bench: cannot write %s", why);
    outputAbort(&s->output);
    supGpuDestroy(s->gpu);
    return code;
}

int commandBench(int argc, char **argv) {
    static const Command command = {
        name,
        "[SCENE]...",
        "Solves scenes in several ways, in turns: times of single frames, and errors against a converged solution.",
        "Without SCENE: the presets and cubes:64. cubes:N is N cubes of 1,296 tets, block:N a box of N^3 cells (6 N^3\n"
        "tets), sheet:N one of N x N x 1, beam:N a pinned beam of 12N x 4N x 4N cells without ground, cloth:N a cloth of N "
        "x N\n"
        "nodes, ropes:N as many ropes of 64 nodes, hair:N as many strands of hair of 12 nodes.\n"
        "LIST names ways to solve, with commas: xpbd:ITERATIONS, scatter:ITERATIONS (xpbd by atomic additions),\n"
        "vbd:SWEEPS, newton:STEPSxLINEAR, or a bare name for the solver's own iterations; auto.",
        0,
        64};
    BenchOptions o = {.frames = 30, .warmUp = 10, .variants = usualVariants};
    const Option options[] = {{"--frames", Option_Integer, &o.frames, "N",
                               "frames to measure, at least 20 for figures to publish (default 30); 0: none", 0, 1e5},
                              {"--warm-up", Option_Integer, &o.warmUp, "N", "frames before them (default 10)", 0, 1e5},
                              {"--variants", Option_Text, &o.variants, "LIST", "ways to solve", 0, 0},
                              {"--errors", Option_Integer, &o.errorFrames, "N",
                               "measure errors after N frames against newton:4x64 (default 0: not)", 0, 1e5},
                              {"--draw", Option_Text, &o.draw, "WxH", "time the drawing too, pass by pass", 0, 0},
                              {"--profile", Option_Flag, &o.profile, NULL,
                               "GPU time kernel by kernel, as many frames more, each dispatch timed", 0, 0},
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
    Session session = {.options = &o};
    char why[256];
    if (code < 0 && !benchVariants(o.variants, session.variants, &session.variantCount, why, sizeof why))
        code = sayError(Exit_Usage, "bench: --variants wants %s", why);
    if (code < 0) code = bench(&session, &operands);
    argsFree(&operands);
    return code;
}
