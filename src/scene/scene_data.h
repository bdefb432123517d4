// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_DATA_H
#define SUPPLE_SCENE_DATA_H

#include "json.h"
#include "scene_keys.h"

typedef enum SceneShapeKind { // order of the keys of `shape`
    SceneShape_Box,
    SceneShape_Torus,
    SceneShape_Mesh,
    SceneShape_Tets,
    SceneShape_Strands,
    SceneShape_Cloth,
    SceneShape_Shell,
    SceneShape_Hair,
    SceneShape_Blob
} SceneShapeKind;

/// Where a shape's surface comes from: one of three.
typedef struct SceneSource {
    char *file;
    char *positions, *indices; // the boundary of tets
    double ellipsoid[3];       // radii; 0: none
    uint32_t rings;
    double scale; // of files
    uint32_t units;
} SceneSource;

typedef struct SceneShape {
    uint32_t kind;
    struct {
        double size[3];
        uint32_t cells[3];
    } box;
    struct {
        double majorRadius, minorRadius;
        uint32_t ring, section;
    } torus;
    struct {
        char *file;
        double cell; // 0: by tets
        uint32_t tets;
        double scale;
        uint32_t units;
    } mesh;
    struct {
        char *positions, *indices;
        double scale;
        uint32_t units;
    } tets;
    SupStrandsDesc strands;
    SupClothDesc cloth;
    struct {
        SceneSource source;
        SupShellDesc desc;
    } shell;
    struct {
        SceneSource source;
        SupHairDesc desc;
    } hair;
    struct {
        SceneSource source;
        SupBlobDesc desc;
    } blob;
} SceneShape;

static inline bool sceneShapeIsNetwork(const SceneShape *shape) { return shape->kind >= SceneShape_Strands; }
/// Where its surface comes from; null: from no source of this kind.
static inline const SceneSource *sceneShapeSource(const SceneShape *shape) {
    return shape->kind == SceneShape_Shell  ? &shape->shell.source
           : shape->kind == SceneShape_Hair ? &shape->hair.source
           : shape->kind == SceneShape_Blob ? &shape->blob.source
                                            : NULL;
}

#define SCENE_UNSET UINT32_MAX

typedef struct SceneMaterial {
    SupMaterial value;
    uint32_t stiffness; // index of the preset that was asked for, SCENE_UNSET: none
} SceneMaterial;

typedef enum ScenePinKind { // order of the keys of a pin
    ScenePin_Box,
    ScenePin_Sphere,
    ScenePin_Vertices
} ScenePinKind;

typedef struct ScenePin {
    uint32_t kind;
    double box[6];
    struct {
        double center[3], radius;
    } sphere;
    SceneIndices vertices;
} ScenePin;

/// How bodies look; NaN: as the scene's look says, else as the renderer's own.
typedef struct SceneLook {
    double color[3], roughness, metallic, translucency, emission[3], hair;
} SceneLook;

typedef enum SceneMirror { SceneMirror_None, SceneMirror_X, SceneMirror_Y, SceneMirror_Z } SceneMirror;

/// A body and more like it, in rows around its position.
typedef struct SceneCopies {
    uint32_t count[2]; // along x and z
    double spacing[2], jitter;
    uint32_t seed;
} SceneCopies;

typedef struct SceneBody {
    char *name;
    SceneCopies copies;
    uint32_t copyOf; // place of the body that it is a copy of, plus 1; 0: it is none
    SceneShape shape;
    double position[3], rotation[4], velocity[3], angularVelocity[3];
    SceneMaterial material;      // of tets
    SupNetworkSettings network;  // of networks
    char *carrier;               // name of the collider that carries it, or null
    uint32_t follow, followNode; // SupFollow, and which node does
    SceneItems pins;             // ScenePin
    uint32_t mirror;
    SceneLook look;

    SceneLine at;
    SupBodyAsset *asset; // null until its shape was made
    SupBodyId id;        // in the World that was built last
} SceneBody;

/// What networks meet, and how it is drawn.
typedef struct SceneCollider {
    char *name; // or null
    SupCollider value;
    double color[3], roughness;
    SceneLine at;
} SceneCollider;

/// Nodes of a network that a body of tets leads.
typedef struct SceneAttachment {
    char *network, *body; // names
    SceneItems nodes;     // ScenePin
    double radius;

    SceneLine at;
    uint32_t networkIndex, bodyIndex;
} SceneAttachment;

typedef struct SceneProbe {
    char *name; // first: see SceneKey_Map
    char *body;
    double box[6];

    uint32_t bodyIndex;
    SceneIndices selected; // the asset's numbering, set when the World is built
} SceneProbe;

