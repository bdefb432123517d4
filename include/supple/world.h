// SPDX-License-Identifier: MIT
#ifndef SUPPLE_WORLD_H
#define SUPPLE_WORLD_H

/// @file world.h
/// The World: soft bodies that live and move on the GPU.
///
/// A World's state is a function of its description and of the list of calls that changed it. Calls return at once; the
/// GPU works behind. SI units; the ground is a plane of constant y; vectors are x y z; quaternions x y z w.
/// Once the device is lost, every call that changes a World or reads back answers DeviceLost; the rest still works.
///
/// It does not (yet) handle contact between bodies, self-contact, tearing or plasticity; it does not thread: use one
/// World from one thread at a time.

#include "gpu.h"
#include "mesh.h"
#include "network.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SupWorld SupWorld;

// ---- Settings --------------------------------------------------------------------------------------------------------

typedef enum SupSolver {
    SupSolver_Auto,   ///< the default: per body vbd or newton, by its tets and its stiffness alone (docs/physics.md)
    SupSolver_Vbd,    ///< vertex block descent (Chen et al. 2024): for small bodies, thousands of them
    SupSolver_Newton, ///< Newton with preconditioned conjugate gradients: for large and stiff bodies
    SupSolver_Xpbd,   ///< substepped XPBD, parallel Jacobi: the reference (Macklin et al. 2016)
    SupSolver_Count,
    SupSolver_Force32 = 0x7fffffff
} SupSolver;

/// How xpbd adds up the corrections of the tets around a vertex.
typedef enum SupAccumulate {
    SupAccumulate_Gather,  ///< each vertex sums its tets in a fixed order: deterministic
    SupAccumulate_Scatter, ///< atomic compare-and-swap additions: order of threads in the result; for comparison
    SupAccumulate_Count,
    SupAccumulate_Force32 = 0x7fffffff
} SupAccumulate;

typedef struct SupGround {
    bool enabled;
    double height;   ///< [m] y of the plane; default 0
    double friction; ///< Coulomb's coefficient, >= 0; default 0.5
} SupGround;

/// The air's motion. Networks feel it (SupNetworkSettings.drag).
typedef struct SupWind {
    double velocity[3]; ///< [m/s] mean, each -1e6 .. 1e6, default 0: still air
    double gusts;     ///< 0 .. 100: gusts as a part of the mean speed, default 0.5; smooth noise that travels with the wind
    double gustScale; ///< [m] 1e-3 .. 1e6: size of gusts, default 4
} SupWind;

/// Everything that can change between frames. supWorldSetSettings takes effect with the next frame.
typedef struct SupSettings {
    double gravity[3];   ///< [m/s2] default 0 -9.81 0
    double frameTime;    ///< [s] 1e-5 .. 0.1, default 1/60
    uint32_t substeps;   ///< per frame, 1 .. 1000, default 10
    uint32_t iterations; ///< per substep, 0 .. 1000: xpbd's and vbd's sweeps, newton's steps; default 0: the solver's own,
                         ///< xpbd 8, vbd 4, newton 1
    uint32_t linearIterations; ///< of the conjugate gradients in a step of newton, 0 .. 1000; default 0: at most 10
    double tolerance;          ///< newton's conjugate gradients stop for a body once its residual has fallen to this part of
                               ///< the step's first one, 0 .. 1; default 0.02; 0: never
    SupSolver solver;          ///< default Auto; xpbd knows no material but Arap
    SupAccumulate accumulate;  ///< default Gather
    SupGround ground;
    uint32_t maxFramesPerAdvance; ///< supWorldAdvance runs at most this many frames a call, default 4
    SupWind wind;
} SupSettings;
#define SUP_SETTINGS_INIT                                                                                               \
    {                                                                                                                   \
        {0.0, -9.81, 0.0}, 1.0 / 60.0, 10u, 0u, 0u, 0.02, SupSolver_Auto, SupAccumulate_Gather, {true, 0.0, 0.5}, 4u, { \
            {0, 0, 0}, 0.5, 4.0                                                                                         \
        }                                                                                                               \
    }

