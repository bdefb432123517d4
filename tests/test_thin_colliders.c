// SPDX-License-Identifier: MIT
// Nodes that are fast meet colliders that are thin.
#include "network_fixture.h"

#include "base/quaternion.h"

#include <math.h>
#include <stdlib.h>

enum { Nodes = 3 };

static SupWorld *weightless(const SupCollider *collider) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    settings.gravity[1] = 0.0;
    SupWorld *world = makeWorld(&settings);
    assert_ok(supWorldSetColliders(world, collider, 1));
    return world;
}

static SupCollider plate(Quaternion rotation, double thickness) {
    SupCollider c = SUP_COLLIDER_INIT;
    c.half[0] = c.half[2] = 0.5;
    c.half[1] = 0.5 * thickness;
    c.radius = 0.0;
    c.friction = 0.0;
    quatStore(c.rotation, rotation);
    return c;
}

/// A row of nodes along z from `start` on, all with one velocity.
static SupBodyId shoot(SupWorld *world, Vec3 start, Vec3 velocity, bool springs) {
    SupNetworkSettings network = lossless(16);
    SupBodyId body = addNetwork(world, rowAsset(Nodes, 0.1, vec3(0, 0, 1), 0.01, 0.0, springs), start, &network, NULL, 0);
    Vec3 *places = nodePlaces(world, body);
    for (uint32_t n = 0; n < Nodes; ++n) {
        double place[3], speed[3];
        vec3Store(place, places[n]);
        vec3Store(speed, velocity);
        assert_ok(supWorldMove(world, body, &n, 1, place, speed));
    }
    free(places);
    return body;
}

/// Onto plates of 4 mm from both sides, straight and aslant, the whole turned in any way.
static void nothing_falls_through_a_plate(void **state) {
    (void)state;
    static const Vec3 turns[] = {{0, 0, 0}, {0.7, -1.1, 2.0}};
    static const double speeds[] = {5.0, 60.0};
    for (int k = 0; k < 16; ++k) {
        Quaternion turn = quatFromVector(turns[k & 1]);
        double side = k & 2 ? 1.0 : -1.0, speed = speeds[k >> 2 & 1];
        SupCollider c = plate(turn, 0.004);
        SupWorld *world = weightless(&c);
        Vec3 velocity = vec3(speed, -4.0 * side * speed, 0);
        Vec3 start = vec3Sub(vec3(0, 0.002 * side, 0), vec3Scale(velocity, 0.0303)), rows = vec3(0, 0, 0.1);
        velocity = quatTurn(turn, velocity);
        SupBodyId body = shoot(world, quatTurn(turn, start), velocity, k >> 3);
        for (uint32_t n = 0; n < Nodes; ++n) { // along the plate, whatever the turn
            double place[3], speedOf[3];
            vec3Store(place, quatTurn(turn, vec3AddScaled(start, rows, n)));
            vec3Store(speedOf, velocity);
            assert_ok(supWorldMove(world, body, &n, 1, place, speedOf));
        }
        stepWorld(world, 2);
        Vec3 *places = nodePlaces(world, body);
        for (int n = 0; n < Nodes; ++n) {
            Vec3 own = quatTurn(quatInverse(turn), places[n]);
            assert_near(own.y * side, 0.002, 1e-5);
            assert_near(own.x, start.x + speed / 30.0, 0.01 * speed / 30.0); // it slides without friction
        }
        free(places);
        supWorldDestroy(world);
    }
}

static void a_fast_plate_takes_nodes_along(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        SupCollider c = plate(quatFromVector(vec3(0, 0, 0)), 0.004);
        c.motion = (SupMotion){{0, 2.0, 0}, {0.2, 0, 0}, 1.0}; // through the middle at 12.6 m/s, turning meanwhile
        SupWorld *world = weightless(&c);
        SupBodyId body = shoot(world, vec3(0, 0.3, -0.1), vec3(0, 0, 0), springs);
        stepWorld(world, 10);
        SupCollider now;
        assert_ok(supWorldCollider(world, 0, &now));
        Vec3 *places = nodePlaces(world, body);
        for (int n = 0; n < Nodes; ++n) {
            Vec3 arm = vec3Sub(places[n], vec3Load(now.center));
            assert_true(quatTurn(quatInverse(quatLoad(now.rotation)), arm).y > 0.001);
        }
        free(places);
        supWorldDestroy(world);
    }
}

