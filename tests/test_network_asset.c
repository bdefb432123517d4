// SPDX-License-Identifier: MIT
// Making and preparing networks, on the CPU alone.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/vec.h"
#include "supple/network.h"

static SupBodyAsset *prepared(SupNetwork *network) {
    SupBodyAsset *asset = NULL;
    assert_int_equal(SupStatus_Ok, supBodyAssetFromNetwork(network, &asset, NULL));
    supNetworkFree(network);
    return asset;
}

static SupNetwork strands(uint32_t count, uint32_t nodes, double bend, uint32_t sides) {
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork network;
    desc.count = count, desc.nodes = nodes, desc.bendStiffness = bend, desc.sides = sides;
    desc.area[0] = 3.0, desc.area[1] = 2.0;
    assert_int_equal(SupStatus_Ok, supNetworkStrands(&desc, &network, NULL));
    return network;
}

static SupNetwork cloth(uint32_t columns, uint32_t rows) {
    SupClothDesc desc = SUP_CLOTH_DESC_INIT;
    SupNetwork network;
    desc.columns = columns, desc.rows = rows;
    assert_int_equal(SupStatus_Ok, supNetworkCloth(&desc, &network, NULL));
    return network;
}

/// A network of random edges, which know no order.
static SupNetwork tangle(uint32_t nodes, uint32_t edges) {
    SupNetwork network = {.nodeCount = nodes, .edgeCount = edges};
    network.positions = calloc(3 * (size_t)nodes, sizeof(double));
    network.inverseMass = calloc(nodes, sizeof(float)), network.decay = calloc(nodes, sizeof(float));
    network.edges = calloc(2 * (size_t)edges, sizeof(uint32_t));
    network.restLength = calloc(edges, sizeof(float)), network.stiffness = calloc(edges, sizeof(float));
    uint32_t random = 7;
    for (uint32_t i = 0; i < 2 * edges; ++i)
        network.edges[i] = (random = random * 1664525u + 1013904223u) >> 8, network.edges[i] %= nodes;
    for (uint32_t i = 0; i < 3 * nodes; ++i) network.positions[i] = i % 7;
    return network;
}

static void expectColors(const SupBodyAssetView *v, uint32_t edges) {
    uint32_t *seen = calloc(v->nodeCount, sizeof *seen);
    assert_int_equal(v->springCount, edges);
    assert_int_equal(v->springColor[v->springColorCount], edges);
    for (uint32_t c = 0; c < v->springColorCount; ++c)
        for (uint32_t e = v->springColor[c]; e < v->springColor[c + 1]; ++e) {
            uint32_t a = v->springs[2 * e], b = v->springs[2 * e + 1];
            assert_true(seen[a] != c + 1 && seen[b] != c + 1);
            seen[a] = seen[b] = c + 1;
        }
    free(seen);
}

static void edges_of_a_colour_share_no_node(void **state) {
    (void)state;
    SupNetwork sheet = cloth(21, 14);
    uint32_t edges = sheet.edgeCount;
    SupBodyAsset *asset = prepared(&sheet);
    SupBodyAssetView view = supBodyAssetView(asset);
    expectColors(&view, edges);
    assert_int_equal(12, view.springColorCount); // as few as twelve edges at a node allow
    supBodyAssetRelease(asset);
    SupNetwork knot = tangle(50, 700);
    assert_int_equal(SupStatus_Ok, supBodyAssetFromNetwork(&knot, &asset, NULL));
    view = supBodyAssetView(asset);
    expectColors(&view, 700);
    supBodyAssetRelease(asset);
    void *arrays[] = {knot.positions, knot.inverseMass, knot.decay, knot.edges, knot.restLength, knot.stiffness};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) free(arrays[i]);
}

static void a_cloth_weighs_what_its_area_says(void **state) {
    (void)state;
    SupClothDesc desc = SUP_CLOTH_DESC_INIT;
    SupNetwork network;
    desc.columns = 9, desc.rows = 6, desc.edgeLength = 0.25, desc.areaDensity = 0.4;
    assert_int_equal(SupStatus_Ok, supNetworkCloth(&desc, &network, NULL));
    double mass = 0.0, area = 8 * 5 * 0.25 * 0.25, triangles = 0.0;
    for (uint32_t i = 0; i < network.nodeCount; ++i) mass += 1.0 / (double)network.inverseMass[i];
    for (uint32_t t = 0; t < network.triangleCount; ++t) {
        Vec3 p[3];
        for (int k = 0; k < 3; ++k) p[k] = vec3Load(network.positions + 3 * (size_t)network.triangles[3 * t + (uint32_t)k]);
        Vec3 cross = vec3Cross(vec3Sub(p[1], p[0]), vec3Sub(p[2], p[0]));
        assert_true(cross.y > 0.0); // the upper side is up
        triangles += 0.5 * vec3Length(cross);
    }
    assert_true(fabs(mass - 0.4 * area) < 1e-6 && fabs(triangles - area) < 1e-12);
    supNetworkFree(&network);
}

