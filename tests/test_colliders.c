// SPDX-License-Identifier: MIT
// Colliders that turn and move, what slides on them, and networks that ride with them.
#include "network_fixture.h"

#include "base/quaternion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static SupWorld *emptyWorld(void) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    return makeWorld(&settings);
}

static SupCollider boxCollider(Vec3 center, Vec3 half, double radius, Quaternion rotation) {
    SupCollider c = SUP_COLLIDER_INIT;
    vec3Store(c.center, center);
    vec3Store(c.half, half);
    c.radius = radius;
    quatStore(c.rotation, rotation);
    return c;
}

// ---- Slopes ----------------------------------------------------------------------------------------------------------

/// How far a short row of nodes has slid down a slope after a second.
static double slid(double angle, double friction, bool springs) {
    SupWorld *world = emptyWorld();
    SupNetworkSettings network = lossless(16);
    Quaternion rotation = quatFromVector(vec3(0, 0, -angle)); // falls towards +x
    SupCollider slope = boxCollider(vec3(0.3, 0.1, -0.2), vec3(9, 0.4, 2), 0.1, rotation);
    slope.friction = friction;
    assert_ok(supWorldSetColliders(world, &slope, 1));
    Vec3 normal = vec3(sin(angle), cos(angle), 0), down = vec3(cos(angle), -sin(angle), 0);
    Vec3 start = vec3Add(vec3Load(slope.center), vec3Scale(normal, 0.5));
    SupBodyId body = addNetwork(world, rowAsset(3, 0.1, vec3(0, 0, 1), 0.02, 0.0, springs), start, &network, NULL, 0);
    stepWorld(world, 60);
    Vec3 way = vec3Sub(nodePlace(world, body, 1), vec3AddScaled(start, vec3(0, 0, 1), 0.1));
    assert_near(vec3Dot(way, normal), 0.0, 1e-4); // on the slope
    assert_near(way.z, 0.0, 1e-4);
    supWorldDestroy(world);
    return vec3Dot(way, down);
}

static void slopes_hold_and_let_slide_by_coulomb(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        for (int k = 0; k < 3; ++k) {
            double angle = 0.3 + 0.2 * k, friction = 0.1 * k, acceleration = 9.81 * (sin(angle) - friction * cos(angle));
            assert_near(slid(angle, friction, springs), 0.5 * acceleration, 0.02 * acceleration);
        }
        assert_near(slid(0.5, 1.02 * tan(0.5), springs), 0.0, 1e-4);
        assert_true(slid(0.5, 0.95 * tan(0.5), springs) > 0.05);
    }
}

/// A rope that falls over a rounded box, the whole turned: where its nodes are in the frame that is turned back.
static void ropeOverBox(Quaternion turn, Vec3 out[12]) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    vec3Store(settings.gravity, quatTurn(turn, vec3(0, -9.81, 0)));
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.thickness = 0.02;
    SupCollider box = boxCollider(vec3(0, 0, 0), vec3(0.3, 0.1, 0.2), 0.05, turn);
    vec3Store(box.velocity, quatTurn(turn, vec3(0.1, 0, 0)));
    vec3Store(box.angularVelocity, quatTurn(turn, vec3(0, 0.4, 0)));
    assert_ok(supWorldSetColliders(world, &box, 1));
    SupBodyAsset *asset = rowAsset(12, 0.1, vec3(1, 0, 0.1), 0.01, 3.0, false);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.network = network;
    Vec3 center = vec3Load(supBodyAssetView(asset).center);
    vec3Store(desc.position, vec3Sub(quatTurn(turn, vec3(0.05, 0.4, 0.03)), quatTurn(turn, center)));
    quatStore(desc.rotation, turn);
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(asset);
    stepWorld(world, 45);
    Vec3 *places = nodePlaces(world, body);
    for (int n = 0; n < 12; ++n) out[n] = quatTurn(quatInverse(turn), places[n]);
    free(places);
    supWorldDestroy(world);
}

