// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_VEC_H
#define SUPPLE_BASE_VEC_H

/// Small vector mathematics in double precision. Matrices are row-major, vectors are columns. No libm beyond sqrt (which
/// IEEE 754 rounds exactly), so that results agree across platforms.

#include <math.h>
#include <stdbool.h>

typedef struct Vec3 {
    double x, y, z;
} Vec3;

typedef struct Mat3 {
    double m[3][3];
} Mat3;

static inline Vec3 vec3(double x, double y, double z) { return (Vec3){x, y, z}; }
static inline Vec3 vec3Load(const double *p) { return (Vec3){p[0], p[1], p[2]}; }
static inline Vec3 vec3LoadFloat(const float *p) { return (Vec3){p[0], p[1], p[2]}; }
static inline void vec3Store(double *p, Vec3 a) { p[0] = a.x, p[1] = a.y, p[2] = a.z; }
static inline void vec3StoreFloat(float *p, Vec3 a) { p[0] = (float)a.x, p[1] = (float)a.y, p[2] = (float)a.z; }
static inline Vec3 vec3Add(Vec3 a, Vec3 b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline Vec3 vec3Sub(Vec3 a, Vec3 b) { return vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline Vec3 vec3Scale(Vec3 a, double s) { return vec3(a.x * s, a.y * s, a.z * s); }
static inline Vec3 vec3AddScaled(Vec3 a, Vec3 b, double s) { return vec3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s); }
static inline double vec3Dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vec3 vec3Cross(Vec3 a, Vec3 b) {
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double vec3LengthSquared(Vec3 a) { return vec3Dot(a, a); }
static inline double vec3Length(Vec3 a) { return sqrt(vec3Dot(a, a)); }
static inline Vec3 vec3Min(Vec3 a, Vec3 b) {
    return vec3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline Vec3 vec3Max(Vec3 a, Vec3 b) {
    return vec3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
static inline bool vec3Finite(Vec3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }

static inline Mat3 mat3Columns(Vec3 a, Vec3 b, Vec3 c) {
    return (Mat3){{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
}
static inline Vec3 mat3Apply(Mat3 a, Vec3 v) {
    return vec3(a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z, a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
                a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z);
}
static inline Mat3 mat3Multiply(Mat3 a, Mat3 b) {
    Mat3 r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return r;
}
static inline Mat3 mat3Transpose(Mat3 a) {
    Mat3 r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[j][i];
    return r;
}
static inline double mat3Determinant(Mat3 a) {
    return a.m[0][0] * (a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1]) -
           a.m[0][1] * (a.m[1][0] * a.m[2][2] - a.m[1][2] * a.m[2][0]) +
           a.m[0][2] * (a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0]);
}
/// Inverse by cofactors; the caller has checked the determinant.
static inline Mat3 mat3Inverse(Mat3 a) {
    double s = 1.0 / mat3Determinant(a);
    Mat3 r;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            r.m[j][i] = (a.m[i1][j1] * a.m[i2][j2] - a.m[i1][j2] * a.m[i2][j1]) * s;
        }
    return r;
}

/// Rotation by the unit quaternion x y z w.
static inline Mat3 mat3FromQuaternion(const double q[4]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    return (Mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
                   {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
                   {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
}

/// Six times the signed volume of the tet (a, b, c, d).
static inline double tetVolume6(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    return vec3Dot(vec3Sub(b, a), vec3Cross(vec3Sub(c, a), vec3Sub(d, a)));
}

#endif
