// SPDX-License-Identifier: MIT
/// Wavefront OBJ in two passes: positions first, because a face may name vertices that come later and polygons are cut
/// by their shape; then faces, with the number of vertices above each line, which negative indices count back from.
#include "surface_builder.h"
#include "surface_read.h"
#include "text_cursor.h"

typedef struct ObjReader {
    TextCursor text;
    SupSurfaceBuilder build;
    SupReport *report;
    uint64_t verticesAbove; ///< `v` lines before this one
    uint64_t lines, points, curves;
    SupPlaces unknown; ///< lines with a keyword that OBJ does not have
} ObjReader;

typedef SupStatus (*LineFn)(ObjReader *self, const char *keyword, size_t length);

static unsigned long long lineOf(const ObjReader *self) { return (unsigned long long)self->text.line; }

static SupStatus forEachLine(ObjReader *self, const void *bytes, size_t length, LineFn take) {
    self->text = textStart(bytes, length);
    self->text.continuation = true;
    for (; !textAtEnd(&self->text); textNextLine(&self->text)) {
        textSkipBlanks(&self->text);
        if (textAtLineEnd(&self->text) || *self->text.at == '#') continue;
        const char *keyword = self->text.at;
        size_t word = textWordLength(&self->text);
        self->text.at += word;
        SupStatus status = take(self, keyword, word);
        if (status) return status;
    }
    return SupStatus_Ok;
}

static SupStatus takeVertex(ObjReader *self, const char *keyword, size_t length) {
    if (length != 1 || *keyword != 'v') return SupStatus_Ok;
    double position[3];
    char word[32];
    // what may follow the three, a weight or a colour, is passed over
    for (int i = 0; i < 3; ++i) {
        textSkipBlanks(&self->text);
        if (textAtLineEnd(&self->text))
            return supFail(self->report, SupStatus_Malformed, "line %llu: a vertex has %d coordinates instead of 3",
                           lineOf(self), i);
        if (!textTakeNumber(&self->text, &position[i]))
            return supFail(self->report, SupStatus_Malformed, "line %llu: \"%s\" is not a number", lineOf(self),
                           textQuote(&self->text, word));
        if (position[i] - position[i] != 0.0)
            return supFail(self->report, SupStatus_NotFinite, "line %llu: vertex %zu has a coordinate that is not finite",
                           lineOf(self), self->build.vertexCount + 1);
    }
    return supBuilderAddVertex(&self->build, position, self->report);
}

/// "7", "7/1", "7/1/3", "7//3", each possibly negative. Texture and normal indices are not used, so not checked.
static SupStatus takeCorner(ObjReader *self, uint32_t *vertex) {
    char word[32];
    int64_t index = 0;
    const char *p = supParseInteger(self->text.at, self->text.end, &index);
    if (p && p < self->text.end && *p == '/')
        while (p < self->text.end && (*p == '/' || *p == '-' || *p == '+' || (*p >= '0' && *p <= '9'))) ++p;
    if (!p || !textWordEnds(&self->text, p))
        return supFail(self->report, SupStatus_Malformed, "line %llu: \"%s\" is not a face corner", lineOf(self),
                       textQuote(&self->text, word));
    int64_t count = (int64_t)self->build.vertexCount, above = (int64_t)self->verticesAbove;
    if (index == 0)
        return supFail(self->report, SupStatus_Malformed, "line %llu: face index 0 (OBJ counts from 1)", lineOf(self));
    if (index > count)
        return supFail(self->report, SupStatus_Malformed, "line %llu: face index %lld, but the file has %lld vertices",
                       lineOf(self), (long long)index, (long long)count);
    if (index < -above)
        return supFail(self->report, SupStatus_Malformed, "line %llu: face index %lld, but only %lld vertices stand above",
                       lineOf(self), (long long)index, (long long)above);
    self->text.at = p;
    *vertex = (uint32_t)(index > 0 ? index - 1 : above + index);
    return SupStatus_Ok;
}

