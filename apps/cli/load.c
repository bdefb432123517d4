// SPDX-License-Identifier: MIT
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // setenv
#endif
#include "load.h"

#include "base/number.h"
#include "files.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool endsWith(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

char *pairPath(const char *path, bool positions) {
    bool isPositions = endsWith(path, POSITIONS_END);
    if (!isPositions && !endsWith(path, INDICES_END)) return NULL;
    size_t stem = strlen(path) - strlen(isPositions ? POSITIONS_END : INDICES_END);
    const char *end = positions ? POSITIONS_END : INDICES_END;
    size_t size = stem + strlen(end) + 1;
    char *other = malloc(size);
    if (other) snprintf(other, size, "%.*s%s", (int)stem, path, end);
    return other;
}

// ---- Scenes that are made here ---------------------------------------------------------------------------------------

/// N cubes of 1,296 tets in a grid, one asset, a little above the ground and all turned alike.
static char *cubesText(int64_t count) {
    size_t size = 4096 + (size_t)count * 256, used = 0;
    char *text = malloc(size);
    if (!text) return NULL;
    int64_t side = 1;
    while (side * side < count) ++side;
    used += (size_t)snprintf(text, size, "{\"supple\": 1, \"name\": \"cubes:%lld\", \"bodies\": [", (long long)count);
    for (int64_t i = 0; i < count; ++i)
        used += (size_t)snprintf(text + used, size - used,
                                 "%s{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [6, 6, 6]}}, \"position\": "
                                 "[%lld, 1, %lld], \"rotation\": [0.258819045, 0, 0, 0.965925826]}",
                                 i ? "," : "", (long long)i % side * 2, (long long)i / side * 2);
    snprintf(text + used, size - used, "]}");
    return text;
}

/// A box of 2 m in N^3 cells, or a sheet of N x N x 1.
static char *blockText(int64_t cells, bool sheet) {
    char *text = malloc(512);
    if (!text) return NULL;
    snprintf(text, 512,
             "{\"supple\": 1, \"name\": \"%s:%lld\", \"bodies\": [{\"name\": \"%s\", \"shape\": {\"box\": "
             "{\"size\": [2, %g, 2], \"cells\": [%lld, %lld, %lld]}}, \"position\": [0, 0.2, 0]}]}",
             sheet ? "sheet" : "block", (long long)cells, sheet ? "sheet" : "block", sheet ? 2.0 / (double)cells : 2.0,
             (long long)cells, sheet ? 1LL : (long long)cells, (long long)cells);
    return text;
}

/// The beam of docs/physics.md, `finer` times as fine: one end pinned, no ground.
static char *beamText(int64_t finer) {
    char *text = malloc(512);
    if (!text) return NULL;
    snprintf(
        text, 512,
        "{\"supple\": 1, \"name\": \"beam:%lld\", \"ground\": false, \"bodies\": [{\"name\": \"beam\", \"shape\": {\"box\": "
        "{\"size\": [1.2, 0.4, 0.4], \"cells\": [%lld, %lld, %lld]}}, \"position\": [0, 2, 0], \"pin\": [{\"box\": "
        "[[-0.001, -1, -1], [0.001, 3, 3]]}]}]}",
        (long long)finer, 12 * (long long)finer, 4 * (long long)finer, 4 * (long long)finer);
    return text;
}

/// cubes:N, block:N, sheet:N and beam:N. -1: the name is something else.
static int loadMade(const char *command, const char *name, SupScene **out, SupReport *report) {
    bool cubes = strncmp(name, "cubes:", 6) == 0, sheet = strncmp(name, "sheet:", 6) == 0,
         beam = strncmp(name, "beam:", 5) == 0;
    if (!cubes && !sheet && !beam && strncmp(name, "block:", 6) != 0) return -1;
    int64_t number, most = cubes ? 15000 : sheet ? 1800 : beam ? 25 : 149; // below 20,000,000 tets
    const char *end = name + strlen(name);
    if (supParseInteger(strchr(name, ':') + 1, end, &number) != end || number < 1 || number > most)
        return sayError(Exit_Usage, "%s: %s: the number must lie in 1 .. %lld", command, name, (long long)most);
    char *text = cubes ? cubesText(number) : beam ? beamText(number) : blockText(number, sheet);
    SupStatus status = text ? supSceneParse(name, text, strlen(text), out, report) : SupStatus_OutOfMemory;
    free(text);
    return status ? sayReport(command, status, report) : Exit_Done;
}

// ---- Choosing --------------------------------------------------------------------------------------------------------

static int loadSceneFile(const char *command, const char *name, SupScene **out, SupReport *report) {
    void *bytes = NULL;
    size_t length = 0;
    char why[512];
    if (!fileRead(name, &bytes, &length, why, sizeof why)) return sayError(Exit_Refused, "%s: cannot read %s", command, why);
    SupStatus status = supSceneParse(name, bytes, length, out, report);
    free(bytes);
    return status ? sayReport(command, status, report) : Exit_Done;
}

