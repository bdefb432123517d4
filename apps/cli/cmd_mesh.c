// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "files.h"
#include "json_out.h"
#include "load.h"
#include "meshes.h"
#include "progress.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "mesh";

typedef struct Options {
    double size;
    int64_t tets;
    const char *json, *units;
    bool quiet;
} Options;

/// OUT as a surface file, or as the pair of raw files.
typedef struct Target {
    SupSurfaceFormat surface; // Unknown: a pair
    char *paths[2];
    Output outputs[2], json;
} Target;

static void freeTarget(Target *target) {
    for (int i = 0; i < 2; ++i) {
        outputAbort(&target->outputs[i]);
        free(target->paths[i]);
    }
    outputAbort(&target->json);
}

static char *joined(const char *stem, const char *end) {
    size_t size = strlen(stem) + strlen(end) + 1;
    char *text = malloc(size);
    if (text) snprintf(text, size, "%s%s", stem, end);
    return text;
}

/// The input, and the other file of a pair, are not replaced.
static int keepInput(const char *in, const Target *target) {
    char *pair[2] = {pairPath(in, true), pairPath(in, false)};
    const Output *outputs[3] = {&target->json, &target->outputs[0], &target->outputs[1]};
    bool replaces = false;
    for (int i = 0; i < 3; ++i)
        replaces = replaces || outputReplaces(outputs[i], in) || outputReplaces(outputs[i], pair[0]) ||
                   outputReplaces(outputs[i], pair[1]);
    free(pair[0]);
    free(pair[1]);
    return replaces ? sayError(Exit_Usage, "mesh: %s is the input: a result would replace it", in) : Exit_Done;
}

static int chooseTarget(const char *out, const Options *o, Target *target) {
    const char *file = out, *dot = NULL;
    for (const char *p = out; *p; ++p) {
        if (*p == '/' || *p == '\\') file = p + 1, dot = NULL;
        if (*p == '.') dot = p;
    }
    bool pair = endsWith(out, POSITIONS_END) || endsWith(out, INDICES_END);
    target->surface = pair ? SupSurfaceFormat_Unknown : supSurfaceFormatOf(out, NULL, 0);
    if (!*file || (!pair && dot && target->surface == SupSurfaceFormat_Unknown))
        return sayError(Exit_Usage, "mesh: %s: give NAME for the pair of raw files, or a name with .obj, .stl or .ply", out);
    if (target->surface != SupSurfaceFormat_Unknown) {
        target->paths[0] = joined(out, "");
    } else {
        target->paths[0] = pair ? pairPath(out, true) : joined(out, POSITIONS_END);
        target->paths[1] = pair ? pairPath(out, false) : joined(out, INDICES_END);
        if (!target->paths[1]) return sayError(Exit_Refused, "mesh: out of memory");
    }
    if (!target->paths[0]) return sayError(Exit_Refused, "mesh: out of memory");
    char why[512];
    bool ok = outputBegin(&target->json, o->json, why, sizeof why);
    for (int i = 0; i < 2 && ok; ++i) ok = outputBegin(&target->outputs[i], target->paths[i], why, sizeof why);
    if (!ok) return sayError(Exit_Refused, "mesh: cannot write %s", why);
    for (int i = 0; i < 2; ++i)
        if (outputsMeet(&target->json, &target->outputs[i]))
            return sayError(Exit_Usage, "mesh: two results would go to %s", o->json);
    return Exit_Done;
}

static int makeMesh(MeshFile *file, const char *in, const Options *o, SupReport *report) {
    if (file->isPair) return Exit_Done;
    SupSurfaceCleanDesc clean = SUP_SURFACE_CLEAN_DESC_INIT;
    SupMeshingDesc meshing = SUP_MESHING_DESC_INIT;
    meshing.cellSize = o->size;
    if (o->tets > 0) meshing.targetTets = (uint32_t)o->tets;
    meshing.progress = progressBar(o->quiet);
    SupStatus status = supSurfaceClean(&file->surface, &clean, report);
    if (!status) status = supTetMeshFromSurface(&file->surface, &meshing, &file->mesh, report);
    progressClear();
    return status ? sayReport(in, status, report) : Exit_Done;
}

