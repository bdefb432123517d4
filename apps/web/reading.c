// SPDX-License-Identifier: MIT
// What the shown World holds, read back on request. One request at a time.
#include "page.h"

#include <stdio.h>

static SupRequestId request;

EXPORT(readDrop) void readDrop(void) {
    if (request.value && page.world) supWorldRequestRelease(page.world, request);
    request.value = 0;
}

/// Asks for a SupRead of all bodies; what was asked before is dropped.
EXPORT(readAsk) SupStatus readAsk(int what) {
    readDrop();
    if (!page.world) return pageFail(SupStatus_InvalidArgument, "no scene is shown");
    SupStatus status = supWorldRequest(page.world, (SupRead)what, (SupBodyId){0}, &request);
    return status ? pageFail(status, supWorldErrorText(page.world)) : status;
}

/// Pending, Ok or what went wrong: StaleId when the World went meanwhile.
EXPORT(readStatus) SupStatus readStatus(void) {
    if (!page.world || !request.value) return pageFail(SupStatus_StaleId, "the scene was replaced");
    SupStatus status = supWorldRequestStatus(page.world, request);
    return status && status != SupStatus_Pending ? pageFail(status, supWorldErrorText(page.world)) : status;
}

/// The bytes, which live until readDrop; *length by pointer.
EXPORT(readData) const void *readData(uint32_t *length) {
    const void *data = NULL;
    size_t size = 0;
    if (supWorldRequestData(page.world, request, &data, &size)) return NULL;
    *length = (uint32_t)size;
    return data;
}

/// supHash of the bytes, as `supple run` prints hashes.
EXPORT(readHash) const char *readHash(void) {
    static char text[17];
    uint32_t length = 0;
    const void *data = readData(&length);
    snprintf(text, sizeof text, "%016llx", data ? (unsigned long long)supHash(data, length) : 0ull);
    return text;
}
