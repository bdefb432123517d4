// SPDX-License-Identifier: MIT
#include "bytes.h"
#include "surface_builder.h"
#include "surface_read.h"
#include "text_cursor.h"

#define HEADER_SIZE 84u
#define FACET_SIZE 50u

/// The number of facets when header and length agree exactly: then it is binary, whatever the header's words are.
static bool isExactBinary(const unsigned char *bytes, size_t length, uint64_t *facets) {
    if (length < HEADER_SIZE) return false;
    *facets = bytesLoadU32(bytes + 80);
    return length - HEADER_SIZE == *facets * FACET_SIZE;
}

static bool isText(const void *bytes, size_t length) {
    TextCursor text = textStart(bytes, length);
    textSkipSpace(&text);
    if (!textEqualsAnyCase(text.at, textWordLength(&text), "solid")) return false;
    // a binary header may start with "solid" too: text goes on with a facet or an end, on a line of its own
    for (int lines = 0; lines < 64 && !textAtEnd(&text); ++lines) {
        textNextLine(&text);
        textSkipSpace(&text);
        size_t word = textWordLength(&text);
        if (textEqualsAnyCase(text.at, word, "facet") || textEqualsAnyCase(text.at, word, "endsolid")) return true;
    }
    return false;
}

bool supStlRecognize(const void *bytes, size_t length) {
    uint64_t facets = 0;
    return (isExactBinary((const unsigned char *)bytes, length, &facets) && facets > 0) || isText(bytes, length);
}

// ---- Binary ----------------------------------------------------------------------------------------------------------

static SupStatus takeFacet(SupSurfaceBuilder *build, const unsigned char *bytes, size_t at, SupReport *report) {
    supBuilderBeginFace(build);
    for (size_t corner = 0; corner < 3; ++corner) {
        size_t offset = at + 12 + 12 * corner; // the normal before it is not used: it follows from the corners
        double position[3];
        for (size_t i = 0; i < 3; ++i) {
            position[i] = (double)bytesLoadF32(bytes + offset + 4 * i);
            if (position[i] - position[i] != 0.0)
                return supFail(report, SupStatus_NotFinite, "byte %zu: facet %zu has a coordinate that is not finite",
                               offset + 4 * i, (at - HEADER_SIZE) / FACET_SIZE);
        }
        uint32_t vertex = (uint32_t)build->vertexCount;
        SupStatus status = supBuilderAddVertex(build, position, report);
        if (status == SupStatus_Ok) status = supBuilderAddCorner(build, vertex, report);
        if (status) return status;
    }
    return supBuilderEndFace(build, report);
}

static SupStatus readBinary(SupSurfaceBuilder *build, const unsigned char *bytes, size_t length, SupReport *report) {
    if (length < HEADER_SIZE)
        return supFail(report, SupStatus_Malformed, "%zu bytes are neither text nor a binary STL header of 84 bytes",
                       length);
    uint64_t facets = bytesLoadU32(bytes + 80), room = (length - HEADER_SIZE) / FACET_SIZE;
    if (facets > room)
        return supFail(report, SupStatus_Malformed,
                       "byte 80: %llu facets are announced, the %zu bytes hold only %llu: cut off?",
                       (unsigned long long)facets, length, (unsigned long long)room);
    if (facets == 0) return supFail(report, SupStatus_Empty, "byte 80: the file announces 0 facets");
    size_t rest = length - HEADER_SIZE - (size_t)facets * FACET_SIZE;
    if (rest)
        supReportAdd(report, SupSeverity_Warning, "trailing_bytes", rest, NULL, 0,
                     "%zu bytes after the last facet passed over", rest);
    SupStatus status = supBuilderReserveVertices(build, 3 * (size_t)facets, report);
    for (size_t i = 0; i < facets && status == SupStatus_Ok; ++i)
        status = takeFacet(build, bytes, HEADER_SIZE + FACET_SIZE * i, report);
    return status;
}

// ---- Text ------------------------------------------------------------------------------------------------------------

typedef struct StlText {
    TextCursor text;
    SupSurfaceBuilder *build;
    SupReport *report;
} StlText;

