// SPDX-License-Identifier: MIT
#ifndef SUPPLE_NETWORK_H
#define SUPPLE_NETWORK_H

/// @file network.h
/// Networks of nodes and edges: ropes, cloth, hair, tentacles, shells. SI units; works on any thread.
///
/// A network becomes a body asset (supBodyAssetFromNetwork), and from there on it is a body like any other: added to a
/// World, pinned, grabbed, reset, read back, hashed and drawn by the same calls. Its vertices are its nodes.

#include "mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// [N/m] From this stiffness on an edge keeps its length.
#define SUP_RIGID 1e30

/// Arrays made by supAlloc, owned by the struct. Zero-initialise before first use.
typedef struct SupNetwork {
    double *positions;  ///< [m] 3 per node
    float *inverseMass; ///< [1/kg] per node, >= 0; 0: the node never moves
    float *decay;       ///< per node, 0 .. 1: what is left of a velocity after 1/60 s, times the body's own decay
    uint32_t nodeCount;

    uint32_t *edges;   ///< 2 nodes per edge; the same edge twice is allowed
    float *restLength; ///< [m] per edge, >= 0
    float *stiffness;  ///< [N/m] per edge, 0 .. SUP_RIGID; 0: the edge does nothing
    uint32_t edgeCount;

    uint32_t *triangles; ///< 3 nodes per triangle: what is drawn, and where air pushes
    uint32_t triangleCount;

    uint32_t *strandStart; ///< strandCount + 1 nodes where strands begin, from 0 to nodeCount; null: there are no strands
    float *strandRadius;   ///< [m] 2 per strand, at its first and at its last node, >= 0: strands are drawn as round tubes
    uint32_t strandCount;
    uint32_t sides; ///< of a tube, 3 .. 32
} SupNetwork;

SUP_API void supNetworkFree(SupNetwork *network);

/// Strands of equal length, each a row of nodes joined to a chain: a rope, a field of tentacles, grass.
typedef struct SupStrandsDesc {
    uint64_t cookie;
    uint32_t count;       ///< strands, 1 .. 1,000,000, default 1
    uint32_t nodes;       ///< a strand, 2 .. 1,000,000, default 32
    double edgeLength;    ///< [m] 1e-6 .. 1e6, default 0.25
    double direction[3];  ///< from a strand's first node to its last one, longer than 1e-30; default 0 1 0
    double area[2];       ///< [m] roots lie in x, z of -area/2 .. area/2, one in each cell of a grid; default 0 0
    double jitter;        ///< 0 .. 1: how far from its cell's centre, in half cells; default 1
    uint32_t seed;        ///< of jitter
    double nodeMass;      ///< [kg] > 0, default 0.01
    double rootRadius;    ///< [m] >= 0, default 0.03
    double tipRadius;     ///< [m] >= 0, default 0.03
    double rootDecay;     ///< 0 .. 1, default 1
    double tipDecay;      ///< 0 .. 1, default 1
    double bendStiffness; ///< [N/m] of edges between a node and the next but one, 0 .. SUP_RIGID; default 0: none
    uint32_t sides;       ///< of the tubes, 3 .. 32, default 8
} SupStrandsDesc;
#define SUP_STRANDS_DESC_INIT \
    { 0x5355505354524431u, 1u, 32u, 0.25, {0, 1, 0}, {0, 0}, 1.0, 0u, 0.01, 0.03, 0.03, 1.0, 1.0, 0.0, 8u }
/// Node n of strand s is node s * nodes + n. Errors: InvalidArgument, OutOfRange (names the field), OutOfMemory.
SUP_API SupStatus supNetworkStrands(const SupStrandsDesc *desc, SupNetwork *out, SupReport *report);

/// A rectangle of cloth: nodes in rows, joined along rows and columns, across each cell, and over one node against bending.
typedef struct SupClothDesc {
    uint64_t cookie;
    uint32_t columns, rows; ///< nodes, 2 .. 8192 each and 16,777,216 together, default 128 x 64
    double edgeLength;      ///< [m] 1e-6 .. 1e6, default 0.3
    double areaDensity;     ///< [kg/m2] > 0, default 0.3
    double stretch;         ///< [N/m] of edges along rows and columns, 0 .. SUP_RIGID, default SUP_RIGID
    double shear;           ///< [N/m] of edges across the cells, likewise, default 500
    double bend;            ///< [N/m] of edges from a node to the next but one, likewise, default 5
} SupClothDesc;
#define SUP_CLOTH_DESC_INIT \
    { 0x535550434c4f5431u, 128u, 64u, 0.3, 0.3, SUP_RIGID, 500.0, 5.0 }
/// Node of column c and row r is node r * columns + c, at (c, 0, r) edge lengths: level, its upper side towards +y.
/// Errors: InvalidArgument, OutOfRange (names the field), OutOfMemory.
SUP_API SupStatus supNetworkCloth(const SupClothDesc *desc, SupNetwork *out, SupReport *report);

/// A skin of any triangle mesh: its edges keep their lengths, pairs of neighbouring triangles resist bending.
typedef struct SupShellDesc {
    uint64_t cookie;
    double areaDensity; ///< [kg/m2] > 0, default 1
    double stretch;     ///< [N/m] of the triangles' edges, 0 .. SUP_RIGID, default 2000
    double bend;        ///< [N/m] of edges from a triangle's corner to its neighbour's, likewise, default 50
} SupShellDesc;
#define SUP_SHELL_DESC_INIT \
    { 0x5355505348454c31u, 1.0, 2000.0, 50.0 }
