// SPDX-License-Identifier: MIT
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // setenv
#endif
#include "load.h"

#include "base/number.h"
#include "files.h"
#include "made_scenes.h"
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
    int made = madeSceneLoad(command, name, out, report);
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
