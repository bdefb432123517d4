// SPDX-License-Identifier: MIT
#include "key_sort.h"

#include <string.h>

#include "base/memory.h"

static bool keyLess(const MeshKey *p, const MeshKey *q) {
    if (p->b != q->b) return p->b < q->b;
    if (p->c != q->c) return p->c < q->c;
    return p->id < q->id;
}

static void insertionSort(MeshKey *keys, size_t count) {
    for (size_t i = 1; i < count; ++i) {
        MeshKey key = keys[i];
        size_t j = i;
        for (; j > 0 && keyLess(&key, &keys[j - 1]); --j) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void siftDown(MeshKey *keys, size_t root, size_t count) {
    MeshKey key = keys[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && keyLess(&keys[child], &keys[child + 1])) ++child;
        if (!keyLess(&key, &keys[child])) break;
        keys[root] = keys[child];
    }
    keys[root] = key;
}

/// For a vertex with very many elements around it (a fan): n log n whatever the input.
static void heapSort(MeshKey *keys, size_t count) {
    for (size_t i = count / 2; i-- > 0;) siftDown(keys, i, count);
    for (size_t end = count; end-- > 1;) {
        MeshKey top = keys[0];
        keys[0] = keys[end];
        keys[end] = top;
        siftDown(keys, 0, end);
    }
}

bool supSortMeshKeys(MeshKey *keys, size_t count, uint32_t vertexCount) {
    if (count < 2) return true;
    size_t *start = supAllocZero((size_t)vertexCount + 1, sizeof *start);
    MeshKey *sorted = SUP_NEW_ARRAY(MeshKey, count);
    bool done = start && sorted;
    if (done) {
        for (size_t i = 0; i < count; ++i) start[keys[i].a + 1]++;
        for (uint32_t v = 0; v < vertexCount; ++v) start[v + 1] += start[v];
        for (size_t i = 0; i < count; ++i) sorted[start[keys[i].a]++] = keys[i];
        for (size_t v = 0, begin = 0; v < vertexCount; begin = start[v++]) {
            size_t length = start[v] - begin;
            if (length > 64)
                heapSort(sorted + begin, length);
            else
                insertionSort(sorted + begin, length);
        }
        memcpy(keys, sorted, count * sizeof *keys);
    }
    supFree(start);
    supFree(sorted);
    return done;
}
