// SPDX-License-Identifier: MIT
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/report.h"
#include "key_sort.h"
#include "surface_edges.h"
#include "tet.h"
#include "tet_faces.h"
#include "tet_shape.h"
#include "triangle_tree.h"

/// A tet with a smaller radius ratio is called flat.
#define FLAT_RATIO 0.01
/// How far off its plane, by its size, a boundary face is looked for other faces that lie on it.
#define CRACK_REACH 1e-5
#define MAX_HITS 32

typedef struct Measuring {
    const SupTetMesh *mesh;
    SupTetMeshInfo *info;
    uint32_t *triangles; ///< of the boundary
    uint32_t *owners;    ///< per boundary triangle its tet
    uint32_t triangleCount, overfull;
    SupPlaces inverted, flat, pinched, cracks;
} Measuring;

static void measureShape(Measuring *m, uint32_t t) {
    SupTetMeshInfo *info = m->info;
    Vec3 x[4];
    double angles[6];
    for (size_t i = 0; i < 4; ++i) x[i] = supVertex(m->mesh->positions, m->mesh->tets[4 * (size_t)t + i]);
    double volume = tetVolume6(x[0], x[1], x[2], x[3]) / 6.0, ratio = supTetRadiusRatio(x);
    info->volume += volume;
    if (volume < info->minVolume) info->minVolume = volume;
    if (volume > info->maxVolume) info->maxVolume = volume;
    if (ratio < info->minRadiusRatio) info->minRadiusRatio = ratio;
    if (!(ratio >= FLAT_RATIO)) supPlacesAdd(&m->flat, t);
    if (volume < 0.0) supPlacesAdd(&m->inverted, t);
    supTetDihedrals(x, angles);
    for (int e = 0; e < 6; ++e) {
        double length = vec3Length(vec3Sub(x[supTetEdges[e][1]], x[supTetEdges[e][0]])), angle = angles[e];
        if (length < info->minEdge) info->minEdge = length;
        if (length > info->maxEdge) info->maxEdge = length;
        if (angle < info->minDihedral) info->minDihedral = angle;
        if (angle > info->maxDihedral) info->maxDihedral = angle;
        int bin = (int)(angle * SUP_DIHEDRAL_BINS / 180.0);
        info->dihedralHistogram[bin < SUP_DIHEDRAL_BINS ? bin : SUP_DIHEDRAL_BINS - 1]++;
    }
}

static void measureShapes(Measuring *m) {
    SupTetMeshInfo *info = m->info;
    info->minDihedral = 180.0, info->minRadiusRatio = 1.0;
    info->minVolume = info->minEdge = INFINITY;
    info->maxVolume = -INFINITY;
    for (uint32_t t = 0; t < m->mesh->tetCount; ++t) measureShape(m, t);
    Vec3 low = supVertex(m->mesh->positions, 0), high = low;
    for (uint32_t v = 1; v < m->mesh->vertexCount; ++v) {
        Vec3 p = supVertex(m->mesh->positions, v);
        low = vec3Min(low, p), high = vec3Max(high, p);
    }
    vec3Store(info->boundsMin, low);
    vec3Store(info->boundsMax, high);
}

/// Components over shared vertices and the largest number of tets around a vertex.
static bool measureTopology(Measuring *m) {
    const SupTetMesh *mesh = m->mesh;
    uint32_t *sets = SUP_NEW_ARRAY(uint32_t, mesh->vertexCount), *valence = supAllocZero(mesh->vertexCount, sizeof *valence);
    bool done = sets && valence;
    if (done) {
        for (uint32_t v = 0; v < mesh->vertexCount; ++v) sets[v] = v;
        for (size_t i = 0; i < 4 * (size_t)mesh->tetCount; ++i) {
            supSetJoin(sets, mesh->tets[i & ~(size_t)3], mesh->tets[i]);
            if (++valence[mesh->tets[i]] > m->info->maxValence) m->info->maxValence = valence[mesh->tets[i]];
        }
        for (uint32_t v = 0; v < mesh->vertexCount; ++v) m->info->parts += valence[v] && supSetRoot(sets, v) == v;
    }
    supFree(sets);
    supFree(valence);
    return done;
}

