// SPDX-License-Identifier: MIT
// Networks that somebody may make by mistake or on purpose: nothing crashes, hangs, diverges or goes quiet.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/// A network around given arrays; the caller keeps them.
typedef struct Given {
    double positions[36];
    float inverseMass[12], decay[12], restLength[16], stiffness[16];
    uint32_t edges[32];
    SupNetwork network;
} Given;

static Given *given(uint32_t nodes, uint32_t edges, const uint32_t *ends) {
    Given *g = calloc(1, sizeof *g);
    for (uint32_t i = 0; i < nodes; ++i) {
        g->positions[3 * i] = 0.3 * i, g->positions[3 * i + 1] = 1.0 + 0.1 * (i % 3);
        g->inverseMass[i] = 50.0f, g->decay[i] = 1.0f;
    }
    for (uint32_t e = 0; e < edges; ++e) g->restLength[e] = 0.3f, g->stiffness[e] = 1e30f;
    if (edges) memcpy(g->edges, ends, 2 * edges * sizeof *ends);
    g->network =
        (SupNetwork){g->positions, g->inverseMass, g->decay, nodes, g->edges, g->restLength, g->stiffness, edges, NULL, 0,
                     NULL,         NULL,           0,        0};
    return g;
}

static SupStatus prepare(const Given *g, SupReport *report) {
    SupBodyAsset *asset = NULL;
    SupStatus status = supBodyAssetFromNetwork(&g->network, &asset, report);
    assert_true((status == SupStatus_Ok) == (asset != NULL));
    supBodyAssetRelease(asset);
    return status;
}

static void expectRefused(Given *g, SupStatus expected, const char *text) {
    SupReport report = SUP_REPORT_INIT;
    assert_status(expected, prepare(g, &report));
    assert_true(report.itemCount > 0);
    if (!strstr(report.items[0].text, text)) fail_msg("\"%s\" does not say \"%s\"", report.items[0].text, text);
    free(g);
}

static void wrong_networks_are_refused_with_counts_and_numbers(void **state) {
    (void)state;
    static const uint32_t ends[6] = {0, 1, 1, 7, 2, 9};
    expectRefused(given(3, 3, ends), SupStatus_Malformed, "2 edges name missing nodes: 1, 2");
    expectRefused(given(0, 0, NULL), SupStatus_Empty, "no nodes");
    Given *g = given(4, 1, ends);
    g->inverseMass[2] = -1.0f;
    expectRefused(g, SupStatus_OutOfRange, "1 inverse masses");
    g = given(4, 1, ends);
    g->restLength[0] = -0.5f;
    expectRefused(g, SupStatus_OutOfRange, "1 rest lengths");
    g = given(4, 1, ends);
    g->decay[1] = 1.5f, g->decay[3] = -0.1f;
    expectRefused(g, SupStatus_OutOfRange, "2 decays do not lie in 0 .. 1: 1, 3");
    g = given(4, 1, ends);
    g->positions[4] = (double)NAN;
    expectRefused(g, SupStatus_NotFinite, "1 nodes have NaN");
    g = given(4, 1, ends);
    g->stiffness[0] = NAN;
    expectRefused(g, SupStatus_NotFinite, "1 stiffnesses");
    uint32_t starts[3] = {0, 3, 3};
    float radii[4] = {0.1f, 0.1f, 0.1f, 0.1f};
    g = given(4, 1, ends);
    g->network.strandStart = starts, g->network.strandRadius = radii, g->network.strandCount = 2, g->network.sides = 4;
    expectRefused(g, SupStatus_Malformed, "1 strands have no nodes: 1");
    SupWorld *world = makeWorld(NULL);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = rowAsset(3, 0.2, vec3(1, 0, 0), 0.1, 0.0, false);
    desc.network.decay = 1.01;
    SupBodyId body;
    assert_status(SupStatus_OutOfRange, supWorldAddBody(world, &desc, &body));
    assert_non_null(strstr(supWorldErrorText(world), "network.decay"));
    desc.network.decay = 0.5;
    const uint32_t missing = 3;
    desc.pinned = &missing, desc.pinnedCount = 1;
    assert_status(SupStatus_OutOfRange, supWorldAddBody(world, &desc, &body));
    supBodyAssetRelease(desc.asset);
    supWorldDestroy(world);
}

