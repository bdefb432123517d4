// SPDX-License-Identifier: MIT
#include "json.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS // closing a bracket looks for its opener: without links that is quadratic
#include <jsmn.h>

struct Json {
    const char *name, *text;
    size_t length;
    SupReport *report;
    jsmntok_t *tokens;
    uint32_t count;
};

/// With the quotes of a string.
static size_t outerStart(const jsmntok_t *t) { return (size_t)t->start - (t->type == JSMN_STRING); }
static size_t outerEnd(const jsmntok_t *t) { return (size_t)t->end + (t->type == JSMN_STRING); }

// ---- Messages --------------------------------------------------------------------------------------------------------

static void advance(const Json *json, size_t offset, JsonPlace *place) {
    for (; place->offset < offset && place->offset < json->length; ++place->offset) {
        unsigned char c = (unsigned char)json->text[place->offset];
        if (c == '\n') {
            ++place->line, place->column = 1;
        } else if ((c & 0xc0) != 0x80) {
            ++place->column; // columns count characters, not the bytes that continue one
        }
    }
}

static JsonPlace placeAt(const Json *json, size_t offset) {
    JsonPlace place = {0, 1, 1};
    advance(json, offset, &place);
    return place;
}

void supJsonAdvance(const Json *json, JsonToken token, JsonPlace *place) {
    advance(json, outerStart(&json->tokens[token]), place);
}

static SupStatus failAt(const Json *json, size_t offset, SupStatus status, const char *what) {
    JsonPlace place = placeAt(json, offset);
    return supFail(json->report, status, "%s:%u:%u: %s", json->name, place.line, place.column, what);
}

SupStatus supJsonFail(const Json *json, JsonToken token, SupStatus status, const char *format, ...) {
    char what[SUP_REPORT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return failAt(json, outerStart(&json->tokens[token]), status, what);
}

void supJsonWarn(const Json *json, JsonToken token, const char *code, const char *format, ...) {
    char what[SUP_REPORT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    JsonPlace at = placeAt(json, outerStart(&json->tokens[token]));
    supReportAdd(json->report, SupSeverity_Warning, code, 1, NULL, 0, "%s:%u:%u: %s", json->name, at.line, at.column, what);
}

// ---- What jsmn forgives ----------------------------------------------------------------------------------------------

/// Bytes of the UTF-8 character at p, 0 when it is none (overlong forms and surrogates are none).
static size_t characterLength(const unsigned char *p, size_t left) {
    if (p[0] < 0x80) return 1;
    size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n > left) return 0;
    for (size_t i = 1; i < n; ++i)
        if ((p[i] & 0xc0) != 0x80) return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)) return 0;
    if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f)) return 0;
    return n;
}

static SupStatus checkText(const Json *json) {
    const unsigned char *text = (const unsigned char *)json->text;
    uint32_t depth = 0;
    bool quoted = false;
    for (size_t i = 0, n; i < json->length; i += n) {
        n = characterLength(text + i, json->length - i);
        if (!n) return failAt(json, i, SupStatus_Malformed, "not UTF-8 text");
        if (text[i] < 0x20 && (quoted || !strchr("\t\n\r", text[i] ? text[i] : 'x')))
            return failAt(json, i, SupStatus_Malformed, quoted ? "control character in a string" : "control character");
        if (quoted && text[i] == '\\' && i + 1 < json->length && text[i + 1] < 0x80)
            n = 2;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && (text[i] == '{' || text[i] == '['))
            ++depth;
        else if (!quoted && (text[i] == '}' || text[i] == ']') && depth)
            --depth;
        if (depth > SUP_JSON_DEPTH) return failAt(json, i, SupStatus_Malformed, "nested too deeply");
    }
    return SupStatus_Ok;
}

static bool numberIsStrict(const char *p, const char *end) {
    if (p < end && *p == '-') ++p;
    const char *digits = p;
    while (p < end && *p >= '0' && *p <= '9') ++p;
    if (p == digits || (*digits == '0' && p > digits + 1)) return false;
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        while (p < end && *p >= '0' && *p <= '9') ++p;
        if (p == fraction) return false;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        ++p;
        if (p < end && (*p == '-' || *p == '+')) ++p;
        const char *exponent = p;
        while (p < end && *p >= '0' && *p <= '9') ++p;
        if (p == exponent) return false;
    }
    return p == end;
}

static bool primitiveIsStrict(const char *p, size_t length) {
    if (length == 4 && (memcmp(p, "true", 4) == 0 || memcmp(p, "null", 4) == 0)) return true;
    return (length == 5 && memcmp(p, "false", 5) == 0) || numberIsStrict(p, p + length);
}

