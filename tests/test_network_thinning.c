// SPDX-License-Identifier: MIT
// Thinned strands: the nodes that move do what a strand of fewer, heavier nodes does, and the others lie between them.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>

enum { EdgeMm = 50 };
static const double edge = 1e-3 * EdgeMm, nodeMass = 0.01;

static SupWorld *emptyWorld(void) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    return makeWorld(&settings);
}

static SupBodyId addRow(SupWorld *world, uint32_t nodes, double bend, const SupNetworkSettings *network,
                        const uint32_t *pinned, uint32_t pinnedCount) {
    return addNetwork(world, rowAsset(nodes, edge, vec3(1, 0, 0), nodeMass, bend, false), vec3(0, 0, 0), network, pinned,
                      pinnedCount);
}

static uint64_t movingNodes(SupWorld *world) {
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    return stats.movingNodes;
}

// ---- An equal strand of fewer nodes ----------------------------------------------------------------------------------

/// The nodes that move, as world.h has it: the first `lead` + 1, then ends of equal spans, rounded down.
static uint32_t movingOf(uint32_t nodes, uint32_t ratio, uint32_t lead, uint32_t *moving) {
    uint32_t edges = nodes - 1 - lead, spans = (edges + ratio - 1) / ratio;
    if (spans < 3) spans = 3;
    if (spans > edges) spans = edges;
    for (uint32_t k = 0; k <= lead; ++k) moving[k] = k;
    for (uint32_t k = 1; k <= spans; ++k) moving[lead + k] = lead + k * edges / spans;
    return lead + spans + 1;
}

/// A row of these nodes alone, with the masses of the others shared among their neighbours by the law of the lever.
static SupBodyAsset *equalRow(const uint32_t *moving, uint32_t count, double bend) {
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork network;
    desc.nodes = count;
    desc.bendStiffness = bend;
    assert_ok(supNetworkStrands(&desc, &network, NULL));
    for (uint32_t k = 0; k < count; ++k) {
        double before = k ? moving[k] - moving[k - 1] : 1, after = k + 1 < count ? moving[k + 1] - moving[k] : 1;
        network.inverseMass[k] = (float)(1.0 / (nodeMass * (1.0 + 0.5 * (before - 1.0) + 0.5 * (after - 1.0))));
        vec3Store(network.positions + 3 * (size_t)k, vec3(edge * moving[k], 0, 0));
    }
    for (uint32_t e = 0; e < network.edgeCount; ++e) {
        uint32_t a = network.edges[2 * (size_t)e], b = network.edges[2 * (size_t)e + 1];
        network.restLength[e] = (float)(edge * (moving[b] - moving[a]));
        if (b - a == 2) network.stiffness[e] = (float)(bend / pow(0.5 * (moving[b] - moving[a]), 5.0));
    }
    SupBodyAsset *asset = NULL;
    assert_ok(supBodyAssetFromNetwork(&network, &asset, NULL));
    supNetworkFree(&network);
    return asset;
}

static void moving_nodes_go_where_those_of_an_equal_strand_of_fewer_nodes_go(void **state) {
    (void)state;
    static const struct {
        uint32_t nodes, ratio, lead;
        double bend;
    } cases[] = {{33, 4, 0, 0.0},  {31, 4, 0, 0.0},    {31, 5, 1, 2000.0},
                 {6, 100, 0, 0.0}, {120, 7, 1, 500.0}, {300, 5, 0, 0.0}};
    static const uint32_t pinned[] = {0, 1};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        uint32_t moving[300], count = movingOf(cases[c].nodes, cases[c].ratio, cases[c].lead, moving);
        SupWorld *world = emptyWorld();
        SupNetworkSettings network = lossless(32);
        SupBodyId few =
            addNetwork(world, equalRow(moving, count, cases[c].bend), vec3(0, 0, 0), &network, pinned, cases[c].lead + 1);
        network.thinning = cases[c].ratio;
        SupBodyId thinned = addRow(world, cases[c].nodes, cases[c].bend, &network, pinned, cases[c].lead + 1);
        assert_int_equal(movingNodes(world), 2 * count);
        stepWorld(world, 12);
        Vec3 *a = nodePlaces(world, few), *b = nodePlaces(world, thinned);
        double away = 0.0, fallen = a[0].y - a[count - 1].y;
        for (uint32_t k = 0; k < count; ++k) away = fmax(away, vec3Length(vec3Sub(a[k], b[moving[k]])));
        print_message("%u nodes as %u: off by %.2g m when the end has fallen %.3g m\n", cases[c].nodes, count, away, fallen);
        assert_true(fallen > 0.05);
        assert_true(away < 2e-5 * edge * cases[c].nodes);
        free(a);
        free(b);
        supWorldDestroy(world);
    }
}

