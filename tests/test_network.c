// SPDX-License-Identifier: MIT
// Networks against closed-form mechanics: pendulum, catenary, energy, reversibility, the frame rate, strain.
#include "network_fixture.h"
#include "network_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A small swing has the period 2 pi sqrt(l / g) (1 + a^2 / 16).
static void a_pendulum_swings_with_its_analytic_period(void **state) {
    (void)state;
    for (int form = 0; form < 2; ++form) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = lossless(16);
        const double angle = 0.2, length = 1.0;
        SupBodyId body = addPendulum(world, form == 1, length, angle, &network);
        double period = 6.283185307179586 * sqrt(length / 9.81) * (1.0 + angle * angle / 16.0);
        double before = 0.0, crossings[2] = {0, 0};
        for (int frame = 1, n = 0; frame < 400 && n < 2; ++frame) {
            stepWorld(world, 1);
            double x = nodePlace(world, body, 1).x;
            // passes the vertical from the right to the left
            if (before > 0.0 && x <= 0.0) crossings[n++] = (frame - x / (x - before)) / 60.0;
            before = x;
        }
        assert_near(crossings[1] - crossings[0], period, 0.002 * period);
        supWorldDestroy(world);
    }
}

/// A chain hung at two points of one height settles on y = a cosh(x / a).
static void a_hanging_chain_settles_on_the_catenary(void **state) {
    (void)state;
    enum { Nodes = 41 };
    const double edge = 0.1, span = 2.4, length = edge * (Nodes - 1);
    for (int form = 0; form < 2; ++form) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.decay = 0.95;
        network.iterations = form == 1 ? 32 : 16;
        static const uint32_t ends[2] = {0, Nodes - 1};
        SupBodyId body =
            addNetwork(world, rowAsset(Nodes, edge, vec3(1, 0, 0), 0.01, 0.0, form == 1), vec3(0, 5, 0), &network, ends, 2);
        for (int frame = 1; frame <= 40; ++frame) { // the far end is led to its place
            const double place[3] = {length + (span - length) * frame / 40.0, 5.0, 0.0};
            assert_ok(supWorldMove(world, body, &ends[1], 1, place, NULL));
            stepWorld(world, 1);
        }
        stepWorld(world, 260);
        double low = 0.1, high = 10.0; // 2 a sinh(span / 2a) = length
        for (int i = 0; i < 100; ++i) {
            double a = 0.5 * (low + high);
            if (2.0 * a * sinh(span / (2.0 * a)) > length)
                low = a;
            else
                high = a;
        }
        double a = low, sag = a * (cosh(span / (2.0 * a)) - 1.0);
        Vec3 *places = nodePlaces(world, body);
        for (uint32_t n = 0; n < Nodes; ++n) {
            Vec3 p = places[n];
            double expected = 5.0 - sag + a * (cosh((p.x - span / 2.0) / a) - 1.0);
            assert_near(p.y, expected, 0.01 * sag);
            assert_near(p.z, 0.0, 1e-4);
        }
        free(places);
        supWorldDestroy(world);
    }
}

static void a_chain_keeps_its_length_under_its_own_weight(void **state) {
    (void)state;
    static const uint32_t head = 0;
    for (int form = 0; form < 2; ++form) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT; // 16 iterations
        SupBodyId body =
            addNetwork(world, rowAsset(32, 0.25, vec3(1, 0, 0), 0.01, 0.0, form == 1), vec3(0, 9, 0), &network, &head, 1);
        double worst = 0.0;
        for (int frame = 0; frame < 160; frame += 4) {
            stepWorld(world, 4);
            worst = fmax(worst, measure(world, body).maxStretch);
        }
        print_message("%s: an edge is off by %.2g of its length at worst\n", form ? "by colours" : "as a strand", worst);
        assert_true(worst < 0.01);
        supWorldDestroy(world);
    }
}