/// Nodes are the surface's vertices. Errors: InvalidArgument, Empty, Malformed (index out of range), NotFinite,
/// OutOfRange, OutOfMemory.
SUP_API SupStatus supNetworkShell(const SupSurface *surface, const SupShellDesc *desc, SupNetwork *out, SupReport *report);

/// Hair: strands that grow out of a surface. The first two nodes of each never move, so that it keeps its root and the
/// direction in which it leaves; the root's tube begins on the surface.
typedef struct SupHairDesc {
    uint64_t cookie;
    uint32_t count;         ///< strands, 1 .. 1,000,000, default 1000
    uint32_t nodes;         ///< a strand, 2 .. 4096, default 16; count times nodes at most 268,435,456
    double length;          ///< [m] of the longest strand, 1e-5 .. 1e6, default 0.3
    double lengthVariation; ///< 0 .. 0.95, default 0.2: strands are shorter by up to this part of the length, each its own
    double crown[3];        ///< direction, longer than 1e-30; default 0 1 0
    double crownCosine;     ///< -1 .. 1, default -1 (everywhere): roots lie on triangles whose normal has this cosine to the
                            ///< crown at least: 0 is the half that looks there
    double comb[3];         ///< direction that strands are combed to; default 0 0 0: they stand off along the normal
    double combStrength; ///< 0 .. 1, default 0.5: part of the comb in a strand's direction; it grows from the root to half
                         ///< of the strand
    double curl;         ///< 0 .. 1, default 0: how far strands wind around their direction, 1: by 70 degrees
    double curlLength;   ///< [m] 1e-5 .. 1e6 of strand that a turn takes, default 0.1
    uint32_t seed;
    double nodeMass;      ///< [kg] 1e-9 .. 1e9, default 1e-4
    double rootRadius;    ///< [m] 0 .. 1e6, default 0.001
    double tipRadius;     ///< [m] 0 .. 1e6, default 0.0003
    double bendStiffness; ///< [N/m] of edges between a node and the next but one, 0 .. SUP_RIGID; default 1
    uint32_t sides;       ///< of the tubes, 3 .. 32, default 3
} SupHairDesc;
#define SUP_HAIR_DESC_INIT                                                                                                  \
    {                                                                                                                       \
        0x5355504841495231u, 1000u, 16u, 0.3, 0.2, {0, 1, 0}, -1.0, {0, 0, 0}, 0.5, 0.0, 0.1, 0u, 1e-4, 0.001, 0.0003, 1.0, \
            3u                                                                                                              \
    }
/// Roots are spread over the surface in proportion to its area and keep away from each other; the same for a seed. Node n of
/// strand s is node s * nodes + n. Normals are those of the surface's winding, smooth across triangles.
/// Errors: InvalidArgument, Empty (no triangles, or none that has an area and looks to the crown), Malformed (index out of
/// range), NotFinite, OutOfRange (names the field), OutOfMemory.
SUP_API SupStatus supNetworkHair(const SupSurface *surface, const SupHairDesc *desc, SupNetwork *out, SupReport *report);

/// A solid of nodes: those of a closed surface and more inside it, joined with their neighbours. What is drawn is the
/// surface, and SupNetworkSettings.volume = 1 keeps what it encloses: a cheap relative of a body of tets.
typedef struct SupBlobDesc {
    uint64_t cookie;
    double spacing;      ///< [m] from a node inside to the nearest ones, above 0, at most 1e6; default 0: of about 200 nodes
    double radius;       ///< [m] nodes nearer than this are joined, 0 .. 1e6; default 0: 1.6 times the spacing
    uint32_t neighbours; ///< 1 .. 32, default 12: a node joins at most its nearest so many; others may join it besides
    double density;   ///< [kg/m3] 1e-3 .. 1e6, default 1000: nodes inside weigh what their share of the volume does, those
                      ///< of the surface what is left, by their shares of the area
    double stiffness; ///< [N/m] of edges inside, 0 .. SUP_RIGID, default 500
    double skin;      ///< [N/m] of the triangles' edges, likewise
} SupBlobDesc;
#define SUP_BLOB_DESC_INIT \
    { 0x535550424c4f4231u, 0.0, 0.0, 12u, 1000.0, 500.0, 500.0 }
/// Nodes are the surface's vertices in their order, then those inside. Edges do not leave the solid. Errors:
/// InvalidArgument, Empty, Malformed (index out of range; edges without two triangles that wind alike: count; inside out),
/// NotFinite, OutOfRange (names the field; a spacing that leaves no node inside, or more than 200,000), OutOfMemory.
SUP_API SupStatus supNetworkBlob(const SupSurface *surface, const SupBlobDesc *desc, SupNetwork *out, SupReport *report);

/// Prepares a network. Nodes keep their numbers; positions are stored as float32 relative to the centre of the bounds.
/// When all edges join a node with the next one, or the next but one, of its strand, and no strand has more than 4,096
/// nodes, then a strand is solved as a whole, exactly; else edges are sorted into colours that share no node.
/// Errors: InvalidArgument, Empty (no nodes), Malformed (edges, triangles or strands that name missing nodes: count and
/// numbers), NotFinite, OutOfRange (negative masses, lengths or stiffness, decay outside 0 .. 1: count and numbers),
/// OutOfMemory.
SUP_API SupStatus supBodyAssetFromNetwork(const SupNetwork *network, SupBodyAsset **out, SupReport *report);

#ifdef __cplusplus
}
#endif

#endif
