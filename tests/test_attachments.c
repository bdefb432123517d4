// SPDX-License-Identifier: MIT
// Attachments: nodes of networks that tet bodies lead, against closed-form mechanics and what must always hold.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Form {
    const char *name;
    SupSolver solver;
    SupAccumulate accumulate;
    bool springs; ///< the network is solved by colours
} Form;

static const Form forms[] = {{"newton, strands", SupSolver_Newton, SupAccumulate_Gather, false},
                             {"newton, colours", SupSolver_Newton, SupAccumulate_Gather, true},
                             {"vbd, strands", SupSolver_Vbd, SupAccumulate_Gather, false},
                             {"xpbd gather, strands", SupSolver_Xpbd, SupAccumulate_Gather, false},
                             {"xpbd scatter, colours", SupSolver_Xpbd, SupAccumulate_Scatter, true}};
enum { FormCount = sizeof forms / sizeof *forms };

static SupWorld *worldOf(const Form *form, double gravity) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    settings.gravity[1] = gravity;
    settings.substeps = 4;
    settings.solver = form->solver;
    settings.accumulate = form->accumulate;
    return makeWorld(&settings);
}

/// A stiff cube of 0.2 m with its centre at `centre`: 8 kg.
static SupBodyId addCube(SupWorld *world, Vec3 centre, Vec3 velocity) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = boxAsset(0.2, 0.2, 0.2, 2, 2, 2);
    SupBodyAssetView view = supBodyAssetView(desc.asset);
    vec3Store(desc.position, vec3Sub(centre, vec3Load(view.center)));
    vec3Store(desc.velocity, velocity);
    desc.material.young = 1e6;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(desc.asset);
    return body;
}

/// The node to the whole cube: the mean of its vertices, which is its centre.
static void attach(SupWorld *world, SupBodyId network, uint32_t node, SupBodyId cube) {
    SupAttachment attachment = SUP_ATTACHMENT_INIT;
    attachment.network = network;
    attachment.node = node;
    attachment.body = cube;
    attachment.radius = 1e6;
    assert_ok(supWorldAttach(world, &attachment));
}

static Vec3 centreOf(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    float *positions = readPositions(world, body);
    Vec3 sum = vec3(0, 0, 0);
    for (uint32_t v = 0; v < info.vertexCount; ++v) sum = vec3Add(sum, vec3LoadFloat(positions + 3 * (size_t)v));
    free(positions);
    return vec3Add(vec3Load(info.origin), vec3Scale(sum, 1.0 / info.vertexCount));
}

/// A rope from (0, 5, 0), its last node in a cube, `angle` from hanging.
typedef struct Hanging {
    SupWorld *world;
    SupBodyId rope, cube;
} Hanging;

enum { RopeNodes = 11 };
static const double ropeLength = 1.0, cubeMass = 8.0;

/// Colours pass a load on from node to node: light nodes would want more steps for it than strands, which are solved whole.
static double nodeMass(const Form *form) { return form->springs ? 0.04 : 0.002; }
static uint32_t steps(const Form *form) { return form->springs ? 80 : 32; }

static Hanging hang(const Form *form, double angle, double decay) {
    static const uint32_t head = 0;
    Hanging h = {.world = worldOf(form, -9.81)};
    Vec3 along = vec3(sin(angle), -cos(angle), 0);
    SupNetworkSettings network = lossless(steps(form));
    network.decay = decay;
    SupBodyAsset *asset = rowAsset(RopeNodes, ropeLength / (RopeNodes - 1), along, nodeMass(form), 0.0, form->springs);
    h.rope = addNetwork(h.world, asset, vec3(0, 5, 0), &network, &head, 1);
    h.cube = addCube(h.world, vec3Add(vec3(0, 5, 0), vec3Scale(along, ropeLength)), vec3(0, 0, 0));
    attach(h.world, h.rope, RopeNodes - 1, h.cube);
    return h;
}

static void an_attached_node_is_where_its_patch_is(void **state) {
    (void)state;
    for (int f = 0; f < FormCount; ++f) {
        Hanging h = hang(&forms[f], 0.8, 1.0);
        for (int frame = 0; frame < 60; frame += 7) {
            stepWorld(h.world, 7);
            Vec3 centre = centreOf(h.world, h.cube);
            assert_near(vec3Length(vec3Sub(nodePlace(h.world, h.rope, RopeNodes - 1), centre)), 0.0, 1e-5);
            assert_true(measure(h.world, h.rope).finite);
            assert_near(vec3Length(vec3Sub(centre, vec3(0, 5, 0))), ropeLength, 0.03 * ropeLength);
        }
        supWorldDestroy(h.world);
    }
}

