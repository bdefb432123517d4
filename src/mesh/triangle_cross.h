// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TRIANGLE_CROSS_H
#define SUPPLE_MESH_TRIANGLE_CROSS_H

#include "base/vec.h"

/// Whether two triangles cut through each other, or lie in one plane and overlap there, by more than `tolerance` [m].
/// Touching, a shared corner or a shared edge do not count. Flat triangles cross nothing.
/// Intervals along the line of both planes, after Moeller 1997, "A fast triangle-triangle intersection test".
bool supTrianglesCross(const Vec3 p[3], const Vec3 q[3], double tolerance);

#endif