/// Without input there is at every frame at most the energy of the start.
static void energy_never_grows_without_input(void **state) {
    (void)state;
    static const uint32_t corner = 0;
    for (int form = 0; form < 3; ++form) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = lossless(form == 2 ? 8 : 4);
        SupBodyAsset *asset = form == 2 ? clothAsset(9, 7, 0.2, SUP_RIGID, 500.0, 5.0)
                                        : rowAsset(19, 0.2, vec3(1, 0.3, 0.1), 0.02, 2.0, form == 1);
        SupBodyId body = addNetwork(world, asset, vec3(0, 9, 0), &network, &corner, 1);
        SupMeasure start = measure(world, body);
        double total = start.kinetic + start.elastic + start.gravity, scale = 0.0;
        for (int frame = 0; frame < 120; frame += 3) {
            stepWorld(world, 3);
            SupMeasure now = measure(world, body);
            scale = fmax(scale, now.kinetic);
            assert_true(now.finite);
            assert_true(now.kinetic + now.elastic + now.gravity <= total + 2e-3 * scale + 1e-4);
        }
        assert_true(scale > 0.1);
        supWorldDestroy(world);
    }
}

/// Verlet's scheme runs backwards: with x and x_prev swapped every node retraces its way.
static void swapped_positions_run_back_to_the_start(void **state) {
    (void)state;
    enum { Nodes = 7, Frames = 40 };
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = lossless(0);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = rowAsset(Nodes, 0.2, vec3(1, 0, 0), 0.01, 0.0, false);
    desc.network = network;
    desc.velocity[0] = 1.5, desc.velocity[1] = 3.0;
    desc.angularVelocity[2] = 1.0;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(desc.asset);
    Vec3 *start = nodePlaces(world, body);
    stepWorld(world, Frames - 1);
    Vec3 *previous = nodePlaces(world, body);
    stepWorld(world, 1);
    Vec3 *now = nodePlaces(world, body);
    for (uint32_t n = 0; n < Nodes; ++n) {
        double place[3], velocity[3];
        vec3Store(place, previous[n]);
        vec3Store(velocity, vec3Scale(vec3Sub(previous[n], now[n]), 60.0));
        assert_ok(supWorldMove(world, body, &n, 1, place, velocity));
    }
    stepWorld(world, Frames - 1);
    Vec3 *back = nodePlaces(world, body);
    for (uint32_t n = 0; n < Nodes; ++n) assert_near(vec3Length(vec3Sub(back[n], start[n])), 0.0, 2e-4);
    free(start), free(previous), free(now), free(back);
    supWorldDestroy(world);
}

/// A quarter of a second of a swinging rope and of a swinging cloth, at three frame rates.
static void motion_is_the_same_at_30_60_and_144_frames_a_second(void **state) {
    (void)state;
    static const double rates[3] = {30.0, 60.0, 144.0};
    static const uint32_t pins[1] = {0};
    for (int form = 0; form < 2; ++form) {
        Vec3 ends[3];
        double way = 0.0;
        for (int r = 0; r < 3; ++r) {
            SupSettings settings = SUP_SETTINGS_INIT;
            settings.ground.enabled = false;
            settings.frameTime = 1.0 / rates[r];
            SupWorld *world = makeWorld(&settings);
            SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
            network.decay = 0.98;
            SupBodyAsset *asset =
                form ? clothAsset(6, 5, 0.2, SUP_RIGID, 500.0, 5.0) : rowAsset(12, 0.2, vec3(1, 0, 0), 0.02, 0.0, false);
            uint32_t last = supBodyAssetView(asset).vertexCount - 1;
            SupBodyId body = addNetwork(world, asset, vec3(0, 9, 0), &network, pins, 1);
            Vec3 start = nodePlace(world, body, last);
            stepWorld(world, (uint32_t)(rates[r] * 0.5 + 0.5));
            ends[r] = nodePlace(world, body, last);
            way = vec3Length(vec3Sub(ends[r], start));
            supWorldDestroy(world);
        }
        for (int r = 0; r < 3; r += 2) {
            double off = vec3Length(vec3Sub(ends[r], ends[1]));
            print_message("%s at %.0f Hz: %.2g of the way off\n", form ? "cloth" : "rope", rates[r], off / way);
            assert_true(off < 0.01 * way);
        }
    }
}

static void a_hanging_cloths_strain_stays_bounded(void **state) {
    (void)state;
    enum { Columns = 17, Rows = 13 };
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.decay = 0.97;
    uint32_t top[Columns];
    for (uint32_t c = 0; c < Columns; ++c) top[c] = c;
    SupBodyId body =
        addNetwork(world, clothAsset(Columns, Rows, 0.1, SUP_RIGID, SUP_RIGID, 5.0), vec3(0, 5, 0), &network, top, Columns);
    stepWorld(world, 120);
    Vec3 low = nodePlace(world, body, (Rows - 1) * Columns), high = nodePlace(world, body, 0);
    print_message("hangs %.4f m long, made %.4f m\n", high.y - low.y, 0.1 * (Rows - 1));
    assert_near(high.y - low.y, 0.1 * (Rows - 1), 0.03 * 0.1 * (Rows - 1));
    supWorldDestroy(world);
}

