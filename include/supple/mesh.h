// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_H
#define SUPPLE_MESH_H

/// @file mesh.h
/// Surfaces and tetrahedral meshes: reading, checking, repairing, making, measuring and preparing them.
///
/// Everything here runs on the CPU, on any thread, without a GPU and without files: readers take bytes, writers make
/// bytes. Positions are double precision in metres; indices are 0-based. Nothing here moves: see world.h.
/// Same input, same output, bit for bit, on every platform with IEEE arithmetic.

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Data ------------------------------------------------------------------------------------------------------------

/// A triangle surface. Made by the readers, owned by the caller, freed by supSurfaceFree. {0} is a valid empty one.
/// Wound counter-clockwise seen from outside once supSurfaceClean has been through it.
typedef struct SupSurface {
    double *positions;   ///< [m] 3 per vertex
    uint32_t *triangles; ///< 3 vertex indices per triangle
    uint32_t vertexCount;
    uint32_t triangleCount;
    uint32_t *inputMap;  ///< per input vertex its vertex here, SUP_NO_INDEX when dropped; null = identity
    uint32_t inputCount; ///< entries of inputMap (the file's own vertex numbering), 0 when inputMap is null
} SupSurface;

/// A tetrahedral mesh. {0} is a valid empty one. Corners are ordered so that det[x1-x0, x2-x0, x3-x0] > 0.
typedef struct SupTetMesh {
    double *positions; ///< [m] 3 per vertex
    uint32_t *tets;    ///< 4 vertex indices per tet
    uint32_t vertexCount;
    uint32_t tetCount;
    uint32_t *inputMap; ///< per input vertex its vertex here, SUP_NO_INDEX when dropped; null = identity
    uint32_t inputCount;
} SupTetMesh;

#define SUP_NO_INDEX UINT32_MAX

SUP_API void supSurfaceFree(SupSurface *surface);
SUP_API void supTetMeshFree(SupTetMesh *mesh);

// ---- Surface files ---------------------------------------------------------------------------------------------------

typedef enum SupSurfaceFormat {
    SupSurfaceFormat_Unknown,
    SupSurfaceFormat_Obj, ///< Wavefront OBJ: v, f (any polygon, negative indices), the rest is passed over
    SupSurfaceFormat_Stl, ///< ASCII (several solids) or binary, told apart by size first
    SupSurfaceFormat_Ply, ///< ASCII, binary_little_endian, binary_big_endian
    SupSurfaceFormat_Force32 = 0x7fffffff
} SupSurfaceFormat;

/// Format by the name's extension, then by content; Unknown when neither tells. `bytes` may be null.
SUP_API SupSurfaceFormat supSurfaceFormatOf(const char *name, const void *bytes, size_t length);

/// Reads a surface. Polygons are triangulated by ear clipping. Vertices keep the file's numbering (STL: 3 per facet).
/// Number parsing never depends on the locale. Nothing is repaired: see supSurfaceClean.
/// @param report may be null. On an error *out is {0} and the report names the line or byte.
/// Errors: UnknownFormat, Malformed, Empty (no triangles), NotFinite, OutOfMemory.
SUP_API SupStatus supSurfaceRead(SupSurfaceFormat format, const void *bytes, size_t length, SupSurface *out,
                                 SupReport *report);

/// Writes a surface as bytes (OBJ text, binary STL, binary little-endian PLY). OBJ and PLY keep 9 significant digits
/// or float32. *bytes is freed by supFree. Errors: Unsupported, OutOfMemory.
SUP_API SupStatus supSurfaceWrite(SupSurfaceFormat format, const SupSurface *surface, void **bytes, size_t *length);

typedef struct SupSurfaceCleanDesc {
    uint64_t cookie;
    double weldTolerance; ///< fraction of the bounding box's diagonal, 0..0.01, default 1e-7; 0 welds equal positions only
    bool orient;          ///< turn triangles so that each closed part encloses a positive volume; default true
    bool dropUnused;      ///< drop vertices that no triangle uses; default true
} SupSurfaceCleanDesc;
#define SUP_SURFACE_CLEAN_DESC_INIT \
    { 0x5355504c434c4e31u, 1e-7, true, true }

