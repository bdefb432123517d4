// SPDX-License-Identifier: MIT
#include "scene_data.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NameMaxBytes = 64 };

static SupStatus outOfMemory(const Json *json) {
    supJsonFail(json, 0, SupStatus_OutOfMemory, "out of memory");
    return SupStatus_OutOfMemory;
}

static SupStatus wrongKind(const Json *json, JsonToken token, const char *name, const char *wanted) {
    supJsonFail(json, token, SupStatus_Malformed, "%s must be %s, not %s", name, wanted, supJsonKindText(json, token));
    return SupStatus_Malformed;
}

// ---- Values ----------------------------------------------------------------------------------------------------------

static SupStatus readNumber(const Json *json, JsonToken token, const SceneKey *key, double *out) {
    if (supJsonKind(json, token) != JsonKind_Number) return wrongKind(json, token, key->name, "a number");
    *out = supJsonNumber(json, token);
    if (!isfinite(*out)) return supJsonFail(json, token, SupStatus_OutOfRange, "%s is too large for a number", key->name);
    return SupStatus_Ok;
}

static SupStatus readScalar(const Json *json, JsonToken token, const SceneKey *key, void *out) {
    double value = 0.0;
    char reason[160];
    SupStatus status = readNumber(json, token, key, &value);
    if (status) return status;
    if (key->kind == SceneKey_Integer && value != floor(value))
        return supJsonFail(json, token, SupStatus_Malformed, "%s must be a whole number, not %.9g", key->name, value);
    if (supSceneKeyRange(key, value, reason, sizeof reason))
        return supJsonFail(json, token, SupStatus_OutOfRange, "%s", reason);
    if (key->kind == SceneKey_Integer)
        *(uint32_t *)out = (uint32_t)value;
    else
        *(double *)out = value;
    return SupStatus_Ok;
}

static SupStatus readNumbers(const Json *json, JsonToken token, const SceneKey *key, void *out) {
    if (key->count == 1) return readScalar(json, token, key, out);
    if (supJsonKind(json, token) == JsonKind_Array && supJsonCount(json, token) != key->count)
        return supJsonFail(json, token, SupStatus_Malformed, "%s must be a list of %u numbers, not of %u", key->name,
                           key->count, supJsonCount(json, token));
    if (supJsonKind(json, token) != JsonKind_Array) {
        char wanted[40];
        snprintf(wanted, sizeof wanted, "a list of %u numbers", key->count);
        return wrongKind(json, token, key->name, wanted);
    }
    size_t size = key->kind == SceneKey_Integer ? sizeof(uint32_t) : sizeof(double);
    JsonToken item = supJsonFirst(token);
    SupStatus status = SupStatus_Ok;
    for (uint32_t i = 0; i < key->count && !status; ++i, item = supJsonNext(json, item))
        status = readScalar(json, item, key, (char *)out + i * size);
    return status;
}

static SupStatus readBounds(const Json *json, JsonToken token, const SceneKey *key, double *out) {
    static const char wanted[] = "two corners [[x, y, z], [x, y, z]]";
    if (supJsonKind(json, token) != JsonKind_Array || supJsonCount(json, token) != 2)
        return wrongKind(json, token, key->name, wanted);
    JsonToken corner = supJsonFirst(token);
    for (int c = 0; c < 2; ++c, corner = supJsonNext(json, corner)) {
        if (supJsonKind(json, corner) != JsonKind_Array || supJsonCount(json, corner) != 3)
            return wrongKind(json, corner, key->name, wanted);
        JsonToken item = supJsonFirst(corner);
        for (int i = 0; i < 3; ++i, item = supJsonNext(json, item)) {
            SupStatus status = readNumber(json, item, key, &out[3 * c + i]);
            if (status) return status;
        }
    }
    for (int i = 0; i < 3; ++i)
        if (out[i] > out[3 + i])
            return supJsonFail(json, token, SupStatus_OutOfRange, "%s: the first corner's %c is above the second's",
                               key->name, 'x' + i);
    return SupStatus_Ok;
}

