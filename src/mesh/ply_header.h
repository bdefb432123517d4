// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_PLY_HEADER_H
#define SUPPLE_MESH_PLY_HEADER_H

#include "supple/base.h"

typedef enum PlyType {
    PlyType_None,
    PlyType_Int8,
    PlyType_Uint8,
    PlyType_Int16,
    PlyType_Uint16,
    PlyType_Int32,
    PlyType_Uint32,
    PlyType_Float32,
    PlyType_Float64
} PlyType;

typedef enum PlyEncoding { PlyEncoding_None, PlyEncoding_Ascii, PlyEncoding_Little, PlyEncoding_Big } PlyEncoding;

typedef struct PlyProperty {
    const char *name; ///< in the file's bytes, not terminated
    size_t nameLength;
    PlyType type;
    PlyType countType; ///< PlyType_None: a single value, else a list
} PlyProperty;

typedef struct PlyElement {
    const char *name;
    size_t nameLength;
    uint64_t count;
    size_t firstProperty, propertyCount;
    uint64_t line;
} PlyElement;

typedef struct PlyHeader {
    PlyEncoding encoding;
    PlyElement *elements;
    size_t elementCount, elementCapacity;
    PlyProperty *properties;
    size_t propertyCount, propertyCapacity;
    size_t payload;       ///< offset of the first byte after the header
    uint64_t payloadLine; ///< its line
} PlyHeader;

/// Freed by supPlyHeaderFree, also after an error.
SupStatus supPlyReadHeader(const void *bytes, size_t length, PlyHeader *out, SupReport *report);
void supPlyHeaderFree(PlyHeader *header);

/// Bytes of one value in a binary file.
size_t supPlyTypeSize(PlyType type);
/// Null when the element has none of that name.
const PlyProperty *supPlyFindProperty(const PlyHeader *header, const PlyElement *element, const char *name);

#endif