static void run(const Given *g, const uint32_t *pins, uint32_t pinCount, uint32_t iterations) {
    SupWorld *world = makeWorld(NULL);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    assert_ok(supBodyAssetFromNetwork(&g->network, &desc.asset, NULL));
    desc.pinned = pins, desc.pinnedCount = pinCount;
    desc.network.iterations = iterations;
    SupBodyId body = addBody(world, &desc);
    stepWorld(world, 40); // long enough to fall onto the ground
    SupMeasure m = measure(world, body);
    assert_true(m.finite && m.kinetic < 1e3);
    assert_true(m.maxPenetration < 1e-5);
    supBodyAssetRelease(desc.asset);
    supWorldDestroy(world);
}

static void small_and_odd_networks_move_and_stay_finite(void **state) {
    (void)state;
    static const uint32_t pair[] = {0, 1}, twice[] = {0, 1, 1, 0, 0, 1}, itself[] = {1, 1, 0, 1}, all[] = {0, 1, 2, 3};
    static const uint32_t ring[] = {0, 1, 1, 2, 2, 3, 3, 0, 0, 2, 1, 3};
    Given *list[] = {given(1, 0, NULL),  given(2, 1, pair),   given(5, 1, pair),
                     given(2, 3, twice), given(2, 2, itself), given(4, 6, ring)};
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        for (uint32_t iterations = 0; iterations <= 64; iterations = iterations ? 8 * iterations : 1)
            run(list[i], NULL, 0, iterations);
        run(list[i], all, list[i]->network.nodeCount < 4 ? 1 : 4, 5);
        list[i]->restLength[0] = 0.0f; // drawn into one point
        run(list[i], NULL, 0, 16);
        for (uint32_t n = 1; n < list[i]->network.nodeCount; ++n) // all nodes in one place
            memcpy(list[i]->positions + 3 * n, list[i]->positions, 3 * sizeof(double));
        run(list[i], NULL, 0, 16);
        free(list[i]);
    }
}

static void any_decay_is_stable(void **state) {
    (void)state;
    static const uint32_t head = 0;
    static const double decays[] = {0.0, 1e-3, 0.5, 0.945, 1.0};
    for (size_t d = 0; d < sizeof decays / sizeof *decays; ++d)
        for (int form = 0; form < 2; ++form) {
            SupWorld *world = makeWorld(NULL);
            SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
            network.decay = decays[d];
            network.iterations = 4;
            SupBodyId body = addNetwork(world, rowAsset(20, 0.1, vec3(1, 0, 0), 0.01, 5.0, form == 1), vec3(0, 1.0, 0),
                                        &network, &head, 1);
            stepWorld(world, 60);
            SupMeasure m = measure(world, body);
            assert_true(m.finite && m.maxStretch < 0.2);
            supWorldDestroy(world);
        }
}

/// A hurricane bends what it blows at, faster than it blows goes nothing, and reset is the start to the bit.
static void a_wind_of_a_million_metres_a_second_leaves_reset_exact(void **state) {
    (void)state;
    static const uint32_t pins[2] = {0, 5};
    for (int form = 0; form < 2; ++form) {
        SupSettings settings = SUP_SETTINGS_INIT;
        SupWorld *world = makeWorld(&settings);
        SupBodyAsset *asset =
            form ? clothAsset(6, 5, 0.2, SUP_RIGID, 500.0, 5.0) : rowAsset(12, 0.2, vec3(1, 0, 0), 0.02, 2.0, false);
        SupBodyId body = addNetwork(world, asset, vec3(0, 3, 0), NULL, pins, form ? 2 : 1);
        uint64_t start = stateHash(world, body);
        settings.wind.velocity[0] = 1e6, settings.wind.velocity[2] = -1e6;
        assert_ok(supWorldSetSettings(world, &settings));
        stepWorld(world, 60);
        SupMeasure m = measure(world, body);
        assert_true(m.finite);
        assert_ok(supWorldReset(world));
        assert_true(stateHash(world, body) == start);
        supWorldDestroy(world);
    }
}