static double farthestBeside(const Vec3 *places, const uint32_t *moving, uint32_t count) {
    double most = 0.0;
    for (uint32_t k = 0; k + 1 < count; ++k) {
        for (uint32_t n = moving[k]; n < moving[k + 1]; ++n) {
            double along = (double)(n - moving[k]) / (moving[k + 1] - moving[k]);
            Vec3 way = vec3Sub(places[moving[k + 1]], places[moving[k]]);
            most = fmax(most, vec3Length(vec3Sub(places[n], vec3Add(places[moving[k]], vec3Scale(way, along)))));
        }
    }
    return most;
}

static double longestOff(const Vec3 *places, uint32_t nodes) {
    double most = 0.0;
    for (uint32_t n = 0; n + 1 < nodes; ++n)
        most = fmax(most, fabs(vec3Length(vec3Sub(places[n + 1], places[n])) / edge - 1.0));
    return most;
}

static void the_others_lie_evenly_between_them_and_edges_keep_their_lengths(void **state) {
    (void)state;
    enum { Nodes = 41 };
    static const uint32_t head = 0;
    uint32_t moving[Nodes], count = movingOf(Nodes, 6, 0, moving);
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = lossless(16);
    SupBodyId row = addRow(world, Nodes, 0.0, &network, &head, 1);
    stepWorld(world, 20); // it bends
    network.thinning = 6;
    assert_ok(supWorldSetNetwork(world, row, &network));
    stepWorld(world, 1);
    Vec3 *places = nodePlaces(world, row);
    assert_true(farthestBeside(places, moving, count) > 1e-3); // nothing jumps
    free(places);
    stepWorld(world, 240);
    places = nodePlaces(world, row);
    assert_true(farthestBeside(places, moving, count) < 1e-5);
    assert_true(longestOff(places, Nodes) < 1e-3);
    free(places);
    network.thinning = 1;
    assert_ok(supWorldSetNetwork(world, row, &network));
    stepWorld(world, 30);
    places = nodePlaces(world, row);
    assert_true(longestOff(places, Nodes) < 1e-3);
    assert_true(farthestBeside(places, moving, count) > 1e-4); // they are free again
    free(places);
    supWorldDestroy(world);
}

static void a_free_strand_falls_as_one(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = lossless(16);
    SupBodyId row = addRow(world, 30, 0.0, &network, NULL, 0);
    stepWorld(world, 5);
    network.thinning = 4;
    assert_ok(supWorldSetNetwork(world, row, &network));
    stepWorld(world, 25);
    Vec3 *places = nodePlaces(world, row);
    for (uint32_t n = 0; n < 30; ++n) {
        assert_near(places[n].x, edge * n, 1e-5);
        assert_near(places[n].y, -0.5 * 9.81 * 0.25 * (1.0 + 1.0 / 480.0), 1e-4); // Euler's, in 480 steps
    }
    free(places);
    supWorldDestroy(world);
}

