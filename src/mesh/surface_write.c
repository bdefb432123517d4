// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "base/number.h"
#include "base/vec.h"
#include "bytes.h"
#include "supple/mesh.h"

#include <float.h>
#include <stdio.h>

/// The longest lines: "v" and three numbers of 9 digits with sign, dot and exponent; "f" and three indices.
#define OBJ_VERTEX_ROOM (3 + 3 * 17)
#define OBJ_FACE_ROOM (3 + 3 * 11)
#define STL_FACET_SIZE 50u

static SupStatus makeRoom(size_t rows1, size_t size1, size_t rows2, size_t size2, size_t extra, unsigned char **out) {
    // counts have 32 bits and sizes are small, so that 64-bit sums cannot overflow; 32-bit ones could
    uint64_t total = (uint64_t)rows1 * size1 + (uint64_t)rows2 * size2 + extra;
    if (total > SIZE_MAX / 2) return SupStatus_OutOfMemory;
    *out = (unsigned char *)supAlloc((size_t)total, 1);
    return *out ? SupStatus_Ok : SupStatus_OutOfMemory;
}

static char *appendIndex(char *p, uint32_t value) {
    char digits[10];
    int n = 0;
    do digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n) *p++ = digits[--n];
    return p;
}

static SupStatus writeObj(const SupSurface *surface, void **bytes, size_t *length) {
    unsigned char *block = NULL;
    SupStatus status = makeRoom(surface->vertexCount, OBJ_VERTEX_ROOM, surface->triangleCount, OBJ_FACE_ROOM, 1, &block);
    if (status) return status;
    char *p = (char *)block;
    for (size_t i = 0; i < surface->vertexCount; ++i) {
        *p++ = 'v';
        for (size_t axis = 0; axis < 3; ++axis) {
            *p++ = ' ';
            p += supFormatDouble(p, 17, surface->positions[3 * i + axis], 9);
        }
        *p++ = '\n';
    }
    for (size_t i = 0; i < surface->triangleCount; ++i) {
        *p++ = 'f';
        for (size_t corner = 0; corner < 3; ++corner) {
            *p++ = ' ';
            p = appendIndex(p, surface->triangles[3 * i + corner] + 1);
        }
        *p++ = '\n';
    }
    *bytes = block;
    *length = (size_t)(p - (char *)block);
    return SupStatus_Ok;
}

static Vec3 vertexOf(const SupSurface *surface, size_t triangle, size_t corner) {
    return vec3Load(surface->positions + 3 * (size_t)surface->triangles[3 * triangle + corner]);
}

static Vec3 unitNormal(const SupSurface *surface, size_t triangle) {
    Vec3 a = vertexOf(surface, triangle, 0);
    Vec3 n = vec3Cross(vec3Sub(vertexOf(surface, triangle, 1), a), vec3Sub(vertexOf(surface, triangle, 2), a));
    double length = vec3Length(n);
    return length > 0 && length - length == 0 ? vec3Scale(n, 1.0 / length) : vec3(0, 0, 0);
}

static unsigned char *storeVec3(unsigned char *p, Vec3 a) {
    p = bytesStoreF32(p, (float)a.x);
    p = bytesStoreF32(p, (float)a.y);
    return bytesStoreF32(p, (float)a.z);
}

static SupStatus writeStl(const SupSurface *surface, void **bytes, size_t *length) {
    unsigned char *block = NULL;
    SupStatus status = makeRoom(surface->triangleCount, STL_FACET_SIZE, 0, 0, 84, &block);
    if (status) return status;
    memset(block, 0, 80);
    snprintf((char *)block, 80, "Supple %s", supVersion()); // must not start with "solid", the mark of text files
    unsigned char *p = bytesStoreU32(block + 80, surface->triangleCount);
    for (size_t i = 0; i < surface->triangleCount; ++i) {
        p = storeVec3(p, unitNormal(surface, i));
        for (size_t corner = 0; corner < 3; ++corner) p = storeVec3(p, vertexOf(surface, i, corner));
        *p++ = 0, *p++ = 0; // attribute bytes
    }
    *bytes = block;
    *length = (size_t)(p - block);
    return SupStatus_Ok;
}

static SupStatus writePly(const SupSurface *surface, void **bytes, size_t *length) {
    char header[320];
    int n = snprintf(header, sizeof header,
                     "ply\nformat binary_little_endian 1.0\nelement vertex %u\nproperty float x\nproperty float y\n"
                     "property float z\nelement face %u\nproperty list uchar uint vertex_indices\nend_header\n",
                     (unsigned)surface->vertexCount, (unsigned)surface->triangleCount);
    unsigned char *block = NULL;
    SupStatus status = makeRoom(surface->vertexCount, 12, surface->triangleCount, 13, (size_t)n, &block);
    if (status) return status;
    memcpy(block, header, (size_t)n);
    unsigned char *p = block + n;
    for (size_t i = 0; i < surface->vertexCount; ++i) p = storeVec3(p, vec3Load(surface->positions + 3 * i));
    for (size_t i = 0; i < surface->triangleCount; ++i) {
        *p++ = 3;
        for (size_t corner = 0; corner < 3; ++corner) p = bytesStoreU32(p, surface->triangles[3 * i + corner]);
    }
    *bytes = block;
    *length = (size_t)(p - block);
    return SupStatus_Ok;
}

/// What cannot be written so that it can be read again is refused.
static SupStatus checkWritable(const SupSurface *surface, double limit) {
    for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; ++i)
        if (surface->triangles[i] >= surface->vertexCount) return SupStatus_InvalidArgument;
    for (size_t i = 0; i < 3 * (size_t)surface->vertexCount; ++i) {
        double size = fabs(surface->positions[i]);
        if (size - size != 0.0) return SupStatus_NotFinite;
        if (size > limit) return SupStatus_OutOfRange;
    }
    return SupStatus_Ok;
}

SupStatus supSurfaceWrite(SupSurfaceFormat format, const SupSurface *surface, void **bytes, size_t *length) {
    if (!surface || !bytes || !length) return SupStatus_InvalidArgument;
    *bytes = NULL;
    *length = 0;
    if (format != SupSurfaceFormat_Obj && format != SupSurfaceFormat_Stl && format != SupSurfaceFormat_Ply)
        return SupStatus_Unsupported;
    SupStatus status = checkWritable(surface, format == SupSurfaceFormat_Obj ? DBL_MAX : (double)FLT_MAX);
    if (status) return status;
    if (format == SupSurfaceFormat_Obj) return writeObj(surface, bytes, length);
    if (format == SupSurfaceFormat_Stl) return writeStl(surface, bytes, length);
    return writePly(surface, bytes, length);
}
