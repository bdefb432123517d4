// SPDX-License-Identifier: MIT
#ifndef TESTS_SURFACE_SHAPES_H
#define TESTS_SURFACE_SHAPES_H

/// Small surfaces for tests, and a random number generator whose seed is printed. Include after cmocka.h.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "supple/mesh.h"

static uint64_t testSeed;

static inline void seedRandom(uint64_t seed) {
    testSeed = seed;
    printf("seed %llu\n", (unsigned long long)seed);
}

/// Uniform in [0, 1): xorshift64*.
static inline double randomUnit(void) {
    testSeed ^= testSeed >> 12, testSeed ^= testSeed << 25, testSeed ^= testSeed >> 27;
    return (double)(testSeed * 2685821657736338717u >> 11) * 0x1p-53;
}

/// Triangles in arrays of the test's own (freed by shapeFree): supSurfaceFree belongs to the library's allocator.
typedef struct Shape {
    double *positions;
    uint32_t *triangles;
    uint32_t vertexCount, triangleCount;
} Shape;

static inline Shape shapeAlloc(uint32_t vertices, uint32_t triangles) {
    Shape shape = {calloc(3 * (size_t)vertices + 1, sizeof(double)), calloc(3 * (size_t)triangles + 1, sizeof(uint32_t)),
                   vertices, triangles};
    assert_true(shape.positions && shape.triangles);
    return shape;
}

static inline void shapeFree(Shape *shape) {
    free(shape->positions);
    free(shape->triangles);
}

static inline SupSurface shapeSurface(const Shape *shape) {
    return (SupSurface){.positions = shape->positions,
                        .triangles = shape->triangles,
                        .vertexCount = shape->vertexCount,
                        .triangleCount = shape->triangleCount};
}

static inline void shapeMove(Shape *shape, double scale, double x, double y, double z) {
    const double offset[3] = {x, y, z};
    for (size_t i = 0; i < 3 * (size_t)shape->vertexCount; ++i)
        shape->positions[i] = shape->positions[i] * scale + offset[i % 3];
}

/// Sphere of radius 1 around the origin, n rings from pole to pole of 2 n triangles pairs.
static inline Shape shapeSphere(uint32_t n) {
    uint32_t m = 2 * n, count = 0;
    Shape shape = shapeAlloc((n - 1) * m + 2, 2 * m * (n - 1));
    double *p = shape.positions;
    const double pi = 3.14159265358979323846;
    p[1] = 1.0;
    for (uint32_t i = 1; i < n; ++i)
        for (uint32_t j = 0; j < m; ++j) {
            double a = pi * i / n, b = 2 * pi * j / m, *q = p + 3 * (size_t)(1 + (i - 1) * m + j);
            q[0] = sin(a) * cos(b), q[1] = cos(a), q[2] = -sin(a) * sin(b);
        }
    uint32_t last = shape.vertexCount - 1;
    p[3 * (size_t)last + 1] = -1.0;
    for (uint32_t j = 0; j < m; ++j) {
        uint32_t k = (j + 1) % m, low = 1 + (n - 2) * m;
        const uint32_t poles[6] = {0, 1 + j, 1 + k, last, low + k, low + j};
        memcpy(shape.triangles + 3 * (size_t)count, poles, sizeof poles);
        count += 2;
        for (uint32_t i = 0; i + 2 < n; ++i, count += 2) {
            uint32_t a = 1 + i * m + j, b = 1 + i * m + k;
            const uint32_t quad[6] = {a, a + m, b + m, a, b + m, b};
            memcpy(shape.triangles + 3 * (size_t)count, quad, sizeof quad);
        }
    }
    return shape;
}

/// Box [0, size], 12 triangles, outward.
static inline Shape shapeBox(double x, double y, double z) {
    static const uint32_t triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    Shape shape = shapeAlloc(8, 12);
    memcpy(shape.triangles, triangles, sizeof triangles);
    for (uint32_t v = 0; v < 8; ++v) {
        double *p = shape.positions + 3 * (size_t)v;
        p[0] = v & 1 ? x : 0, p[1] = v & 2 ? y : 0, p[2] = v & 4 ? z : 0;
    }
    return shape;
}

/// Both shapes' triangles in one; frees them.
static inline Shape shapeJoin(Shape a, Shape b) {
    Shape both = shapeAlloc(a.vertexCount + b.vertexCount, a.triangleCount + b.triangleCount);
    memcpy(both.positions, a.positions, 3 * (size_t)a.vertexCount * sizeof(double));
    memcpy(both.positions + 3 * (size_t)a.vertexCount, b.positions, 3 * (size_t)b.vertexCount * sizeof(double));
    memcpy(both.triangles, a.triangles, 3 * (size_t)a.triangleCount * sizeof(uint32_t));
    for (size_t i = 0; i < 3 * (size_t)b.triangleCount; ++i)
        both.triangles[3 * (size_t)a.triangleCount + i] = b.triangles[i] + a.vertexCount;
    shapeFree(&a);
    shapeFree(&b);
    return both;
}

#endif
