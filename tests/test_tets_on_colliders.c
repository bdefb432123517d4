// SPDX-License-Identifier: MIT
// Bodies of tets on colliders, in every form of every solver: rest, slopes, balls, pistons and lifts.
#include "gpu_fixture.h"

#include "base/quaternion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct Form {
    const char *name;
    SupSolver solver;
    SupAccumulate accumulate;
    uint32_t cells; ///< along an edge of the cube
    bool pooled;    ///< a grab without force keeps vbd from holding it in a workgroup
    uint32_t share; ///< of the frames that others run: software takes its time for these
} forms[] = {
    {"xpbd gather", SupSolver_Xpbd, SupAccumulate_Gather, 2, false, 1},
    {"xpbd scatter", SupSolver_Xpbd, SupAccumulate_Scatter, 2, false, 1},
    {"vbd in a workgroup", SupSolver_Vbd, SupAccumulate_Gather, 2, false, 4},
    {"vbd", SupSolver_Vbd, SupAccumulate_Gather, 2, true, 1},
    {"newton in a workgroup", SupSolver_Newton, SupAccumulate_Gather, 2, false, 1},
    {"newton", SupSolver_Newton, SupAccumulate_Gather, 10, false, 8},
};
enum { Forms = sizeof forms / sizeof *forms };

typedef struct Cube {
    SupWorld *world;
    SupBodyId body;
    uint32_t vertexCount;
} Cube;

static const double Edge = 0.5;

/// A cube whose lower side has its middle at `place`, turned around it.
static Cube placeCube(const struct Form *form, SupSettings settings, double young, Vec3 place, Quaternion rotation) {
    settings.solver = form->solver;
    settings.accumulate = form->accumulate;
    settings.iterations = form->solver == SupSolver_Newton ? 2 : form->solver == SupSolver_Vbd ? 8 : 16;
    Cube cube = {.world = makeWorld(&settings)};
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = boxAsset(Edge, Edge, Edge, form->cells, form->cells, form->cells);
    desc.material.young = young;
    Vec3 corner = vec3(-0.5 * Edge, 0.0, -0.5 * Edge);
    vec3Store(desc.position, vec3Add(place, quatTurn(rotation, corner)));
    quatStore(desc.rotation, rotation);
    cube.body = addBody(cube.world, &desc);
    cube.vertexCount = supBodyAssetView(desc.asset).vertexCount;
    supBodyAssetRelease(desc.asset);
    SupGrab grab = SUP_GRAB_INIT;
    if (form->pooled) assert_ok(supWorldSetGrab(cube.world, cube.body, &grab));
    return cube;
}

static SupSettings withoutGround(void) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.ground.enabled = false;
    return settings;
}

static Vec3 *vertexPlaces(const Cube *cube) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(cube->world, cube->body, &info));
    float *positions = readPositions(cube->world, cube->body);
    Vec3 *places = calloc(cube->vertexCount, sizeof *places);
    for (size_t v = 0; v < cube->vertexCount; ++v)
        places[v] = vec3Add(vec3Load(info.origin), vec3LoadFloat(positions + 3 * v));
    free(positions);
    return places;
}

static Vec3 middle(const Cube *cube) {
    Vec3 *places = vertexPlaces(cube), sum = vec3(0, 0, 0);
    for (size_t v = 0; v < cube->vertexCount; ++v) sum = vec3Add(sum, places[v]);
    free(places);
    return vec3Scale(sum, 1.0 / cube->vertexCount);
}

/// A flat box whose upper side is the plane through the world's origin with this rotation.
static SupCollider slab(Quaternion rotation) {
    SupCollider c = SUP_COLLIDER_INIT;
    vec3Store(c.center, quatTurn(rotation, vec3(0, -0.5, 0)));
    vec3Store(c.half, vec3(9, 0.4, 2));
    c.radius = 0.1;
    quatStore(c.rotation, rotation);
    return c;
}

