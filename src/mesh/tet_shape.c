// SPDX-License-Identifier: MIT
#include "tet_shape.h"

#include "base/trig.h"
#include "tet.h"

void supTetDihedrals(const Vec3 x[4], double angles[6]) {
    for (int e = 0; e < 6; ++e) {
        // Seen along the edge: the angle between the other two corners.
        Vec3 a = x[supTetEdges[e][0]], edge = vec3Sub(x[supTetEdges[e][1]], a);
        Vec3 p = vec3Cross(edge, vec3Sub(x[supTetEdges[5 - e][0]], a)),
             q = vec3Cross(edge, vec3Sub(x[supTetEdges[5 - e][1]], a));
        angles[e] = supAtan2(vec3Length(vec3Cross(p, q)), vec3Dot(p, q)) * (180.0 / SUP_PI);
    }
}

double supTetRadiusRatio(const Vec3 x[4]) {
    Vec3 a = vec3Sub(x[1], x[0]), b = vec3Sub(x[2], x[0]), c = vec3Sub(x[3], x[0]);
    Vec3 ab = vec3Cross(a, b), bc = vec3Cross(b, c), ca = vec3Cross(c, a);
    double volume6 = fabs(vec3Dot(a, bc));
    double area2 = vec3Length(ab) + vec3Length(bc) + vec3Length(ca) + vec3Length(vec3Cross(vec3Sub(b, a), vec3Sub(c, a)));
    // Inscribed radius 3 V / sum of areas; circumscribed: |a^2 b x c + b^2 c x a + c^2 a x b| / (12 V).
    Vec3 sum = vec3AddScaled(vec3AddScaled(vec3Scale(bc, vec3LengthSquared(a)), ca, vec3LengthSquared(b)), ab,
                             vec3LengthSquared(c));
    double inscribed = volume6 / area2, around = vec3Length(sum) / (2.0 * volume6);
    return volume6 > 0.0 && around > 0.0 ? 3.0 * inscribed / around : 0.0;
}

void supTetDihedralRange(const SupTetMesh *mesh, double *least, double *most) {
    *least = 180.0, *most = 0.0;
    for (uint32_t t = 0; t < mesh->tetCount; ++t) {
        Vec3 x[4];
        double angles[6];
        for (size_t i = 0; i < 4; ++i) x[i] = supVertex(mesh->positions, mesh->tets[4 * (size_t)t + i]);
        supTetDihedrals(x, angles);
        for (int e = 0; e < 6; ++e) {
            if (angles[e] < *least) *least = angles[e];
            if (angles[e] > *most) *most = angles[e];
        }
    }
}
