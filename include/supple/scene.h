// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_H
#define SUPPLE_SCENE_H

/// @file scene.h
/// Scene files, presets, the table of tunables, and the frame loop that command line, viewer and web page share.
///
/// Loading has two phases, so that it works where files arrive asynchronously: parsing names the files that the scene
/// wants, the host supplies their bytes, building makes the World. This layer opens no files, windows or devices.
/// docs/scene.schema.json is the format; docs/scenes.md explains it.

#include "render.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SupScene SupScene;

/// Parses a scene file. `name` stands in messages. Unknown keys are errors that name the nearest known key; every
/// message carries line and column. Errors: Malformed, OutOfRange, Unsupported (a newer version), OutOfMemory.
SUP_API SupStatus supSceneParse(const char *name, const char *json, size_t length, SupScene **out, SupReport *report);
/// A scene for one mesh: it is made solid with about 4,500 tets and dropped, its lowest point half its own height above the
/// ground at y = 0. `file` is the file's name as supSceneWanted will ask for it: its extension tells the format, and
/// NAME_positions.vec3f32bin or NAME_tet_indices.vec4u32bin stand for both files of the pair. The body is named "body".
SUP_API SupStatus supSceneFromMesh(const char *file, SupScene **out, SupReport *report);
SUP_API void supSceneDestroy(SupScene *scene);

/// Presets are scene files that are built in (folder scenes/).
SUP_API uint32_t supPresetCount(void);
/// Null beyond the last one.
SUP_API const char *supPresetName(uint32_t index);
SUP_API const char *supPresetDescription(uint32_t index);
/// Errors: InvalidArgument (the text names the nearest preset).
SUP_API SupStatus supSceneFromPreset(const char *name, SupScene **out, SupReport *report);

// ---- Files that a scene wants ----------------------------------------------------------------------------------------

SUP_API uint32_t supSceneWantedCount(const SupScene *scene);
/// Path as the scene file writes it (relative to the scene file); built-in assets of presets are never asked for.
/// Null beyond the last one.
SUP_API const char *supSceneWanted(const SupScene *scene, uint32_t index);
/// Supplies the bytes of a wanted file (copied or consumed before it returns): reads, cleans and meshes what it holds.
/// Errors: those of supSurfaceRead, supTetMeshFromSurface, supTetMeshReadPair.
SUP_API SupStatus supSceneSupply(SupScene *scene, uint32_t index, const void *bytes, size_t length, SupProgress progress,
                                 SupReport *report);

// ---- Tunables --------------------------------------------------------------------------------------------------------

typedef enum SupTunableKind {
    SupTunableKind_Number,
    SupTunableKind_Integer,
    SupTunableKind_Choice, ///< one of `choices`
    SupTunableKind_Toggle, ///< true or false
    SupTunableKind_Force32 = 0x7fffffff
} SupTunableKind;

/// One value that can be changed by --set, by a panel or by a share link; most of them while the World runs.
typedef struct SupTunable {
    const char *path;  ///< "bodies.beam.material.young"; lives as long as the scene
    const char *label; ///< "Young's modulus"
    const char *unit;  ///< "Pa"; "" for none
    SupTunableKind kind;
    double minimum, maximum, standard; ///< range and default; for a choice: index
    bool logarithmic;                  ///< a slider should be logarithmic
    bool live;                         ///< can change while the World runs; others need supSceneBuild again
    const char *const *choices;        ///< null-terminated, for Choice
} SupTunable;

