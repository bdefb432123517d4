// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/vec.h"
#include "surface_clean.h"

#include <string.h>

/// Cells are this many tolerances wide: large enough that most vertices need to look into one cell only, small enough
/// that few representatives, which are a tolerance apart, fit into one.
#define CELL_TOLERANCES 8.0
/// Cell numbers must fit an integer: no cell is smaller than this fraction of the bounds.
#define SMALLEST_CELL 0x1p-50

typedef struct Welder {
    uint32_t *heads; ///< per bucket the last representative put there
    uint32_t *next;  ///< per vertex the one before it in its bucket
    uint64_t mask;
    Vec3 low;
    double scale; ///< to coordinates in 0..1
    double tolerance, cell;
} Welder;

static uint64_t mix(uint64_t h) {
    h ^= h >> 30, h *= 0xbf58476d1ce4e5b9u;
    h ^= h >> 27, h *= 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

static uint64_t hashThree(uint64_t a, uint64_t b, uint64_t c) { return mix(mix(mix(a + 0x9e3779b97f4a7c15u) + b) + c); }

/// Bounds of what is used: a stray point far away must not widen the tolerance.
static bool measure(Welder *self, const double *positions, uint32_t count, const unsigned char *used) {
    Vec3 low = {0, 0, 0}, high = {0, 0, 0};
    bool any = false;
    for (uint32_t i = 0; i < count; ++i) {
        if (!used[i]) continue;
        Vec3 p = vec3Load(positions + 3 * (size_t)i);
        low = any ? vec3Min(low, p) : p;
        high = any ? vec3Max(high, p) : p;
        any = true;
    }
    Vec3 size = vec3Sub(high, low);
    double longest = size.x > size.y ? size.x : size.y;
    if (size.z > longest) longest = size.z;
    if (!vec3Finite(size)) return false;
    self->low = low;
    // scaled before squaring, so that neither huge nor tiny models overflow or vanish
    self->scale = longest > 0 ? 1.0 / longest : 1.0;
    if (self->scale - self->scale != 0) self->scale = 1.0; // denormal size: welds exactly
    return true;
}

static int64_t cellOf(double x, double cell) {
    double scaled = x / cell;
    int64_t floored = (int64_t)scaled;
    return (double)floored > scaled ? floored - 1 : floored;
}

static uint32_t bucketOf(const Welder *self, const int64_t cell[3]) {
    return (uint32_t)(hashThree((uint64_t)cell[0], (uint64_t)cell[1], (uint64_t)cell[2]) & self->mask);
}

static void insert(Welder *self, uint32_t bucket, uint32_t i) {
    self->next[i] = self->heads[bucket];
    self->heads[bucket] = i;
}

static Vec3 scaledAt(const Welder *self, const double *positions, uint32_t i) {
    return vec3Scale(vec3Sub(vec3Load(positions + 3 * (size_t)i), self->low), self->scale);
}

/// The lowest representative within the tolerance, from all cells that its ball touches.
static uint32_t findNear(const Welder *self, const double *positions, uint32_t i, Vec3 p) {
    const double at[3] = {p.x, p.y, p.z};
    int64_t first[3], last[3], cell[3];
    uint32_t best = i;
    for (int k = 0; k < 3; ++k) {
        // a hair wider than the tolerance: a missed neighbour cell would make the result depend on rounding
        double reach = self->tolerance * 1.0001 + 0x1p-51;
        first[k] = cellOf(at[k] - reach, self->cell), last[k] = cellOf(at[k] + reach, self->cell);
    }
    for (cell[0] = first[0]; cell[0] <= last[0]; ++cell[0])
        for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1])
            for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2])
                for (uint32_t j = self->heads[bucketOf(self, cell)]; j != SUP_NO_INDEX; j = self->next[j])
                    if (j < best &&
                        vec3LengthSquared(vec3Sub(scaledAt(self, positions, j), p)) <= self->tolerance * self->tolerance)
                        best = j;
    return best;
}

static void weldNear(Welder *self, const double *positions, uint32_t count, const unsigned char *used, uint32_t *out) {
    for (uint32_t i = 0; i < count; ++i) {
        if (!used[i]) continue;
        Vec3 p = scaledAt(self, positions, i);
        out[i] = findNear(self, positions, i, p);
        if (out[i] != i) continue;
        int64_t cell[3] = {cellOf(p.x, self->cell), cellOf(p.y, self->cell), cellOf(p.z, self->cell)};
        insert(self, bucketOf(self, cell), i);
    }
}

static uint64_t bitsOf(double x) {
    uint64_t bits;
    double positive = x + 0.0; // -0 equals 0
    memcpy(&bits, &positive, sizeof bits);
    return bits;
}

static void weldEqual(Welder *self, const double *positions, uint32_t count, const unsigned char *used, uint32_t *out) {
    for (uint32_t i = 0; i < count; ++i) {
        if (!used[i]) continue;
        const double *p = positions + 3 * (size_t)i;
        uint32_t bucket = (uint32_t)(hashThree(bitsOf(p[0]), bitsOf(p[1]), bitsOf(p[2])) & self->mask);
        uint32_t j = self->heads[bucket];
        for (; j != SUP_NO_INDEX; j = self->next[j]) {
            const double *q = positions + 3 * (size_t)j;
            if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) break;
        }
        if (j != SUP_NO_INDEX)
            out[i] = j; // the only one: later equals never became representatives
        else
            insert(self, bucket, i);
    }
}

SupStatus supWeldVertices(const double *positions, uint32_t count, const unsigned char *used, double tolerance,
                          uint32_t *representatives) {
    Welder self = {0};
    for (uint32_t i = 0; i < count; ++i) representatives[i] = i;
    if (!measure(&self, positions, count, used)) return SupStatus_OutOfRange;
    size_t buckets = 16;
    while (buckets < 2 * (size_t)count && buckets < (size_t)1 << 31) buckets *= 2;
    self.mask = buckets - 1;
    self.heads = SUP_NEW_ARRAY(uint32_t, buckets);
    self.next = SUP_NEW_ARRAY(uint32_t, count);
    SupStatus status = self.heads && self.next ? SupStatus_Ok : SupStatus_OutOfMemory;
    if (status == SupStatus_Ok) {
        memset(self.heads, 0xff, buckets * sizeof *self.heads);
        // the diagonal in scaled coordinates lies between 1 and sqrt(3)
        Vec3 high = {0, 0, 0};
        for (uint32_t i = 0; i < count; ++i)
            if (used[i]) high = vec3Max(high, scaledAt(&self, positions, i));
        self.tolerance = tolerance * vec3Length(high);
        self.cell = self.tolerance * CELL_TOLERANCES > SMALLEST_CELL ? self.tolerance * CELL_TOLERANCES : SMALLEST_CELL;
        if (self.tolerance > 0x1p-100)
            weldNear(&self, positions, count, used, representatives);
        else
            weldEqual(&self, positions, count, used, representatives);
    }
    supFree(self.heads);
    supFree(self.next);
    return status;
}