/// Strands whose edges all lead to the next node, or the next but one, are solved as strands; others are not.
static void strands_are_found(void **state) {
    (void)state;
    for (int bend = 0; bend < 2; ++bend) {
        SupNetwork field = strands(5, 9, bend, 4);
        SupBodyAsset *asset = prepared(&field);
        SupBodyAssetView view = supBodyAssetView(asset);
        assert_int_equal(45, view.linkCount);
        assert_int_equal(0, view.springCount);
        for (uint32_t i = 0; i < 45; ++i) {
            assert_true((view.links[4 * i + 1] > 0.0f) == (i % 9 < 8));
            assert_true((view.links[4 * i + 3] > 0.0f) == (bend && i % 9 < 7));
        }
        supBodyAssetRelease(asset);
    }
    SupNetwork joined = strands(2, 9, 0.0, 4);
    joined.edges[1] = 17; // from one strand to the other
    SupBodyAsset *asset = prepared(&joined);
    assert_int_equal(0, supBodyAssetView(asset).linkCount);
    assert_int_equal(16, supBodyAssetView(asset).springCount);
    supBodyAssetRelease(asset);
    SupNetwork endless = strands(1, 4097, 0.0, 3);
    asset = prepared(&endless);
    assert_int_equal(0, supBodyAssetView(asset).linkCount);
    supBodyAssetRelease(asset);
}

/// Each edge of a tube belongs to two triangles that run along it in opposite directions.
static void tubes_are_closed(void **state) {
    (void)state;
    SupNetwork field = strands(3, 4, 0.0, 9);
    SupBodyAsset *asset = prepared(&field);
    SupBodyAssetView view = supBodyAssetView(asset);
    uint32_t count = view.vertexCount + view.tubeCount, halves = 3 * view.triangleCount;
    assert_int_equal(3 * (4 * 9 + 2 * 2 * 9 + 2), view.tubeCount);
    uint8_t *seen = calloc((size_t)count * count, 1);
    for (uint32_t h = 0; h < halves; ++h) {
        uint32_t a = view.triangles[h], b = view.triangles[h % 3 == 2 ? h - 2 : h + 1];
        assert_true(a >= view.vertexCount && a < count && b < count && a != b);
        assert_int_equal(0, seen[a * count + b]++);
    }
    for (uint32_t a = 0; a < count; ++a)
        for (uint32_t b = 0; b < a; ++b) assert_int_equal(seen[a * count + b], seen[b * count + a]);
    free(seen);
    supBodyAssetRelease(asset);
}

static void assets_survive_the_way_through_bytes(void **state) {
    (void)state;
    SupNetwork networks[] = {strands(7, 5, 2.0, 3), cloth(6, 5)};
    for (size_t k = 0; k < 2; ++k) {
        SupBodyAsset *asset = prepared(&networks[k]), *back = NULL;
        void *bytes, *again;
        size_t length, second;
        assert_int_equal(SupStatus_Ok, supBodyAssetSerialize(asset, &bytes, &length));
        assert_int_equal(SupStatus_Ok, supBodyAssetDeserialize(bytes, length, &back, NULL));
        assert_int_equal(SupStatus_Ok, supBodyAssetSerialize(back, &again, &second));
        assert_true(length == second && memcmp(bytes, again, length) == 0);
        SupBodyAssetView view = supBodyAssetView(back);
        assert_int_equal(view.nodeCount, view.vertexCount);
        supFree(again);
        supBodyAssetRelease(back);
        for (size_t cut = 0; cut < length; cut += 97)
            assert_int_not_equal(SupStatus_Ok, supBodyAssetDeserialize(bytes, cut, &back, NULL));
        supFree(bytes);
        supBodyAssetRelease(asset);
    }
}

static void wrong_descriptions_name_their_field(void **state) {
    (void)state;
    SupNetwork network;
    SupReport report = SUP_REPORT_INIT;
    SupStrandsDesc strand = SUP_STRANDS_DESC_INIT;
    strand.nodes = 1;
    assert_int_equal(SupStatus_OutOfRange, supNetworkStrands(&strand, &network, &report));
    assert_non_null(strstr(report.items[0].text, "nodes must lie"));
    SupClothDesc sheet = SUP_CLOTH_DESC_INIT;
    sheet.edgeLength = (double)NAN;
    assert_int_equal(SupStatus_OutOfRange, supNetworkCloth(&sheet, &network, &report));
    SupShellDesc shell = SUP_SHELL_DESC_INIT;
    SupSurface none = {0};
    assert_int_equal(SupStatus_Empty, supNetworkShell(&none, &shell, &network, &report));
    sheet.cookie = 0;
    assert_int_equal(SupStatus_InvalidArgument, supNetworkCloth(&sheet, &network, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(edges_of_a_colour_share_no_node),
                                       cmocka_unit_test(a_cloth_weighs_what_its_area_says),
                                       cmocka_unit_test(strands_are_found),
                                       cmocka_unit_test(tubes_are_closed),
                                       cmocka_unit_test(assets_survive_the_way_through_bytes),
                                       cmocka_unit_test(wrong_descriptions_name_their_field)};
    return cmocka_run_group_tests_name("network assets", tests, NULL, NULL);
}
