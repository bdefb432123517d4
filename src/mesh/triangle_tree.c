// SPDX-License-Identifier: MIT
#include "triangle_tree.h"

#include "base/memory.h"

#define LEAF_SIZE 4

/// A triangle while the tree is built.
typedef struct Item {
    double centroid[3]; ///< times three
    uint32_t id;
} Item;

typedef struct TreeBuilder {
    TriangleTree *tree;
    Item *items;
    const double *positions;
    const uint32_t *triangles;
} TreeBuilder;

static Vec3 cornerOf(const TreeBuilder *b, uint32_t triangle, int i) {
    return vec3Load(b->positions + 3 * (size_t)b->triangles[3 * (size_t)triangle + (size_t)i]);
}

/// Puts the item that belongs at `middle` there, smaller ones before it, larger ones behind it (Hoare's selection).
static void selectMedian(Item *items, uint32_t count, uint32_t middle, int axis) {
    int64_t low = 0, high = (int64_t)count - 1, place = middle;
    uint32_t seed = 12345;
    while (low < high) {
        seed = seed * 1664525u + 1013904223u; // a pivot that no arrangement of the input makes slow
        double pivot = items[low + (int64_t)((uint64_t)seed * (uint64_t)(high - low + 1) >> 32)].centroid[axis];
        int64_t i = low, j = high;
        while (i <= j) {
            while (items[i].centroid[axis] < pivot) ++i;
            while (items[j].centroid[axis] > pivot) --j;
            if (i > j) break;
            Item swap = items[i];
            items[i++] = items[j];
            items[j--] = swap;
        }
        if (j < place) low = i;
        if (place < i) high = j;
    }
}

static int widestAxis(const Item *items, uint32_t count) {
    double low[3], high[3];
    for (int k = 0; k < 3; ++k) low[k] = high[k] = items[0].centroid[k];
    for (uint32_t i = 1; i < count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (items[i].centroid[k] < low[k]) low[k] = items[i].centroid[k];
            if (items[i].centroid[k] > high[k]) high[k] = items[i].centroid[k];
        }
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    return axis;
}

/// Lays the nodes out depth first: a child always comes after its parent.
static void splitNodes(TreeBuilder *b) {
    TriangleTree *tree = b->tree;
    struct {
        uint32_t first, count, parent;
    } stack[SUP_TREE_STACK], job;
    uint32_t depth = 0;
    stack[depth].first = 0, stack[depth].count = tree->triangleCount, stack[depth].parent = 0;
    ++depth;
    while (depth) {
        job = stack[--depth];
        uint32_t index = tree->nodeCount++;
        tree->nodes[index] = (TriangleNode){.first = job.first, .count = job.count};
        if (job.parent) tree->nodes[job.parent - 1].right = index;
        if (job.count <= LEAF_SIZE) continue;
        uint32_t half = job.count / 2;
        selectMedian(b->items + job.first, job.count, half, widestAxis(b->items + job.first, job.count));
        stack[depth].first = job.first + half, stack[depth].count = job.count - half, stack[depth].parent = index + 1;
        ++depth;
        stack[depth].first = job.first, stack[depth].count = half, stack[depth].parent = 0;
        ++depth;
    }
}

static void boundNode(TriangleTree *tree, uint32_t index) {
    TriangleNode *node = &tree->nodes[index];
    if (node->right) {
        node->low = vec3Min(tree->nodes[index + 1].low, tree->nodes[node->right].low);
        node->high = vec3Max(tree->nodes[index + 1].high, tree->nodes[node->right].high);
        return;
    }
    node->low = node->high = tree->corners[node->first][0];
    for (uint32_t i = node->first; i < node->first + node->count; ++i)
        for (int k = 0; k < 3; ++k) {
            node->low = vec3Min(node->low, tree->corners[i][k]);
            node->high = vec3Max(node->high, tree->corners[i][k]);
        }
}

static Vec3 areaNormal(const Vec3 c[3]) { return vec3Scale(vec3Cross(vec3Sub(c[1], c[0]), vec3Sub(c[2], c[0])), 0.5); }

static Vec3 centroidOf(const Vec3 c[3]) { return vec3Scale(vec3Add(vec3Add(c[0], c[1]), c[2]), 1.0 / 3.0); }

/// Adds the product of the linear polynomials a and b, times s.
static void addSecond(double second[6], Vec3 a, Vec3 b, double s) {
    second[0] += s * a.x * b.x, second[1] += s * a.y * b.y, second[2] += s * a.z * b.z;
    second[3] += s * (a.x * b.y + a.y * b.x), second[4] += s * (a.x * b.z + a.z * b.x),
        second[5] += s * (a.y * b.z + a.z * b.y);
}