/// A point mass M on a rope of mass m: 2 pi sqrt((M + m/3) l / ((M + m/2) g)) (1 + a^2 / 16).
static void a_cube_on_a_rope_swings_with_its_analytic_period(void **state) {
    (void)state;
    for (int f = 0; f < FormCount; ++f) {
        const double angle = 0.2;
        Hanging h = hang(&forms[f], angle, 1.0);
        double rope = nodeMass(&forms[f]) * (RopeNodes - 1), before = 0.0;
        double length = ropeLength * (cubeMass + rope / 3.0) / (cubeMass + rope / 2.0);
        double period = 6.283185307179586 * sqrt(length / 9.81) * (1.0 + angle * angle / 16.0);
        double crossings[2] = {0, 0};
        for (int frame = 1, n = 0; frame < 400 && n < 2; ++frame) {
            stepWorld(h.world, 1);
            double x = centreOf(h.world, h.cube).x;
            if (before != 0.0 && (before > 0.0) != (x > 0.0)) crossings[n++] = (frame - x / (x - before)) / 60.0;
            before = x;
        }
        double measured = 2.0 * (crossings[1] - crossings[0]); // from one side to the other
        print_message("%s: period %.4f s, analytic %.4f s\n", forms[f].name, measured, period);
        assert_near(measured, period, 0.01 * period);
        supWorldDestroy(h.world);
    }
}

/// Nodes beside the patch go along as if they were screwed to the cube, however it turns.
static void offsets_turn_with_the_body(void **state) {
    (void)state;
    static const double offsets[][3] = {{0.05, 0, 0}, {0, 0.13, 0.02}, {-0.03, -0.2, 0.1}};
    for (int f = 0; f < FormCount; f += 2) {
        SupWorld *world = worldOf(&forms[f], 0.0);
        SupNetworkSettings network = lossless(16);
        SupBodyId cube, rope = addNetwork(world, rowAsset(4, 0.1, vec3(1, 0, 0), 1e-5, 0.0, forms[f].springs),
                                          vec3(0.1, 1.1, 0), &network, NULL, 0);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = boxAsset(0.2, 0.2, 0.2, 2, 2, 2);
        desc.position[1] = 1.0;
        desc.material.young = 1e7;
        desc.angularVelocity[0] = 3.0, desc.angularVelocity[2] = 2.0;
        cube = addBody(world, &desc);
        SupBodyAssetView view = supBodyAssetView(desc.asset);
        Vec3 at[4];
        for (uint32_t n = 0; n < 4; ++n) {
            SupAttachment attachment = SUP_ATTACHMENT_INIT;
            attachment.network = rope, attachment.node = n, attachment.body = cube;
            attachment.triangle = 5;
            for (int i = 0; i < 3 && n; ++i) attachment.offset[i] = offsets[n - 1][i];
            if (n == 2) attachment.radius = 0.15;
            assert_ok(supWorldAttach(world, &attachment));
            // without a patch's own radius the mean is the triangle's first corner
            at[n] = vec3Add(vec3LoadFloat(view.positions + 3 * (size_t)view.triangles[15]), vec3Load(attachment.offset));
        }
        stepWorld(world, 24);
        Vec3 *places = nodePlaces(world, rope);
        Vec3 centre = centreOf(world, cube), rest = vec3Sub(at[1], at[0]);
        assert_near(vec3Length(vec3Sub(places[1], places[0])), vec3Length(rest), 2e-3);
        assert_near(vec3Length(vec3Sub(places[3], places[0])), vec3Length(vec3Sub(at[3], at[0])), 3e-3);
        assert_near(vec3Length(vec3Sub(places[3], places[1])), vec3Length(vec3Sub(at[3], at[1])), 3e-3);
        assert_near(vec3Length(vec3Sub(places[3], centre)), vec3Length(at[3]), 3e-3);
        assert_true(vec3Length(vec3Sub(vec3Sub(places[1], places[0]), rest)) > 0.02); // it has turned
        free(places);
        SupAttachment wrong = SUP_ATTACHMENT_INIT;
        wrong.network = rope, wrong.body = cube, wrong.offset[1] = (double)NAN;
        assert_status(SupStatus_OutOfRange, supWorldAttach(world, &wrong));
        supBodyAssetRelease(desc.asset);
        supWorldDestroy(world);
    }
}