static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Text between two tokens: white space around exactly the one character `expected` (0: none).
static SupStatus checkGap(const Json *json, size_t from, size_t to, char expected, const char *what) {
    bool seen = expected == 0;
    for (size_t i = from; i < to; ++i) {
        if (isSpace(json->text[i])) continue;
        if (seen) return failAt(json, i, SupStatus_Malformed, "unexpected character");
        if (json->text[i] != expected) return failAt(json, i, SupStatus_Malformed, what);
        seen = true;
    }
    return seen ? SupStatus_Ok : failAt(json, to < json->length ? to : json->length, SupStatus_Malformed, what);
}

static SupStatus checkKey(const Json *json, JsonToken key, JsonToken firstKey) {
    const jsmntok_t *t = &json->tokens[key];
    if (t->type != JSMN_STRING) return supJsonFail(json, key, SupStatus_Malformed, "a key must be a string in quotes");
    if (t->size != 1) return supJsonFail(json, key, SupStatus_Malformed, "a key without a value");
    int length = t->end - t->start;
    for (JsonToken other = firstKey; other != key; other = supJsonNext(json, other + 1)) {
        const jsmntok_t *o = &json->tokens[other];
        if (o->end - o->start == length && memcmp(json->text + o->start, json->text + t->start, (size_t)length) == 0)
            return supJsonFail(json, key, SupStatus_Malformed, "key \"%.*s\" stands here twice", length > 60 ? 60 : length,
                               json->text + t->start);
    }
    return SupStatus_Ok;
}

/// The separators between a container's children, and its keys.
static SupStatus checkContainer(const Json *json, JsonToken container) {
    const jsmntok_t *t = &json->tokens[container];
    bool object = t->type == JSMN_OBJECT;
    size_t at = (size_t)t->start + 1;
    JsonToken first = supJsonFirst(container), child = first;
    if (object && t->size > (int)SUP_JSON_MAX_KEYS)
        return supJsonFail(json, container, SupStatus_Malformed, "more than %u keys in one object", SUP_JSON_MAX_KEYS);
    for (int i = 0; i < t->size; ++i) {
        SupStatus status = checkGap(json, at, outerStart(&json->tokens[child]), i ? ',' : 0, "expected , or the end");
        if (!status && object) status = checkKey(json, child, first);
        if (!status && object)
            status = checkGap(json, outerEnd(&json->tokens[child]), outerStart(&json->tokens[child + 1]), ':', "expected :");
        if (status) return status;
        JsonToken value = object ? child + 1 : child;
        at = outerEnd(&json->tokens[value]);
        child = supJsonNext(json, value);
    }
    return checkGap(json, at, (size_t)t->end - 1, 0, "unexpected character");
}

static SupStatus checkTokens(const Json *json) {
    for (JsonToken i = 0; i < json->count; ++i) {
        const jsmntok_t *t = &json->tokens[i];
        SupStatus status = SupStatus_Ok;
        if (t->type == JSMN_OBJECT || t->type == JSMN_ARRAY) status = checkContainer(json, i);
        if (t->type == JSMN_PRIMITIVE && !primitiveIsStrict(json->text + t->start, (size_t)(t->end - t->start)))
            status = supJsonFail(json, i, SupStatus_Malformed, "neither a number nor true, false or null");
        if (t->type == JSMN_STRING)
            for (int k = t->start; k + 5 < t->end; ++k) {
                if (json->text[k] != '\\') continue;
                if (memcmp(json->text + k, "\\u0000", 6) == 0)
                    return failAt(json, (size_t)k, SupStatus_Malformed, "\\u0000 in a string");
                ++k;
            }
        if (status) return status;
    }
    size_t end = outerEnd(&json->tokens[0]);
    SupStatus status = checkGap(json, 0, outerStart(&json->tokens[0]), 0, "");
    return status ? status : checkGap(json, end, json->length, 0, "");
}

// ---- Parsing ---------------------------------------------------------------------------------------------------------

static SupStatus tokenize(Json *json) {
    jsmn_parser parser;
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, json->text, json->length, NULL, 0);
    if (count >= 0) {
        if (count == 0) return failAt(json, json->length, SupStatus_Malformed, "the file is empty");
        json->tokens = SUP_NEW_ARRAY(jsmntok_t, (size_t)count);
        if (!json->tokens) return supFail(json->report, SupStatus_OutOfMemory, "out of memory");
        jsmn_init(&parser);
        count = jsmn_parse(&parser, json->text, json->length, json->tokens, (unsigned)count);
    }
    if (count == JSMN_ERROR_PART) return failAt(json, json->length, SupStatus_Malformed, "the text ends too early");
    if (count <= 0) return failAt(json, parser.pos, SupStatus_Malformed, "not JSON from here on");
    json->count = (uint32_t)count;
    return checkTokens(json);
}