static double enclosed(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    SupBodyAssetView view = supBodyAssetView(info.asset);
    float *x = readPositions(world, body);
    double six = 0.0;
    for (uint32_t t = 0; t < view.triangleCount; ++t) {
        const uint32_t *c = view.triangles + 3 * (size_t)t;
        six += vec3Dot(vec3LoadFloat(x + 3 * (size_t)c[0]),
                       vec3Cross(vec3LoadFloat(x + 3 * (size_t)c[1]), vec3LoadFloat(x + 3 * (size_t)c[2])));
    }
    free(x);
    return six / 6.0;
}

/// Dropped on the ground, a shell keeps its volume; asked for more or less, it has that soon.
static void a_shells_volume_stays_within_a_percent_of_its_target(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.volume = 1.0;
    network.iterations = 8;
    SupBodyAsset *asset = shellAsset(0.5, 5);
    double rest = supBodyAssetView(asset).enclosedVolume;
    SupBodyId body = addNetwork(world, asset, vec3(0, 1.2, 0), &network, NULL, 0);
    for (int k = 0; k < 6; ++k) {
        stepWorld(world, 12);
        assert_near(enclosed(world, body), rest, 0.01 * rest);
    }
    static const double targets[] = {1.5, 0.7};
    for (int k = 0; k < 2; ++k) {
        network.volume = targets[k];
        assert_ok(supWorldSetNetwork(world, body, &network));
        stepWorld(world, 30);
        assert_near(enclosed(world, body), targets[k] * rest, 0.01 * targets[k] * rest);
    }
    network.volume = 0.0;
    assert_ok(supWorldSetNetwork(world, body, &network));
    stepWorld(world, 30);
    assert_true(measure(world, body).finite);
    supWorldDestroy(world);
}

/// Thrown over a ball, and over a box, cloth lies on them: no node inside, and it does not slide off what is rough.
static void cloth_drapes_over_a_ball_and_a_box(void **state) {
    (void)state;
    for (int box = 0; box < 2; ++box) {
        SupWorld *world = makeWorld(NULL);
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.thickness = 0.02;
        network.decay = 0.97;
        network.iterations = 8;
        SupCollider collider = SUP_COLLIDER_INIT;
        collider.center[0] = 0.8, collider.center[1] = 1.0, collider.center[2] = 0.75;
        collider.friction = 1.0;
        for (int k = 0; k < 3; ++k) collider.half[k] = box ? 0.35 : 0.0;
        collider.radius = box ? 0.05 : 0.45;
        assert_ok(supWorldSetColliders(world, &collider, 1));
        SupBodyId body =
            addNetwork(world, clothAsset(17, 16, 0.1, SUP_RIGID, 500.0, 1.0), vec3(0, 1.6, 0), &network, NULL, 0);
        stepWorld(world, 120);
        Vec3 *places = nodePlaces(world, body);
        double highest = 0.0;
        for (uint32_t n = 0; n < 17 * 16; ++n) {
            Vec3 p = vec3Sub(places[n], vec3Load(collider.center));
            Vec3 core = vec3(fmax(-collider.half[0], fmin(collider.half[0], p.x)),
                             fmax(-collider.half[1], fmin(collider.half[1], p.y)),
                             fmax(-collider.half[2], fmin(collider.half[2], p.z)));
            assert_true(vec3Length(vec3Sub(p, core)) > collider.radius + network.thickness - 1e-4);
            highest = fmax(highest, places[n].y);
        }
        free(places);
        assert_near(highest, 1.0 + collider.half[1] + collider.radius + network.thickness, 0.03);
        supWorldDestroy(world);
    }
}