/// Welds, drops degenerate and duplicate triangles (back-to-back pairs too) and unused vertices, orients each part.
/// The report says how many of each: welded, degenerate, duplicate, unused, flipped. inputMap follows along.
/// In place; unchanged when it fails. Errors: InvalidArgument, NotFinite, Empty, OutOfMemory.
SUP_API SupStatus supSurfaceClean(SupSurface *surface, const SupSurfaceCleanDesc *desc, SupReport *report);

typedef struct SupSurfaceInfo {
    double boundsMin[3], boundsMax[3]; ///< [m]
    double area;                       ///< [m2]
    double volume;                     ///< [m3] signed, meaningful when closed
    uint32_t parts;                    ///< connected components over shared edges
    uint32_t openEdges;                ///< edges of one triangle
    uint32_t nonManifoldEdges;         ///< edges of three or more triangles
    uint32_t inconsistentEdges;        ///< edges whose two triangles wind against each other
    uint32_t crossings;                ///< pairs of triangles that cut through each other (counted up to a limit)
    uint32_t hangingVertices;          ///< vertices that lie inside another triangle's edge (T-junctions)
    bool closed;                       ///< no open edge
} SupSurfaceInfo;

/// Measures a surface and notes what is wrong with it, one report item a kind. Works on a cleaned surface.
SUP_API SupStatus supSurfaceCheck(const SupSurface *surface, SupSurfaceInfo *info, SupReport *report);

/// Ellipsoid around the origin: `rings` rows of triangles from pole to pole along y, twice as many around; closed, outward.
/// radii 1e-6 .. 1e6 [m]; rings 2 .. 1024. Errors: InvalidArgument, OutOfRange, OutOfMemory.
SUP_API SupStatus supSurfaceEllipsoid(const double radii[3], uint32_t rings, SupSurface *out, SupReport *report);

// ---- Making tet meshes -----------------------------------------------------------------------------------------------

/// Box [0,size] cut into cells of six Kuhn tets along the diagonal from lowest to highest corner (conforming).
/// Vertex (i,j,k) has index (k (ny+1) + j) (nx+1) + i. size > 0 [m], cells >= 1 each.
SUP_API SupStatus supTetMeshBox(const double size[3], const uint32_t cells[3], SupTetMesh *out, SupReport *report);

/// Torus around the y axis, centre at the origin: a square grid of `section` x `section` cells mapped to the disk
/// (Shirley and Chiu 1997, "A low distortion map between disk and square") and swept around `ring` segments; closed,
/// conforming. majorRadius > minorRadius > 0 [m]; ring >= 3; section >= 2.
SUP_API SupStatus supTetMeshTorus(double majorRadius, double minorRadius, uint32_t ring, uint32_t section, SupTetMesh *out,
                                  SupReport *report);

typedef struct SupMeshingDesc {
    uint64_t cookie;
    double cellSize;      ///< [m] edge of the lattice cube; 0 = from targetTets
    uint32_t targetTets;  ///< used when cellSize is 0: wanted number of tets, met within about 10 %; default 4,500
    uint32_t maxTets;     ///< refuse to make more than this (GpuLimit is not known here); default 20,000,000
    bool keepLargestPart; ///< drop loose crumbs of tets that share no face with the largest part; default false
    SupProgress progress;
} SupMeshingDesc;
#define SUP_MESHING_DESC_INIT                                       \
    {                                                               \
        0x5355504d45534831u, 0.0, 4500u, 20000000u, false, { 0, 0 } \
    }

/// Fills a surface with tets by isosurface stuffing (Labelle and Shewchuk 2007) on a BCC lattice; inside and outside by
/// the generalised winding number (Jacobson et al. 2013, tree of Barill et al. 2018), so holes, duplicate and crossing
/// faces are tolerated: an open surface is meshed with a note ("open_surface"). The surface need not be cleaned.
/// Dihedral angles are bounded by the method; see supTetMeshMeasure. Volume within a few per cent of the surface's.
/// Report codes: "dihedral" (the figures), "open_surface", "thin_parts" (parts of the surface that left nothing),
/// "broken_off" (pieces that hang together no more), "crumbs" (dropped by keepLargestPart), "target_missed".
/// Errors: InvalidArgument, Empty, NotASurface (encloses nothing at this size), NotFinite, OutOfRange (too many tets),
/// OutOfMemory, Cancelled.
SUP_API SupStatus supTetMeshFromSurface(const SupSurface *surface, const SupMeshingDesc *desc, SupTetMesh *out,
                                        SupReport *report);