/// Wind pushes with the square of its speed: a strand takes the steps that it needs, and feels no more than the most bear.
static void strands_keep_their_length_in_any_wind(void **state) {
    (void)state;
    static const double speeds[] = {60.0, 300.0, 1e4, 1e6};
    static const uint32_t head = 0;
    for (size_t s = 0; s < sizeof speeds / sizeof *speeds; ++s) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        settings.wind.velocity[0] = speeds[s];
        SupWorld *world = makeWorld(&settings);
        SupBodyId body =
            addNetwork(world, rowAsset(32, 0.25, vec3(0, -1, 0), 0.01, 0.0, false), vec3(0, 0, 0), NULL, &head, 1);
        double worst = 0.0;
        for (int frame = 0; frame < 40; frame += 10) {
            stepWorld(world, 10);
            worst = fmax(worst, measure(world, body).maxStretch);
            assert_true(worst < 1e-3);
        }
        double downwind = nodePlace(world, body, 31).x;
        print_message("in %g m/s the end is %.2f m downwind, stretched by %.1e\n", speeds[s], downwind, worst);
        assert_true(downwind > 1.0);
        supWorldDestroy(world);
    }
}

static void runs_repeat_to_the_bit_and_company_changes_nothing(void **state) {
    (void)state;
    static const uint32_t head = 0;
    uint64_t hashes[3];
    for (int k = 0; k < 3; ++k) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.wind.velocity[0] = 4.0;
        SupWorld *world = makeWorld(&settings);
        SupBodyId body = addNetwork(world, clothAsset(9, 8, 0.15, SUP_RIGID, 500.0, 5.0), vec3(0, 2, 0), NULL, &head, 1);
        if (k == 2) {
            addNetwork(world, rowAsset(33, 0.1, vec3(0, 1, 0), 0.01, 1.0, false), vec3(2, 0.2, 0), NULL, NULL, 0);
            addNetwork(world, rowAsset(17, 0.1, vec3(0, 1, 0), 0.01, 1.0, true), vec3(-2, 0.2, 0), NULL, NULL, 0);
            SupBodyDesc desc = SUP_BODY_DESC_INIT;
            desc.asset = boxAsset(0.4, 0.4, 0.4, 2, 2, 2);
            desc.position[1] = 1.0;
            addBody(world, &desc);
            supBodyAssetRelease(desc.asset);
        }
        stepWorld(world, 40);
        hashes[k] = stateHash(world, body);
        supWorldDestroy(world);
    }
    assert_true(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
}

/// 10 km away the same chain swings the same way: positions are kept relative to the body.
static void a_chain_far_from_the_origin_moves_the_same(void **state) {
    (void)state;
    static const uint32_t head = 0;
    Vec3 ends[2];
    for (int k = 0; k < 2; ++k) {
        SupWorld *world = makeWorld(NULL);
        double far = k ? 1e4 : 0.0;
        SupBodyId body =
            addNetwork(world, rowAsset(16, 0.25, vec3(1, 0, 0), 0.01, 0.0, false), vec3(far, 6, -far), NULL, &head, 1);
        stepWorld(world, 60);
        ends[k] = vec3Sub(nodePlace(world, body, 15), vec3(far, 6, -far));
        supWorldDestroy(world);
    }
    assert_near(vec3Length(vec3Sub(ends[0], ends[1])), 0.0, 1e-4 * vec3Length(ends[0]));
}

