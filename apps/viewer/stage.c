// SPDX-License-Identifier: MIT
#include "stage.h"

#include "files.h"
#include "load.h"
#include "say.h"

#include <stdio.h>
#include <string.h>

/// Frames that one turn of the loop may run: more would make a slow GPU's window slow to answer.
enum { FramesPerTurn = 2 };

static SupStatus explain(SupStatus status, const char *name, const SupReport *report, char *why, size_t whySize) {
    const char *text = supReportError(report);
    bool path = strpbrk(name, "/\\") != NULL;
    if (path && !fileExists(name))
        snprintf(why, whySize, "%s: no such file", name);
    else if (strncmp(text, name, strlen(name)) == 0)
        snprintf(why, whySize, "%s", text);
    else
        snprintf(why, whySize, "%s: %s", name, *text ? text : supStatusText(status));
    return status;
}

static SupStatus refuse(SupStatus status, const char *name, const SupReport *report, char *why, size_t whySize) {
    if (status != SupStatus_Cancelled) return explain(status, name, report, why, whySize);
    snprintf(why, whySize, "%s: stopped", name);
    return status;
}

static SupStatus build(Stage *stage, SupGpu *gpu, SupReport *report) {
    SupStatus status = supSceneBuild(stage->scene, gpu, &stage->world, report);
    if (status) return status;
    SupSettings settings;
    status = supWorldSettings(stage->world, &settings);
    settings.maxFramesPerAdvance = FramesPerTurn;
    return status ? status : supWorldSetSettings(stage->world, &settings);
}

/// A scene by its name, with its files and meshes.
static SupStatus read(const char *name, SupProgress progress, SupScene **out, char *why, size_t whySize) {
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = SupStatus_Ok;
    if (loadScene("view", name, out, &report) || loadFiles("view", name, *out, progress, &report))
        status = SupStatus_InvalidArgument;
    if (!status) status = supScenePrepare(*out, progress, &report);
    return status ? refuse(status, name, &report, why, whySize) : SupStatus_Ok;
}

SupStatus stageMake(const char *name, SupGpu *gpu, SupProgress progress, Stage *out, char *why, size_t whySize) {
    *out = (Stage){0};
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = read(name, progress, &out->scene, why, whySize);
    if (!status) {
        status = build(out, gpu, &report);
        if (status) refuse(status, name, &report, why, whySize);
    }
    if (status)
        stageFree(out);
    else
        snprintf(out->name, sizeof out->name, "%s", supSceneName(out->scene));
    return status;
}

SupStatus stageAdd(Stage *stage, const char *file, SupProgress progress, char *why, size_t whySize) {
    SupScene *added = NULL;
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = read(file, progress, &added, why, whySize);
    if (!status) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(supSceneName(added), "."), supSceneName(added));
        status = supSceneAppend(stage->scene, stage->world, added, name, &report);
        if (status) refuse(status, file, &report, why, whySize);
    }
    supSceneDestroy(added);
    return status;
}

SupStatus stageRebuild(Stage *stage, SupGpu *gpu, char *why, size_t whySize) {
    SupReport report = SUP_REPORT_INIT;
    stage->world = NULL;
    SupStatus status = build(stage, gpu, &report);
    return status ? explain(status, stage->name, &report, why, whySize) : SupStatus_Ok;
}

void stageFree(Stage *stage) {
    supWorldDestroy(stage->world);
    supSceneDestroy(stage->scene);
    *stage = (Stage){0};
}