/// Takes tets from anywhere: checks indices and numbers, turns negative tets (swaps their last two corners), drops those
/// with no volume (relative to their own edges: |V0| < 1e-9 of the longest edge cubed) and vertices that no tet uses.
/// Report codes: "flipped", "degenerate_tets", "unused". Both arrays are copied. inputMap is set when vertices moved.
/// Errors: Malformed (index out of range, with the id), NotFinite, Empty, Degenerate (none left), OutOfMemory.
SUP_API SupStatus supTetMeshFromArrays(const double *positions, uint32_t vertexCount, const uint32_t *tets,
                                       uint32_t tetCount, SupTetMesh *out, SupReport *report);

/// The pair of raw files NAME_positions.vec3f32bin and NAME_tet_indices.vec4u32bin (little-endian float32 x3, uint32 x4).
SUP_API SupStatus supTetMeshReadPair(const void *positions, size_t positionsLength, const void *tets, size_t tetsLength,
                                     SupTetMesh *out, SupReport *report);
/// Both byte blocks are freed by supFree.
SUP_API SupStatus supTetMeshWritePair(const SupTetMesh *mesh, void **positions, size_t *positionsLength, void **tets,
                                      size_t *tetsLength);

// ---- Measuring -------------------------------------------------------------------------------------------------------

#define SUP_DIHEDRAL_BINS 18 ///< histogram bins of 10 degrees

typedef struct SupTetMeshInfo {
    double boundsMin[3], boundsMax[3]; ///< [m]
    double volume;                     ///< [m3] sum of rest volumes
    double minDihedral, maxDihedral;   ///< [degrees] over all tets
    uint64_t dihedralHistogram[SUP_DIHEDRAL_BINS];
    double minRadiusRatio;       ///< 3 x inscribed / circumscribed radius: 1 regular, 0 flat
    double minVolume, maxVolume; ///< [m3] of one tet
    double minEdge, maxEdge;     ///< [m]
    uint32_t parts;              ///< components connected over shared vertices
    uint32_t boundaryTriangles;
    uint32_t nonManifoldEdges;   ///< boundary edges with more than two boundary triangles (pinched)
    uint32_t nonConformingFaces; ///< boundary faces that lie on another boundary face (hidden cracks)
    uint32_t maxValence;         ///< most tets around one vertex
} SupTetMeshInfo;

/// Measures a tet mesh and notes what is wrong with it, one report item a kind: "pinched", "cracks", "crowded_faces" (of
/// three tets or more), "parts", "flat_tets" (radius ratio below 0.01), "inverted", "unusual_size".
/// Errors: InvalidArgument, Empty, Malformed (index out of range), NotFinite, OutOfRange, OutOfMemory.
SUP_API SupStatus supTetMeshMeasure(const SupTetMesh *mesh, SupTetMeshInfo *info, SupReport *report);

/// The boundary: faces that belong to one tet only, outward. Vertices keep the tet mesh's numbering (positions copied).
SUP_API SupStatus supTetMeshBoundary(const SupTetMesh *mesh, SupSurface *out);

// ---- Body assets -----------------------------------------------------------------------------------------------------

/// A tet mesh or a network (network.h) prepared for simulation: rest shape, adjacency, orderings, colours, surface.
/// Immutable, shared by any number of Worlds and bodies, made once on any thread, serialisable.
typedef struct SupBodyAsset SupBodyAsset;

typedef struct SupBodyAssetDesc {
    uint64_t cookie;
    SupProgress progress;
} SupBodyAssetDesc;
#define SUP_BODY_ASSET_DESC_INIT      \
    {                                 \
        0x5355504153534531u, { 0, 0 } \
    }

/// Prepares a mesh (supTetMeshFromArrays has been through it, or the generators made it). Positions are stored as
/// float32 relative to the centre of the bounds, so a mesh far from its file's origin loses nothing; everything else is
/// computed from the rounded positions. Tets that rounding leaves without volume are dropped ("degenerate_tets").
/// Errors: InvalidArgument, Empty, NotFinite, Degenerate (none left), OutOfRange, OutOfMemory, Cancelled.
SUP_API SupStatus supBodyAssetCreate(const SupTetMesh *mesh, const SupBodyAssetDesc *desc, SupBodyAsset **out,
                                     SupReport *report);
