// SPDX-License-Identifier: MIT
// Bodies that stand in rows: `copies` of a body, each with its own place, pins and name.
#include "scene_data.h"

#include "base/memory.h"
#include "mesh/network.h"

#include <stdio.h>
#include <string.h>

enum { NameBytes = 64 };

/// What a copied struct still shares with its model becomes its own. False when out of memory: what could not be copied is
/// null.
static bool ownKeys(const SceneObject *object, void *data) {
    bool ok = true;
    for (uint32_t i = 0; i < object->keyCount; ++i) {
        const SceneKey *key = &object->keys[i];
        void *value = (char *)data + key->offset;
        if (key->kind == SceneKey_Text || key->kind == SceneKey_Kept) {
            char **text = value;
            size_t size = *text ? strlen(*text) + 1 : 0;
            char *own = size ? SUP_NEW_ARRAY(char, size) : NULL;
            if (own) memcpy(own, *text, size);
            ok = ok && (own || !size);
            *text = own;
        } else if (key->kind == SceneKey_Indices) {
            SceneIndices *indices = value;
            uint32_t *own = indices->count ? SUP_NEW_ARRAY(uint32_t, indices->count) : NULL;
            if (own) memcpy(own, indices->values, indices->count * sizeof *own);
            ok = ok && (own || !indices->count);
            *indices = (SceneIndices){own, own ? indices->count : 0};
        } else if (key->kind == SceneKey_Object) {
            ok = ownKeys(key->object, value) && ok;
        } else if (key->kind == SceneKey_List) {
            SceneItems *items = value;
            char *own = items->count ? SUP_NEW_ARRAY(char, items->count * key->object->size) : NULL;
            if (own) memcpy(own, items->items, items->count * key->object->size);
            ok = ok && (own || !items->count);
            *items = (SceneItems){own, own ? items->count : 0, own ? items->count : 0};
            for (size_t k = 0; own && k < items->count; ++k) ok = ownKeys(key->object, own + k * key->object->size) && ok;
        }
    }
    return ok;
}

static bool isTaken(const SupScene *scene, const char *name) {
    for (size_t i = 0; i < scene->bodies.count; ++i)
        if (sceneBody(scene, i)->name && strcmp(sceneBody(scene, i)->name, name) == 0) return true;
    return false;
}

static void move(SceneBody *body, const double by[3]) {
    for (int i = 0; i < 3; ++i) body->position[i] += by[i];
    for (size_t k = 0; k < body->pins.count; ++k) {
        ScenePin *pin = (ScenePin *)body->pins.items + k;
        for (int i = 0; i < 3; ++i) {
            pin->box[i] += by[i], pin->box[3 + i] += by[i];
            pin->sphere.center[i] += by[i];
        }
    }
}

/// From the middle of all to the place in column c and row r.
static void placeOf(const SceneCopies *copies, uint32_t c, uint32_t r, double out[3]) {
    uint32_t number = 2 * (r * copies->count[0] + c);
    double u = c - 0.5 * (copies->count[0] - 1.0) + 0.5 * copies->jitter * (supRandomUnit(copies->seed, number) - 0.5);
    double v = r - 0.5 * (copies->count[1] - 1.0) + 0.5 * copies->jitter * (supRandomUnit(copies->seed, number + 1) - 0.5);
    out[0] = u * copies->spacing[0], out[1] = 0.0, out[2] = v * copies->spacing[1];
}

static bool addCopy(SupScene *scene, size_t model, const double by[3], uint32_t number) {
    const SceneObject *type = supSceneKeyFind(&supSceneObject, "bodies")->object;
    SceneBody *body = supSceneItemAdd(type, &scene->bodies);
    if (!body) return false;
    *body = *sceneBody(scene, model);
    bool ok = ownKeys(type, body);
    body->copies = (SceneCopies){.count = {1, 1}};
    body->copyOf = (uint32_t)model + 1;
    char stem[NameBytes - 8], name[NameBytes + 8];
    snprintf(stem, sizeof stem, "%s", sceneBody(scene, model)->name);
    supFree(body->name);
    body->name = NULL;
    do snprintf(name, sizeof name, "%s_%u", stem, number++);
    while (isTaken(scene, name));
    body->name = SUP_NEW_ARRAY(char, strlen(name) + 1);
    if (body->name) memcpy(body->name, name, strlen(name) + 1);
    move(body, by);
    return ok && body->name;
}

bool supSceneMakeCopies(SupScene *scene) {
    size_t models = scene->bodies.count;
    bool ok = true;
    for (size_t m = 0; m < models && ok; ++m) {
        const SceneCopies copies = sceneBody(scene, m)->copies;
        double place[3];
        for (uint32_t i = 1; i < copies.count[0] * copies.count[1] && ok; ++i) {
            placeOf(&copies, i % copies.count[0], i / copies.count[0], place);
            ok = addCopy(scene, m, place, i + 1);
        }
        placeOf(&copies, 0, 0, place);
        move(sceneBody(scene, m), place); // the model is the first of them
    }
    return ok;
}

uint32_t supSceneBodyModel(const SupScene *scene, uint32_t index) {
    if (index >= scene->bodies.count || !sceneBody(scene, index)->copyOf) return index;
    return sceneBody(scene, index)->copyOf - 1;
}

SupStatus supScenePinAll(const SupScene *scene, SupWorld *world, uint32_t index, bool pinned) {
    if (!scene || !world) return SupStatus_InvalidArgument;
    SupStatus status = supWorldPinAll(world, supSceneBody(scene, index), pinned);
    for (uint32_t i = 0; i < scene->bodies.count && !status; ++i)
        if (i != index && supSceneBodyModel(scene, i) == index)
            status = supWorldPinAll(world, sceneBody(scene, i)->id, pinned);
    return status;
}
