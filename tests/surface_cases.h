// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_SURFACE_CASES_H
#define SUPPLE_TESTS_SURFACE_CASES_H

/// Small surfaces as files and arrays, and what tests ask of them. Includes cmocka.h and what it needs before it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "supple/mesh.h"

#define CUBE_CORNERS                       \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n" \
    "v 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define CUBE_QUADS "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
#define CUBE_OBJ CUBE_CORNERS CUBE_QUADS

static const double cubeCorners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const uint32_t cubeTriangles[12][3] = {{0, 3, 2}, {0, 2, 1}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                              {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

/// Bytes that grow; a test builds its files with it.
typedef struct Bytes {
    unsigned char *data;
    size_t length, capacity;
} Bytes;

static inline void bytesAdd(Bytes *b, const void *data, size_t length) {
    if (b->length + length > b->capacity) {
        b->capacity = 2 * (b->length + length);
        b->data = (unsigned char *)realloc(b->data, b->capacity);
        assert_non_null(b->data);
    }
    if (length) memcpy(b->data + b->length, data, length);
    b->length += length;
}
static inline void bytesText(Bytes *b, const char *text) { bytesAdd(b, text, strlen(text)); }
static inline void bytesNumber(Bytes *b, uint64_t value, size_t size, bool big) {
    for (size_t i = 0; i < size; ++i) {
        unsigned char byte = (unsigned char)(value >> 8 * (big ? size - 1 - i : i));
        bytesAdd(b, &byte, 1);
    }
}
static inline void bytesFloat(Bytes *b, double value, bool big) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, 4);
    bytesNumber(b, bits, 4, big);
}

/// Binary STL of the cube with this header text.
static inline Bytes cubeStl(const char *header) {
    Bytes b = {0};
    unsigned char head[80] = {0};
    memcpy(head, header, strlen(header));
    bytesAdd(&b, head, 80);
    bytesNumber(&b, 12, 4, false);
    for (int t = 0; t < 12; ++t) {
        for (int i = 0; i < 3; ++i) bytesFloat(&b, 0, false);
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i) bytesFloat(&b, cubeCorners[cubeTriangles[t][k]][i], false);
        bytesNumber(&b, 0, 2, false);
    }
    return b;
}

/// One cube as a named solid of a text STL.
static inline void cubeSolid(Bytes *b, const char *name, double shift) {
    char line[128];
    snprintf(line, sizeof line, "solid %s\n", name);
    bytesText(b, line);
    for (int t = 0; t < 12; ++t) {
        bytesText(b, " facet normal 0 0 0\n  outer loop\n");
        for (int k = 0; k < 3; ++k) {
            const double *p = cubeCorners[cubeTriangles[t][k]];
            snprintf(line, sizeof line, "   vertex %d %d %d\n", (int)(p[0] + shift), (int)p[1], (int)p[2]);
            bytesText(b, line);
        }
        bytesText(b, "  endloop\n endfacet\n");
    }
    snprintf(line, sizeof line, "endsolid %s\n", name);
    bytesText(b, line);
}

typedef struct PlyLook {
    const char *encoding;  ///< "ascii", "binary_little_endian", "binary_big_endian"
    const char *lineEnd;   ///< of the header
    const char *countType; ///< with countSize
    const char *indexType;
    size_t countSize, indexSize;
    bool facesFirst;
} PlyLook;

static inline void plyHeader(Bytes *b, PlyLook look) {
    char text[768];
    const char *e = look.lineEnd;
    char vertices[160], faces[160];
    snprintf(vertices, sizeof vertices, "element vertex 8%sproperty float x%sproperty float y%sproperty float z%s", e, e, e,
             e);
    snprintf(faces, sizeof faces, "element face 12%sproperty list %s %s vertex_indices%s", e, look.countType, look.indexType,
             e);
    snprintf(text, sizeof text, "ply%sformat %s 1.0%scomment made by a test%s%s%send_header%s", e, look.encoding, e, e,
             look.facesFirst ? faces : vertices, look.facesFirst ? vertices : faces, e);
    bytesText(b, text);
}

static inline void plyFaces(Bytes *b, PlyLook look, bool ascii, bool big) {
    char line[64];
    for (int t = 0; t < 12; ++t) {
        const uint32_t *c = cubeTriangles[t];
        if (ascii) {
            snprintf(line, sizeof line, "3 %u %u %u\n", (unsigned)c[0], (unsigned)c[1], (unsigned)c[2]);
            bytesText(b, line);
            continue;
        }
        bytesNumber(b, 3, look.countSize, big);
        for (int k = 0; k < 3; ++k) bytesNumber(b, c[k], look.indexSize, big);
    }
}

