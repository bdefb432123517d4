// SPDX-License-Identifier: MIT
// Making blobs, on the CPU alone: where nodes lie, what is joined, what is refused.
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

static SupNetwork made(const SupSurface *surface, const SupBlobDesc *desc) {
    SupNetwork network;
    SupReport report = SUP_REPORT_INIT;
    if (supNetworkBlob(surface, desc, &network, &report)) fail_msg("%s", supReportError(&report));
    return network;
}

static Vec3 node(const SupNetwork *network, size_t i) { return vec3Load(network->positions + 3 * i); }

static double volumeOf(const SupSurface *surface) {
    SupSurfaceInfo info;
    assert_int_equal(SupStatus_Ok, supSurfaceCheck(surface, &info, NULL));
    return info.volume;
}

/// Nodes inside are inside, as densely as the spacing says; edges are as long as they say, join no pair twice and stay
/// inside.
static void expectSolid(const SupSurface *surface, const SupBlobDesc *desc, double spacing) {
    SupNetwork blob = made(surface, desc);
    TriangleTree tree;
    assert_true(supTriangleTreeBuild(&tree, surface->positions, surface->triangles, surface->triangleCount));
    uint32_t inside = blob.nodeCount - surface->vertexCount, *degree = calloc(blob.nodeCount, sizeof *degree);
    double least = INFINITY, mass = 0.0;
    assert_memory_equal(blob.positions, surface->positions, 3 * (size_t)surface->vertexCount * sizeof(double));
    assert_memory_equal(blob.triangles, surface->triangles, 3 * (size_t)surface->triangleCount * sizeof(uint32_t));
    for (uint32_t n = surface->vertexCount; n < blob.nodeCount; ++n) {
        assert_true(supWindingNumber(&tree, node(&blob, n)) > 0.9);
        assert_true(supClosestPoint(&tree, node(&blob, n), NULL, NULL) > 0.39 * spacing);
        for (uint32_t m = surface->vertexCount; m < n; ++m)
            least = fmin(least, vec3Length(vec3Sub(node(&blob, n), node(&blob, m))));
    }
    assert_true(inside == 1 || fabs(least - spacing) < 1e-6 * spacing);
    for (uint32_t n = 0; n < blob.nodeCount; ++n) mass += 1.0 / (double)blob.inverseMass[n];
    double volume = volumeOf(surface);
    assert_true(fabs(mass - desc->density * volume) < 1e-5 * mass);
    for (uint32_t e = 0; e < blob.edgeCount; ++e) {
        uint32_t a = blob.edges[2 * (size_t)e], b = blob.edges[2 * (size_t)e + 1];
        Vec3 middle = vec3Scale(vec3Add(node(&blob, a), node(&blob, b)), 0.5);
        double length = vec3Length(vec3Sub(node(&blob, a), node(&blob, b)));
        degree[a]++, degree[b]++;
        assert_true(fabs(length - (double)blob.restLength[e]) < 1e-6 * length);
        bool skin = a < surface->vertexCount && b < surface->vertexCount;
        if (!skin) assert_true(supWindingNumber(&tree, middle) > 0.5 && length < 1.6 * spacing + 1e-9);
        for (uint32_t k = 0; k < e; ++k) {
            uint32_t c = blob.edges[2 * (size_t)k], d = blob.edges[2 * (size_t)k + 1];
            assert_false((a == c && b == d) || (a == d && b == c));
        }
    }
    for (uint32_t n = surface->vertexCount; n < blob.nodeCount; ++n) assert_true(degree[n] >= 1);
    free(degree);
    supTriangleTreeFree(&tree);
    supNetworkFree(&blob);
}

static void a_blob_is_filled_and_joined(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(0.3, 0.2, 0.25, 10);
    SupBlobDesc desc = SUP_BLOB_DESC_INIT;
    desc.spacing = 0.07;
    expectSolid(&surface, &desc, 0.07);
    desc.neighbours = 32, desc.density = 400.0;
    expectSolid(&surface, &desc, 0.07);
    desc.neighbours = 1, desc.spacing = 0.2; // few inside, where the lattice's middle is
    expectSolid(&surface, &desc, 0.2);
    desc = (SupBlobDesc)SUP_BLOB_DESC_INIT;
    SupNetwork usual = made(&surface, &desc);
    uint32_t inside = usual.nodeCount - surface.vertexCount;
    if (inside < 70 || inside > 200) fail_msg("%u nodes inside", inside); // about 200, without those near the surface
    supNetworkFree(&usual);
    supSurfaceFree(&surface);
}

