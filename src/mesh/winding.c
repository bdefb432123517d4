// SPDX-License-Identifier: MIT
#include "base/trig.h"
#include "triangle_tree.h"

/// A node farther away than this many of its radii is seen through its moments (Barill et al. 2018 propose 2).
#define FAR_RADII 2.0

double supTriangleWinding(Vec3 a, Vec3 b, Vec3 c) {
    // van Oosterom and Strackee 1983, "The solid angle of a plane triangle", eq. 8.
    double la = vec3Length(a), lb = vec3Length(b), lc = vec3Length(c);
    double numerator = vec3Dot(a, vec3Cross(b, c));
    double denominator = la * lb * lc + vec3Dot(a, b) * lc + vec3Dot(b, c) * la + vec3Dot(c, a) * lb;
    return supAtan2(numerator, denominator) / (2.0 * SUP_PI);
}

/// Barill, Dickson, Schmidt, Levin, Jacobson 2018, "Fast winding numbers for soups and clouds", eq. 13 to the second order:
/// the moments times the gradient of the Green's function r / |r|^3 and its first two derivatives. `squared` is |r|^2.
static double farWinding(const WindingMoments *m, Vec3 r, double squared) {
    const double *q = m->second, *c = m->third, x = r.x, y = r.y, z = r.z;
    double inverse = 1.0 / squared;
    double second = q[0] * x * x + q[1] * y * y + q[2] * z * z + q[3] * x * y + q[4] * x * z + q[5] * y * z;
    double third = x * x * (c[0] * x + c[3] * y + c[4] * z) + y * y * (c[5] * x + c[1] * y + c[6] * z) +
                   z * z * (c[7] * x + c[8] * y + c[2] * z) + c[9] * x * y * z;
    double laplacian = (6.0 * c[0] + 2.0 * (c[5] + c[7])) * x + (6.0 * c[1] + 2.0 * (c[3] + c[8])) * y +
                       (6.0 * c[2] + 2.0 * (c[4] + c[6])) * z;
    double sum = vec3Dot(m->normal, r) + (q[0] + q[1] + q[2]) - 3.0 * second * inverse +
                 (7.5 * third * inverse - 0.75 * laplacian) * inverse;
    return sum * inverse * sqrt(inverse) / (4.0 * SUP_PI);
}

double supWindingNumber(const TriangleTree *tree, Vec3 point) {
    uint32_t stack[SUP_TREE_STACK], depth = 0;
    double sum = 0.0;
    if (tree->nodeCount) stack[depth++] = 0;
    while (depth) {
        uint32_t index = stack[--depth];
        const TriangleNode *node = &tree->nodes[index];
        const WindingMoments *m = &tree->moments[index];
        Vec3 r = vec3Sub(m->center, point);
        double squared = vec3LengthSquared(r);
        if (squared > FAR_RADII * FAR_RADII * m->radius * m->radius) {
            sum += farWinding(m, r, squared);
        } else if (node->right) {
            stack[depth++] = node->right;
            stack[depth++] = index + 1;
        } else {
            for (uint32_t i = node->first; i < node->first + node->count; ++i) {
                const Vec3 *c = tree->corners[i];
                sum += supTriangleWinding(vec3Sub(c[0], point), vec3Sub(c[1], point), vec3Sub(c[2], point));
            }
        }
    }
    return sum;
}