static bool findBoundary(Measuring *m) {
    const SupTetMesh *mesh = m->mesh;
    uint8_t *faces = supTetBoundaryFaces(mesh->tets, mesh->tetCount, mesh->vertexCount, &m->triangleCount, &m->overfull);
    m->triangles = faces ? SUP_NEW_ARRAY(uint32_t, 3 * (size_t)m->triangleCount) : NULL;
    m->owners = faces ? SUP_NEW_ARRAY(uint32_t, m->triangleCount) : NULL;
    bool done = m->triangles && m->owners;
    if (done) {
        supTetListFaces(mesh->tets, mesh->tetCount, faces, m->triangles);
        uint32_t next = 0;
        for (uint32_t t = 0; t < mesh->tetCount; ++t)
            for (int f = 0; f < 4; ++f)
                if (faces[t] >> f & 1) m->owners[next++] = t;
        m->info->boundaryTriangles = m->triangleCount;
    }
    supFree(faces);
    return done;
}

/// Edges with more than two boundary triangles: tets touch there without sharing a face.
static bool findPinchedEdges(Measuring *m) {
    size_t count = 3 * (size_t)m->triangleCount;
    MeshKey *keys = SUP_NEW_ARRAY(MeshKey, count);
    if (!keys) return false;
    for (size_t i = 0; i < count; ++i)
        keys[i] = supEdgeKey(m->triangles[i], m->triangles[i % 3 == 2 ? i - 2 : i + 1], m->owners[i / 3]);
    bool sorted = supSortMeshKeys(keys, count, m->mesh->vertexCount);
    for (size_t i = 0, end; sorted && i < count; i = end) {
        for (end = i + 1; end < count && supSameKey(&keys[i], &keys[end]);) ++end;
        if (end - i > 2) supPlacesAdd(&m->pinched, keys[i].id);
    }
    m->info->nonManifoldEdges = (uint32_t)m->pinched.count;
    supFree(keys);
    return sorted;
}

static Vec3 boundaryNormal(const Measuring *m, uint32_t triangle, Vec3 *centroid) {
    const uint32_t *v = m->triangles + 3 * (size_t)triangle;
    Vec3 a = supVertex(m->mesh->positions, v[0]), b = supVertex(m->mesh->positions, v[1]),
         c = supVertex(m->mesh->positions, v[2]);
    *centroid = vec3Scale(vec3Add(vec3Add(a, b), c), 1.0 / 3.0);
    return vec3Cross(vec3Sub(b, a), vec3Sub(c, a));
}

/// Whether the middle of a boundary face lies on another one that faces it: then both are inside the solid and only look
/// like boundary because the tets on the two sides cut the face differently, or do not share its vertices.
static bool facesAnother(const Measuring *m, const TriangleTree *tree, uint32_t triangle) {
    SegmentHit hits[MAX_HITS];
    Vec3 at, unused, normal = boundaryNormal(m, triangle, &at);
    double area2 = vec3Length(normal);
    if (!(area2 > 0.0)) return false;
    Vec3 reach = vec3Scale(normal, CRACK_REACH / sqrt(area2));
    uint32_t count = supSegmentHits(tree, vec3Sub(at, reach), vec3Add(at, reach), hits, MAX_HITS);
    for (uint32_t i = 0; i < count && i < MAX_HITS; ++i) {
        Vec3 other = boundaryNormal(m, hits[i].id, &unused);
        if (hits[i].id != triangle && vec3Dot(normal, other) < -0.99 * area2 * vec3Length(other)) return true;
    }
    return false;
}

static bool findCracks(Measuring *m) {
    TriangleTree tree;
    if (!supTriangleTreeBuild(&tree, m->mesh->positions, m->triangles, m->triangleCount)) return false;
    for (uint32_t i = 0; i < m->triangleCount; ++i)
        if (facesAnother(m, &tree, i)) supPlacesAdd(&m->cracks, m->owners[i]);
    m->info->nonConformingFaces = (uint32_t)m->cracks.count;
    supTriangleTreeFree(&tree);
    return true;
}

