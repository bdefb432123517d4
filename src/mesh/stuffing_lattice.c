// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "stuffing.h"

/// A lattice of this many cubes takes about 2 GB.
#define MAX_CORNERS 1e8

Vec3 supLatticePosition(const Lattice *lattice, LatticePoint p) {
    double half = 0.5 * lattice->size;
    return vec3(lattice->origin.x + half * p.x, lattice->origin.y + half * p.y, lattice->origin.z + half * p.z);
}

uint32_t supLatticeIndex(const Lattice *lattice, LatticePoint p) {
    const int32_t *n = lattice->cubes;
    uint32_t x = (uint32_t)p.x >> 1, y = (uint32_t)p.y >> 1, z = (uint32_t)p.z >> 1;
    uint32_t nx = (uint32_t)n[0], ny = (uint32_t)n[1];
    if (p.x & 1) return lattice->cornerCount + (z * ny + y) * nx + x;
    return (z * (ny + 1) + y) * (nx + 1) + x;
}

bool supLatticeNeighbour(const Lattice *lattice, LatticePoint p, int direction, LatticePoint *out) {
    const int32_t *n = lattice->cubes;
    *out = p;
    if (direction >= LATTICE_SHORT) {
        int corner = direction - LATTICE_SHORT;
        *out = (LatticePoint){p.x + (corner & 1 ? 1 : -1), p.y + (corner & 2 ? 1 : -1), p.z + (corner & 4 ? 1 : -1)};
        return p.x & 1;
    }
    if (direction == 0) out->x += 2;
    if (direction == 1) out->y += 2;
    if (direction == 2) out->z += 2;
    return out->x <= 2 * n[0] && out->y <= 2 * n[1] && out->z <= 2 * n[2];
}

Cut *supLatticeCut(const Lattice *lattice, LatticePoint p, LatticePoint q) {
    LatticePoint owner = p, other = q;
    int direction;
    if ((p.x ^ q.x) & 1) {
        if (!(p.x & 1)) owner = q, other = p;
        direction = LATTICE_SHORT + (other.x > owner.x) + 2 * (other.y > owner.y) + 4 * (other.z > owner.z);
    } else {
        if (q.x < p.x || q.y < p.y || q.z < p.z) owner = q, other = p;
        direction = other.x != owner.x ? 0 : other.y != owner.y ? 1 : 2;
    }
    uint32_t index = supLatticeIndex(lattice, owner), place = lattice->cutOf[index];
    for (int d = 0; d < direction; ++d) place += lattice->cutMask[index] >> d & 1;
    return &lattice->cuts[place];
}

SupStatus supLatticeInit(Lattice *lattice, Vec3 low, Vec3 high, double size) {
    *lattice = (Lattice){.size = size};
    // An odd offset keeps the lattice off the flat faces of shapes with round measures.
    const double offset[3] = {1.3819660112501051, 1.4142135623730951, 1.3027756377319946};
    const double from[3] = {low.x, low.y, low.z}, to[3] = {high.x, high.y, high.z};
    double corners = 1.0, cubes[3];
    for (int k = 0; k < 3; ++k) {
        cubes[k] = floor((to[k] - from[k]) / size + offset[k]) + 2.0;
        corners *= cubes[k] + 1.0;
    }
    if (!(corners < MAX_CORNERS)) return SupStatus_OutOfRange;
    for (int k = 0; k < 3; ++k) lattice->cubes[k] = (int32_t)cubes[k];
    lattice->origin = vec3(low.x - offset[0] * size, low.y - offset[1] * size, low.z - offset[2] * size);
    lattice->cornerCount = (uint32_t)corners;
    lattice->pointCount = lattice->cornerCount + (uint32_t)(cubes[0] * cubes[1] * cubes[2]);
    lattice->sign = SUP_NEW_ARRAY(int8_t, lattice->pointCount);
    lattice->cutMask = supAllocZero(lattice->pointCount, sizeof *lattice->cutMask);
    lattice->cutOf = SUP_NEW_ARRAY(uint32_t, lattice->pointCount);
    lattice->vertexOf = SUP_NEW_ARRAY(uint32_t, lattice->pointCount);
    if (lattice->sign && lattice->cutMask && lattice->cutOf && lattice->vertexOf) return SupStatus_Ok;
    supLatticeFree(lattice);
    return SupStatus_OutOfMemory;
}