typedef struct SupWorldDesc {
    uint64_t cookie;
    SupGpu *gpu; ///< ready (supGpuStatus Ok), outlives the World
    SupSettings settings;
    uint32_t workgroupSize; ///< 32, 64, 128 or 256, default 64; checked against the device's limits
} SupWorldDesc;
#define SUP_WORLD_DESC_INIT \
    { 0x535550574f524c31u, 0, SUP_SETTINGS_INIT, 64u }

/// Errors: InvalidArgument, OutOfRange (names the field), Pending (SupGpu not ready), GpuError, OutOfMemory.
SUP_API SupStatus supWorldCreate(const SupWorldDesc *desc, SupWorld **out);
/// Null is allowed. Ids and buffers of the World end with it.
SUP_API void supWorldDestroy(SupWorld *world);
/// Why the last call on this World failed; "" when none did. Valid until the next call that fails.
SUP_API const char *supWorldErrorText(const SupWorld *world);

SUP_API SupStatus supWorldSettings(const SupWorld *world, SupSettings *settings);
/// All or nothing. Errors: OutOfRange (names the field).
SUP_API SupStatus supWorldSetSettings(SupWorld *world, const SupSettings *settings);

// ---- Materials -------------------------------------------------------------------------------------------------------

typedef enum SupModel {
    SupModel_Arap,       ///< V0 (mu ||S - 1||^2 + lambda/2 (J - 1)^2): corotated with a volume term
    SupModel_NeoHookean, ///< stable Neo-Hookean (Smith, de Goes and Kim 2018); not for xpbd
    SupModel_Count,
    SupModel_Force32 = 0x7fffffff
} SupModel;

/// E and nu mean what they say: at small strain the body is isotropic linear elasticity with these constants.
typedef struct SupMaterial {
    SupModel model;
    double young;   ///< [Pa] Young's modulus, 1 .. 1e12, default 2e5 (medium)
    double poisson; ///< Poisson's ratio, 0 .. 0.49, default 0.4; 0 switches the volume constraint off
    double density; ///< [kg/m3] 1e-3 .. 1e5, default 1000
    double damping; ///< [1/s] air damping: velocities decay as exp(-damping t), 0 .. 1e4, default 0 = none at all
} SupMaterial;
#define SUP_MATERIAL_INIT \
    { SupModel_Arap, 2e5, 0.4, 1000.0, 0.0 }

/// Presets by name: "soft" 5e4 Pa, "medium" 2e5 Pa, "stiff" 1e6 Pa, all nu 0.4. Changes young and poisson only.
/// Errors: InvalidArgument (the text of supStatusText; *material unchanged).
SUP_API SupStatus supMaterialPreset(const char *name, SupMaterial *material);

// ---- Networks --------------------------------------------------------------------------------------------------------

