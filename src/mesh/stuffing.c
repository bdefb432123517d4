// SPDX-License-Identifier: MIT
#include "stuffing.h"

#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/report.h"
#include "tet.h"
#include "tet_parts.h"
#include "tet_shape.h"
#include "triangle_tree.h"

#define MAX_HITS 64
#define BISECTIONS 30
#define SEARCH_TRIES 10
#define CLOSE_ENOUGH 0.05    ///< of the wanted number of tets
#define COARSE_TETS 12000.0  ///< enough to learn how many tets a shape needs
#define COARSE_FIRST 40000.0 ///< above this many wanted tets it pays to learn that on a coarse mesh
#define EMPTY_LATTICE 5e5    ///< cubes at which the search for anything inside gives up
#define OPEN_LATTICE 1e7     ///< cubes at which the search ends when every point must be asked

/// One call of supTetMeshFromSurface. Lengths are in units of the largest extent, from the lowest corner of the bounds, so
/// that neither scale nor place of the input matters.
typedef struct Stuffing {
    const SupMeshingDesc *desc;
    SupReport *report;
    double *positions;
    const uint32_t *triangles;
    uint32_t vertexCount, triangleCount;
    Vec3 low, size;
    double extent;
    TriangleTree tree;
    SurfaceFacts facts;
    uint8_t *partSeen; ///< per part of the surface whether an edge of the lattice has hit it
    double progressFrom, progressSpan;
} Stuffing;

static bool insideShape(void *user, Vec3 point, double *same) {
    const Stuffing *s = user;
    // Only where winding is an integer does the sign hold up to the surface.
    *same = s->facts.unbalancedEdges ? 0.0 : supClosestPoint(&s->tree, point, NULL, NULL);
    return fabs(supWindingNumber(&s->tree, point)) > 0.5;
}

static bool insideAt(const Stuffing *s, Vec3 from, Vec3 to, double t) {
    return fabs(supWindingNumber(&s->tree, vec3AddScaled(from, vec3Sub(to, from), t))) > 0.5;
}

/// Where the sign changes when no triangle marks the place: across a hole.
static double bisect(const Stuffing *s, Vec3 from, Vec3 to) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < BISECTIONS; ++i) {
        double middle = 0.5 * (low + high);
        if (insideAt(s, from, to, middle))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static uint32_t sortHits(SegmentHit *hits, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i)
        for (uint32_t j = i; j > 0 && hits[j].t < hits[j - 1].t; --j) {
            SegmentHit swap = hits[j];
            hits[j] = hits[j - 1], hits[j - 1] = swap;
        }
    uint32_t unique = 0; // a segment through an edge hits both of its triangles
    for (uint32_t i = 0; i < count; ++i)
        if (unique == 0 || hits[i].t > hits[unique - 1].t + 1e-12) hits[unique++] = hits[i];
    return unique;
}

/// The triangle at which the inside ends, found among the crossings by the winding number between them.
static double cutShape(void *user, Vec3 from, Vec3 to) {
    Stuffing *s = user;
    SegmentHit hits[MAX_HITS];
    uint32_t count = supSegmentHits(&s->tree, from, to, hits, MAX_HITS);
    for (uint32_t i = 0; i < count && i < MAX_HITS; ++i) s->partSeen[s->facts.partOf[hits[i].id]] = 1;
    if (count == 0 || count > MAX_HITS) return bisect(s, from, to);
    count = sortHits(hits, count);
    uint32_t low = 0, high = count; // interval i lies between crossings i - 1 and i; `low` is inside, `high` is not
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (insideAt(s, from, to, 0.5 * (hits[middle - 1].t + hits[middle].t)))
            low = middle;
        else
            high = middle;
    }
    double t = hits[low].t;
    if (s->facts.unbalancedEdges && (!insideAt(s, from, to, t - 1e-4) || insideAt(s, from, to, t + 1e-4)))
        return bisect(s, from, to); // near a rim the winding number fades without a triangle
    return t;
}

static bool passProgress(void *user, const char *stage, double done) {
    const Stuffing *s = user;
    const SupProgress *progress = &s->desc->progress;
    return !progress->fn || progress->fn(progress->user, stage, s->progressFrom + s->progressSpan * done);
}

/// Meshes with one cell size.
static SupStatus stuff(Stuffing *s, double cell, SupTetMesh *mesh) {
    const SupProgress progress = {passProgress, s};
    const ShapeOracle oracle = {insideShape, cutShape, s, &progress};
    Lattice lattice;
    *mesh = (SupTetMesh){0};
    if (s->partSeen) memset(s->partSeen, 0, s->facts.parts);
    SupStatus status = supLatticeInit(&lattice, vec3(0, 0, 0), s->size, cell);
    if (status == SupStatus_Ok) status = supLatticeClassify(&lattice, &oracle);
    if (status == SupStatus_Ok) status = supLatticeFindCuts(&lattice, &oracle);
    if (status == SupStatus_Ok) {
        supLatticeSnap(&lattice);
        status = supLatticeFill(&lattice, s->desc->maxTets, mesh);
    }
    supLatticeFree(&lattice);
    return status;
}

