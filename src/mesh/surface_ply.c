// SPDX-License-Identifier: MIT
#include "bytes.h"
#include "ply_header.h"
#include "surface_builder.h"
#include "surface_read.h"
#include "text_cursor.h"

#include <stdio.h>

typedef struct PlyReader {
    PlyHeader header;
    const char *bytes;
    size_t length;
    TextCursor text; ///< where reading goes on, in all three encodings
    SupSurfaceBuilder build;
    SupReport *report;
    const PlyElement *element; ///< being read
    uint64_t row;              ///< of it, from 0
} PlyReader;

static bool isAscii(const PlyReader *self) { return self->header.encoding == PlyEncoding_Ascii; }
static size_t bytesLeft(const PlyReader *self) { return (size_t)(self->text.end - self->text.at); }

/// An error at the current place: "line 12 (vertex 3): ..." or "byte 400 (face 7): ...".
static SupStatus failHere(PlyReader *self, SupStatus status, const char *what) {
    bool ascii = isAscii(self);
    unsigned long long place = ascii ? self->text.line : (unsigned long long)(self->text.at - self->bytes);
    int nameLength = self->element->nameLength < 32 ? (int)self->element->nameLength : 32;
    return supFail(self->report, status, "%s %llu (%.*s %llu): %s", ascii ? "line" : "byte", place, nameLength,
                   self->element->name, (unsigned long long)self->row, what);
}

static SupStatus failShort(PlyReader *self) {
    if (isAscii(self) && !textAtEnd(&self->text)) return failHere(self, SupStatus_Malformed, "too few values on the line");
    return failHere(self, SupStatus_Malformed, "the file ends here: cut off?");
}

// ---- Single values ---------------------------------------------------------------------------------------------------

