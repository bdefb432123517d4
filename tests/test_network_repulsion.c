// SPDX-License-Identifier: MIT
// Strands that push each other apart, and hair in motion.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static SupWorld *emptyWorld(void) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    settings.gravity[1] = 0.0;
    return makeWorld(&settings);
}

static SupNetworkSettings repelling(uint32_t iterations, double repulsion, double radius) {
    SupNetworkSettings network = lossless(iterations);
    network.repulsion = repulsion, network.repulsionRadius = radius;
    return network;
}

static SupBodyId addStrands(SupWorld *world, uint32_t count, uint32_t nodes, double edgeLength, double area, double jitter,
                            const SupNetworkSettings *network) {
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork strands;
    SupBodyAsset *asset;
    desc.count = count, desc.nodes = nodes, desc.edgeLength = edgeLength;
    desc.area[0] = desc.area[1] = area, desc.jitter = jitter;
    assert_ok(supNetworkStrands(&desc, &strands, NULL));
    assert_ok(supBodyAssetFromNetwork(&strands, &asset, NULL));
    supNetworkFree(&strands);
    return addNetwork(world, asset, vec3(0, 1, 0), network, NULL, 0);
}

/// Two strands of a field that has room for two cells along x: half its width apart.
static SupBodyId addPair(SupWorld *world, double apart, const SupNetworkSettings *network) {
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork strands;
    SupBodyAsset *asset;
    desc.count = 2, desc.nodes = 12, desc.edgeLength = 0.03;
    desc.area[0] = 2.0 * apart, desc.jitter = 0.0;
    assert_ok(supNetworkStrands(&desc, &strands, NULL));
    assert_ok(supBodyAssetFromNetwork(&strands, &asset, NULL));
    supNetworkFree(&strands);
    return addNetwork(world, asset, vec3(0, 1, 0), network, NULL, 0);
}

static void two_near_strands_part_and_keep_their_momentum(void **state) {
    (void)state;
    for (int k = 1; k < 4; ++k) {
        SupWorld *world = emptyWorld();
        SupNetworkSettings network = repelling(16, 2.0, 0.05);
        double apart = 0.0125 * k;
        SupBodyId body = addPair(world, apart, &network);
        assert_near(nodePlace(world, body, 12).x - nodePlace(world, body, 0).x, apart, 1e-6);
        stepWorld(world, 15);
        Vec3 *places = nodePlaces(world, body);
        for (uint32_t n = 0; n < 12; ++n) assert_true(places[n + 12].x - places[n].x > 1.1 * apart);
        free(places);
        SupMeasure m = measure(world, body);
        assert_true(m.kinetic > 0.0);
        double each = sqrt(m.kinetic * 0.12); // momentum of one strand, if all its nodes are as fast
        for (int i = 0; i < 3; ++i) assert_near(m.momentum[i], 0.0, 1e-4 * each);
        supWorldDestroy(world);
    }
}

static void far_strands_and_single_ones_stay_where_they_are(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = repelling(16, 50.0, 0.05);
    SupBodyId pair = addPair(world, 0.2, &network);
    Vec3 before = nodePlace(world, pair, 5);
    // along a strand its own ends push outward: its edges hold them
    stepWorld(world, 10);
    Vec3 after = nodePlace(world, pair, 5);
    assert_near(after.x, before.x, 1e-7);
    assert_near(after.z, before.z, 1e-7);
    supWorldDestroy(world);
}

static uint64_t bundleHash(double repulsion, double radius, bool company, uint32_t *dispatches) {
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = repelling(8, repulsion, radius), other = repelling(8, 3.0, 0.03);
    if (company) addStrands(world, 40, 7, 0.02, 0.05, 1.0, &other);
    SupBodyId body = addStrands(world, 60, 9, 0.02, 0.05, 1.0, &network);
    stepWorld(world, 10);
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    *dispatches = stats.dispatchesPerFrame;
    uint64_t hash = stateHash(world, body);
    supWorldDestroy(world);
    return hash;
}