static void a_cube_rests_on_a_box_as_on_the_ground(void **state) {
    (void)state;
    const Quaternion level = {0, 0, 0, 1};
    for (size_t f = 0; f < Forms; ++f) {
        uint32_t frames = 60 / forms[f].share;
        Vec3 *places[2];
        for (int k = 0; k < 2; ++k) {
            SupSettings settings = k ? withoutGround() : (SupSettings)SUP_SETTINGS_INIT;
            Cube cube = placeCube(&forms[f], settings, 2e5, vec3(0.3, 0.003, 0.1), level);
            SupCollider box = slab(level);
            if (k) assert_ok(supWorldSetColliders(cube.world, &box, 1));
            stepWorld(cube.world, frames);
            places[k] = vertexPlaces(&cube);
            supWorldDestroy(cube.world);
        }
        double worst = 0.0, lowest = 1.0;
        uint32_t count = (forms[f].cells + 1) * (forms[f].cells + 1) * (forms[f].cells + 1);
        for (uint32_t v = 0; v < count; ++v) {
            worst = fmax(worst, vec3Length(vec3Sub(places[0][v], places[1][v])));
            lowest = fmin(lowest, places[1][v].y);
        }
        free(places[0]), free(places[1]);
        print_message("%s: %.1e m from where the ground holds it, lowest %.1e m\n", forms[f].name, worst, lowest);
        assert_true(worst < 1e-4 * Edge);
        assert_true(lowest > -1e-5);
    }
}

/// Where the cube's middle is after half a second and after a second (or a share of that), along a slope and across it. The
/// same on the ground in gravity that is turned: `onGround`.
static void slide(const struct Form *form, double angle, double friction, bool onGround, Vec3 ways[2]) {
    Quaternion rotation = quatFromVector(vec3(0, 0, onGround ? 0.0 : -angle));
    SupSettings settings = withoutGround();
    if (onGround) {
        settings.ground.enabled = true;
        settings.ground.friction = friction;
        settings.gravity[0] = 9.81 * sin(angle), settings.gravity[1] = -9.81 * cos(angle);
    }
    Cube cube = placeCube(form, settings, 1e6, vec3(0, 0, 0), rotation);
    SupCollider slope = slab(rotation);
    slope.friction = friction;
    if (!onGround) assert_ok(supWorldSetColliders(cube.world, &slope, 1));
    Vec3 start = middle(&cube);
    for (int k = 0; k < 2; ++k) {
        stepWorld(cube.world, 30 / form->share);
        ways[k] = quatTurn(quatInverse(rotation), vec3Sub(middle(&cube), start));
    }
    supWorldDestroy(cube.world);
}

static void cubes_slide_and_stick_on_slopes_by_coulomb(void **state) {
    (void)state;
    for (size_t f = 0; f < Forms; ++f) {
        if (forms[f].cells > 4) continue; // slow, and its contact is that of the smaller one
        const double angle = 0.45, friction = 0.25, acceleration = 9.81 * (sin(angle) - friction * cos(angle));
        Vec3 slope[2], ground[2];
        slide(&forms[f], angle, friction, false, slope);
        slide(&forms[f], angle, friction, true, ground);
        print_message("%s: slides %.4f m and %.4f m, on the ground %.4f and %.4f\n", forms[f].name, slope[0].x, slope[1].x,
                      ground[0].x, ground[1].x);
        if (forms[f].share == 1) assert_near(slope[1].x, 0.5 * acceleration, 0.03 * 0.5 * acceleration);
        for (int k = 0; k < 2; ++k) assert_true(vec3Length(vec3Sub(slope[k], ground[k])) < 5e-3);
        slide(&forms[f], angle, 1.2 * tan(angle), false, slope);
        assert_true(vec3Length(slope[0]) < 0.01);
        assert_true(vec3Length(vec3Sub(slope[1], slope[0])) < 1e-3);
    }
}

