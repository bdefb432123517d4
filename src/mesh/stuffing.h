// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_STUFFING_H
#define SUPPLE_MESH_STUFFING_H

/// Isosurface stuffing: F. Labelle, J. R. Shewchuk, "Isosurface stuffing: fast tetrahedral meshes with good dihedral
/// angles", SIGGRAPH 2007. A body-centred cubic lattice is laid over the shape: the corners and the centres of cubes. Its
/// tets join two neighbouring centres with an edge of the square between them. Signs at the lattice points, cut points on
/// the edges that cross the surface, points too near to the surface moved onto it, and a stencil for every tet that the
/// surface cuts.

#include "base/report.h"
#include "base/vec.h"
#include "supple/mesh.h"

/// A lattice point in half cube edges: all even is a corner, all odd a centre.
typedef struct LatticePoint {
    int32_t x, y, z;
} LatticePoint;

/// Edges of a point that it stores the cut of: to the next point along x, y, z (long edges), and from a centre to its eight
/// corners (short edges; corner bit 0 is x, 1 y, 2 z).
#define LATTICE_DIRECTIONS 11
#define LATTICE_SHORT 3

typedef struct Cut {
    Vec3 position;
    uint32_t vertex; ///< in the output, or SUP_NO_INDEX
} Cut;

typedef struct Lattice {
    Vec3 origin;
    double size;      ///< of a cube
    int32_t cubes[3]; ///< no surface reaches the outermost ones
    uint32_t cornerCount, pointCount;
    int8_t *sign;      ///< per point: 1 inside, -1 outside, 0 moved onto the surface
    uint16_t *cutMask; ///< per point: which of its directions are cut
    uint32_t *cutOf;   ///< per point: its first cut; for sign 0 the cut whose place it took
    uint32_t *vertexOf;
    Cut *cuts;
    uint32_t cutCount;
} Lattice;

/// Tells whether a point lies inside, and where the surface cuts a segment from inside to outside: 0 to 1.
typedef struct ShapeOracle {
    /// Sign of `point`; *same receives a distance within which every point has that sign (0: unknown).
    bool (*inside)(void *user, Vec3 point, double *same);
    double (*cut)(void *user, Vec3 inside, Vec3 outside);
    void *user;
    const SupProgress *progress;
} ShapeOracle;

/// Fractions of a long and of a short edge within which a cut point pulls a lattice point onto the surface (the paper's
/// table 1, the pair with the best proven angles). Random signs and cuts at these limits gave dihedral angles of 9.3 to
/// 161.7 degrees.
#define STUFFING_ALPHA_LONG 0.24999
#define STUFFING_ALPHA_SHORT 0.41189

Vec3 supLatticePosition(const Lattice *lattice, LatticePoint p);
uint32_t supLatticeIndex(const Lattice *lattice, LatticePoint p);
/// Cut of the edge between two neighbours of opposite sign. (A cut stands as long as neither end has moved onto the
/// surface.)
Cut *supLatticeCut(const Lattice *lattice, LatticePoint p, LatticePoint q);
/// The neighbour of `p` along one of its directions; false when there is none in the lattice.
bool supLatticeNeighbour(const Lattice *lattice, LatticePoint p, int direction, LatticePoint *out);

/// Room for the points of a lattice over [low, high]. Errors: OutOfRange (too many points), OutOfMemory.
SupStatus supLatticeInit(Lattice *lattice, Vec3 low, Vec3 high, double size);
void supLatticeFree(Lattice *lattice);

/// Steps one after another; the first two ask the oracle. Errors: OutOfMemory, Cancelled.
SupStatus supLatticeClassify(Lattice *lattice, const ShapeOracle *oracle);
SupStatus supLatticeFindCuts(Lattice *lattice, const ShapeOracle *oracle);
void supLatticeSnap(Lattice *lattice);
/// Errors: OutOfMemory, OutOfRange (more than maxTets).
SupStatus supLatticeFill(Lattice *lattice, uint32_t maxTets, SupTetMesh *out);

/// What the lattice cannot know about a surface.
typedef struct SurfaceFacts {
    uint32_t parts;           ///< pieces that share no vertex position
    uint32_t *partOf;         ///< per triangle
    SupPlaces open;           ///< edges of one triangle; the places are triangles
    uint32_t unbalancedEdges; ///< edges not run through equally often in both directions: 0 means that winding is an integer
    double volume;            ///< signed
} SurfaceFacts;
/// Vertices are taken together within a hair. Errors: OutOfMemory.
SupStatus supSurfaceFacts(const double *positions, uint32_t vertexCount, const uint32_t *triangles, uint32_t triangleCount,
                          SurfaceFacts *facts);
void supSurfaceFactsFree(SurfaceFacts *facts);

#endif