/// All tunables of this scene (world settings first, then each body's). False beyond the last one.
/// Vectors are one tunable a component ("gravity.y").
SUP_API bool supSceneTunable(const SupScene *scene, uint32_t index, SupTunable *out);
/// Sets one value from text: numbers ("1e6"), choices ("scatter", "medium" for a material's `stiffness`), "true" or "false",
/// and "[0, -1.6, 0]" for a whole vector. Beyond the tunables, `path` may name any number or choice of the scene file
/// ("bodies.beam.shape.box.cells"). Applied at once to `world` when it was built from this scene (null: only to the scene).
/// All or nothing. Errors: InvalidArgument (unknown path, names the nearest; not a value), OutOfRange, Unsupported (not
/// live).
SUP_API SupStatus supSceneSet(SupScene *scene, SupWorld *world, const char *path, const char *value, SupReport *report);
/// A number, the index of a choice, or 0 and 1. Errors: InvalidArgument (unknown path, or a whole vector).
SUP_API SupStatus supSceneGet(const SupScene *scene, const char *path, double *value);

// ---- Building and running --------------------------------------------------------------------------------------------

/// Makes what bodies need besides the GPU: meshes, adjacency, colours. supSceneBuild does what is left of it; call this to
/// see progress, or to time it. Errors: those of the mesh layer, naming the file or the body.
SUP_API SupStatus supScenePrepare(SupScene *scene, SupProgress progress, SupReport *report);
/// All that supSceneBuild would say and that needs no GPU: pins and probes too. Errors: those of supScenePrepare,
/// InvalidArgument (a file was not supplied), OutOfRange (a pin), Empty (a probe).
SUP_API SupStatus supSceneCheck(SupScene *scene, SupReport *report);
/// The asset of a body once it was made, retained by the scene: serialise it where it was prepared (a worker, a cache) ...
/// Null before.
SUP_API SupBodyAsset *supSceneAsset(const SupScene *scene, uint32_t body);
/// ... and give it to the same body of an equal scene elsewhere, which then needs neither file nor preparation for it.
/// The scene takes a reference. Errors: InvalidArgument (no such body).
SUP_API SupStatus supSceneSetAsset(SupScene *scene, uint32_t body, SupBodyAsset *asset);
/// Makes the World with all bodies. All wanted files must have been supplied. Errors: those of supWorldCreate and
/// supWorldAddBody, naming the body; InvalidArgument (a wanted file is missing).
SUP_API SupStatus supSceneBuild(SupScene *scene, SupGpu *gpu, SupWorld **out, SupReport *report);

/// Moves all bodies of `from`, whose files were supplied, into a scene and its World, beside what starts there; a single
/// one is called `name` (null: as in `from`), with a number when there is one of that name. Bodies that are there do not
/// notice. Paths of tunables that were asked for before are no longer valid. `from` is left without bodies; destroy it.
/// Errors: those of supSceneCheck and supWorldAddBody; the scene is then as it was.
SUP_API SupStatus supSceneAppend(SupScene *scene, SupWorld *world, SupScene *from, const char *name, SupReport *report);

SUP_API const char *supSceneName(const SupScene *scene);
/// Frames that the scene wants to run (its `time.frames`), default 240.
SUP_API uint32_t supSceneFrames(const SupScene *scene);
SUP_API uint32_t supSceneBodyCount(const SupScene *scene);
SUP_API const char *supSceneBodyName(const SupScene *scene, uint32_t index);
/// Id in the World that supSceneBuild made; null id before.
SUP_API SupBodyId supSceneBody(const SupScene *scene, uint32_t index);
/// Index of the body whose `copies` made this one; its own when it is no copy. Only models have tunables, and what is set of
/// a model, but for its position, is set of its copies too.
SUP_API uint32_t supSceneBodyModel(const SupScene *scene, uint32_t index);
/// supWorldPinAll of a body and of its copies. Errors: those of supWorldPinAll.
SUP_API SupStatus supScenePinAll(const SupScene *scene, SupWorld *world, uint32_t index, bool pinned);

// ---- Following the pointer -------------------------------------------------------------------------------------------

typedef enum SupFollow {
    SupFollow_Off,
    SupFollow_On,    ///< the node is pinned and goes where the pointer is
    SupFollow_Alone, ///< and the body's other pins are let go: it hangs from this node
    SupFollow_Force32 = 0x7fffffff
} SupFollow;

