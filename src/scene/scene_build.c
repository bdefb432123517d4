// SPDX-License-Identifier: MIT
#include "scene_data.h"
#include "selection.h"

#include "base/memory.h"
#include "sim/network_misfit.h"

#include <math.h>
#include <string.h>

SupSettings supSceneSettings(const SupScene *scene) {
    SupSettings settings = SUP_SETTINGS_INIT;
    memcpy(settings.gravity, scene->gravity, sizeof settings.gravity);
    settings.frameTime = scene->time.frame;
    settings.substeps = scene->time.substeps;
    settings.iterations = scene->time.iterations;
    settings.linearIterations = scene->time.linearIterations;
    settings.tolerance = scene->time.tolerance;
    settings.solver = (SupSolver)scene->solver;
    settings.accumulate = (SupAccumulate)scene->accumulate;
    settings.ground = scene->ground;
    settings.wind = scene->wind;
    return settings;
}

/// The first file that a body without an asset still lacks, or null.
static const SceneFile *missingFile(const SupScene *scene) {
    for (size_t i = 0; i < scene->bodies.count; ++i) {
        const SceneBody *body = sceneBody(scene, i);
        const SceneFile *file = body->asset ? NULL : supSceneLackedFile(scene, &body->shape);
        if (file) return file;
    }
    return NULL;
}

static SupStatus checkFiles(const SupScene *scene, SupReport *report) {
    const SceneFile *file = missingFile(scene);
    if (!file) return SupStatus_Ok;
    return supFail(report, SupStatus_InvalidArgument, "%s: the file %s was not supplied", scene->label, file->path);
}

/// Vertices relative to the asset's centre, mirrored; null when out of memory.
static float *mirroredPositions(const ScenePlacement *placement) {
    size_t count = placement->view.vertexCount;
    float *positions = SUP_NEW_ARRAY(float, 3 * count);
    for (size_t i = 0; positions && i < 3 * count; ++i)
        positions[i] = (float)placement->mirror[i % 3] * placement->view.positions[i];
    return positions;
}

/// Adds a body to the World, or puts it in the place of what it was before.
static SupStatus putBody(SupWorld *world, SceneBody *body, bool replace, SupReport *report) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = body->asset;
    memcpy(desc.position, body->position, sizeof desc.position);
    memcpy(desc.rotation, body->rotation, sizeof desc.rotation);
    memcpy(desc.velocity, body->velocity, sizeof desc.velocity);
    memcpy(desc.angularVelocity, body->angularVelocity, sizeof desc.angularVelocity);
    desc.material = body->material.value;
    desc.network = body->network;
    SceneIndices pinned;
    SupStatus status = supSceneSelectPinned(body, &pinned, report);
    if (status) return status;
    desc.pinned = pinned.values;
    desc.pinnedCount = pinned.count;
    float *start = NULL;
    if (body->mirror != SceneMirror_None) {
        ScenePlacement placement = supScenePlace(body);
        start = mirroredPositions(&placement);
        if (!start) status = SupStatus_OutOfMemory;
        desc.startPositions = start;
    }
    if (!status) status = replace ? supWorldReplaceBody(world, body->id, &desc) : supWorldAddBody(world, &desc, &body->id);
    if (status) {
        const char *why = supWorldErrorText(world);
        char at[120];
        supFail(report, status, "%sbody \"%s\": %s", supSceneLineText(&body->at, at, sizeof at), body->name,
                *why ? why : supStatusText(status));
    }
    supFree(start);
    supFree(pinned.values);
    return status;
}

SupStatus supSceneAddBody(SupWorld *world, SceneBody *body, SupReport *report) {
    return putBody(world, body, false, report);
}

/// What was chosen among the vertices of a body that has others now.
static SupStatus chooseAnew(SupScene *scene, SupWorld *world, const SceneBody *body, SupReport *report) {
    for (size_t i = 0; i < scene->probes.count; ++i) {
        SceneProbe *probe = sceneProbe(scene, i);
        SupReport unsaid = SUP_REPORT_INIT; // a probe may hold nothing for a while
        if (sceneBody(scene, probe->bodyIndex) == body) supSceneSelectProbe(body, probe, &unsaid);
    }
    return supSceneAttach(scene, 0, world, report);
}

