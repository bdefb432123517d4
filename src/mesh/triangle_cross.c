// SPDX-License-Identifier: MIT
#include "triangle_cross.h"

/// Unit normal; false for a triangle lower than the tolerance.
static bool planeOf(const Vec3 t[3], double tolerance, Vec3 *normal) {
    Vec3 ab = vec3Sub(t[1], t[0]), bc = vec3Sub(t[2], t[1]), ca = vec3Sub(t[0], t[2]);
    Vec3 n = vec3Cross(ab, vec3Sub(t[2], t[0]));
    double area2 = vec3Length(n), longest = vec3LengthSquared(ab);
    if (vec3LengthSquared(bc) > longest) longest = vec3LengthSquared(bc);
    if (vec3LengthSquared(ca) > longest) longest = vec3LengthSquared(ca);
    if (!(area2 > tolerance * sqrt(longest)) || !(area2 > 0)) return false;
    *normal = vec3Scale(n, 1.0 / area2);
    return true;
}

/// Heights of `t` over a plane; those within the tolerance become 0.
static void heights(const Vec3 t[3], Vec3 normal, Vec3 origin, double tolerance, double out[3]) {
    for (int i = 0; i < 3; ++i) {
        double h = vec3Dot(normal, vec3Sub(t[i], origin));
        out[i] = fabs(h) <= tolerance ? 0.0 : h;
    }
}

static bool straddles(const double h[3]) { return (h[0] > 0 || h[1] > 0 || h[2] > 0) && (h[0] < 0 || h[1] < 0 || h[2] < 0); }

/// Where the triangle meets the other's plane, as an interval along `direction` from `origin`.
static void interval(const Vec3 t[3], const double h[3], Vec3 direction, Vec3 origin, double out[2]) {
    int found = 0;
    double ends[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        double a = vec3Dot(direction, vec3Sub(t[i], origin)), b = vec3Dot(direction, vec3Sub(t[j], origin));
        if (h[i] == 0.0)
            ends[found++] = a;
        else if ((h[i] > 0 && h[j] < 0) || (h[i] < 0 && h[j] > 0))
            ends[found++] = a + (b - a) * (h[i] / (h[i] - h[j]));
    }
    // a straddling triangle has two crossed edges, or one and a corner in the plane
    out[0] = ends[0] < ends[1] ? ends[0] : ends[1];
    out[1] = ends[0] < ends[1] ? ends[1] : ends[0];
}

/// Whether a line along an edge of p has all of q on its far side.
static bool edgeSeparates(const Vec3 p[3], const Vec3 q[3], Vec3 normal, double tolerance) {
    for (int i = 0; i < 3; ++i) {
        Vec3 outward = vec3Cross(vec3Sub(p[(i + 1) % 3], p[i]), normal);
        double length = vec3Length(outward);
        bool beyond = true;
        for (int k = 0; k < 3 && beyond; ++k) beyond = vec3Dot(outward, vec3Sub(q[k], p[i])) >= -tolerance * length;
        if (beyond) return true;
    }
    return false;
}

bool supTrianglesCross(const Vec3 p[3], const Vec3 q[3], double tolerance) {
    Vec3 np, nq;
    double hp[3], hq[3], ip[2], iq[2];
    if (!planeOf(q, tolerance, &nq)) return false;
    heights(p, nq, q[0], tolerance, hp);
    bool coplanar = hp[0] == 0 && hp[1] == 0 && hp[2] == 0;
    if (!coplanar && !straddles(hp)) return false;
    if (!planeOf(p, tolerance, &np)) return false;
    if (coplanar) return !edgeSeparates(p, q, np, tolerance) && !edgeSeparates(q, p, nq, tolerance);
    heights(q, np, p[0], tolerance, hq);
    if (!straddles(hq)) return false;
    Vec3 line = vec3Cross(np, nq);
    double length = vec3Length(line);
    if (!(length > 0)) return false;
    line = vec3Scale(line, 1.0 / length);
    interval(p, hp, line, p[0], ip);
    interval(q, hq, line, p[0], iq);
    double low = ip[0] > iq[0] ? ip[0] : iq[0], high = ip[1] < iq[1] ? ip[1] : iq[1];
    return high - low > tolerance;
}