static double cubeRoot(double x) {
    double r = 1.0;
    for (int i = 0; i < 100; ++i) r = (2.0 * r + x / (r * r)) / 3.0;
    return r;
}

static double meshVolume(const SupTetMesh *mesh) {
    double sum = 0.0;
    for (const uint32_t *t = mesh->tets; t < mesh->tets + 4 * (size_t)mesh->tetCount; t += 4)
        sum += tetVolume6(supVertex(mesh->positions, t[0]), supVertex(mesh->positions, t[1]),
                          supVertex(mesh->positions, t[2]), supVertex(mesh->positions, t[3]));
    return sum / 6.0;
}

/// A cube of the lattice holds 12 tets inside; at the surface there are more, in proportion to its area. One mesh tells both
/// shares, and so the cell size for another number of tets.
static double predictCell(const SupTetMesh *mesh, double cell, double tets) {
    double volume = 12.0 * meshVolume(mesh), area = (mesh->tetCount - volume / (cell * cell * cell)) * cell * cell;
    if (!(area > 0.0)) return cell * cubeRoot(mesh->tetCount / tets);
    double low = 1e-9, high = 1.0;
    for (int i = 0; i < 100; ++i) {
        double h = 0.5 * (low + high);
        if (volume / (h * h * h) + area / (h * h) > tets)
            low = h;
        else
            high = h;
    }
    return 0.5 * (low + high);
}

/// The bracket of cell sizes that the search has narrowed down to.
typedef struct Search {
    double target, cell;
    double tooFine, tooCoarse; ///< 0: none known yet
    double bestMiss;
    SupTetMesh best;
} Search;

static double missOf(double tets, double target) { return tets > target ? tets / target - 1.0 : target / tets - 1.0; }

/// Takes one mesh in: keeps it when it is the nearest to the target so far, and proposes the next cell size.
static void learn(Search *search, SupTetMesh *mesh) {
    double tets = mesh->tetCount, next = search->cell * 0.6;
    if (tets > search->target)
        search->tooFine = search->cell;
    else
        search->tooCoarse = search->cell;
    if (tets > 0) {
        next = predictCell(mesh, search->cell, search->target);
        double miss = missOf(tets, search->target);
        if (!search->best.tets || miss < search->bestMiss) {
            supTetMeshFree(&search->best);
            search->best = *mesh, search->bestMiss = miss;
            *mesh = (SupTetMesh){0};
        }
    }
    supTetMeshFree(mesh);
    if (next < 0.4 * search->cell) next = 0.4 * search->cell;
    if (next > 2.5 * search->cell) next = 2.5 * search->cell;
    bool outside =
        (search->tooFine > 0.0 && next <= search->tooFine) || (search->tooCoarse > 0.0 && next >= search->tooCoarse);
    if (outside && search->tooFine > 0.0 && search->tooCoarse > 0.0) next = 0.5 * (search->tooFine + search->tooCoarse);
    search->cell = next;
}

static double cubesOf(const Stuffing *s, double cell) {
    return (s->size.x / cell + 3.0) * (s->size.y / cell + 3.0) * (s->size.z / cell + 3.0);
}

/// Finds the cell size for the wanted number of tets by trying. *cell is the one of the mesh that comes back.
static SupStatus search(Stuffing *s, SupTetMesh *mesh, double *cell) {
    double target = s->desc->targetTets, volume = fabs(s->facts.volume), box = s->size.x * s->size.y * s->size.z;
    if (s->facts.unbalancedEdges || !(volume > 1e-9)) volume = 0.25 * box > 1e-3 ? 0.25 * box : 1e-3;
    if (volume > box && box > 0.0) volume = box;
    Search search = {.target = target > COARSE_FIRST ? COARSE_TETS : target};
    search.cell = cubeRoot(12.0 * volume / search.target);
    if (search.cell > 0.5) search.cell = 0.5;
    SupStatus status = SupStatus_Ok;
    s->progressSpan = 1.0;
    for (int i = 0; i < SEARCH_TRIES; ++i) {
        s->progressFrom = 1.0 - s->progressSpan, s->progressSpan *= 0.5;
        double tried = search.cell;
        SupTetMesh found;
        bool tooMany = s->facts.unbalancedEdges && cubesOf(s, tried) > OPEN_LATTICE;
        status = tooMany ? SupStatus_OutOfRange : stuff(s, tried, &found);
        if (status != SupStatus_Ok) break;
        bool any = found.tetCount > 0, coarse = search.target < target;
        double next = any && coarse ? predictCell(&found, tried, target) : 0.0;
        bool kept = any && (!search.best.tets || missOf(found.tetCount, search.target) < search.bestMiss);
        learn(&search, &found);
        if (kept || !search.best.tets) *cell = tried;
        if (!any && cubesOf(s, search.cell) > EMPTY_LATTICE) break;
        if (any && coarse) { // enough learnt: now the real size
            supTetMeshFree(&search.best);
            search = (Search){.target = target, .cell = next};
        } else if (search.best.tets && search.bestMiss < CLOSE_ENOUGH) {
            break;
        }
    }
    // A try that needs too much does not spoil one that succeeded.
    if (status == SupStatus_OutOfRange && search.best.tets) status = SupStatus_Ok;
    if (status != SupStatus_Ok) supTetMeshFree(&search.best);
    *mesh = search.best;
    return status;
}