/// How a body made from a network (network.h) moves. Verlet's scheme in small steps: 1/60 s is cut into `iterations` steps,
/// and each step meets every edge once, which takes as long as that many iterations of one step and follows the motion far
/// better (Macklin et al. 2019, "Small steps in physics simulation"). Steps are equally long at every frame rate, as near as
/// whole numbers a frame allow. settings.substeps and solvers are for tets alone.
typedef struct SupNetworkSettings {
    uint32_t iterations;  ///< in 1/60 s, 0 .. 1000, default 16; 0: nodes move freely in one step a frame
    double decay;         ///< 0 .. 1, default 0.99: what is left of a velocity after 1/60 s; 1 keeps all, 0 removes inertia
    double lengthScale;   ///< 0.01 .. 100, default 1: of all rest lengths
    double drag;          ///< [1/m] 0 .. 1e6, default 0.5: half the air's density times area per mass
    double pull[3];       ///< [m/s2] -1e6 .. 1e6, default 0: acceleration beside gravity
    double flowIntensity; ///< [m/s2] 0 .. 1e6, default 0: of a swirling flow that stands still in the world
    double flowScale;     ///< [1/m] 0 .. 1e3, default 0.2: of its noise
    double volume;        ///< 0 .. 100, default 0: none. What a closed shell is to enclose, as a part of its rest volume:
                          ///< 1 keeps it, more inflates
    double thickness;     ///< [m] 0 .. 1e6, default 0: how near ground and colliders come to nodes
    double touch;         ///< 0 .. 1, default 0: how strongly strands feel the pointer (supWorldSetTouch)
    double react;         ///< 0 .. 1, default 0: the part of the strands that behave as if touched, always the same ones
    double glow;      ///< 0 .. 1, default 0: how far a strand's emission follows what it has lost of its swing: at 1 it is
                      ///< the look's times (1 - decay), twice as much at the tip
    double repulsion; ///< [m/s2] 0 .. 1e6, default 0: how strongly strands of the body push each other apart: a node's
                      ///< acceleration where there is one node more a cell on one side than on the other; at most 4
                      ///< times as much along an axis, and no more than moves a node by 0.15 of the shortest edge in a step
    double repulsionRadius; ///< [m] 1e-6 .. 1e6, default 0.02: about how near nodes feel each other; cells are half as
                            ///< large. They repeat after 64 cells along each axis (32 up to 4,096 nodes): what lies farther
                            ///< apart may count as near
    uint32_t carrier;  ///< k + 1: nodes that do not move by themselves (pinned, or without inverse mass) go rigidly along
                       ///< with collider k from where both are when this is set; 0, the default: nothing carries them
    double detail;     ///< [m] 0 .. 1e6, default 0: the same everywhere. From twice this distance from the viewer on
                       ///< (supWorldSetViewer) half the iterations are made and half the nodes of its strands move, from
                       ///< four times on a quarter, and so on
    uint32_t thinning; ///< 1 .. 1024, default 1: of a strand's nodes one in so many moves, evenly spread, and the last one;
                       ///< the others lie between. Strands of 3 edges keep all of theirs. The network's nodes all move while
                       ///< any of them is held (pinned, carried, grabbed or attached) that is neither among the first nor
                       ///< the last of its strand, while an edge has no stiffness or length, or a strand would
                       ///< still have over 128 moving nodes
} SupNetworkSettings;
#define SUP_NETWORK_SETTINGS_INIT \
    { 16u, 0.99, 1.0, 0.5, {0, 0, 0}, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.02, 0u, 0.0, 1u }

// ---- Bodies ----------------------------------------------------------------------------------------------------------

/// The rest shape, in its mesh's own coordinates X, starts at position + rotate(rotation, X).
typedef struct SupBodyDesc {
    uint64_t cookie;
    SupBodyAsset *asset;       ///< retained by the World until no body uses it; bodies of one asset share its data
    double position[3];        ///< [m] -1e12 .. 1e12
    double rotation[4];        ///< unit quaternion x y z w (normalised here), default 0 0 0 1
    double velocity[3];        ///< [m/s] -3e38 .. 3e38
    double angularVelocity[3]; ///< [rad/s] -3e38 .. 3e38, around the rest shape's centre of bounds
    SupMaterial material;
    const uint32_t *pinned; ///< vertices that never move, in the numbering of the mesh's input; copied
    uint32_t pinnedCount;
    const float *startPositions; ///< [m] 3 per asset vertex, relative to the asset's center, instead of the rest shape
                                 ///< (rotated and placed like it); null: the rest shape. Copied
    SupNetworkSettings network;  ///< of a body that is a network; its material's density and damping say nothing
} SupBodyDesc;
#define SUP_BODY_DESC_INIT                                                                                  \
    {                                                                                                       \
        0x535550424f445932u, 0, {0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}, SUP_MATERIAL_INIT, 0, 0u, 0, \
            SUP_NETWORK_SETTINGS_INIT                                                                       \
    }

/// Adds a body; it takes part from the next frame on. Only the instance is uploaded when its asset is in the World.
/// Errors: InvalidArgument, OutOfRange (names the field; a pinned index names itself and the count), NotFinite,
/// GpuLimit (needed and allowed bytes), GpuOutOfMemory, OutOfMemory, DeviceLost. The World is unchanged by a failure.
SUP_API SupStatus supWorldAddBody(SupWorld *world, const SupBodyDesc *desc, SupBodyId *out);
/// Other bodies keep their state and their bits. Errors: StaleId, ForeignId.
SUP_API SupStatus supWorldRemoveBody(SupWorld *world, SupBodyId body);
/// Puts another body in this one's place: same id, everything else from `desc`.
SUP_API SupStatus supWorldReplaceBody(SupWorld *world, SupBodyId body, const SupBodyDesc *desc);

