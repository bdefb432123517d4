// SPDX-License-Identifier: MIT
// A scene on its way. The worker and the page make the same candidate from the same words; the worker prepares its assets
// and hands them over as bytes; the page builds the World.
#include "page.h"

#include "scene/text.h"

#include <stdio.h>
#include <string.h>

enum { Kind_Preset, Kind_Scene, Kind_Mesh };

IMPORT(supProgress) bool supProgressNow(const char *stage, double done);
static bool onProgress(void *user, const char *stage, double done) {
    (void)user;
    return supProgressNow(stage, done);
}

static SupStatus check(SupStatus status) {
    if (status) pageFail(status, supReportError(&page.report));
    return status;
}

/// kind 0: a preset of this name; 1: a scene file's text; 2: a mesh file of this name.
EXPORT(sceneNew) SupStatus sceneNew(int kind, const char *name, const char *text, size_t length) {
    supSceneDestroy(page.candidate);
    page.candidate = NULL;
    page.report = (SupReport)SUP_REPORT_INIT;
    if (kind == Kind_Preset) return check(supSceneFromPreset(name, &page.candidate, &page.report));
    if (kind == Kind_Mesh) return check(supSceneFromMesh(name, &page.candidate, &page.report));
    return check(supSceneParse(name, text, length, &page.candidate, &page.report));
}

EXPORT(sceneDrop) void sceneDrop(void) {
    supSceneDestroy(page.candidate);
    page.candidate = NULL;
}

EXPORT(sceneSet) SupStatus sceneSet(const char *path, const char *value) {
    return check(supSceneSet(page.candidate, NULL, path, value, &page.report));
}

/// Files that it wants, as a JSON list of paths. Freed by supFree.
EXPORT(sceneWanted) char *sceneWanted(void) {
    Text text = {0};
    supTextAdd(&text, "[");
    for (uint32_t i = 0; i < supSceneWantedCount(page.candidate); ++i) {
        if (i) supTextAdd(&text, ",");
        supTextString(&text, supSceneWanted(page.candidate, i));
    }
    supTextAdd(&text, "]");
    return text.data;
}

EXPORT(sceneSupply) SupStatus sceneSupply(uint32_t index, const void *bytes, size_t length) {
    return check(supSceneSupply(page.candidate, index, bytes, length, (SupProgress){onProgress, NULL}, &page.report));
}

EXPORT(scenePrepare) SupStatus scenePrepare(void) {
    SupStatus status = supScenePrepare(page.candidate, (SupProgress){onProgress, NULL}, &page.report);
    if (status == SupStatus_Ok) status = supSceneCheck(page.candidate, &page.report);
    return check(status);
}

// ---- Assets as bytes -------------------------------------------------------------------------------------------------

EXPORT(sceneBodyCount) uint32_t sceneBodyCount(void) { return supSceneBodyCount(page.candidate); }

/// The first body that has the same asset as this one.
EXPORT(sceneTwin) uint32_t sceneTwin(uint32_t body) {
    uint32_t twin = 0;
    while (supSceneAsset(page.candidate, twin) != supSceneAsset(page.candidate, body)) ++twin;
    return twin;
}

/// Bytes of a body's asset, freed by supFree; null when out of memory. *length by pointer.
EXPORT(sceneAssetBytes) void *sceneAssetBytes(uint32_t body, uint32_t *length) {
    void *bytes = NULL;
    size_t size = 0;
    SupStatus status = supBodyAssetSerialize(supSceneAsset(page.candidate, body), &bytes, &size);
    if (status) pageFail(status, "");
    *length = (uint32_t)size;
    return bytes;
}

EXPORT(sceneTakeAsset) SupStatus sceneTakeAsset(uint32_t body, const void *bytes, size_t length) {
    SupBodyAsset *asset = NULL;
    SupStatus status = supBodyAssetDeserialize(bytes, length, &asset, &page.report);
    if (status == SupStatus_Ok) status = supSceneSetAsset(page.candidate, body, asset);
    supBodyAssetRelease(asset);
    return check(status);
}

EXPORT(sceneShareAsset) SupStatus sceneShareAsset(uint32_t body, uint32_t twin) {
    return check(supSceneSetAsset(page.candidate, body, supSceneAsset(page.candidate, twin)));
}

/// Tets of all bodies once it is prepared.
EXPORT(sceneTets) uint32_t sceneTets(void) {
    uint32_t tets = 0;
    for (uint32_t i = 0; i < supSceneBodyCount(page.candidate); ++i)
        if (supSceneAsset(page.candidate, i)) tets += supBodyAssetView(supSceneAsset(page.candidate, i)).tetCount;
    return tets;
}

// ---- The end of it ---------------------------------------------------------------------------------------------------

/// Builds the World and shows it on a canvas of this size; what was shown stays when that fails. Pending while the GPU is
/// not ready.
EXPORT(sceneUse) SupStatus sceneUse(uint32_t width, uint32_t height) {
    SupStatus status = pageGpu();
    SupWorld *world = NULL;
    if (status) return status;
    status = check(supSceneBuild(page.candidate, page.gpu, &world, &page.report));
    if (status) return status;
    pageShow(page.candidate, world);
    page.candidate = NULL;
    if (width && height) page.aspect = (double)width / height;
    pageLookAtAll();
    return SupStatus_Ok;
}

/// What there was to say, as a JSON list of {severity, code, count, text}. Freed by supFree.
EXPORT(sceneReport) char *sceneReport(void) {
    static const char *const names[] = {"note", "warning", "error"};
    Text text = {0};
    supTextAdd(&text, "[");
    for (uint32_t i = 0; i < page.report.itemCount; ++i) {
        const SupReportItem *item = &page.report.items[i];
        supTextAdd(&text, "%s{\"severity\":\"%s\",\"code\":\"%s\",\"count\":%llu,\"text\":", i ? "," : "",
                   names[item->severity], item->code, (unsigned long long)item->count);
        supTextString(&text, item->text);
        supTextAdd(&text, "}");
    }
    supTextAdd(&text, "]");
    return text.data;
}
