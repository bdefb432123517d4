// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "files.h"
#include "load.h"
#include "meshes.h"
#include "progress.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "run";

typedef struct Options {
    int64_t frames;
    int64_t substeps, iterations;
    const char *solver, *accumulate, *adapter, *units;
    const char *json, *positions, *record, *export;
    TextList set;
    bool local, portable, quiet;
} Options;

/// Everything that must be put away, whatever happens.
typedef struct Session {
    SupScene *scene;
    SupGpu *gpu;
    SupWorld *world;
    SupRun *run;
    Output json, positions, record, export;
} Session;

static void closeSession(Session *s) {
    supRunDestroy(s->run);
    supWorldDestroy(s->world);
    supGpuDestroy(s->gpu);
    supSceneDestroy(s->scene);
    outputAbort(&s->json);
    outputAbort(&s->positions);
    outputAbort(&s->record);
    outputAbort(&s->export);
}

// ---- Before the run --------------------------------------------------------------------------------------------------

static int setInteger(SupScene *scene, const char *path, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    return value < 0 ? Exit_Done : loadSetOne(name, scene, path, text);
}

static int setText(SupScene *scene, const char *path, const char *value) {
    return value ? loadSetOne(name, scene, path, value) : Exit_Done;
}

/// --units is for a mesh file, which is the only body of its scene.
static int setUnits(SupScene *scene, const char *units) {
    static const char *const paths[] = {"bodies.body.shape.mesh.units", "bodies.body.shape.tets.units"};
    if (!units) return Exit_Done;
    if (meshesScale(units) == 0.0) return sayError(Exit_Usage, "run: --units wants m or mm, not \"%s\"", units);
    for (int i = 0; i < 2; ++i) {
        double ignored;
        if (supSceneGet(scene, paths[i], &ignored) == SupStatus_Ok) return setText(scene, paths[i], units);
    }
    return sayError(Exit_Usage, "run: --units is for mesh files; a scene says \"units\" beside each file");
}

static int applySettings(SupScene *scene, const Options *o) {
    int code = setText(scene, "solver", o->solver);
    if (!code) code = setText(scene, "accumulate", o->accumulate);
    if (!code) code = setInteger(scene, "time.substeps", o->substeps);
    if (!code) code = setInteger(scene, "time.iterations", o->iterations);
    if (!code) code = setUnits(scene, o->units);
    return code ? code : loadSet(name, scene, &o->set);
}

static int beginOutput(Output *output, const char *path) {
    char why[512];
    return outputBegin(output, path, why, sizeof why) ? Exit_Done : sayError(Exit_Refused, "run: cannot write %s", why);
}

static int beginOutputs(Session *s, const Options *o, const char *sceneName) {
    const char *paths[] = {o->json, o->positions, o->record, o->export};
    for (int i = 0; i < 4; ++i)
        if (paths[i] && strcmp(paths[i], sceneName) == 0)
            return sayError(Exit_Usage, "run: %s is the input: a result would replace it", sceneName);
    for (int i = 0; i < 4; ++i)
        for (int k = i + 1; k < 4; ++k)
            if (paths[i] && paths[k] && strcmp(paths[i], paths[k]) == 0)
                return sayError(Exit_Usage, "run: two results would go to %s", paths[i]);
    if (o->export && supSurfaceFormatOf(o->export, NULL, 0) == SupSurfaceFormat_Unknown)
        return sayError(Exit_Usage, "run: --export %s: the name must end with .obj, .stl or .ply", o->export);
    int code = beginOutput(&s->json, o->json);
    if (!code) code = beginOutput(&s->positions, o->positions);
    if (!code) code = beginOutput(&s->record, o->record);
    if (!code) code = beginOutput(&s->export, o->export);
    const Output *outputs[] = {&s->json, &s->positions, &s->record, &s->export};
    for (int i = 0; i < 4 && !code; ++i)
        if (outputReplaces(outputs[i], sceneName))
            code = sayError(Exit_Usage, "run: %s is the input: a result would replace it", sceneName);
    for (int i = 0; i < 4 && !code; ++i)
        for (int k = i + 1; k < 4 && !code; ++k)
            if (outputsMeet(outputs[i], outputs[k]))
                code = sayError(Exit_Usage, "run: two results would go to %s", paths[i]);
    return code;
}