/// A soft cube falls on a ball and hangs over it; no vertex is ever deep inside, and what it holds never grows by depth.
static void soft_bodies_stay_outside_a_ball(void **state) {
    (void)state;
    for (size_t f = 0; f < Forms; ++f) {
        Cube cube = placeCube(&forms[f], withoutGround(), 2e4, vec3(0.05, forms[f].share > 1 ? 0.41 : 0.45, 0.02),
                              quatFromVector(vec3(0.2, 0.3, 0.1)));
        SupCollider ball = SUP_COLLIDER_INIT;
        ball.radius = 0.4;
        ball.friction = 1.0;
        assert_ok(supWorldSetColliders(cube.world, &ball, 1));
        double deepest = 0.0, nearest = 1.0, fastest = 0.0;
        for (int k = 0; k < (int)(10 / forms[f].share + 1); ++k) {
            stepWorld(cube.world, 5);
            Vec3 *places = vertexPlaces(&cube);
            for (uint32_t v = 0; v < cube.vertexCount; ++v) {
                deepest = fmax(deepest, 0.4 - vec3Length(places[v]));
                nearest = fmin(nearest, vec3Length(places[v]) - 0.4);
            }
            free(places);
            fastest = fmax(fastest, sqrt(2.0 * measure(cube.world, cube.body).kinetic / 125.0));
        }
        print_message("%s: at most %.1e m inside, %.2f m/s\n", forms[f].name, deepest, fastest);
        assert_true(deepest < 1e-5);
        assert_true(nearest < 1e-3);
        assert_true(fastest < 3.0); // it falls half a metre at most
        supWorldDestroy(cube.world);
    }
}

static void moving_colliders_push_and_lift_cubes(void **state) {
    (void)state;
    const Quaternion level = {0, 0, 0, 1};
    for (size_t f = 0; f < Forms; ++f) {
        for (int lift = 0; lift < 2; ++lift) {
            SupSettings settings = withoutGround();
            settings.ground = (SupGround){!lift, -0.25, 0.5}; // a lift, or a piston that pushes over the ground
            Cube cube = placeCube(&forms[f], settings, 2e5, lift ? vec3(0, 1.0, 0) : vec3(1.25 + 1e-4, -0.25, 0), level);
            SupCollider c = SUP_COLLIDER_INIT;
            for (int i = 0; i < 3; ++i) c.half[i] = 0.9;
            c.radius = 0.1;
            c.friction = 0.0;
            // a long period: about 1 m/s all the time
            c.motion = (SupMotion){{lift ? 0.0 : 100.0, lift ? 100.0 : 0.0, 0.0}, {0, 0, 0}, 200.0 * SUP_PI};
            assert_ok(supWorldSetColliders(cube.world, &c, 1));
            uint32_t frames = 60 / forms[f].share;
            stepWorld(cube.world, frames);
            SupMeasure m = measure(cube.world, cube.body);
            double speed = m.momentum[lift ? 1 : 0] / 125.0, surface = 1.0 + frames / 60.0;
            Vec3 *places = vertexPlaces(&cube);
            double least = 1e9, lowest = 1e9;
            for (uint32_t v = 0; v < cube.vertexCount; ++v) {
                least = fmin(least, lift ? places[v].y : places[v].x);
                lowest = fmin(lowest, places[v].y);
            }
            free(places);
            print_message("%s: %s at %.3f m/s, %.1e m off the surface\n", forms[f].name, lift ? "lifted" : "pushed", speed,
                          least - surface);
            assert_true(least > surface - 1e-4);
            if (!lift) assert_true(lowest > -0.25 - 1e-5);
            // the blow at the start lets the cube swing; friction and weight end that
            if (forms[f].share == 1) assert_near(speed, 1.0, 0.1);
            assert_true(speed > 0.5 && speed < 2.05);
            assert_true(m.finite && m.inverted == 0);
            supWorldDestroy(cube.world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_cube_rests_on_a_box_as_on_the_ground),
                                       cmocka_unit_test(cubes_slide_and_stick_on_slopes_by_coulomb),
                                       cmocka_unit_test(soft_bodies_stay_outside_a_ball),
                                       cmocka_unit_test(moving_colliders_push_and_lift_cubes)};
    return cmocka_run_group_tests_name("tets_on_colliders", tests, fixtureSetup, fixtureTeardown);
}
