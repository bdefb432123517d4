// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "files.h"
#include "json_out.h"
#include "load.h"
#include "meshes.h"
#include "progress.h"
#include "say.h"

#include <string.h>

static const char name[] = "check";

typedef struct Options {
    const char *json, *units;
    bool strict, quiet;
} Options;

/// What was found; exactly one of the infos is set.
typedef struct Finding {
    const char *kind; // "surface", "tets", "scene"
    MeshFile file;
    SupSurfaceInfo surface;
    SupTetMeshInfo tets;
    uint32_t bodies;
    SupReport report;
} Finding;

static int checkMesh(const char *path, const Options *o, Finding *finding) {
    double scale = meshesScale(o->units);
    if (scale == 0.0) return sayError(Exit_Usage, "check: --units wants m or mm, not \"%s\"", o->units);
    MeshFile *file = &finding->file;
    int code = meshesRead(name, path, scale, file, &finding->report);
    if (code) return code;
    SupStatus status;
    if (file->isPair) {
        finding->kind = "tets";
        status = supTetMeshMeasure(&file->mesh, &finding->tets, &finding->report);
    } else {
        SupSurfaceCleanDesc clean = SUP_SURFACE_CLEAN_DESC_INIT;
        finding->kind = "surface";
        status = supSurfaceClean(&file->surface, &clean, &finding->report);
        if (!status) status = supSurfaceCheck(&file->surface, &finding->surface, &finding->report);
    }
    return status ? sayReport(path, status, &finding->report) : Exit_Done;
}

static int checkScene(const char *path, const Options *o, Finding *finding) {
    SupScene *scene = NULL;
    finding->kind = "scene";
    int code = loadScene(name, path, &scene, &finding->report);
    if (!code) code = loadFiles(name, path, scene, progressBar(o->quiet), &finding->report);
    if (!code) {
        SupStatus status = supScenePrepare(scene, progressBar(o->quiet), &finding->report);
        if (!status) status = supSceneCheck(scene, &finding->report);
        if (status) code = sayReport(name, status, &finding->report);
    }
    progressClear();
    if (!code) finding->bodies = supSceneBodyCount(scene);
    supSceneDestroy(scene);
    return code;
}

static void printFinding(const char *path, const Finding *f) {
    static const char *const severities[] = {"note", "warning", "error"};
    if (strcmp(f->kind, "scene") == 0) printf("%s: a scene of %u bod%s\n", path, f->bodies, f->bodies == 1 ? "y" : "ies");
    if (strcmp(f->kind, "tets") == 0) meshesPrintTets(&f->file.mesh, &f->tets);
    if (strcmp(f->kind, "surface") == 0)
        printf("%s: %u vertices, %u triangles, %u part%s, %s, volume %.6g m3\n", path, f->file.surface.vertexCount,
               f->file.surface.triangleCount, f->surface.parts, f->surface.parts == 1 ? "" : "s",
               f->surface.closed ? "closed" : "open", f->surface.volume);
    for (uint32_t i = 0; i < f->report.itemCount; ++i)
        printf("%s %s: %s\n", severities[f->report.items[i].severity], f->report.items[i].code, f->report.items[i].text);
}

static void writeJson(FILE *stream, const char *path, const Finding *f) {
    fputs("{\n  \"file\": ", stream);
    jsonString(stream, path);
    fprintf(stream, ",\n  \"kind\": \"%s\",\n", f->kind);
    if (strcmp(f->kind, "scene") == 0) fprintf(stream, "  \"bodies\": %u,\n", f->bodies);
    if (strcmp(f->kind, "tets") == 0) meshesWriteTets(stream, &f->file.mesh, &f->tets);
    if (strcmp(f->kind, "surface") == 0) meshesWriteSurface(stream, &f->file.surface, &f->surface);
    fputs("  \"items\": ", stream);
    jsonReport(stream, &f->report);
    fputs("\n}\n", stream);
}

static int judge(const char *path, const Options *o, const Finding *f) {
    uint32_t warnings = 0;
    const char *first = "";
    for (uint32_t i = 0; i < f->report.itemCount; ++i)
        if (f->report.items[i].severity != SupSeverity_Note && warnings++ == 0) first = f->report.items[i].text;
    if (!o->strict || !warnings) return Exit_Done;
    return sayError(Exit_Refused, "check: %s: %u warning%s with --strict; first: %s", path, warnings,
                    warnings == 1 ? "" : "s", first);
}

static int check(const char *path, const Options *o) {
    Finding finding = {.kind = "surface", .report = SUP_REPORT_INIT};
    Output output;
    char why[512];
    if (!outputBegin(&output, o->json, why, sizeof why)) return sayError(Exit_Refused, "check: cannot write %s", why);
    bool mesh = fileExists(path) && !endsWith(path, ".json");
    int code = mesh ? checkMesh(path, o, &finding) : checkScene(path, o, &finding);
    if (!code) {
        if (output.stream)
            writeJson(output.stream, path, &finding);
        else if (!o->quiet)
            printFinding(path, &finding);
        if (!outputCommit(&output, why, sizeof why)) code = sayError(Exit_Refused, "check: cannot write %s", why);
        if (!code && fflush(stdout) != 0) code = sayError(Exit_Refused, "check: cannot write to stdout");
    }
    if (!code) code = judge(path, o, &finding);
    outputAbort(&output);
    meshesFree(&finding.file);
    return code;
}

int commandCheck(int argc, char **argv) {
    static const Command command = {
        name,
        "FILE",
        "Says what is wrong with a mesh or a scene, in one line a kind.",
        "FILE is .obj, .stl, .ply, one of a pair of raw tet files, a scene file (.json) or a preset's name.",
        1,
        1};
    Options o = {0};
    const Option options[] = {{"--strict", Option_Flag, &o.strict, NULL, "warnings are refused (exit code 1)", 0, 0},
                              {"--units", Option_Text, &o.units, "m|mm", "unit of the file's numbers", 0, 0},
                              {"--json", Option_Text, &o.json, "FILE|-", "write what was found as JSON", 0, 0},
                              {"--quiet", Option_Flag, &o.quiet, NULL, "print nothing, only judge", 0, 0},
                              {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    if (code < 0) code = check(operands.items[0], &o);
    argsFree(&operands);
    return code;
}
