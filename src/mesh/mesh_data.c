// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "supple/mesh.h"

void supSurfaceFree(SupSurface *surface) {
    if (!surface) return;
    supFree(surface->positions);
    supFree(surface->triangles);
    supFree(surface->inputMap);
    *surface = (SupSurface){0};
}

void supTetMeshFree(SupTetMesh *mesh) {
    if (!mesh) return;
    supFree(mesh->positions);
    supFree(mesh->tets);
    supFree(mesh->inputMap);
    *mesh = (SupTetMesh){0};
}
