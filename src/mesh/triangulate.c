// SPDX-License-Identifier: MIT
#include "triangulate.h"

#include "base/memory.h"
#include "base/vec.h"

#define WORK_LIMIT 100000000u // about half a second
#define NONE UINT32_MAX

bool supTriangulatorReserve(SupTriangulator *self, size_t count) {
    if (count <= self->capacity) return true;
    if (count >= UINT32_MAX / 4) return false;
    size_t capacity = count < 64 ? 64 : count + count / 2;
    uint32_t **rings[4] = {&self->previous, &self->next, &self->before, &self->after};
    double *flat = (double *)supRealloc(self->flat, capacity, 2 * sizeof(double));
    if (!flat) return false;
    self->flat = flat;
    for (int i = 0; i < 4; ++i) {
        uint32_t *ring = (uint32_t *)supRealloc(*rings[i], capacity, sizeof(uint32_t));
        if (!ring) return false;
        *rings[i] = ring;
    }
    self->capacity = capacity;
    return true;
}

void supTriangulatorFree(SupTriangulator *self) {
    supFree(self->flat);
    supFree(self->previous);
    supFree(self->next);
    supFree(self->before);
    supFree(self->after);
    *self = (SupTriangulator){0};
}

/// Neighbours alike and spikes: a walk that turns back cancels itself.
static size_t removeSpikes(uint32_t *corners, size_t count) {
    size_t n = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t corner = corners[i];
        if (n >= 1 && corners[n - 1] == corner) continue;
        if (n >= 2 && corners[n - 2] == corner)
            --n;
        else
            corners[n++] = corner;
    }
    // the same across the seam between last and first
    size_t first = 0;
    while (n - first >= 2) {
        if (corners[first] == corners[n - 1])
            --n;
        else if (n - first >= 3 && corners[first + 1] == corners[n - 1])
            ++first, --n;
        else if (n - first >= 3 && corners[first] == corners[n - 2])
            n -= 2;
        else
            break;
    }
    for (size_t i = 0; first && i + first < n; ++i) corners[i] = corners[i + first];
    return n - first;
}

/// The shortest length after which the corners repeat (Knuth, Morris and Pratt 1977: the failure function's last entry).
static size_t roundLength(uint32_t *failure, const uint32_t *corners, size_t count) {
    failure[0] = 0;
    for (size_t i = 1; i < count; ++i) {
        size_t k = failure[i - 1];
        while (k && corners[i] != corners[k]) k = failure[k - 1];
        failure[i] = (uint32_t)(k + (corners[i] == corners[k]));
    }
    return count - failure[count - 1];
}

size_t supPolygonReduce(SupTriangulator *self, uint32_t *corners, size_t count) {
    count = removeSpikes(corners, count);
    if (count > 3) {
        size_t round = roundLength(self->next, corners, count);
        if (round < count) count = removeSpikes(corners, round);
    }
    return count;
}

static Vec3 cornerAt(const double *positions, const uint32_t *corners, size_t i) {
    return vec3Sub(vec3Load(positions + 3 * (size_t)corners[i]), vec3Load(positions + 3 * (size_t)corners[0]));
}

static Vec3 newellNormal(const double *positions, const uint32_t *corners, size_t count) {
    // relative to the first corner, so that a polygon far from the origin keeps its digits
    Vec3 normal = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; ++i)
        normal = vec3Add(normal, vec3Cross(cornerAt(positions, corners, i), cornerAt(positions, corners, i + 1)));
    return normal;
}

/// A bridge to a hole can leave an ear between one corner and itself: that is no triangle.
static size_t emit(uint32_t *out, size_t triangles, uint32_t a, uint32_t b, uint32_t c) {
    if (a == b || b == c || c == a) return triangles;
    out[3 * triangles] = a, out[3 * triangles + 1] = b, out[3 * triangles + 2] = c;
    return triangles + 1;
}

/// Quads are most of what there is: take the first diagonal unless it lies outside.
static size_t splitQuad(const double *positions, const uint32_t *q, uint32_t *out) {
    Vec3 b = cornerAt(positions, q, 1), c = cornerAt(positions, q, 2), d = cornerAt(positions, q, 3);
    Vec3 abc = vec3Cross(b, c), acd = vec3Cross(c, d);
    Vec3 normal = vec3Add(abc, acd);
    bool first = vec3Dot(abc, normal) > 0 && vec3Dot(acd, normal) > 0;
    Vec3 abd = vec3Cross(b, d), bcd = vec3Cross(vec3Sub(c, b), vec3Sub(d, b));
    bool second = vec3Dot(abd, normal) > 0 && vec3Dot(bcd, normal) > 0;
    if (first || !second) {
        size_t one = emit(out, 0, q[0], q[1], q[2]);
        return emit(out, one, q[0], q[2], q[3]);
    }
    size_t one = emit(out, 0, q[0], q[1], q[3]);
    return emit(out, one, q[1], q[2], q[3]);
}