static void hashes_repeat_and_company_changes_nothing(void **state) {
    (void)state;
    uint32_t with, alone, without, again;
    uint64_t first = bundleHash(2.0, 0.04, false, &alone);
    assert_true(first == bundleHash(2.0, 0.04, false, &alone));
    assert_true(first == bundleHash(2.0, 0.04, true, &with));
    assert_true(first != bundleHash(2.0, 0.05, false, &alone));
    // at 0 the radius means nothing, and nothing is dispatched
    assert_true(bundleHash(0.0, 0.04, false, &without) == bundleHash(0.0, 0.4, false, &again));
    assert_int_equal(alone, without + 2);
}

static double meanDistance(SupWorld *world, SupBodyId body, uint32_t count, uint32_t nodes) {
    Vec3 *places = nodePlaces(world, body);
    double sum = 0.0;
    for (uint32_t a = 0; a < count; ++a)
        for (uint32_t b = 0; b < a; ++b)
            sum += vec3Length(vec3Sub(places[a * nodes + nodes - 1], places[b * nodes + nodes - 1]));
    free(places);
    return sum / (0.5 * count * (count - 1));
}

static void a_bundle_opens_and_settings_change_while_it_runs(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = repelling(8, 0.0, 0.04);
    network.decay = 0.9;
    SupBodyId body = addStrands(world, 100, 8, 0.02, 0.03, 1.0, &network);
    double start = meanDistance(world, body, 100, 8);
    stepWorld(world, 5);
    assert_near(meanDistance(world, body, 100, 8), start, 1e-6);
    network.repulsion = 3.0;
    assert_ok(supWorldSetNetwork(world, body, &network));
    stepWorld(world, 60);
    double open = meanDistance(world, body, 100, 8);
    assert_true(open > 1.5 * start);
    network.repulsion = 0.0, network.decay = 0.0;
    assert_ok(supWorldSetNetwork(world, body, &network));
    stepWorld(world, 5);
    double still = meanDistance(world, body, 100, 8);
    stepWorld(world, 5);
    assert_near(meanDistance(world, body, 100, 8), still, 1e-6);
    supWorldDestroy(world);
}

// ---- The acceleration itself, from docs/physics.md -------------------------------------------------------------------

typedef struct Grid {
    double rate;
    int side;
    int64_t *counts;
} Grid;

static int64_t *counter(const Grid *grid, const int64_t cell[3]) {
    size_t at = 0;
    for (int i = 2; i >= 0; --i) at = at * (size_t)grid->side + (size_t)(cell[i] & (grid->side - 1));
    return &grid->counts[at];
}

/// The eight cells around a place and the shares, of 256, that a node there has in them.
static void around(const Grid *grid, const float *place, int64_t cells[8][3], int64_t shares[8]) {
    for (int k = 0; k < 8; ++k) {
        double weight = 256.0;
        for (int i = 0; i < 3; ++i) {
            double at = (double)place[i] * grid->rate, part = at - floor(at);
            int up = k >> i & 1;
            cells[k][i] = (int64_t)floor(at) + up;
            weight *= up ? part : 1.0 - part;
        }
        shares[k] = (int64_t)floor(weight + 0.5);
    }
}

/// What a node in a cell feels of the next one: crowds of more than 8 nodes count less for both.
static double felt(const Grid *grid, const int64_t here[3], const int64_t there[3]) {
    double a = (double)*counter(grid, here), b = (double)*counter(grid, there), crowd = 8.0 * 256.0;
    return fmax(a, b) > crowd ? b * crowd / fmax(a, b) : b;
}

static Vec3 slopeAt(const Grid *grid, const float *place) {
    int64_t cells[8][3], shares[8];
    double slope[3] = {0, 0, 0};
    around(grid, place, cells, shares);
    for (int k = 0; k < 8; ++k)
        for (int i = 0; i < 3; ++i) {
            int64_t next[3] = {cells[k][0], cells[k][1], cells[k][2]}, last[3] = {cells[k][0], cells[k][1], cells[k][2]};
            next[i]++, last[i]--;
            slope[i] += (double)shares[k] / 256.0 * (felt(grid, cells[k], next) - felt(grid, cells[k], last)) / 512.0;
        }
    return vec3(slope[0], slope[1], slope[2]);
}