static void a_cube_on_a_rope_comes_to_rest_below_its_end(void **state) {
    (void)state;
    for (int f = 0; f < FormCount; ++f) {
        Hanging h = hang(&forms[f], 0.0, 0.98);
        SupMaterial material = SUP_MATERIAL_INIT;
        material.young = 1e6;
        material.damping = 8.0;
        assert_ok(supWorldSetMaterial(h.world, h.cube, &material));
        stepWorld(h.world, 160);
        Vec3 centre = centreOf(h.world, h.cube);
        double stretch = 5.0 - centre.y - ropeLength;
        print_message("%s: the rope gives %.3g m\n", forms[f].name, stretch);
        assert_true(stretch > -1e-3 && stretch < 0.01);
        SupMeasure now = measure(h.world, h.cube);
        double speed = sqrt(2.0 * now.kinetic / cubeMass); // [m/s]
        print_message("at %.3g m/s\n", speed);
        assert_true(speed < 0.02); // and falling: vbd takes longest
        supWorldDestroy(h.world);
    }
}

/// Two cubes that fly apart are held by their rope: what one gets the other loses.
static void a_rope_between_two_bodies_keeps_their_momentum(void **state) {
    (void)state;
    for (int f = 0; f < FormCount; ++f) {
        SupWorld *world = worldOf(&forms[f], 0.0);
        SupNetworkSettings network = lossless(steps(&forms[f]));
        SupBodyAsset *asset = rowAsset(RopeNodes, 0.1, vec3(1, 0, 0), nodeMass(&forms[f]), 0.0, forms[f].springs);
        SupBodyId rope = addNetwork(world, asset, vec3(0, 1, 0), &network, NULL, 0);
        SupBodyId a = addCube(world, vec3(0, 1, 0), vec3(-1, 0, 0)), b = addCube(world, vec3(1, 1, 0), vec3(1, 0.5, 0));
        attach(world, rope, 0, a);
        attach(world, rope, RopeNodes - 1, b);
        SupMeasure startA = measure(world, a), startB = measure(world, b);
        double energy = startA.kinetic + startB.kinetic, exchanged = 0.0;
        for (int frame = 0; frame < 90; frame += 10) {
            stepWorld(world, 10);
            SupMeasure nowA = measure(world, a), nowB = measure(world, b), between = measure(world, rope);
            for (int i = 0; i < 3; ++i) {
                double moved = nowA.momentum[i] - startA.momentum[i];
                exchanged = fmax(exchanged, fabs(moved));
                // beside the rope's own share
                assert_near(nowA.momentum[i] + nowB.momentum[i], startA.momentum[i] + startB.momentum[i],
                            fabs(between.momentum[i]) + 0.05);
            }
            assert_true(nowA.kinetic + nowB.kinetic + nowA.elastic + nowB.elastic <= 1.01 * energy);
            assert_true(vec3Length(vec3Sub(centreOf(world, a), centreOf(world, b))) < 1.05);
        }
        assert_true(exchanged > 4.0); // it did hold them
        supWorldDestroy(world);
    }
}

static void attachments_repeat_bit_by_bit_and_leave_others_alone(void **state) {
    (void)state;
    for (int f = 0; f < FormCount; f += 2) {
        if (forms[f].accumulate == SupAccumulate_Scatter) continue; // adds up in any order
        uint64_t hashes[3], others[3];
        for (int run = 0; run < 3; ++run) {
            Hanging h = hang(&forms[f], 0.7, 0.99);
            SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
            SupBodyId other =
                addNetwork(h.world, clothAsset(5, 4, 0.2, SUP_RIGID, 500.0, 5.0), vec3(3, 3, 0), &network, NULL, 0);
            SupBodyId third = addPendulum(h.world, false, 1.0, 0.4, &network);
            if (run == 2) assert_ok(supWorldDetach(h.world, h.rope, NULL, 0)); // nothing is parted any more
            stepWorld(h.world, 20);
            hashes[run] = stateHash(h.world, h.rope) ^ stateHash(h.world, h.cube);
            others[run] = stateHash(h.world, other) ^ stateHash(h.world, third);
            if (run == 1) { // a reset keeps attachments
                assert_ok(supWorldReset(h.world));
                stepWorld(h.world, 20);
                assert_true((stateHash(h.world, h.rope) ^ stateHash(h.world, h.cube)) == hashes[0]);
            }
            supWorldDestroy(h.world);
        }
        assert_true(hashes[0] == hashes[1] && hashes[0] != hashes[2]);
        assert_true(others[0] == others[1] && others[0] == others[2]);
    }
}