static void a_turned_box_is_the_same_in_its_own_frame(void **state) {
    (void)state;
    Vec3 plain[12], turned[12];
    ropeOverBox(quatFromVector(vec3(0, 0, 0)), plain);
    ropeOverBox(quatFromVector(vec3(0.7, -1.1, 2.0)), turned);
    double lowest = 1.0;
    for (int n = 0; n < 12; ++n) {
        assert_true(vec3Length(vec3Sub(plain[n], turned[n])) < 1e-3);
        lowest = fmin(lowest, plain[n].y);
    }
    assert_true(lowest < 0.1); // it hangs over the edges
}

// ---- Motion ----------------------------------------------------------------------------------------------------------

static SupCollider swinging(void) {
    SupCollider c = boxCollider(vec3(0.2, 1.0, -0.1), vec3(0.4, 0.2, 0.3), 0.05, quatFromVector(vec3(0.3, 0.2, -0.5)));
    c.motion = (SupMotion){{0.5, 0.1, -0.2}, {0.4, 1.0, -0.3}, 1.3};
    c.velocity[1] = 0.25;
    return c;
}

/// Where the sine puts it, by another way than the engine's: Rodrigues' formula and the C library.
static Vec3 ridden(const SupCollider *c, Vec3 arm, double time) {
    double s = sin(6.283185307179586 * time / c->motion.period);
    Vec3 turn = vec3Scale(vec3Load(c->motion.turn), s);
    double angle = vec3Length(turn);
    Vec3 axis = angle > 0.0 ? vec3Scale(turn, 1.0 / angle) : vec3(0, 0, 0);
    Vec3 turned = vec3AddScaled(vec3Scale(arm, cos(angle)), vec3Cross(axis, arm), sin(angle));
    turned = vec3AddScaled(turned, axis, vec3Dot(axis, arm) * (1.0 - cos(angle)));
    return vec3Add(vec3AddScaled(vec3Load(c->center), vec3Load(c->motion.sway), s), turned);
}

static void colliders_swing_as_their_motion_says_and_return(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupCollider c = swinging(), before, now;
    assert_ok(supWorldSetColliders(world, &c, 1));
    const Vec3 corner = vec3(0.4, 0.2, 0.3);
    Vec3 arm = quatTurn(quatLoad(c.rotation), corner);
    for (int frame = 0; frame <= 120; ++frame) {
        assert_ok(supWorldCollider(world, 0, &now));
        Vec3 place = vec3Add(vec3Load(now.center), quatTurn(quatLoad(now.rotation), corner));
        assert_true(vec3Length(vec3Sub(place, ridden(&c, arm, frame / 60.0))) < 1e-9);
        if (frame) { // velocities lead from the place before to this one
            Vec3 mean = vec3Scale(vec3Add(vec3Load(before.velocity), vec3Load(now.velocity)), 0.5);
            Vec3 way = vec3Scale(vec3Sub(vec3Load(now.center), vec3Load(before.center)), 60.0);
            assert_true(vec3Length(vec3Sub(vec3Sub(mean, vec3(0, 0.25, 0)), way)) < 0.01);
        }
        before = now;
        stepWorld(world, 1);
    }
    assert_ok(supWorldReset(world));
    assert_ok(supWorldCollider(world, 0, &now));
    for (int i = 0; i < 3; ++i) assert_near(now.center[i], c.center[i], 1e-15);
    assert_status(SupStatus_OutOfRange, supWorldCollider(world, 1, &now));
    supWorldDestroy(world);
}