static int prepare(Session *s, const Options *o, const char *sceneName, SupReport *report) {
    SupProgress progress = progressBar(o->quiet);
    int code = loadScene(name, sceneName, &s->scene, report);
    if (!code) code = applySettings(s->scene, o);
    if (!code) code = beginOutputs(s, o, sceneName);
    if (!code) code = loadFiles(name, sceneName, s->scene, progress, report);
    if (code) return code;
    SupStatus status = supScenePrepare(s->scene, progress, report);
    if (status) return sayReport(name, status, report);
    code = loadGpu(name, o->adapter, o->portable, &s->gpu);
    if (code) return code;
    status = supSceneBuild(s->scene, s->gpu, &s->world, report);
    return status ? sayReport(name, status, report) : Exit_Done;
}

// ---- After the run ---------------------------------------------------------------------------------------------------

static bool writeArray(Output *output, const float *data, const uint64_t *shape, uint32_t dimensions) {
    char header[SUP_NPY_HEADER_SIZE];
    uint64_t count = 1;
    for (uint32_t i = 0; i < dimensions; ++i) count *= shape[i];
    return supNpyHeader(shape, dimensions, header) == SupStatus_Ok && outputWrite(output, header, sizeof header) &&
           outputWrite(output, data, (size_t)count * sizeof *data);
}

static int writePositions(Session *s) {
    uint32_t vertices, frames;
    const float *positions = supRunPositions(s->run, &vertices), *record = supRunRecord(s->run, &frames);
    const uint64_t shape[3] = {frames, vertices, 3};
    char why[512];
    bool ok = !s->positions.path || writeArray(&s->positions, positions, shape + 1, 2);
    ok = outputCommit(&s->positions, why, sizeof why) && ok;
    if (!ok) return sayError(Exit_Refused, "run: cannot write %s", why);
    ok = !s->record.path || writeArray(&s->record, record, shape, 3);
    ok = outputCommit(&s->record, why, sizeof why) && ok;
    return ok ? Exit_Done : sayError(Exit_Refused, "run: cannot write %s", why);
}

static int writeExport(Session *s, bool finite) {
    if (!s->export.path) return Exit_Done;
    if (!finite) { // a surface with NaN in it is not a surface
        outputAbort(&s->export);
        return Exit_Done;
    }
    SupSurface surface = {0};
    void *bytes = NULL;
    size_t length = 0;
    SupStatus status = supRunSurface(s->run, &surface);
    if (!status) status = supSurfaceWrite(supSurfaceFormatOf(s->export.path, NULL, 0), &surface, &bytes, &length);
    supSurfaceFree(&surface);
    if (status) return sayError(exitCodeOf(status), "run: --export: %s", supStatusText(status));
    char why[512];
    bool ok = outputWrite(&s->export, bytes, length);
    ok = outputCommit(&s->export, why, sizeof why) && ok;
    supFree(bytes);
    return ok ? Exit_Done : sayError(Exit_Refused, "run: cannot write %s", why);
}

static int writeJson(Session *s) {
    if (!s->json.path) return Exit_Done;
    char *json = NULL, why[512];
    SupStatus status = supRunResultJson(s->run, &json);
    if (status) return sayError(exitCodeOf(status), "run: --json: %s", supStatusText(status));
    bool ok = outputWrite(&s->json, json, strlen(json));
    ok = outputCommit(&s->json, why, sizeof why) && ok;
    supFree(json);
    return ok ? Exit_Done : sayError(Exit_Refused, "run: cannot write %s", why);
}

/// A few figures for people who asked for no JSON: the result object as it is.
static int printSummary(const Session *s, const Options *o) {
    bool toStdout = (o->json && strcmp(o->json, "-") == 0) || (o->positions && strcmp(o->positions, "-") == 0) ||
                    (o->record && strcmp(o->record, "-") == 0) || (o->export && strcmp(o->export, "-") == 0);
    if (o->quiet || o->json || toStdout) return Exit_Done;
    char *json = NULL;
    SupStatus status = supRunResultJson(s->run, &json);
    if (status) return sayError(exitCodeOf(status), "run: %s", supStatusText(status));
    fputs(json, stdout);
    supFree(json);
    return fflush(stdout) == 0 ? Exit_Done : sayError(Exit_Refused, "run: cannot write to stdout");
}

