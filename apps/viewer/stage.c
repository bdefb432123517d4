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

static SupStatus build(Stage *stage, SupGpu *gpu, SupReport *report) {
    SupStatus status = supSceneBuild(stage->scene, gpu, &stage->world, report);
    if (status) return status;
    SupSettings settings;
    status = supWorldSettings(stage->world, &settings);
    settings.maxFramesPerAdvance = FramesPerTurn;
    return status ? status : supWorldSetSettings(stage->world, &settings);
}

SupStatus stageMake(const char *name, SupGpu *gpu, SupProgress progress, Stage *out, char *why, size_t whySize) {
    *out = (Stage){0};
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = SupStatus_Ok;
    if (loadScene("view", name, &out->scene, &report) || loadFiles("view", name, out->scene, progress, &report))
        status = explain(SupStatus_InvalidArgument, name, &report, why, whySize);
    if (!status) status = supScenePrepare(out->scene, progress, &report);
    if (!status) status = build(out, gpu, &report);
    if (!status) {
        snprintf(out->name, sizeof out->name, "%s", supSceneName(out->scene));
        return SupStatus_Ok;
    }
    if (status == SupStatus_Cancelled)
        snprintf(why, whySize, "%s: stopped", name);
    else
        explain(status, name, &report, why, whySize);
    stageFree(out);
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
