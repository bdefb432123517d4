// SPDX-License-Identifier: MIT
#ifndef SUPPLE_FUZZ_SURFACE_H
#define SUPPLE_FUZZ_SURFACE_H

/// What must hold for any bytes read as a surface file: an error with a text and nothing left behind, or a surface that
/// can be checked, cleaned, written and read back.

#include "supple/mesh.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_REQUIRE(condition)    \
    do {                           \
        if (!(condition)) abort(); \
    } while (0)

static void fuzzRequireSound(const SupSurface *surface) {
    FUZZ_REQUIRE(surface->triangleCount > 0);
    for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; ++i)
        FUZZ_REQUIRE(surface->triangles[i] < surface->vertexCount);
    for (uint32_t i = 0; i < surface->inputCount; ++i)
        FUZZ_REQUIRE(surface->inputMap[i] < surface->vertexCount || surface->inputMap[i] == SUP_NO_INDEX);
}

/// Every writer's bytes must read back, unless the writer has refused numbers that its format cannot hold.
static void fuzzRoundTrip(const SupSurface *surface) {
    for (int f = SupSurfaceFormat_Obj; f <= SupSurfaceFormat_Ply; ++f) {
        void *bytes = NULL;
        size_t length = 0;
        SupSurface back;
        SupStatus status = supSurfaceWrite((SupSurfaceFormat)f, surface, &bytes, &length);
        FUZZ_REQUIRE(status == SupStatus_Ok || status == SupStatus_OutOfRange);
        if (status != SupStatus_Ok) continue;
        FUZZ_REQUIRE(supSurfaceRead((SupSurfaceFormat)f, bytes, length, &back, NULL) == SupStatus_Ok);
        FUZZ_REQUIRE(back.triangleCount == surface->triangleCount);
        supSurfaceFree(&back);
        supFree(bytes);
    }
}

static int fuzzSurface(SupSurfaceFormat format, const uint8_t *data, size_t size) {
    SupSurface surface;
    SupReport report = SUP_REPORT_INIT;
    SupSurfaceInfo info;
    supSurfaceFormatOf(NULL, data, size);
    if (supSurfaceRead(format, data, size, &surface, &report) != SupStatus_Ok) {
        FUZZ_REQUIRE(*supReportError(&report) && !surface.positions && !surface.triangles && !surface.triangleCount);
        return 0;
    }
    FUZZ_REQUIRE(!*supReportError(&report));
    fuzzRequireSound(&surface);
    FUZZ_REQUIRE(supSurfaceCheck(&surface, &info, &report) == SupStatus_Ok);
    fuzzRoundTrip(&surface);
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    if (size % 4 == 0) desc.weldTolerance = 0;
    if (size % 4 == 1) desc.weldTolerance = 0.01;
    SupStatus status = supSurfaceClean(&surface, &desc, &report);
    FUZZ_REQUIRE(status == SupStatus_Ok || status == SupStatus_Empty || status == SupStatus_NotFinite);
    if (status == SupStatus_Ok) {
        fuzzRequireSound(&surface);
        FUZZ_REQUIRE(supSurfaceCheck(&surface, &info, &report) == SupStatus_Ok);
        // what is clean stays as it is
        uint32_t triangles = surface.triangleCount;
        desc.weldTolerance = 0;
        SupReport second = SUP_REPORT_INIT;
        FUZZ_REQUIRE(supSurfaceClean(&surface, &desc, &second) == SupStatus_Ok);
        FUZZ_REQUIRE(surface.triangleCount == triangles && !supReportFind(&second, "welded"));
    }
    supSurfaceFree(&surface);
    return 0;
}

#endif
