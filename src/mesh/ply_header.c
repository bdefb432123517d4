// SPDX-License-Identifier: MIT
#include "ply_header.h"

#include "base/memory.h"
#include "base/report.h"
#include "text_cursor.h"

#define MAX_ELEMENTS 256 // far above any real file; keeps the search for a name twice short

static const struct {
    const char *name;
    PlyType type;
} types[] = {
    {"char", PlyType_Int8},     {"int8", PlyType_Int8},       {"uchar", PlyType_Uint8},    {"uint8", PlyType_Uint8},
    {"short", PlyType_Int16},   {"int16", PlyType_Int16},     {"ushort", PlyType_Uint16},  {"uint16", PlyType_Uint16},
    {"int", PlyType_Int32},     {"int32", PlyType_Int32},     {"uint", PlyType_Uint32},    {"uint32", PlyType_Uint32},
    {"float", PlyType_Float32}, {"float32", PlyType_Float32}, {"double", PlyType_Float64}, {"float64", PlyType_Float64}};

size_t supPlyTypeSize(PlyType type) {
    static const size_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[type];
}

const PlyProperty *supPlyFindProperty(const PlyHeader *header, const PlyElement *element, const char *name) {
    for (size_t i = 0; i < element->propertyCount; ++i) {
        const PlyProperty *property = &header->properties[element->firstProperty + i];
        if (textEquals(property->name, property->nameLength, name)) return property;
    }
    return NULL;
}

static SupStatus failAt(TextCursor *text, SupReport *report, const char *expected) {
    char word[32];
    bool missing = textAtLineEnd(text);
    return supFail(report, SupStatus_Malformed, "line %llu: %s%s%s where %s should be", (unsigned long long)text->line,
                   missing ? "nothing" : "\"", missing ? "" : textQuote(text, word), missing ? "" : "\"", expected);
}

/// The next word of this line; length 0 at its end.
static const char *takeWord(TextCursor *text, size_t *length) {
    textSkipBlanks(text);
    *length = textWordLength(text);
    const char *word = text->at;
    text->at += *length;
    return word;
}

static bool takeType(TextCursor *text, PlyType *type) {
    textSkipBlanks(text);
    size_t length = textWordLength(text);
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (textEquals(text->at, length, types[i].name)) {
            text->at += length;
            *type = types[i].type;
            return true;
        }
    return false;
}

static SupStatus takeFormat(TextCursor *text, PlyHeader *header, SupReport *report) {
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    textSkipBlanks(text);
    size_t length = textWordLength(text);
    for (int i = 0; i < 3; ++i)
        if (textEquals(text->at, length, names[i])) header->encoding = (PlyEncoding)(PlyEncoding_Ascii + i);
    if (!header->encoding) return failAt(text, report, "ascii, binary_little_endian or binary_big_endian");
    return SupStatus_Ok;
}

static SupStatus takeElement(TextCursor *text, PlyHeader *header, SupReport *report) {
    PlyElement element = {.firstProperty = header->propertyCount, .line = text->line};
    element.name = takeWord(text, &element.nameLength);
    if (element.nameLength == 0) return failAt(text, report, "the element's name");
    if (header->elementCount == MAX_ELEMENTS)
        return supFail(report, SupStatus_OutOfRange, "line %llu: more than %d kinds of elements",
                       (unsigned long long)text->line, MAX_ELEMENTS);
    for (size_t i = 0; i < header->elementCount; ++i)
        if (header->elements[i].nameLength == element.nameLength &&
            memcmp(header->elements[i].name, element.name, element.nameLength) == 0)
            return supFail(report, SupStatus_Malformed, "line %llu: this element was announced before",
                           (unsigned long long)text->line);
    textSkipBlanks(text);
    int64_t count = 0;
    const char *p = supParseInteger(text->at, text->end, &count);
    if (!p || count < 0 || !textWordEnds(text, p)) return failAt(text, report, "the number of elements");
    element.count = (uint64_t)count;
    if (!supGrow((void **)&header->elements, &header->elementCapacity, header->elementCount + 1, sizeof element))
        return supFail(report, SupStatus_OutOfMemory, "out of memory while reading the header");
    header->elements[header->elementCount++] = element;
    return SupStatus_Ok;
}

static SupStatus takeProperty(TextCursor *text, PlyHeader *header, SupReport *report) {
    if (header->elementCount == 0)
        return supFail(report, SupStatus_Malformed, "line %llu: a property before the first element",
                       (unsigned long long)text->line);
    PlyProperty property = {0};
    textSkipBlanks(text);
    if (textEquals(text->at, textWordLength(text), "list")) {
        text->at += 4;
        if (!takeType(text, &property.countType) || property.countType >= PlyType_Float32)
            return failAt(text, report, "the whole-number type of the list's length");
    }
    if (!takeType(text, &property.type)) return failAt(text, report, "a property's type");
    property.name = takeWord(text, &property.nameLength);
    if (property.nameLength == 0) return failAt(text, report, "the property's name");
    if (!supGrow((void **)&header->properties, &header->propertyCapacity, header->propertyCount + 1, sizeof property))
        return supFail(report, SupStatus_OutOfMemory, "out of memory while reading the header");
    header->properties[header->propertyCount++] = property;
    header->elements[header->elementCount - 1].propertyCount++;
    return SupStatus_Ok;
}

/// Over the line ending after end_header, byte-exact: a payload may start with a byte that looks like a line ending, so
/// a carriage return alone ends the header only where the first line of the file ended so too.
static void takeHeaderEnd(TextCursor *text, bool carriageOnly) {
    while (!textAtLineEnd(text)) text->at++;
    if (textAtEnd(text)) return;
    if (carriageOnly && *text->at == '\r') {
        text->at++;
        text->line++;
        return;
    }
    textTakeLineEnd(text);
}

SupStatus supPlyReadHeader(const void *bytes, size_t length, PlyHeader *out, SupReport *report) {
    TextCursor text = textStart(bytes, length);
    size_t word = 0;
    const char *keyword = takeWord(&text, &word);
    if (!textEquals(keyword, word, "ply"))
        return supFail(report, SupStatus_Malformed, "line 1: a PLY file starts with \"ply\"");
    bool carriageOnly = text.at + 1 < text.end && text.at[0] == '\r' && text.at[1] != '\n';
    for (;;) {
        textNextLine(&text);
        if (textAtEnd(&text)) return supFail(report, SupStatus_Malformed, "the file ends inside its header (no end_header)");
        keyword = takeWord(&text, &word);
        SupStatus status = SupStatus_Ok;
        if (word == 0 || textEquals(keyword, word, "comment") || textEquals(keyword, word, "obj_info"))
            continue;
        else if (textEquals(keyword, word, "end_header"))
            break;
        else if (textEquals(keyword, word, "format"))
            status = takeFormat(&text, out, report);
        else if (textEquals(keyword, word, "element"))
            status = takeElement(&text, out, report);
        else if (textEquals(keyword, word, "property"))
            status = takeProperty(&text, out, report);
        else {
            text.at = keyword;
            status = failAt(&text, report, "format, element, property or end_header");
        }
        if (status) return status;
    }
    if (!out->encoding) return supFail(report, SupStatus_Malformed, "the header has no \"format\" line");
    takeHeaderEnd(&text, carriageOnly);
    out->payload = (size_t)(text.at - (const char *)bytes);
    out->payloadLine = text.line;
    return SupStatus_Ok;
}

void supPlyHeaderFree(PlyHeader *header) {
    supFree(header->elements);
    supFree(header->properties);
    *header = (PlyHeader){0};
}
