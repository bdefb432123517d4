// SPDX-License-Identifier: MIT
#include "box_tree.h"

#include "base/memory.h"

#define LEAF 4u
#define CALL_COST 16u // what a call is worth in box tests

typedef struct Range {
    uint32_t node, begin, end;
} Range;

static double axisOf(Vec3 a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }
static Vec3 twiceCentre(const SupBox *box) { return vec3Add(box->low, box->high); }

/// Ties go by index, so that the tree does not depend on how the selection happens to swap.
static bool comesBefore(const SupBox *boxes, uint32_t a, uint32_t b, int axis) {
    double x = axisOf(twiceCentre(&boxes[a]), axis), y = axisOf(twiceCentre(&boxes[b]), axis);
    return x != y ? x < y : a < b;
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t t = *a;
    *a = *b, *b = t;
}

static uint32_t medianOfThree(const SupBox *boxes, uint32_t a, uint32_t b, uint32_t c, int axis) {
    if (comesBefore(boxes, b, a, axis)) swap(&a, &b);
    if (comesBefore(boxes, c, b, axis)) b = comesBefore(boxes, c, a, axis) ? a : c;
    return b;
}

/// Quickselect: afterwards order[middle] is where a sort would put it, smaller ones before it, larger ones after.
static void selectMedian(const SupBox *boxes, uint32_t *order, uint32_t begin, uint32_t end, uint32_t middle, int axis) {
    while (end - begin > 1) {
        uint32_t pivot = medianOfThree(boxes, order[begin], order[begin + (end - begin) / 2], order[end - 1], axis);
        uint32_t i = begin, j = end - 1;
        for (;;) {
            while (comesBefore(boxes, order[i], pivot, axis)) ++i;
            while (comesBefore(boxes, pivot, order[j], axis)) --j;
            if (i >= j) break;
            swap(&order[i], &order[j]);
            ++i, --j;
        }
        if (middle < i)
            end = i;
        else if (middle > j)
            begin = j + 1;
        else
            return;
    }
}

static void buildNode(SupBoxTree *tree, Range range) {
    SupBox bounds = tree->boxes[tree->order[range.begin]];
    for (uint32_t i = range.begin + 1; i < range.end; ++i) {
        bounds.low = vec3Min(bounds.low, tree->boxes[tree->order[i]].low);
        bounds.high = vec3Max(bounds.high, tree->boxes[tree->order[i]].high);
    }
    tree->nodes[range.node] = bounds;
    if (range.end - range.begin <= LEAF) return;
    Vec3 size = vec3Sub(bounds.high, bounds.low);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    uint32_t middle = range.begin + (range.end - range.begin) / 2;
    selectMedian(tree->boxes, tree->order, range.begin, range.end, middle, axis);
    buildNode(tree, (Range){2 * range.node + 1, range.begin, middle}); // as deep as the logarithm of the count
    buildNode(tree, (Range){2 * range.node + 2, middle, range.end});
}

static size_t nodesFor(uint32_t count) {
    // halving rounds up: the larger child decides how deep the heap is
    size_t nodes = 1;
    for (uint32_t largest = count; largest > LEAF; largest -= largest / 2) nodes = 2 * nodes + 1;
    return nodes;
}

bool supBoxTreeBuild(const SupBox *boxes, uint32_t count, SupBoxTree *out) {
    *out = (SupBoxTree){boxes, SUP_NEW_ARRAY(uint32_t, count), SUP_NEW_ARRAY(SupBox, nodesFor(count)), count};
    if (!out->order || !out->nodes) return supBoxTreeFree(out), false;
    for (uint32_t i = 0; i < count; ++i) out->order[i] = i;
    if (count) buildNode(out, (Range){0, 0, count});
    return true;
}

void supBoxTreeFree(SupBoxTree *tree) {
    supFree(tree->order);
    supFree(tree->nodes);
    *tree = (SupBoxTree){0};
}

typedef struct Walk {
    const SupBoxTree *tree;
    uint64_t budget;
    SupBoxPairFn fn;
    void *user;
} Walk;

static bool isLeaf(Range r) { return r.end - r.begin <= LEAF; }
static Range lowerChild(Range r) { return (Range){2 * r.node + 1, r.begin, r.begin + (r.end - r.begin) / 2}; }
static Range upperChild(Range r) { return (Range){2 * r.node + 2, r.begin + (r.end - r.begin) / 2, r.end}; }

static bool spend(Walk *walk, uint64_t cost) {
    if (walk->budget < cost) return false;
    walk->budget -= cost;
    return true;
}

static bool report(Walk *walk, uint32_t i, uint32_t j) {
    uint32_t a = walk->tree->order[i], b = walk->tree->order[j];
    if (!spend(walk, 1)) return false;
    if (!supBoxesOverlap(&walk->tree->boxes[a], &walk->tree->boxes[b])) return true;
    if (!spend(walk, CALL_COST)) return false;
    return a < b ? walk->fn(walk->user, a, b) : walk->fn(walk->user, b, a);
}

static bool walkPair(Walk *walk, Range a, Range b) {
    if (!spend(walk, 1)) return false;
    if (!supBoxesOverlap(&walk->tree->nodes[a.node], &walk->tree->nodes[b.node])) return true;
    if (isLeaf(a) && isLeaf(b)) {
        for (uint32_t i = a.begin; i < a.end; ++i)
            for (uint32_t j = b.begin; j < b.end; ++j)
                if (!report(walk, i, j)) return false;
        return true;
    }
    if (isLeaf(b) || (!isLeaf(a) && a.end - a.begin >= b.end - b.begin))
        return walkPair(walk, lowerChild(a), b) && walkPair(walk, upperChild(a), b);
    return walkPair(walk, a, lowerChild(b)) && walkPair(walk, a, upperChild(b));
}

static bool walkSelf(Walk *walk, Range r) {
    if (!isLeaf(r))
        return walkSelf(walk, lowerChild(r)) && walkSelf(walk, upperChild(r)) &&
               walkPair(walk, lowerChild(r), upperChild(r));
    for (uint32_t i = r.begin; i < r.end; ++i)
        for (uint32_t j = i + 1; j < r.end; ++j)
            if (!report(walk, i, j)) return false;
    return true;
}

bool supBoxTreePairs(const SupBoxTree *tree, uint64_t budget, SupBoxPairFn fn, void *user) {
    Walk walk = {tree, budget, fn, user};
    return tree->count == 0 || walkSelf(&walk, (Range){0, 0, tree->count});
}

static bool query(const SupBoxTree *tree, Range r, const SupBox *box, uint32_t tag, SupBoxPairFn fn, void *user) {
    if (!supBoxesOverlap(&tree->nodes[r.node], box)) return true;
    if (!isLeaf(r)) return query(tree, lowerChild(r), box, tag, fn, user) && query(tree, upperChild(r), box, tag, fn, user);
    for (uint32_t i = r.begin; i < r.end; ++i)
        if (supBoxesOverlap(&tree->boxes[tree->order[i]], box) && !fn(user, tree->order[i], tag)) return false;
    return true;
}

bool supBoxTreeQuery(const SupBoxTree *tree, const SupBox *box, uint32_t tag, SupBoxPairFn fn, void *user) {
    return tree->count == 0 || query(tree, (Range){0, 0, tree->count}, box, tag, fn, user);
}