static void what_is_let_go_falls(void **state) {
    (void)state;
    Hanging h = hang(&forms[0], 0.0, 0.9); // the rope comes to rest again within a second
    static const uint32_t end = RopeNodes - 1;
    stepWorld(h.world, 30);
    double y = centreOf(h.world, h.cube).y;
    assert_ok(supWorldDetach(h.world, h.rope, &end, 1));
    assert_ok(supWorldDetach(h.world, h.rope, &end, 1)); // nothing to do
    stepWorld(h.world, 30);
    double fallen = y - centreOf(h.world, h.cube).y;
    assert_near(fallen, 0.5 * 9.81 * 0.25, 0.1);
    SupWorldStats stats;
    assert_ok(supWorldStats(h.world, &stats));
    assert_int_equal(stats.attachments, 0);
    // the body goes: the node is free
    attach(h.world, h.rope, end, h.cube);
    attach(h.world, h.rope, end, h.cube);
    assert_ok(supWorldStats(h.world, &stats));
    assert_int_equal(stats.attachments, 1);
    stepWorld(h.world, 2);
    assert_ok(supWorldRemoveBody(h.world, h.cube));
    stepWorld(h.world, 120);
    assert_near(vec3Length(vec3Sub(nodePlace(h.world, h.rope, end), vec3(0, 5, 0))), ropeLength, 0.1);
    supWorldDestroy(h.world);
}

/// A load of hundreds of times the rope's own mass, swinging through: the network takes the steps that it needs.
static void a_heavy_body_on_a_light_rope_wins_no_energy(void **state) {
    (void)state;
    for (int f = 0; f < 2; ++f) {
        Hanging h = {.world = worldOf(&forms[f], -9.81)};
        static const uint32_t head = 0;
        SupNetworkSettings network = lossless(16);
        h.rope = addNetwork(h.world, rowAsset(RopeNodes, 0.1, vec3(1, 0, 0), 0.01, 0.0, forms[f].springs), vec3(0, 5, 0),
                            &network, &head, 1);
        h.cube = addCube(h.world, vec3(1, 5, 0), vec3(0, 0, 0));
        SupMaterial material = SUP_MATERIAL_INIT;
        material.density = 8000.0; // 64 kg, a rope of 0.1 kg
        material.young = 1e6;
        assert_ok(supWorldSetMaterial(h.world, h.cube, &material));
        attach(h.world, h.rope, RopeNodes - 1, h.cube);
        SupMeasure start = measure(h.world, h.cube);
        double total = start.kinetic + start.elastic + start.gravity;
        for (int frame = 0; frame < 90; frame += 6) {
            stepWorld(h.world, 6);
            SupMeasure cube = measure(h.world, h.cube), rope = measure(h.world, h.rope);
            assert_true(cube.kinetic + cube.elastic + cube.gravity + rope.kinetic < total + 0.01 * 64.0 * 9.81);
            assert_true(f == 1 || rope.maxStretch < 0.05); // by colours a load this heavy stretches what bears it
        }
        supWorldDestroy(h.world);
    }
}

/// A jump to its patch would be a blow.
static void a_node_that_starts_elsewhere_is_led_to_its_patch(void **state) {
    (void)state;
    SupWorld *world = worldOf(&forms[0], 0.0);
    SupNetworkSettings network = lossless(16);
    SupBodyId rope = addNetwork(world, rowAsset(3, 0.1, vec3(1, 0, 0), 0.01, 0.0, false), vec3(1, 1, 0), &network, NULL, 0);
    SupBodyId cube = addCube(world, vec3(0.5, 1, 0), vec3(0, 0, 0));
    attach(world, rope, 0, cube);
    double before = 0.5;
    for (int frame = 1; frame <= 20; ++frame) {
        stepWorld(world, 1);
        double away = vec3Length(vec3Sub(nodePlace(world, rope, 0), centreOf(world, cube)));
        assert_true(before - away < 2.5 / 60.0 + 0.005); // 2 m/s, once more at a frame's end
        before = away;
    }
    assert_near(before, 0.0, 1e-4);
    assert_true(measure(world, cube).kinetic < 0.5);
    supWorldDestroy(world);
}