/// Drops the axis along which the normal is longest; swaps the other two where needed to turn counter-clockwise.
static void flatten(SupTriangulator *self, const double *positions, const uint32_t *corners, size_t count, Vec3 normal) {
    double ax = fabs(normal.x), ay = fabs(normal.y), az = fabs(normal.z);
    int drop = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
    double sign = drop == 0 ? normal.x : drop == 1 ? normal.y : normal.z;
    int u = (drop + 1) % 3, v = (drop + 2) % 3;
    if (sign < 0) {
        int t = u;
        u = v, v = t;
    }
    for (size_t i = 0; i < count; ++i) {
        double p[3];
        vec3Store(p, cornerAt(positions, corners, i));
        self->flat[2 * i] = p[u], self->flat[2 * i + 1] = p[v];
    }
}

static double turn(const double *a, const double *b, const double *c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool same(const double *a, const double *b) { return a[0] == b[0] && a[1] == b[1]; }

static bool isConvex(const SupTriangulator *self, uint32_t i) {
    return turn(self->flat + 2 * self->previous[i], self->flat + 2 * i, self->flat + 2 * self->next[i]) > 0;
}

/// Only corners that are not convex can lie inside an ear, so only those are tested.
static bool isEar(SupTriangulator *self, uint32_t i, uint32_t firstReflex) {
    ++self->work;
    if (!isConvex(self, i)) return false;
    const double *a = self->flat + 2 * self->previous[i], *b = self->flat + 2 * i, *c = self->flat + 2 * self->next[i];
    for (uint32_t j = firstReflex; j != NONE; j = self->after[j]) {
        if (++self->work > WORK_LIMIT) return true;
        const double *p = self->flat + 2 * j;
        // a bridge to a hole brings the same point twice: that is no obstacle
        if (same(p, a) || same(p, b) || same(p, c)) continue;
        if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
}

static void dropReflex(SupTriangulator *self, uint32_t i, uint32_t *first) {
    uint32_t before = self->before[i], after = self->after[i];
    if (before != NONE)
        self->after[before] = after;
    else if (*first == i)
        *first = after;
    else
        return; // not in the list
    if (after != NONE) self->before[after] = before;
    self->before[i] = self->after[i] = NONE;
}

static uint32_t makeRings(SupTriangulator *self, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        self->previous[i] = i ? i - 1 : count - 1;
        self->next[i] = i + 1 < count ? i + 1 : 0;
    }
    uint32_t first = NONE, last = NONE;
    for (uint32_t i = 0; i < count; ++i) {
        self->before[i] = self->after[i] = NONE;
        if (isConvex(self, i)) continue;
        self->before[i] = last;
        if (last == NONE)
            first = i;
        else
            self->after[last] = i;
        last = i;
    }
    return first;
}

static size_t clipEars(SupTriangulator *self, const uint32_t *corners, uint32_t count, uint32_t *out) {
    uint32_t firstReflex = makeRings(self, count);
    uint32_t i = 0, left = count, missed = 0;
    size_t triangles = 0;
    while (left > 3) {
        uint32_t before = self->previous[i], after = self->next[i];
        bool ear = isEar(self, i, firstReflex);
        if (!ear && missed < left && self->work <= WORK_LIMIT) {
            ++missed;
            i = after;
            continue;
        }
        self->forced += !ear;
        triangles = emit(out, triangles, corners[before], corners[i], corners[after]);
        dropReflex(self, i, &firstReflex);
        self->next[before] = after, self->previous[after] = before;
        if (isConvex(self, before)) dropReflex(self, before, &firstReflex);
        if (isConvex(self, after)) dropReflex(self, after, &firstReflex);
        --left;
        missed = 0;
        i = self->next[after]; // skipping one makes better shapes than a fan
    }
    return emit(out, triangles, corners[self->previous[i]], corners[i], corners[self->next[i]]);
}

size_t supTriangulate(SupTriangulator *self, const double *positions, const uint32_t *corners, size_t count, uint32_t *out) {
    if (count < 3) return 0;
    if (count == 3) return emit(out, 0, corners[0], corners[1], corners[2]);
    if (count == 4) return splitQuad(positions, corners, out);
    flatten(self, positions, corners, count, newellNormal(positions, corners, count));
    return clipEars(self, corners, (uint32_t)count, out);
}
