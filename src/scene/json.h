// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_JSON_H
#define SUPPLE_SCENE_JSON_H

/// Strict JSON (RFC 8259) on top of jsmn, which finds the tokens but forgives too much: what it lets pass is refused
/// here, with line and column. Nothing recurses on the input; nesting ends at SUP_JSON_DEPTH.

#include "base/report.h"

#define SUP_JSON_DEPTH 32
#define SUP_JSON_MAX_BYTES (16u << 20)
#define SUP_JSON_MAX_KEYS 1000u

typedef struct Json Json;

/// Index of a token: 0 is the root; a container's children follow it in the order of the text.
typedef uint32_t JsonToken;

typedef enum JsonKind {
    JsonKind_Object,
    JsonKind_Array,
    JsonKind_String,
    JsonKind_Number,
    JsonKind_True,
    JsonKind_False,
    JsonKind_Null
} JsonKind;

/// Keeps pointers to `name`, `text` and `report`. On failure *out is null and the report says where.
/// Errors: Malformed, OutOfRange (more than SUP_JSON_MAX_BYTES), OutOfMemory.
SupStatus supJsonParse(const char *name, const char *text, size_t length, SupReport *report, Json **out);
void supJsonFree(Json *json);

JsonKind supJsonKind(const Json *json, JsonToken token);
/// "an object", "a number" ... for messages.
const char *supJsonKindText(const Json *json, JsonToken token);
/// Children of an array, keys of an object.
uint32_t supJsonCount(const Json *json, JsonToken token);
/// First child of a container that has one; of an object it is the first key. A key's value is key + 1.
JsonToken supJsonFirst(JsonToken container);
/// The token after this one and all that it holds: the next element, or after a value the next key.
JsonToken supJsonNext(const Json *json, JsonToken token);

/// Value of a number; infinite when it does not fit a double.
double supJsonNumber(const Json *json, JsonToken token);
/// Text of a string without escapes, freed by supFree; null when out of memory. U+0000 is kept out by supJsonParse.
char *supJsonString(const Json *json, JsonToken token);
/// The token's own text, quotes of a string included; freed by supFree.
char *supJsonRaw(const Json *json, JsonToken token);

/// A place in the text, by bytes and as people count, from 1.
typedef struct JsonPlace {
    size_t offset;
    uint32_t line, column;
} JsonPlace;
/// Goes on from a place to where a token begins, which lies behind it.
void supJsonAdvance(const Json *json, JsonToken token, JsonPlace *place);
/// Reports "name:line:column: ..." at a token and returns `status`.
SupStatus supJsonFail(const Json *json, JsonToken token, SupStatus status, const char *format, ...) SUP_PRINTF(4, 5);
/// The same as a warning.
void supJsonWarn(const Json *json, JsonToken token, const char *code, const char *format, ...) SUP_PRINTF(4, 5);

#endif