/// A rope longer than a dispatch may walk in one go, and one that is too long for a thread at all.
static void very_long_ropes_hold_together(void **state) {
    (void)state;
    static const uint32_t head = 0;
    static const uint32_t nodes[2] = {3000, 12001};
    for (int k = 0; k < 2; ++k) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        SupBodyId body =
            addNetwork(world, rowAsset(nodes[k], 0.01, vec3(1, 0, 0), 0.001, 0.0, false), vec3(0, 0, 0), &network, &head, 1);
        stepWorld(world, 6);
        SupMeasure m = measure(world, body);
        Vec3 end = nodePlace(world, body, nodes[k] - 1);
        assert_true(m.finite);
        // free fall far from the head: g t^2 / 2, with what small steps add
        assert_near(end.y, -0.5 * 9.81 * 0.01, 0.02 * 0.05 + 0.003);
        supWorldDestroy(world);
    }
}

static SupWorld *onWorld(uint32_t nodes, double length, Vec3 direction, uint32_t iterations, uint32_t pins,
                         SupBodyId *body) {
    static const uint32_t head = 0;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.iterations = iterations;
    *body = addNetwork(world, rowAsset(nodes, length, direction, 0.01, 0.0, false), vec3(0, 0, 0), &network, &head, pins);
    return world;
}

static void strands_bear_their_own_weight_however_few_the_iterations(void **state) {
    (void)state;
    static const struct {
        uint32_t nodes, iterations;
        double length;
    } cases[] = {{32, 1, 0.1}, {64, 4, 0.01}, {128, 16, 0.002}, {140, 4, 0.01}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        SupBodyId body;
        uint32_t n = cases[i].nodes;
        SupWorld *world = onWorld(n, cases[i].length, vec3(0, -1, 0), cases[i].iterations, 1, &body);
        stepWorld(world, 30);
        double reach = vec3Length(vec3Sub(nodePlace(world, body, n - 1), nodePlace(world, body, 0)));
        assert_near(reach, (n - 1) * cases[i].length, 0.002 * n * cases[i].length);
        assert_true(measure(world, body).maxStretch < 0.01);
        supWorldDestroy(world);
    }
}

/// No dispatch takes more steps than a software driver lets a loop turn.
static void long_strands_among_colliders_fall_as_far_as_short_ones(void **state) {
    (void)state;
    SupCollider colliders[SUP_MAX_COLLIDERS];
    for (uint32_t k = 0; k < SUP_MAX_COLLIDERS; ++k) {
        colliders[k] = (SupCollider)SUP_COLLIDER_INIT;
        colliders[k].center[1] = -50.0;
        colliders[k].radius = 0.5;
    }
    static const uint32_t nodes[] = {20, 140, 500}, counts[] = {0, 4, SUP_MAX_COLLIDERS};
    double fall = 0.0;
    for (size_t n = 0; n < 3; ++n)
        for (size_t c = 0; c < 3; ++c) {
            SupBodyId body;
            SupWorld *world = onWorld(nodes[n], 0.01, vec3(1, 0, 0), 64, 0, &body);
            assert_ok(supWorldSetColliders(world, colliders, counts[c]));
            double start = nodePlace(world, body, 1).y;
            stepWorld(world, 1);
            double fell = start - nodePlace(world, body, 1).y;
            if (n + c == 0) fall = fell;
            assert_true(fall > 0.0013 && fall < 0.0014); // g t^2 / 2, with what 64 steps add
            assert_near(fell, fall, 1e-3 * fall);
            supWorldDestroy(world);
        }
    SupBodyId body;
    SupWorld *world = onWorld(4096, 0.01, vec3(1, 0, 0), 16, 0, &body);
    assert_ok(supWorldSetColliders(world, colliders, SUP_MAX_COLLIDERS));
    SupStatus status = supWorldStep(world, 1);
    if (status) { // else a driver that counts no turns
        assert_status(SupStatus_GpuLimit, status);
        assert_non_null(strstr(supWorldErrorText(world), "4096 nodes among 32 colliders"));
    }
    supWorldDestroy(world);
}