/// With no edges at work a node's velocity after one frame is its acceleration times the frame.
static void accelerations_are_those_of_the_description(void **state) {
    (void)state;
    static const struct {
        uint32_t count, nodes;
        double area, radius;
        int side;
        bool calm; // no cell is crowded
    } cases[] = {{50, 6, 0.2, 0.05, 32, true}, {500, 9, 3.0, 0.08, 64, true}, {200, 4, 0.01, 0.02, 32, false}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        SupWorld *world = emptyWorld();
        const double repulsion = 3.0;
        SupNetworkSettings network = repelling(0, repulsion, cases[c].radius);
        SupBodyId body = addStrands(world, cases[c].count, cases[c].nodes, 0.031, cases[c].area, 1.0, &network);
        uint32_t nodes = cases[c].count * cases[c].nodes;
        float *places = readPositions(world, body);
        Grid grid = {2.0 / cases[c].radius, cases[c].side,
                     calloc((size_t)1 << (cases[c].side == 64 ? 18 : 15), sizeof(int64_t))};
        for (uint32_t n = 0; n < nodes; ++n) {
            int64_t cells[8][3], shares[8];
            around(&grid, places + 3 * (size_t)n, cells, shares);
            for (int k = 0; k < 8; ++k) *counter(&grid, cells[k]) += shares[k];
        }
        stepWorld(world, 1);
        float *velocities = readWorld(world, SupRead_Velocities, body, NULL);
        double worst = 0.0, most = 0.0;
        Vec3 sum = vec3(0, 0, 0);
        for (uint32_t n = 0; n < nodes; ++n) {
            Vec3 slope = slopeAt(&grid, places + 3 * (size_t)n);
            Vec3 expected = vec3Scale(slope, -repulsion);
            Vec3 got = vec3Scale(vec3LoadFloat(velocities + 3 * (size_t)n), 60.0);
            worst = fmax(worst, vec3Length(vec3Sub(got, expected)));
            most = fmax(most, vec3Length(got));
            sum = vec3Add(sum, got);
        }
        print_message("%u nodes: at most %.3g m/s2, all together %.2g\n", nodes, most, vec3Length(sum));
        assert_true(most > 0.3 * repulsion && most < 4.0 * sqrt(3.0) * repulsion);
        assert_true(cases[c].calm || most > 2.0 * repulsion);
        // a share may round to the other side; where counts are large its part of them counts for more
        assert_near(worst, 0.0, 0.004 * most);
        assert_near(vec3Length(sum), 0.0, 1e-5 * most * sqrt(nodes));
        free(places), free(velocities), free(grid.counts);
        supWorldDestroy(world);
    }
}

/// However strong it is: strands of a heap fly apart with their momentum 0 and their lengths kept.
static void expectWhole(double repulsion) {
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = repelling(16, repulsion, 0.05);
    SupBodyId body = addStrands(world, 100, 6, 0.03, 0.02, 1.0, &network);
    for (int k = 0; k < 4; ++k) {
        stepWorld(world, 2);
        SupMeasure m = measure(world, body);
        double momentum = vec3Length(vec3Load(m.momentum)), scale = sqrt(2.0 * m.kinetic * 600 * 0.01);
        print_message("after %d frames: momentum %.2g of %.3g kg m/s, stretched by %.2g\n", 2 * (k + 1), momentum, scale,
                      m.maxStretch);
        assert_near(momentum, 0.0, 1e-4 * scale);
        assert_true(m.maxStretch < 0.01);
    }
    supWorldDestroy(world);
}

static void strong_repulsion_keeps_momentum_and_lengths(void **state) {
    (void)state;
    expectWhole(100.0);
    expectWhole(1e6);
}