/// Live: velocities and positions stay. A network keeps it and does nothing with it. Errors: StaleId, ForeignId, OutOfRange.
SUP_API SupStatus supWorldSetMaterial(SupWorld *world, SupBodyId body, const SupMaterial *material);
SUP_API SupStatus supWorldMaterial(const SupWorld *world, SupBodyId body, SupMaterial *material);

/// Live. Errors: StaleId, ForeignId, InvalidArgument (the body is no network, or volume is asked of a surface that is not
/// closed), OutOfRange (names the field; a carrier that is not there).
SUP_API SupStatus supWorldSetNetwork(SupWorld *world, SupBodyId body, const SupNetworkSettings *network);
SUP_API SupStatus supWorldNetwork(const SupWorld *world, SupBodyId body, SupNetworkSettings *network);

/// Changes nodes of a network from the next frame on, all or nothing. A reset keeps what they are; a replaced body has its
/// asset's again. supMeasureBody goes by the asset. Named twice, the last one counts.
/// @param nodes null: all in turn, `count` of them. @param inverseMasses [1/kg] 0 .. 1e12 each; null: they stay. @param
/// decays 0 .. 1 each; null: they stay. Errors: StaleId, ForeignId, InvalidArgument (the body is no network; null nodes and
/// another count than the network's), OutOfRange, NotFinite (count and numbers of the nodes), OutOfMemory.
SUP_API SupStatus supWorldSetNodes(SupWorld *world, SupBodyId body, const uint32_t *nodes, uint32_t count,
                                   const float *inverseMasses, const float *decays);
/// As they are now; places and velocities: supWorldRequest. Either array may be null. Errors likewise.
SUP_API SupStatus supWorldNodes(const SupWorld *world, SupBodyId body, const uint32_t *nodes, uint32_t count,
                                float *inverseMasses, float *decays);
/// The same of edges, by their numbers in SupNetwork.edges; there are SupBodyAssetView.networkEdgeCount.
/// @param restLengths [m] 0 .. 1e9 each. @param stiffness [N/m] 0 .. SUP_RIGID each; 0: the edge does nothing.
SUP_API SupStatus supWorldSetEdges(SupWorld *world, SupBodyId body, const uint32_t *edges, uint32_t count,
                                   const float *restLengths, const float *stiffness);
SUP_API SupStatus supWorldEdges(const SupWorld *world, SupBodyId body, const uint32_t *edges, uint32_t count,
                                float *restLengths, float *stiffness);

/// Puts vertices (input numbering), pinned ones too, to places in the world: how a pinned node is led.
/// @param positions [m] 3 per vertex, each -1e12 .. 1e12. @param velocities [m/s] 3 per vertex; null: none. A pinned vertex
/// keeps none. Errors: StaleId, ForeignId, InvalidArgument, OutOfRange (names the vertex), NotFinite.
SUP_API SupStatus supWorldMove(SupWorld *world, SupBodyId body, const uint32_t *vertices, uint32_t count,
                               const double *positions, const double *velocities);

/// How something swings by itself, sampled at frames, between which it goes straight: of periods below about eight frames
/// the shape is lost, and below two the period. At time t of the World (SupWorldStats.time) it is sin(2 pi t / period) times
/// `sway` from its place and turned by as many times `turn`.
typedef struct SupMotion {
    double sway[3]; ///< [m] each -1e6 .. 1e6
    double turn[3]; ///< [rad] each -100 .. 100: around this vector, through the center, by its length
    double period;  ///< [s] 0, the default: it stands still; else 1e-3 .. 1e6
} SupMotion;