static void a_thinned_strand_hangs_in_the_same_curve(void **state) {
    (void)state;
    static const uint32_t ends[] = {0, 40};
    double depth[2];
    for (int thinned = 0; thinned < 2; ++thinned) {
        SupWorld *world = emptyWorld();
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.decay = 0.95;
        network.thinning = thinned ? 4 : 1;
        SupBodyId row = addRow(world, 41, 0.0, &network, ends, 2);
        const double place[3] = {1.6, 0, 0}; // of 2
        assert_ok(supWorldMove(world, row, &ends[1], 1, place, NULL));
        stepWorld(world, 180);
        depth[thinned] = -nodePlace(world, row, 20).y;
        supWorldDestroy(world);
    }
    print_message("the chain hangs %.5f m deep, thinned %.5f m\n", depth[0], depth[1]);
    assert_true(depth[0] > 0.3);
    assert_near(depth[1], depth[0], 0.01 * depth[0]);
}

// ---- Which strands are thinned ---------------------------------------------------------------------------------------

static void holdNode(SupWorld *world, SupBodyId row, uint32_t node, bool hold) {
    assert_ok(supWorldPin(world, row, &node, 1, hold));
}

static void all_nodes_move_while_one_in_the_middle_is_held(void **state) {
    (void)state;
    enum { Nodes = 33 };
    static const uint32_t head = 0;
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = lossless(8);
    network.thinning = 8;
    SupBodyId row = addRow(world, Nodes, 0.0, &network, &head, 1);
    assert_int_equal(movingNodes(world), 5);
    holdNode(world, row, 16, true);
    assert_int_equal(movingNodes(world), Nodes);
    stepWorld(world, 3);
    Vec3 middle = nodePlace(world, row, 16);
    assert_near(middle.x, 16 * edge, 1e-6);
    assert_near(middle.y, 0.0, 1e-6);
    holdNode(world, row, 16, false);
    assert_int_equal(movingNodes(world), 5);
    holdNode(world, row, Nodes - 1, true);
    assert_int_equal(movingNodes(world), 5);
    holdNode(world, row, 1, true); // the first two: one span less to share
    assert_int_equal(movingNodes(world), 6);
    // an edge that does nothing
    static const uint32_t cut = 12;
    static const float none = 0.0f;
    assert_ok(supWorldSetEdges(world, row, &cut, 1, NULL, &none));
    assert_int_equal(movingNodes(world), Nodes);
    stepWorld(world, 2);
    network.thinning = 0;
    assert_status(SupStatus_OutOfRange, supWorldSetNetwork(world, row, &network));
    network.thinning = 1025;
    assert_status(SupStatus_OutOfRange, supWorldSetNetwork(world, row, &network));
    supWorldDestroy(world);
}

static void a_hand_finds_the_node_that_it_takes(void **state) {
    (void)state;
    enum { Nodes = 24 };
    static const uint32_t head = 0;
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = lossless(8);
    network.thinning = 4;
    network.decay = 0.9;
    SupBodyAsset *asset = rowAsset(Nodes, edge, vec3(1, 0, 0), nodeMass, 0.0, false);
    SupBodyAssetView view = supBodyAssetView(asset);
    supBodyAssetRetain(asset);
    SupBodyId row = addNetwork(world, asset, vec3(0, 0, 0), &network, &head, 1);
    stepWorld(world, 5);
    assert_int_equal(movingNodes(world), 7);
    for (int end = 0; end < 2; ++end) { // the middle, then the end
        uint32_t wanted = end ? Nodes - 1 : 10, triangle = 0;
        while (view.triangles[3 * (size_t)triangle] < view.vertexCount ||
               view.tubeNodes[view.triangles[3 * (size_t)triangle] - view.vertexCount] != wanted)
            ++triangle;
        SupGrab grab = SUP_GRAB_INIT;
        grab.triangle = triangle;
        grab.weights[0] = 1.0, grab.weights[1] = grab.weights[2] = 0.0;
        grab.target[0] = 0.3, grab.target[1] = 0.2, grab.target[2] = 0.1;
        grab.stiffness = 1e5, grab.damping = 10.0;
        assert_ok(supWorldSetGrab(world, row, &grab));
        assert_int_equal(movingNodes(world), end ? 7 : Nodes);
        stepWorld(world, 60);
        assert_true(vec3Length(vec3Sub(nodePlace(world, row, wanted), vec3(0.3, 0.2, 0.1))) < 0.01);
        assert_ok(supWorldClearGrab(world, row));
    }
    supBodyAssetRelease(asset);
    supWorldDestroy(world);
}

