// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"
#include "supple/mesh.h"

#define HALF_TURN 3.141592653589793

/// Vertex 0 is the upper pole, then row after row, last the lower pole.
static void fillVertices(const double radii[3], uint32_t rings, uint32_t around, double *out) {
    vec3Store(out, vec3(0.0, radii[1], 0.0));
    for (uint32_t r = 1; r < rings; ++r)
        for (uint32_t k = 0; k < around; ++k) {
            double down = HALF_TURN * r / rings, turn = 2.0 * HALF_TURN * k / around;
            vec3Store(out + 3 * (1 + (size_t)(r - 1) * around + k),
                      vec3(radii[0] * sin(down) * sin(turn), radii[1] * cos(down), radii[2] * sin(down) * cos(turn)));
        }
    vec3Store(out + 3 * (1 + (size_t)(rings - 1) * around), vec3(0.0, -radii[1], 0.0));
}

static uint32_t *addTriangle(uint32_t *to, uint32_t a, uint32_t b, uint32_t c) {
    to[0] = a, to[1] = b, to[2] = c;
    return to + 3;
}

static void fillTriangles(uint32_t rings, uint32_t around, uint32_t *to) {
    uint32_t last = 1 + (rings - 1) * around;
    for (uint32_t k = 0; k < around; ++k) to = addTriangle(to, 0, 1 + k, 1 + (k + 1) % around);
    for (uint32_t r = 1; r + 1 < rings; ++r)
        for (uint32_t k = 0; k < around; ++k) {
            uint32_t upper = 1 + (r - 1) * around, lower = upper + around, next = (k + 1) % around;
            to = addTriangle(to, upper + k, lower + k, lower + next);
            to = addTriangle(to, upper + k, lower + next, upper + next);
        }
    for (uint32_t k = 0; k < around; ++k) to = addTriangle(to, last - around + k, last, last - around + (k + 1) % around);
}

SupStatus supSurfaceEllipsoid(const double radii[3], uint32_t rings, SupSurface *out, SupReport *report) {
    if (!radii || !out) return supFail(report, SupStatus_InvalidArgument, "radii or out is null");
    *out = (SupSurface){0};
    for (int i = 0; i < 3; ++i)
        if (!(radii[i] >= 1e-6 && radii[i] <= 1e6))
            return supFail(report, SupStatus_OutOfRange, "ellipsoid: radii must lie in 1e-6 .. 1e6 m");
    if (rings < 2 || rings > 1024) return supFail(report, SupStatus_OutOfRange, "ellipsoid: rings must lie in 2 .. 1024");
    uint32_t around = 2 * rings;
    out->vertexCount = (rings - 1) * around + 2;
    out->triangleCount = 2 * (rings - 1) * around;
    out->positions = SUP_NEW_ARRAY(double, 3 * (size_t)out->vertexCount);
    out->triangles = SUP_NEW_ARRAY(uint32_t, 3 * (size_t)out->triangleCount);
    if (!out->positions || !out->triangles) {
        supSurfaceFree(out);
        return supFail(report, SupStatus_OutOfMemory, "no memory for an ellipsoid of %u rings", rings);
    }
    fillVertices(radii, rings, around, out->positions);
    fillTriangles(rings, around, out->triangles);
    return SupStatus_Ok;
}
