// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_SURFACE_READ_H
#define SUPPLE_MESH_SURFACE_READ_H

#include "supple/mesh.h"

/// The readers behind supSurfaceRead. `out` is {0} on entry and stays so on an error; length > 0.
SupStatus supSurfaceReadObj(const void *bytes, size_t length, SupSurface *out, SupReport *report);
SupStatus supSurfaceReadStl(const void *bytes, size_t length, SupSurface *out, SupReport *report);
SupStatus supSurfaceReadPly(const void *bytes, size_t length, SupSurface *out, SupReport *report);

/// True when the bytes look like an STL file of either kind.
bool supStlRecognize(const void *bytes, size_t length);

#endif