static SupStatus readIndices(const Json *json, JsonToken token, const SceneKey *key, SceneIndices *out) {
    if (supJsonKind(json, token) != JsonKind_Array) return wrongKind(json, token, key->name, "a list of whole numbers");
    SceneKey one = *key;
    one.kind = SceneKey_Integer;
    uint32_t count = supJsonCount(json, token);
    out->values = SUP_NEW_ARRAY(uint32_t, count);
    if (!out->values) return outOfMemory(json);
    JsonToken item = supJsonFirst(token);
    for (; out->count < count; ++out->count, item = supJsonNext(json, item)) {
        SupStatus status = readScalar(json, item, &one, &out->values[out->count]);
        if (status) return status;
    }
    return SupStatus_Ok;
}

static SupStatus readText(const Json *json, JsonToken token, const char *name, char **out) {
    if (supJsonKind(json, token) != JsonKind_String) return wrongKind(json, token, name, "a text");
    *out = supJsonString(json, token);
    return *out ? SupStatus_Ok : outOfMemory(json);
}

static bool listed(const char *const *words, const char *word, uint32_t *index) {
    for (uint32_t i = 0; words && words[i]; ++i)
        if (strcmp(words[i], word) == 0) return *index = i, true;
    return false;
}

static SupStatus readChoice(const Json *json, JsonToken token, const SceneKey *key, uint32_t *out) {
    char *word = NULL, all[120];
    SupStatus status = readText(json, token, key->name, &word);
    if (status) return status;
    uint32_t later;
    size_t used = 0;
    all[0] = 0;
    for (uint32_t i = 0; key->choices[i] && used < sizeof all; ++i)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", key->choices[i]);
    if (listed(key->reserved, word, &later))
        status = supJsonFail(json, token, SupStatus_Unsupported, "%s \"%s\" is not supported by this version; use %s",
                             key->name, word, all);
    else if (!listed(key->choices, word, out))
        status =
            supJsonFail(json, token, SupStatus_OutOfRange, "%s \"%.40s\" is unknown; it may be %s", key->name, word, all);
    supFree(word);
    return status;
}

// ---- Objects ---------------------------------------------------------------------------------------------------------

static SupStatus readObject(const Json *json, JsonToken token, const SceneObject *object, void *out);

static SupStatus readSwitched(const Json *json, JsonToken token, const SceneKey *key, void *out) {
    JsonKind kind = supJsonKind(json, token);
    if (key->object->enabledOffset != SCENE_NONE) {
        bool *enabled = (bool *)((char *)out + key->object->enabledOffset);
        *enabled = kind != JsonKind_False && kind != JsonKind_Null;
        if (kind != JsonKind_Object && (!*enabled || kind == JsonKind_True)) return SupStatus_Ok;
    }
    return readObject(json, token, key->object, out);
}

static void notePlace(const Json *json, JsonToken token, const SceneObject *object, void *item, JsonPlace *place) {
    SceneLine *at = supSceneLineOf(object, item);
    if (!at) return;
    supJsonAdvance(json, token, place);
    at->line = place->line, at->column = place->column;
}

static SupStatus readList(const Json *json, JsonToken token, const SceneKey *key, SceneItems *out) {
    if (supJsonKind(json, token) != JsonKind_Array) return wrongKind(json, token, key->name, "a list");
    JsonToken item = supJsonFirst(token);
    JsonPlace place = {0, 1, 1};
    SupStatus status = SupStatus_Ok;
    for (uint32_t i = 0, n = supJsonCount(json, token); i < n && !status; ++i, item = supJsonNext(json, item)) {
        void *data = supSceneItemAdd(key->object, out);
        status = data ? readObject(json, item, key->object, data) : outOfMemory(json);
        if (!status) notePlace(json, item, key->object, data, &place);
    }
    return status;
}

/// Names stand in paths ("bodies.beam.position").
const char *supSceneNameFault(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || length > NameMaxBytes) return "a name must have 1 to 64 bytes";
    for (const char *p = name; *p; ++p)
        if (*p == '.' || *p == '=' || (unsigned char)*p < 0x20)
            return "a name may not hold dots, equals signs or control characters";
    return NULL;
}

