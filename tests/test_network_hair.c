// SPDX-License-Identifier: MIT
// Making hair, on the CPU alone: where roots lie, how strands leave, what is refused.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/vec.h"
#include "failing_allocator.h"
#include "mesh/triangle_tree.h"
#include "supple/network.h"

static SupSurface ellipsoid(double x, double y, double z, uint32_t rings) {
    const double radii[3] = {x, y, z};
    SupSurface surface;
    assert_int_equal(SupStatus_Ok, supSurfaceEllipsoid(radii, rings, &surface, NULL));
    return surface;
}

static SupNetwork grown(const SupSurface *surface, const SupHairDesc *desc) {
    SupNetwork network;
    SupReport report = SUP_REPORT_INIT;
    if (supNetworkHair(surface, desc, &network, &report)) fail_msg("%s", supReportError(&report));
    return network;
}

static Vec3 node(const SupNetwork *network, size_t i) { return vec3Load(network->positions + 3 * i); }

static void ellipsoids_are_closed_and_outward(void **state) {
    (void)state;
    for (uint32_t rings = 2; rings < 60; rings += 19) {
        SupSurface surface = ellipsoid(0.5, 1.0, 2.0, rings);
        SupSurfaceInfo info;
        assert_int_equal(SupStatus_Ok, supSurfaceCheck(&surface, &info, NULL));
        assert_true(info.closed && info.parts == 1 && info.inconsistentEdges == 0 && info.nonManifoldEdges == 0);
        assert_true(info.volume > 0.0 && info.volume < 4.18879);
        if (rings > 50) assert_true(info.volume > 0.99 * 4.18879);
        for (uint32_t v = 0; v < surface.vertexCount; ++v) {
            Vec3 p = vec3Load(surface.positions + 3 * (size_t)v);
            assert_true(fabs(4.0 * p.x * p.x + p.y * p.y + 0.25 * p.z * p.z - 1.0) < 1e-12);
        }
        supSurfaceFree(&surface);
    }
}

/// Every root lies on the surface, and every strand leaves it outward in equal edges that are its rest lengths.
static void roots_lie_on_the_surface(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(0.1, 0.12, 0.09, 12);
    TriangleTree tree;
    assert_true(supTriangleTreeBuild(&tree, surface.positions, surface.triangles, surface.triangleCount));
    SupHairDesc desc = SUP_HAIR_DESC_INIT;
    desc.count = 700, desc.nodes = 9;
    desc.comb[1] = -1.0, desc.combStrength = 0.9;
    desc.curl = 0.6;
    SupNetwork hair = grown(&surface, &desc);
    assert_int_equal(700 * 9, hair.nodeCount);
    assert_int_equal(700 * (8 + 7), hair.edgeCount);
    for (uint32_t s = 0; s < 700; ++s) {
        Vec3 root = node(&hair, 9 * (size_t)s), second = node(&hair, 9 * (size_t)s + 1);
        assert_true(supClosestPoint(&tree, root, NULL, NULL) < 1e-6);
        assert_true(supWindingNumber(&tree, second) < 0.5);
        for (uint32_t n = 0; n < 9; ++n) assert_true((hair.inverseMass[9 * (size_t)s + n] == 0.0f) == (n < 2));
    }
    double shortest = 1.0, longest = 0.0;
    for (uint32_t e = 0; e < hair.edgeCount; ++e) {
        double length = vec3Length(vec3Sub(node(&hair, hair.edges[2 * e]), node(&hair, hair.edges[2 * e + 1])));
        assert_true(fabs(length - (double)hair.restLength[e]) < 1e-6);
        if (hair.edges[2 * e + 1] == hair.edges[2 * e] + 1)
            shortest = fmin(shortest, 8.0 * length), longest = fmax(longest, 8.0 * length);
    }
    assert_true(longest <= 0.3 + 1e-9 && longest > 0.295 && shortest >= 0.24 - 1e-9 && shortest < 0.245);
    supNetworkFree(&hair);
    supTriangleTreeFree(&tree);
    supSurfaceFree(&surface);
}