static void what_cannot_repel_is_refused(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    SupBodyId body;
    desc.asset = clothAsset(4, 4, 0.1, 100, 10, 1);
    desc.network.repulsion = 1.0;
    assert_status(SupStatus_InvalidArgument, supWorldAddBody(world, &desc, &body));
    assert_non_null(strstr(supWorldErrorText(world), "no strands"));
    supBodyAssetRelease(desc.asset);
    desc.asset = rowAsset(3, 0.2, vec3(1, 0, 0), 0.1, 0.0, false);
    desc.network.repulsion = -1.0;
    assert_status(SupStatus_OutOfRange, supWorldAddBody(world, &desc, &body));
    assert_non_null(strstr(supWorldErrorText(world), "network.repulsion"));
    desc.network.repulsion = 1.0, desc.network.repulsionRadius = 0.0;
    assert_status(SupStatus_OutOfRange, supWorldAddBody(world, &desc, &body));
    assert_non_null(strstr(supWorldErrorText(world), "network.repulsionRadius"));
    supBodyAssetRelease(desc.asset);
    supWorldDestroy(world);
}

// ---- Hair ------------------------------------------------------------------------------------------------------------

static SupBodyId addHair(SupWorld *world, uint32_t count, uint32_t nodes, const SupNetworkSettings *network) {
    const double radii[3] = {0.1, 0.1, 0.1};
    SupHairDesc hair = SUP_HAIR_DESC_INIT;
    SupSurface head;
    SupNetwork strands;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    hair.count = count, hair.nodes = nodes, hair.length = 0.2;
    assert_ok(supSurfaceEllipsoid(radii, 16, &head, NULL));
    assert_ok(supNetworkHair(&head, &hair, &strands, NULL));
    assert_ok(supBodyAssetFromNetwork(&strands, &desc.asset, NULL));
    supNetworkFree(&strands);
    supSurfaceFree(&head);
    desc.position[1] = 1.0;
    desc.network = *network;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(desc.asset);
    return body;
}

static void hair_hangs_around_its_head_and_keeps_roots_and_lengths(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{400, 10}, {1, 2}, {1, 3}, {3, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.wind.velocity[0] = 3.0;
        SupWorld *world = makeWorld(&settings);
        SupCollider head = SUP_COLLIDER_INIT;
        head.center[1] = 1.0, head.radius = 0.1;
        assert_ok(supWorldSetColliders(world, &head, 1));
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.repulsion = 4.0, network.repulsionRadius = 0.02;
        SupBodyId body = addHair(world, sizes[k][0], sizes[k][1], &network);
        Vec3 *before = nodePlaces(world, body);
        double lowest = 2.0, meanBefore = 0.0, meanAfter = 0.0;
        for (int i = 0; i < 3; ++i) {
            stepWorld(world, 20);
            SupMeasure m = measure(world, body);
            assert_true(m.finite && m.maxStretch < 0.01);
        }
        Vec3 *after = nodePlaces(world, body);
        for (uint32_t n = 0; n < sizes[k][0] * sizes[k][1]; ++n) {
            if (n % sizes[k][1] < 2) assert_memory_equal(&before[n], &after[n], sizeof *after);
            // between two nodes a strand may cut a corner; nodes stay outside
            lowest = fmin(lowest, vec3Length(vec3Sub(after[n], vec3(0, 1, 0))));
            meanBefore += before[n].y, meanAfter += after[n].y;
        }
        assert_true(lowest > 0.1 - 2e-3); // roots lie on flat triangles
        if (sizes[k][1] > 2) assert_true(meanAfter < meanBefore);
        free(before), free(after);
        supWorldDestroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_near_strands_part_and_keep_their_momentum),
                                       cmocka_unit_test(far_strands_and_single_ones_stay_where_they_are),
                                       cmocka_unit_test(hashes_repeat_and_company_changes_nothing),
                                       cmocka_unit_test(a_bundle_opens_and_settings_change_while_it_runs),
                                       cmocka_unit_test(accelerations_are_those_of_the_description),
                                       cmocka_unit_test(strong_repulsion_keeps_momentum_and_lengths),
                                       cmocka_unit_test(what_cannot_repel_is_refused),
                                       cmocka_unit_test(hair_hangs_around_its_head_and_keeps_roots_and_lengths)};
    return cmocka_run_group_tests_name("repulsion", tests, fixtureSetup, fixtureTeardown);
}