static SupStatus readMap(const Json *json, JsonToken token, const SceneKey *key, SceneItems *out) {
    if (supJsonKind(json, token) != JsonKind_Object) return wrongKind(json, token, key->name, "an object");
    JsonToken name = supJsonFirst(token);
    SupStatus status = SupStatus_Ok;
    for (uint32_t i = 0, n = supJsonCount(json, token); i < n && !status; ++i, name = supJsonNext(json, name + 1)) {
        void *data = supSceneItemAdd(key->object, out);
        if (!data) return outOfMemory(json);
        char **text = data;
        status = readText(json, name, "a name", text);
        const char *fault = status ? NULL : supSceneNameFault(*text);
        if (fault) status = supJsonFail(json, name, SupStatus_OutOfRange, "%s: %s", key->object->what, fault);
        for (size_t k = 0; k < i && !status; ++k)
            if (strcmp(*(char **)(void *)((char *)out->items + k * key->object->size), *text) == 0)
                status =
                    supJsonFail(json, name, SupStatus_Malformed, "%s \"%s\" stands here twice", key->object->what, *text);
        if (!status) status = readObject(json, name + 1, key->object, data);
    }
    return status;
}

static SupStatus readValue(const Json *json, JsonToken token, const SceneKey *key, void *object) {
    void *out = (char *)object + key->offset;
    switch (key->kind) {
    case SceneKey_Number:
    case SceneKey_Integer:
        return readNumbers(json, token, key, out);
    case SceneKey_Text:
        return readText(json, token, key->name, out);
    case SceneKey_Choice:
        return readChoice(json, token, key, out);
    case SceneKey_Bounds:
        return readBounds(json, token, key, out);
    case SceneKey_Indices:
        return readIndices(json, token, key, out);
    case SceneKey_Object:
        return readSwitched(json, token, key, out);
    case SceneKey_List:
        return readList(json, token, key, out);
    case SceneKey_Map:
        return readMap(json, token, key, out);
    case SceneKey_Kept:
        *(char **)out = supJsonRaw(json, token);
        return *(char **)out ? SupStatus_Ok : outOfMemory(json);
    case SceneKey_Reserved:
    case SceneKey_KindCount:
        break;
    }
    return supJsonFail(json, token, SupStatus_Unsupported, "\"%s\" is not supported by this version; remove it", key->name);
}