static SupStatus takeFace(ObjReader *self) {
    supBuilderBeginFace(&self->build);
    for (;;) {
        textSkipBlanks(&self->text);
        if (textAtLineEnd(&self->text) || *self->text.at == '#') return supBuilderEndFace(&self->build, self->report);
        uint32_t vertex = 0;
        SupStatus status = takeCorner(self, &vertex);
        if (status == SupStatus_Ok) status = supBuilderAddCorner(&self->build, vertex, self->report);
        if (status) return status;
    }
}

static SupStatus takeElement(ObjReader *self, const char *keyword, size_t length) {
    static const char *const passedOver[] = {
        "vn",    "vt",  "vp",   "o",      "g",    "s",     "mg",    "mtllib",   "usemtl",   "usemap",     "maplib",
        "bevel", "lod", "deg",  "cstype", "parm", "trim",  "hole",  "end",      "bmat",     "step",       "scrv",
        "sp",    "con", "call", "csh",    "con",  "ctech", "stech", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
    if (length == 1 && *keyword == 'v') return ++self->verticesAbove, SupStatus_Ok;
    if ((length == 1 && *keyword == 'f') || textEquals(keyword, length, "fo")) return takeFace(self);
    for (size_t i = 0; i < sizeof passedOver / sizeof *passedOver; ++i)
        if (textEquals(keyword, length, passedOver[i])) return SupStatus_Ok;
    if (length == 1 && *keyword == 'l')
        ++self->lines;
    else if (length == 1 && *keyword == 'p')
        ++self->points;
    else if (textEquals(keyword, length, "curv") || textEquals(keyword, length, "curv2") ||
             textEquals(keyword, length, "surf"))
        ++self->curves;
    else
        supPlacesAdd(&self->unknown, self->text.line);
    return SupStatus_Ok;
}

/// Says what the file held instead of a surface.
static SupStatus refuseEmpty(ObjReader *self) {
    SupReport *report = self->report;
    if (self->build.dropped.count)
        return supFail(report, SupStatus_Empty, "no face has three different corners (%llu faces)",
                       (unsigned long long)self->build.dropped.count);
    if (self->lines || self->points)
        return supFail(report, SupStatus_Empty, "no faces: %llu lines (l) and %llu points (p) are not a surface",
                       (unsigned long long)self->lines, (unsigned long long)self->points);
    if (self->curves)
        return supFail(report, SupStatus_Empty,
                       "no faces: curves and free-form surfaces (%llu) are not read, export polygons",
                       (unsigned long long)self->curves);
    if (self->build.vertexCount)
        return supFail(report, SupStatus_Empty, "%zu vertices but no faces: a point cloud is not a surface",
                       self->build.vertexCount);
    if (self->unknown.count)
        return supFail(report, SupStatus_Malformed, "no vertices and no faces: this is not an OBJ file");
    return supFail(report, SupStatus_Empty, "no vertices and no faces");
}

SupStatus supSurfaceReadObj(const void *bytes, size_t length, SupSurface *out, SupReport *report) {
    ObjReader self = {.report = report};
    SupStatus status = forEachLine(&self, bytes, length, takeVertex);
    if (status == SupStatus_Ok) status = forEachLine(&self, bytes, length, takeElement);
    if (status == SupStatus_Ok && self.build.triangleCount == 0) status = refuseEmpty(&self);
    if (status == SupStatus_Ok && self.unknown.count) {
        char text[96];
        supReportAdd(report, SupSeverity_Note, "unknown_lines", self.unknown.count, self.unknown.ids, self.unknown.idCount,
                     "%llu lines with unknown keywords passed over: line %s", (unsigned long long)self.unknown.count,
                     supPlacesText(&self.unknown, text, sizeof text));
    }
    return supBuilderFinish(&self.build, status, out, report);
}
