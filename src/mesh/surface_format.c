// SPDX-License-Identifier: MIT
#include "base/report.h"
#include "surface_read.h"
#include "text_cursor.h"

static SupSurfaceFormat formatOfName(const char *name) {
    const char *dot = NULL;
    for (const char *p = name; *p; ++p) {
        if (*p == '.') dot = p;
        if (*p == '/' || *p == '\\') dot = NULL;
    }
    if (!dot) return SupSurfaceFormat_Unknown;
    size_t length = strlen(dot);
    if (textEqualsAnyCase(dot, length, ".obj")) return SupSurfaceFormat_Obj;
    if (textEqualsAnyCase(dot, length, ".stl")) return SupSurfaceFormat_Stl;
    if (textEqualsAnyCase(dot, length, ".ply")) return SupSurfaceFormat_Ply;
    return SupSurfaceFormat_Unknown;
}

/// The first lines that are not comments must all be ones that OBJ files have, one of them a vertex or a face.
static bool looksLikeObj(const void *bytes, size_t length) {
    static const char *const words[] = {"v", "f", "vn", "vt", "vp", "o", "g", "s", "l", "p", "mtllib", "usemtl"};
    TextCursor text = textStart(bytes, length);
    bool geometry = false;
    for (int lines = 0; lines < 64; ++lines) {
        textSkipSpace(&text);
        if (textAtEnd(&text)) break;
        size_t word = textWordLength(&text), known = 0;
        while (known < sizeof words / sizeof *words && !textEquals(text.at, word, words[known])) ++known;
        if (known == sizeof words / sizeof *words && *text.at != '#') return false;
        geometry = geometry || known < 2;
        textNextLine(&text);
    }
    return geometry;
}

SupSurfaceFormat supSurfaceFormatOf(const char *name, const void *bytes, size_t length) {
    SupSurfaceFormat format = name ? formatOfName(name) : SupSurfaceFormat_Unknown;
    if (format || !bytes || length == 0) return format;
    const char *text = (const char *)bytes;
    if (length >= 4 && memcmp(text, "ply", 3) == 0 && textIsLineEnd(text[3])) return SupSurfaceFormat_Ply;
    if (supStlRecognize(bytes, length)) return SupSurfaceFormat_Stl;
    if (looksLikeObj(bytes, length)) return SupSurfaceFormat_Obj;
    return SupSurfaceFormat_Unknown;
}

SupStatus supSurfaceRead(SupSurfaceFormat format, const void *bytes, size_t length, SupSurface *out, SupReport *report) {
    if (!out) return supFail(report, SupStatus_InvalidArgument, "there is no place for the surface (out is null)");
    *out = (SupSurface){0};
    if (!bytes && length) return supFail(report, SupStatus_InvalidArgument, "the bytes are null");
    if (format != SupSurfaceFormat_Obj && format != SupSurfaceFormat_Stl && format != SupSurfaceFormat_Ply)
        return supFail(report, SupStatus_UnknownFormat, "the format is none of OBJ, STL, PLY");
    if (length == 0) return supFail(report, SupStatus_Empty, "the file is empty");
    if (format == SupSurfaceFormat_Obj) return supSurfaceReadObj(bytes, length, out, report);
    if (format == SupSurfaceFormat_Stl) return supSurfaceReadStl(bytes, length, out, report);
    return supSurfaceReadPly(bytes, length, out, report);
}
