// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_KEYS_H
#define SUPPLE_SCENE_KEYS_H

/// The one table of what a scene file may say. It drives the parser, the messages about unknown keys and ranges, freeing,
/// --set and the tunables; a test compares it with docs/scene.schema.json.

#include "supple/scene.h"

typedef enum SceneKeyKind {
    SceneKey_Number,   ///< double[count]
    SceneKey_Integer,  ///< uint32_t[count]
    SceneKey_Text,     ///< char *
    SceneKey_Choice,   ///< uint32_t: index into choices
    SceneKey_Bounds,   ///< double[6]: [[x, y, z], [x, y, z]], lowest corner first
    SceneKey_Indices,  ///< SceneIndices
    SceneKey_Object,   ///< a struct in place
    SceneKey_List,     ///< SceneItems of structs
    SceneKey_Map,      ///< SceneItems of structs that begin with char *name
    SceneKey_Kept,     ///< char *: the value's JSON text
    SceneKey_Reserved, ///< refused by this version
    SceneKey_KindCount
} SceneKeyKind;

typedef struct SceneIndices {
    uint32_t *values;
    uint32_t count;
} SceneIndices;

typedef struct SceneItems {
    void *items;
    size_t count, capacity;
} SceneItems;

/// Where an item stands in its file.
typedef struct SceneLine {
    const char *file; ///< the scene's label; null: in none
    uint32_t line, column;
} SceneLine;

#define SCENE_NONE SIZE_MAX

/// Which bodies a key concerns: the others refuse it, and panels of scenes without such bodies leave it out.
typedef enum SceneFor { SceneFor_All, SceneFor_Tets, SceneFor_Networks, SceneFor_Shells, SceneFor_Strands } SceneFor;

typedef struct SceneObject SceneObject;

typedef struct SceneKey {
    const char *name;
    SceneKeyKind kind;
    uint32_t count; ///< of a Number or Integer: 1 alone, more as a JSON list
    size_t offset;  ///< in the struct of the object that holds the key
    const char *unit;
    double minimum, maximum, standard;
    bool exclusive; ///< the minimum itself is refused
    bool required;
    const char *const *choices;  ///< null-terminated
    const char *const *reserved; ///< choices of later versions, null-terminated
    const SceneObject *object;   ///< of Object, List and Map
    const char *label;           ///< for panels; null: not a tunable
    bool live;                   ///< can change while the World runs
    bool logarithmic;
    bool color; ///< three numbers: red, green, blue
    SceneFor concerns;
} SceneKey;

struct SceneObject {
    const char *what; ///< "the material", for messages
    const SceneKey *keys;
    uint32_t keyCount;
    size_t size;                 ///< [byte] of the struct
    size_t enabledOffset;        ///< bool that false and null clear; SCENE_NONE: only an object will do
    size_t chosenOffset;         ///< uint32_t for the one key that is there: exactly one must be; SCENE_NONE: any number
    void (*prepare)(void *item); ///< defaults of a new item; null: zeros
    /// What no single key can say; null or the reason for refusing. `seen` has bit i set when keys[i] was there.
    const char *(*check)(const void *object, uint64_t seen);
};

extern const SceneObject supSceneObject;

/// Null when `value` lies in the key's range, else the reason, in `text`.
const char *supSceneKeyRange(const SceneKey *key, double value, char *text, size_t size);
/// The key with this name, or null.
const SceneKey *supSceneKeyFind(const SceneObject *object, const char *name);
/// The name nearest to a wrong one, or null.
const char *supSceneKeyNearest(const SceneObject *object, const char *name);
/// Frees what the struct's keys own, not the struct itself.
void supSceneObjectFree(const SceneObject *object, void *data);
/// Where a body, a collider or an attachment remembers its place; null of other items.
SceneLine *supSceneLineOf(const SceneObject *object, void *item);
/// "file:line:column: ", or nothing of what stands in no file; returns text.
const char *supSceneLineText(const SceneLine *line, char *text, size_t size);
/// A new item at the end of a list, prepared; null when out of memory.
void *supSceneItemAdd(const SceneObject *object, SceneItems *items);

#endif