/// A box with round edges: radius 0 is a box, half 0 0 0 a ball, half along one axis alone a capsule. A slope is a large
/// flat box that is turned. Bodies meet it with their vertices and nodes: what lies between these can dip into sharp edges.
typedef struct SupCollider {
    double center[3]; ///< [m] -1e12 .. 1e12
    double half[3];   ///< [m] 0 .. 1e6: half its edges, without the rounding
    double radius;    ///< [m] 0 .. 1e6: of the rounding; above 0 unless all of half is
    double friction;  ///< Coulomb's coefficient, 0 .. 1e6
    double
        velocity[3]; ///< [m/s] -1e6 .. 1e6, of its surface: what friction takes along, like a conveyor; it does not move it
    double rotation[4];        ///< unit quaternion x y z w (normalised here), default 0 0 0 1
    double angularVelocity[3]; ///< [rad/s] -1e6 .. 1e6: the same of turning around the center
    SupMotion motion;          ///< moves it, and its surface accordingly
} SupCollider;
#define SUP_COLLIDER_INIT                                                                                 \
    {                                                                                                     \
        {0, 0, 0}, {0, 0, 0}, 1.0, 0.5, {0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0}, { {0, 0, 0}, {0, 0, 0}, 0.0 } \
    }
#define SUP_MAX_COLLIDERS 32u

/// All colliders from the next frame on; copied. `motion` moves them smoothly, within frames too, and pushes what is in
/// their way; set them again to put them elsewhere: what they are put onto is led out. Errors: OutOfRange (more than
/// SUP_MAX_COLLIDERS; names the collider and the field), InvalidArgument (one that carries a network would be gone).
SUP_API SupStatus supWorldSetColliders(SupWorld *world, const SupCollider *colliders, uint32_t count);
/// A collider as it is at the World's time: motion has moved it, its velocities are those of its surface, `motion` is none.
/// Errors: OutOfRange (there is no such collider).
SUP_API SupStatus supWorldCollider(const SupWorld *world, uint32_t index, SupCollider *out);

/// Where the scene is seen from, for SupNetworkSettings.detail. A network is as far away as where it began. Changes that
/// bring no network into another level cost nothing; a level changes a tenth beyond its distance, so that nothing flickers.
/// @param eye [m] each -1e12 .. 1e12; null: nobody looks, all networks make all their iterations. Errors: OutOfRange,
/// NotFinite.
SUP_API SupStatus supWorldSetViewer(SupWorld *world, const double eye[3]);

/// The pointer as a cone in the world: strands that it meets with any node but their first draw together (rest lengths down
/// to a tenth) and lose their swing (decay 0.5); let alone they return, lengths by a quarter a second.
typedef struct SupTouch {
    double origin[3];    ///< [m] -1e12 .. 1e12
    double direction[3]; ///< not zero
    double spread;       ///< radius of the cone over its length, 0 .. 10
} SupTouch;
/// Lasts until it is set again; null: none. Errors: OutOfRange (names the field), NotFinite.
SUP_API SupStatus supWorldSetTouch(SupWorld *world, const SupTouch *touch);

/// Pins or frees vertices where they are now (input numbering). A pinned vertex moves exactly 0.
SUP_API SupStatus supWorldPin(SupWorld *world, SupBodyId body, const uint32_t *vertices, uint32_t count, bool pinned);

/// The same for all vertices of the body.
SUP_API SupStatus supWorldPinAll(SupWorld *world, SupBodyId body, bool pinned);

/// A damped spring between a point of a body's surface and a place in the world: what a hand does. Its force is taken at
/// each substep's end, so any stiffness is stable; the three corners' inertia bounds what it can transmit.
typedef struct SupGrab {
    uint64_t cookie;
    uint32_t triangle; ///< surface triangle of the body's asset, 0 .. triangleCount - 1
    double weights[3]; ///< barycentric weights of the triangle's corners, each 0 .. 1, sum 1 within 1e-3
    double target[3];  ///< [m] world coordinates
    double stiffness;  ///< [N/m] 0 .. 1e12
    double damping;    ///< [N s/m] 0 .. 1e12 against the point's velocity
    bool leads; ///< of a network whose held node is pinned: the node goes straight to the target within the next frame
                ///< and stays there, whatever pulls at it. Default false: what is pinned does not move
} SupGrab;
#define SUP_GRAB_INIT \
    { 0x5355504752414231u, 0u, {1, 0, 0}, {0, 0, 0}, 0, 0, false }