void supLatticeFree(Lattice *lattice) {
    supFree(lattice->sign);
    supFree(lattice->cutMask);
    supFree(lattice->cutOf);
    supFree(lattice->vertexOf);
    supFree(lattice->cuts);
    *lattice = (Lattice){0};
}

static bool goesOn(const ShapeOracle *oracle, const char *stage, double done) {
    return !oracle->progress || !oracle->progress->fn || oracle->progress->fn(oracle->progress->user, stage, done);
}

/// Signs of a row of points along x: one question answers for as many points as lie within the distance that comes back.
static void classifyRow(Lattice *lattice, const ShapeOracle *oracle, LatticePoint p, int32_t count) {
    int8_t *row = lattice->sign + supLatticeIndex(lattice, p);
    for (int32_t i = 0; i < count;) {
        double same = 0.0;
        LatticePoint at = {p.x + 2 * i, p.y, p.z};
        bool inside = oracle->inside(oracle->user, supLatticePosition(lattice, at), &same);
        double steps = floor(0.999999 * same / lattice->size);
        int32_t next = steps < count - i ? i + 1 + (int32_t)steps : count;
        for (next = next < count ? next : count; i < next; ++i) row[i] = inside ? 1 : -1;
    }
    // Near the rim of the lattice nothing is inside, whatever a doubled open surface makes of the winding number.
    const int32_t *n = lattice->cubes;
    bool rim = p.y <= 1 || p.z <= 1 || p.y >= 2 * n[1] - 1 || p.z >= 2 * n[2] - 1;
    for (int32_t i = 0; rim && i < count; ++i) row[i] = -1;
    row[0] = row[count - 1] = -1;
}

SupStatus supLatticeClassify(Lattice *lattice, const ShapeOracle *oracle) {
    const int32_t *n = lattice->cubes;
    for (int32_t z = 0; z <= 2 * n[2]; ++z) {
        if (!goesOn(oracle, "inside and outside", 0.1 + 0.4 * z / (2 * n[2]))) return SupStatus_Cancelled;
        for (int32_t y = z & 1; y <= 2 * n[1]; y += 2)
            classifyRow(lattice, oracle, (LatticePoint){z & 1, y, z}, z & 1 ? n[0] : n[0] + 1);
    }
    return SupStatus_Ok;
}

/// Calls for each point in memory order; the callback's false stops.
typedef bool (*PointFn)(Lattice *lattice, LatticePoint p, uint32_t index, const ShapeOracle *oracle);

static bool eachPoint(Lattice *lattice, const ShapeOracle *oracle, PointFn visit) {
    uint32_t index = 0;
    for (int32_t parity = 0; parity < 2; ++parity)
        for (int32_t z = parity; z <= 2 * lattice->cubes[2]; z += 2)
            for (int32_t y = parity; y <= 2 * lattice->cubes[1]; y += 2)
                for (int32_t x = parity; x <= 2 * lattice->cubes[0]; x += 2, ++index)
                    if (!visit(lattice, (LatticePoint){x, y, z}, index, oracle)) return false;
    return true;
}

static bool markCuts(Lattice *lattice, LatticePoint p, uint32_t index, const ShapeOracle *oracle) {
    (void)oracle;
    lattice->cutOf[index] = lattice->cutCount;
    for (int d = 0; d < (p.x & 1 ? LATTICE_DIRECTIONS : LATTICE_SHORT); ++d) {
        LatticePoint q;
        if (!supLatticeNeighbour(lattice, p, d, &q)) continue;
        if (lattice->sign[supLatticeIndex(lattice, q)] == lattice->sign[index]) continue;
        lattice->cutMask[index] |= (uint16_t)(1u << d);
        lattice->cutCount++;
    }
    return true;
}