static inline Bytes cubePly(PlyLook look) {
    Bytes b = {0};
    bool ascii = strcmp(look.encoding, "ascii") == 0, big = strcmp(look.encoding, "binary_big_endian") == 0;
    char line[64];
    plyHeader(&b, look);
    if (look.facesFirst) plyFaces(&b, look, ascii, big);
    for (int v = 0; v < 8; ++v) {
        const double *p = cubeCorners[v];
        snprintf(line, sizeof line, "%d %d %d\n", (int)p[0], (int)p[1], (int)p[2]);
        if (ascii) bytesText(&b, line);
        for (int i = 0; i < 3 && !ascii; ++i) bytesFloat(&b, p[i], big);
    }
    if (!look.facesFirst) plyFaces(&b, look, ascii, big);
    return b;
}

static inline PlyLook plainPly(const char *encoding) { return (PlyLook){encoding, "\n", "uchar", "int", 1, 4, false}; }

/// Reads from a block of exactly that size, so that the address sanitizer sees any step beyond it.
static inline SupStatus readExact(SupSurfaceFormat format, const void *bytes, size_t length, SupSurface *out,
                                  SupReport *report) {
    void *block = malloc(length ? length : 1);
    assert_non_null(block);
    if (length) memcpy(block, bytes, length);
    SupStatus status = supSurfaceRead(format, block, length, out, report);
    free(block);
    if (status) {
        assert_null(out->positions);
        assert_null(out->triangles);
        assert_int_equal(out->triangleCount, 0);
        if (report) assert_true(strlen(supReportError(report)) > 0);
    } else {
        assert_true(out->triangleCount > 0);
        for (size_t i = 0; i < 3 * (size_t)out->triangleCount; ++i) assert_true(out->triangles[i] < out->vertexCount);
    }
    return status;
}

static inline SupStatus readObj(const char *text, SupSurface *out, SupReport *report) {
    return readExact(SupSurfaceFormat_Obj, text, strlen(text), out, report);
}

/// Reads, expects success, and drops the report.
static inline SupSurface mustRead(SupSurfaceFormat format, const void *bytes, size_t length) {
    SupSurface surface;
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = readExact(format, bytes, length, &surface, &report);
    if (status) print_error("%s: %s\n", supStatusName(status), supReportError(&report));
    assert_int_equal(status, SupStatus_Ok);
    return surface;
}

static inline SupSurface mustReadObj(const char *text) { return mustRead(SupSurfaceFormat_Obj, text, strlen(text)); }

static inline SupSurface surfaceOf(const double *positions, uint32_t vertexCount, const uint32_t *triangles,
                                   uint32_t triangleCount) {
    SupSurface s = {0};
    s.positions = (double *)malloc(24 * (size_t)vertexCount + 1);
    s.triangles = (uint32_t *)malloc(12 * (size_t)triangleCount + 1);
    assert_non_null(s.positions);
    assert_non_null(s.triangles);
    if (vertexCount) memcpy(s.positions, positions, 24 * (size_t)vertexCount);
    if (triangleCount) memcpy(s.triangles, triangles, 12 * (size_t)triangleCount);
    s.vertexCount = vertexCount;
    s.triangleCount = triangleCount;
    return s;
}

static inline SupSurface cubeSurface(void) { return surfaceOf(cubeCorners[0], 8, cubeTriangles[0], 12); }

static inline void mustClean(SupSurface *surface, SupReport *report) {
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    SupStatus status = supSurfaceClean(surface, &desc, report);
    if (status && report) print_error("%s\n", supReportError(report));
    assert_int_equal(status, SupStatus_Ok);
}

static inline SupSurfaceInfo infoOf(const SupSurface *surface) {
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(surface, &info, NULL), SupStatus_Ok);
    return info;
}

static inline uint64_t countOf(const SupReport *report, const char *code) {
    const SupReportItem *item = supReportFind(report, code);
    return item ? item->count : 0;
}

static inline void assertNear(double value, double expected, double tolerance) {
    double error = value > expected ? value - expected : expected - value;
    if (!(error <= tolerance)) fail_msg("%.17g is not within %g of %.17g", value, tolerance, expected);
}

/// Splitmix64: the same numbers everywhere.
static inline uint64_t randomNext(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
static inline double randomUnit(uint64_t *state) { return (double)(randomNext(state) >> 11) * 0x1p-53; }

#endif
