// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_QUATERNION_H
#define SUPPLE_BASE_QUATERNION_H

/// Unit quaternions x y z w, in double precision and with the same bits everywhere.

#include "trig.h"
#include "vec.h"

typedef struct Quaternion {
    double x, y, z, w;
} Quaternion;

static inline Quaternion quatLoad(const double q[4]) { return (Quaternion){q[0], q[1], q[2], q[3]}; }
static inline void quatStore(double *out, Quaternion q) { out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w; }
static inline double quatDot(Quaternion a, Quaternion b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline Quaternion quatScale(Quaternion q, double s) { return (Quaternion){q.x * s, q.y * s, q.z * s, q.w * s}; }
static inline Quaternion quatSub(Quaternion a, Quaternion b) {
    return (Quaternion){a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
static inline Quaternion quatUnit(Quaternion q) { return quatScale(q, 1.0 / sqrt(quatDot(q, q))); }
/// The rotation back.
static inline Quaternion quatInverse(Quaternion q) { return (Quaternion){-q.x, -q.y, -q.z, q.w}; }
/// First b, then a.
static inline Quaternion quatMultiply(Quaternion a, Quaternion b) {
    return (Quaternion){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
static inline Vec3 quatTurn(Quaternion q, Vec3 v) {
    Vec3 axis = vec3(q.x, q.y, q.z);
    return vec3AddScaled(v, vec3Cross(axis, vec3AddScaled(vec3Cross(axis, v), v, q.w)), 2.0);
}
/// Around the vector, by its length [rad].
static inline Quaternion quatFromVector(Vec3 turn) {
    double angle = vec3Length(turn), sine, cosine;
    if (!(angle > 0.0)) return (Quaternion){0.0, 0.0, 0.0, 1.0};
    supSinCos(0.5 * angle, &sine, &cosine);
    return (Quaternion){turn.x * sine / angle, turn.y * sine / angle, turn.z * sine / angle, cosine};
}
/// The vector of a rotation by less than half a turn.
static inline Vec3 quatVector(Quaternion q) {
    double sine = vec3Length(vec3(q.x, q.y, q.z));
    if (!(sine > 0.0)) return vec3(0.0, 0.0, 0.0);
    double angle = 2.0 * (q.w < 0.0 ? supAtan2(-sine, -q.w) : supAtan2(sine, q.w));
    return vec3Scale(vec3(q.x, q.y, q.z), angle / sine);
}

#endif
