// SPDX-License-Identifier: MIT
// Bodies of one scene move into another that runs already.
#include "scene_data.h"
#include "selection.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NameBytes = 64 };

static bool isTaken(const SupScene *scene, const char *name) {
    for (size_t i = 0; i < scene->bodies.count; ++i)
        if (strcmp(sceneBody(scene, i)->name, name) == 0) return true;
    return false;
}

/// `wanted`, made fit for a path ("bodies.NAME.position") and unlike all names in the scene; null when out of memory.
static char *freeName(const SupScene *scene, const char *wanted) {
    char stem[NameBytes - 8 + 1], name[NameBytes + 1];
    size_t length = 0;
    for (; *wanted && length + 1 < sizeof stem; ++wanted) {
        bool bad = *wanted == '.' || *wanted == '=' || (unsigned char)*wanted < 0x20;
        stem[length++] = bad ? '_' : *wanted;
    }
    stem[length] = 0;
    snprintf(name, sizeof name, "%s", length ? stem : "body");
    for (int n = 2; isTaken(scene, name); ++n) snprintf(name, sizeof name, "%s_%d", length ? stem : "body", n);
    char *copy = SUP_NEW_ARRAY(char, strlen(name) + 1);
    return copy ? memcpy(copy, name, strlen(name) + 1) : NULL;
}

/// Extent along x of where bodies start.
static void measure(const SupScene *scene, double *least, double *most) {
    *least = INFINITY, *most = -INFINITY;
    for (size_t i = 0; i < scene->bodies.count; ++i) {
        if (!sceneBody(scene, i)->asset) continue;
        ScenePlacement placement = supScenePlace(sceneBody(scene, i));
        for (uint32_t v = 0; v < placement.view.vertexCount; ++v) {
            double x = supScenePlaced(&placement, v).x;
            *least = fmin(*least, x), *most = fmax(*most, x);
        }
    }
}

/// Moves `from` along x until it starts beside what is in `scene`.
static void placeBeside(const SupScene *scene, const SupScene *from) {
    double least, most, ownLeast, ownMost;
    measure(scene, &least, &most);
    measure(from, &ownLeast, &ownMost);
    if (!(least <= most) || !(ownLeast <= ownMost)) return;
    double shift = most - ownLeast + 0.15 * fmin(most - least, ownMost - ownLeast);
    for (size_t i = 0; i < from->bodies.count; ++i) sceneBody(from, i)->position[0] += shift;
}

static void freeTunables(SupScene *scene) {
    for (uint32_t i = 0; i < scene->tunableCount; ++i) supFree((void *)scene->tunables[i].path);
    supFree(scene->tunables);
    scene->tunables = NULL;
    scene->tunableCount = 0;
}

/// Files stay with the bodies: a shape that is changed later is made of them again.
static bool moveFiles(SupScene *scene, SupScene *from) {
    SceneFile *files = SUP_NEW_ARRAY(SceneFile, (size_t)scene->fileCount + from->fileCount);
    if (!files) return false;
    if (scene->fileCount) memcpy(files, scene->files, scene->fileCount * sizeof *files);
    if (from->fileCount) memcpy(files + scene->fileCount, from->files, from->fileCount * sizeof *files);
    supFree(scene->files);
    scene->files = files;
    scene->fileCount += from->fileCount;
    from->fileCount = 0;
    return true;
}

static SupStatus moveBodies(SupScene *scene, SupScene *from, const char *name) {
    uint32_t shift = (uint32_t)scene->bodies.count;
    const SceneObject *type = supSceneKeyFind(&supSceneObject, "bodies")->object;
    for (size_t i = 0; i < from->bodies.count; ++i) {
        SceneBody *source = sceneBody(from, i);
        char *unlike = freeName(scene, from->bodies.count == 1 && name ? name : source->name);
        SceneBody *body = unlike ? supSceneItemAdd(type, &scene->bodies) : NULL;
        if (!body) {
            supFree(unlike);
            return SupStatus_OutOfMemory;
        }
        *body = *source;
        memset(source, 0, sizeof *source);
        supFree(body->name);
        body->name = unlike;
        if (body->copyOf) body->copyOf += shift;
        body->at.file = NULL; // it stands in a file that this scene does not know
    }
    return SupStatus_Ok;
}

/// Attachments follow their bodies, which have moved to places from `shift` on and may have other names now.
static SupStatus moveAttachments(SupScene *scene, SupScene *from, size_t shift) {
    const SceneObject *type = supSceneKeyFind(&supSceneObject, "attachments")->object;
    for (size_t i = 0; i < from->attachments.count; ++i) {
        SceneAttachment *source = sceneAttachment(from, i), *attachment = supSceneItemAdd(type, &scene->attachments);
        if (!attachment) return SupStatus_OutOfMemory;
        *attachment = *source;
        memset(source, 0, sizeof *source);
        attachment->at.file = NULL;
        attachment->networkIndex += (uint32_t)shift;
        attachment->bodyIndex += (uint32_t)shift;
    }
    from->attachments.count = 0;
    return SupStatus_Ok;
}

/// Only bodies move: what carried them must be here too.
static SupStatus findCarriers(const SupScene *scene, SupScene *from, SupReport *report) {
    for (size_t i = 0; i < from->bodies.count; ++i) {
        SceneBody *body = sceneBody(from, i);
        if (!supSceneFindCarrier(scene, body))
            return supFail(report, SupStatus_InvalidArgument,
                           "%s: the collider \"%.60s\", which carries body \"%s\", is not in this scene", from->label,
                           body->carrier, body->name);
    }
    return SupStatus_Ok;
}

SupStatus supSceneAppend(SupScene *scene, SupWorld *world, SupScene *from, const char *name, SupReport *report) {
    if (!scene || !world || !from || scene == from)
        return supFail(report, SupStatus_InvalidArgument, "supSceneAppend: an argument is null, or a scene twice");
    SupStatus status = supSceneCheck(from, report);
    if (status) return status;
    status = findCarriers(scene, from, report);
    if (status) return status;
    placeBeside(scene, from);
    size_t before = scene->bodies.count, attachmentsBefore = scene->attachments.count;
    status = moveFiles(scene, from) ? moveBodies(scene, from, name) : SupStatus_OutOfMemory;
    for (size_t i = before; i < scene->bodies.count && !status; ++i)
        status = supSceneAddBody(world, sceneBody(scene, i), report);
    if (!status) status = moveAttachments(scene, from, before);
    if (!status) status = supSceneAttach(scene, attachmentsBefore, world, report);
    // what did not get into the World leaves the scene again
    while (status && scene->attachments.count > attachmentsBefore)
        supSceneObjectFree(supSceneKeyFind(&supSceneObject, "attachments")->object,
                           sceneAttachment(scene, --scene->attachments.count));
    while (status && scene->bodies.count > before) {
        SceneBody *last = sceneBody(scene, --scene->bodies.count);
        if (last->id.value) supWorldRemoveBody(world, last->id);
        if (last->asset) supBodyAssetRelease(last->asset);
        supSceneObjectFree(supSceneKeyFind(&supSceneObject, "bodies")->object, last);
    }
    freeTunables(scene);
    if (!supSceneListTunables(scene) && !status) status = SupStatus_OutOfMemory;
    if (status == SupStatus_OutOfMemory) supFail(report, status, "%s: out of memory", from->label);
    return status;
}
