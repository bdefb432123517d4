// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SIM_WORLD_H
#define SUPPLE_SIM_WORLD_H

#include "base/quaternion.h"
#include "gpu/kernel.h"
#include "gpu/pool.h"
#include "gpu/readback.h"
#include "gpu/timer.h"
#include "gpu_structs.h"
#include "profile.h"
#include "supple/world.h"

/// A World keeps everything of all its bodies in a few pools, so that one dispatch serves them all:
///
///   vertex pools     positions, increments, velocities, normals      one range a body
///   tet pools        multipliers, scratch                            one range a body
///   asset pools      tets, topology, surface, triangles              one range an asset, shared by its bodies
///   tables           bodies, health, vertexBlocks, tetBlocks, grabs  made anew from the lists below (tables.c)
///
/// A frame: step.c encodes it, xpbd.c holds the order of the solver's kernels, requests.c reads back.

/// An asset in the pools of a World.
typedef struct WorldAsset {
    SupBodyAsset *asset; ///< null: free slot
    uint32_t users;
    SupRange tets, topology, surface, triangles;
    SupRange rest, stars; ///< for vbd and newton; empty until a body needs them
    SupRange pattern;     ///< for newton; likewise, with what follows
    uint32_t columnFirst, edgeFirst, edgeCount, matrixWords;
    double stiffnessLength; ///< [m] moduli times this bound the matrix' blocks
    double volume;          ///< [m3] at rest
} WorldAsset;

typedef struct Pose {
    Vec3 place; ///< [m] in the world
    Quaternion rotation;
} Pose;

/// How far a carrier has taken a network: home, where a node was when the body was added, is now at
/// now.place + now.rotation (home - pivot).
typedef struct WorldCarry {
    Vec3 pivot;      ///< [m] in the world: the home of the carrier's middle
    Quaternion turn; ///< from home to the carrier's own axes
    Pose now, next;  ///< after the frames so far, and after the one that is being encoded
} WorldCarry;

/// How the strands of a network are thinned (network_detail.c, shaders/shared/thinning.wgsl).
typedef struct Thinning {
    uint32_t ratio; ///< one node in about so many moves; 1: all
    uint32_t lead;  ///< nodes up to this one of a strand move in any case
    double heavier; ///< by what that multiplies body->lightest at least
} Thinning;

typedef struct WorldBody {
    bool alive;
    uint16_t generation;
    uint32_t assetIndex;
    SupBodyAsset *asset;
    SupMaterial material;
    SupRange vertices, tets;
    SupRange matrix;                                                           ///< words, for newton
    uint32_t rowBlockFirst, rowBlockCount, energyBlockFirst, energyBlockCount; ///< its partial sums
    SupNetworkSettings network;
    uint32_t densityBase;           ///< first counter of its grid; only while it repels
    WorldCarry carry;               ///< of a network
    SupRange tubes, springs, links; ///< of a network: tubes follow its vertices; links: those of its nodes, then its strands
    double origin[3];               ///< [m] where the asset's center started
    float *startPositions;          ///< [m] 3 per vertex, relative to origin
    double velocity[3], angularVelocity[3];
    uint8_t *pinned;      ///< per vertex: now
    uint8_t *startPinned; ///< per vertex: when the body was added
    uint32_t pinnedCount;
    bool grabbed;
    SupGrab grab;
    float *nodePairs, *edgePairs; ///< of a network whose nodes or edges were changed (network_live.c), else null
    double lightest;              ///< [kg m] of a network: its lightest moving node's mass times its shortest edge
    double heaviest;              ///< [kg] of a network: what moves of its heaviest strand
    uint32_t steps;               ///< of a network: supNetworkSteps when tables were made last
    uint32_t level;               ///< of detail: how often its iterations and moving nodes are halved
    double iterations;            ///< in 1/60 s, as its level has them or on the way there
    Thinning thinning;            ///< of a network's strands, when tables were made last
    uint32_t attachmentCount;     ///< in which it takes part, as the network or as the body that leads
} WorldBody;

/// A node of a network that a patch of a tet body leads (attachments.c).
typedef struct WorldAttachment {
    uint32_t network, node; ///< slot; vertex of the asset
    uint32_t body;          ///< slot
    uint32_t *vertices;     ///< of the body's asset
    float *weights;         ///< they add up to 1
    uint32_t count;
} WorldAttachment;