/// A pinned node is led; the rest follows.
static void a_led_head_takes_the_chain_along(void **state) {
    (void)state;
    static const uint32_t head = 0;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.drag = 0.0; // nothing but decay slows it down
    SupBodyId body =
        addNetwork(world, rowAsset(10, 0.2, vec3(0, -1, 0), 0.01, 0.0, false), vec3(0, 5, 0), &network, &head, 1);
    for (int frame = 1; frame <= 60; ++frame) {
        const double place[3] = {0.05 * frame, 5.0, 0.0};
        assert_ok(supWorldMove(world, body, &head, 1, place, NULL));
        stepWorld(world, 1);
        assert_near(nodePlace(world, body, 0).x, 0.05 * frame, 1e-5);
    }
    stepWorld(world, 120);
    SupMeasure m = measure(world, body);
    assert_near(nodePlace(world, body, 9).x, 3.0, 1.0);
    assert_true(m.maxStretch < 1e-3);
    // a head that jumps 20 m in a frame tears at everything, and everything calms down
    const double away[3] = {-17.0, 9.0, 4.0};
    assert_ok(supWorldMove(world, body, &head, 1, away, NULL));
    stepWorld(world, 240);
    m = measure(world, body);
    print_message("%d stretch %g kin %g\n", m.finite, m.maxStretch, m.kinetic);
    assert_true(m.finite && m.maxStretch < 0.01);
    assert_true(vec3Length(vec3Sub(nodePlace(world, body, 9), vec3(-17, 9, 4))) <= 1.8 * 1.01);
    supWorldDestroy(world);
}

/// A hand that leads takes a pinned node evenly to its target in a frame: a chain that is lifted comes along, and does not
/// leap. Without `leads` what is pinned stays.
static void a_leading_hand_takes_a_pinned_node_evenly(void **state) {
    (void)state;
    static const uint32_t head = 0;
    for (int form = 0; form < 2; ++form) { // solved as a strand, and by its edges
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = false;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.drag = 0.0;
        SupBodyAsset *asset =
            form ? clothAsset(6, 5, 0.2, SUP_RIGID, 500.0, 5.0) : rowAsset(10, 0.2, vec3(0, -1, 0), 0.02, 0.0, false);
        SupBodyId body = addNetwork(world, asset, vec3(0, 5, 0), &network, &head, 1);
        SupBodyInfo info;
        assert_ok(supWorldBodyInfo(world, body, &info));
        SupBodyAssetView view = supBodyAssetView(info.asset);
        SupGrab grab = SUP_GRAB_INIT;
        for (uint32_t i = 0; i < 3 * view.triangleCount; ++i) { // any triangle at the head
            uint32_t corner = view.triangles[i];
            if ((corner < view.vertexCount ? corner : view.tubeNodes[corner - view.vertexCount]) != head) continue;
            grab.triangle = i / 3;
            for (uint32_t c = 0; c < 3; ++c) grab.weights[c] = c == i % 3 ? 1.0 : 0.0;
            break;
        }
        Vec3 start = nodePlace(world, body, 0);
        vec3Store(grab.target, vec3Add(start, vec3(1, 1, 1)));
        grab.stiffness = 1e4;
        assert_ok(supWorldSetGrab(world, body, &grab));
        stepWorld(world, 2);
        assert_near(vec3Length(vec3Sub(nodePlace(world, body, 0), start)), 0.0, 0.0);
        grab.leads = true;
        for (int frame = 1; frame <= 24; ++frame) { // 3 m/s
            Vec3 target = vec3Add(start, vec3(0.03 * frame, 0.04 * frame, 0.0));
            vec3Store(grab.target, target);
            assert_ok(supWorldSetGrab(world, body, &grab));
            stepWorld(world, 1);
            assert_near(vec3Length(vec3Sub(nodePlace(world, body, 0), target)), 0.0, 1e-5);
        }
        SupMeasure m = measure(world, body);
        double speed = sqrt(2.0 * m.kinetic / (form ? 0.24 : 0.18));
        print_message("led: stretch %g, mean speed %g m/s\n", m.maxStretch, speed);
        assert_true(m.finite && speed < 6.0);
        assert_true(form || m.maxStretch < 1e-3);
        assert_ok(supWorldClearGrab(world, body));
        start = nodePlace(world, body, 0);
        stepWorld(world, 3);
        assert_near(vec3Length(vec3Sub(nodePlace(world, body, 0), start)), 0.0, 0.0);
        supWorldDestroy(world);
    }
}

