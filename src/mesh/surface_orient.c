// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/vec.h"
#include "surface_clean.h"
#include "surface_edges.h"

#include <string.h>

/// Inward parts tested for being holes in others; each test looks at every triangle once.
#define MAX_CAVITY_TESTS 32

typedef struct Orienter {
    const double *positions;
    const uint32_t *triangles;
    uint32_t count;
    SupEdges edges;
    uint32_t *order;       ///< triangles part by part
    uint32_t *part;        ///< per triangle its part
    unsigned char *turn;   ///< per triangle 1 = to be turned
    unsigned char *closed; ///< per part
    uint32_t partCount, cavityTests;
    SupOrientation *found;
} Orienter;

typedef struct PartSums {
    double volume6, area2, turnedArea2; ///< six times the volume, twice the areas
    double openLength;
    bool turned; ///< any triangle had to be turned to agree with its neighbours
} PartSums;

static Vec3 corner(const Orienter *self, uint32_t t, uint32_t k) {
    return vec3Load(self->positions + 3 * (size_t)self->triangles[3 * (size_t)t + k]);
}

/// The half-edge on the other side of a manifold edge, or SUP_NO_INDEX.
static uint32_t opposite(const Orienter *self, uint32_t h) {
    uint32_t e = self->edges.edgeOf[h];
    if (supEdgeValence(&self->edges, e) != 2) return SUP_NO_INDEX;
    uint32_t first = self->edges.halfEdges[self->edges.start[e]];
    return first == h ? self->edges.halfEdges[self->edges.start[e] + 1] : first;
}

/// Breadth first over manifold edges from `seed`: fills order[begin..) and turn[]. Returns the end.
static uint32_t spread(Orienter *self, uint32_t seed, uint32_t begin) {
    uint32_t end = begin;
    self->order[end++] = seed;
    self->part[seed] = self->partCount;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t t = self->order[i];
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t h = 3 * t + k, other = opposite(self, h);
            if (other == SUP_NO_INDEX) continue;
            uint32_t n = other / 3;
            bool against = supHalfEdgeFrom(self->triangles, h) == supHalfEdgeFrom(self->triangles, other);
            unsigned char wanted = self->turn[t] ^ (unsigned char)against;
            if (self->part[n] == SUP_NO_INDEX) {
                self->part[n] = self->partCount;
                self->turn[n] = wanted;
                self->order[end++] = n;
            } else if (self->turn[n] != wanted && h < other) {
                supPlacesAdd(&self->found->unsolvable, t);
            }
        }
    }
    return end;
}

/// About a point of the part, so that parts far from the origin keep their digits.
static PartSums sumPart(const Orienter *self, uint32_t begin, uint32_t end) {
    PartSums sums = {0};
    Vec3 origin = corner(self, self->order[begin], 0), weighted = {0, 0, 0}, flux = {0, 0, 0};
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t t = self->order[i];
        Vec3 a = vec3Sub(corner(self, t, 0), origin), b = vec3Sub(corner(self, t, 1), origin);
        Vec3 c = vec3Sub(corner(self, t, 2), origin), n = vec3Cross(vec3Sub(b, a), vec3Sub(c, a));
        double area2 = vec3Length(n), sign = self->turn[t] ? -1.0 : 1.0;
        sums.area2 += area2;
        sums.turnedArea2 += self->turn[t] ? area2 : 0;
        sums.turned = sums.turned || self->turn[t];
        sums.volume6 += sign * vec3Dot(a, n);
        flux = vec3AddScaled(flux, n, sign);
        weighted = vec3AddScaled(weighted, vec3Add(a, vec3Add(b, c)), area2 / 3.0);
        for (uint32_t k = 0; k < 3; ++k)
            if (supEdgeValence(&self->edges, self->edges.edgeOf[3 * t + k]) == 1)
                sums.openLength += vec3Length(vec3Sub(corner(self, t, k), corner(self, t, (k + 1) % 3)));
    }
    // an open part's volume depends on the apex it is measured from: take the centroid of its area
    if (sums.area2 > 0) sums.volume6 -= vec3Dot(vec3Scale(weighted, 1.0 / sums.area2), flux);
    return sums;
}