static bool isPreset(const char *name) {
    for (uint32_t i = 0; i < supPresetCount(); ++i)
        if (strcmp(name, supPresetName(i)) == 0) return true;
    return false;
}

int loadScene(const char *command, const char *name, SupScene **out, SupReport *report) {
    *out = NULL;
    int made = loadMade(command, name, out, report);
    if (made >= 0) return made;
    if (!isPreset(name)) {
        if (endsWith(name, ".json")) return loadSceneFile(command, name, out, report);
        bool mesh = endsWith(name, POSITIONS_END) || endsWith(name, INDICES_END);
        if (mesh || fileExists(name)) {
            SupStatus status = supSceneFromMesh(name, out, report);
            return status ? sayReport(command, status, report) : Exit_Done;
        }
    }
    SupStatus status = supSceneFromPreset(name, out, report);
    if (!status) return Exit_Done;
    if (!isPreset(name) && (strchr(name, '.') || strchr(name, '/')))
        return sayError(Exit_Refused, "%s: cannot read %s: no such file", command, name);
    if (!isPreset(name)) return sayError(Exit_Refused, "%s: %s is no file, and %s", command, name, supReportError(report));
    return sayReport(command, status, report);
}

int loadSetOne(const char *command, SupScene *scene, const char *path, const char *value) {
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = supSceneSet(scene, NULL, path, value, &report);
    if (!status) return Exit_Done;
    return sayError(status == SupStatus_OutOfMemory ? Exit_Refused : Exit_Usage, "%s: %s", command, supReportError(&report));
}

int loadSet(const char *command, SupScene *scene, const TextList *settings) {
    for (uint32_t i = 0; i < settings->count; ++i) {
        char path[256];
        const char *text = settings->items[i], *equals = strchr(text, '=');
        if (!equals || equals == text || (size_t)(equals - text) >= sizeof path)
            return sayError(Exit_Usage, "%s: --set wants PATH=VALUE, not \"%.200s\"", command, text);
        memcpy(path, text, (size_t)(equals - text));
        path[equals - text] = 0;
        int code = loadSetOne(command, scene, path, equals + 1);
        if (code) return code;
    }
    return Exit_Done;
}

// ---- Files and GPU ---------------------------------------------------------------------------------------------------

/// `path` beside the scene file, freed by free().
static char *besideScene(const char *scene, const char *path) {
    const char *folder = scene, *p = scene;
    for (; *p; ++p)
        if (*p == '/' || *p == '\\') folder = p + 1;
    bool absolute = path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':');
    size_t before = endsWith(scene, ".json") && !absolute ? (size_t)(folder - scene) : 0;
    size_t size = before + strlen(path) + 1;
    char *joined = malloc(size);
    if (joined) snprintf(joined, size, "%.*s%s", (int)before, scene, path);
    return joined;
}

int loadFiles(const char *command, const char *name, SupScene *scene, SupProgress progress, SupReport *report) {
    for (uint32_t i = 0; i < supSceneWantedCount(scene); ++i) {
        char *path = besideScene(name, supSceneWanted(scene, i)), why[512];
        void *bytes = NULL;
        size_t length = 0;
        int code = Exit_Done;
        if (!path) {
            code = sayError(Exit_Refused, "%s: out of memory", command);
        } else if (!fileRead(path, &bytes, &length, why, sizeof why)) {
            code = sayError(Exit_Refused, "%s: cannot read %s", command, why);
        } else {
            SupStatus status = supSceneSupply(scene, i, bytes, length, progress, report);
            if (status) code = sayReport(command, status, report);
        }
        free(bytes);
        free(path);
        if (code) return code;
    }
    return Exit_Done;
}

void loadQuietDrivers(void) {
#ifndef _WIN32
    setenv("XDG_RUNTIME_DIR", "/nonexistent", 0);
#endif
}

int loadGpu(const char *command, const char *adapter, bool portable, SupGpu **out) {
    const char *chosen = adapter ? adapter : getenv("SUPPLE_ADAPTER");
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    loadQuietDrivers();
    desc.adapter = chosen && *chosen ? chosen : NULL;
    desc.portable = portable;
    SupStatus status = supGpuCreate(&desc, out);
    if (!status) status = supGpuWait(*out, 60.0);
    if (!status) return Exit_Done;
    const char *why = *out ? supGpuErrorText(*out) : "";
    int code = status == SupStatus_OutOfMemory ? Exit_Refused : Exit_NoGpu;
    if (*why)
        sayError(code, "%s: no usable GPU: %s", command, why);
    else
        sayError(code, "%s: no usable GPU: %s; %s", command, supStatusText(status), supStatusRemedy(status));
    supGpuDestroy(*out);
    *out = NULL;
    return code;
}
