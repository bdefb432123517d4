// SPDX-License-Identifier: MIT
#include "triangle_tree.h"

/// Projects onto the segment from a along d, clamped.
static Vec3 closestOnSegment(Vec3 point, Vec3 a, Vec3 b) {
    Vec3 d = vec3Sub(b, a);
    double length = vec3LengthSquared(d), t = length > 0.0 ? vec3Dot(vec3Sub(point, a), d) / length : 0.0;
    return t <= 0.0 ? a : t >= 1.0 ? b : vec3AddScaled(a, d, t);
}

Vec3 supClosestOnTriangle(Vec3 point, const Vec3 c[3]) {
    Vec3 normal = vec3Cross(vec3Sub(c[1], c[0]), vec3Sub(c[2], c[0]));
    double area = vec3LengthSquared(normal);
    bool inside = area > 0.0;
    for (int i = 0; i < 3 && inside; ++i) {
        Vec3 a = c[i], edge = vec3Sub(c[(i + 1) % 3], a);
        inside = vec3Dot(vec3Cross(edge, vec3Sub(point, a)), normal) >= 0.0;
    }
    if (inside) return vec3AddScaled(point, normal, -vec3Dot(vec3Sub(point, c[0]), normal) / area);
    Vec3 best = closestOnSegment(point, c[0], c[1]);
    for (int i = 1; i < 3; ++i) {
        Vec3 other = closestOnSegment(point, c[i], c[(i + 1) % 3]);
        if (vec3LengthSquared(vec3Sub(other, point)) < vec3LengthSquared(vec3Sub(best, point))) best = other;
    }
    return best;
}

static double boxDistanceSquared(const TriangleNode *node, Vec3 p) {
    Vec3 zero = {0, 0, 0};
    return vec3LengthSquared(vec3Max(zero, vec3Max(vec3Sub(node->low, p), vec3Sub(p, node->high))));
}

double supClosestPoint(const TriangleTree *tree, Vec3 point, Vec3 *nearest, uint32_t *id) {
    struct {
        uint32_t node;
        double distance;
    } stack[SUP_TREE_STACK];
    uint32_t depth = 0;
    double best = INFINITY;
    if (tree->nodeCount) stack[depth].node = 0, stack[depth++].distance = 0.0;
    while (depth) {
        --depth;
        if (stack[depth].distance >= best) continue;
        uint32_t index = stack[depth].node;
        const TriangleNode *node = &tree->nodes[index];
        if (node->right) {
            uint32_t children[2] = {index + 1, node->right};
            double distance[2];
            for (int i = 0; i < 2; ++i) distance[i] = boxDistanceSquared(&tree->nodes[children[i]], point);
            int first = distance[1] < distance[0]; // the nearer one goes on top
            stack[depth].node = children[!first], stack[depth++].distance = distance[!first];
            stack[depth].node = children[first], stack[depth++].distance = distance[first];
            continue;
        }
        for (uint32_t i = node->first; i < node->first + node->count; ++i) {
            Vec3 candidate = supClosestOnTriangle(point, tree->corners[i]);
            double distance = vec3LengthSquared(vec3Sub(candidate, point));
            if (distance >= best) continue;
            best = distance;
            if (nearest) *nearest = candidate;
            if (id) *id = tree->ids[i];
        }
    }
    return sqrt(best);
}