static void compareWithReference(SupBodyAsset *asset, const SupSettings *settings, const SupNetworkSettings *network,
                                 const uint32_t *pins, uint32_t pinCount, uint32_t frames) {
    SupWorld *world = makeWorld(settings);
    SupBodyAssetView view = supBodyAssetView(asset);
    supBodyAssetRetain(asset);
    SupBodyId body = addNetwork(world, asset, vec3(0.3, 1.0, -0.2), network, pins, pinCount);
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    bool *pinned = calloc(view.nodeCount, sizeof *pinned);
    for (uint32_t i = 0; i < pinCount; ++i) pinned[pins[i]] = true;
    NetworkState reference = {
        calloc(3 * view.nodeCount, sizeof(double)), calloc(3 * view.nodeCount, sizeof(double)), pinned, {0}};
    memcpy(reference.origin, info.origin, sizeof reference.origin);
    for (uint32_t i = 0; i < 3 * view.nodeCount; ++i) reference.x[i] = (double)view.positions[i];
    double worst = 0.0, moved = 0.0;
    SupCollider collider = SUP_COLLIDER_INIT; // below the middle, moving on
    for (int k = 0; k < 3; ++k) collider.center[k] = info.origin[k] - (k == 1 ? 0.34 : 0.0);
    collider.radius = 0.2, collider.half[0] = 0.1;
    collider.velocity[0] = 0.3, collider.velocity[2] = -0.2;
    assert_ok(supWorldSetColliders(world, &collider, 1));
    stepWorld(world, frames);
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    assert_true(stats.networkSteps >= network->iterations);
    for (uint32_t frame = 0; frame < frames; ++frame)
        referenceFrame(&view, settings, network, &collider, (uint32_t)stats.networkSteps, &reference);
    float *positions = readPositions(world, body);
    for (uint32_t i = 0; i < 3 * view.nodeCount; ++i) {
        worst = fmax(worst, fabs((double)positions[i] - reference.x[i]));
        moved = fmax(moved, fabs(reference.x[i] - (double)view.positions[i]));
    }
    print_message("%u nodes, %u frames: %.1e m off after %.2g m\n", view.nodeCount, frames, worst, moved);
    assert_true(moved > 0.01);
    assert_true(worst < 2e-5 * fmax(1.0, view.nodeCount / 32.0)); // rounding adds up along a strand
    free(positions), free(pinned), free(reference.x), free(reference.v);
    supBodyAssetRelease(asset);
    supWorldDestroy(world);
}

static void kernels_follow_a_double_precision_reference(void **state) {
    (void)state;
    static const uint32_t pins[2] = {0, 5};
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.height = 0.85; // met on the way
    settings.wind.velocity[2] = 3.0, settings.wind.gusts = 0.0;
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.pull[0] = 1.0;
    network.lengthScale = 1.05;
    network.thickness = 0.12;
    for (uint32_t iterations = 0; iterations <= 6; iterations += 3) {
        network.iterations = iterations;
        compareWithReference(rowAsset(9, 0.1, vec3(1, 0.4, 0.2), 0.02, 4.0, false), &settings, &network, pins, 1, 6);
        compareWithReference(rowAsset(9, 0.1, vec3(1, 0.4, 0.2), 0.02, 4.0, true), &settings, &network, pins, 2, 6);
        compareWithReference(clothAsset(7, 10, 0.1, SUP_RIGID, 300.0, 3.0), &settings, &network, pins, 2, 6);
        network.volume = 1.2;
        compareWithReference(shellAsset(0.3, 4), &settings, &network, pins, 1, 6);
        network.volume = 0.0;
    }
    network.iterations = 12;   // bears them all. Two nodes, wider workgroups, and a thread for the whole strand
    network.lengthScale = 1.0; // in free air: buckling, whipping and many contacts magnify rounding
    settings.ground.enabled = false;
    static const uint32_t lengths[] = {2, 33, 64, 65, 100, 131};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        compareWithReference(rowAsset(lengths[i], 2.0 / lengths[i], vec3(1, 0, 0.2), 0.02, 4.0, false), &settings, &network,
                             pins, 1, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pendulum_swings_with_its_analytic_period),
                                       cmocka_unit_test(a_hanging_chain_settles_on_the_catenary),
                                       cmocka_unit_test(a_chain_keeps_its_length_under_its_own_weight),
                                       cmocka_unit_test(energy_never_grows_without_input),
                                       cmocka_unit_test(swapped_positions_run_back_to_the_start),
                                       cmocka_unit_test(motion_is_the_same_at_30_60_and_144_frames_a_second),
                                       cmocka_unit_test(a_hanging_cloths_strain_stays_bounded),
                                       cmocka_unit_test(a_shells_volume_stays_within_a_percent_of_its_target),
                                       cmocka_unit_test(cloth_drapes_over_a_ball_and_a_box),
                                       cmocka_unit_test(kernels_follow_a_double_precision_reference)};
    return cmocka_run_group_tests_name("network", tests, fixtureSetup, fixtureTeardown);
}