static bool placeCuts(Lattice *lattice, LatticePoint p, uint32_t index, const ShapeOracle *oracle) {
    uint32_t place = lattice->cutOf[index], mask = lattice->cutMask[index];
    for (int d = 0; mask >> d; ++d) {
        if (!(mask >> d & 1)) continue;
        LatticePoint q;
        supLatticeNeighbour(lattice, p, d, &q);
        Vec3 a = supLatticePosition(lattice, p), b = supLatticePosition(lattice, q);
        if (lattice->sign[index] < 0) {
            Vec3 swap = a;
            a = b, b = swap;
        }
        double t = oracle->cut(oracle->user, a, b);
        t = t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
        lattice->cuts[place++] = (Cut){vec3AddScaled(a, vec3Sub(b, a), t), SUP_NO_INDEX};
    }
    return (index & 4095) != 0 || goesOn(oracle, "cut points", 0.5 + 0.4 * index / lattice->pointCount);
}

SupStatus supLatticeFindCuts(Lattice *lattice, const ShapeOracle *oracle) {
    lattice->cutCount = 0;
    eachPoint(lattice, oracle, markCuts);
    lattice->cuts = SUP_NEW_ARRAY(Cut, lattice->cutCount);
    if (!lattice->cuts) return SupStatus_OutOfMemory;
    return eachPoint(lattice, oracle, placeCuts) ? SupStatus_Ok : SupStatus_Cancelled;
}

/// The 14 neighbours of a point in half cube edges: six long edges, eight short ones.
static LatticePoint neighbourAt(LatticePoint p, int i) {
    if (i >= 6) {
        int corner = i - 6;
        return (LatticePoint){p.x + (corner & 1 ? 1 : -1), p.y + (corner & 2 ? 1 : -1), p.z + (corner & 4 ? 1 : -1)};
    }
    int32_t step = i & 1 ? 2 : -2;
    return (LatticePoint){p.x + (i / 2 == 0 ? step : 0), p.y + (i / 2 == 1 ? step : 0), p.z + (i / 2 == 2 ? step : 0)};
}

/// Moves a point onto the nearest cut point that is too near on one of its edges, if there is one (the paper's "violated"
/// points); sign 0 then voids the cuts of all its edges. Order settles near-ties, so that rounding does not decide.
static bool snapPoint(Lattice *lattice, LatticePoint p, uint32_t index, const ShapeOracle *oracle) {
    (void)oracle;
    const int32_t *n = lattice->cubes;
    const Cut *nearest = NULL;
    double best = INFINITY;
    for (int i = 0; i < 14; ++i) {
        LatticePoint q = neighbourAt(p, i);
        if (q.x < 0 || q.y < 0 || q.z < 0 || q.x > 2 * n[0] || q.y > 2 * n[1] || q.z > 2 * n[2]) continue;
        if (lattice->sign[supLatticeIndex(lattice, q)] * lattice->sign[index] >= 0) continue;
        const Cut *cut = supLatticeCut(lattice, p, q);
        double limit = lattice->size * (i < 6 ? STUFFING_ALPHA_LONG : STUFFING_ALPHA_SHORT * 0.86602540378443864676);
        double distance = vec3Length(vec3Sub(cut->position, supLatticePosition(lattice, p)));
        if (distance < limit && distance < best * (1.0 - 1e-9)) best = distance, nearest = cut;
    }
    if (!nearest) return true;
    lattice->sign[index] = 0;
    lattice->cutOf[index] = (uint32_t)(nearest - lattice->cuts);
    return true;
}

void supLatticeSnap(Lattice *lattice) {
    memset(lattice->vertexOf, 0xff, (size_t)lattice->pointCount * sizeof *lattice->vertexOf);
    eachPoint(lattice, NULL, snapPoint);
}