/// Numbers of roots follow areas, whatever the triangles' sizes: bands of equal height of a sphere have equal areas, and the
/// numbers vary much less than those of independent places would (whose variance is their mean, 400).
static void roots_are_spread_evenly_by_area(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 3; ++seed) {
        SupSurface surface = ellipsoid(1.0, 1.0, 1.0, 60);
        SupHairDesc desc = SUP_HAIR_DESC_INIT;
        desc.count = 4000, desc.nodes = 2, desc.seed = seed;
        SupNetwork hair = grown(&surface, &desc);
        uint32_t bands[10] = {0}, sectors[10] = {0};
        double variance = 0.0, nearest = 10.0;
        for (uint32_t s = 0; s < 4000; ++s) {
            Vec3 p = node(&hair, 2 * (size_t)s);
            bands[(int)fmin(9.0, 5.0 * (p.y + 1.0))]++;
            sectors[(int)fmin(9.0, 5.0 * (atan2(p.x, p.z) / 3.14159265358979 + 1.0))]++;
            for (uint32_t k = 0; k < s; ++k) nearest = fmin(nearest, vec3Length(vec3Sub(p, node(&hair, 2 * (size_t)k))));
        }
        for (int i = 0; i < 10; ++i) variance += (pow(bands[i] - 400.0, 2) + pow(sectors[i] - 400.0, 2)) / 20.0;
        assert_true(variance < 200.0);
        // independent places would have a pair as near as about 0.0005
        assert_true(nearest > 0.008);
        supNetworkFree(&hair);
        supSurfaceFree(&surface);
    }
}

static void two_large_triangles_share_by_area_and_keep_apart(void **state) {
    (void)state;
    double positions[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 5, 0, 0, 5, 0, 3, 8, 0, 0}; // 0.5 and 4.5 m2, facing up
    uint32_t triangles[] = {0, 1, 2, 3, 4, 5};
    const SupSurface surface = {positions, triangles, 6, 2, NULL, 0};
    SupHairDesc desc = SUP_HAIR_DESC_INIT;
    desc.count = 500, desc.nodes = 3;
    SupNetwork hair = grown(&surface, &desc);
    uint32_t small = 0;
    double nearest = 10.0;
    for (uint32_t s = 0; s < 500; ++s) {
        small += node(&hair, 3 * (size_t)s).x < 2.0;
        assert_true(fabs(node(&hair, 3 * (size_t)s + 2).y - desc.length * 1.0) < 0.2 * desc.length + 1e-9);
        for (uint32_t k = 0; k < s; ++k)
            nearest = fmin(nearest, vec3Length(vec3Sub(node(&hair, 3 * (size_t)s), node(&hair, 3 * (size_t)k))));
    }
    assert_int_equal(50, small);
    assert_true(nearest > 0.15 * sqrt(5.0 / 500)); // of the distance in a square grid
    supNetworkFree(&hair);
}

static void only_the_crown_is_covered(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(1.0, 1.0, 1.0, 40);
    SupHairDesc desc = SUP_HAIR_DESC_INIT;
    desc.count = 300, desc.nodes = 2;
    desc.crown[1] = 3.0, desc.crown[2] = -3.0, desc.crownCosine = 0.5;
    SupNetwork hair = grown(&surface, &desc);
    double least = 2.0;
    for (uint32_t s = 0; s < 300; ++s) {
        Vec3 p = node(&hair, 2 * (size_t)s);
        least = fmin(least, (p.y - p.z) / sqrt(2.0));
    }
    assert_true(least > 0.5 - 0.07 && least < 0.6); // a triangle is 0.08 high
    supNetworkFree(&hair);
    supSurfaceFree(&surface);
}

static void the_same_seed_gives_the_same_hair(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(0.1, 0.1, 0.1, 16);
    SupHairDesc desc = SUP_HAIR_DESC_INIT;
    SupNetwork a = grown(&surface, &desc), b = grown(&surface, &desc);
    desc.seed = 1;
    SupNetwork c = grown(&surface, &desc);
    size_t size = 3 * (size_t)a.nodeCount * sizeof(double);
    assert_memory_equal(a.positions, b.positions, size);
    assert_true(memcmp(a.positions, c.positions, size) != 0);
    supNetworkFree(&a), supNetworkFree(&b), supNetworkFree(&c);
    supSurfaceFree(&surface);
}

static void odd_sizes_become_assets(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(0.1, 0.1, 0.1, 2);
    static const uint32_t sizes[][2] = {{1, 2}, {1, 3}, {2, 2}, {3, 4096}, {1, 16}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (int bend = 0; bend < 2; ++bend) {
            SupHairDesc desc = SUP_HAIR_DESC_INIT;
            SupBodyAsset *asset;
            desc.count = sizes[i][0], desc.nodes = sizes[i][1];
            desc.bendStiffness = bend;
            SupNetwork hair = grown(&surface, &desc);
            assert_int_equal(SupStatus_Ok, supBodyAssetFromNetwork(&hair, &asset, NULL));
            assert_int_equal(desc.count * desc.nodes, supBodyAssetView(asset).linkCount); // solved as strands
            supBodyAssetRelease(asset);
            supNetworkFree(&hair);
        }
    }
    supSurfaceFree(&surface);
}

