// SPDX-License-Identifier: MIT
#ifndef TESTS_FAILING_ALLOCATOR_H
#define TESTS_FAILING_ALLOCATOR_H

/// An allocator that fails at the n-th request and counts what is not given back. Include after cmocka.h.

#include <stdio.h>
#include <stdlib.h>

#include "supple/base.h"

typedef struct FailingAllocator {
    long left; ///< requests until one fails; negative: never
    long live; ///< blocks not freed yet
} FailingAllocator;

static inline void *failingRealloc(void *user, void *memory, size_t size) {
    FailingAllocator *self = user;
    if (self->left == 0) return NULL;
    if (self->left > 0) self->left--;
    void *moved = realloc(memory, size);
    if (moved && !memory) self->live++;
    return moved;
}

static inline void failingFree(void *user, void *memory) {
    if (memory) ((FailingAllocator *)user)->live--;
    free(memory);
}

/// Runs `attempt` with the first, second, third ... request failing until it succeeds. Every failure must be OutOfMemory,
/// and nothing may stay allocated (the attempt frees what it got on success).
static inline void sweepAllocations(SupStatus (*attempt)(void *data), void *data) {
    long n = 0;
    for (;; ++n) {
        FailingAllocator failing = {n, 0};
        SupAllocator allocator = {failingRealloc, failingFree, &failing};
        supSetAllocator(&allocator);
        SupStatus status = attempt(data);
        supSetAllocator(NULL);
        if (failing.live != 0) fail_msg("request %ld failing leaves %ld blocks", n, failing.live);
        if (status == SupStatus_Ok) break;
        if (status != SupStatus_OutOfMemory) fail_msg("request %ld failing gives %s", n, supStatusName(status));
    }
    printf("%ld requests\n", n);
    assert_true(n > 0);
}

#endif
