// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"
#include "network.h"

/// Columns of the grid whose cells the roots lie in: about square cells.
static uint32_t gridColumns(const SupStrandsDesc *desc) {
    double x = desc->area[0] > 0.0 ? desc->area[0] : 1e-9, z = desc->area[1] > 0.0 ? desc->area[1] : 1e-9;
    double columns = ceil(sqrt((double)desc->count * x / z) - 1e-9);
    return columns < 1.0 ? 1u : columns > desc->count ? desc->count : (uint32_t)columns;
}

static Vec3 rootOf(const SupStrandsDesc *desc, uint32_t strand, uint32_t columns) {
    uint32_t rows = (desc->count + columns - 1) / columns;
    double u = strand % columns + 0.5 + desc->jitter * (supRandomUnit(desc->seed, 2 * strand) - 0.5);
    uint32_t row = strand / columns;
    double v = row + 0.5 + desc->jitter * (supRandomUnit(desc->seed, 2 * strand + 1) - 0.5);
    return vec3((u / columns - 0.5) * desc->area[0], 0.0, (v / rows - 0.5) * desc->area[1]);
}

static const char *problemOf(const SupStrandsDesc *d) {
    bool finite = isfinite(d->direction[0]) && isfinite(d->direction[1]) && isfinite(d->direction[2]);
    if (d->count < 1 || d->count > 1000000) return "count must lie in 1 .. 1,000,000 strands";
    if (d->nodes < 2 || d->nodes > 1000000) return "nodes must lie in 2 .. 1,000,000";
    if ((uint64_t)d->count * d->nodes > 1u << 28) return "count times nodes must not pass 268,435,456";
    if (!(d->edgeLength >= 1e-6 && d->edgeLength <= 1e6)) return "edgeLength must lie in 1e-6 .. 1e6 m";
    if (!finite || !(vec3LengthSquared(vec3Load(d->direction)) > 1e-60))
        return "direction must be finite and longer than 1e-30";
    if (!(d->area[0] >= 0.0 && d->area[0] <= 1e6 && d->area[1] >= 0.0 && d->area[1] <= 1e6))
        return "area must lie in 0 .. 1e6 m";
    if (!(d->jitter >= 0.0 && d->jitter <= 1.0)) return "jitter must lie in 0 .. 1";
    if (!(d->nodeMass >= 1e-9 && d->nodeMass <= 1e9)) return "nodeMass must lie in 1e-9 .. 1e9 kg";
    if (!(d->rootRadius >= 0.0 && d->rootRadius <= 1e6 && d->tipRadius >= 0.0 && d->tipRadius <= 1e6))
        return "rootRadius and tipRadius must lie in 0 .. 1e6 m";
    if (!(d->rootDecay >= 0.0 && d->rootDecay <= 1.0 && d->tipDecay >= 0.0 && d->tipDecay <= 1.0))
        return "rootDecay and tipDecay must lie in 0 .. 1";
    if (!(d->bendStiffness >= 0.0 && d->bendStiffness <= SUP_RIGID)) return "bendStiffness must lie in 0 .. 1e30 N/m";
    if (d->sides < 3 || d->sides > 32) return "sides must lie in 3 .. 32";
    return NULL;
}

static void fillStrand(const SupStrandsDesc *desc, uint32_t strand, Vec3 root, Vec3 step, SupNetwork *out) {
    uint32_t first = strand * desc->nodes;
    out->strandStart[strand] = first;
    out->strandRadius[2 * (size_t)strand] = (float)desc->rootRadius;
    out->strandRadius[2 * (size_t)strand + 1] = (float)desc->tipRadius;
    for (uint32_t n = 0; n < desc->nodes; ++n) {
        uint32_t node = first + n;
        double along = (double)n / (desc->nodes - 1);
        vec3Store(out->positions + 3 * (size_t)node, vec3AddScaled(root, step, n));
        out->inverseMass[node] = (float)(1.0 / desc->nodeMass);
        out->decay[node] = (float)(desc->rootDecay + along * (desc->tipDecay - desc->rootDecay));
        if (n + 1 < desc->nodes) supNetworkAddEdge(out, node, node + 1, desc->edgeLength, SUP_RIGID);
        if (n + 2 < desc->nodes && desc->bendStiffness > 0.0)
            supNetworkAddEdge(out, node, node + 2, 2.0 * desc->edgeLength, desc->bendStiffness);
    }
}

SupStatus supNetworkStrands(const SupStrandsDesc *desc, SupNetwork *out, SupReport *report) {
    static const SupStrandsDesc initial = SUP_STRANDS_DESC_INIT;
    if (!out) return supFail(report, SupStatus_InvalidArgument, "out is null");
    *out = (SupNetwork){0};
    if (!desc || desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_STRANDS_DESC_INIT");
    const char *problem = problemOf(desc);
    if (problem) return supFail(report, SupStatus_OutOfRange, "strands: %s", problem);
    if (!supNetworkAllocStrands(out, desc->count, desc->nodes, desc->bendStiffness > 0.0, desc->sides))
        return supFail(report, SupStatus_OutOfMemory, "no memory for %u nodes", desc->count * desc->nodes);
    Vec3 along = vec3Load(desc->direction), step = vec3Scale(along, desc->edgeLength / vec3Length(along));
    uint32_t columns = gridColumns(desc);
    for (uint32_t s = 0; s < desc->count; ++s) fillStrand(desc, s, rootOf(desc, s, columns), step, out);
    return SupStatus_Ok;
}