static int simulate(Session *s, const Options *o) {
    SupRunDesc desc = SUP_RUN_DESC_INIT;
    desc.scene = s->scene;
    desc.world = s->world;
    desc.frames = o->frames < 0 ? supSceneFrames(s->scene) : (uint32_t)o->frames;
    desc.record = o->record != NULL;
    desc.local = o->local;
    desc.progress = progressBar(o->quiet);
    SupStatus status = supRunCreate(&desc, &s->run);
    if (status == SupStatus_OutOfMemory && desc.record)
        return sayError(Exit_Refused, "run: --record: %u frames do not fit in memory; use fewer frames", desc.frames + 1);
    if (status) return sayError(exitCodeOf(status), "run: %s; %s", supStatusText(status), supStatusRemedy(status));
    do status = supRunWait(s->run, 1.0);
    while (status == SupStatus_Pending);
    progressClear();
    if (status && status != SupStatus_Diverged) return sayError(exitCodeOf(status), "run: %s", supRunErrorText(s->run));
    int code = writePositions(s);
    if (!code) code = writeExport(s, status == SupStatus_Ok);
    if (!code) code = writeJson(s);
    if (!code) code = printSummary(s, o);
    if (!code && status) code = sayError(Exit_Diverged, "run: %s", supRunErrorText(s->run));
    return code;
}

int commandRun(int argc, char **argv) {
    static const Command command = {
        name,
        "SCENE",
        "Simulates a scene and writes what is asked for. Without --json the figures go to stdout.",
        "SCENE is a preset's name (supple scenes), a scene file (.json), a mesh file that is made solid and dropped\n"
        "(.obj, .stl, .ply, NAME_positions.vec3f32bin), or one of cubes:N, block:N, sheet:N, beam:N, cloth:N, ropes:N, "
        "hair:N (supple bench --help).\n"
        "PATH is a path into the scene file: time.substeps, gravity.y, bodies.beam.material.young.",
        1,
        1};
    Options o = {.frames = -1, .substeps = -1, .iterations = -1};
    const Option options[] = {
        {"--frames", Option_Integer, &o.frames, "N", "frames to run (default: what the scene says)", 0, 1e7},
        {"--solver", Option_Text, &o.solver, "NAME", "xpbd", 0, 0},
        {"--accumulate", Option_Text, &o.accumulate, "NAME", "gather (default) or scatter", 0, 0},
        {"--substeps", Option_Integer, &o.substeps, "N", "--set time.substeps=N", 1, 1000},
        {"--iterations", Option_Integer, &o.iterations, "N", "--set time.iterations=N", 1, 1000},
        OPTION_SET(o.set),
        {"--units", Option_Text, &o.units, "m|mm", "unit of a mesh file's numbers", 0, 0},
        {"--json", Option_Text, &o.json, "FILE|-", "write the figures as JSON", 0, 0},
        {"--positions", Option_Text, &o.positions, "FILE.npy", "write the final positions (vertices, 3)", 0, 0},
        {"--record", Option_Text, &o.record, "FILE.npy", "write all positions (frames + 1, vertices, 3)", 0, 0},
        {"--local", Option_Flag, &o.local, NULL, "positions relative to each body's origin", 0, 0},
        {"--export", Option_Text, &o.export, "FILE", "write the final surface (.obj, .stl, .ply)", 0, 0},
        OPTION_ADAPTER(o.adapter),
        OPTION_PORTABLE(o.portable),
        OPTION_QUIET(o.quiet),
        {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    if (code < 0) {
        Session session = {0};
        SupReport report = SUP_REPORT_INIT;
        code = prepare(&session, &o, operands.items[0], &report);
        if (!code) code = simulate(&session, &o);
        if (!code && !o.quiet) sayNotes(&report);
        closeSession(&session);
    }
    argsFree(&operands);
    argsFree(&o.set);
    return code;
}