/// Grabs a body, or moves its grab: one a body. It lasts until it is cleared, or the body is reset, replaced or removed.
/// Costs nothing while nothing is grabbed. Errors: StaleId, ForeignId, InvalidArgument, OutOfRange (names the field),
/// NotFinite.
SUP_API SupStatus supWorldSetGrab(SupWorld *world, SupBodyId body, const SupGrab *grab);
/// Lets go: the body keeps its velocity. Nothing to do when it is not grabbed. Errors: StaleId, ForeignId.
SUP_API SupStatus supWorldClearGrab(SupWorld *world, SupBodyId body);

/// Leads a node of a network by a tet body: a rope that carries a jelly cube. The node is led (at 2 m/s beside the body's
/// own pace when it starts elsewhere) to the weighted mean of a patch of the body's vertices and stays there; what the
/// network pulls at it the patch feels. Frames of such a network are cut into the tets' substeps, settings.substeps, with as
/// many steps each as its iterations or its load ask for. Edges along strands bear best; very light bodies may be stirred
/// by what newton's conjugate gradients leave over.
typedef struct SupAttachment {
    uint64_t cookie;
    SupBodyId network;
    uint32_t node;     ///< of the network
    SupBodyId body;    ///< of tets
    uint32_t triangle; ///< surface triangle of the body's asset, 0 .. triangleCount - 1
    double weights[3]; ///< barycentric weights of the triangle's corners, each 0 .. 1, sum 1 within 1e-3
    double radius; ///< [m] 0 .. 1e6, default 0: vertices nearer than this to the point, at rest, are the patch, nearest ones
                   ///< weighing most; without any it is the triangle. A larger patch bears more: a load of a body's own
                   ///< weight wants a patch of a hundredth of it or more
    double offset[3]; ///< [m] each -1e6 .. 1e6, default 0: from the patch's mean to where the node is led, in the axes of
                      ///< the body's mesh; it turns with the body. The patch then reaches at least twice as far
} SupAttachment;
#define SUP_ATTACHMENT_INIT                                              \
    {                                                                    \
        0x5355504154543031u, {0}, 0u, {0}, 0u, {1, 0, 0}, 0, { 0, 0, 0 } \
    }

/// Lasts until it is detached, attached anew, or one of the two bodies is removed or replaced; a reset keeps it. Pins and
/// grabs of the node say nothing meanwhile. Errors: StaleId, ForeignId, InvalidArgument (network is none, body is one),
/// OutOfRange (names the field), OutOfMemory.
SUP_API SupStatus supWorldAttach(SupWorld *world, const SupAttachment *attachment);
/// Lets nodes go with the velocity that they have; those that are not attached stay as they are.
/// @param nodes null: all of the network. Errors: StaleId, ForeignId, InvalidArgument, OutOfRange (a node that is not
/// there).
SUP_API SupStatus supWorldDetach(SupWorld *world, SupBodyId network, const uint32_t *nodes, uint32_t count);

/// Back to the state right after each body was added (its pins too): positions, velocities, multipliers. A network that is
/// carried starts where its carrier then is. The frame counter and the time return to 0, and with them what moves colliders.
SUP_API SupStatus supWorldReset(SupWorld *world);
SUP_API SupStatus supWorldResetBody(SupWorld *world, SupBodyId body);

typedef struct SupBodyInfo {
    SupBodyAsset *asset;
    uint32_t vertexCount, tetCount;
    double origin[3];     ///< [m] buffers hold positions relative to this
    uint32_t firstVertex; ///< index of its first vertex in the World's vertex buffers
    uint32_t pinnedCount;
    SupSolver solver;    ///< that works on it: never Auto
    uint32_t iterations; ///< of it, a substep
} SupBodyInfo;
SUP_API SupStatus supWorldBodyInfo(const SupWorld *world, SupBodyId body, SupBodyInfo *info);
/// Bodies in the order in which they were added: body `i`, 0 <= i < stats.bodies; null id beyond.
SUP_API SupBodyId supWorldBodyAt(const SupWorld *world, uint32_t i);