typedef struct WorldRequest {
    uint16_t generation;
    SupRead what;
    bool used;
    SupReadback *readback;
    void *data; ///< unpacked result
    size_t length;
    SupStatus status;
    uint32_t vertexCount;
} WorldRequest;

typedef struct XpbdKernels {
    bool ready;
    SupKernel predict, tetsFirst, tetsNext, iterate, finish, finishLast;
} XpbdKernels;

/// What body_sums adds up: blocks of large rows, of tets, of swept vertices.
enum { Sums_Row, Sums_Energy, Sums_Swept, SumsCount };

/// Kernels of vbd and newton, by what they share (potential.c, vbd.c, newton.c).
typedef struct PotentialKernels {
    SupKernel begin;
    SupKernel sweep, sweepLast, momentum, vbdFinish, vbdFinishLast;
    SupKernel resident, residentPart;           ///< a whole frame; a substep that is not the frame's last
    uint32_t residentCapacity, residentThreads; ///< of vbd_resident
    uint32_t solvedCapacity, solvedThreads;     ///< of newton_resident
    SupKernel edges, solve;
    SupKernel gradient, productFirst, product[2], ///< by the iteration's parity
        energy, apply, newtonFinish, newtonFinishLast;
    SupKernel updateFirst, update[2];
    SupKernel sums[SumsCount];
} PotentialKernels;

/// Kernels of networks (network.c).
typedef struct NetworkKernels {
    SupKernel touch, clear, splat, air, start, step, springs, volume, pressure, health, tubes;
    SupKernel strandsStart, strands;        ///< of long strands, a thread each
    SupKernel lanesStart, lanes, lanesPart; ///< of the others, a thread a node
    uint32_t laneThreads, lanesThreads;     ///< of network_lanes, by the bodies; as the kernels have them
    SupKernel part, strandsPart;            ///< at a later part of a frame, see supWorldEncodePulls
    SupKernel follow, pull[2];              ///< of attachments; the second for xpbd's scatter
    uint32_t strandSteps;                   ///< small steps that the two strand kernels may make a dispatch
} NetworkKernels;

/// The longest strand whose nodes get a thread each (shaders/sim/network_lanes.wgsl).
enum { SUP_LANE_NODES = 128 };

/// Lists of GpuBlock for networks (network_tables.c), like the solvers'.
typedef enum NetworkTable {
    NetworkTable_Air,    ///< all nodes
    NetworkTable_Node,   ///< nodes whose edges are solved by colours
    NetworkTable_Strand, ///< strands longer than SUP_LANE_NODES
    NetworkTable_Lane,   ///< the others, as many a block as fit it
    NetworkTable_Tube,   ///< strands that are drawn as tubes
    NetworkTable_Shell,  ///< nodes of closed shells that keep a volume
    NetworkTable_Volume, ///< these shells: ranges of their blocks' partial sums
    NetworkTable_Splat,  ///< nodes of strands that repel each other
    NetworkTable_Cell,   ///< the counters of their grids
    NetworkTable_Color0, ///< and on: edges of one colour
} NetworkTable;

/// Threads that share a vertex (shaders/shared/lanes.wgsl), and the largest body that vbd keeps in a workgroup's memory.
enum { SUP_LANES = 8, SUP_RESIDENT_VERTICES = 1180 };

/// Partial sums that one thread of body_sums adds up (shaders/shared/block_sums.wgsl).
enum { SUP_SUM_LOADS = 32 };

/// Lists of GpuBlock for the potential solvers, one after another in a pool, each from a 256-byte boundary on.
typedef enum SolverTable {
    SolverTable_Pooled,   ///< vertices of all bodies that are not resident in vbd
    SolverTable_Swept,    ///< of those, vbd's
    SolverTable_Star,     ///< vertices of newton's bodies, a few threads each
    SolverTable_Row,      ///< vertices of newton's bodies, a thread each
    SolverTable_LargeRow, ///< of those, the ones that newton_resident does not hold
    SolverTable_Edge,     ///< edges of newton's bodies
    SolverTable_Energy,   ///< tets of newton's bodies
    SolverTable_Resident, ///< bodies of vbd that a workgroup holds
    SolverTable_Solved,   ///< bodies of newton whose conjugate gradients a workgroup holds
    SolverTable_ManySums, ///< per kind: stretches of the partial sums of bodies with many blocks
    SolverTable_Color0 = SolverTable_ManySums + SumsCount, ///< and on: vertices of a colour of vbd's, a few threads each
} SolverTable;

