// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_MESHES_H
#define SUPPLE_CLI_MESHES_H

#include <stdio.h>
#include <supple/mesh.h>

/// What a mesh file holds: a surface, or a tet mesh from a pair.
typedef struct MeshFile {
    bool isPair;
    SupSurface surface;
    SupTetMesh mesh;
} MeshFile;

/// Reads a surface file or a pair (either name of it), scaled by `scale`. Exit_Done, or the exit code after one line.
int meshesRead(const char *command, const char *path, double scale, MeshFile *out, SupReport *report);
void meshesFree(MeshFile *file);

void meshesPrintTets(const SupTetMesh *mesh, const SupTetMeshInfo *info);
/// Members of a JSON object, each line with a comma after it.
void meshesWriteTets(FILE *stream, const SupTetMesh *mesh, const SupTetMeshInfo *info);
void meshesWriteSurface(FILE *stream, const SupSurface *surface, const SupSurfaceInfo *info);

/// "m" 1, "mm" 0.001; 0 for anything else.
double meshesScale(const char *units);

#endif
