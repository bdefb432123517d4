// SPDX-License-Identifier: MIT
#include "meshes.h"

#include "files.h"
#include "json_out.h"
#include "load.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

double meshesScale(const char *units) {
    if (!units || strcmp(units, "m") == 0) return 1.0;
    return strcmp(units, "mm") == 0 ? 1e-3 : 0.0;
}

static void scale(double *positions, uint32_t vertexCount, double factor) {
    for (size_t i = 0; i < 3 * (size_t)vertexCount && factor != 1.0; ++i) positions[i] *= factor;
}

static int readPair(const char *command, const char *path, double factor, MeshFile *out, SupReport *report) {
    char *paths[2] = {pairPath(path, true), pairPath(path, false)}, why[512];
    void *bytes[2] = {NULL, NULL};
    size_t length[2] = {0, 0};
    int code = paths[0] && paths[1] ? Exit_Done : sayError(Exit_Refused, "%s: out of memory", command);
    for (int i = 0; i < 2 && !code; ++i)
        if (!fileRead(paths[i], &bytes[i], &length[i], why, sizeof why))
            code = sayError(Exit_Refused, "%s: cannot read %s", command, why);
    if (!code) {
        SupStatus status = supTetMeshReadPair(bytes[0], length[0], bytes[1], length[1], &out->mesh, report);
        if (status) code = sayReport(path, status, report);
        scale(out->mesh.positions, out->mesh.vertexCount, factor);
    }
    for (int i = 0; i < 2; ++i) {
        free(bytes[i]);
        free(paths[i]);
    }
    return code;
}

int meshesRead(const char *command, const char *path, double factor, MeshFile *out, SupReport *report) {
    *out = (MeshFile){0};
    out->isPair = endsWith(path, POSITIONS_END) || endsWith(path, INDICES_END);
    if (out->isPair) return readPair(command, path, factor, out, report);
    void *bytes = NULL;
    size_t length = 0;
    char why[512];
    if (!fileRead(path, &bytes, &length, why, sizeof why)) return sayError(Exit_Refused, "%s: cannot read %s", command, why);
    SupStatus status = supSurfaceRead(supSurfaceFormatOf(path, bytes, length), bytes, length, &out->surface, report);
    free(bytes);
    if (status) return sayReport(path, status, report);
    scale(out->surface.positions, out->surface.vertexCount, factor);
    return Exit_Done;
}

void meshesFree(MeshFile *file) {
    supSurfaceFree(&file->surface);
    supTetMeshFree(&file->mesh);
}

void meshesPrintTets(const SupTetMesh *mesh, const SupTetMeshInfo *info) {
    printf("%u vertices, %u tets, %u boundary triangles, %u part%s\n", mesh->vertexCount, mesh->tetCount,
           info->boundaryTriangles, info->parts, info->parts == 1 ? "" : "s");
    printf("dihedral angles %.2f .. %.2f degrees, volume %.6g m3, edges %.4g .. %.4g m\n", info->minDihedral,
           info->maxDihedral, info->volume, info->minEdge, info->maxEdge);
}

static void integer(FILE *stream, const char *key, uint64_t value) {
    fprintf(stream, "  \"%s\": %llu,\n", key, (unsigned long long)value);
}

static void number(FILE *stream, const char *key, double value) {
    fprintf(stream, "  \"%s\": ", key);
    jsonNumber(stream, value);
    fputs(",\n", stream);
}

static void bounds(FILE *stream, const double low[3], const double high[3]) {
    fputs("  \"bounds\": [", stream);
    jsonNumbers(stream, low, 3);
    fputs(", ", stream);
    jsonNumbers(stream, high, 3);
    fputs("],\n", stream);
}

void meshesWriteTets(FILE *stream, const SupTetMesh *mesh, const SupTetMeshInfo *info) {
    integer(stream, "vertices", mesh->vertexCount);
    integer(stream, "tets", mesh->tetCount);
    integer(stream, "triangles", info->boundaryTriangles);
    integer(stream, "parts", info->parts);
    number(stream, "volume", info->volume);
    bounds(stream, info->boundsMin, info->boundsMax);
    number(stream, "min_dihedral", info->minDihedral);
    number(stream, "max_dihedral", info->maxDihedral);
    fputs("  \"dihedral_histogram\": [", stream);
    for (int i = 0; i < SUP_DIHEDRAL_BINS; ++i)
        fprintf(stream, "%s%llu", i ? ", " : "", (unsigned long long)info->dihedralHistogram[i]);
    fputs("],\n", stream);
    number(stream, "min_radius_ratio", info->minRadiusRatio);
    number(stream, "min_tet_volume", info->minVolume);
    number(stream, "max_tet_volume", info->maxVolume);
    number(stream, "min_edge", info->minEdge);
    number(stream, "max_edge", info->maxEdge);
    integer(stream, "max_valence", info->maxValence);
    integer(stream, "non_manifold_edges", info->nonManifoldEdges);
    integer(stream, "non_conforming_faces", info->nonConformingFaces);
}

void meshesWriteSurface(FILE *stream, const SupSurface *surface, const SupSurfaceInfo *info) {
    integer(stream, "vertices", surface->vertexCount);
    integer(stream, "triangles", surface->triangleCount);
    integer(stream, "parts", info->parts);
    fprintf(stream, "  \"closed\": %s,\n", info->closed ? "true" : "false");
    number(stream, "area", info->area);
    number(stream, "volume", info->volume);
    bounds(stream, info->boundsMin, info->boundsMax);
    integer(stream, "open_edges", info->openEdges);
    integer(stream, "non_manifold_edges", info->nonManifoldEdges);
    integer(stream, "inconsistent_edges", info->inconsistentEdges);
    integer(stream, "crossings", info->crossings);
    integer(stream, "hanging_vertices", info->hangingVertices);
}
