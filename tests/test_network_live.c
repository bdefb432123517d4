// SPDX-License-Identifier: MIT
// Nodes and edges that change while a network runs.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A row of nodes that hangs from its first one, in a world without losses to speak of.
static SupBodyId addHanging(SupWorld *world, uint32_t nodes, bool springs) {
    static const uint32_t head = 0;
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.decay = 0.8;
    SupBodyAsset *asset = rowAsset(nodes, 0.1, vec3(0, -1, 0), 0.01, 0.0, springs);
    return addNetwork(world, asset, vec3(0, 5, 0), &network, &head, 1);
}

static double lengthOf(SupWorld *world, SupBodyId body, uint32_t last) {
    return vec3Length(vec3Sub(nodePlace(world, body, last), nodePlace(world, body, 0)));
}

static void edges_take_new_lengths(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    for (int springs = 0; springs < 2; ++springs) {
        SupWorld *world = makeWorld(&settings);
        SupBodyId body = addHanging(world, 6, springs);
        const uint32_t some[] = {4, 1};
        const float lengths[] = {0.06f, 0.12f};
        assert_ok(supWorldSetEdges(world, body, some, 2, lengths, NULL));
        stepWorld(world, 60);
        assert_near(lengthOf(world, body, 5), 0.48, 2e-3);
        Vec3 *places = nodePlaces(world, body);
        assert_near(vec3Length(vec3Sub(places[2], places[1])), 0.12, 2e-3); // edge 1 is between nodes 1 and 2
        free(places);
        float rest[5], stiffness[5];
        assert_ok(supWorldEdges(world, body, NULL, 5, rest, stiffness));
        const float expected[] = {0.1f, 0.12f, 0.1f, 0.1f, 0.06f};
        for (int e = 0; e < 5; ++e) {
            assert_near((double)rest[e], (double)expected[e], 1e-7);
            assert_true((double)stiffness[e] >= 0.99 * SUP_RIGID);
        }
        assert_ok(supWorldReset(world)); // it keeps them
        stepWorld(world, 60);
        assert_near(lengthOf(world, body, 5), 0.48, 2e-3);
        supWorldDestroy(world);
    }
}

/// m g / k of each edge, by what hangs below it.
static void edges_take_new_stiffness(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        SupWorld *world = makeWorld(NULL);
        SupBodyId body = addHanging(world, 3, springs);
        const float soft[] = {20.0f, 10.0f};
        assert_ok(supWorldSetEdges(world, body, NULL, 2, NULL, soft));
        stepWorld(world, 240);
        assert_near(lengthOf(world, body, 2), 0.2 + 9.81 * (0.02 / 20.0 + 0.01 / 10.0), 2e-4);
        const float none[] = {0.0f};
        const uint32_t lower = 1;
        assert_ok(supWorldSetEdges(world, body, &lower, 1, NULL, none)); // cut
        stepWorld(world, 60);
        assert_true(lengthOf(world, body, 2) > 0.5);
        supWorldDestroy(world);
    }
}

static void nodes_take_new_masses_and_decays(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.gravity[1] = 0.0;
    settings.ground.enabled = false;
    for (int springs = 0; springs < 2; ++springs) {
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = lossless(8);
        SupBodyId body =
            addNetwork(world, rowAsset(2, 1.0, vec3(0, -1, 0), 0.01, 0.0, springs), vec3(0, 5, 0), &network, NULL, 0);
        // stretched by half a metre, the light node makes three quarters of the way back
        const float masses[] = {100.0f, 300.0f};
        const double stretched[] = {0, 3.5, 0};
        const uint32_t both[] = {0, 1};
        assert_ok(supWorldSetNodes(world, body, NULL, 2, masses, NULL));
        assert_ok(supWorldMove(world, body, both + 1, 1, stretched, NULL));
        stepWorld(world, 1);
        assert_near(nodePlace(world, body, 0).y, 4.875, 1e-3);
        assert_near(nodePlace(world, body, 1).y, 3.875, 1e-3);
        const double places[] = {0, 5, 0, 0, 4, 0}, velocities[] = {1, 0, 0, 1, 0, 0};
        const float decays[] = {0.0f, 0.0f};
        float masses2[2], decays2[2];
        assert_ok(supWorldSetNodes(world, body, NULL, 2, NULL, decays));
        assert_ok(supWorldNodes(world, body, NULL, 2, masses2, decays2));
        assert_true(masses2[1] == 300.0f && decays2[1] == 0.0f);
        assert_ok(supWorldMove(world, body, both, 2, places, velocities));
        stepWorld(world, 2);
        assert_near(nodePlace(world, body, 0).x, 0.0, 1e-6);
        supWorldDestroy(world);
    }
}

