// SPDX-License-Identifier: MIT
// NumPy's .npy format, version 1.0: magic, version, length of a Python dictionary as text, then the array.
#include "supple/scene.h"

#include <stdio.h>
#include <string.h>

SupStatus supNpyHeader(const uint64_t *shape, uint32_t dimensions, char header[SUP_NPY_HEADER_SIZE]) {
    if (!shape || !header || dimensions == 0 || dimensions > 4) return SupStatus_InvalidArgument;
    char text[SUP_NPY_HEADER_SIZE];
    size_t used = (size_t)snprintf(text, sizeof text, "{'descr': '<f4', 'fortran_order': False, 'shape': (");
    for (uint32_t i = 0; i < dimensions; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 i + 1 < dimensions ? "%llu, "
                                 : dimensions == 1  ? "%llu,"
                                                    : "%llu",
                                 (unsigned long long)shape[i]);
    used += (size_t)snprintf(text + used, sizeof text - used, "), }");
    size_t length = SUP_NPY_HEADER_SIZE - 10;
    if (used + 1 > length) return SupStatus_OutOfRange;
    static const char magic[8] = {(char)0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    memcpy(header, magic, sizeof magic);
    header[8] = (char)(length & 255), header[9] = (char)(length >> 8);
    memset(header + 10, ' ', length);
    for (size_t i = 0; i < used; ++i) header[10 + i] = text[i];
    header[SUP_NPY_HEADER_SIZE - 1] = '\n';
    return SupStatus_Ok;
}
