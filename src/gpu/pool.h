// SPDX-License-Identifier: MIT
#ifndef SUPPLE_GPU_POOL_H
#define SUPPLE_GPU_POOL_H

#include "gpu.h"

/// Ranges of elements handed out from one growing space: first fit, freed neighbours merge, so the same calls always give
/// the same ranges.
typedef struct SupRange {
    uint32_t first, count;
} SupRange;

typedef struct SupRanges {
    SupRange *freed; ///< ascending, never touching each other
    size_t freedCount, freedCapacity;
    uint32_t end; ///< one past the last element in use: the space that pools must have
} SupRanges;

/// False when memory runs out or the space would pass 2^32 - 1 elements.
bool supRangesTake(SupRanges *ranges, uint32_t count, uint32_t *first);
/// Never fails: when no memory is left to remember the range, it is lost to reuse.
void supRangesGive(SupRanges *ranges, uint32_t first, uint32_t count);
void supRangesFree(SupRanges *ranges);

/// A GPU buffer that grows. Growing copies the old content on the GPU and counts `generation` up, so that bind groups
/// are made anew.
typedef struct SupPool {
    const char *label;
    uint32_t elementSize; ///< [byte]
    WGPUBufferUsage usage;
    WGPUBuffer buffer;
    uint64_t capacity; ///< elements
    uint64_t generation;
} SupPool;

/// Makes room for `count` elements (at least doubling). The pool is unchanged when it fails.
SupStatus supPoolReserve(SupGpu *gpu, SupPool *pool, uint64_t count);
void supPoolRelease(SupGpu *gpu, SupPool *pool);
/// Writes elements through the queue: in order with everything submitted before and after.
void supPoolWrite(SupGpu *gpu, const SupPool *pool, uint64_t first, const void *data, uint64_t count);

#endif