/// Assets count references: a World keeps one while it uses the asset.
SUP_API void supBodyAssetRetain(SupBodyAsset *asset);
SUP_API void supBodyAssetRelease(SupBodyAsset *asset);

/// One block of bytes, little-endian, versioned, with a checksum; *bytes is freed by supFree.
SUP_API SupStatus supBodyAssetSerialize(const SupBodyAsset *asset, void **bytes, size_t *length);
/// Errors: Malformed (truncated, wrong checksum, any index out of range), Unsupported (newer version), OutOfMemory.
SUP_API SupStatus supBodyAssetDeserialize(const void *bytes, size_t length, SupBodyAsset **out, SupReport *report);

/// Read-only look into an asset; pointers live as long as the asset.
typedef struct SupBodyAssetView {
    uint32_t vertexCount, tetCount, triangleCount, edgeCount, colorCount;
    double center[3];                 ///< [m] add it to positions to get the mesh's own coordinates
    double radius;                    ///< [m] of the sphere around center that holds the rest shape
    double minEdge;                   ///< [m] shortest tet edge, the scale for contact thickness
    const float *positions;           ///< [m] 3 per vertex, rest shape relative to center
    const uint32_t *tets;             ///< 4 per tet
    const uint32_t *triangles;        ///< 3 per surface triangle, outward
    const uint32_t *edges;            ///< 2 per surface edge, lower index first
    const float *restInverse;         ///< [1/m] 9 per tet: B = Dm^-1 row by row, computed in double
    const float *restVolume;          ///< [m3] per tet, > 0
    const float *relaxation;          ///< per tet: clamp(1.8 / max valence of its vertices, 0.08, 0.5), for xpbd
    const float *vertexVolume;        ///< [m3] per vertex: a quarter of its tets' volume (times density = lumped mass)
    const uint32_t *incidenceStart;   ///< vertexCount + 1 entries into incidence
    const uint32_t *incidence;        ///< tet * 4 + corner, ascending, 4 * tetCount entries
    const uint32_t *surfaceStart;     ///< vertexCount + 1 entries into surfaceIncidence
    const uint32_t *surfaceIncidence; ///< triangle indices around a vertex, ascending
    const uint32_t *colorStart;       ///< colorCount + 1 entries into colorOrder
    const uint32_t *colorOrder;       ///< vertices by colour: no two of one colour share a tet
    const uint32_t *inputMap;         ///< per vertex of the mesh's input its vertex here or SUP_NO_INDEX; null = identity
    uint32_t inputCount;              ///< entries of inputMap, 0 when it is null

    // networks: no tets, and the following; of a tet mesh all counts are 0
    double enclosedVolume; ///< [m3] of a closed shell; 0 of anything else
    uint32_t nodeCount;    ///< = vertexCount
    uint32_t springCount;  ///< edges that are solved one by one, colour by colour
    uint32_t springColorCount;
    uint32_t strandCount;         ///< 0: there are none
    uint32_t linkCount;           ///< = nodeCount when strands are solved as a whole, else 0
    uint32_t tubeCount;           ///< vertices of the tubes that strands are drawn as; triangles name them after the nodes
    uint32_t sides;               ///< of a tube
    const float *inverseMass;     ///< [1/kg] per node
    const float *decay;           ///< per node
    const uint32_t *springs;      ///< 2 nodes per spring
    const float *springRest;      ///< [m]
    const float *springStiffness; ///< [N/m]
    const uint32_t *springColor;  ///< springColorCount + 1 entries: where colours begin
    const uint32_t *strandStart;  ///< strandCount + 1 nodes
    const float *strandRadius;    ///< [m] 2 per strand
    const float *links;           ///< 4 per node: rest length [m] and stiffness [N/m] to the next node, to the next but one
    const uint32_t *tubeNodes;    ///< per vertex of the tubes the node that it surrounds
    uint32_t networkEdgeCount;    ///< = SupNetwork.edgeCount
    const uint32_t *edgePlaces;   ///< per edge of the SupNetwork: which spring it is, or which pair of links
} SupBodyAssetView;
SUP_API SupBodyAssetView supBodyAssetView(const SupBodyAsset *asset);

#ifdef __cplusplus
}
#endif

#endif