static void wrong_numbers_are_refused_by_count_and_name(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupBodyId body = addHanging(world, 6, true);
    const float bad[5] = {0.1f, -1.0f, 0.1f, NAN, 0.1f}, negative[5] = {0.1f, -1.0f, 0.1f, 0.1f, -2.0f};
    const uint32_t ids[5] = {0, 1, 2, 7, 4};
    assert_status(SupStatus_NotFinite, supWorldSetEdges(world, body, NULL, 5, bad, NULL));
    assert_non_null(strstr(supWorldErrorText(world), "2 rest lengths do not lie in 0 .. 1e9 m: of edges 1, 3"));
    assert_status(SupStatus_OutOfRange, supWorldSetEdges(world, body, NULL, 5, NULL, negative));
    assert_non_null(strstr(supWorldErrorText(world), "2 stiffnesses do not lie in 0 .. 1e30 N/m: of edges 1, 4"));
    assert_status(SupStatus_OutOfRange, supWorldSetEdges(world, body, ids, 5, NULL, NULL));
    assert_non_null(strstr(supWorldErrorText(world), "1 edges do not exist, the network has 5: 7"));
    assert_status(SupStatus_InvalidArgument, supWorldSetEdges(world, body, NULL, 4, bad, NULL));
    assert_non_null(strstr(supWorldErrorText(world), "4 edges are given for all, but the network has 5"));
    assert_status(SupStatus_OutOfRange, supWorldSetNodes(world, body, NULL, 6, NULL, (const float[6]){0, 1, 2, 0, 0, 0}));
    assert_non_null(strstr(supWorldErrorText(world), "1 decays do not lie in 0 .. 1: of nodes 2"));
    float rest[5];
    assert_ok(supWorldEdges(world, body, NULL, 5, rest, NULL));
    for (int e = 0; e < 5; ++e) assert_true(rest[e] == 0.1f); // all or nothing
    supWorldDestroy(world);
}

/// More than the queue takes one by one.
static void many_pins_and_edges_go_at_once(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    SupBodyId other = addHanging(world, 3, false);
    SupBodyAsset *asset = clothAsset(30, 30, 0.1, SUP_RIGID, 0.0, 0.0);
    uint32_t edges = supBodyAssetView(asset).networkEdgeCount;
    SupBodyId body = addNetwork(world, asset, vec3(1, 5, 0), &network, NULL, 0), after = addHanging(world, 3, true);
    Vec3 head = nodePlace(world, body, 899);
    assert_ok(supWorldPinAll(world, body, true));
    stepWorld(world, 3);
    assert_near(vec3Length(vec3Sub(nodePlace(world, body, 899), head)), 0.0, 0.0);
    assert_near(lengthOf(world, other, 2), 0.2, 1e-3);
    assert_near(lengthOf(world, after, 2), 0.2, 1e-3);
    assert_ok(supWorldPinAll(world, body, false));
    float *rest = calloc(edges, sizeof *rest), *now = calloc(edges, sizeof *now);
    for (uint32_t e = 0; e < edges; ++e) rest[e] = 0.08f + 1e-5f * (float)e;
    assert_ok(supWorldSetEdges(world, body, NULL, edges, rest, NULL));
    assert_ok(supWorldEdges(world, body, NULL, edges, now, NULL));
    assert_memory_equal(rest, now, edges * sizeof *rest);
    stepWorld(world, 10);
    assert_true(nodePlace(world, body, 899).y < head.y - 0.05);
    assert_near(lengthOf(world, other, 2), 0.2, 1e-3);
    free(rest), free(now);
    supWorldDestroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(edges_take_new_lengths), cmocka_unit_test(edges_take_new_stiffness),
                                       cmocka_unit_test(nodes_take_new_masses_and_decays),
                                       cmocka_unit_test(wrong_numbers_are_refused_by_count_and_name),
                                       cmocka_unit_test(many_pins_and_edges_go_at_once)};
    return cmocka_run_group_tests_name("network_live", tests, fixtureSetup, fixtureTeardown);
}