SupStatus supSceneRemakeBody(SupScene *scene, SupWorld *world, SceneBody *body, SupReport *report) {
    SupBodyAsset *before = body->asset;
    body->asset = NULL;
    SupStatus status = supSceneMakeAssets(scene, false, (SupProgress){0}, report);
    if (!status && !body->asset)
        status = supFail(report, SupStatus_InvalidArgument, "body \"%s\": its file is not there any more", body->name);
    if (!status) status = supSceneAttach(scene, 0, NULL, report);
    if (!status) status = putBody(world, body, true, report);
    if (status) {
        if (body->asset) supBodyAssetRelease(body->asset);
        body->asset = before;
        return status;
    }
    supBodyAssetRelease(before);
    return chooseAnew(scene, world, body, report);
}

/// World coordinates far away are coarse in float32; what the World computes with is relative and is not.
static void noteFarBodies(const SupScene *scene, SupReport *report) {
    for (size_t i = 0; i < scene->bodies.count; ++i) {
        const SceneBody *body = sceneBody(scene, i);
        const double *p = body->position;
        double far = fmax(fabs(p[0]), fmax(fabs(p[1]), fabs(p[2]))), spacing = far * 0x1p-23;
        if (spacing <= 1e-3 * supBodyAssetView(body->asset).minEdge) continue;
        supReportAdd(report, SupSeverity_Note, "far_from_origin", 1, NULL, 0,
                     "body \"%s\" is %.3g m from the origin: its world coordinates are rounded to %.1g m; take local ones",
                     body->name, far, spacing);
        return;
    }
}

/// A body below the ground is put on it, flattened, in the first frame: rarely what was meant.
static void noteSunkBodies(const SupScene *scene, SupReport *report) {
    SupGround ground = supSceneSettings(scene).ground;
    for (size_t i = 0; i < scene->bodies.count && ground.enabled; ++i) {
        const SceneBody *body = sceneBody(scene, i);
        ScenePlacement placement = supScenePlace(body);
        double depth = 0.0;
        for (uint32_t v = 0; v < placement.view.vertexCount; ++v)
            depth = fmax(depth, ground.height - supScenePlaced(&placement, v).y);
        if (depth <= 1e-3 * placement.view.radius) continue;
        supReportAdd(report, SupSeverity_Warning, "below_ground", 1, NULL, 0,
                     "body \"%s\" starts %.3g m below the ground: it is flattened onto it and springs back; place it higher",
                     body->name, depth);
        return;
    }
}

SupStatus supSceneSetColliders(const SupScene *scene, SupWorld *world, SupReport *report) {
    SupCollider colliders[SUP_MAX_COLLIDERS];
    size_t count = scene->colliders.count < SUP_MAX_COLLIDERS ? scene->colliders.count : SUP_MAX_COLLIDERS;
    for (size_t i = 0; i < count; ++i) colliders[i] = sceneCollider(scene, i)->value;
    SupStatus status = supWorldSetColliders(world, colliders, (uint32_t)count);
    return status ? supFail(report, status, "%s: %s", scene->label, supWorldErrorText(world)) : status;
}

/// What a body's network asks for and its shape has not.
static SupStatus checkNetwork(const SceneBody *body, SupReport *report) {
    char text[160], at[120];
    SupStatus status = supNetworkMisfit(body->asset, &body->network, text, sizeof text);
    if (!status) return status;
    return supFail(report, status, "%sbody \"%s\": %s", supSceneLineText(&body->at, at, sizeof at), body->name, text);
}

/// A carrier takes along what does not move by itself: without such nodes it does nothing.
static void noteIdleCarrier(const SceneBody *body, const SceneIndices *pinned, SupReport *report) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    bool fixed = pinned->count > 0;
    for (uint32_t n = 0; n < view.nodeCount && !fixed; ++n) fixed = view.inverseMass[n] <= 0.0f;
    char at[120];
    if (!body->network.carrier || fixed || !view.nodeCount) return;
    supReportAdd(report, SupSeverity_Warning, "idle_carrier", 1, NULL, 0,
                 "%sbody \"%s\": its carrier \"%s\" carries pinned nodes, and none is pinned",
                 supSceneLineText(&body->at, at, sizeof at), body->name, body->carrier);
}

