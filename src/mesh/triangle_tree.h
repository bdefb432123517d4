// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TRIANGLE_TREE_H
#define SUPPLE_MESH_TRIANGLE_TREE_H

/// A bounding volume tree over triangles: closest point, generalised winding number and crossings of a segment. Any
/// triangles will do: open, duplicate, crossing or flat ones.

#include "base/vec.h"
#include "supple/base.h"

typedef struct TriangleNode {
    Vec3 low, high;
    uint32_t first, count; ///< triangles of the node, in the tree's order
    uint32_t right;        ///< right child (the left one follows its parent); 0: a leaf
} TriangleNode;

/// What a node's triangles look like from far away: the first terms of the winding number's Taylor expansion around
/// `center`. The moments of x - center are kept as polynomials in r: what they give when multiplied with r as often as they
/// have indices.
typedef struct WindingMoments {
    Vec3 center;   ///< area-weighted centroid
    double radius; ///< of the sphere around center that holds the triangles
    double area;
    Vec3 normal;      ///< integral of n
    double second[6]; ///< integral of (x - center) n: xx yy zz xy xz yz
    double third[10]; ///< integral of (x - center) (x - center) n: xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz
} WindingMoments;

typedef struct TriangleTree {
    TriangleNode *nodes;
    WindingMoments *moments; ///< per node
    Vec3 (*corners)[3];      ///< triangles in the tree's order
    uint32_t *ids;           ///< their numbers in the input
    uint32_t nodeCount, triangleCount;
} TriangleTree;

/// Builds the tree; indices and positions have been checked. False when memory runs out (*tree is then {0}).
bool supTriangleTreeBuild(TriangleTree *tree, const double *positions, const uint32_t *triangles, uint32_t triangleCount);
void supTriangleTreeFree(TriangleTree *tree);

/// Generalised winding number: 1 inside a closed outward surface, 0 outside, in between near holes.
double supWindingNumber(const TriangleTree *tree, Vec3 point);

/// Solid angle of a triangle seen from the origin over 4 pi, positive when its front looks away.
double supTriangleWinding(Vec3 a, Vec3 b, Vec3 c);

/// Distance from `point` to the nearest triangle; infinite without triangles. `nearest` and `id` may be null.
double supClosestPoint(const TriangleTree *tree, Vec3 point, Vec3 *nearest, uint32_t *id);

/// Nearest point of one triangle.
Vec3 supClosestOnTriangle(Vec3 point, const Vec3 corners[3]);

/// A crossing of a segment and a triangle.
typedef struct SegmentHit {
    double t; ///< 0 at the segment's start, 1 at its end
    uint32_t id;
} SegmentHit;

/// Collects crossings in no particular order but always the same. Returns how many there are, also beyond `room`.
uint32_t supSegmentHits(const TriangleTree *tree, Vec3 from, Vec3 to, SegmentHit *hits, uint32_t room);

/// Depth of the tree is below this.
#define SUP_TREE_STACK 64

#endif