/// What `network.follow` of a scene says. Viewer and page act on it; the World does not.
typedef struct SupFollower {
    SupFollow follow;
    uint32_t node;   ///< of the body
    double place[3]; ///< [m] where it starts
} SupFollower;
/// False: the body is no network or has no such node, or its asset was not made.
SUP_API bool supSceneFollower(const SupScene *scene, uint32_t index, SupFollower *out);

// ---- Pictures --------------------------------------------------------------------------------------------------------

/// What the scene says about pictures: its camera and light into `view` (whose width and height are set), the bodies' looks
/// and the blocks that hold pinned regions into `renderer`. `world` is the one that supSceneBuild made last. A camera whose
/// eye or target the scene leaves open sees all bodies (supCameraAround). Errors: those of supRendererSetLook and
/// supRendererSetBlocks; their text is the renderer's.
SUP_API SupStatus supSceneDress(const SupScene *scene, const SupWorld *world, SupRenderer *renderer, SupView *view);

// ---- Running ---------------------------------------------------------------------------------------------------------

typedef struct SupRunDesc {
    uint64_t cookie;
    SupScene *scene;
    SupWorld *world;
    uint32_t frames; ///< to run
    bool record;     ///< keep the positions of every frame (the first state too): (frames + 1) x vertices x 3 floats
    bool local;      ///< positions relative to each body's origin instead of the world's
    SupProgress progress;
} SupRunDesc;
#define SUP_RUN_DESC_INIT                                     \
    {                                                         \
        0x53555052554e3031u, 0, 0, 0u, false, false, { 0, 0 } \
    }

/// A headless run as a state machine that never waits: call supRunPoll until it answers something else than Pending.
typedef struct SupRun SupRun;
/// `scene` and `world` (of supSceneBuild) outlive the run. Errors: InvalidArgument, OutOfMemory and the World's.
SUP_API SupStatus supRunCreate(const SupRunDesc *desc, SupRun **out);
/// Pending, Ok (finished), Diverged (finished too: all results are there, non-finite ones as they are), or what went wrong.
SUP_API SupStatus supRunPoll(SupRun *run);
/// Polls until the run has ended or `seconds` have passed (Pending). Natively only.
SUP_API SupStatus supRunWait(SupRun *run, double seconds);
/// Why it ended otherwise than with Ok: "body "x" became non-finite in frame 12; ...". "" before.
SUP_API const char *supRunErrorText(const SupRun *run);
/// Destroy it before its World and scene. Null is allowed.
SUP_API void supRunDestroy(SupRun *run);

/// Final positions, float32 x3, bodies in order, each in its mesh's input order (vertices that no tet uses are left out).
/// Lives as long as the run; null before it has finished.
SUP_API const float *supRunPositions(const SupRun *run, uint32_t *vertexCount);
/// All recorded frames one after another; null when `record` was false or the run has not finished.
SUP_API const float *supRunRecord(const SupRun *run, uint32_t *frameCount);
/// The result object of docs/cli.md as JSON text: always valid JSON, null for numbers that are not finite or not known.
/// Freed by supFree. Errors: Pending (not finished), OutOfMemory.
SUP_API SupStatus supRunResultJson(const SupRun *run, char **json);
/// Surface of all bodies as they are at the end, for export: world coordinates, only vertices that the surface uses.
/// Freed by supSurfaceFree. Errors: Pending (not finished), OutOfMemory.
SUP_API SupStatus supRunSurface(const SupRun *run, SupSurface *out);

#define SUP_NPY_HEADER_SIZE 128
/// Header of a NumPy .npy file (format 1.0) for little-endian float32 in C order; the floats follow it as they are.
/// 1 to 4 dimensions. Errors: InvalidArgument, OutOfRange.
SUP_API SupStatus supNpyHeader(const uint64_t *shape, uint32_t dimensions, char header[SUP_NPY_HEADER_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
