// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "stuffing.h"
#include "tet.h"

/// A corner of a lattice tet.
typedef struct Corner {
    LatticePoint point;
    uint32_t index;
    int sign;
} Corner;

/// The mesh as it grows. `full` and `failed` end the work.
typedef struct Filling {
    Lattice *lattice;
    double *positions;
    uint32_t *tets;
    size_t positionRoom, tetRoom; ///< in elements of 3 and 4
    uint32_t vertexCount, tetCount, maxTets;
    bool failed, full;
} Filling;

static uint32_t addVertex(Filling *f, Vec3 position) {
    if (!supGrow((void **)&f->positions, &f->positionRoom, (size_t)f->vertexCount + 1, 3 * sizeof *f->positions)) {
        f->failed = true;
        return 0;
    }
    vec3Store(f->positions + 3 * (size_t)f->vertexCount, position);
    return f->vertexCount++;
}

static uint32_t cutVertex(Filling *f, Cut *cut) {
    if (cut->vertex == SUP_NO_INDEX) cut->vertex = addVertex(f, cut->position);
    return cut->vertex;
}

static uint32_t cornerVertex(Filling *f, const Corner *corner) {
    Lattice *lattice = f->lattice;
    uint32_t *vertex = &lattice->vertexOf[corner->index];
    if (*vertex == SUP_NO_INDEX)
        *vertex = addVertex(f, corner->sign ? supLatticePosition(lattice, corner->point)
                                            : lattice->cuts[lattice->cutOf[corner->index]].position);
    return *vertex;
}

static uint32_t between(Filling *f, const Corner *p, const Corner *q) {
    return cutVertex(f, supLatticeCut(f->lattice, p->point, q->point));
}

/// `odd`: the corners were reordered by an odd permutation and the tet would be inside out.
static void addTet(Filling *f, uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool odd) {
    if (f->tetCount >= f->maxTets) {
        f->full = true;
        return;
    }
    if (!supGrow((void **)&f->tets, &f->tetRoom, (size_t)f->tetCount + 1, 4 * sizeof *f->tets)) {
        f->failed = true;
        return;
    }
    uint32_t *tet = f->tets + 4 * (size_t)f->tetCount++;
    tet[0] = a, tet[1] = b, tet[2] = odd ? d : c, tet[3] = odd ? c : d;
}

/// A prism with triangles `near` and `far` whose quads are cut from near[order[i]] to far[order[j]] for i < j.
static void addPrism(Filling *f, const uint32_t near[3], const uint32_t far[3], const int order[3], bool odd) {
    int o0 = order[0], o1 = order[1], o2 = order[2];
    bool turned = (o1 != (o0 + 1) % 3) != odd;
    addTet(f, near[o0], near[o1], near[o2], far[o2], turned);
    addTet(f, near[o0], near[o1], far[o2], far[o1], turned);
    addTet(f, near[o0], far[o1], far[o2], far[o0], turned);
}

static bool longEdge(const Corner *p, const Corner *q) { return !((p->point.x ^ q->point.x) & 1); }

/// The face (a, b, n) with a and b inside and n outside keeps a quadrilateral, which both of its tets must cut the same way:
/// from a to the cut of (b, n), or (false) from b to the cut of (a, n). When one of the cut edges is long, the diagonal ends
/// at its cut; when both are short, the parity rule decides: n lies to one side or the other of the long edge (a, b), so
/// that the two such faces of a tet start from different ends of it.
static bool diagonalFromFirst(const Corner *a, const Corner *b, const Corner *n) {
    if (longEdge(a, n)) return false;
    if (longEdge(b, n)) return true;
    int32_t d[3] = {n->point.x - a->point.x, n->point.y - a->point.y, n->point.z - a->point.z};
    int32_t e[3] = {b->point.x - a->point.x, b->point.y - a->point.y, b->point.z - a->point.z};
    int axis = e[0] ? 0 : e[1] ? 1 : 2;
    bool lower = e[axis] > 0, even = d[(axis + 1) % 3] * d[(axis + 2) % 3] > 0;
    return lower == even;
}

/// An order of a prism's three near corners in which before(i, j) holds; the caller knows that there is one.
static void orderOf(bool zeroOne, bool oneTwo, bool zeroTwo, int order[3]) {
    int rank[3] = {!zeroOne + !zeroTwo, zeroOne + !oneTwo, zeroTwo + oneTwo};
    for (int i = 0; i < 3; ++i) order[rank[i]] = i;
}

/// Three corners inside, one outside: the prism between the inner face and the surface.
static void fillThree(Filling *f, const Corner c[4], bool odd) {
    const uint32_t near[3] = {cornerVertex(f, &c[0]), cornerVertex(f, &c[1]), cornerVertex(f, &c[2])};
    const uint32_t far[3] = {between(f, &c[0], &c[3]), between(f, &c[1], &c[3]), between(f, &c[2], &c[3])};
    int order[3] = {0, 1, 2};
    orderOf(diagonalFromFirst(&c[0], &c[1], &c[3]), diagonalFromFirst(&c[1], &c[2], &c[3]),
            diagonalFromFirst(&c[0], &c[2], &c[3]), order);
    addPrism(f, near, far, order, odd);
}

static double squaredBetween(const Filling *f, uint32_t p, uint32_t q) {
    return vec3LengthSquared(vec3Sub(supVertex(f->positions, p), supVertex(f->positions, q)));
}

