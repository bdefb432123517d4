// SPDX-License-Identifier: MIT
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void *defaultRealloc(void *user, void *memory, size_t size) {
    (void)user;
    return realloc(memory, size);
}

static void defaultFree(void *user, void *memory) {
    (void)user;
    free(memory);
}

static SupAllocator allocator = {defaultRealloc, defaultFree, NULL};

void supSetAllocator(const SupAllocator *custom) {
    allocator = custom && custom->realloc && custom->free ? *custom : (SupAllocator){defaultRealloc, defaultFree, NULL};
}

void *supRealloc(void *memory, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    size_t bytes = count * size;
    return allocator.realloc(allocator.user, memory, bytes ? bytes : 1);
}

void *supAlloc(size_t count, size_t size) { return supRealloc(NULL, count, size); }

void *supAllocZero(size_t count, size_t size) {
    void *memory = supAlloc(count, size);
    if (memory && count && size) memset(memory, 0, count * size);
    return memory;
}

void supFree(void *memory) {
    if (memory) allocator.free(allocator.user, memory);
}

bool supGrow(void **array, size_t *capacity, size_t needed, size_t elementSize) {
    if (needed <= *capacity) return true;
    size_t grown = *capacity < 8 ? 8 : *capacity * 2;
    if (grown < needed) grown = needed;
    void *moved = supRealloc(*array, grown, elementSize);
    if (!moved) return false;
    *array = moved;
    *capacity = grown;
    return true;
}