static SupStatus checkInput(const SupSurface *surface, const SupMeshingDesc *desc, SupReport *report) {
    static const SupMeshingDesc initial = SUP_MESHING_DESC_INIT;
    if (desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_MESHING_DESC_INIT");
    if (!(desc->cellSize >= 0.0) || !isfinite(desc->cellSize))
        return supFail(report, SupStatus_OutOfRange, "cellSize must be 0 m or above");
    if (desc->cellSize == 0.0 && (desc->targetTets < 1 || desc->targetTets > desc->maxTets))
        return supFail(report, SupStatus_OutOfRange, "targetTets is %u, must be 1 to maxTets (%u)", desc->targetTets,
                       desc->maxTets);
    if (surface->triangleCount == 0) return supFail(report, SupStatus_Empty, "the surface has no triangles");
    if (!surface->positions || !surface->triangles)
        return supFail(report, SupStatus_InvalidArgument, "the surface has no arrays");
    if (surface->triangleCount > UINT32_MAX / 3)
        return supFail(report, SupStatus_OutOfRange, "more than 2^32 / 3 triangles");
    for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; ++i) {
        uint32_t v = surface->triangles[i];
        if (v >= surface->vertexCount)
            return supFail(report, SupStatus_InvalidArgument, "triangle %zu names vertex %u of %u", i / 3, v,
                           surface->vertexCount);
        if (!vec3Finite(supVertex(surface->positions, v)))
            return supFail(report, SupStatus_NotFinite, "vertex %u has NaN or infinite coordinates", v);
    }
    return SupStatus_Ok;
}

/// Copies the positions, moved and scaled into the unit box, and builds what the oracle needs.
static SupStatus prepare(Stuffing *s, const SupSurface *surface) {
    s->triangles = surface->triangles;
    s->vertexCount = surface->vertexCount, s->triangleCount = surface->triangleCount;
    Vec3 low = supVertex(surface->positions, surface->triangles[0]), high = low;
    for (size_t i = 0; i < 3 * (size_t)s->triangleCount; ++i) {
        Vec3 p = supVertex(surface->positions, s->triangles[i]);
        low = vec3Min(low, p), high = vec3Max(high, p);
    }
    Vec3 size = vec3Sub(high, low);
    s->low = low;
    s->extent = size.x > size.y ? size.x : size.y;
    if (size.z > s->extent) s->extent = size.z;
    if (!isfinite(s->extent)) return supFail(s->report, SupStatus_OutOfRange, "the surface is too large for its numbers");
    if (!(s->extent > 0.0)) return supFail(s->report, SupStatus_NotASurface, "the surface is a single point");
    s->size = vec3(size.x / s->extent, size.y / s->extent, size.z / s->extent);
    s->positions = SUP_NEW_ARRAY(double, 3 * (size_t)s->vertexCount);
    if (!s->positions) return SupStatus_OutOfMemory;
    for (uint32_t v = 0; v < s->vertexCount; ++v) {
        Vec3 p = vec3Sub(supVertex(surface->positions, v), low);
        vec3Store(s->positions + 3 * (size_t)v, vec3(p.x / s->extent, p.y / s->extent, p.z / s->extent));
    }
    SupStatus status = supSurfaceFacts(s->positions, s->vertexCount, s->triangles, s->triangleCount, &s->facts);
    if (status != SupStatus_Ok) return status;
    s->partSeen = SUP_NEW_ARRAY(uint8_t, s->facts.parts);
    return s->partSeen && supTriangleTreeBuild(&s->tree, s->positions, s->triangles, s->triangleCount)
               ? SupStatus_Ok
               : SupStatus_OutOfMemory;
}

