// SPDX-License-Identifier: MIT
#include "base/report.h"
#include "network.h"

static const char *stiffnessProblem(double stiffness, const char *text) {
    return stiffness >= 0.0 && stiffness <= SUP_RIGID ? NULL : text;
}

static const char *problemOf(const SupClothDesc *d) {
    if (d->columns < 2 || d->columns > 8192 || d->rows < 2 || d->rows > 8192)
        return "columns and rows must lie in 2 .. 8192";
    if (d->columns * d->rows > 1u << 24) return "columns times rows must not pass 16,777,216";
    if (!(d->edgeLength >= 1e-6 && d->edgeLength <= 1e6)) return "edgeLength must lie in 1e-6 .. 1e6 m";
    if (!(d->areaDensity >= 1e-6 && d->areaDensity <= 1e6)) return "areaDensity must lie in 1e-6 .. 1e6 kg/m2";
    const char *problem = stiffnessProblem(d->stretch, "stretch must lie in 0 .. 1e30 N/m");
    if (!problem) problem = stiffnessProblem(d->shear, "shear must lie in 0 .. 1e30 N/m");
    return problem ? problem : stiffnessProblem(d->bend, "bend must lie in 0 .. 1e30 N/m");
}

/// A family of edges: from each node to the one `dc` columns and `dr` rows on.
typedef struct Family {
    int dc, dr;
    double length, stiffness;
} Family;

/// Every other edge of a row first, then the rest: first fit then needs as few colours as there can be.
static void addFamily(const SupClothDesc *desc, const Family *family, SupNetwork *out) {
    int columns = (int)desc->columns, rows = (int)desc->rows;
    for (int half = 0; half < 2; ++half)
        for (int r = 0; r + family->dr < rows; ++r)
            for (int c = 0; c < columns; ++c) {
                int along = family->dr ? r / family->dr : c / family->dc, to = c + family->dc;
                if (to < 0 || to >= columns || along % 2 != half) continue;
                uint32_t e = out->edgeCount++;
                out->edges[2 * (size_t)e] = (uint32_t)(r * columns + c);
                out->edges[2 * (size_t)e + 1] = (uint32_t)((r + family->dr) * columns + to);
                out->restLength[e] = (float)family->length;
                out->stiffness[e] = (float)family->stiffness;
            }
}

static void fillNodes(const SupClothDesc *desc, SupNetwork *out) {
    for (uint32_t r = 0; r < desc->rows; ++r)
        for (uint32_t c = 0; c < desc->columns; ++c) {
            size_t node = (size_t)r * desc->columns + c;
            double *p = out->positions + 3 * node;
            p[0] = c * desc->edgeLength, p[1] = 0.0, p[2] = r * desc->edgeLength;
            // a quarter of each cell that the node is a corner of
            double cells = (c == 0 || c + 1 == desc->columns ? 1 : 2) * (r == 0 || r + 1 == desc->rows ? 1 : 2);
            double mass = desc->areaDensity * desc->edgeLength * desc->edgeLength * cells / 4.0;
            out->inverseMass[node] = (float)(1.0 / mass);
            out->decay[node] = 1.0f;
        }
}

/// Two triangles a cell; the diagonal turns from cell to cell, so that no direction is favoured.
static void fillTriangles(const SupClothDesc *desc, SupNetwork *out) {
    uint32_t *t = out->triangles, columns = desc->columns;
    for (uint32_t r = 0; r + 1 < desc->rows; ++r)
        for (uint32_t c = 0; c + 1 < columns; ++c, t += 6) {
            uint32_t a = r * columns + c, b = a + 1, d = a + columns, e = d + 1;
            bool falling = (r + c) % 2 == 0;
            const uint32_t one[6] = {a, d, b, b, d, e}, other[6] = {a, e, b, a, d, e};
            for (int i = 0; i < 6; ++i) t[i] = falling ? one[i] : other[i];
        }
}

SupStatus supNetworkCloth(const SupClothDesc *desc, SupNetwork *out, SupReport *report) {
    static const SupClothDesc initial = SUP_CLOTH_DESC_INIT;
    if (!out) return supFail(report, SupStatus_InvalidArgument, "out is null");
    *out = (SupNetwork){0};
    if (!desc || desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_CLOTH_DESC_INIT");
    const char *problem = problemOf(desc);
    if (problem) return supFail(report, SupStatus_OutOfRange, "cloth: %s", problem);
    const double e = desc->edgeLength, diagonal = 1.4142135623730951 * e;
    const Family families[] = {{1, 0, e, desc->stretch},       {0, 1, e, desc->stretch},    {1, 1, diagonal, desc->shear},
                               {-1, 1, diagonal, desc->shear}, {2, 0, 2.0 * e, desc->bend}, {0, 2, 2.0 * e, desc->bend}};
    enum { FamilyCount = sizeof families / sizeof *families };
    uint32_t cells = (desc->columns - 1) * (desc->rows - 1), most = FamilyCount * desc->columns * desc->rows;
    const SupNetwork counts = {.nodeCount = desc->columns * desc->rows, .edgeCount = most, .triangleCount = 2 * cells};
    if (!supNetworkAlloc(out, &counts))
        return supFail(report, SupStatus_OutOfMemory, "no memory for %u nodes", counts.nodeCount);
    out->edgeCount = 0;
    fillNodes(desc, out);
    for (int f = 0; f < FamilyCount; ++f)
        if (families[f].stiffness > 0.0) addFamily(desc, &families[f], out);
    fillTriangles(desc, out);
    return SupStatus_Ok;
}