/// Two prongs of a fork, nearer to each other than nodes reach: a letter U of eleven cubes.
static void prongs_are_not_joined_across_their_gap(void **state) {
    (void)state;
    static const int cubes[][2] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {2, 2}, {0, 3}, {2, 3}};
    SupSurface surface = {0};
    double positions[9 * 8 * 3];
    uint32_t triangles[9 * 36], count = 0;
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    static const int beside[6][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {9, 9}, {9, 9}};
    for (uint32_t c = 0; c < 9; ++c) {
        for (uint32_t k = 0; k < 8; ++k) { // the gap is a tenth as wide as the prongs
            double x = cubes[c][0] + (int)(k & 1);
            positions[24 * c + 3 * k] = x <= 1.0 ? x : x - 0.9;
            positions[24 * c + 3 * k + 1] = cubes[c][1] + (int)(k >> 1 & 1);
            positions[24 * c + 3 * k + 2] = (double)(k >> 2);
        }
        for (uint32_t f = 0; f < 6; ++f) {
            bool hidden = false;
            for (uint32_t o = 0; o < 9; ++o)
                hidden = hidden || (cubes[o][0] == cubes[c][0] + beside[f][0] && cubes[o][1] == cubes[c][1] + beside[f][1]);
            const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
            for (uint32_t k = 0; k < 6 && !hidden; ++k) triangles[count++] = 8 * c + faces[f][order[k]];
        }
    }
    surface.positions = calloc(sizeof positions, 1), surface.triangles = calloc(sizeof triangles, 1);
    memcpy(surface.positions, positions, sizeof positions), memcpy(surface.triangles, triangles, sizeof triangles);
    surface.vertexCount = 72, surface.triangleCount = count / 3;
    SupSurface plain = surface; // the library's own memory, so that cleaning can work on it
    void *bytes;
    size_t length;
    assert_int_equal(SupStatus_Ok, supSurfaceWrite(SupSurfaceFormat_Obj, &plain, &bytes, &length));
    assert_int_equal(SupStatus_Ok, supSurfaceRead(SupSurfaceFormat_Obj, bytes, length, &surface, NULL));
    free(plain.positions), free(plain.triangles), supFree(bytes);
    SupSurfaceCleanDesc clean = SUP_SURFACE_CLEAN_DESC_INIT;
    assert_int_equal(SupStatus_Ok, supSurfaceClean(&surface, &clean, NULL));
    SupBlobDesc desc = SUP_BLOB_DESC_INIT;
    desc.spacing = 0.3, desc.neighbours = 32;
    SupNetwork blob = made(&surface, &desc);
    uint32_t above = 0;
    for (uint32_t e = 0; e < blob.edgeCount; ++e) {
        Vec3 a = node(&blob, blob.edges[2 * (size_t)e]), b = node(&blob, blob.edges[2 * (size_t)e + 1]);
        bool across = (a.x < 1.05) != (b.x < 1.05);
        above += a.y > 1.01 && b.y > 1.01;
        assert_false(across && a.y > 1.01 && b.y > 1.01);
    }
    assert_true(above > 100);
    supNetworkFree(&blob);
    supSurfaceFree(&surface);
}

static void the_asset_knows_its_volume_and_is_the_same_again(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(0.2, 0.2, 0.2, 12);
    SupBlobDesc desc = SUP_BLOB_DESC_INIT;
    SupNetwork a = made(&surface, &desc), b = made(&surface, &desc);
    SupBodyAsset *asset;
    assert_int_equal(a.edgeCount, b.edgeCount);
    assert_memory_equal(a.positions, b.positions, 3 * (size_t)a.nodeCount * sizeof(double));
    assert_memory_equal(a.edges, b.edges, 2 * (size_t)a.edgeCount * sizeof(uint32_t));
    assert_int_equal(SupStatus_Ok, supBodyAssetFromNetwork(&a, &asset, NULL));
    SupBodyAssetView view = supBodyAssetView(asset);
    double volume = volumeOf(&surface);
    assert_true(fabs(view.enclosedVolume - volume) < 1e-5 * volume);
    assert_true(view.springColorCount < 40); // each colour is a dispatch
    supBodyAssetRelease(asset);
    supNetworkFree(&a), supNetworkFree(&b);
    supSurfaceFree(&surface);
}