static SupStatus unknownKey(const Json *json, JsonToken token, const SceneObject *object, const char *name) {
    const char *nearest = supSceneKeyNearest(object, name);
    return supJsonFail(json, token, SupStatus_Malformed, "unknown key \"%.60s\" in %s%s%s%s", name, object->what,
                       nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

static SupStatus readKey(const Json *json, JsonToken token, const SceneObject *object, void *out, uint64_t *seen) {
    char *name = supJsonString(json, token);
    if (!name) return outOfMemory(json);
    const SceneKey *key = supSceneKeyFind(object, name);
    SupStatus status;
    uint64_t bit = key ? UINT64_C(1) << (key - object->keys) : 0;
    if (!key)
        status = unknownKey(json, token, object, name);
    else if (*seen & bit) // spelled differently, by an escape
        status = supJsonFail(json, token, SupStatus_Malformed, "key \"%s\" stands here twice", name);
    else
        status = readValue(json, token + 1, key, out);
    *seen |= bit;
    supFree(name);
    return status;
}

static SupStatus checkChosen(const Json *json, JsonToken token, const SceneObject *object, void *out, uint64_t seen) {
    char names[100];
    size_t used = 0;
    uint32_t chosen = 0, count = 0;
    names[0] = 0;
    for (uint32_t i = 0; i < object->keyCount; ++i) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", object->keys[i].name);
        if (seen >> i & 1) chosen = i, ++count;
    }
    if (count != 1)
        return supJsonFail(json, token, SupStatus_Malformed, "%s must hold exactly one of %s, not %u", object->what, names,
                           count);
    *(uint32_t *)(void *)((char *)out + object->chosenOffset) = chosen;
    return SupStatus_Ok;
}

static SupStatus readObject(const Json *json, JsonToken token, const SceneObject *object, void *out) {
    if (supJsonKind(json, token) != JsonKind_Object) return wrongKind(json, token, object->what, "an object");
    uint64_t seen = 0;
    JsonToken key = supJsonFirst(token);
    for (uint32_t i = 0, n = supJsonCount(json, token); i < n; ++i, key = supJsonNext(json, key + 1)) {
        SupStatus status = readKey(json, key, object, out, &seen);
        if (status) return status;
    }
    for (uint32_t i = 0; i < object->keyCount; ++i)
        if (object->keys[i].required && !(seen >> i & 1))
            return supJsonFail(json, token, SupStatus_Malformed, "%s lacks the key \"%s\"", object->what,
                               object->keys[i].name);
    if (object->chosenOffset != SCENE_NONE) {
        SupStatus status = checkChosen(json, token, object, out, seen);
        if (status) return status;
    }
    const char *reason = object->check ? object->check(out, seen) : NULL;
    return reason ? supJsonFail(json, token, SupStatus_OutOfRange, "%s: %s", object->what, reason) : SupStatus_Ok;
}

// ---- The whole scene -------------------------------------------------------------------------------------------------

/// The version decides before unknown keys do: a newer file should be called newer.
static SupStatus checkVersion(const Json *json) {
    if (supJsonKind(json, 0) != JsonKind_Object) return wrongKind(json, 0, "a scene", "an object");
    JsonToken key = supJsonFirst(0);
    for (uint32_t i = 0, n = supJsonCount(json, 0); i < n; ++i, key = supJsonNext(json, key + 1)) {
        char *name = supJsonString(json, key);
        if (!name) return outOfMemory(json);
        bool found = strcmp(name, "supple") == 0 && supJsonKind(json, key + 1) == JsonKind_Number;
        supFree(name);
        double version = found ? supJsonNumber(json, key + 1) : 1.0;
        if (version > 1.0)
            return supJsonFail(json, key + 1, SupStatus_Unsupported,
                               "the scene has version %.9g and this program reads version 1; use a newer program", version);
    }
    return SupStatus_Ok;
}

/// Token of the i-th element of a list at the top, for messages after parsing.
static JsonToken elementToken(const Json *json, const char *list, size_t index) {
    JsonToken key = supJsonFirst(0);
    for (uint32_t i = 0, n = supJsonCount(json, 0); i < n; ++i, key = supJsonNext(json, key + 1)) {
        char *name = supJsonString(json, key);
        bool found = name && strcmp(name, list) == 0;
        supFree(name);
        if (!found) continue;
        bool map = supJsonKind(json, key + 1) == JsonKind_Object;
        JsonToken item = supJsonFirst(key + 1);
        for (size_t k = 0; k < index; ++k) item = supJsonNext(json, map ? item + 1 : item);
        return item;
    }
    return 0;
}

static int compareNames(const void *a, const void *b) {
    const SceneBody *x = *(SceneBody *const *)a, *y = *(SceneBody *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x > y) - (x < y);
}

static SupStatus nameBodies(const Json *json, SupScene *scene) {
    SceneBody **sorted = SUP_NEW_ARRAY(SceneBody *, scene->bodies.count);
    if (!sorted) return outOfMemory(json);
    SupStatus status = SupStatus_Ok;
    for (size_t i = 0; i < scene->bodies.count && !status; ++i) {
        SceneBody *body = sorted[i] = sceneBody(scene, i);
        char standard[24];
        snprintf(standard, sizeof standard, "body%zu", i + 1);
        const char *fault = body->name ? supSceneNameFault(body->name) : NULL;
        if (fault) status = supJsonFail(json, elementToken(json, "bodies", i), SupStatus_OutOfRange, "body: %s", fault);
        if (body->name) continue;
        body->name = SUP_NEW_ARRAY(char, sizeof standard);
        if (!body->name)
            status = outOfMemory(json);
        else
            memcpy(body->name, standard, sizeof standard);
    }
    if (!status) qsort(sorted, scene->bodies.count, sizeof *sorted, compareNames);
    for (size_t i = 1; i < scene->bodies.count && !status; ++i)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
            status = supJsonFail(json, elementToken(json, "bodies", (size_t)(sorted[i] - sceneBody(scene, 0))),
                                 SupStatus_Malformed, "two bodies are named \"%s\"", sorted[i]->name);
    supFree(sorted);
    return status;
}

static bool findBody(const SupScene *scene, const char *name, uint32_t *index) {
    size_t b = 0;
    while (b < scene->bodies.count && strcmp(sceneBody(scene, b)->name, name) != 0) ++b;
    *index = (uint32_t)b;
    return b < scene->bodies.count;
}

static SupStatus resolveProbes(const Json *json, SupScene *scene) {
    for (size_t i = 0; i < scene->probes.count; ++i) {
        SceneProbe *probe = sceneProbe(scene, i);
        if (!findBody(scene, probe->body, &probe->bodyIndex))
            return supJsonFail(json, elementToken(json, "probes", i), SupStatus_Malformed,
                               "probe \"%s\" wants the body \"%.60s\", which is not there", probe->name, probe->body);
    }
    return SupStatus_Ok;
}

static SupStatus resolveAttachments(const Json *json, SupScene *scene) {
    for (size_t i = 0; i < scene->attachments.count; ++i) {
        SceneAttachment *a = sceneAttachment(scene, i);
        const char *missing = !findBody(scene, a->network, &a->networkIndex) ? a->network
                              : !findBody(scene, a->body, &a->bodyIndex)     ? a->body
                                                                             : NULL;
        JsonToken token = elementToken(json, "attachments", i);
        if (missing)
            return supJsonFail(json, token, SupStatus_Malformed,
                               "attachment %zu wants the body \"%.60s\", which is not there", i, missing);
        if (!sceneShapeIsNetwork(&sceneBody(scene, a->networkIndex)->shape))
            return supJsonFail(json, token, SupStatus_Malformed,
                               "attachment %zu: \"%s\" is made of tets; network names strands, cloth, hair or the like", i,
                               a->network);
        if (sceneShapeIsNetwork(&sceneBody(scene, a->bodyIndex)->shape))
            return supJsonFail(json, token, SupStatus_Malformed,
                               "attachment %zu: \"%s\" is a network; only a body of tets can lead", i, a->body);
    }
    return SupStatus_Ok;
}

bool supSceneFindCarrier(const SupScene *scene, SceneBody *body) {
    uint32_t found = 0;
    for (size_t i = 0; i < scene->colliders.count && body->carrier && !found; ++i) {
        const char *name = sceneCollider(scene, i)->name;
        if (name && strcmp(name, body->carrier) == 0) found = (uint32_t)i + 1;
    }
    body->network.carrier = found;
    return found || !body->carrier;
}

static SupStatus nameColliders(const Json *json, const SupScene *scene) {
    if (scene->colliders.count > SUP_MAX_COLLIDERS)
        return supJsonFail(json, elementToken(json, "colliders", SUP_MAX_COLLIDERS), SupStatus_OutOfRange,
                           "%zu colliders, at most %u", scene->colliders.count, SUP_MAX_COLLIDERS);
    for (size_t i = 0; i < scene->colliders.count; ++i) {
        const char *name = sceneCollider(scene, i)->name, *fault = name ? supSceneNameFault(name) : NULL;
        if (fault) return supJsonFail(json, elementToken(json, "colliders", i), SupStatus_OutOfRange, "collider: %s", fault);
        for (size_t k = 0; k < i && name; ++k) {
            const char *other = sceneCollider(scene, k)->name;
            if (other && strcmp(name, other) == 0)
                return supJsonFail(json, elementToken(json, "colliders", i), SupStatus_Malformed,
                                   "two colliders are named \"%.60s\"", name);
        }
    }
    return SupStatus_Ok;
}

static SupStatus resolveCarriers(const Json *json, SupScene *scene) {
    SupStatus status = nameColliders(json, scene);
    for (size_t i = 0; i < scene->bodies.count && !status; ++i) {
        SceneBody *body = sceneBody(scene, i);
        if (!supSceneFindCarrier(scene, body))
            status = supJsonFail(json, elementToken(json, "bodies", i), SupStatus_Malformed,
                                 "body \"%s\" wants the carrier \"%.60s\", but no collider is named so", body->name,
                                 body->carrier);
    }
    return status;
}

static bool isUnit(const double q[4], double *length) {
    *length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return *length > 0.999 && *length < 1.001;
}

static void checkRotations(const Json *json, const SupScene *scene) {
    double length;
    for (size_t i = 0; i < scene->colliders.count; ++i) {
        if (isUnit(sceneCollider(scene, i)->value.rotation, &length)) continue;
        char text[90];
        supJsonWarn(json, elementToken(json, "colliders", i), "collider_rotation",
                    "the rotation of %s has length %.6g; used as 1", supSceneColliderText(scene, i, text, sizeof text),
                    length);
        break;
    }
    for (size_t i = 0; i < scene->bodies.count; ++i) {
        if (isUnit(sceneBody(scene, i)->rotation, &length)) continue;
        supJsonWarn(json, elementToken(json, "bodies", i), "rotation",
                    "the rotation of body \"%s\" has length %.6g; used as 1", sceneBody(scene, i)->name, length);
        return; // one line is enough, and finding its place walks the list
    }
}

/// Items know their lines; the file is the scene's.
static void nameFile(SupScene *scene) {
    for (size_t i = 0; i < scene->bodies.count; ++i) sceneBody(scene, i)->at.file = scene->label;
    for (size_t i = 0; i < scene->colliders.count; ++i) sceneCollider(scene, i)->at.file = scene->label;
    for (size_t i = 0; i < scene->attachments.count; ++i) sceneAttachment(scene, i)->at.file = scene->label;
}

static SupStatus readScene(const Json *json, SupScene *scene) {
    SupStatus status = checkVersion(json);
    if (!status) status = readObject(json, 0, &supSceneObject, scene);
    if (!status) status = nameBodies(json, scene);
    if (!status) status = resolveProbes(json, scene);
    if (!status) status = resolveAttachments(json, scene);
    if (!status) status = resolveCarriers(json, scene);
    for (size_t i = 0; i < scene->bodies.count && !status; ++i)
        status = supSceneApplyStiffness(&sceneBody(scene, i)->material);
    if (status) return status;
    checkRotations(json, scene);
    if (!supSceneMakeCopies(scene)) return outOfMemory(json);
    nameFile(scene);
    return supSceneListFiles(scene) && supSceneListTunables(scene) ? SupStatus_Ok : outOfMemory(json);
}

SupScene *supSceneNew(const char *label) {
    SupScene *scene = SUP_NEW(SupScene);
    if (!scene) return NULL;
    supSceneObject.prepare(scene);
    size_t size = strlen(label) + 1;
    scene->label = SUP_NEW_ARRAY(char, size);
    if (scene->label) return memcpy(scene->label, label, size), scene;
    supSceneDestroy(scene);
    return NULL;
}

SupStatus supSceneParse(const char *name, const char *text, size_t length, SupScene **out, SupReport *report) {
    if (!out) return supFail(report, SupStatus_InvalidArgument, "supSceneParse: out is null");
    *out = NULL;
    if (!name || (!text && length)) return supFail(report, SupStatus_InvalidArgument, "supSceneParse: an argument is null");
    Json *json = NULL;
    SupStatus status = supJsonParse(name, text, length, report, &json);
    if (status) return status;
    SupScene *scene = supSceneNew(name);
    status = scene ? readScene(json, scene) : supFail(report, SupStatus_OutOfMemory, "%s: out of memory", name);
    supJsonFree(json);
    if (status) {
        supSceneDestroy(scene);
        return status;
    }
    *out = scene;
    return SupStatus_Ok;
}

void supSceneDestroy(SupScene *scene) {
    if (!scene) return;
    for (size_t i = 0; i < scene->bodies.count; ++i)
        if (sceneBody(scene, i)->asset) supBodyAssetRelease(sceneBody(scene, i)->asset);
    for (size_t i = 0; i < scene->probes.count; ++i) supFree(sceneProbe(scene, i)->selected.values);
    for (uint32_t i = 0; i < scene->fileCount; ++i) {
        supFree(scene->files[i].path);
        supFree(scene->files[i].owned);
    }
    for (uint32_t i = 0; i < scene->tunableCount; ++i) supFree((void *)scene->tunables[i].path);
    supFree(scene->files);
    supFree(scene->tunables);
    supFree(scene->label);
    supSceneObjectFree(&supSceneObject, scene);
    supFree(scene);
}