/// Memory that the process has taken at most, in MB.
static double peakMemory(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024.0;
}

static void memory_does_not_grow_with_frames(void **state) {
    (void)state;
    static const uint32_t head = 0;
    SupWorld *world = makeWorld(NULL);
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.iterations = 2;
    addNetwork(world, rowAsset(9, 0.1, vec3(1, 0, 0), 0.01, 0.0, false), vec3(0, 2, 0), &network, &head, 1);
    addNetwork(world, clothAsset(5, 4, 0.1, SUP_RIGID, 100.0, 1.0), vec3(0, 2, 1), &network, &head, 1);
    stepWorld(world, 50);
    double before = peakMemory();
    stepWorld(world, 300);
    assert_true(peakMemory() - before < 30.0);
    supWorldDestroy(world);
}

static double stretchOf(SupWorld *world, SupBodyId body, uint32_t strand, uint32_t nodes) {
    Vec3 *places = nodePlaces(world, body);
    double length = 0.0;
    for (uint32_t n = 1; n < nodes; ++n)
        length += vec3Length(vec3Sub(places[strand * nodes + n], places[strand * nodes + n - 1]));
    free(places);
    return length / (0.1 * (nodes - 1));
}

/// The strand under the pointer shrinks to a tenth, others stay as they are; let alone it has its length back after 3.6 s.
static void a_touched_strand_shrinks_and_returns(void **state) {
    (void)state;
    enum { Nodes = 6 };
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork made;
    SupBodyAsset *asset;
    desc.count = 9, desc.nodes = Nodes, desc.edgeLength = 0.1, desc.jitter = 0.0;
    desc.area[0] = desc.area[1] = 6.0; // 2 m apart
    assert_ok(supNetworkStrands(&desc, &made, NULL));
    assert_ok(supBodyAssetFromNetwork(&made, &asset, NULL));
    supNetworkFree(&made);
    uint32_t roots[9];
    for (uint32_t s = 0; s < 9; ++s) roots[s] = s * Nodes;
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.pull[1] = 30.0;
    network.touch = 1.0;
    SupWorld *world = makeWorld(NULL);
    SupBodyId body = addNetwork(world, asset, vec3(-2, 0.1, -2), &network, roots, 9);
    const SupTouch touch = {{0, 0.3, 10}, {0, 0, -1}, 0.06}; // meets the middle column of strands
    assert_ok(supWorldSetTouch(world, &touch));
    stepWorld(world, 30);
    assert_near(stretchOf(world, body, 4, Nodes), 0.1, 0.01);
    assert_near(stretchOf(world, body, 3, Nodes), 1.0, 0.01);
    assert_ok(supWorldSetTouch(world, NULL));
    stepWorld(world, 230);
    assert_near(stretchOf(world, body, 4, Nodes), 1.0, 0.01);
    network.react = 1.0;
    assert_ok(supWorldSetNetwork(world, body, &network));
    stepWorld(world, 30);
    for (uint32_t s = 0; s < 9; ++s) assert_near(stretchOf(world, body, s, Nodes), 0.1, 0.01);
    supWorldDestroy(world);
}