/// What lies in the way of a piston is pushed at its speed and not thrown, and what lies on a lift rides with it.
static void moving_colliders_push_and_lift(void **state) {
    (void)state;
    for (int lift = 0; lift < 2; ++lift) {
        SupWorld *world = emptyWorld();
        SupNetworkSettings network = lossless(16);
        SupCollider c = boxCollider(vec3(0, 0, 0), vec3(1, 1, 1), 0.1, quatFromVector(vec3(0, 0, 0)));
        // a long period: nearly constant velocity 1 m/s
        c.motion = (SupMotion){{lift ? 0.0 : 10.0, lift ? 10.0 : 0.0, 0.0}, {0, 0, 0}, 20.0 * SUP_PI};
        c.friction = 0.0;
        assert_ok(supWorldSetColliders(world, &c, 1));
        SupBodyId body = addNetwork(world, rowAsset(2, 0.2, vec3(0, 0, 1), 0.02, 0.0, lift),
                                    lift ? vec3(0, 1.1, 0) : vec3(1.4, 0, 0), &network, NULL, 0);
        if (!lift) {
            SupSettings settings;
            assert_ok(supWorldSettings(world, &settings));
            settings.gravity[1] = 0.0;
            assert_ok(supWorldSetSettings(world, &settings));
        }
        stepWorld(world, 60);
        size_t length;
        double surface = 1.1 + 10.0 * sin(0.1);
        Vec3 p = nodePlace(world, body, 0);
        float *v = readWorld(world, SupRead_Velocities, body, &length);
        // the piston slows down a little: what it has pushed flies ahead
        assert_near(lift ? p.y : p.x, surface + (lift ? 0.0 : 1e-3), 1.1e-3);
        assert_near((double)v[lift ? 1 : 0], cos(0.1), 0.01);
        free(v);
        supWorldDestroy(world);
    }
}

static uint64_t swungHash(uint32_t frames) {
    SupWorld *world = emptyWorld();
    SupCollider c = swinging();
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.thickness = 0.02;
    assert_ok(supWorldSetColliders(world, &c, 1));
    addNetwork(world, clothAsset(12, 12, 0.1, SUP_RIGID, 300.0, 1.0), vec3(-0.4, 1.6, -0.6), &network, NULL, 0);
    uint64_t hashes[2];
    for (int k = 0; k < 2; ++k) {
        stepWorld(world, frames);
        hashes[k] = stateHash(world, (SupBodyId){0});
        assert_ok(supWorldReset(world));
    }
    assert_true(hashes[0] == hashes[1]);
    supWorldDestroy(world);
    return hashes[0];
}

static void motion_repeats_with_its_bits(void **state) {
    (void)state;
    assert_true(swungHash(50) == swungHash(50));
    assert_true(swungHash(50) != swungHash(49));
}

// ---- Riding ----------------------------------------------------------------------------------------------------------

/// After very many frames fixed nodes are where the rigid motion puts them; free ones hang on.
static void fixed_nodes_ride_without_drift(void **state) {
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        SupWorld *world = emptyWorld();
        SupCollider c = swinging();
        assert_ok(supWorldSetColliders(world, &c, 1));
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.iterations = 2;
        network.carrier = 1;
        static const uint32_t pins[2] = {0, 1};
        const Vec3 start = vec3(0.5, 1.3, 0.2);
        SupBodyAsset *asset = rowAsset(5, 0.2, vec3(1, 0.4, 0.2), 0.01, 2.0, springs);
        SupBodyAssetView view = supBodyAssetView(asset);
        Vec3 step = vec3Sub(vec3LoadFloat(view.positions + 3), vec3LoadFloat(view.positions));
        SupBodyId body = addNetwork(world, asset, start, &network, pins, 2);
        for (uint32_t frames = 0; frames <= 10000; frames += 2500) {
            Vec3 *places = nodePlaces(world, body);
            for (int n = 0; n < 2; ++n) {
                Vec3 arm = vec3Sub(vec3AddScaled(start, step, n), vec3Load(c.center));
                Vec3 expected = ridden(&c, arm, frames / 60.0);
                assert_true(vec3Length(vec3Sub(places[n], expected)) < 1e-5);
            }
            for (int n = 1; n < 5; ++n) assert_near(vec3Length(vec3Sub(places[n], places[n - 1])), 0.2, 0.04);
            free(places);
            if (frames < 10000) stepWorld(world, 2500);
        }
        supWorldDestroy(world);
    }
}