typedef struct SolverList {
    uint32_t first, count; ///< entries of the pool
} SolverList;

struct SupWorld {
    SupGpu *gpu;
    uint16_t worldNumber; ///< part of every id
    SupSettings settings;
    uint32_t workgroupSize;
    char errorText[512];

    WorldBody *bodies; ///< by slot: index into the GPU table of bodies
    size_t bodySlots, bodyCapacity;
    uint32_t *order; ///< slots of living bodies in the order in which they were added
    size_t orderCount, orderCapacity;
    WorldAsset *assets;
    size_t assetSlots, assetCapacity;
    WorldRequest *requests;
    size_t requestSlots, requestCapacity;
    uint64_t vertexTotal, tetTotal;
    uint32_t assetTotal;

    SupRanges vertexRanges, tetRanges, assetTetRanges, topologyRanges, surfaceRanges, triangleRanges;
    SupPool positions, increments, velocities, normals, multipliers, scratch;
    SupPool assetTets, topology, surface, triangles;
    SupPool bodyTable, health, vertexBlocks, tetBlocks, grabs;
    // potential solvers: assets, bodies, scratch, lists
    SupRanges restRanges, starRanges, patternRanges, matrixRanges;
    SupPool rest, stars, pattern, matrix, krylov, partials, scalars, solverBlocks;
    SolverList *lists; ///< by SolverTable
    uint32_t listCount;
    WGPUBindGroup *colorGroups; ///< of the sweep kernels, by colour
    uint32_t colorGroupCount;
    // networks
    SupRanges springRanges, linkRanges;
    WorldAttachment *attachments;
    size_t attachmentCount, attachmentCapacity;
    SupPool attachBlocks, attachmentTable, patches;
    uint32_t attachBlockCount;
    bool attachmentsDirty;
    SupPool networkTable, nodes, springs, links, networkBlocks, volumeParts, pressures, density;
    SolverList *networkLists; ///< by NetworkTable
    uint32_t networkListCount;
    WGPUBindGroup *springGroups; ///< of the kernel springs, by colour
    uint32_t springGroupCount, networkCount;
    NetworkKernels network;
    SupCollider colliders[SUP_MAX_COLLIDERS];
    uint32_t colliderCount;
    bool collidersDirty;
    bool tetsMeetColliders; ///< whether the solvers' kernels know of colliders
    SupTouch touch;
    bool touched;
    double viewer[3];          ///< [m]
    bool viewed;               ///< there is a viewer
    WGPUBuffer colliderBuffer; ///< uniform GpuCollider, SUP_MAX_COLLIDERS of them
    WGPUBuffer frame;          ///< uniform GpuFrame
    uint32_t softBlockCount;   ///< blocks of vertices of tet bodies: they come first
    uint32_t vertexBlockCount, tetBlockCount, grabCount;
    bool bodiesDirty, blocksDirty, grabsDirty;
    uint64_t boundGeneration; ///< sum of the pools' generations that the bind groups were made for
    bool boundNormals;

    XpbdKernels xpbd[SupAccumulate_Count];
    SupKernel grabKernel[2]; ///< scatter has a snapshot to write, too
    PotentialKernels potential;
    SupKernel normalsKernel, scatterKernel;
    bool normalsEnabled;
    SupTimer timer;
    Profile profile;

    bool steppedXpbd; ///< whose increments are there: xpbd means something else by them than vbd and newton
    uint64_t frames;
    double time, leftover, droppedTime;
    uint64_t clampedAdvances;
    uint32_t dispatches; ///< of the last frame
};

/// Sets the World's error text and returns status. The text is a note to the caller, no part of the World's state, so
/// calls that only ask set it too.
SupStatus supWorldFail(const SupWorld *world, SupStatus status, const char *format, ...);
/// The same with the SupGpu's text.
SupStatus supWorldFailGpu(const SupWorld *world, SupStatus status);
/// The same for an argument that is null.
SupStatus supWorldFailNull(const SupWorld *world, const char *argument);
/// Ok, or what ended the SupGpu: the first check of every call that changes a World.
SupStatus supWorldReady(const SupWorld *world);
/// What is wrong with an id made by supPackId, before its slot is looked up: Ok, InvalidArgument (null) or ForeignId.
SupStatus supWorldCheckId(const SupWorld *world, uint64_t id);
/// The living body of an id, or null with *status StaleId, ForeignId or InvalidArgument and the error text.
WorldBody *supWorldFindBody(const SupWorld *world, SupBodyId id, SupStatus *status);
SupBodyId supWorldBodyId(const SupWorld *world, uint32_t slot);

