// SPDX-License-Identifier: MIT
// Lists and figures as JSON. All texts are freed by supFree; null when out of memory.
#include "page.h"
#include "tunable.h"

#include "gpu/shader.h"
#include "scene/text.h"

#include <math.h>

static char *finish(Text *text) {
    if (!text->failed) return text->data;
    supFree(text->data);
    return NULL;
}

static void addNumber(Text *text, const char *key, double value) {
    supTextAdd(text, ",\"%s\":", key);
    supTextNumber(text, value);
}

static void addString(Text *text, const char *key, const char *value) {
    supTextAdd(text, ",\"%s\":", key);
    supTextString(text, value);
}

EXPORT(textPresets) char *textPresets(void) {
    Text text = {0};
    supTextAdd(&text, "[");
    for (uint32_t i = 0; i < supPresetCount(); ++i) {
        supTextAdd(&text, "%s{\"index\":%u", i ? "," : "", i);
        addString(&text, "name", supPresetName(i));
        addString(&text, "description", supPresetDescription(i));
        supTextAdd(&text, "}");
    }
    supTextAdd(&text, "]");
    return finish(&text);
}

static void addTunable(Text *text, const SupTunable *tunable, bool first) {
    static const char *const kinds[] = {"number", "integer", "choice", "toggle"};
    double value = 0.0, low, high;
    char label[64];
    supSceneGet(page.scene, tunable->path, &value);
    tunableRange(tunable, value, &low, &high);
    tunableLabel(tunable, label, sizeof label);
    supTextAdd(text, "%s{\"kind\":\"%s\",\"live\":%s,\"logarithmic\":%s", first ? "" : ",", kinds[tunable->kind],
               tunable->live ? "true" : "false", tunable->logarithmic ? "true" : "false");
    addString(text, "path", tunable->path);
    addString(text, "label", label);
    addString(text, "unit", tunable->unit);
    addNumber(text, "value", value);
    addNumber(text, "standard", tunable->standard);
    addNumber(text, "low", low);
    addNumber(text, "high", high);
    addNumber(text, "minimum", tunable->minimum);
    addNumber(text, "maximum", tunable->maximum);
    supTextAdd(text, ",\"choices\":[");
    for (uint32_t i = 0; tunable->choices && tunable->choices[i]; ++i) {
        if (i) supTextAdd(text, ",");
        supTextString(text, tunable->choices[i]);
    }
    supTextAdd(text, "]}");
}

/// The shown scene: its name, bodies, of which each is a copy (or itself), and tunables.
EXPORT(textScene) char *textScene(void) {
    Text text = {0};
    if (!page.scene) return NULL;
    supTextAdd(&text, "{\"frames\":%u", supSceneFrames(page.scene));
    addString(&text, "name", supSceneName(page.scene));
    supTextAdd(&text, ",\"bodies\":[");
    for (uint32_t i = 0; i < supSceneBodyCount(page.scene); ++i) {
        if (i) supTextAdd(&text, ",");
        supTextString(&text, supSceneBodyName(page.scene, i));
    }
    supTextAdd(&text, "],\"models\":[");
    for (uint32_t i = 0; i < supSceneBodyCount(page.scene); ++i)
        supTextAdd(&text, "%s%u", i ? "," : "", supSceneBodyModel(page.scene, i));
    supTextAdd(&text, "],\"tunables\":[");
    SupTunable tunable;
    for (uint32_t i = 0; supSceneTunable(page.scene, i, &tunable); ++i) addTunable(&text, &tunable, i == 0);
    supTextAdd(&text, "]}");
    return finish(&text);
}

/// Young's modulus [Pa] of a material preset; NaN for another word.
EXPORT(textStiffness) double textStiffness(const char *word) {
    SupMaterial material = SUP_MATERIAL_INIT;
    return supMaterialPreset(word, &material) ? NAN : material.young;
}

EXPORT(textFigures) char *textFigures(void) {
    Text text = {0};
    const FiguresShown *f = &page.figures.shown;
    supTextAdd(&text, "{\"frames\":%llu,\"vertices\":%llu,\"tets\":%llu", (unsigned long long)f->frames,
               (unsigned long long)f->vertices, (unsigned long long)f->tets);
    supTextAdd(&text, ",\"networkSteps\":%llu,\"movingNodes\":%llu", (unsigned long long)f->networkSteps,
               (unsigned long long)f->movingNodes);
    addNumber(&text, "picturesPerSecond", f->framesPerSecond);
    addNumber(&text, "simulationGpu", f->simulationGpu);
    addNumber(&text, "simulation", f->simulationWall);
    addNumber(&text, "drawing", f->drawingWall);
    addNumber(&text, "time", f->time);
    addNumber(&text, "droppedTime", f->droppedTime);
    addNumber(&text, "minVolumeRatio", f->minVolumeRatio);
    addNumber(&text, "kinetic", f->kinetic);
    addNumber(&text, "elastic", f->elastic);
    addNumber(&text, "gravity", f->gravity);
    supTextAdd(&text, ",\"plotCount\":%u,\"picked\":%u,\"pinned\":%u}", f->plotCount, page.hand.picked, page.hand.pinned);
    return finish(&text);
}

/// Energies [J] of the plot, oldest first: total, motion.
EXPORT(textPlotTotal) const float *textPlotTotal(void) { return page.figures.shown.total; }
EXPORT(textPlotMotion) const float *textPlotMotion(void) { return page.figures.shown.motion; }

EXPORT(textGpu) char *textGpu(void) {
    Text text = {0};
    SupGpuInfo info;
    if (supGpuInfo(page.gpu, &info)) return NULL;
    supTextAdd(&text, "{\"timestamps\":%s", info.timestamps ? "true" : "false");
    addString(&text, "adapter", info.adapter);
    addString(&text, "type", info.type);
    supTextAdd(&text, ",\"allocated\":%llu}", (unsigned long long)supGpuAllocated(page.gpu));
    return finish(&text);
}

EXPORT(textVersion) const char *textVersion(void) { return supVersion(); }

/// WGSL of the shaders that are embedded, also of those that the shown scene does not use; null beyond the last one.
EXPORT(textShader) const char *textShader(uint32_t index) { return index < supShaderCount ? supShaders[index].wgsl : NULL; }
