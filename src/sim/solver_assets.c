// SPDX-License-Identifier: MIT
// What the potential solvers read of an asset: rest positions and stars (vbd, newton), the matrix pattern (newton).
// Uploaded when the first body needs it, dropped with the asset.
#include "matrix_pattern.h"
#include "world.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static SupStatus noMemory(const SupWorld *world) {
    return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
}

static SupStatus takeRange(SupWorld *world, SupRanges *ranges, SupPool *pool, uint64_t count, SupRange *out) {
    uint32_t first;
    if (count >= UINT32_MAX || !supRangesTake(ranges, (uint32_t)count, &first))
        return supWorldFail(world, SupStatus_GpuLimit, "the World's %s would hold more than 2^32 elements", pool->label);
    SupStatus status = supPoolReserve(world->gpu, pool, ranges->end);
    if (status != SupStatus_Ok) {
        supRangesGive(ranges, first, (uint32_t)count);
        return supWorldFailGpu(world, status);
    }
    *out = (SupRange){first, (uint32_t)count};
    return SupStatus_Ok;
}

/// An upper bound of V0 |b|^2 over the asset's tets: blocks of the stiffness matrix are as large as this times moduli.
static double stiffnessLength(const SupBodyAssetView *view) {
    double most = 0.0;
    for (size_t t = 0; t < view->tetCount; ++t) {
        double sum = 0.0;
        for (int i = 0; i < 9; ++i)
            sum += (double)view->restInverse[9 * t + (size_t)i] * (double)view->restInverse[9 * t + (size_t)i];
        most = fmax(most, sum * (double)view->restVolume[t]);
    }
    return most;
}

static SupStatus uploadRest(SupWorld *world, const SupBodyAssetView *view, WorldAsset *slot) {
    float *rest = SUP_NEW_ARRAY(float, 4 * (size_t)view->vertexCount);
    if (!rest) return noMemory(world);
    double volume = 0.0;
    for (size_t v = 0; v < view->vertexCount; ++v) {
        memcpy(rest + 4 * v, view->positions + 3 * v, 3 * sizeof *rest);
        volume += (double)view->vertexVolume[v];
        rest[4 * v + 3] = view->vertexVolume[v];
    }
    slot->volume = volume;
    slot->stiffnessLength = stiffnessLength(view);
    SupStatus status = takeRange(world, &world->restRanges, &world->rest, view->vertexCount, &slot->rest);
    if (status == SupStatus_Ok) supPoolWrite(world->gpu, &world->rest, slot->rest.first, rest, view->vertexCount);
    supFree(rest);
    return status;
}

/// See shaders/shared/star.wgsl.
static SupStatus uploadStars(SupWorld *world, const SupBodyAssetView *view, WorldAsset *slot) {
    uint64_t at = 4 * (uint64_t)view->vertexCount + view->colorCount + 1, total = at + 12 * (uint64_t)view->tetCount;
    uint32_t *words = total < UINT32_MAX ? SUP_NEW_ARRAY(uint32_t, (size_t)total) : NULL;
    if (!words) return noMemory(world);
    for (uint32_t place = 0; place < view->vertexCount; ++place) {
        uint32_t vertex = view->colorOrder[place];
        uint32_t *record = words + 4 * (size_t)place;
        record[0] = vertex, record[1] = (uint32_t)at, record[3] = 0;
        for (uint32_t k = view->incidenceStart[vertex]; k < view->incidenceStart[vertex + 1]; ++k, at += 3)
            supTetStar(view->tets + 4 * (size_t)(view->incidence[k] >> 2), view->incidence[k] & 3u, words + at);
        record[2] = (uint32_t)at;
    }
    memcpy(words + 4 * (size_t)view->vertexCount, view->colorStart, (view->colorCount + 1) * sizeof *words);
    SupStatus status = takeRange(world, &world->starRanges, &world->stars, total, &slot->stars);
    if (status == SupStatus_Ok) supPoolWrite(world->gpu, &world->stars, slot->stars.first, words, total);
    supFree(words);
    return status;
}

static SupStatus uploadPattern(SupWorld *world, const SupBodyAssetView *view, WorldAsset *slot) {
    MatrixPattern pattern;
    if (!supMatrixPatternCreate(view, &pattern)) {
        supMatrixPatternFree(&pattern);
        return noMemory(world);
    }
    SupStatus status = takeRange(world, &world->patternRanges, &world->pattern, pattern.wordCount, &slot->pattern);
    if (status == SupStatus_Ok) {
        supPoolWrite(world->gpu, &world->pattern, slot->pattern.first, pattern.words, pattern.wordCount);
        slot->columnFirst = pattern.columnFirst;
        slot->edgeFirst = pattern.edgeFirst;
        slot->edgeCount = pattern.edgeCount;
        slot->matrixWords = (uint32_t)pattern.matrixWords;
    }
    supMatrixPatternFree(&pattern);
    return status;
}

SupStatus supWorldPrepareAsset(SupWorld *world, uint32_t index, SupSolver solver) {
    WorldAsset *slot = &world->assets[index];
    SupBodyAssetView view = supBodyAssetView(slot->asset);
    SupStatus status = SupStatus_Ok;
    if (solver == SupSolver_Xpbd) return status;
    if (slot->rest.count == 0) status = uploadRest(world, &view, slot);
    if (status == SupStatus_Ok && slot->stars.count == 0) status = uploadStars(world, &view, slot);
    if (status == SupStatus_Ok && solver == SupSolver_Newton && slot->pattern.count == 0)
        status = uploadPattern(world, &view, slot);
    return status;
}

SupStatus supWorldPrepareBody(SupWorld *world, WorldBody *body) {
    if (supWorldIsNetwork(body)) return SupStatus_Ok;
    SupSolver solver = supWorldSolverOf(&world->settings, body);
    SupStatus status = supWorldPrepareAsset(world, body->assetIndex, solver);
    if (status != SupStatus_Ok || solver != SupSolver_Newton) return status;
    if (body->matrix.count == 0)
        status = takeRange(world, &world->matrixRanges, &world->matrix, world->assets[body->assetIndex].matrixWords,
                           &body->matrix);
    if (status == SupStatus_Ok) {
        status = supPoolReserve(world->gpu, &world->krylov, (uint64_t)body->vertices.first + body->vertices.count);
        if (status != SupStatus_Ok) status = supWorldFailGpu(world, status);
    }
    return status;
}