/// Whether a ray from `p` meets the closed parts other than `part` an odd number of times.
static bool isInsideOthers(const Orienter *self, Vec3 p, uint32_t part) {
    const Vec3 ray = {0.5410377, 0.3127619, 0.7806931}; // no direction that models like to have edges along
    bool inside = false;
    for (uint32_t t = 0; t < self->count; ++t) {
        if (self->part[t] == part || !self->closed[self->part[t]]) continue;
        Vec3 a = vec3Sub(corner(self, t, 0), p), b = vec3Sub(corner(self, t, 1), p), c = vec3Sub(corner(self, t, 2), p);
        double u = vec3Dot(ray, vec3Cross(b, c)), v = vec3Dot(ray, vec3Cross(c, a)), w = vec3Dot(ray, vec3Cross(a, b));
        if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) continue;
        Vec3 n = vec3Cross(vec3Sub(b, a), vec3Sub(c, a));
        double ahead = vec3Dot(n, a), along = vec3Dot(n, ray);
        if ((ahead > 0) == (along > 0)) inside = !inside;
    }
    return inside;
}

/// Whether the whole part, once it agrees with itself, has to be turned.
static bool mustTurnPart(Orienter *self, const PartSums *sums, uint32_t part, uint32_t begin) {
    bool closed = sums->openLength == 0;
    // (sum of open edges)^2 < 4 area holds for a box without its lid and fails for a sheet
    bool nearlyClosed = closed || sums->openLength * sums->openLength < 2.0 * sums->area2;
    double size = sums->area2 * sqrt(sums->area2);
    if (!nearlyClosed || !(fabs(sums->volume6) > 1e-9 * size)) return sums->turnedArea2 > 0.5 * sums->area2;
    if (sums->volume6 > 0) return false;
    if (!closed || sums->turned || self->partCount < 2 || self->cavityTests >= MAX_CAVITY_TESTS) return true;
    self->cavityTests++;
    if (!isInsideOthers(self, corner(self, self->order[begin], 0), part)) return true;
    self->found->cavities++;
    return false;
}

static bool isClosed(const Orienter *self, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            if (supEdgeValence(&self->edges, self->edges.edgeOf[3 * self->order[i] + k]) == 1) return false;
    return true;
}

static void orientParts(Orienter *self) {
    uint32_t end = 0;
    memset(self->part, 0xff, (size_t)self->count * sizeof *self->part);
    for (uint32_t t = 0; t < self->count; ++t) {
        if (self->part[t] != SUP_NO_INDEX) continue;
        uint32_t begin = end;
        end = spread(self, t, begin);
        self->closed[self->partCount++] = isClosed(self, begin, end);
    }
    for (uint32_t begin = 0; begin < self->count; begin = end) {
        uint32_t part = self->part[self->order[begin]];
        for (end = begin; end < self->count && self->part[self->order[end]] == part; ++end) {
        }
        PartSums sums = sumPart(self, begin, end);
        if (!mustTurnPart(self, &sums, part, begin)) continue;
        for (uint32_t i = begin; i < end; ++i) self->turn[self->order[i]] ^= 1;
    }
}

SupStatus supOrientTriangles(const double *positions, uint32_t vertexCount, uint32_t *triangles, uint32_t count,
                             SupOrientation *found) {
    Orienter self = {.positions = positions, .triangles = triangles, .count = count, .found = found};
    self.order = SUP_NEW_ARRAY(uint32_t, count);
    self.part = SUP_NEW_ARRAY(uint32_t, count);
    self.turn = (unsigned char *)supAllocZero(count, 1);
    self.closed = (unsigned char *)supAllocZero(count, 1);
    SupStatus status = SupStatus_OutOfMemory;
    if (self.order && self.part && self.turn && self.closed && supEdgesBuild(triangles, count, vertexCount, &self.edges)) {
        orientParts(&self);
        for (uint32_t t = 0; t < count; ++t) {
            if (!self.turn[t]) continue;
            uint32_t *c = triangles + 3 * (size_t)t, last = c[2];
            c[2] = c[1], c[1] = last;
            supPlacesAdd(&found->flipped, t);
        }
        status = SupStatus_Ok;
    }
    supEdgesFree(&self.edges);
    supFree(self.order);
    supFree(self.part);
    supFree(self.turn);
    supFree(self.closed);
    return status;
}