static void nodes_are_counted_at_all_sizes(void **state) {
    (void)state;
    static const struct {
        uint32_t nodes, ratio, moving;
    } cases[] = {{2, 4, 2},     {3, 4, 3},   {4, 4, 4},    {5, 4, 4},     {16, 2, 9},
                 {16, 1024, 4}, {65, 2, 33}, {128, 2, 65}, {300, 2, 300}, {300, 4, 76}};
    static const uint32_t head = 0;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        SupWorld *world = emptyWorld();
        SupNetworkSettings network = lossless(4);
        network.thinning = cases[c].ratio;
        SupBodyId row = addRow(world, cases[c].nodes, 0.0, &network, &head, 1);
        assert_int_equal(movingNodes(world), cases[c].moving);
        stepWorld(world, 2);
        network.thinning = 1;
        assert_ok(supWorldSetNetwork(world, row, &network));
        stepWorld(world, 2);
        Vec3 *places = nodePlaces(world, row);
        assert_true(longestOff(places, cases[c].nodes) < 1e-3);
        assert_true(places[cases[c].nodes - 1].y < -0.002);
        free(places);
        supWorldDestroy(world);
    }
}

static void thinned_strands_stay_above_the_ground(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.height = -0.3;
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    static const uint32_t head = 0;
    network.thinning = 4;
    SupBodyId row = addRow(world, 30, 0.0, &network, &head, 1);
    for (int frame = 0; frame < 60; frame += 4) {
        stepWorld(world, 4);
        Vec3 *places = nodePlaces(world, row);
        for (uint32_t n = 0; n < 30; ++n) assert_true(places[n].y > -0.3 - 1e-5);
        free(places);
    }
    supWorldDestroy(world);
}

static void thinning_repeats_and_leaves_others_alone(void **state) {
    (void)state;
    uint64_t hashes[3], others[3];
    static const uint32_t head = 0;
    for (int run = 0; run < 3; ++run) {
        SupWorld *world = emptyWorld();
        SupNetworkSettings network = lossless(8);
        SupBodyId row = addRow(world, 20, 0.0, &network, &head, 1), other = addRow(world, 20, 0.0, &network, &head, 1);
        stepWorld(world, 5);
        network.thinning = run == 2 ? 1 : 4;
        assert_ok(supWorldSetNetwork(world, row, &network));
        stepWorld(world, 10);
        hashes[run] = stateHash(world, row), others[run] = stateHash(world, other);
        supWorldDestroy(world);
    }
    assert_true(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
    assert_true(others[0] == others[1] && others[0] == others[2] && others[0] == hashes[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_nodes_go_where_those_of_an_equal_strand_of_fewer_nodes_go),
        cmocka_unit_test(the_others_lie_evenly_between_them_and_edges_keep_their_lengths),
        cmocka_unit_test(a_free_strand_falls_as_one),
        cmocka_unit_test(a_thinned_strand_hangs_in_the_same_curve),
        cmocka_unit_test(all_nodes_move_while_one_in_the_middle_is_held),
        cmocka_unit_test(a_hand_finds_the_node_that_it_takes),
        cmocka_unit_test(nodes_are_counted_at_all_sizes),
        cmocka_unit_test(thinned_strands_stay_above_the_ground),
        cmocka_unit_test(thinning_repeats_and_leaves_others_alone),
    };
    return cmocka_run_group_tests_name("network_thinning", tests, fixtureSetup, fixtureTeardown);
}
