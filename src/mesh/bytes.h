// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_BYTES_H
#define SUPPLE_MESH_BYTES_H

/// Numbers in bytes of either order at any alignment.

#include <stdint.h>
#include <string.h>

static inline uint32_t bytesLoadU32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t bytesLoadU64(const unsigned char *p) {
    return (uint64_t)bytesLoadU32(p) | (uint64_t)bytesLoadU32(p + 4) << 32;
}

static inline float bytesLoadF32(const unsigned char *p) {
    uint32_t bits = bytesLoadU32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline unsigned char *bytesStoreU32(unsigned char *p, uint32_t value) {
    p[0] = (unsigned char)value, p[1] = (unsigned char)(value >> 8);
    p[2] = (unsigned char)(value >> 16), p[3] = (unsigned char)(value >> 24);
    return p + 4;
}

static inline unsigned char *bytesStoreF32(unsigned char *p, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bytesStoreU32(p, bits);
}

#endif
