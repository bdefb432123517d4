// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_allocator.h"
#include "mesh/triangle_tree.h"
#include "surface_shapes.h"

static TriangleTree treeOf(const Shape *shape) {
    TriangleTree tree;
    assert_true(supTriangleTreeBuild(&tree, shape->positions, shape->triangles, shape->triangleCount));
    return tree;
}

static Shape randomSoup(uint32_t count, double size) {
    Shape shape = shapeAlloc(3 * count, count);
    for (uint32_t t = 0; t < count; ++t)
        for (uint32_t k = 0; k < 3; ++k) shape.triangles[3 * t + k] = 3 * t + k;
    for (uint32_t t = 0; t < count; ++t) {
        double at[3] = {randomUnit(), randomUnit(), randomUnit()};
        for (uint32_t k = 0; k < 9; ++k) shape.positions[9 * (size_t)t + k] = at[k % 3] + size * (randomUnit() - 0.5);
    }
    return shape;
}

/// Solid angle by l'Huilier's theorem: shares nothing with the library's formula.
static double solidAngleByLHuilier(const double *a, const double *b, const double *c, const double *q) {
    double u[3][3];
    const double *corners[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
        double length = 0.0;
        for (int k = 0; k < 3; ++k) u[i][k] = corners[i][k] - q[k], length += u[i][k] * u[i][k];
        for (int k = 0; k < 3; ++k) u[i][k] /= sqrt(length);
    }
    double side[3], half = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double *p = u[(i + 1) % 3], *r = u[(i + 2) % 3];
        double x = p[1] * r[2] - p[2] * r[1], y = p[2] * r[0] - p[0] * r[2], z = p[0] * r[1] - p[1] * r[0];
        side[i] = atan2(sqrt(x * x + y * y + z * z), p[0] * r[0] + p[1] * r[1] + p[2] * r[2]);
        half += side[i] / 2;
    }
    double product = tan(half / 2);
    for (int i = 0; i < 3; ++i) product *= tan(fmax(0.0, half - side[i]) / 2);
    double det = u[0][0] * (u[1][1] * u[2][2] - u[1][2] * u[2][1]) - u[0][1] * (u[1][0] * u[2][2] - u[1][2] * u[2][0]) +
                 u[0][2] * (u[1][0] * u[2][1] - u[1][1] * u[2][0]);
    return copysign(4 * atan(sqrt(fmax(0.0, product))), det);
}

static double windingBruteForce(const Shape *shape, const double *q) {
    double sum = 0.0;
    for (uint32_t t = 0; t < shape->triangleCount; ++t) {
        const uint32_t *v = shape->triangles + 3 * (size_t)t;
        sum += solidAngleByLHuilier(shape->positions + 3 * (size_t)v[0], shape->positions + 3 * (size_t)v[1],
                                    shape->positions + 3 * (size_t)v[2], q);
    }
    return sum / (4 * 3.14159265358979323846);
}

static void oneTriangleSubtendsItsSolidAngle(void **state) {
    (void)state;
    // One octant of the sphere.
    assert_true(fabs(supTriangleWinding(vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)) - 0.125) < 1e-15);
    assert_true(fabs(supTriangleWinding(vec3(0, 1, 0), vec3(1, 0, 0), vec3(0, 0, 1)) + 0.125) < 1e-15);
    seedRandom(11);
    Shape soup = randomSoup(200, 1.0);
    for (uint32_t t = 0; t < soup.triangleCount; ++t) {
        const double *p = soup.positions + 9 * (size_t)t, q[3] = {randomUnit(), randomUnit(), randomUnit()};
        Vec3 at = vec3Load(q);
        double winding =
            supTriangleWinding(vec3Sub(vec3Load(p), at), vec3Sub(vec3Load(p + 3), at), vec3Sub(vec3Load(p + 6), at));
        assert_true(fabs(winding * 4 * 3.14159265358979323846 - solidAngleByLHuilier(p, p + 3, p + 6, q)) < 1e-6);
    }
    shapeFree(&soup);
}

static void windingNumberAgreesWithTheDirectSumOverRandomSoups(void **state) {
    (void)state;
    seedRandom(12);
    const uint32_t sizes[] = {0, 1, 2, 5, 100, 2000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        Shape soup = randomSoup(sizes[s], 0.2);
        TriangleTree tree = treeOf(&soup);
        double worst = 0.0;
        for (int i = 0; i < 200; ++i) {
            double q[3];
            for (int k = 0; k < 3; ++k) q[k] = 4.0 * randomUnit() - 1.5;
            worst = fmax(worst, fabs(supWindingNumber(&tree, vec3Load(q)) - windingBruteForce(&soup, q)));
        }
        printf("%u triangles: largest error %.2g\n", sizes[s], worst);
        assert_true(worst < 0.02);
        supTriangleTreeFree(&tree);
        shapeFree(&soup);
    }
}

