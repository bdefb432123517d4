// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_PRESETS_H
#define SUPPLE_SCENE_PRESETS_H

/// What tools/embed_presets.py makes of scenes/*.json and the files that they name.

#include <stddef.h>
#include <stdint.h>

typedef struct PresetFile {
    const char *path; ///< as the scene writes it; null ends a list
    const unsigned char *bytes;
    size_t length;
} PresetFile;

typedef struct Preset {
    const char *name, *description;
    const char *text;
    size_t length;
    const PresetFile *files;
} Preset;

extern const Preset supPresets[];
extern const uint32_t supPresetsCount;

#endif