/// A small patch of a fine body: what it bears is bounded, and it stays stable.
static void a_light_patch_of_a_heavy_body_stays_finite(void **state) {
    (void)state;
    SupWorld *world = worldOf(&forms[0], -9.81);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = boxAsset(0.5, 0.5, 0.5, 7, 7, 7);
    desc.position[1] = 3.0;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(desc.asset);
    static const uint32_t head = 0;
    SupNetworkSettings network = lossless(16);
    SupBodyId rope =
        addNetwork(world, rowAsset(9, 0.1, vec3(0, -1, 0), 0.01, 0.0, false), vec3(0.3, 4.3, 0.3), &network, &head, 1);
    SupAttachment attachment = SUP_ATTACHMENT_INIT;
    attachment.network = rope, attachment.node = 8, attachment.body = body, attachment.triangle = 5;
    assert_ok(supWorldAttach(world, &attachment));
    for (int frame = 0; frame < 120; frame += 20) {
        stepWorld(world, 20);
        SupMeasure now = measure(world, body);
        assert_true(now.finite && measure(world, rope).finite);
        assert_true(now.kinetic < 125.0 * 9.81 * 60.0);
    }
    supWorldDestroy(world);
}

static void bad_attachments_are_refused(void **state) {
    (void)state;
    Hanging h = hang(&forms[0], 0.0, 1.0);
    SupAttachment good = SUP_ATTACHMENT_INIT;
    good.network = h.rope, good.node = 3, good.body = h.cube;
    SupAttachment bad = good;
    bad.cookie = 1;
    assert_status(SupStatus_InvalidArgument, supWorldAttach(h.world, &bad));
    assert_status(SupStatus_InvalidArgument, supWorldAttach(h.world, NULL));
    bad = good, bad.network = h.cube;
    assert_status(SupStatus_InvalidArgument, supWorldAttach(h.world, &bad));
    bad = good, bad.body = h.rope;
    assert_status(SupStatus_InvalidArgument, supWorldAttach(h.world, &bad));
    bad = good, bad.node = RopeNodes;
    assert_status(SupStatus_OutOfRange, supWorldAttach(h.world, &bad));
    assert_string_equal(supWorldErrorText(h.world), "node 11 does not exist: the network has 11");
    bad = good, bad.triangle = 1000;
    assert_status(SupStatus_OutOfRange, supWorldAttach(h.world, &bad));
    bad = good, bad.weights[0] = 0.5;
    assert_status(SupStatus_OutOfRange, supWorldAttach(h.world, &bad));
    bad = good, bad.weights[1] = (double)NAN;
    assert_status(SupStatus_OutOfRange, supWorldAttach(h.world, &bad));
    bad = good, bad.radius = -1.0;
    assert_status(SupStatus_OutOfRange, supWorldAttach(h.world, &bad));
    static const uint32_t beyond = RopeNodes;
    assert_status(SupStatus_OutOfRange, supWorldDetach(h.world, h.rope, &beyond, 1));
    assert_status(SupStatus_InvalidArgument, supWorldDetach(h.world, h.cube, NULL, 0));
    assert_ok(supWorldRemoveBody(h.world, h.rope));
    assert_status(SupStatus_StaleId, supWorldAttach(h.world, &good));
    assert_status(SupStatus_StaleId, supWorldDetach(h.world, h.rope, NULL, 0));
    stepWorld(h.world, 1);
    supWorldDestroy(h.world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_attached_node_is_where_its_patch_is),
        cmocka_unit_test(a_cube_on_a_rope_swings_with_its_analytic_period),
        cmocka_unit_test(offsets_turn_with_the_body),
        cmocka_unit_test(a_cube_on_a_rope_comes_to_rest_below_its_end),
        cmocka_unit_test(a_rope_between_two_bodies_keeps_their_momentum),
        cmocka_unit_test(attachments_repeat_bit_by_bit_and_leave_others_alone),
        cmocka_unit_test(what_is_let_go_falls),
        cmocka_unit_test(a_heavy_body_on_a_light_rope_wins_no_energy),
        cmocka_unit_test(a_node_that_starts_elsewhere_is_led_to_its_patch),
        cmocka_unit_test(a_light_patch_of_a_heavy_body_stays_finite),
        cmocka_unit_test(bad_attachments_are_refused),
    };
    return cmocka_run_group_tests_name("attachments", tests, fixtureSetup, fixtureTeardown);
}