static SupStatus failAt(StlText *self, const char *expected) {
    char word[32];
    if (textAtEnd(&self->text))
        return supFail(self->report, SupStatus_Malformed, "line %llu: the file ends where %s should be",
                       (unsigned long long)self->text.line, expected);
    return supFail(self->report, SupStatus_Malformed, "line %llu: \"%s\" where %s should be",
                   (unsigned long long)self->text.line, textQuote(&self->text, word), expected);
}

/// Steps over `word` when it comes next.
static bool takeWord(StlText *self, const char *word) {
    textSkipSpace(&self->text);
    size_t length = textWordLength(&self->text);
    if (!textEqualsAnyCase(self->text.at, length, word)) return false;
    self->text.at += length;
    return true;
}

static SupStatus takeTextVertex(StlText *self) {
    double position[3];
    for (int i = 0; i < 3; ++i) {
        textSkipSpace(&self->text);
        uint64_t line = self->text.line;
        if (!textTakeNumber(&self->text, &position[i])) return failAt(self, "a coordinate");
        if (position[i] - position[i] != 0.0)
            return supFail(self->report, SupStatus_NotFinite, "line %llu: a coordinate is not finite",
                           (unsigned long long)line);
    }
    uint32_t vertex = (uint32_t)self->build->vertexCount;
    SupStatus status = supBuilderAddVertex(self->build, position, self->report);
    return status ? status : supBuilderAddCorner(self->build, vertex, self->report);
}

/// After "facet": whatever stands for the normal is passed over, "nan" included.
static SupStatus takeTextFacet(StlText *self) {
    while (!takeWord(self, "outer")) {
        if (textAtEnd(&self->text)) return failAt(self, "\"outer loop\"");
        size_t length = textWordLength(&self->text);
        if (textEqualsAnyCase(self->text.at, length, "vertex") || textEqualsAnyCase(self->text.at, length, "facet") ||
            textEqualsAnyCase(self->text.at, length, "endfacet") || textEqualsAnyCase(self->text.at, length, "endsolid"))
            return failAt(self, "\"outer loop\"");
        self->text.at += length;
    }
    if (!takeWord(self, "loop")) return failAt(self, "\"loop\"");
    supBuilderBeginFace(self->build);
    while (takeWord(self, "vertex")) {
        SupStatus status = takeTextVertex(self);
        if (status) return status;
    }
    if (self->build->cornerCount < 3) return failAt(self, "a third \"vertex\"");
    if (!takeWord(self, "endloop")) return failAt(self, "\"endloop\"");
    if (!takeWord(self, "endfacet")) return failAt(self, "\"endfacet\"");
    return supBuilderEndFace(self->build, self->report);
}

static SupStatus readText(SupSurfaceBuilder *build, const void *bytes, size_t length, SupReport *report) {
    StlText self = {textStart(bytes, length), build, report};
    for (;;) {
        textSkipSpace(&self.text);
        if (textAtEnd(&self.text)) return SupStatus_Ok;
        if (!takeWord(&self, "solid")) return failAt(&self, "\"solid\"");
        textNextLine(&self.text); // its name may be any words, or none
        while (takeWord(&self, "facet")) {
            SupStatus status = takeTextFacet(&self);
            if (status) return status;
        }
        if (takeWord(&self, "endsolid")) {
            textNextLine(&self.text);
            continue;
        }
        if (!textAtEnd(&self.text)) return failAt(&self, "\"facet\" or \"endsolid\"");
        supReportAdd(report, SupSeverity_Warning, "no_endsolid", 1, NULL, 0,
                     "the file ends without \"endsolid\": something may be missing");
    }
}

SupStatus supSurfaceReadStl(const void *bytes, size_t length, SupSurface *out, SupReport *report) {
    SupSurfaceBuilder build = {0};
    uint64_t facets = 0;
    bool binary = isExactBinary((const unsigned char *)bytes, length, &facets) || !isText(bytes, length);
    SupStatus status =
        binary ? readBinary(&build, (const unsigned char *)bytes, length, report) : readText(&build, bytes, length, report);
    if (status == SupStatus_Ok && build.triangleCount == 0)
        status = supFail(report, SupStatus_Empty, "the file holds no facets");
    return supBuilderFinish(&build, status, out, report);
}