static double loadBinary(const unsigned char *p, PlyType type, bool big) {
    unsigned char buffer[8] = {0};
    size_t size = supPlyTypeSize(type);
    for (size_t i = 0; i < size; ++i) buffer[i] = p[big ? size - 1 - i : i];
    uint64_t bits = bytesLoadU64(buffer);
    double wide;
    switch (type) {
    case PlyType_Int8:
        return (double)(int8_t)bits;
    case PlyType_Uint8:
        return (double)(uint8_t)bits;
    case PlyType_Int16:
        return (double)(int16_t)bits;
    case PlyType_Uint16:
        return (double)(uint16_t)bits;
    case PlyType_Int32:
        return (double)(int32_t)bits;
    case PlyType_Uint32:
        return (double)(uint32_t)bits;
    case PlyType_Float32:
        return (double)bytesLoadF32(buffer);
    default:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
}

static SupStatus takeValue(PlyReader *self, PlyType type, double *value) {
    if (isAscii(self)) {
        textSkipBlanks(&self->text);
        if (textAtLineEnd(&self->text)) return failShort(self);
        return textTakeNumber(&self->text, value) ? SupStatus_Ok : failHere(self, SupStatus_Malformed, "not a number");
    }
    size_t size = supPlyTypeSize(type);
    if (bytesLeft(self) < size) return failShort(self);
    *value = loadBinary((const unsigned char *)self->text.at, type, self->header.encoding == PlyEncoding_Big);
    self->text.at += size;
    return SupStatus_Ok;
}

static SupStatus skipValues(PlyReader *self, PlyType type, uint64_t count) {
    if (!isAscii(self)) {
        if (bytesLeft(self) / supPlyTypeSize(type) < count) return failShort(self);
        self->text.at += (size_t)count * supPlyTypeSize(type);
        return SupStatus_Ok;
    }
    for (uint64_t i = 0; i < count; ++i) {
        textSkipBlanks(&self->text);
        size_t word = textWordLength(&self->text);
        if (word == 0) return failShort(self);
        self->text.at += word;
    }
    return SupStatus_Ok;
}

static SupStatus takeCount(PlyReader *self, const PlyProperty *property, uint64_t *count) {
    double value = 0;
    SupStatus status = takeValue(self, property->countType, &value);
    if (status) return status;
    if (!(value >= 0 && value <= UINT32_MAX) || value != (double)(uint32_t)value)
        return failHere(self, SupStatus_Malformed, "a list's length is not a whole number of at least 0");
    *count = (uint64_t)value;
    // a claimed length is believed only as far as the bytes go
    if (*count > bytesLeft(self)) return failShort(self);
    return SupStatus_Ok;
}

static SupStatus skipProperty(PlyReader *self, const PlyProperty *property) {
    uint64_t count = 1;
    if (property->countType) {
        SupStatus status = takeCount(self, property, &count);
        if (status) return status;
    }
    return skipValues(self, property->type, count);
}

// ---- Rows ------------------------------------------------------------------------------------------------------------

static SupStatus beginRow(PlyReader *self) {
    if (!isAscii(self)) return SupStatus_Ok;
    textSkipSpace(&self->text);
    return textAtEnd(&self->text) ? failShort(self) : SupStatus_Ok;
}

static void endRow(PlyReader *self) {
    if (isAscii(self)) textNextLine(&self->text); // values that the header does not announce are passed over
}

/// Whether the bytes that are left can hold the announced rows, before anything is allocated for them.
static SupStatus checkRoom(PlyReader *self, const PlyElement *element) {
    size_t least = 0;
    for (size_t i = 0; i < element->propertyCount; ++i) {
        const PlyProperty *property = &self->header.properties[element->firstProperty + i];
        least += isAscii(self) ? 2 : supPlyTypeSize(property->countType ? property->countType : property->type);
    }
    // the last number of a text file needs no blank behind it
    if (least == 0 || element->count <= (bytesLeft(self) + (isAscii(self) ? 1 : 0)) / least) return SupStatus_Ok;
    int nameLength = element->nameLength < 32 ? (int)element->nameLength : 32;
    return supFail(self->report, SupStatus_Malformed,
                   "line %llu announces %llu of element %.*s, more than the %zu bytes that follow can hold: cut off?",
                   (unsigned long long)element->line, (unsigned long long)element->count, nameLength, element->name,
                   bytesLeft(self));
}

static SupStatus skipElement(PlyReader *self, const PlyElement *element) {
    self->element = element;
    if (element->propertyCount == 0) return SupStatus_Ok; // such rows take no bytes, however many are announced
    SupStatus status = checkRoom(self, element);
    for (self->row = 0; self->row < element->count && status == SupStatus_Ok; ++self->row) {
        status = beginRow(self);
        for (size_t i = 0; i < element->propertyCount && status == SupStatus_Ok; ++i)
            status = skipProperty(self, &self->header.properties[element->firstProperty + i]);
        if (status == SupStatus_Ok) endRow(self);
    }
    return status;
}

// ---- Vertices --------------------------------------------------------------------------------------------------------

static SupStatus takeVertex(PlyReader *self, const PlyProperty *const axes[3]) {
    double position[3] = {0, 0, 0};
    for (size_t i = 0; i < self->element->propertyCount; ++i) {
        const PlyProperty *property = &self->header.properties[self->element->firstProperty + i];
        int axis = property == axes[0] ? 0 : property == axes[1] ? 1 : property == axes[2] ? 2 : 3;
        SupStatus status = axis < 3 ? takeValue(self, property->type, &position[axis]) : skipProperty(self, property);
        if (status) return status;
        if (axis < 3 && position[axis] - position[axis] != 0.0)
            return failHere(self, SupStatus_NotFinite, "a coordinate is not finite");
    }
    return supBuilderAddVertex(&self->build, position, self->report);
}

static SupStatus readVertices(PlyReader *self, const PlyElement *element) {
    static const char *const names[3] = {"x", "y", "z"};
    const PlyProperty *axes[3];
    self->element = element;
    for (int i = 0; i < 3; ++i) {
        axes[i] = supPlyFindProperty(&self->header, element, names[i]);
        if (!axes[i] || axes[i]->countType)
            return supFail(self->report, SupStatus_Malformed, "line %llu: element vertex has no property %s",
                           (unsigned long long)element->line, names[i]);
    }
    SupStatus status = checkRoom(self, element);
    if (status == SupStatus_Ok) status = supBuilderReserveVertices(&self->build, (size_t)element->count, self->report);
    for (self->row = 0; self->row < element->count && status == SupStatus_Ok; ++self->row) {
        status = beginRow(self);
        if (status == SupStatus_Ok) status = takeVertex(self, axes);
        if (status == SupStatus_Ok) endRow(self);
    }
    return status;
}

// ---- Faces -----------------------------------------------------------------------------------------------------------

static SupStatus takeIndex(PlyReader *self, PlyType type, bool strip, int64_t *index) {
    double value = 0;
    SupStatus status = takeValue(self, type, &value);
    if (status) return status;
    if (strip && value == -1.0) return *index = -1, SupStatus_Ok;
    if (!(value >= 0 && value < (double)self->build.vertexCount) || value != (double)(uint32_t)value) {
        char what[96], number[32];
        supFormatDouble(number, sizeof number, value, 12);
        snprintf(what, sizeof what, "index %s, but there are %zu vertices (counted from 0)", number,
                 self->build.vertexCount);
        return failHere(self, SupStatus_Malformed, what);
    }
    *index = (int64_t)value;
    return SupStatus_Ok;
}

static SupStatus takePolygon(PlyReader *self, const PlyProperty *property) {
    uint64_t count = 0;
    SupStatus status = takeCount(self, property, &count);
    supBuilderBeginFace(&self->build);
    for (uint64_t i = 0; i < count && status == SupStatus_Ok; ++i) {
        int64_t index = 0;
        status = takeIndex(self, property->type, false, &index);
        if (status == SupStatus_Ok) status = supBuilderAddCorner(&self->build, (uint32_t)index, self->report);
    }
    return status ? status : supBuilderEndFace(&self->build, self->report);
}

static SupStatus addTriangle(SupSurfaceBuilder *build, uint32_t a, uint32_t b, uint32_t c, SupReport *report) {
    uint32_t corners[3] = {a, b, c};
    SupStatus status = SupStatus_Ok;
    supBuilderBeginFace(build);
    for (int i = 0; i < 3 && status == SupStatus_Ok; ++i) status = supBuilderAddCorner(build, corners[i], report);
    return status ? status : supBuilderEndFace(build, report);
}

/// Every vertex after the second of a run makes a triangle, turned about every other time; -1 starts a new run.
static SupStatus takeStrip(PlyReader *self, const PlyProperty *property) {
    uint64_t count = 0, run = 0;
    int64_t index = 0;
    uint32_t a = 0, b = 0;
    SupStatus status = takeCount(self, property, &count);
    for (uint64_t i = 0; i < count && status == SupStatus_Ok; ++i) {
        status = takeIndex(self, property->type, true, &index);
        if (status) return status;
        if (index < 0) {
            run = 0;
            continue;
        }
        uint32_t c = (uint32_t)index;
        // strips repeat a vertex on purpose where they turn: such triangles are not worth a note
        if (run >= 2 && a != b && b != c && c != a)
            status = run % 2 ? addTriangle(&self->build, b, a, c, self->report)
                             : addTriangle(&self->build, a, b, c, self->report);
        a = b, b = c;
        ++run;
    }
    return status;
}

static SupStatus readFaces(PlyReader *self, const PlyElement *element, bool strips) {
    const PlyProperty *list = supPlyFindProperty(&self->header, element, "vertex_indices");
    if (!list) list = supPlyFindProperty(&self->header, element, "vertex_index");
    if (!list || !list->countType || list->type >= PlyType_Float32)
        return supFail(self->report, SupStatus_Malformed,
                       "line %llu: the faces have no list vertex_indices of whole numbers",
                       (unsigned long long)element->line);
    self->element = element;
    SupStatus status = checkRoom(self, element);
    for (self->row = 0; self->row < element->count && status == SupStatus_Ok; ++self->row) {
        status = beginRow(self);
        for (size_t i = 0; i < element->propertyCount && status == SupStatus_Ok; ++i) {
            const PlyProperty *property = &self->header.properties[element->firstProperty + i];
            if (property != list)
                status = skipProperty(self, property);
            else
                status = strips ? takeStrip(self, property) : takePolygon(self, property);
        }
        if (status == SupStatus_Ok) endRow(self);
    }
    return status;
}

// ---- The file --------------------------------------------------------------------------------------------------------

static const PlyElement *findElement(const PlyHeader *header, const char *name) {
    for (size_t i = 0; i < header->elementCount; ++i)
        if (textEquals(header->elements[i].name, header->elements[i].nameLength, name)) return &header->elements[i];
    return NULL;
}

/// Polygons are cut by their shape, so the vertices come first even where the file has them last.
static SupStatus readBody(PlyReader *self) {
    const PlyHeader *header = &self->header;
    const PlyElement *vertices = findElement(header, "vertex"), *faces = findElement(header, "face");
    bool strips = false;
    if (!vertices) return supFail(self->report, SupStatus_Malformed, "the header has no element vertex");
    if (!faces || faces->count == 0) {
        const PlyElement *other = findElement(header, "tristrips");
        strips = other != NULL;
        if (strips) faces = other;
    }
    if (!faces || faces->count == 0)
        return supFail(self->report, SupStatus_Empty, "%llu vertices but no faces: a point cloud is not a surface",
                       (unsigned long long)vertices->count);
    TextCursor faceStart = self->text;
    SupStatus status = SupStatus_Ok;
    for (const PlyElement *e = header->elements; e < vertices && status == SupStatus_Ok; ++e) {
        if (e == faces) faceStart = self->text;
        status = skipElement(self, e);
    }
    if (status == SupStatus_Ok) status = readVertices(self, vertices);
    if (faces < vertices)
        self->text = faceStart;
    else
        for (const PlyElement *e = vertices + 1; e < faces && status == SupStatus_Ok; ++e) status = skipElement(self, e);
    return status ? status : readFaces(self, faces, strips);
}

SupStatus supSurfaceReadPly(const void *bytes, size_t length, SupSurface *out, SupReport *report) {
    PlyReader self = {.bytes = (const char *)bytes, .length = length, .report = report};
    SupStatus status = supPlyReadHeader(bytes, length, &self.header, report);
    if (status == SupStatus_Ok) {
        self.text = (TextCursor){self.bytes + self.header.payload, self.bytes + length, self.header.payloadLine, false};
        status = readBody(&self);
    }
    if (status == SupStatus_Ok && self.build.triangleCount == 0)
        status = supFail(report, SupStatus_Empty, "no face has three different corners");
    supPlyHeaderFree(&self.header);
    return supBuilderFinish(&self.build, status, out, report);
}