static int writeMesh(const SupTetMesh *mesh, Target *target) {
    void *bytes[2] = {NULL, NULL};
    size_t length[2] = {0, 0};
    SupStatus status;
    if (target->surface == SupSurfaceFormat_Unknown) {
        status = supTetMeshWritePair(mesh, &bytes[0], &length[0], &bytes[1], &length[1]);
    } else {
        SupSurface surface = {0};
        SupSurfaceCleanDesc clean = SUP_SURFACE_CLEAN_DESC_INIT; // only to drop the vertices inside
        clean.weldTolerance = 0.0;
        clean.orient = false;
        status = supTetMeshBoundary(mesh, &surface);
        if (!status) status = supSurfaceClean(&surface, &clean, NULL);
        if (!status) status = supSurfaceWrite(target->surface, &surface, &bytes[0], &length[0]);
        supSurfaceFree(&surface);
    }
    char why[512];
    int code = status ? sayError(exitCodeOf(status), "mesh: %s", supStatusText(status)) : Exit_Done;
    for (int i = 0; i < 2 && !code; ++i) {
        bool ok = outputWrite(&target->outputs[i], bytes[i], length[i]);
        ok = outputCommit(&target->outputs[i], why, sizeof why) && ok;
        if (!ok) code = sayError(Exit_Refused, "mesh: cannot write %s", why);
    }
    supFree(bytes[0]);
    supFree(bytes[1]);
    return code;
}

static int tell(const SupTetMesh *mesh, const SupTetMeshInfo *info, const Options *o, Target *target,
                const SupReport *report) {
    FILE *stream = target->json.stream;
    char why[512];
    if (stream) {
        fputs("{\n", stream);
        meshesWriteTets(stream, mesh, info);
        fputs("  \"items\": ", stream);
        jsonReport(stream, report);
        fputs("\n}\n", stream);
        if (!outputCommit(&target->json, why, sizeof why)) return sayError(Exit_Refused, "mesh: cannot write %s", why);
    } else if (!o->quiet) {
        meshesPrintTets(mesh, info);
        if (fflush(stdout) != 0) return sayError(Exit_Refused, "mesh: cannot write to stdout");
    }
    if (!o->quiet) sayNotes(report);
    return Exit_Done;
}

static int convert(const char *in, const char *out, const Options *o) {
    double scale = meshesScale(o->units);
    if (scale == 0.0) return sayError(Exit_Usage, "mesh: --units wants m or mm, not \"%s\"", o->units);
    if (o->size > 0.0 && o->tets > 0) return sayError(Exit_Usage, "mesh: --size and --tets contradict each other; give one");
    MeshFile file = {0};
    Target target = {0};
    SupTetMeshInfo info;
    SupReport report = SUP_REPORT_INIT;
    int code = meshesRead(name, in, scale, &file, &report);
    if (!code && file.isPair && (o->size > 0.0 || o->tets > 0))
        code = sayError(Exit_Usage, "mesh: %s holds tets already; --size and --tets are for surfaces", in);
    if (!code) code = chooseTarget(out, o, &target);
    if (!code) code = keepInput(in, &target);
    if (!code) code = makeMesh(&file, in, o, &report);
    if (!code) {
        SupStatus status = supTetMeshMeasure(&file.mesh, &info, &report);
        if (status) code = sayReport(in, status, &report);
    }
    if (!code) code = writeMesh(&file.mesh, &target);
    if (!code) code = tell(&file.mesh, &info, o, &target, &report);
    meshesFree(&file);
    freeTarget(&target);
    return code;
}

int commandMesh(int argc, char **argv) {
    static const Command command = {
        name,
        "IN OUT",
        "Fills a closed surface with tetrahedra (or reads a tet mesh) and writes them.",
        "IN is .obj, .stl, .ply or one of the pair NAME_positions.vec3f32bin, NAME_tet_indices.vec4u32bin.\n"
        "OUT is NAME for that pair, or a .obj, .stl or .ply file for the boundary surface.",
        2,
        2};
    Options o = {0};
    const Option options[] = {{"--size", Option_Number, &o.size, "H", "edge of the lattice cube in m", 1e-9, 1e6},
                              {"--tets", Option_Integer, &o.tets, "N", "wanted number of tets (default 4500)", 1, 2e7},
                              {"--units", Option_Text, &o.units, "m|mm", "unit of the file's numbers", 0, 0},
                              {"--json", Option_Text, &o.json, "FILE|-", "write the figures as JSON", 0, 0},
                              {"--quiet", Option_Flag, &o.quiet, NULL, "no progress bar, no notes, no figures", 0, 0},
                              {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    if (code < 0) code = convert(operands.items[0], operands.items[1], &o);
    argsFree(&operands);
    return code;
}
