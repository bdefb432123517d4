// SPDX-License-Identifier: MIT
// A run without a picture, as `supple run` makes it: the same result object, and the same bits in the portable form.
#include "page.h"

/// Builds the candidate's World and starts to run it. Pending while the GPU is not ready.
EXPORT(runStart) SupStatus runStart(uint32_t frames) {
    SupStatus status = pageGpu();
    if (status) return status;
    SupWorld *world = NULL;
    status = supSceneBuild(page.candidate, page.gpu, &world, &page.report);
    if (status) return pageFail(status, supReportError(&page.report));
    pageShow(page.candidate, world);
    page.candidate = NULL;
    SupRunDesc desc = SUP_RUN_DESC_INIT;
    desc.scene = page.scene;
    desc.world = page.world;
    desc.frames = frames == UINT32_MAX ? supSceneFrames(page.scene) : frames;
    status = supRunCreate(&desc, &page.run);
    return status ? pageFail(status, "") : status;
}

/// Pending, Ok, Diverged or what went wrong.
EXPORT(runPoll) SupStatus runPoll(void) {
    SupStatus status = supRunPoll(page.run);
    return status == SupStatus_Ok || status == SupStatus_Pending ? status : pageFail(status, supRunErrorText(page.run));
}

/// The result object, freed by supFree; null when out of memory.
EXPORT(runResult) char *runResult(void) {
    char *json = NULL;
    SupStatus status = supRunResultJson(page.run, &json);
    if (status) pageFail(status, "");
    return json;
}

/// Final positions [m], float32 x3 per vertex; they live as long as the run. *count by pointer.
EXPORT(runPositions) const float *runPositions(uint32_t *count) { return supRunPositions(page.run, count); }