SupStatus supJsonParse(const char *name, const char *text, size_t length, SupReport *report, Json **out) {
    *out = NULL;
    if (length > SUP_JSON_MAX_BYTES)
        return supFail(report, SupStatus_OutOfRange, "%s: %zu bytes; a scene file may hold %u", name, length,
                       SUP_JSON_MAX_BYTES);
    Json *json = SUP_NEW(Json);
    if (!json) return supFail(report, SupStatus_OutOfMemory, "out of memory");
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, length -= 3; // byte order mark of some editors
    *json = (Json){name, text, length, report, NULL, 0};
    SupStatus status = checkText(json);
    if (!status) status = tokenize(json);
    if (status) {
        supJsonFree(json);
        return status;
    }
    *out = json;
    return SupStatus_Ok;
}

void supJsonFree(Json *json) {
    if (!json) return;
    supFree(json->tokens);
    supFree(json);
}

// ---- Looking at tokens -----------------------------------------------------------------------------------------------

JsonKind supJsonKind(const Json *json, JsonToken token) {
    const jsmntok_t *t = &json->tokens[token];
    if (t->type == JSMN_OBJECT) return JsonKind_Object;
    if (t->type == JSMN_ARRAY) return JsonKind_Array;
    if (t->type == JSMN_STRING) return JsonKind_String;
    char c = json->text[t->start];
    return c == 't' ? JsonKind_True : c == 'f' ? JsonKind_False : c == 'n' ? JsonKind_Null : JsonKind_Number;
}

const char *supJsonKindText(const Json *json, JsonToken token) {
    static const char *const texts[] = {"an object", "a list", "a text", "a number", "true", "false", "null"};
    return texts[supJsonKind(json, token)];
}

uint32_t supJsonCount(const Json *json, JsonToken token) { return (uint32_t)json->tokens[token].size; }

JsonToken supJsonFirst(JsonToken container) { return container + 1; }

JsonToken supJsonNext(const Json *json, JsonToken token) {
    int end = json->tokens[token].end;
    JsonToken next = token + 1;
    while (next < json->count && json->tokens[next].start < end) ++next;
    return next;
}

double supJsonNumber(const Json *json, JsonToken token) {
    const jsmntok_t *t = &json->tokens[token];
    double value = 0.0;
    supParseDouble(json->text + t->start, json->text + t->end, &value);
    return value;
}

static uint32_t hexadecimal(const char *p) {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        char c = p[i];
        value = value * 16 + (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

static char *putCharacter(char *out, uint32_t c) {
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6), *out++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *out++ = (char)(0xe0 | c >> 12), *out++ = (char)(0x80 | (c >> 6 & 63)), *out++ = (char)(0x80 | (c & 63));
    } else {
        *out++ = (char)(0xf0 | c >> 18), *out++ = (char)(0x80 | (c >> 12 & 63));
        *out++ = (char)(0x80 | (c >> 6 & 63)), *out++ = (char)(0x80 | (c & 63));
    }
    return out;
}

/// Reads \uXXXX at p, with its second half when it is a surrogate pair; a lone half becomes U+FFFD.
static const char *unicodeEscape(const char *p, const char *end, uint32_t *c) {
    *c = hexadecimal(p + 2);
    p += 6;
    if (*c < 0xd800 || *c > 0xdfff) return p;
    uint32_t low = end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? hexadecimal(p + 2) : 0;
    bool pair = *c < 0xdc00 && low >= 0xdc00 && low <= 0xdfff;
    *c = pair ? 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
    return pair ? p + 6 : p;
}

char *supJsonString(const Json *json, JsonToken token) {
    const jsmntok_t *t = &json->tokens[token];
    const char *p = json->text + t->start, *end = json->text + t->end;
    char *text = SUP_NEW_ARRAY(char, (size_t)(end - p) + 1), *out = text;
    if (!text) return NULL;
    while (p < end) {
        if (*p != '\\') {
            *out++ = *p++;
        } else if (p[1] == 'u') {
            uint32_t c;
            p = unicodeEscape(p, end, &c);
            out = putCharacter(out, c);
        } else {
            static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
            const char *found = strchr(from, p[1]);
            *out++ = found ? to[found - from] : p[1];
            p += 2;
        }
    }
    *out = 0;
    return text;
}

char *supJsonRaw(const Json *json, JsonToken token) {
    const jsmntok_t *t = &json->tokens[token];
    size_t start = outerStart(t), length = outerEnd(t) - start;
    char *text = SUP_NEW_ARRAY(char, length + 1);
    if (!text) return NULL;
    memcpy(text, json->text + start, length);
    text[length] = 0;
    return text;
}
