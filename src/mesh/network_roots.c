// SPDX-License-Identifier: MIT
// Roots evenly on a surface. The allowed triangles' areas make a line, cut into as many equal pieces as there are roots:
// each root lies somewhere in its piece, which makes their number right in every part of the surface. Of a few such places
// the one farthest from earlier roots is taken (Mitchell 1991, "best candidate"), which keeps roots apart within large
// triangles.
#include "network_roots.h"

#include "base/memory.h"
#include "base/report.h"
#include "network.h"

#include <math.h>

enum { Candidates = 6 };

typedef struct Spread {
    const SupSurface *surface;
    Vec3 *normals;         ///< per vertex, not unit
    double *areaUpTo;      ///< per triangle: of the allowed ones up to it, itself included
    double cell;           ///< [m] about the distance between neighbouring roots
    uint32_t *head, *next; ///< by hashed cell its newest root, by root the one before; SUP_NO_INDEX ends
    uint32_t mask;
} Spread;

static Vec3 corner(const SupSurface *surface, uint32_t triangle, uint32_t k) {
    return vec3Load(surface->positions + 3 * (size_t)surface->triangles[3 * (size_t)triangle + k]);
}

static Vec3 crossOf(const SupSurface *surface, uint32_t t) {
    Vec3 a = corner(surface, t, 0);
    return vec3Cross(vec3Sub(corner(surface, t, 1), a), vec3Sub(corner(surface, t, 2), a));
}

static Vec3 unitOr(Vec3 a, Vec3 otherwise) {
    double length = vec3Length(a);
    return length > 0.0 ? vec3Scale(a, 1.0 / length) : otherwise;
}

static void measure(Spread *spread, Vec3 crown, double least) {
    const SupSurface *surface = spread->surface;
    double sum = 0.0;
    for (uint32_t t = 0; t < surface->triangleCount; ++t) {
        Vec3 cross = crossOf(surface, t);
        double twice = vec3Length(cross);
        for (uint32_t k = 0; k < 3; ++k) {
            Vec3 *normal = &spread->normals[surface->triangles[3 * (size_t)t + k]];
            *normal = vec3Add(*normal, cross);
        }
        // rounding must not take away triangles that look exactly to the limit
        bool allowed = twice > 0.0 && vec3Dot(cross, crown) >= (least - 1e-12) * twice;
        spread->areaUpTo[t] = sum += allowed ? 0.5 * twice : 0.0;
    }
}

// ---- Neighbours ------------------------------------------------------------------------------------------------------

static uint32_t hashOf(const Spread *spread, int64_t x, int64_t y, int64_t z) {
    uint64_t h = (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)z * 0x165667b19e3779f9u;
    return (uint32_t)(h >> 32) & spread->mask;
}

static int64_t cellOf(const Spread *spread, double x) { return (int64_t)floor(fmin(fmax(x / spread->cell, -1e15), 1e15)); }

static void remember(Spread *spread, const HairRoot *roots, uint32_t root) {
    Vec3 p = roots[root].place;
    uint32_t *head = &spread->head[hashOf(spread, cellOf(spread, p.x), cellOf(spread, p.y), cellOf(spread, p.z))];
    spread->next[root] = *head;
    *head = root;
}

/// Square of the distance to the nearest root, or of a cell when there is none so near.
static double room(const Spread *spread, const HairRoot *roots, Vec3 p) {
    double nearest = spread->cell * spread->cell;
    int64_t x = cellOf(spread, p.x), y = cellOf(spread, p.y), z = cellOf(spread, p.z);
    for (int k = 0; k < 27; ++k) {
        uint32_t root = spread->head[hashOf(spread, x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1)];
        for (; root != SUP_NO_INDEX; root = spread->next[root])
            nearest = fmin(nearest, vec3LengthSquared(vec3Sub(roots[root].place, p)));
    }
    return nearest;
}

// ---- Places ----------------------------------------------------------------------------------------------------------

/// The first triangle up to which there is more area than that; the last one with an area at the end of the line.
static uint32_t triangleAt(const Spread *spread, double area) {
    uint32_t low = 0, high = spread->surface->triangleCount - 1;
    area = fmin(area, spread->areaUpTo[high] * (1.0 - 1e-15));
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (spread->areaUpTo[middle] > area)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static HairRoot candidate(const Spread *spread, double area, double u, double v) {
    uint32_t t = triangleAt(spread, area);
    double side = sqrt(u), weights[3] = {1.0 - side, side * (1.0 - v), side * v}; // uniform in the triangle
    HairRoot root = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t k = 0; k < 3; ++k) {
        Vec3 normal = spread->normals[spread->surface->triangles[3 * (size_t)t + k]];
        root.place = vec3AddScaled(root.place, corner(spread->surface, t, k), weights[k]);
        root.normal = vec3AddScaled(root.normal, unitOr(normal, vec3(0, 0, 0)), weights[k]);
    }
    root.normal = unitOr(root.normal, unitOr(crossOf(spread->surface, t), vec3(0, 1, 0)));
    return root;
}

static void fillRoots(Spread *spread, uint32_t seed, uint32_t count, HairRoot *roots) {
    double piece = spread->areaUpTo[spread->surface->triangleCount - 1] / count;
    for (uint32_t s = 0; s < count; ++s) {
        double best = -1.0;
        for (uint32_t c = 0; c < Candidates; ++c) {
            uint32_t chance = 3 * (Candidates * s + c);
            HairRoot root = candidate(spread, (s + supRandomUnit(seed, chance)) * piece, supRandomUnit(seed, chance + 1),
                                      supRandomUnit(seed, chance + 2));
            double free = room(spread, roots, root.place);
            if (free > best) best = free, roots[s] = root;
        }
        remember(spread, roots, s);
    }
}

SupStatus supSpreadRoots(const SupSurface *surface, Vec3 crown, double least, uint32_t seed, uint32_t count, HairRoot *roots,
                         SupReport *report) {
    Spread spread = {.surface = surface, .mask = 255};
    while (spread.mask < count) spread.mask = 2 * spread.mask + 1;
    spread.normals = supAllocZero(surface->vertexCount, sizeof *spread.normals);
    spread.areaUpTo = SUP_NEW_ARRAY(double, surface->triangleCount);
    spread.head = SUP_NEW_ARRAY(uint32_t, (size_t)spread.mask + 1);
    spread.next = SUP_NEW_ARRAY(uint32_t, count);
    SupStatus status = SupStatus_Ok;
    if (!spread.normals || !spread.areaUpTo || !spread.head || !spread.next) {
        status = supFail(report, SupStatus_OutOfMemory, "no memory for %u roots", count);
    } else {
        measure(&spread, crown, least);
        double area = spread.areaUpTo[surface->triangleCount - 1];
        spread.cell = sqrt(area / count);
        for (uint32_t i = 0; i <= spread.mask; ++i) spread.head[i] = SUP_NO_INDEX;
        if (spread.cell > 0.0)
            fillRoots(&spread, seed, count, roots);
        else
            status = supFail(report, SupStatus_Empty, "hair: none of the %u triangles has an area and looks to the crown",
                             surface->triangleCount);
    }
    supFree(spread.normals);
    supFree(spread.areaUpTo);
    supFree(spread.head);
    supFree(spread.next);
    return status;
}