/// Two corners inside, two outside: a prism along the inner edge. Its third quad lies on the surface and may be cut either
/// way when the other two leave the choice: along the shorter diagonal.
static void fillTwoTwo(Filling *f, const Corner c[4], bool odd) {
    const uint32_t near[3] = {cornerVertex(f, &c[0]), between(f, &c[0], &c[2]), between(f, &c[0], &c[3])};
    const uint32_t far[3] = {cornerVertex(f, &c[1]), between(f, &c[1], &c[2]), between(f, &c[1], &c[3])};
    if (f->failed) return;
    bool first = diagonalFromFirst(&c[0], &c[1], &c[2]), second = diagonalFromFirst(&c[0], &c[1], &c[3]);
    bool oneTwo = second; // when they differ: 0 before 1 and 2 before 0, or the reverse
    if (first == second) oneTwo = squaredBetween(f, near[1], far[2]) <= squaredBetween(f, near[2], far[1]) * (1.0 + 1e-9);
    int order[3] = {0, 1, 2};
    orderOf(first, oneTwo, second, order);
    addPrism(f, near, far, order, odd);
}

/// Two corners inside, one on the surface, one outside: a pyramid over the quad of the face (c0, c1, c3).
static void fillTwoOne(Filling *f, const Corner c[4], bool odd) {
    uint32_t a = cornerVertex(f, &c[0]), b = cornerVertex(f, &c[1]), z = cornerVertex(f, &c[2]);
    uint32_t cutA = between(f, &c[0], &c[3]), cutB = between(f, &c[1], &c[3]);
    if (diagonalFromFirst(&c[0], &c[1], &c[3])) {
        addTet(f, a, b, z, cutB, odd);
        addTet(f, a, cutB, z, cutA, odd);
    } else {
        addTet(f, a, b, z, cutA, odd);
        addTet(f, cutA, b, z, cutB, odd);
    }
}

/// The stencils of the paper's figure 3: what of a lattice tet lies inside.
static void fillTet(Filling *f, const Corner corners[4]) {
    Corner c[4] = {corners[0], corners[1], corners[2], corners[3]};
    bool odd = false;
    int inside = 0, outside = 0;
    for (int i = 1; i < 4; ++i) // by sign: inside first, outside last
        for (int j = i; j > 0 && c[j].sign > c[j - 1].sign; --j) {
            Corner swap = c[j];
            c[j] = c[j - 1], c[j - 1] = swap;
            odd = !odd;
        }
    for (int i = 0; i < 4; ++i) inside += c[i].sign > 0, outside += c[i].sign < 0;
    if (inside == 0) return;
    if (outside == 0 || inside == 1) {
        uint32_t v[4];
        for (int i = 0; i < 4; ++i) v[i] = c[i].sign < 0 ? between(f, &c[0], &c[i]) : cornerVertex(f, &c[i]);
        addTet(f, v[0], v[1], v[2], v[3], odd);
    } else if (inside == 3) {
        fillThree(f, c, odd);
    } else if (outside == 2) {
        fillTwoTwo(f, c, odd);
    } else {
        fillTwoOne(f, c, odd);
    }
}

static Corner cornerAt(const Lattice *lattice, LatticePoint p) {
    uint32_t index = supLatticeIndex(lattice, p);
    return (Corner){p, index, lattice->sign[index]};
}

/// The four tets around the long edge from the centre of a cube to the next centre along `axis`.
static void fillAcross(Filling *f, LatticePoint center, int axis) {
    static const int32_t ring[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    Corner c[4];
    LatticePoint next;
    if (!supLatticeNeighbour(f->lattice, center, axis, &next)) return;
    c[0] = cornerAt(f->lattice, center), c[1] = cornerAt(f->lattice, next);
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 2; ++k) {
            int32_t p[3] = {center.x, center.y, center.z};
            p[axis] += 1;
            p[(axis + 1) % 3] += ring[i + k][0];
            p[(axis + 2) % 3] += ring[i + k][1];
            c[2 + k] = cornerAt(f->lattice, (LatticePoint){p[0], p[1], p[2]});
        }
        if (c[0].sign > 0 || c[1].sign > 0 || c[2].sign > 0 || c[3].sign > 0) fillTet(f, c);
    }
}

SupStatus supLatticeFill(Lattice *lattice, uint32_t maxTets, SupTetMesh *out) {
    Filling f = {.lattice = lattice, .maxTets = maxTets < SUP_MAX_TETS ? maxTets : SUP_MAX_TETS};
    const int32_t *n = lattice->cubes;
    *out = (SupTetMesh){0};
    for (int32_t z = 1; z <= 2 * n[2] && !f.failed && !f.full; z += 2)
        for (int32_t y = 1; y <= 2 * n[1]; y += 2)
            for (int32_t x = 1; x <= 2 * n[0]; x += 2)
                for (int axis = 0; axis < 3; ++axis) fillAcross(&f, (LatticePoint){x, y, z}, axis);
    if (f.failed || f.full) {
        supFree(f.positions);
        supFree(f.tets);
        return f.failed ? SupStatus_OutOfMemory : SupStatus_OutOfRange;
    }
    *out = (SupTetMesh){.positions = f.positions, .tets = f.tets, .vertexCount = f.vertexCount, .tetCount = f.tetCount};
    return SupStatus_Ok;
}