/// Ids: index + 1 in the low 32 bits, then 16 bits of generation and 16 of the World's number.
uint64_t supPackId(const SupWorld *world, uint32_t index, uint16_t generation);

// world_assets.c
SupStatus supWorldAcquireAsset(SupWorld *world, SupBodyAsset *asset, uint32_t *index);
void supWorldReleaseAsset(SupWorld *world, uint32_t index);
// solver_assets.c
/// Uploads what a solver reads of an asset, unless it is there.
SupStatus supWorldPrepareAsset(SupWorld *world, uint32_t index, SupSolver solver);
/// Makes sure that the World has what the body's solver needs under the World's settings.
SupStatus supWorldPrepareBody(SupWorld *world, WorldBody *body);
// solver_choice.c
/// Null, or why the settings' solver cannot work on the material.
const char *supSolverProblem(const SupSettings *settings, const SupMaterial *material);
/// The solver that works on a body: what settings say, auto resolved by the body alone.
SupSolver supWorldSolverOf(const SupSettings *settings, const WorldBody *body);
/// Whether vbd keeps the body in a workgroup's memory: by the body and the device alone.
bool supWorldResident(const SupWorld *world, const WorldBody *body);
/// Substeps of vbd_resident that one dispatch may run for the body.
uint32_t supResidentTurnsAllow(const SupWorld *world, const WorldBody *body);
/// Whether a workgroup holds newton's conjugate gradients: likewise.
bool supWorldSolvedInPlace(const SupWorld *world, const WorldBody *body);
/// settings.iterations and linearIterations, 0 resolved.
uint32_t supSolverIterations(const SupSettings *settings, SupSolver solver);
uint32_t supLinearIterations(const SupSettings *settings);
// solver_tables.c
/// Makes the lists of blocks anew.
SupStatus supWorldUploadSolverBlocks(SupWorld *world);
const SolverList *supWorldSolverList(const SupWorld *world, SolverTable table);
SupBinding supWorldSolverBinding(const SupWorld *world, const char *name, SolverTable table);
// scatter.c
/// Writes records of `width` 2 to 4 words into a pool: the word where the others go, and these. What goes to the same place
/// must be the same.
SupStatus supWorldScatter(SupWorld *world, const SupPool *pool, const uint32_t *records, uint32_t count, uint32_t width);
// world_bodies.c
void supWorldDestroyBodies(SupWorld *world);
/// Makes room for what bodies take under the World's solver.
SupStatus supWorldReservePools(SupWorld *world);
/// Clears what the last substep left for the next one.
void supWorldClearIncrements(SupWorld *world, const WorldBody *body);
void supWorldClearMultipliers(SupWorld *world, const WorldBody *body);
/// Uploads a body's start state (positions, velocities, pins; multipliers 0; health fine).
void supWorldUploadStart(SupWorld *world, WorldBody *body);
/// Tells the GPU whether a vertex of the asset is pinned.
void supWorldWritePin(const SupWorld *world, const WorldBody *body, uint32_t vertex);
// world_grabs.c
/// Whether a point of a surface is one: a triangle that is there, weights that add up to 1.
SupStatus supWorldCheckPoint(const SupWorld *world, const SupBodyAssetView *asset, uint32_t triangle,
                             const double weights[3]);