/// Seen from a pivot that goes on at a constant velocity, a pendulum swings as it does on one that stands still.
static void a_pendulum_swings_alike_on_a_pivot_that_moves_on(void **state) {
    (void)state;
    const Vec3 speed = vec3(1.5, -0.4, 0.7);
    for (int springs = 0; springs < 2; ++springs) {
        Vec3 last[2];
        for (int moving = 0; moving < 2; ++moving) {
            SupWorld *world = emptyWorld();
            SupNetworkSettings network = lossless(16);
            network.carrier = 1;
            SupCollider ball = SUP_COLLIDER_INIT;
            ball.radius = 0.05;
            vec3Store(ball.center, vec3(0, 5.5, 0));
            assert_ok(supWorldSetColliders(world, &ball, 1));
            static const uint32_t head = 0;
            SupBodyAsset *asset = rowAsset(2, 1.0, vec3(sin(0.4), -cos(0.4), 0.0), 0.5, 0.0, springs);
            SupBodyId body = addNetwork(world, asset, vec3(0, 5, 0), &network, &head, 1);
            if (moving) {
                uint32_t tip = 1;
                double place[3], velocity[3];
                vec3Store(place, nodePlace(world, body, 1));
                vec3Store(velocity, speed);
                assert_ok(supWorldMove(world, body, &tip, 1, place, velocity));
            }
            for (int frame = 1; frame <= 100; ++frame) {
                if (moving) vec3Store(ball.center, vec3AddScaled(vec3(0, 5.5, 0), speed, frame / 60.0));
                assert_ok(supWorldSetColliders(world, &ball, 1));
                stepWorld(world, 1);
            }
            last[moving] = vec3Sub(nodePlace(world, body, 1), nodePlace(world, body, 0));
            supWorldDestroy(world);
        }
        assert_true(vec3Length(vec3Sub(last[0], last[1])) < 2e-3);
    }
}

/// Carriers change, nodes are moved, pinned and freed on the way: nothing jumps, and all ride on from where they are.
static void riders_change_carriers_and_are_moved(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupCollider both[2] = {swinging(), swinging()};
    both[1].center[2] += 3.0;
    both[1].motion.sway[0] = -0.8, both[1].motion.period = 0.9;
    assert_ok(supWorldSetColliders(world, both, 2));
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.carrier = 1;
    static const uint32_t head = 0, tip = 3;
    SupBodyId body =
        addNetwork(world, rowAsset(4, 0.2, vec3(1, 0, 0), 0.01, 0.0, false), vec3(0.5, 1.3, 0.2), &network, &head, 1);
    stepWorld(world, 17);
    for (uint32_t carrier = 2; carrier <= 4; ++carrier) {
        Vec3 before = nodePlace(world, body, 0);
        network.carrier = carrier % 3; // 2, 0, 1
        assert_ok(supWorldSetNetwork(world, body, &network));
        SupCollider c = {0}, to = {0};
        if (network.carrier) assert_ok(supWorldCollider(world, network.carrier - 1, &c));
        stepWorld(world, 13);
        Vec3 expected = before;
        if (network.carrier) {
            assert_ok(supWorldCollider(world, network.carrier - 1, &to));
            Vec3 own = quatTurn(quatInverse(quatLoad(c.rotation)), vec3Sub(before, vec3Load(c.center)));
            expected = vec3Add(vec3Load(to.center), quatTurn(quatLoad(to.rotation), own));
            assert_true(vec3Length(vec3Sub(expected, before)) > 0.05);
        }
        assert_true(vec3Length(vec3Sub(nodePlace(world, body, 0), expected)) < 1e-5);
    }
    // the tip is pinned where it is, the head is put elsewhere: both ride on from there
    assert_ok(supWorldPin(world, body, &tip, 1, true));
    double place[3];
    Vec3 from[2] = {vec3(0.6, 1.6, 0.1), nodePlace(world, body, 3)};
    vec3Store(place, from[0]);
    assert_ok(supWorldMove(world, body, &head, 1, place, NULL));
    SupCollider c, to;
    assert_ok(supWorldCollider(world, 0, &c));
    stepWorld(world, 20);
    assert_ok(supWorldCollider(world, 0, &to));
    for (int k = 0; k < 2; ++k) {
        Vec3 own = quatTurn(quatInverse(quatLoad(c.rotation)), vec3Sub(from[k], vec3Load(c.center)));
        Vec3 expected = vec3Add(vec3Load(to.center), quatTurn(quatLoad(to.rotation), own));
        assert_true(vec3Length(vec3Sub(nodePlace(world, body, k ? 3 : 0), expected)) < 1e-5);
    }
    supWorldDestroy(world);
}

