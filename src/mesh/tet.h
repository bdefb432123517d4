// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TET_H
#define SUPPLE_MESH_TET_H

/// What the parts of the tet code share: faces of a tet, a tet's shape, allocation and compaction of meshes.

#include "base/vec.h"
#include "supple/mesh.h"

/// Most tets that a mesh may have: incidence entries (tet * 4 + corner) are 32 bits.
#define SUP_MAX_TETS (UINT32_MAX / 4)

/// Below this fraction of its longest edge cubed a tet counts as having no volume.
#define SUP_MIN_RELATIVE_VOLUME 1e-9

/// Corners of face f (opposite corner f), outward for a positive tet.
extern const uint8_t supTetFaces[4][3];
/// Corner pairs of the six edges. Edge e is opposite to edge 5 - e.
extern const uint8_t supTetEdges[6][2];

static inline Vec3 supVertex(const double *positions, uint32_t v) { return vec3Load(positions + 3 * (size_t)v); }

/// Signed volume over the longest edge cubed, computed so that neither tiny nor huge meshes overflow. NaN when an edge has
/// no length or no finite one.
double supTetRelativeVolume(const double *positions, const uint32_t *tet);

/// Room for a mesh; false when memory runs out (*out is then {0}).
bool supTetMeshAlloc(SupTetMesh *out, uint32_t vertexCount, uint32_t tetCount);

/// Drops the tets with keep[t] == 0 (null keeps all) and then every vertex that no tet uses; order stays. *dropped counts
/// the vertices. inputMap follows along. False when memory runs out (mesh unchanged).
bool supTetMeshCompact(SupTetMesh *mesh, const uint8_t *keep, uint32_t *dropped);

#endif
