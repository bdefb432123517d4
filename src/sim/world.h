// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SIM_WORLD_H
#define SUPPLE_SIM_WORLD_H

#include "gpu/kernel.h"
#include "gpu/pool.h"
#include "gpu/readback.h"
#include "gpu/timer.h"
#include "gpu_structs.h"
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
} WorldAsset;

typedef struct WorldBody {
    bool alive;
    uint16_t generation;
    uint32_t assetIndex;
    SupBodyAsset *asset;
    SupMaterial material;
    SupRange vertices, tets;
    double origin[3];      ///< [m] where the asset's center started
    float *startPositions; ///< [m] 3 per vertex, relative to origin
    double velocity[3], angularVelocity[3];
    uint8_t *pinned;      ///< per vertex: now
    uint8_t *startPinned; ///< per vertex: when the body was added
    uint32_t pinnedCount;
    bool grabbed;
    SupGrab grab;
} WorldBody;

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
    SupKernel predict, grab, tetsFirst, tetsNext, iterate, finish, finishLast;
} XpbdKernels;

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
    WGPUBuffer frame; ///< uniform GpuFrame
    uint32_t vertexBlockCount, tetBlockCount, grabCount;
    bool bodiesDirty, blocksDirty, grabsDirty;
    uint64_t boundGeneration; ///< sum of the pools' generations that the bind groups were made for
    bool boundNormals;

    XpbdKernels xpbd[SupAccumulate_Count];
    SupKernel normalsKernel;
    bool normalsEnabled;
    SupTimer timer;

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
// world_bodies.c
void supWorldDestroyBodies(SupWorld *world);
/// Uploads a body's start state (positions, velocities, pins; multipliers 0; health fine).
void supWorldUploadStart(SupWorld *world, WorldBody *body);
// world_grabs.c
/// Uploads the list of grabs.
SupStatus supWorldUploadGrabs(SupWorld *world);
// world_tables.c
/// Brings tables and bind groups up to date with the bodies. Nothing to do in most frames.
SupStatus supWorldSync(SupWorld *world);
// step.c
/// Writes the uniform GpuFrame of the next frame.
void supWorldWriteFrame(const SupWorld *world);
// xpbd.c
SupStatus supXpbdPrepare(SupWorld *world, SupAccumulate accumulate);
/// Makes the kernel that only grabs need.
SupStatus supXpbdPrepareGrab(SupWorld *world, SupAccumulate accumulate);
void supXpbdEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t firstSubstep, uint32_t substepEnd);
void supXpbdRelease(XpbdKernels *kernels);
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
/// Null, or which field is out of range and how ("young must be ...").
const char *supMaterialProblem(const SupMaterial *material);
/// exp(-x) for x >= 0 without libm: the same bits everywhere.
double supExpDecay(double x);

#endif
