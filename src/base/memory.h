// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_MEMORY_H
#define SUPPLE_BASE_MEMORY_H

#include "supple/base.h"

/// All memory of the library comes from here (supSetAllocator). Null on failure or when count * size overflows.
/// A count of 0 allocates one byte, so that null always means failure.
void *supAlloc(size_t count, size_t size);
void *supAllocZero(size_t count, size_t size);
/// Grows or shrinks; the old block stays valid when it fails.
void *supRealloc(void *memory, size_t count, size_t size);

#define SUP_NEW(Type) ((Type *)supAllocZero(1, sizeof(Type)))
#define SUP_NEW_ARRAY(Type, count) ((Type *)supAlloc((count), sizeof(Type)))

/// Makes room for `needed` elements in *array, at least doubling *capacity. False on failure (array unchanged).
bool supGrow(void **array, size_t *capacity, size_t needed, size_t elementSize);

#endif