static void riders_are_reset_onto_their_carrier(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupCollider c = swinging();
    assert_ok(supWorldSetColliders(world, &c, 1));
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.carrier = 1;
    static const uint32_t head = 0;
    const Vec3 start = vec3(0.5, 1.3, 0.2);
    SupBodyId body = addNetwork(world, rowAsset(4, 0.2, vec3(1, 0, 0), 0.01, 0.0, false), start, &network, &head, 1);
    uint64_t fresh = stateHash(world, (SupBodyId){0});
    stepWorld(world, 20);
    uint64_t later = stateHash(world, (SupBodyId){0});
    assert_ok(supWorldResetBody(world, body));
    Vec3 arm = vec3Sub(start, vec3Load(c.center));
    assert_true(vec3Length(vec3Sub(nodePlace(world, body, 0), ridden(&c, arm, 20.0 / 60.0))) < 1e-5);
    assert_near(vec3Length(vec3Sub(nodePlace(world, body, 3), nodePlace(world, body, 0))), 0.6, 1e-5);
    stepWorld(world, 5);
    assert_true(vec3Length(vec3Sub(nodePlace(world, body, 0), ridden(&c, arm, 25.0 / 60.0))) < 1e-5);
    assert_ok(supWorldReset(world));
    assert_true(stateHash(world, (SupBodyId){0}) == fresh);
    stepWorld(world, 20);
    assert_true(stateHash(world, (SupBodyId){0}) == later);
    supWorldDestroy(world);
}

static void impossible_colliders_and_carriers_are_refused(void **state) {
    (void)state;
    SupWorld *world = emptyWorld();
    SupCollider broken = SUP_COLLIDER_INIT, good = SUP_COLLIDER_INIT;
    broken.rotation[3] = 0.0;
    assert_status(SupStatus_OutOfRange, supWorldSetColliders(world, &broken, 1));
    assert_non_null(strstr(supWorldErrorText(world), "collider 0: rotation"));
    broken = good, broken.angularVelocity[1] = NAN;
    assert_status(SupStatus_OutOfRange, supWorldSetColliders(world, &broken, 1));
    broken = good, broken.motion.period = -1.0;
    assert_status(SupStatus_OutOfRange, supWorldSetColliders(world, &broken, 1));
    broken = good, broken.motion.turn[2] = 1e9;
    assert_status(SupStatus_OutOfRange, supWorldSetColliders(world, &broken, 1));
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.carrier = 1;
    SupBodyAsset *asset = rowAsset(3, 0.2, vec3(1, 0, 0), 0.01, 0.0, false);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.network = network;
    SupBodyId body;
    assert_status(SupStatus_OutOfRange, supWorldAddBody(world, &desc, &body));
    assert_non_null(strstr(supWorldErrorText(world), "carrier"));
    assert_ok(supWorldSetColliders(world, &good, 1));
    body = addBody(world, &desc);
    supBodyAssetRelease(asset);
    network.carrier = 2;
    assert_status(SupStatus_OutOfRange, supWorldSetNetwork(world, body, &network));
    assert_status(SupStatus_InvalidArgument, supWorldSetColliders(world, NULL, 0));
    network.carrier = 0;
    assert_ok(supWorldSetNetwork(world, body, &network));
    assert_ok(supWorldSetColliders(world, NULL, 0));
    supWorldDestroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_hold_and_let_slide_by_coulomb),
        cmocka_unit_test(a_turned_box_is_the_same_in_its_own_frame),
        cmocka_unit_test(colliders_swing_as_their_motion_says_and_return),
        cmocka_unit_test(moving_colliders_push_and_lift),
        cmocka_unit_test(motion_repeats_with_its_bits),
        cmocka_unit_test(fixed_nodes_ride_without_drift),
        cmocka_unit_test(a_pendulum_swings_alike_on_a_pivot_that_moves_on),
        cmocka_unit_test(riders_change_carriers_and_are_moved),
        cmocka_unit_test(riders_are_reset_onto_their_carrier),
        cmocka_unit_test(impossible_colliders_and_carriers_are_refused),
    };
    return cmocka_run_group_tests_name("colliders", tests, fixtureSetup, fixtureTeardown);
}
