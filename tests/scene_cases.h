// SPDX-License-Identifier: MIT
#ifndef TESTS_SCENE_CASES_H
#define TESTS_SCENE_CASES_H

/// Scene texts for tests. Include after cmocka.h.

#include <stdlib.h>
#include <string.h>

#include "supple/scene.h"

/// Parses from a buffer of exactly the text's size, so that the sanitizer sees a read beyond it.
static inline SupStatus parseBytes(const char *text, size_t length, SupScene **scene, SupReport *report) {
    char *exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    *report = (SupReport)SUP_REPORT_INIT;
    SupStatus status = supSceneParse("a.json", exact, length, scene, report);
    free(exact);
    return status;
}

static inline SupScene *parseGood(const char *text) {
    SupScene *scene = NULL;
    SupReport report;
    SupStatus status = parseBytes(text, strlen(text), &scene, &report);
    if (status) fail_msg("%s: %s", supStatusName(status), supReportError(&report));
    return scene;
}

#define BODY "{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}}"
#define SCENE(members) "{\"supple\": 1, " members "}"
#define SCENE_BODY(members) \
    SCENE("\"bodies\": [{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}, " members "}]")
#define SCENE_NETWORK(shape, members) SCENE("\"bodies\": [{\"shape\": {" shape "}, " members "}]")

#endif