static void wires_and_small_balls_stop_nodes(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        SupCollider c = SUP_COLLIDER_INIT;
        c.radius = 0.003;
        c.half[2] = k & 1 ? 0.5 : 0.0;
        c.center[2] = k & 1 ? 0.1 : 0.0;
        c.friction = 0.0;
        SupWorld *world = weightless(&c);
        // the middle of 16 steps of a frame passes it
        SupBodyId body = shoot(world, vec3(0, 0.5, 0), vec3(0, -40, 0), k >> 1);
        stepWorld(world, 1);
        // the ball stops but one of three nodes, and the others draw it on
        assert_true(nodePlace(world, body, 0).y > (k & 1 ? 0.0029 : 0.5 - 40.0 / 60.0 + 0.03));
        supWorldDestroy(world);
    }
}

/// What goes by beside a plate's rim, or along its side, is not touched.
static void nothing_stops_what_goes_by(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        static const Vec3 velocities[] = {{0, -30, 0}, {30, 0, 0}, {10, -30, 0}};
        static const Vec3 starts[] = {{0.502, 0.3, 0}, {-0.9, 0.003, 0}, {0.45, 0.156, 0}};
        for (int k = 0; k < 3; ++k) {
            SupCollider c = plate(quatFromVector(vec3(0, 0, 0)), 0.004);
            SupWorld *world = weightless(&c);
            SupBodyId body = shoot(world, starts[k], velocities[k], springs);
            stepWorld(world, 1);
            Vec3 expected = vec3AddScaled(starts[k], velocities[k], 1.0 / 60.0);
            assert_true(vec3Length(vec3Sub(nodePlace(world, body, 0), expected)) < 1e-4);
            supWorldDestroy(world);
        }
    }
}

/// Friction on a plate that nodes would pass is what it is on a block.
static void a_plate_rubs_like_a_block(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        double x[2];
        for (int block = 0; block < 2; ++block) {
            SupCollider c = plate(quatFromVector(vec3(0, 0, 0)), block ? 1.0 : 0.004);
            c.center[1] = block ? -0.498 : 0.0;
            c.friction = 0.3;
            SupWorld *world = weightless(&c);
            SupBodyId body = shoot(world, vec3(-0.3, 0.05, 0), vec3(8, -10, 0), springs);
            stepWorld(world, 3);
            Vec3 place = nodePlace(world, body, 0);
            assert_near(place.y, 0.002, 1e-5);
            x[block] = place.x;
            supWorldDestroy(world);
        }
        assert_near(x[0], x[1], 1e-5);
        assert_near(x[0], -0.3 + 8 * 0.005 + 5 * (0.05 - 0.0048), 5e-3); // 8 - 0.3 x 10 m/s from then on
    }
}

static void a_shot_repeats_with_its_bits(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        uint64_t hashes[2];
        for (int k = 0; k < 2; ++k) {
            SupCollider c = plate(quatFromVector(vec3(0.3, 0, 0.2)), 0.004);
            SupWorld *world = weightless(&c);
            SupBodyId body = shoot(world, vec3(0, 0.1, 0), vec3(1, -20, 0), springs);
            stepWorld(world, 3);
            hashes[k] = stateHash(world, body);
            supWorldDestroy(world);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_falls_through_a_plate),    cmocka_unit_test(a_fast_plate_takes_nodes_along),
        cmocka_unit_test(wires_and_small_balls_stop_nodes), cmocka_unit_test(nothing_stops_what_goes_by),
        cmocka_unit_test(a_plate_rubs_like_a_block),        cmocka_unit_test(a_shot_repeats_with_its_bits),
    };
    return cmocka_run_group_tests_name("thin_colliders", tests, fixtureSetup, fixtureTeardown);
}
