// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_BOX_TREE_H
#define SUPPLE_MESH_BOX_TREE_H

#include "base/vec.h"
#include "supple/base.h"

/// A tree of bounding boxes over boxes, split at medians: which of them overlap each other or a given one.

typedef struct SupBox {
    Vec3 low, high;
} SupBox;

typedef struct SupBoxTree {
    const SupBox *boxes; ///< the caller's
    uint32_t *order;     ///< box indices; a node owns a range
    SupBox *nodes;       ///< heap order: children of i are 2 i + 1 and 2 i + 2
    uint32_t count;
} SupBoxTree;

static inline bool supBoxesOverlap(const SupBox *a, const SupBox *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/// `boxes` must outlive the tree. False when out of memory.
bool supBoxTreeBuild(const SupBox *boxes, uint32_t count, SupBoxTree *out);
void supBoxTreeFree(SupBoxTree *tree);

/// Returns false to stop.
typedef bool (*SupBoxPairFn)(void *user, uint32_t a, uint32_t b);
/// Calls for each pair of overlapping boxes, a < b, each once, in a fixed order. False when it was stopped by fn or after
/// `budget` box tests (a call counts as 16).
bool supBoxTreePairs(const SupBoxTree *tree, uint64_t budget, SupBoxPairFn fn, void *user);
/// Calls fn(user, a, tag) for each box a that overlaps `box`. False when fn stopped it.
bool supBoxTreeQuery(const SupBoxTree *tree, const SupBox *box, uint32_t tag, SupBoxPairFn fn, void *user);

#endif