static void expectRefused(const SupSurface *surface, const SupBlobDesc *desc, SupStatus expected, const char *text) {
    SupNetwork network;
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(expected, supNetworkBlob(surface, desc, &network, &report));
    assert_null(network.positions);
    if (!strstr(report.items[0].text, text)) fail_msg("\"%s\" does not say \"%s\"", report.items[0].text, text);
}

static void wrong_blobs_are_refused(void **state) {
    (void)state;
    SupSurface surface = ellipsoid(0.2, 0.2, 0.2, 6), none = {0};
    const SupBlobDesc usual = SUP_BLOB_DESC_INIT;
    SupBlobDesc desc = usual;
    expectRefused(&none, &desc, SupStatus_Empty, "no triangles");
    desc.cookie = 0;
    expectRefused(&surface, &desc, SupStatus_InvalidArgument, "SUP_BLOB_DESC_INIT");
#define REFUSED(change, text) \
    desc = usual;             \
    desc.change;              \
    expectRefused(&surface, &desc, SupStatus_OutOfRange, text)
    REFUSED(spacing = -1.0, "spacing must");
    REFUSED(spacing = 0.5, "leaves no node inside");
    REFUSED(spacing = 1e-4, "more than 200,000 nodes");
    REFUSED(radius = (double)NAN, "radius must");
    REFUSED(neighbours = 0, "neighbours must");
    REFUSED(neighbours = 33, "neighbours must");
    REFUSED(density = 0.0, "density must");
    REFUSED(stiffness = -1.0, "stiffness must");
    REFUSED(skin = 1e31, "skin must");
#undef REFUSED
    desc = usual;
    surface.triangleCount -= 2; // two triangles at the lower pole: a hole of four edges
    expectRefused(&surface, &desc, SupStatus_Malformed, "not closed: 4 edges");
    surface.triangleCount += 2;
    uint32_t swapped = surface.triangles[1];
    surface.triangles[1] = surface.triangles[2], surface.triangles[2] = swapped;
    expectRefused(&surface, &desc, SupStatus_Malformed, "wind against each other at 3 edges");
    for (uint32_t t = 1; t < surface.triangleCount; ++t) {
        swapped = surface.triangles[3 * t + 1];
        surface.triangles[3 * t + 1] = surface.triangles[3 * t + 2], surface.triangles[3 * t + 2] = swapped;
    }
    expectRefused(&surface, &desc, SupStatus_Malformed, "inside out");
    surface.triangles[4] = 4000;
    expectRefused(&surface, &desc, SupStatus_Malformed, "triangle 1 names vertex 4000");
    supSurfaceFree(&surface);
}

static SupStatus attempt(void *data) {
    (void)data;
    const double radii[3] = {0.2, 0.2, 0.2};
    SupSurface surface;
    SupNetwork network;
    SupBlobDesc desc = SUP_BLOB_DESC_INIT;
    desc.spacing = 0.1;
    SupStatus status = supSurfaceEllipsoid(radii, 5, &surface, NULL);
    if (status) return status;
    status = supNetworkBlob(&surface, &desc, &network, NULL);
    supNetworkFree(&network);
    supSurfaceFree(&surface);
    return status;
}

static void lack_of_memory_leaves_nothing(void **state) {
    (void)state;
    sweepAllocations(attempt, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blob_is_filled_and_joined), cmocka_unit_test(prongs_are_not_joined_across_their_gap),
        cmocka_unit_test(the_asset_knows_its_volume_and_is_the_same_again), cmocka_unit_test(lack_of_memory_leaves_nothing),
        cmocka_unit_test(wrong_blobs_are_refused)};
    return cmocka_run_group_tests_name("blobs", tests, NULL, NULL);
}
