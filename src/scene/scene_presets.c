// SPDX-License-Identifier: MIT
#include "presets.h"
#include "scene_data.h"

#include "base/memory.h"
#include "base/number.h"

#include <string.h>

uint32_t supPresetCount(void) { return supPresetsCount; }

const char *supPresetName(uint32_t index) { return index < supPresetsCount ? supPresets[index].name : NULL; }

const char *supPresetDescription(uint32_t index) { return index < supPresetsCount ? supPresets[index].description : NULL; }

static const Preset *findPreset(const char *name) {
    for (uint32_t i = 0; i < supPresetsCount; ++i)
        if (strcmp(supPresets[i].name, name) == 0) return &supPresets[i];
    return NULL;
}

static SupStatus unknownPreset(const char *name, SupReport *report) {
    const char **names = supAllocZero(supPresetsCount + 1, sizeof *names), *nearest = NULL;
    for (uint32_t i = 0; names && i < supPresetsCount; ++i) names[i] = supPresets[i].name;
    if (names) nearest = supNearest(name, names);
    supFree(names);
    return supFail(report, SupStatus_InvalidArgument, "no preset is named \"%.64s\"%s%s%s", name,
                   nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

SupStatus supSceneFromPreset(const char *name, SupScene **out, SupReport *report) {
    if (!name || !out) return supFail(report, SupStatus_InvalidArgument, "supSceneFromPreset: an argument is null");
    *out = NULL;
    const Preset *preset = findPreset(name);
    if (!preset) return unknownPreset(name, report);
    SupScene *scene = NULL;
    SupStatus status = supSceneParse(preset->name, preset->text, preset->length, &scene, report);
    if (status) return status;
    for (uint32_t i = 0; i < scene->fileCount; ++i)
        for (const PresetFile *file = preset->files; file->path; ++file)
            if (strcmp(scene->files[i].path, file->path) == 0) {
                scene->files[i].bytes = file->bytes;
                scene->files[i].length = file->length;
                scene->files[i].builtIn = true;
            }
    *out = scene;
    return SupStatus_Ok;
}