typedef struct SceneFile {
    char *path;
    const void *bytes; // null until supplied
    void *owned;       // the copy to free; null for built-in bytes
    size_t length;
    bool builtIn; // the host is not asked for it
} SceneFile;

struct SupScene {
    char *label; // file or preset, for messages
    char *schema, *name, *description;
    uint32_t format;
    double gravity[3];
    struct {
        double frame;
        uint32_t substeps, iterations, linearIterations, frames;
        double tolerance;
    } time;
    uint32_t solver, accumulate;
    SupGround ground;
    struct {
        double height, length; // of the ground's waves, for the eye alone
    } ripple;
    SupWind wind;
    SceneItems colliders;   // SceneCollider
    SceneItems bodies;      // SceneBody
    SceneItems attachments; // SceneAttachment
    SceneItems probes;      // SceneProbe
    struct {
        double eye[3], target[3]; // NaN: where supCameraAround puts it
        double fieldOfView;
    } camera;
    struct {
        double sun[3], intensity, exposure, bloom;
    } light;
    SceneLook look; // of bodies that have none of their own

    bool drop; // place the only body half its height above the ground once its shape is known
    SceneFile *files;
    uint32_t fileCount;
    SupTunable *tunables;
    uint32_t tunableCount;
    SupGpu *gpu; // of the newest build
};

static inline SceneBody *sceneBody(const SupScene *scene, size_t i) { return (SceneBody *)scene->bodies.items + i; }
static inline SceneCollider *sceneCollider(const SupScene *scene, size_t i) {
    return (SceneCollider *)scene->colliders.items + i;
}
static inline SceneAttachment *sceneAttachment(const SupScene *scene, size_t i) {
    return (SceneAttachment *)scene->attachments.items + i;
}
static inline SceneProbe *sceneProbe(const SupScene *scene, size_t i) { return (SceneProbe *)scene->probes.items + i; }

/// Whether a body of this shape has the key at all ...
bool supSceneKeyFits(const SceneKey *key, const SceneShape *shape);
/// ... and why not.
const char *supSceneKeyMisfit(const SceneKey *key);
/// Whether a scene has bodies that the key concerns; without bodies all are assumed to be of tets.
bool supSceneKeyShown(const SceneKey *key, const SupScene *scene);

/// Turns `stiffness` into numbers, once.
SupStatus supSceneApplyStiffness(SceneMaterial *material);

SupSettings supSceneSettings(const SupScene *scene);
/// "NAME" or number of a collider, for messages.
const char *supSceneColliderText(const SupScene *scene, size_t index, char *text, size_t size);
/// Null, or what is wrong with a name that stands in paths, in messages and in results.
const char *supSceneNameFault(const char *name);
/// Puts all colliders of the scene into the World.
SupStatus supSceneSetColliders(const SupScene *scene, SupWorld *world, SupReport *report);
/// Finds the collider of the scene that is to carry the body. False when there is none of that name.
bool supSceneFindCarrier(const SupScene *scene, SceneBody *body);

/// Lists the files that the shapes want, each once. False when out of memory.
bool supSceneListFiles(SupScene *scene);
/// The first file of a shape whose bytes are not there, or null.
const SceneFile *supSceneLackedFile(const SupScene *scene, const SceneShape *shape);
/// Makes the assets that bodies lack and whose files are there; with `filesOnly` only of shapes that come from files.
/// Bodies of equal shape share one.
SupStatus supSceneMakeAssets(SupScene *scene, bool filesOnly, SupProgress progress, SupReport *report);
/// Adds a body, whose asset is there, to the World.
SupStatus supSceneAddBody(SupWorld *world, SceneBody *body, SupReport *report);
/// Checks what attachments name, from the `first` one on, once assets are there; makes them in the World unless that is
/// null.
SupStatus supSceneAttach(const SupScene *scene, size_t first, SupWorld *world, SupReport *report);
/// Makes a body whose shape has changed anew, in the World too: it starts again. All or nothing.
SupStatus supSceneRemakeBody(SupScene *scene, SupWorld *world, SceneBody *body, SupReport *report);
/// How a body looks, with what it and the scene leave open filled in.
SceneLook supSceneLookShown(const SupScene *scene, const SceneBody *body);
/// Makes the copies that bodies ask for. False when out of memory.
bool supSceneMakeCopies(SupScene *scene);
/// Fills scene->tunables. False when out of memory.
bool supSceneListTunables(SupScene *scene);
/// A scene with defaults and nothing in it; null when out of memory.
SupScene *supSceneNew(const char *label);

#endif