static void windingNumberOfAClosedSurfaceIsOneInsideAndZeroOutside(void **state) {
    (void)state;
    seedRandom(13);
    Shape sphere = shapeSphere(60);
    TriangleTree tree = treeOf(&sphere);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        Vec3 q = vec3(3 * randomUnit() - 1.5, 3 * randomUnit() - 1.5, 3 * randomUnit() - 1.5);
        double radius = vec3Length(q);
        if (radius > 0.995 && radius < 1.001) continue; // between the facets and the sphere
        worst = fmax(worst, fabs(supWindingNumber(&tree, q) - (radius < 1.0 ? 1.0 : 0.0)));
    }
    printf("largest error %.2g\n", worst);
    assert_true(worst < 0.02);
    supTriangleTreeFree(&tree);
    shapeFree(&sphere);
}

static void windingNumberCountsDuplicatesAndFadesThroughAHole(void **state) {
    (void)state;
    Shape twice = shapeJoin(shapeBox(1, 1, 1), shapeBox(1, 1, 1)), open = shapeBox(1, 1, 1);
    TriangleTree tree = treeOf(&twice);
    assert_true(fabs(supWindingNumber(&tree, vec3(0.4, 0.5, 0.6)) - 2.0) < 0.02);
    supTriangleTreeFree(&tree);
    open.triangleCount = 10; // the face x = 1 is missing
    tree = treeOf(&open);
    assert_true(fabs(supWindingNumber(&tree, vec3(0.5, 0.5, 0.5)) - 5.0 / 6.0) < 0.02);
    assert_true(fabs(supWindingNumber(&tree, vec3(1.0, 0.5, 0.5)) - 0.5) < 0.02);
    assert_true(supWindingNumber(&tree, vec3(1.5, 0.5, 0.5)) < 0.25);
    supTriangleTreeFree(&tree);
    shapeFree(&twice);
    shapeFree(&open);
}

/// Nearest point by dense sampling of the barycentric coordinates: an upper bound on the distance, and close to it.
static double sampledDistance(const double *p, Vec3 q) {
    double best = INFINITY;
    enum { n = 60 };
    for (int i = 0; i <= n; ++i)
        for (int j = 0; i + j <= n; ++j) {
            double a = (double)i / n, b = (double)j / n, sum = 0.0;
            const double at[3] = {q.x, q.y, q.z};
            for (int k = 0; k < 3; ++k) {
                double d = a * p[k] + b * p[3 + k] + (1 - a - b) * p[6 + k] - at[k];
                sum += d * d;
            }
            best = fmin(best, sqrt(sum));
        }
    return best;
}