// ---- Stepping --------------------------------------------------------------------------------------------------------

/// Encodes and submits `frames` frames of settings.frameTime each. Returns at once; never reads back.
/// At most two frames' worth of submissions are kept in flight natively: a faster caller is held back.
/// Errors: DeviceLost, GpuError.
SUP_API SupStatus supWorldStep(SupWorld *world, uint32_t frames);

/// Runs as many frames as `seconds` of real time ask for, carrying the rest over. Time beyond
/// settings.maxFramesPerAdvance frames, negative or non-finite time is dropped and counted, never integrated.
/// @param framesRun may be null. @param blend may be null: fraction of a frame that is left over, 0..1.
SUP_API SupStatus supWorldAdvance(SupWorld *world, double seconds, uint32_t *framesRun, double *blend);

typedef struct SupWorldStats {
    uint32_t bodies, assets;
    uint64_t vertices, tets;
    uint64_t frames;          ///< since creation or reset
    double time;              ///< [s] simulated since creation or reset
    double droppedTime;       ///< [s] that supWorldAdvance dropped
    uint64_t clampedAdvances; ///< calls of supWorldAdvance that dropped time
    uint32_t dispatchesPerFrame;
    uint32_t attachments;
    uint64_t networkSteps;  ///< small steps of all networks in a frame, as levels of detail have them now
    uint64_t gpuBytes;      ///< [byte] of device memory in use by this World
    double trafficPerFrame; ///< [byte] that a frame must read and write at least, with all iterations: for comparison
                            ///< with the device's bandwidth
    double gpuMilliseconds; ///< of the newest frame whose timestamps arrived; NaN where timestamps are unreliable
    uint64_t movingNodes;   ///< of all networks, as levels of detail and thinning have them now
} SupWorldStats;
SUP_API SupStatus supWorldStats(const SupWorld *world, SupWorldStats *stats);

/// GPU time of all dispatches of a kernel in a frame.
typedef struct SupKernelTime {
    const char *kernel; ///< the name of its shader
    uint32_t dispatches;
    double milliseconds; ///< sum; NaN: the driver's timestamps were not in order
} SupKernelTime;

/// Measures frames kernel by kernel, at most one at a time, each dispatch in a compute pass of its own: such frames take
/// longer, and give the same results. Of a frame of more than 2,048 dispatches the rest is not timed. Off at first; the
/// World's own time (stats.gpuMilliseconds) is not taken meanwhile. Errors: Unsupported (no timestamp queries), GpuError,
/// GpuOutOfMemory.
SUP_API SupStatus supWorldEnableProfile(SupWorld *world, bool enabled);
/// The kernels of the newest measured frame, in the order in which they first ran; count 0 before the first. Valid until the
/// next call with this World. Pending: newer times are on their way (they progress inside supGpuPoll).
SUP_API SupStatus supWorldKernelTimes(SupWorld *world, const SupKernelTime **out, uint32_t *count);

// ---- Reading back ----------------------------------------------------------------------------------------------------

typedef enum SupRead {
    SupRead_Positions,  ///< float32 x3 per vertex [m], relative to the body's origin, in the asset's vertex order
    SupRead_Velocities, ///< float32 x3 per vertex [m/s]
    SupRead_Normals,    ///< float32 x3 per vertex, unit on the surface, 0 inside (asks for normals, see below)
    SupRead_State,      ///< all that the next step depends on: positions, velocities, multipliers, nodes; for hashing
    SupRead_Health,     ///< SupHealth, one per body
    SupRead_Count,
    SupRead_Force32 = 0x7fffffff
} SupRead;

typedef struct SupHealth {
    uint32_t firstBadFrame; ///< frame (1 = the first) after which the body, or newton's potential of it, held a non-finite
                            ///< number; UINT32_MAX: none
    float residual; ///< vbd, newton: force left over at the frame's last iteration, largest |f| h^2/m over the largest
                    ///< displacement that forces made; 0 for xpbd and at rest; NaN for a non-finite body
} SupHealth;