static void note(SupReport *report, SupSeverity severity, const char *code, const SupPlaces *places, const char *what) {
    char text[96];
    if (places->count)
        supReportAdd(report, severity, code, places->count, places->ids, places->idCount, "%llu %s: tet %s",
                     (unsigned long long)places->count, what, supPlacesText(places, text, sizeof text));
}

static void reportFindings(const Measuring *m, SupReport *report) {
    char text[96], number[32];
    const SupTetMeshInfo *info = m->info;
    double diagonal = vec3Length(vec3Sub(vec3Load(info->boundsMax), vec3Load(info->boundsMin)));
    note(report, SupSeverity_Warning, "inverted", &m->inverted, "tets have a negative volume");
    supFormatDouble(number, sizeof number, info->minRadiusRatio, 3);
    if (m->flat.count)
        supReportAdd(report, SupSeverity_Warning, "flat_tets", m->flat.count, m->flat.ids, m->flat.idCount,
                     "%llu nearly flat tets, the worst with radius ratio %s: tet %s", (unsigned long long)m->flat.count,
                     number, supPlacesText(&m->flat, text, sizeof text));
    note(report, SupSeverity_Note, "pinched", &m->pinched, "boundary edges have more than two boundary faces");
    note(report, SupSeverity_Warning, "cracks", &m->cracks,
         "boundary faces lie on other boundary faces (hidden cracks: tets that touch without sharing a face)");
    if (m->overfull)
        supReportAdd(report, SupSeverity_Warning, "crowded_faces", m->overfull, NULL, 0,
                     "%u faces belong to more than two tets: tets overlap", m->overfull);
    if (info->parts > 1)
        supReportAdd(report, SupSeverity_Note, "parts", info->parts, NULL, 0, "%u parts share no vertex with each other",
                     info->parts);
    supFormatDouble(number, sizeof number, diagonal, 3);
    if (diagonal < 1e-3 || diagonal > 1e3)
        supReportAdd(report, SupSeverity_Note, "unusual_size", 1, NULL, 0,
                     "the bounds' diagonal is %s m: are the file's units really metres?", number);
}

static SupStatus checkMesh(const SupTetMesh *mesh, SupReport *report) {
    if (mesh->tetCount == 0 || mesh->vertexCount == 0) return supFail(report, SupStatus_Empty, "the mesh has no tets");
    if (!mesh->positions || !mesh->tets) return supFail(report, SupStatus_InvalidArgument, "the mesh has no arrays");
    if (mesh->tetCount > SUP_MAX_TETS) return supFail(report, SupStatus_OutOfRange, "more than %u tets", SUP_MAX_TETS);
    for (size_t i = 0; i < 4 * (size_t)mesh->tetCount; ++i)
        if (mesh->tets[i] >= mesh->vertexCount)
            return supFail(report, SupStatus_Malformed, "tet %zu names vertex %u of %u", i / 4, mesh->tets[i],
                           mesh->vertexCount);
    for (uint32_t v = 0; v < mesh->vertexCount; ++v)
        if (!vec3Finite(supVertex(mesh->positions, v)))
            return supFail(report, SupStatus_NotFinite, "vertex %u has NaN or infinite coordinates", v);
    return SupStatus_Ok;
}

SupStatus supTetMeshMeasure(const SupTetMesh *mesh, SupTetMeshInfo *info, SupReport *report) {
    if (!mesh || !info) return supFail(report, SupStatus_InvalidArgument, "mesh or info is null");
    *info = (SupTetMeshInfo){0};
    SupStatus status = checkMesh(mesh, report);
    if (status != SupStatus_Ok) return status;
    Measuring m = {.mesh = mesh, .info = info};
    measureShapes(&m);
    if (measureTopology(&m) && findBoundary(&m) && findPinchedEdges(&m) && findCracks(&m))
        reportFindings(&m, report);
    else
        status = supFail(report, SupStatus_OutOfMemory, "no memory to measure %u tets", mesh->tetCount);
    supFree(m.triangles);
    supFree(m.owners);
    if (status != SupStatus_Ok) *info = (SupTetMeshInfo){0};
    return status;
}