static void reportFindings(const Stuffing *s, const SupTetMesh *mesh, double cell, const TetParts *parts) {
    char text[96], size[32], low[32], high[32];
    const SurfaceFacts *facts = &s->facts;
    uint32_t lost = 0;
    double least, most, miss = missOf(mesh->tetCount, s->desc->targetTets);
    for (uint32_t p = 0; p < facts->parts; ++p) lost += !s->partSeen[p];
    supTetDihedralRange(mesh, &least, &most);
    supFormatDouble(size, sizeof size, cell * s->extent, 4);
    supFormatDouble(low, sizeof low, least, 3);
    supFormatDouble(high, sizeof high, most, 4);
    if (facts->open.count)
        supReportAdd(s->report, SupSeverity_Note, "open_surface", facts->open.count, facts->open.ids, facts->open.idCount,
                     "the surface has %llu open edges, at triangle %s: its holes were closed by the winding number",
                     (unsigned long long)facts->open.count, supPlacesText(&facts->open, text, sizeof text));
    if (lost)
        supReportAdd(s->report, SupSeverity_Note, "thin_parts", lost, NULL, 0,
                     "%u of %u parts of the surface are too thin for cells of %s m and left nothing: use smaller cells",
                     lost, facts->parts, size);
    if (parts->outside && s->desc->keepLargestPart)
        supReportAdd(s->report, SupSeverity_Note, "crumbs", parts->outside, NULL, 0,
                     "%u tets that share no face with the largest part were dropped", parts->outside);
    else if (parts->count > facts->parts - lost)
        supReportAdd(
            s->report, SupSeverity_Note, "broken_off", parts->count, NULL, 0,
            "the tets lie in %u pieces, %u tets outside the largest, though the surface has %u parts: use smaller cells "
            "or drop the crumbs",
            parts->count, parts->outside, facts->parts - lost);
    if (s->desc->cellSize == 0.0 && miss > 0.1)
        supReportAdd(s->report, SupSeverity_Note, "target_missed", mesh->tetCount, NULL, 0,
                     "%u tets instead of %u: no cell size between gives the number asked for", mesh->tetCount,
                     s->desc->targetTets);
    supReportAdd(s->report, SupSeverity_Note, "dihedral", mesh->tetCount, NULL, 0,
                 "%u tets with dihedral angles of %s to %s degrees, cells of %s m", mesh->tetCount, low, high, size);
}

static SupStatus meshSurface(Stuffing *s, const SupSurface *surface, SupTetMesh *mesh) {
    SupStatus status = prepare(s, surface);
    if (status != SupStatus_Ok) return status;
    double cell = s->desc->cellSize / s->extent;
    s->progressFrom = 0.0, s->progressSpan = 1.0;
    status = s->desc->cellSize > 0.0 ? stuff(s, cell, mesh) : search(s, mesh, &cell);
    char size[32];
    supFormatDouble(size, sizeof size, cell * s->extent, 3);
    if (status == SupStatus_OutOfRange)
        return supFail(s->report, status, "%s m cells make more than %u tets or too large a lattice", size,
                       s->desc->maxTets);
    if (status != SupStatus_Ok) return status;
    if (mesh->tetCount == 0)
        return supFail(
            s->report, SupStatus_NotASurface,
            "nothing lies inside the surface at cells of %s m (%llu open edges, %u parts): use smaller cells, or close it",
            size, (unsigned long long)s->facts.open.count, s->facts.parts);
    TetParts parts;
    if (!supTetParts(mesh, s->desc->keepLargestPart, &parts)) return SupStatus_OutOfMemory;
    supFree(mesh->inputMap); // of no use: the surface's vertices are not the mesh's
    mesh->inputMap = NULL, mesh->inputCount = 0;
    reportFindings(s, mesh, cell, &parts);
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        double *p = mesh->positions + 3 * (size_t)v;
        vec3Store(p, vec3AddScaled(s->low, vec3Load(p), s->extent));
    }
    return SupStatus_Ok;
}

SupStatus supTetMeshFromSurface(const SupSurface *surface, const SupMeshingDesc *desc, SupTetMesh *out, SupReport *report) {
    static const SupMeshingDesc initial = SUP_MESHING_DESC_INIT;
    if (!surface || !out) return supFail(report, SupStatus_InvalidArgument, "surface or out is null");
    *out = (SupTetMesh){0};
    Stuffing s = {.desc = desc ? desc : &initial, .report = report};
    SupStatus status = checkInput(surface, s.desc, report);
    if (status != SupStatus_Ok) return status;
    SupTetMesh mesh = {0};
    status = meshSurface(&s, surface, &mesh);
    supFree(s.positions);
    supFree(s.partSeen);
    supSurfaceFactsFree(&s.facts);
    supTriangleTreeFree(&s.tree);
    if (status == SupStatus_OutOfMemory) supFail(report, status, "no memory to mesh %u triangles", surface->triangleCount);
    if (status == SupStatus_Cancelled) supFail(report, status, "meshing was cancelled");
    if (status == SupStatus_Ok)
        *out = mesh;
    else
        supTetMeshFree(&mesh);
    return status;
}
