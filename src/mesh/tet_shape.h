// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TET_SHAPE_H
#define SUPPLE_MESH_TET_SHAPE_H

#include "base/vec.h"
#include "supple/mesh.h"

/// The six dihedral angles [degrees] of a tet, at the edges of supTetEdges. 0 at edges of a face without area.
void supTetDihedrals(const Vec3 corners[4], double angles[6]);

/// 3 x inscribed / circumscribed radius: 1 for the regular tet, 0 for a flat one.
double supTetRadiusRatio(const Vec3 corners[4]);

/// Smallest and largest dihedral angle of a mesh [degrees].
void supTetDihedralRange(const SupTetMesh *mesh, double *least, double *most);

#endif