/// Asks for data of one body, or of all bodies in order (null id), as it is after the frames submitted so far.
/// Errors: StaleId, ForeignId, OutOfMemory, GpuLimit, DeviceLost.
SUP_API SupStatus supWorldRequest(SupWorld *world, SupRead what, SupBodyId body, SupRequestId *out);
/// Pending, Ok or the failure; StaleId for a released one. Requests progress inside supGpuPoll.
SUP_API SupStatus supWorldRequestStatus(const SupWorld *world, SupRequestId request);
/// Polls until the request has ended or `seconds` have passed (Pending). Natively only.
SUP_API SupStatus supWorldRequestWait(SupWorld *world, SupRequestId request, double seconds);
/// The bytes of a finished request; they live until it is released.
SUP_API SupStatus supWorldRequestData(const SupWorld *world, SupRequestId request, const void **data, size_t *length);
SUP_API SupStatus supWorldRequestRelease(SupWorld *world, SupRequestId request);

/// XXH64 (seed 0) of bytes, the hash of all results.
SUP_API uint64_t supHash(const void *data, size_t length);

// ---- Drawing without a copy ------------------------------------------------------------------------------------------

typedef struct SupBufferView {
    WGPUBuffer buffer;   ///< usable as Storage, Vertex and CopySrc (triangles: Index too); no reference is added
    uint64_t offset;     ///< [byte] of the body's first element
    uint64_t stride;     ///< [byte]
    uint32_t count;      ///< elements
    double origin[3];    ///< [m] add it to positions
    uint64_t generation; ///< changes when `buffer` was replaced: make bind groups anew
} SupBufferView;
/// float32 x4 per vertex: position relative to origin [m], w unused.
SUP_API SupStatus supWorldPositions(const SupWorld *world, SupBodyId body, SupBufferView *view);
/// float32 x4 per vertex: unit normal, w 0 (of strands' tubes: how much more than their look says they glow). Filled after
/// each frame once normals are switched on; `buffer` is null until then.
SUP_API SupStatus supWorldNormals(const SupWorld *world, SupBodyId body, SupBufferView *view);
/// uint32 x1, three per surface triangle, relative to the body's first vertex (use it as base vertex).
SUP_API SupStatus supWorldTriangles(const SupWorld *world, SupBodyId body, SupBufferView *view);
/// Normals cost one more dispatch a frame. Off at creation; a request for normals computes them once.
SUP_API SupStatus supWorldEnableNormals(SupWorld *world, bool enabled);

// ---- Measuring (CPU, double precision) -------------------------------------------------------------------------------

typedef struct SupMeasureDesc {
    const SupBodyAsset *asset;
    const SupMaterial *material;
    const float *positions;  ///< [m] 3 per vertex relative to origin
    const float *velocities; ///< [m/s] 3 per vertex; null: 0
    double origin[3];
    double gravity[3];
    SupGround ground;
} SupMeasureDesc;

typedef struct SupMeasure {
    double kinetic, elastic, gravity;      ///< [J] gravity is 0 at the world's origin
    double momentum[3];                    ///< [kg m/s] of all vertices, pinned ones too
    double angularMomentum[3];             ///< [kg m2/s] around the world's origin
    double minVolumeRatio, maxVolumeRatio; ///< of a tet's volume to its rest volume; 1 of a network
    uint32_t inverted;                     ///< tets with a negative volume
    double residualArap, residualVolume;   ///< largest |C_arap| and |C_vol| (docs/physics.md)
    double maxPenetration;                 ///< [m] below the ground, >= 0
    double maxStretch;                     ///< of a network's stiffest edges: largest |length / rest length - 1|; 0 of tets
    bool finite;
} SupMeasure;
/// Energies, momentum, volumes and residuals of one body from a readback. A network's lengths are taken as lengthScale 1 has
/// them; its elastic energy leaves out edges that keep their length (SUP_RIGID).
SUP_API SupStatus supMeasureBody(const SupMeasureDesc *desc, SupMeasure *out);

#ifdef __cplusplus
}
#endif

#endif
