// SPDX-License-Identifier: MIT
// Levels of detail: how many steps networks make by distance, and that nobody sees one change.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>

static uint64_t stepsAt(SupWorld *world, double away) {
    const double eye[3] = {away, 0, 0};
    SupWorldStats stats;
    assert_ok(supWorldSetViewer(world, eye));
    assert_ok(supWorldStats(world, &stats));
    return stats.networkSteps;
}

static SupWorld *hangingChain(bool springs, double detail, SupBodyId *body) {
    static const uint32_t head = 0;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.iterations = 16;
    network.detail = detail;
    // its centre is at the origin
    *body = addNetwork(world, rowAsset(16, 0.1, vec3(1, 0, 0), 0.01, 0.0, springs), vec3(-0.75, 0, 0), &network, &head, 1);
    return world;
}

static void steps_are_halved_for_each_doubling_of_the_distance(void **state) {
    (void)state;
    SupBodyId body;
    SupWorld *world = hangingChain(false, 2.0, &body);
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    assert_int_equal(stats.networkSteps, 16); // nobody looks
    static const struct {
        double away;
        uint64_t steps;
    } cases[] = {{0, 16}, {3.9, 16}, {4.3, 16}, {4.5, 8}, {3.9, 8}, {3.5, 16},
                 {9, 4},  {18, 2},   {36, 2},   {1e9, 2}, {7.1, 8}, {1, 16}}; // 2 bear its weight
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        assert_int_equal(stepsAt(world, cases[i].away), cases[i].steps);
    assert_int_equal(stepsAt(world, 100.0), 2);
    assert_ok(supWorldSetViewer(world, NULL));
    assert_ok(supWorldStats(world, &stats));
    assert_int_equal(stats.networkSteps, 16);
    SupNetworkSettings network;
    stepsAt(world, 9.0);
    assert_ok(supWorldNetwork(world, body, &network));
    network.detail = 0.0;
    assert_ok(supWorldSetNetwork(world, body, &network));
    assert_int_equal(stepsAt(world, 9.0), 16);
    network.detail = -1.0;
    assert_status(SupStatus_OutOfRange, supWorldSetNetwork(world, body, &network));
    static const double bad[2][3] = {{1e13, 0, 0}, {0, (double)NAN, 0}};
    assert_status(SupStatus_OutOfRange, supWorldSetViewer(world, bad[0]));
    assert_status(SupStatus_NotFinite, supWorldSetViewer(world, bad[1]));
    supWorldDestroy(world);
}

/// Where the tip is and how fast, at frames 30 .. 33, with the viewer going away after frame 30 or not.
static void swing(bool springs, bool goes, Vec3 places[4], Vec3 velocities[4]) {
    SupBodyId body;
    SupWorld *world = hangingChain(springs, 2.0, &body);
    stepsAt(world, 1.0);
    stepWorld(world, 30);
    for (int frame = 0; frame < 4; ++frame) {
        if (frame == 1) assert_int_equal(stepsAt(world, goes ? 9.0 : 1.0), goes ? 4 : 16);
        if (frame > 0) stepWorld(world, 1);
        size_t length;
        places[frame] = nodePlace(world, body, 15);
        float *all = readWorld(world, SupRead_Velocities, body, &length);
        velocities[frame] = vec3LoadFloat(all + 3 * 15);
        free(all);
    }
    supWorldDestroy(world);
}

static void a_change_of_level_is_not_seen(void **state) {
    (void)state;
    for (int form = 0; form < 2; ++form) {
        Vec3 near[4], far[4], fast[4], slow[4];
        swing(form == 1, false, near, fast);
        swing(form == 1, true, far, slow);
        assert_true(near[0].x == far[0].x && near[0].y == far[0].y && near[0].z == far[0].z);
        double jump = vec3Length(vec3Sub(near[1], far[1])), kick = vec3Length(vec3Sub(fast[1], slow[1]));
        double way = vec3Length(vec3Sub(near[1], near[0])), speed = vec3Length(fast[0]);
        print_message("%s: the tip goes %.3g m in the frame and is off by %.2g m and %.2g of %.3g m/s\n",
                      form ? "by colours" : "as a strand", way, jump, kick, speed);
        assert_true(way > 0.02);
        assert_true(jump < (form ? 0.05 : 0.005) * way); // two levels at once
        assert_true(kick < (form ? 0.1 : 0.03) * speed);
        assert_true(vec3Length(vec3Sub(near[3], far[3])) < (form ? 0.05 : 0.01));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_halved_for_each_doubling_of_the_distance),
        cmocka_unit_test(a_change_of_level_is_not_seen),
    };
    return cmocka_run_group_tests_name("network_detail", tests, fixtureSetup, fixtureTeardown);
}
