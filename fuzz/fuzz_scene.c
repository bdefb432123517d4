// SPDX-License-Identifier: MIT
// Scene files. What parses must also answer for all its tunables and take them back as text.
#include "supple/scene.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    SupScene *scene = NULL;
    SupReport report = SUP_REPORT_INIT;
    if (supSceneParse("fuzz.json", (const char *)data, size, &scene, &report) != SupStatus_Ok) {
        if (!*supReportError(&report)) abort();
        return 0;
    }
    SupTunable tunable;
    for (uint32_t i = 0; i < 100 && supSceneTunable(scene, i, &tunable); ++i) {
        double value;
        char text[40];
        if (supSceneGet(scene, tunable.path, &value) != SupStatus_Ok) abort();
        snprintf(text, sizeof text, "%.17g", value);
        bool number = tunable.kind == SupTunableKind_Number || tunable.kind == SupTunableKind_Integer;
        if (number && supSceneSet(scene, NULL, tunable.path, text, &report) != SupStatus_Ok) abort();
    }
    for (uint32_t i = 0; i < supSceneWantedCount(scene) && i < 8; ++i) supSceneWanted(scene, i);
    supSceneDestroy(scene);
    return 0;
}