static void expectRefused(const SupSurface *surface, const SupHairDesc *desc, SupStatus expected, const char *text) {
    SupNetwork network;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(expected, supNetworkHair(surface, desc, &network, &report));
    assert_null(network.positions);
    if (!strstr(report.items[0].text, text)) fail_msg("\"%s\" does not say \"%s\"", report.items[0].text, text);
}

static void wrong_hair_is_refused(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(1.0, 1.0, 1.0, 8), none = {0};
    const SupHairDesc usual = SUP_HAIR_DESC_INIT;
    SupHairDesc desc = usual;
    expectRefused(&none, &desc, SupStatus_Empty, "no triangles");
#define REFUSED(change, text) \
    desc = usual;             \
    desc.change;              \
    expectRefused(&surface, &desc, SupStatus_OutOfRange, text " must")
    REFUSED(count = 0, "count");
    REFUSED(nodes = 1, "nodes");
    REFUSED(nodes = 4097, "nodes");
    REFUSED(length = 0.0, "length");
    REFUSED(lengthVariation = 1.0, "lengthVariation");
    REFUSED(crown[1] = 0.0, "crown");
    REFUSED(crownCosine = 1.5, "crownCosine");
    REFUSED(comb[0] = (double)NAN, "comb");
    REFUSED(combStrength = -0.1, "combStrength");
    REFUSED(curl = 2.0, "curl");
    REFUSED(curlLength = 0.0, "curlLength");
    REFUSED(nodeMass = 0.0, "nodeMass");
    REFUSED(tipRadius = -1.0, "rootRadius and tipRadius");
    REFUSED(bendStiffness = (double)NAN, "bendStiffness");
    REFUSED(sides = 2, "sides");
#undef REFUSED
    desc = usual, desc.cookie = 1;
    expectRefused(&surface, &desc, SupStatus_InvalidArgument, "SUP_HAIR_DESC_INIT");
    desc = usual, desc.crownCosine = 1.0; // no triangle looks exactly up
    expectRefused(&surface, &desc, SupStatus_Empty, "looks to the crown");
    desc = usual;
    uint32_t last = surface.triangles[5];
    surface.triangles[5] = surface.vertexCount;
    expectRefused(&surface, &desc, SupStatus_Malformed, "triangle 1 names vertex");
    surface.triangles[5] = last;
    surface.positions[7] = (double)INFINITY;
    expectRefused(&surface, &desc, SupStatus_NotFinite, "vertex 2");
    for (uint32_t i = 0; i < 3 * surface.vertexCount; ++i) surface.positions[i] = 1.0;
    expectRefused(&surface, &desc, SupStatus_Empty, "has an area");
    supSurfaceFree(&surface);
    const double flat[3] = {1.0, 0.0, 1.0}, round[3] = {1.0, 1.0, 1.0};
    assert_int_equal(SupStatus_OutOfRange, supSurfaceEllipsoid(flat, 8, &surface, NULL));
    assert_int_equal(SupStatus_OutOfRange, supSurfaceEllipsoid(round, 1, &surface, NULL));
}

static SupStatus attempt(void *data) {
    (void)data;
    const double radii[3] = {0.2, 0.2, 0.2};
    SupSurface surface;
    SupNetwork network;
    SupHairDesc desc = SUP_HAIR_DESC_INIT;
    desc.count = 20, desc.nodes = 3;
    SupStatus status = supSurfaceEllipsoid(radii, 5, &surface, NULL);
    if (status) return status;
    status = supNetworkHair(&surface, &desc, &network, NULL);
    supNetworkFree(&network);
    supSurfaceFree(&surface);
    return status;
}

static void lack_of_memory_leaves_nothing(void **state) {
    (void)state;
    sweepAllocations(attempt, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ellipsoids_are_closed_and_outward),
                                       cmocka_unit_test(roots_lie_on_the_surface),
                                       cmocka_unit_test(roots_are_spread_evenly_by_area),
                                       cmocka_unit_test(two_large_triangles_share_by_area_and_keep_apart),
                                       cmocka_unit_test(only_the_crown_is_covered),
                                       cmocka_unit_test(the_same_seed_gives_the_same_hair),
                                       cmocka_unit_test(odd_sizes_become_assets),
                                       cmocka_unit_test(lack_of_memory_leaves_nothing),
                                       cmocka_unit_test(wrong_hair_is_refused)};
    return cmocka_run_group_tests_name("hair", tests, NULL, NULL);
}
