// SPDX-License-Identifier: MIT
#include "triangle_tree.h"

static double size1(Vec3 a) { return fabs(a.x) + fabs(a.y) + fabs(a.z); }

/// Where the segment meets the triangle's plane inside the triangle: the signs of three volumes decide. What rounding cannot
/// tell from an edge or corner counts as inside, so that a segment cannot slip between two triangles.
static bool hitTriangle(Vec3 from, Vec3 to, const Vec3 c[3], double *t) {
    Vec3 normal = vec3Cross(vec3Sub(c[1], c[0]), vec3Sub(c[2], c[0]));
    double start = vec3Dot(vec3Sub(from, c[0]), normal), end = vec3Dot(vec3Sub(to, c[0]), normal);
    if (!((start <= 0.0 && end >= 0.0) || (start >= 0.0 && end <= 0.0)) || start == end) return false;
    Vec3 d = vec3Sub(to, from);
    int positive = 0, negative = 0;
    for (int i = 0; i < 3; ++i) {
        Vec3 u = vec3Sub(c[i], from), v = vec3Sub(c[(i + 1) % 3], from);
        double side = vec3Dot(d, vec3Cross(u, v)), rounding = 2e-15 * size1(d) * size1(u) * size1(v);
        positive += side > rounding, negative += side < -rounding;
    }
    if (positive && negative) return false;
    *t = start / (start - end);
    return true;
}

static bool boxMissed(const TriangleNode *node, Vec3 low, Vec3 high, Vec3 from, Vec3 to) {
    if (low.x > node->high.x || low.y > node->high.y || low.z > node->high.z || high.x < node->low.x ||
        high.y < node->low.y || high.z < node->low.z)
        return true;
    // Separating axes: the segment's direction crossed with the box's axes. The pad covers rounding for flat boxes.
    Vec3 center = vec3Scale(vec3Add(node->high, node->low), 0.5), d = vec3Sub(to, from), m = vec3Sub(from, center);
    double pad = 1e-14 * (fabs(m.x) + fabs(m.y) + fabs(m.z) + fabs(d.x) + fabs(d.y) + fabs(d.z));
    Vec3 half = vec3Add(vec3Scale(vec3Sub(node->high, node->low), 0.5), vec3(pad, pad, pad)), c = vec3Cross(d, m);
    return fabs(c.x) > half.y * fabs(d.z) + half.z * fabs(d.y) || fabs(c.y) > half.x * fabs(d.z) + half.z * fabs(d.x) ||
           fabs(c.z) > half.x * fabs(d.y) + half.y * fabs(d.x);
}

uint32_t supSegmentHits(const TriangleTree *tree, Vec3 from, Vec3 to, SegmentHit *hits, uint32_t room) {
    uint32_t stack[SUP_TREE_STACK], depth = 0, count = 0;
    Vec3 low = vec3Min(from, to), high = vec3Max(from, to);
    if (tree->nodeCount) stack[depth++] = 0;
    while (depth) {
        uint32_t index = stack[--depth];
        const TriangleNode *node = &tree->nodes[index];
        if (boxMissed(node, low, high, from, to)) continue;
        if (node->right) {
            stack[depth++] = node->right;
            stack[depth++] = index + 1;
            continue;
        }
        for (uint32_t i = node->first; i < node->first + node->count; ++i) {
            double t;
            if (!hitTriangle(from, to, tree->corners[i], &t)) continue;
            if (count < room) hits[count] = (SegmentHit){t, tree->ids[i]};
            ++count;
        }
    }
    return count;
}