/// What starts in the ground or in a collider, and what a collider is moved onto, comes out and gains no speed by it.
static void depth_does_not_become_speed(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        SupSettings settings = SUP_SETTINGS_INIT;
        settings.ground.enabled = k < 2;
        if (k >= 2) settings.gravity[1] = 0.0;
        SupWorld *world = makeWorld(&settings);
        SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
        network.drag = 0.0;
        network.thickness = k == 1 ? 0.3 : 0.0;
        SupCollider box = SUP_COLLIDER_INIT;
        for (int i = 0; i < 3; ++i) box.half[i] = 0.8;
        box.center[1] = 2.0;
        assert_ok(supWorldSetColliders(world, &box, k == 2));
        SupBodyAsset *asset =
            k == 3 ? rowAsset(8, 0.1, vec3(1, 0, 0), 0.01, 0.0, false) : clothAsset(12, 6, 0.1, SUP_RIGID, 500.0, 5.0);
        SupBodyId body = addNetwork(world, asset, vec3(0, k == 0 ? -0.4 : k == 1 ? 0.01 : 2.0, 0), &network, NULL, 0);
        double fastest = 0.0;
        for (int frame = 0; frame < 60; ++frame) {
            box.center[0] = 0.35, box.center[1] = 1.15 + 0.01 * frame; // its top comes up at 0.6 m/s
            if (k == 3) assert_ok(supWorldSetColliders(world, &box, 1));
            stepWorld(world, 1);
            SupMeasure m = measure(world, body);
            double mass = k == 3 ? 8 * 0.01 : 0.3 * 1.1 * 0.5;
            fastest = fmax(fastest, sqrt(2.0 * m.kinetic / mass));
            assert_true(m.finite);
        }
        if (fastest > 3.0) fail_msg("case %d: %.3g m/s", k, fastest);
        supWorldDestroy(world);
    }
}

static void a_grabbed_node_comes_to_the_hand(void **state) {
    (void)state;
    static const uint32_t head = 0;
    for (int form = 0; form < 2; ++form) {
        SupWorld *world = makeWorld(NULL);
        SupBodyAsset *asset =
            form ? clothAsset(6, 5, 0.2, SUP_RIGID, 500.0, 5.0) : rowAsset(12, 0.2, vec3(1, 0, 0), 0.02, 0.0, false);
        uint32_t triangles = supBodyAssetView(asset).triangleCount;
        SupBodyId body = addNetwork(world, asset, vec3(0, 3, 0), NULL, &head, 1);
        SupGrab grab = SUP_GRAB_INIT;
        grab.triangle = triangles - 1;
        grab.target[0] = 0.5, grab.target[1] = 3.3, grab.target[2] = 0.4;
        grab.stiffness = 2000.0, grab.damping = 20.0;
        assert_ok(supWorldSetGrab(world, body, &grab));
        stepWorld(world, 120);
        double nearest = INFINITY;
        Vec3 *places = nodePlaces(world, body);
        SupBodyInfo info;
        assert_ok(supWorldBodyInfo(world, body, &info));
        for (uint32_t n = 0; n < info.vertexCount; ++n)
            nearest = fmin(nearest, vec3Length(vec3Sub(places[n], vec3(0.5, 3.3, 0.4))));
        free(places);
        assert_near(nearest, 0.0, 0.05);
        supWorldDestroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_does_not_grow_with_frames),
                                       cmocka_unit_test(wrong_networks_are_refused_with_counts_and_numbers),
                                       cmocka_unit_test(small_and_odd_networks_move_and_stay_finite),
                                       cmocka_unit_test(any_decay_is_stable),
                                       cmocka_unit_test(a_wind_of_a_million_metres_a_second_leaves_reset_exact),
                                       cmocka_unit_test(strands_keep_their_length_in_any_wind),
                                       cmocka_unit_test(runs_repeat_to_the_bit_and_company_changes_nothing),
                                       cmocka_unit_test(a_chain_far_from_the_origin_moves_the_same),
                                       cmocka_unit_test(very_long_ropes_hold_together),
                                       cmocka_unit_test(strands_bear_their_own_weight_however_few_the_iterations),
                                       cmocka_unit_test(long_strands_among_colliders_fall_as_far_as_short_ones),
                                       cmocka_unit_test(a_led_head_takes_the_chain_along),
                                       cmocka_unit_test(a_leading_hand_takes_a_pinned_node_evenly),
                                       cmocka_unit_test(a_touched_strand_shrinks_and_returns),
                                       cmocka_unit_test(depth_does_not_become_speed),
                                       cmocka_unit_test(a_grabbed_node_comes_to_the_hand)};
    return cmocka_run_group_tests_name("odd networks", tests, fixtureSetup, fixtureTeardown);
}
