// SPDX-License-Identifier: MIT
// The parser's table, docs/scene.schema.json and docs/scenes.md say the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/json.h"
#include "scene/scene_data.h"

// ---- Schema ----------------------------------------------------------------------------------------------------------

static void *readFile(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

/// Value of a key, 0 (the root, which is nobody's value) when it is not there.
static JsonToken member(const Json *json, JsonToken object, const char *name) {
    if (supJsonKind(json, object) != JsonKind_Object) return 0;
    JsonToken key = supJsonFirst(object);
    for (uint32_t i = 0; i < supJsonCount(json, object); ++i, key = supJsonNext(json, key + 1)) {
        char *text = supJsonString(json, key);
        bool found = strcmp(text, name) == 0;
        supFree(text);
        if (found) return key + 1;
    }
    return 0;
}

static bool textIs(const Json *json, JsonToken token, const char *expected) {
    if (!token || supJsonKind(json, token) != JsonKind_String) return false;
    char *text = supJsonString(json, token);
    bool same = strcmp(text, expected) == 0;
    supFree(text);
    return same;
}

static bool listHas(const Json *json, JsonToken list, const char *name) {
    JsonToken item = list ? supJsonFirst(list) : 0;
    for (uint32_t i = 0; list && i < supJsonCount(json, list); ++i, item = supJsonNext(json, item))
        if (textIs(json, item, name)) return true;
    return false;
}

static void sameWords(const Json *json, JsonToken list, const char *const *words, const char *path) {
    uint32_t count = 0;
    for (; words && words[count]; ++count)
        if (!listHas(json, list, words[count])) fail_msg("%s: the schema lacks \"%s\"", path, words[count]);
    if (count != (list ? supJsonCount(json, list) : 0)) fail_msg("%s: other values in the schema", path);
}

static void sameNumber(const Json *json, JsonToken schema, const char *name, double expected, const char *path) {
    JsonToken value = member(json, schema, name);
    if (!value || supJsonNumber(json, value) != expected)
        fail_msg("%s: %s is not %.17g in the schema", path, name, expected);
}

static void sameRange(const Json *json, JsonToken schema, const SceneKey *key, const char *path) {
    sameNumber(json, schema, key->exclusive ? "exclusiveMinimum" : "minimum", key->minimum, path);
    sameNumber(json, schema, "maximum", key->maximum, path);
    if (!textIs(json, member(json, schema, "type"), key->kind == SceneKey_Integer ? "integer" : "number"))
        fail_msg("%s: other type in the schema", path);
}

static double valueOf(const SceneKey *key, const void *object, uint32_t i) {
    const void *value = (const char *)object + key->offset;
    return key->kind == SceneKey_Integer ? ((const uint32_t *)value)[i] : ((const double *)value)[i];
}

static void compareNumber(const Json *json, JsonToken schema, const SceneKey *key, const void *usual, const char *path) {
    JsonToken standard = member(json, schema, "default");
    if (key->unit ? !textIs(json, member(json, schema, "x-unit"), key->unit) : member(json, schema, "x-unit") != 0)
        fail_msg("%s: other unit in the schema", path);
    if (key->count == 1) {
        sameRange(json, schema, key, path);
        if (standard && (supJsonNumber(json, standard) != key->standard || valueOf(key, usual, 0) != key->standard))
            fail_msg("%s: three defaults: schema, table, struct", path);
        return;
    }
    sameRange(json, member(json, schema, "items"), key, path);
    sameNumber(json, schema, "minItems", key->count, path);
    sameNumber(json, schema, "maxItems", key->count, path);
    if (!standard) return;
    JsonToken item = supJsonFirst(standard);
    for (uint32_t i = 0; i < key->count; ++i, item = supJsonNext(json, item))
        if (supJsonNumber(json, item) != valueOf(key, usual, i)) fail_msg("%s: other default in the schema", path);
}

static void compareObject(const Json *json, JsonToken schema, const SceneObject *object, const void *usual,
                          const char *path);

static void compareKey(const Json *json, JsonToken schema, const SceneKey *key, const void *usual, const char *path) {
    if (!member(json, schema, "description") && key->kind != SceneKey_Indices)
        fail_msg("%s: no description in the schema", path);
    const char *value = (const char *)usual + key->offset;
    void *item = NULL;
    switch (key->kind) {
    case SceneKey_Number:
    case SceneKey_Integer:
        compareNumber(json, schema, key, usual, path);
        break;
    case SceneKey_Text:
        assert_true(textIs(json, member(json, schema, "type"), "string"));
        break;
    case SceneKey_Choice:
        sameWords(json, member(json, schema, "enum"), key->choices, path);
        sameWords(json, member(json, schema, "x-reserved-values"), key->reserved, path);
        JsonToken standard = member(json, schema, "default");
        if (standard && !textIs(json, standard, key->choices[*(const uint32_t *)(const void *)value]))
            fail_msg("%s: other default in the schema", path);
        break;
    case SceneKey_Object:
        compareObject(json, schema, key->object, value, path);
        break;
    case SceneKey_List:
    case SceneKey_Map:
        item = calloc(1, key->object->size);
        if (key->object->prepare) key->object->prepare(item);
        compareObject(json, member(json, schema, key->kind == SceneKey_List ? "items" : "additionalProperties"), key->object,
                      item, path);
        free(item);
        break;
    case SceneKey_Kept:
        assert_true(member(json, schema, "x-kept") != 0);
        break;
    case SceneKey_Reserved:
        assert_true(member(json, schema, "x-reserved") != 0);
        break;
    case SceneKey_Bounds:
    case SceneKey_Indices:
        assert_true(textIs(json, member(json, schema, "type"), "array"));
        break;
    case SceneKey_KindCount:
        fail();
    }
}

static void compareObject(const Json *json, JsonToken schema, const SceneObject *object, const void *usual,
                          const char *path) {
    JsonToken properties = member(json, schema, "properties"), required = member(json, schema, "required");
    JsonToken closed = member(json, schema, "additionalProperties");
    if (!properties) fail_msg("%s: no properties in the schema", path);
    if (!closed || supJsonKind(json, closed) != JsonKind_False) fail_msg("%s: the schema lets unknown keys pass", path);
    if ((object->chosenOffset != SCENE_NONE) !=
        (member(json, schema, "minProperties") && member(json, schema, "maxProperties")))
        fail_msg("%s: exactly one key, or not?", path);
    JsonToken name = supJsonFirst(properties);
    for (uint32_t i = 0; i < supJsonCount(json, properties); ++i, name = supJsonNext(json, name + 1)) {
        char *text = supJsonString(json, name);
        if (!supSceneKeyFind(object, text)) fail_msg("%s.%s: the parser does not know it", path, text);
        supFree(text);
    }
    for (uint32_t i = 0; i < object->keyCount; ++i) {
        const SceneKey *key = &object->keys[i];
        char inner[256];
        snprintf(inner, sizeof inner, "%s.%s", path, key->name);
        JsonToken property = member(json, properties, key->name);
        if (!property) fail_msg("%s: the schema does not know it", inner);
        if (listHas(json, required, key->name) != key->required) fail_msg("%s: required, or not?", inner);
        compareKey(json, property, key, usual, inner);
    }
}

static void schemaAndParserAgree(void **state) {
    (void)state;
    size_t length;
    char *text = readFile(SUPPLE_SOURCE_DIR "/docs/scene.schema.json", &length);
    SupReport report = SUP_REPORT_INIT;
    Json *json = NULL;
    SupStatus status = supJsonParse("scene.schema.json", text, length, &report, &json);
    if (status) fail_msg("%s", supReportError(&report));
    SupScene *usual = supSceneNew("usual");
    compareObject(json, 0, &supSceneObject, usual, "scene");
    supSceneDestroy(usual);
    supJsonFree(json);
    free(text);
}

/// The reference page names every key.
static void pageNamesEveryKey(const SceneObject *object, const char *page) {
    for (uint32_t i = 0; i < object->keyCount; ++i) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "`%s`", object->keys[i].name);
        if (!strstr(page, quoted)) fail_msg("docs/scenes.md does not name %s of %s", quoted, object->what);
        if (object->keys[i].object) pageNamesEveryKey(object->keys[i].object, page);
    }
}

static void referencePageIsComplete(void **state) {
    (void)state;
    size_t length;
    char *page = readFile(SUPPLE_SOURCE_DIR "/docs/scenes.md", &length);
    page[length] = 0;
    pageNamesEveryKey(&supSceneObject, page);
    free(page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schemaAndParserAgree),
        cmocka_unit_test(referencePageIsComplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