/// Within a frame colliders go straight: what swings within a few frames loses its shape, and within two any likeness.
static void noteFastMotion(const SupScene *scene, SupReport *report) {
    enum { Fewest = 8 };
    for (size_t i = 0; i < scene->colliders.count; ++i) {
        const SceneCollider *collider = sceneCollider(scene, i);
        double period = collider->value.motion.period, frame = scene->time.frame;
        if (period == 0.0 || period >= Fewest * frame) continue;
        char at[120], name[90];
        supReportAdd(
            report, SupSeverity_Warning, "fast_motion", 1, NULL, 0,
            "%s%s swings in %.3g s, which are %.2g frames, and goes straight within each; make the period longer, or "
            "time.frame %.2g s or less",
            supSceneLineText(&collider->at, at, sizeof at), supSceneColliderText(scene, i, name, sizeof name), period,
            period / frame, period / Fewest);
        return;
    }
}

static SupStatus checkBodies(const SupScene *scene, SupReport *report) {
    SupStatus status = SupStatus_Ok;
    for (size_t i = 0; i < scene->bodies.count && !status; ++i) {
        const SceneBody *body = sceneBody(scene, i);
        SceneIndices pinned = {NULL, 0};
        status = checkNetwork(body, report);
        if (!status) status = supSceneSelectPinned(body, &pinned, report);
        if (!status) noteIdleCarrier(body, &pinned, report);
        supFree(pinned.values);
    }
    return status;
}

static SupStatus selectProbes(SupScene *scene, SupReport *report) {
    SupStatus status = checkFiles(scene, report);
    if (!status) status = supSceneMakeAssets(scene, false, (SupProgress){0}, report);
    for (size_t i = 0; i < scene->probes.count && !status; ++i) {
        SceneProbe *probe = sceneProbe(scene, i);
        status = supSceneSelectProbe(sceneBody(scene, probe->bodyIndex), probe, report);
    }
    return status;
}

SupStatus supSceneCheck(SupScene *scene, SupReport *report) {
    if (!scene) return supFail(report, SupStatus_InvalidArgument, "supSceneCheck: scene is null");
    SupStatus status = selectProbes(scene, report);
    if (!status) status = checkBodies(scene, report);
    if (!status) status = supSceneAttach(scene, 0, NULL, report);
    if (!status) noteFarBodies(scene, report);
    if (!status) noteSunkBodies(scene, report);
    if (!status) noteFastMotion(scene, report);
    return status;
}

SupStatus supSceneBuild(SupScene *scene, SupGpu *gpu, SupWorld **out, SupReport *report) {
    if (!scene || !gpu || !out) return supFail(report, SupStatus_InvalidArgument, "supSceneBuild: an argument is null");
    *out = NULL;
    SupStatus status = selectProbes(scene, report);
    if (!status) status = checkBodies(scene, report);
    if (status) return status;
    SupWorldDesc desc = SUP_WORLD_DESC_INIT;
    desc.gpu = gpu;
    desc.settings = supSceneSettings(scene);
    SupWorld *world = NULL;
    status = supWorldCreate(&desc, &world);
    if (status) {
        const char *why = supGpuErrorText(gpu);
        return supFail(report, status, "%s: %s", scene->label, *why ? why : supStatusText(status));
    }
    status = supSceneSetColliders(scene, world, report); // first: they may carry bodies
    for (size_t i = 0; i < scene->bodies.count && !status; ++i) status = supSceneAddBody(world, sceneBody(scene, i), report);
    if (!status) status = supSceneAttach(scene, 0, world, report);
    if (status) {
        supWorldDestroy(world);
        for (size_t i = 0; i < scene->bodies.count; ++i) sceneBody(scene, i)->id.value = 0;
        return status;
    }
    noteFarBodies(scene, report);
    noteSunkBodies(scene, report);
    noteFastMotion(scene, report);
    scene->gpu = gpu;
    *out = world;
    return SupStatus_Ok;
}

/// The last part of a path.
static const char *fileName(const char *path) {
    const char *name = path;
    for (; *path; ++path)
        if (*path == '/' || *path == '\\') name = path + 1;
    return name;
}

const char *supSceneName(const SupScene *scene) { return scene->name ? scene->name : fileName(scene->label); }
uint32_t supSceneFrames(const SupScene *scene) { return scene->time.frames; }
uint32_t supSceneBodyCount(const SupScene *scene) { return (uint32_t)scene->bodies.count; }

const char *supSceneBodyName(const SupScene *scene, uint32_t index) {
    return index < scene->bodies.count ? sceneBody(scene, index)->name : NULL;
}

SupBodyId supSceneBody(const SupScene *scene, uint32_t index) {
    return index < scene->bodies.count ? sceneBody(scene, index)->id : (SupBodyId){0};
}