static void closestPointOfATriangleLiesOnItAndIsNearest(void **state) {
    (void)state;
    seedRandom(14);
    Shape soup = randomSoup(150, 1.0);
    for (uint32_t t = 0; t < soup.triangleCount; ++t) {
        const double *p = soup.positions + 9 * (size_t)t;
        const Vec3 corners[3] = {vec3Load(p), vec3Load(p + 3), vec3Load(p + 6)};
        Vec3 q = vec3(2 * randomUnit() - 0.5, 2 * randomUnit() - 0.5, 2 * randomUnit() - 0.5);
        Vec3 nearest = supClosestOnTriangle(q, corners);
        double distance = vec3Length(vec3Sub(nearest, q)), sampled = sampledDistance(p, q);
        assert_true(distance <= sampled + 1e-12);
        assert_true(sampled - distance < 0.02);
        assert_true(sampledDistance(p, nearest) < 0.03);
    }
    const Vec3 flat[3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, point[3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    assert_true(vec3Length(vec3Sub(supClosestOnTriangle(vec3(2, 1, 0), flat), vec3(2, 0, 0))) < 1e-15);
    assert_true(vec3Length(vec3Sub(supClosestOnTriangle(vec3(2, 1, 0), point), vec3(1, 1, 1))) < 1e-15);
    shapeFree(&soup);
}

static void closestPointAgreesWithTheNearestOfAllTriangles(void **state) {
    (void)state;
    seedRandom(15);
    Shape soup = randomSoup(3000, 0.1);
    TriangleTree tree = treeOf(&soup);
    for (int i = 0; i < 300; ++i) {
        Vec3 q = vec3(3 * randomUnit() - 1, 3 * randomUnit() - 1, 3 * randomUnit() - 1), nearest;
        double best = INFINITY;
        uint32_t id = 0;
        for (uint32_t t = 0; t < soup.triangleCount; ++t) {
            const double *p = soup.positions + 9 * (size_t)t;
            const Vec3 corners[3] = {vec3Load(p), vec3Load(p + 3), vec3Load(p + 6)};
            best = fmin(best, vec3Length(vec3Sub(supClosestOnTriangle(q, corners), q)));
        }
        assert_true(supClosestPoint(&tree, q, &nearest, &id) == best);
        assert_true(fabs(vec3Length(vec3Sub(nearest, q)) - best) < 1e-15);
        assert_true(id < soup.triangleCount);
    }
    supTriangleTreeFree(&tree);
    tree = treeOf(&(Shape){.positions = soup.positions, .triangles = soup.triangles});
    assert_true(isinf(supClosestPoint(&tree, vec3(0, 0, 0), NULL, NULL)));
    supTriangleTreeFree(&tree);
    shapeFree(&soup);
}

static void segmentsCannotSlipThroughEdgesAndCorners(void **state) {
    (void)state;
    Shape box = shapeBox(1, 1, 1);
    TriangleTree tree = treeOf(&box);
    SegmentHit hits[16];
    // Through the diagonal of a face, an edge, a corner; and beside the box.
    assert_true(supSegmentHits(&tree, vec3(0.5, 0.5, 0.5), vec3(0.5, 0.5, 2), hits, 16) >= 1);
    assert_true(hits[0].t > 0.33 && hits[0].t < 0.34);
    assert_true(supSegmentHits(&tree, vec3(0.5, 0.5, 0.5), vec3(1.5, 1.5, 0.5), hits, 16) >= 1);
    assert_true(supSegmentHits(&tree, vec3(0.5, 0.5, 0.5), vec3(1.5, 1.5, 1.5), hits, 16) >= 1);
    assert_int_equal(supSegmentHits(&tree, vec3(2, 0, 0), vec3(2, 1, 1), hits, 16), 0);
    assert_int_equal(supSegmentHits(&tree, vec3(0.4, 0.5, 0.5), vec3(0.6, 0.5, 0.5), hits, 16), 0);
    supTriangleTreeFree(&tree);
    shapeFree(&box);
    seedRandom(16);
    Shape sphere = shapeSphere(20);
    tree = treeOf(&sphere);
    for (int i = 0; i < 2000; ++i) {
        uint32_t v = (uint32_t)(randomUnit() * sphere.vertexCount), w = (uint32_t)(randomUnit() * sphere.vertexCount);
        Vec3 p = vec3Load(sphere.positions + 3 * (size_t)v), q = vec3Load(sphere.positions + 3 * (size_t)w);
        if (vec3Length(vec3Add(p, q)) < 0.1) continue;
        // From the middle of the ball through a vertex, or through the middle of two.
        assert_true(supSegmentHits(&tree, vec3(0, 0, 0), vec3Scale(i & 1 ? p : vec3Add(p, q), 40), hits, 16) >= 1);
    }
    supTriangleTreeFree(&tree);
    shapeFree(&sphere);
}

static SupStatus buildTree(void *data) {
    const Shape *shape = data;
    TriangleTree tree;
    if (!supTriangleTreeBuild(&tree, shape->positions, shape->triangles, shape->triangleCount)) return SupStatus_OutOfMemory;
    supTriangleTreeFree(&tree);
    return SupStatus_Ok;
}

static void aTreeWithoutMemoryLeavesNothing(void **state) {
    (void)state;
    Shape sphere = shapeSphere(8);
    sweepAllocations(buildTree, &sphere);
    shapeFree(&sphere);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oneTriangleSubtendsItsSolidAngle),
        cmocka_unit_test(windingNumberAgreesWithTheDirectSumOverRandomSoups),
        cmocka_unit_test(windingNumberOfAClosedSurfaceIsOneInsideAndZeroOutside),
        cmocka_unit_test(windingNumberCountsDuplicatesAndFadesThroughAHole),
        cmocka_unit_test(closestPointOfATriangleLiesOnItAndIsNearest),
        cmocka_unit_test(closestPointAgreesWithTheNearestOfAllTriangles),
        cmocka_unit_test(segmentsCannotSlipThroughEdgesAndCorners),
        cmocka_unit_test(aTreeWithoutMemoryLeavesNothing),
    };
    return cmocka_run_group_tests_name("winding", tests, NULL, NULL);
}
