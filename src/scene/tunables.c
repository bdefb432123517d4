// SPDX-License-Identifier: MIT
// --set, panels and share links, from the same table as the parser.
#include "scene_data.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_COMPONENTS UINT32_MAX

/// One value in a scene.
typedef struct Place {
    const SceneObject *type;
    const SceneKey *key;
    void *object;       // struct that holds the key
    uint32_t component; // of several numbers; ALL_COMPONENTS: all
    SceneBody *body;    // the body it belongs to, or null
    bool collider;      // it belongs to one
} Place;

// ---- Finding ---------------------------------------------------------------------------------------------------------

/// Copies the part of a path before the next dot; returns what follows the dot, or null at the end.
static const char *nextSegment(const char *path, char segment[72]) {
    size_t length = strcspn(path, ".");
    snprintf(segment, 72, "%.*s", (int)(length < 71 ? length : 71), path);
    return path[length] ? path + length + 1 : NULL;
}

static SupStatus unknownSegment(SupReport *report, const SceneObject *object, const char *segment, const char *path) {
    const char *nearest = supSceneKeyNearest(object, segment);
    return supFail(report, SupStatus_InvalidArgument, "%.80s: unknown name \"%.40s\" in %s%s%s%s", path, segment,
                   object->what, nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

static SupStatus findBody(SupScene *scene, const char *name, const char *path, Place *place, SupReport *report) {
    const char *nearest = NULL, *pair[3] = {NULL, NULL, NULL};
    for (size_t i = 0; i < scene->bodies.count; ++i) {
        SceneBody *body = sceneBody(scene, i);
        if (strcmp(body->name, name) == 0) {
            place->body = body;
            return SupStatus_Ok;
        }
        pair[0] = body->name, pair[1] = nearest; // the nearer of two, again and again
        const char *nearer = supNearest(name, pair);
        if (nearer) nearest = nearer;
    }
    return supFail(report, SupStatus_InvalidArgument, "%.80s: no body is named \"%.64s\"%s%s%s", path, name,
                   nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

/// The number of an item of a list, which may have a name, too.
static SupStatus findNumbered(const SceneItems *items, const char *what, const char *number, const char *path, size_t *index,
                              SupReport *report) {
    size_t digits = strspn(number, "0123456789");
    *index = digits && digits < 9 && !number[digits] ? (size_t)strtoul(number, NULL, 10) : items->count;
    if (*index < items->count) return SupStatus_Ok;
    return supFail(report, SupStatus_InvalidArgument, "%.80s: there is no %s \"%.64s\"; there are %zu, counted from 0", path,
                   what, number, items->count);
}

static SupStatus findCollider(SupScene *scene, const char *name, const char *path, Place *place, SupReport *report) {
    SupStatus status = SupStatus_Ok;
    size_t i = 0;
    while (i < scene->colliders.count && !(sceneCollider(scene, i)->name && !strcmp(sceneCollider(scene, i)->name, name)))
        ++i;
    if (i == scene->colliders.count) status = findNumbered(&scene->colliders, "collider", name, path, &i, report);
    if (status) return status;
    place->collider = true;
    place->object = sceneCollider(scene, i);
    return status;
}

/// An item of one of the scene's lists by its name or number; place->object is null without it.
static SupStatus findItem(SupScene *scene, const SceneKey *key, const char *name, const char *path, Place *place,
                          SupReport *report) {
    size_t index;
    SupStatus status;
    place->object = NULL;
    if (strcmp(key->name, "bodies") == 0) {
        status = findBody(scene, name, path, place, report);
        place->object = place->body;
    } else if (strcmp(key->name, "colliders") == 0) {
        status = findCollider(scene, name, path, place, report);
    } else {
        status = findNumbered(&scene->attachments, "attachment", name, path, &index, report);
        if (!status) place->object = sceneAttachment(scene, index);
    }
    return status;
}

static const char *componentLetters(const SceneKey *key) { return key->color ? "rgb" : "xyzw"; }

static bool componentOf(const SceneKey *key, const char *text, uint32_t *component) {
    const char *letters = componentLetters(key);
    const char *found = strlen(text) == 1 ? strchr(letters, text[0]) : NULL;
    uint32_t index = found ? (uint32_t)(found - letters) : (uint32_t)(text[0] - '0');
    if (strlen(text) != 1 || index >= key->count) return false;
    *component = index;
    return true;
}

static SupStatus notSettable(SupReport *report, const char *path, const char *name) {
    return supFail(report, SupStatus_InvalidArgument, "%.80s: %s is not one value; change it in a scene file", path, name);
}

/// Of objects that are exactly one of several only the one that is there can be changed.
static SupStatus checkChosen(const Place *place, const SceneKey *key, const char *path, SupReport *report) {
    if (place->type->chosenOffset == SCENE_NONE) return SupStatus_Ok;
    uint32_t chosen = *(uint32_t *)(void *)((char *)place->object + place->type->chosenOffset);
    if (&place->type->keys[chosen] == key) return SupStatus_Ok;
    return supFail(report, SupStatus_InvalidArgument, "%.80s: this %s holds \"%s\", not \"%s\"", path, place->type->what,
                   place->type->keys[chosen].name, key->name);
}

/// The one text that can be set: the name of a collider.
static bool isCarrier(const SceneKey *key) { return key->kind == SceneKey_Text && strcmp(key->name, "carrier") == 0; }

static bool isSettable(const SceneKey *key) {
    if (key->kind == SceneKey_Object) return key->object->enabledOffset != SCENE_NONE;
    if (isCarrier(key)) return true;
    return key->kind == SceneKey_Number || key->kind == SceneKey_Integer || key->kind == SceneKey_Choice;
}

static SupStatus findPlace(SupScene *scene, const char *path, Place *place, SupReport *report) {
    *place = (Place){&supSceneObject, NULL, scene, ALL_COMPONENTS, NULL, false};
    char segment[72];
    for (const char *rest = path; rest;) {
        rest = nextSegment(rest, segment);
        const SceneKey *key = place->key = supSceneKeyFind(place->type, segment);
        if (!key) return unknownSegment(report, place->type, segment, path);
        SupStatus status = checkChosen(place, key, path, report);
        if (!status && place->body && place->object == (void *)place->body && !supSceneKeyFits(key, &place->body->shape))
            status = supFail(report, SupStatus_InvalidArgument, "%.80s: %s", path, supSceneKeyMisfit(key));
        if (status) return status;
        if (!rest) break;
        if (key->kind == SceneKey_Object) {
            place->object = (char *)place->object + key->offset;
        } else if (place->type == &supSceneObject && key->kind == SceneKey_List) {
            rest = nextSegment(rest, segment);
            status = findItem(scene, key, segment, path, place, report);
            if (status || !place->object) return status;
            if (!rest) return notSettable(report, path, key->object->what);
        } else {
            bool part = isSettable(key) && key->count > 1 && componentOf(key, rest, &place->component);
            return part ? SupStatus_Ok
                        : supFail(report, SupStatus_InvalidArgument, "%.80s: %s has no part \"%.20s\"", path, key->name,
                                  rest);
        }
        place->type = key->object;
    }
    return isSettable(place->key) ? SupStatus_Ok : notSettable(report, path, place->key->name);
}

// ---- Reading and writing text ----------------------------------------------------------------------------------------

static const char *skipBlanks(const char *p) {
    while (*p == ' ') ++p;
    return p;
}

/// Exactly `count` numbers and nothing else: "1.5", "1, 2, 3", "1 2 3" or "[1, 2, 3]".
static bool parseNumbers(const char *text, uint32_t count, double *values) {
    const char *p = skipBlanks(text), *end = text + strlen(text);
    bool bracket = count > 1 && *p == '[';
    if (bracket) ++p;
    for (uint32_t i = 0; i < count; ++i) {
        p = skipBlanks(p);
        if (i > 0 && *p == ',') p = skipBlanks(p + 1);
        p = supParseDouble(p, end, &values[i]);
        if (!p) return false;
    }
    p = skipBlanks(p);
    if (bracket && *p++ != ']') return false;
    return *skipBlanks(p) == 0;
}

static SupStatus notNumbers(const SceneKey *key, uint32_t count, const char *path, const char *text, SupReport *report) {
    char wanted[24] = "a ";
    if (count > 1) snprintf(wanted, sizeof wanted, "a list of %u ", count);
    return supFail(report, SupStatus_InvalidArgument, "%.80s: \"%.40s\" is not %s%snumber%s", path, text, wanted,
                   key->kind == SceneKey_Integer ? "whole " : "", count > 1 ? "s" : "");
}

static SupStatus readNumbers(const Place *place, const char *path, const char *text, SupReport *report) {
    const SceneKey *key = place->key;
    uint32_t first = place->component == ALL_COMPONENTS ? 0 : place->component;
    uint32_t count = place->component == ALL_COMPONENTS ? key->count : 1;
    double values[4];
    char reason[160];
    if (count > 4 || !parseNumbers(text, count, values)) return notNumbers(key, count, path, text, report);
    for (uint32_t i = 0; i < count; ++i) {
        if (key->kind == SceneKey_Integer && values[i] != floor(values[i]))
            return notNumbers(key, count, path, text, report);
        if (supSceneKeyRange(key, values[i], reason, sizeof reason))
            return supFail(report, SupStatus_OutOfRange, "%.80s: %s", path, reason);
    }
    for (uint32_t i = 0; i < count; ++i) {
        void *out = (char *)place->object + key->offset;
        if (key->kind == SceneKey_Integer)
            ((uint32_t *)out)[first + i] = (uint32_t)values[i];
        else
            ((double *)out)[first + i] = values[i];
    }
    return SupStatus_Ok;
}

static SupStatus readWord(const Place *place, const char *path, const char *text, SupReport *report) {
    const SceneKey *key = place->key;
    char word[32];
    size_t length = strlen(text), quoted = length >= 2 && text[0] == '"' && text[length - 1] == '"';
    snprintf(word, sizeof word, "%.*s", (int)(length - 2 * quoted), text + quoted);
    if (key->kind == SceneKey_Object) {
        bool on = strcmp(word, "true") == 0, off = strcmp(word, "false") == 0 || strcmp(word, "null") == 0;
        if (!on && !off)
            return supFail(report, SupStatus_InvalidArgument, "%.80s: \"%.40s\" is neither true nor false", path, text);
        *(bool *)((char *)place->object + key->offset + key->object->enabledOffset) = on;
        return SupStatus_Ok;
    }
    for (uint32_t i = 0; key->choices[i]; ++i)
        if (strcmp(key->choices[i], word) == 0) {
            *(uint32_t *)(void *)((char *)place->object + key->offset) = i;
            return SupStatus_Ok;
        }
    for (uint32_t i = 0; key->reserved && key->reserved[i]; ++i)
        if (strcmp(key->reserved[i], word) == 0)
            return supFail(report, SupStatus_Unsupported, "%.80s: \"%s\" is not supported by this version; use %s", path,
                           word, key->choices[0]);
    const char *nearest = supNearest(word, key->choices);
    return supFail(report, SupStatus_OutOfRange, "%.80s: \"%.40s\" is unknown; did you mean \"%s\"?", path, text,
                   nearest ? nearest : key->choices[0]);
}

/// `null` or nothing: none.
static SupStatus readCarrier(const SupScene *scene, const Place *place, const char *path, const char *text,
                             SupReport *report) {
    size_t length = strlen(text), quoted = length >= 2 && text[0] == '"' && text[length - 1] == '"';
    bool none = length == 0 || strcmp(text, "null") == 0;
    char *name = none ? NULL : SUP_NEW_ARRAY(char, length + 1);
    if (!none && !name) return supFail(report, SupStatus_OutOfMemory, "out of memory");
    if (name) snprintf(name, length + 1, "%.*s", (int)(length - 2 * quoted), text + quoted);
    SceneBody *body = place->body;
    if (!body) return supFree(name), SupStatus_InvalidArgument; // there is none outside bodies
    char *before = body->carrier;
    body->carrier = name;
    if (supSceneFindCarrier(scene, body)) {
        supFree(before);
        return SupStatus_Ok;
    }
    SupStatus status =
        supFail(report, SupStatus_InvalidArgument, "%.80s: no collider is named \"%.60s\"", path, name ? name : "");
    supFree(name);
    body->carrier = before;
    supSceneFindCarrier(scene, body);
    return status;
}

/// What hangs on a value besides itself.
static SupStatus settle(SupScene *scene, SupWorld *world, const Place *place, const char *path, SupReport *report) {
    const char *reason =
        place->type->check ? place->type->check(place->object, UINT64_C(1) << (place->key - place->type->keys)) : NULL;
    if (reason) return supFail(report, SupStatus_OutOfRange, "%.80s: %s", path, reason);
    SceneBody *body = place->body;
    SupStatus status = SupStatus_Ok;
    if (body) status = supSceneApplyStiffness(&body->material);
    if (status || !world) return status;
    if (body && place->object == (void *)&body->look) return status; // whoever draws asks the scene
    if (body && place->object == (void *)&body->shape) return supSceneRemakeBody(scene, world, body, report);
    if (place->collider) {
        return supSceneSetColliders(scene, world, report);
    } else if (body && sceneShapeIsNetwork(&body->shape)) {
        status = supWorldSetNetwork(world, body->id, &body->network);
    } else if (body) {
        status = supWorldSetMaterial(world, body->id, &body->material.value);
    } else {
        SupSettings settings = supSceneSettings(scene), current;
        if (!supWorldSettings(world, &current)) settings.maxFramesPerAdvance = current.maxFramesPerAdvance;
        status = supWorldSetSettings(world, &settings);
    }
    if (status) supFail(report, status, "%.80s: %s", path, supWorldErrorText(world));
    return status;
}

/// A shape that changes must be made anew; by `tets` no longer means by `cell`.
static void forgetShape(SceneBody *body, const Place *place) {
    if (place->object != (void *)&body->shape) return;
    if (body->shape.kind == SceneShape_Mesh && strcmp(place->key->name, "tets") == 0) body->shape.mesh.cell = 0.0;
    if (body->asset) supBodyAssetRelease(body->asset);
    body->asset = NULL;
}

static SupStatus setAt(SupScene *scene, SupWorld *world, const Place *place, const char *path, const char *value,
                       SupReport *report) {
    if (isCarrier(place->key)) {
        SupStatus status = readCarrier(scene, place, path, value, report);
        return status ? status : settle(scene, world, place, path, report);
    }
    // other values are small and own nothing: all or nothing by putting the old struct back
    void *before = SUP_NEW_ARRAY(char, place->type->size);
    if (!before) return supFail(report, SupStatus_OutOfMemory, "out of memory");
    memcpy(before, place->object, place->type->size);
    bool words = place->key->kind == SceneKey_Choice || place->key->kind == SceneKey_Object;
    SupStatus status = words ? readWord(place, path, value, report) : readNumbers(place, path, value, report);
    if (!status) status = settle(scene, world, place, path, report);
    if (status) memcpy(place->object, before, place->type->size);
    supFree(before);
    if (!status && place->body && !world) forgetShape(place->body, place);
    if (!status && place->body && strcmp(place->key->name, "position") == 0 && place->component != 0 &&
        place->component != 2)
        scene->drop = false; // its height has been chosen
    return status;
}

SupStatus supSceneSet(SupScene *scene, SupWorld *world, const char *path, const char *value, SupReport *report) {
    if (!scene || !path || !value) return supFail(report, SupStatus_InvalidArgument, "supSceneSet: an argument is null");
    Place place;
    SupStatus status = findPlace(scene, path, &place, report);
    if (status || !place.key || !place.object) return status;
    if (world && !place.key->live)
        return supFail(report, SupStatus_Unsupported, "%.80s: takes effect only when the scene is built again", path);
    status = setAt(scene, world, &place, path, value, report);
    if (status || !place.body || strcmp(place.key->name, "position") == 0) return status;
    for (size_t i = 0; i < scene->bodies.count && !status; ++i) { // copies do as their model
        Place there = place;
        there.body = sceneBody(scene, i);
        if (there.body->copyOf != (uint32_t)(place.body - sceneBody(scene, 0)) + 1) continue;
        there.object = (char *)there.body + ((char *)place.object - (char *)place.body);
        status = setAt(scene, world, &there, path, value, report);
    }
    return status;
}

static double numberAt(const SceneKey *key, const void *object, uint32_t component) {
    const void *value = (const char *)object + key->offset;
    return ((const double *)value)[component];
}

static double valueAt(const SceneKey *key, const void *object, uint32_t component) {
    const void *value = (const char *)object + key->offset;
    if (key->kind == SceneKey_Number) return numberAt(key, object, component);
    if (key->kind == SceneKey_Object) return *(const bool *)((const char *)value + key->object->enabledOffset);
    return ((const uint32_t *)value)[component];
}

SupStatus supSceneGet(const SupScene *scene, const char *path, double *value) {
    if (!scene || !path || !value) return SupStatus_InvalidArgument;
    Place place;
    SupStatus status = findPlace((SupScene *)scene, path, &place, NULL);
    if (status || !place.key || !place.object) return status;
    if (isCarrier(place.key) || (place.component == ALL_COMPONENTS && place.key->count > 1))
        return SupStatus_InvalidArgument;
    uint32_t component = place.component == ALL_COMPONENTS ? 0 : place.component;
    *value = valueAt(place.key, place.object, component);
    if (isnan(*value) && place.body && place.object == (void *)&place.body->look) {
        SceneLook shown = supSceneLookShown(scene, place.body);
        *value = numberAt(place.key, &shown, component);
    }
    return SupStatus_Ok;
}

// ---- Listing ---------------------------------------------------------------------------------------------------------

typedef struct Listing {
    SupScene *scene;
    size_t capacity;
    bool ok;
} Listing;

static void listOne(Listing *listing, const SceneKey *key, const void *usual, const char *prefix, uint32_t component) {
    SupScene *scene = listing->scene;
    char path[200];
    int length = key->count > 1 ? snprintf(path, sizeof path, "%s%s.%c", prefix, key->name, componentLetters(key)[component])
                                : snprintf(path, sizeof path, "%s%s", prefix, key->name);
    void *tunables = scene->tunables;
    char *copy = SUP_NEW_ARRAY(char, (size_t)length + 1);
    if (!copy || !supGrow(&tunables, &listing->capacity, scene->tunableCount + 1, sizeof(SupTunable))) {
        supFree(copy);
        listing->ok = false;
        return;
    }
    memcpy(copy, path, (size_t)length + 1);
    scene->tunables = tunables;
    SupTunableKind kind = key->kind == SceneKey_Number    ? SupTunableKind_Number
                          : key->kind == SceneKey_Integer ? SupTunableKind_Integer
                          : key->kind == SceneKey_Choice  ? SupTunableKind_Choice
                                                          : SupTunableKind_Toggle;
    double maximum = key->maximum;
    if (key->kind == SceneKey_Object) maximum = 1.0;
    for (uint32_t i = 0; key->choices && key->choices[i]; ++i) maximum = i;
    SupTunable tunable = {copy,         key->label,  key->unit ? key->unit : "",     kind,
                          key->minimum, maximum,     valueAt(key, usual, component), key->logarithmic,
                          key->live,    key->choices};
    scene->tunables[scene->tunableCount++] = tunable;
}

bool supSceneKeyShown(const SceneKey *key, const SupScene *scene) {
    bool shown = key->concerns == SceneFor_All || (key->concerns == SceneFor_Tets && scene->bodies.count == 0);
    for (size_t i = 0; i < scene->bodies.count && !shown; ++i) shown = supSceneKeyFits(key, &sceneBody(scene, i)->shape);
    return shown;
}

static void listObject(Listing *listing, const SceneObject *type, const void *usual, const SceneBody *body,
                       const char *prefix);

static void listLook(Listing *listing, const SceneObject *type, const SceneBody *body, const char *prefix) {
    const SceneLook shown = supSceneLookShown(listing->scene, body);
    listObject(listing, type, &shown, body, prefix);
}

/// What concerns `body`, or some body of the scene when it is null.
static void listObject(Listing *listing, const SceneObject *type, const void *usual, const SceneBody *body,
                       const char *prefix) {
    for (uint32_t i = 0; i < type->keyCount && listing->ok; ++i) {
        const SceneKey *key = &type->keys[i];
        if (!(body ? supSceneKeyFits(key, &body->shape) : supSceneKeyShown(key, listing->scene))) continue;
        for (uint32_t c = 0; key->label && c < key->count && listing->ok; ++c) listOne(listing, key, usual, prefix, c);
        if (key->kind != SceneKey_Object || key->object->chosenOffset != SCENE_NONE) continue;
        char inner[200];
        snprintf(inner, sizeof inner, "%s%s.", prefix, key->name);
        if (strcmp(key->name, "look") == 0) { // what is open is filled in; a scene's own look has no panel
            if (body) listLook(listing, key->object, body, inner);
            continue;
        }
        listObject(listing, key->object, (const char *)usual + key->offset, body, inner);
    }
}

/// A shape's own values are what is usual for it.
static void listShape(Listing *listing, const SceneBody *body, const char *prefix) {
    const SceneObject *type = supSceneKeyFind(&supSceneObject, "bodies")->object;
    const SceneKey *key = &supSceneKeyFind(type, "shape")->object->keys[body->shape.kind];
    char inner[200];
    snprintf(inner, sizeof inner, "%sshape.%s.", prefix, key->name);
    listObject(listing, key->object, &body->shape, body, inner);
}

bool supSceneListTunables(SupScene *scene) {
    const SceneObject *bodyType = supSceneKeyFind(&supSceneObject, "bodies")->object;
    Listing listing = {scene, 0, true};
    SupScene usual;
    SceneBody usualBody;
    memset(&usual, 0, sizeof usual);
    memset(&usualBody, 0, sizeof usualBody);
    supSceneObject.prepare(&usual);
    bodyType->prepare(&usualBody);
    listObject(&listing, &supSceneObject, &usual, NULL, "");
    for (size_t i = 0; i < scene->bodies.count && listing.ok; ++i) {
        if (sceneBody(scene, i)->copyOf) continue;
        char prefix[100];
        snprintf(prefix, sizeof prefix, "bodies.%s.", sceneBody(scene, i)->name);
        listObject(&listing, bodyType, &usualBody, sceneBody(scene, i), prefix);
        listShape(&listing, sceneBody(scene, i), prefix);
    }
    return listing.ok;
}

bool supSceneTunable(const SupScene *scene, uint32_t index, SupTunable *out) {
    if (!scene || !out || index >= scene->tunableCount) return false;
    *out = scene->tunables[index];
    return true;
}