/// The node of a grabbed network that is held.
uint32_t supWorldHeldNode(const WorldBody *body);
/// Uploads the list of grabs.
SupStatus supWorldUploadGrabs(SupWorld *world);
/// Makes the kernel that only grabs need.
SupStatus supWorldPrepareGrab(SupWorld *world);
/// Pulls at what is grabbed, after a substep's prediction.
void supWorldEncodeGrabs(SupWorld *world, WGPUComputePassEncoder pass);
// world_tables.c
/// Brings tables and bind groups up to date with the bodies. Nothing to do in most frames.
SupStatus supWorldSync(SupWorld *world);
// step.c
/// Writes the uniform GpuFrame of the next frame.
void supWorldWriteFrame(const SupWorld *world);
// xpbd.c
SupStatus supXpbdPrepare(SupWorld *world, SupAccumulate accumulate);
void supXpbdEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t firstSubstep, uint32_t substepEnd);
void supXpbdRelease(XpbdKernels *kernels);
// potential.c
void supWorldSizeResident(SupWorld *world);
SupStatus supPotentialPrepare(SupWorld *world);
SupStatus supPotentialBind(SupWorld *world, const SupBinding *bindings, uint32_t count);
void supPotentialEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t firstSubstep, uint32_t substepEnd);
void supPotentialRelease(SupWorld *world);
/// They are made again when they are needed.
void supPotentialReleaseKernels(SupWorld *world);
/// Substeps that one dispatch of vbd_resident runs: all of a frame, or one when the frame is split.
uint32_t supResidentSubsteps(const SupWorld *world);
// newton.c
SupStatus supNewtonPrepare(SupWorld *world);
/// @param bindings has room for one more
SupStatus supNewtonBind(SupWorld *world, const SupBinding *bindings, uint32_t count);
void supNewtonRelease(SupWorld *world);
/// All of newton's work in a substep. @param last the frame's last substep
SupStatus supPotentialPrepareSums(SupWorld *world, uint32_t kind);
void supPotentialEncodeSums(SupWorld *world, WGPUComputePassEncoder pass, uint32_t kind);
void supNewtonEncode(SupWorld *world, WGPUComputePassEncoder pass, bool last);
// world_colliders.c
/// Where a collider is at a time of the World.
Pose supColliderPose(const SupCollider *collider, double time);
/// A rotation and what leads on to another one, as kernels interpolate them.
void supStoreTurn(float rotation[4], float turn[4], Quaternion from, Quaternion to);
/// Where a place of a network's start has been taken.
Vec3 supCarried(const WorldCarry *carry, Vec3 place);
/// A network's carrier is another one from now on; nothing to do without.
void supWorldBeginRide(const SupWorld *world, WorldBody *body);
/// The carrier was put elsewhere at once: the network is put there with it.
void supWorldResumeRide(const SupWorld *world, WorldBody *body);
/// Before and after a frame: uploads what moves in it, and remembers where it got to.
void supWorldBeginMotion(SupWorld *world);
void supWorldEndMotion(SupWorld *world);
/// Refuses a carrier that is not there.
SupStatus supWorldCheckCarrier(const SupWorld *world, const SupNetworkSettings *network);
// network_data.c
/// Null, or which field is out of range.
const char *supNetworkProblem(const SupNetworkSettings *settings);
/// Refuses a volume for what encloses none, and repulsion for what has no strands, or too many nodes to count.
SupStatus supNetworkCheckAsset(const SupWorld *world, const SupBodyAsset *asset, const SupNetworkSettings *network);
bool supWorldIsNetwork(const WorldBody *body);
/// A grid of repelling strands has two to this cells a side.
uint32_t supNetworkDensityBits(const WorldBody *body);
SupStatus supNetworkTakeData(SupWorld *world, WorldBody *body);
void supNetworkGiveData(SupWorld *world, WorldBody *body);
/// Edges, which never change, and what nodes start with.
void supNetworkUploadEdges(SupWorld *world, const WorldBody *body);
void supNetworkUploadNodes(SupWorld *world, const WorldBody *body);
/// The network of an id, or null with *status and the error text.
WorldBody *supWorldFindNetwork(const SupWorld *world, SupBodyId id, SupStatus *status);
/// A node was put elsewhere: what is carried rides on from there.
void supNetworkForgetHome(const SupWorld *world, uint64_t node);
GpuNetwork supNetworkDescribe(const SupWorld *world, const WorldBody *body);
// network_detail.c
/// Finds the network's level of detail from the beginning, not from the one that it has.
void supNetworkFindLevel(const SupWorld *world, WorldBody *body);
/// [1/m] Its drag, less where the wind would push strands more than the most steps bear.
double supNetworkDrag(const SupWorld *world, const WorldBody *body);
/// After a frame: brings iterations nearer to what levels ask for. Returns whether any have changed.
bool supNetworkApproach(SupWorld *world);
/// Steps that a network takes in a frame, and into how many equal parts they fall: one, or one a substep.
uint32_t supNetworkSteps(const SupWorld *world, const WorldBody *body, const Thinning *thinning);
uint32_t supNetworkParts(const SupWorld *world, const WorldBody *body);
/// How thinned its strands may be now, as its settings and level want it.
Thinning supNetworkThinning(const SupWorld *world, const WorldBody *body);
/// Moving nodes of a strand of `nodes`, one at least, and of a whole network.
uint32_t supNetworkMoving(const Thinning *thinning, uint32_t nodes);
uint64_t supNetworkMovingNodes(const WorldBody *body, const Thinning *thinning);
/// Thins all networks anew. Returns whether lists of blocks have changed.
bool supNetworkThin(SupWorld *world);
// network_live.c
/// Rest length and stiffness of a spring, or of a pair of links; inverse mass and decay of a node: as they are now.
void supNetworkEdge(const WorldBody *body, const SupBodyAssetView *view, size_t place, float pair[2]);
void supNetworkNode(const WorldBody *body, const SupBodyAssetView *view, size_t node, float pair[2]);
/// Sets body->lightest and heaviest.
void supNetworkFindLightest(WorldBody *body);
// network_tables.c
SupStatus supNetworkUploadTables(SupWorld *world);
SupStatus supNetworkUploadBlocks(SupWorld *world);
const SolverList *supNetworkList(const SupWorld *world, NetworkTable table);
SupBinding supNetworkBinding(const SupWorld *world, const char *name, NetworkTable table);
// network.c
SupStatus supNetworkPrepare(SupWorld *world);
/// Moving nodes of the longest strand of a body whose strands are met whole; 0: none is.
uint32_t supNetworkLongestStrand(const WorldBody *body);
SupStatus supNetworkBind(SupWorld *world, const SupBinding *bindings, uint32_t count);
/// A frame of all networks, or of those that tet bodies lead one of its parts; all others do their frame in the first part.
void supNetworkEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t part);
/// Looks for numbers that are none, at a frame's end.
void supNetworkEncodeHealth(SupWorld *world, WGPUComputePassEncoder pass);
/// Tubes around strands, as they are now: needs normals.
void supNetworkEncodeTubes(SupWorld *world, WGPUComputePassEncoder pass);
void supNetworkRelease(SupWorld *world);
// attachments.c
/// Uploads tables, makes the kernels.
SupStatus supAttachmentsUpload(SupWorld *world);
SupStatus supAttachmentsPrepare(SupWorld *world);
SupStatus supAttachmentsBind(SupWorld *world, const SupBinding *bindings, uint32_t count);
/// All that pulls at tet bodies from outside, after a substep's prediction: grabs, and networks that hang on bodies.
void supWorldEncodePulls(SupWorld *world, WGPUComputePassEncoder pass, uint32_t substep);
/// Brings nodes to where a frame has led their bodies.
void supAttachmentsEncodeEnd(SupWorld *world, WGPUComputePassEncoder pass);
/// Ends all attachments of the body in this slot: it goes.
void supAttachmentsForget(SupWorld *world, uint32_t slot);
void supAttachmentsRelease(SupWorld *world);
// traffic.c
/// [byte] that a frame must move at least.
double supWorldTraffic(const SupWorld *world);
// step.c
/// Substeps in one command buffer.
uint32_t supWorldSubstepsPerSubmit(const SupWorld *world);
void supWorldDispatch(SupWorld *world, const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t blocks);
/// The same with another bind group than the kernel's own. `pass` is null while a frame is profiled.
void supWorldDispatchWith(SupWorld *world, const SupKernel *kernel, WGPUBindGroup group, WGPUComputePassEncoder pass,
                          uint32_t blocks);
// world_normals.c
SupStatus supWorldPrepareNormals(SupWorld *world);
void supWorldEncodeNormals(SupWorld *world, WGPUComputePassEncoder pass);
// world_requests.c
void supWorldDestroyRequests(SupWorld *world);
// material.c
typedef struct LameConstants {
    double mu, lambda; ///< [Pa]
} LameConstants;
LameConstants supMaterialLame(const SupMaterial *material);
/// What the material's energy is written with: Lame's constants for Arap; for stable Neo-Hookean 4/3 mu and lambda + 5/6 mu.
LameConstants supMaterialModuli(const SupMaterial *material);
/// Null, or which field is out of range and how ("young must be ...").
const char *supMaterialProblem(const SupMaterial *material);
/// exp(-x) for x >= 0 without libm: the same bits everywhere.
double supExpDecay(double x);

#endif