/// Adds the product of a quadratic and a linear polynomial.
static void addThird(double third[10], const double q[6], Vec3 a) {
    third[0] += q[0] * a.x, third[1] += q[1] * a.y, third[2] += q[2] * a.z;
    third[3] += q[0] * a.y + q[3] * a.x, third[4] += q[0] * a.z + q[4] * a.x;
    third[5] += q[1] * a.x + q[3] * a.y, third[6] += q[1] * a.z + q[5] * a.y;
    third[7] += q[2] * a.x + q[4] * a.z, third[8] += q[2] * a.y + q[5] * a.z;
    third[9] += q[3] * a.z + q[4] * a.y + q[5] * a.x;
}

static void addTriangle(WindingMoments *m, const Vec3 corners[3]) {
    Vec3 normal = areaNormal(corners), centroid = vec3Sub(centroidOf(corners), m->center);
    double spread[6] = {0}; // integral of (x - center) (x - center) over the triangle, by its area
    addSecond(spread, centroid, centroid, 9.0 / 12.0);
    for (int k = 0; k < 3; ++k) {
        Vec3 d = vec3Sub(corners[k], m->center);
        addSecond(spread, d, d, 1.0 / 12.0);
    }
    addSecond(m->second, centroid, normal, 1.0);
    addThird(m->third, spread, normal);
}

/// Adds the moments of a child, shifted to the parent's centre.
static void addChild(WindingMoments *m, const WindingMoments *child) {
    Vec3 shift = vec3Sub(child->center, m->center);
    double squared[6] = {0}, twice[6];
    addSecond(squared, shift, shift, 1.0);
    addThird(m->third, squared, child->normal);
    for (int k = 0; k < 6; ++k) twice[k] = 2.0 * child->second[k], m->second[k] += child->second[k];
    addThird(m->third, twice, shift);
    for (int k = 0; k < 10; ++k) m->third[k] += child->third[k];
    addSecond(m->second, shift, child->normal, 1.0);
}

static void gatherMoments(TriangleTree *tree, uint32_t index) {
    const TriangleNode *node = &tree->nodes[index];
    const WindingMoments *children[2] = {&tree->moments[index + 1], &tree->moments[node->right]};
    WindingMoments *m = &tree->moments[index];
    *m = (WindingMoments){0};
    for (uint32_t i = 0; i < (node->right ? 2 : node->count); ++i) {
        const Vec3 *corners = tree->corners[node->first + i];
        Vec3 normal = node->right ? children[i]->normal : areaNormal(corners);
        double area = node->right ? children[i]->area : vec3Length(normal);
        m->area += area;
        m->normal = vec3Add(m->normal, normal);
        m->center = vec3AddScaled(m->center, node->right ? children[i]->center : centroidOf(corners), area);
    }
    m->center = m->area > 0.0 ? vec3Scale(m->center, 1.0 / m->area) : vec3Scale(vec3Add(node->low, node->high), 0.5);
    m->radius = vec3Length(vec3Max(vec3Sub(node->high, m->center), vec3Sub(m->center, node->low)));
    for (uint32_t i = 0; i < (node->right ? 2 : node->count); ++i) {
        if (node->right)
            addChild(m, children[i]);
        else
            addTriangle(m, tree->corners[node->first + i]);
    }
}

bool supTriangleTreeBuild(TriangleTree *tree, const double *positions, const uint32_t *triangles, uint32_t triangleCount) {
    *tree = (TriangleTree){.triangleCount = triangleCount};
    // Halving leaves at least (LEAF_SIZE + 1) / 2 triangles in a leaf; twice as many nodes as leaves suffice.
    size_t nodeRoom = (size_t)triangleCount + 2;
    TreeBuilder b = {tree, SUP_NEW_ARRAY(Item, triangleCount), positions, triangles};
    tree->nodes = SUP_NEW_ARRAY(TriangleNode, nodeRoom);
    tree->moments = SUP_NEW_ARRAY(WindingMoments, nodeRoom);
    tree->corners = supAlloc(triangleCount, sizeof *tree->corners);
    tree->ids = SUP_NEW_ARRAY(uint32_t, triangleCount);
    if (!b.items || !tree->nodes || !tree->moments || !tree->corners || !tree->ids) {
        supFree(b.items);
        supTriangleTreeFree(tree);
        return false;
    }
    for (uint32_t t = 0; t < triangleCount; ++t) {
        Vec3 sum = vec3Add(vec3Add(cornerOf(&b, t, 0), cornerOf(&b, t, 1)), cornerOf(&b, t, 2));
        b.items[t] = (Item){{sum.x, sum.y, sum.z}, t};
    }
    if (triangleCount) splitNodes(&b);
    for (uint32_t i = 0; i < triangleCount; ++i) {
        tree->ids[i] = b.items[i].id;
        for (int k = 0; k < 3; ++k) tree->corners[i][k] = cornerOf(&b, tree->ids[i], k);
    }
    supFree(b.items);
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        boundNode(tree, n);
        gatherMoments(tree, n);
    }
    return true;
}

void supTriangleTreeFree(TriangleTree *tree) {
    supFree(tree->nodes);
    supFree(tree->moments);
    supFree(tree->corners);
    supFree(tree->ids);
    *tree = (TriangleTree){0};
}
