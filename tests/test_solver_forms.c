// SPDX-License-Identifier: MIT
// Results do not depend on the form in which a solver runs beyond rounding, and never on other bodies.
#include "gpu_fixture.h"

#include "sim/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Form {
    Form_Held,  ///< small bodies in a workgroup's memory
    Form_Pooled ///< all bodies through the pools
} Form;

static SupWorld *worldIn(Form form, SupSolver solver, uint32_t workgroupSize, uint32_t substeps) {
    SupWorldDesc desc = SUP_WORLD_DESC_INIT;
    desc.gpu = fixtureGpu();
    desc.settings.solver = solver;
    desc.settings.substeps = substeps;
    desc.workgroupSize = workgroupSize;
    SupWorld *world;
    assert_ok(supWorldCreate(&desc, &world));
    if (form == Form_Pooled) world->potential.residentCapacity = world->potential.solvedCapacity = 0;
    return world;
}

static bool isHeld(const SupWorld *world) {
    return supWorldResident(world, &world->bodies[0]) || supWorldSolvedInPlace(world, &world->bodies[0]);
}

static SupBodyDesc falling(SupBodyAsset *asset, SupModel model) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.material.model = model;
    desc.position[1] = 0.3;
    desc.rotation[0] = 0.2;
    desc.angularVelocity[2] = 3.0;
    desc.velocity[1] = -2.0;
    return desc;
}

static double largestDifference(const float *a, const float *b, size_t count) {
    double largest = 0.0;
    for (size_t i = 0; i < count; ++i) largest = fmax(largest, fabs((double)a[i] - (double)b[i]));
    return largest;
}

static void expectFormsAgree(SupSolver solver, SupBodyAsset *asset, SupModel model, uint32_t frames, double close) {
    float *ends[2];
    double moved = 0.0;
    uint32_t count = supBodyAssetView(asset).vertexCount;
    for (int form = 0; form < 2; ++form) {
        SupWorld *world = worldIn((Form)form, solver, 64, 10);
        SupBodyDesc desc = falling(asset, model);
        SupBodyId body = addBody(world, &desc);
        assert_int_equal(isHeld(world), form == Form_Held);
        float *start = readPositions(world, body);
        stepWorld(world, frames);
        ends[form] = readPositions(world, body);
        moved = largestDifference(start, ends[form], 3 * count);
        free(start);
        supWorldDestroy(world);
    }
    double difference = largestDifference(ends[0], ends[1], 3 * count);
    print_message("solver %d, model %d, %u vertices: forms differ by %.2g m of %.2g\n", (int)solver, (int)model, count,
                  difference, moved);
    assert_true(moved > 0.05);
    assert_near(difference, 0.0, close);
    free(ends[0]), free(ends[1]);
}

static void expectAllForms(SupSolver solver) {
    SupBodyAsset *single = tetAsset((double[]){0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3}, 4, (uint32_t[]){0, 1, 2, 3}, 1);
    SupBodyAsset *box = boxAsset(0.5, 0.4, 0.4, 4, 3, 3);
    for (int model = 0; model < SupModel_Count; ++model) {
        expectFormsAgree(solver, single, (SupModel)model, 12, 2e-5);
        expectFormsAgree(solver, box, (SupModel)model, 12, 2e-5);
    }
    supBodyAssetRelease(single);
    supBodyAssetRelease(box);
}

static void resident_and_pooled_vbd_agree_to_rounding(void **state) {
    (void)state;
    expectAllForms(SupSolver_Vbd);
}

static void newton_in_place_and_pooled_agree_to_rounding(void **state) {
    (void)state;
    expectAllForms(SupSolver_Newton);
}

/// With 32 threads a workgroup the body has more partial sums than a workgroup adds up itself: body_sums does it,
/// and of tets in two stretches.
static void sums_over_many_blocks_agree_with_sums_over_few(void **state) {
    (void)state;
    SupBodyAsset *asset = boxAsset(2.1, 2.1, 2.1, 21, 21, 21);
    uint32_t count = supBodyAssetView(asset).vertexCount;
    assert_true(count > 256 * 32 && supBodyAssetView(asset).tetCount > 32 * 32 * 32);
    for (int s = 0; s < 2; ++s) {
        float *ends[2];
        for (int i = 0; i < 2; ++i) {
            SupWorld *world = worldIn(Form_Pooled, s ? SupSolver_Newton : SupSolver_Vbd, i ? 256 : 32, 1);
            SupBodyDesc desc = falling(asset, SupModel_Arap);
            desc.position[1] = 5.0;
            desc.angularVelocity[0] = 2.0;
            SupBodyId body = addBody(world, &desc);
            stepWorld(world, 2);
            ends[i] = readPositions(world, body);
            supWorldDestroy(world);
        }
        assert_near(largestDifference(ends[0], ends[1], 3 * count), 0.0, 2e-5);
        free(ends[0]), free(ends[1]);
    }
    supBodyAssetRelease(asset);
}

static void a_grabbed_body_of_vbd_leaves_its_workgroup_and_comes_back(void **state) {
    (void)state;
    SupBodyAsset *asset = boxAsset(0.5, 0.4, 0.4, 3, 2, 2);
    SupBodyAssetView view = supBodyAssetView(asset);
    float *ends[2];
    for (int grabbed = 0; grabbed < 2; ++grabbed) {
        SupWorld *world = worldIn(Form_Held, SupSolver_Vbd, 64, 10);
        SupBodyDesc desc = falling(asset, SupModel_Arap);
        SupBodyId body = addBody(world, &desc);
        SupGrab grab = SUP_GRAB_INIT; // with no force at all
        for (int part = 0; part < 3; ++part) {
            if (grabbed && part == 1) assert_ok(supWorldSetGrab(world, body, &grab));
            if (grabbed && part == 2) assert_ok(supWorldClearGrab(world, body));
            assert_int_equal(isHeld(world), !(grabbed && part == 1));
            stepWorld(world, 3);
        }
        ends[grabbed] = readPositions(world, body);
        supWorldDestroy(world);
    }
    assert_near(largestDifference(ends[0], ends[1], 3 * view.vertexCount), 0.0, 2e-5);
    free(ends[0]), free(ends[1]);
    supBodyAssetRelease(asset);
}

// ---- Company ---------------------------------------------------------------------------------------------------------

enum { Sizes = 5 };
static SupBodyAsset *assetOfSize(uint32_t i) {
    if (i == 0) return tetAsset((double[]){0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3}, 4, (uint32_t[]){0, 1, 2, 3}, 1);
    static const uint32_t cells[Sizes][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {4, 2, 2}, {5, 3, 3}};
    return boxAsset(0.1 * cells[i][0], 0.1 * cells[i][1], 0.1 * cells[i][2], cells[i][0], cells[i][1], cells[i][2]);
}

static SupBodyDesc guest(SupBodyAsset *const assets[Sizes], uint32_t number) {
    TestRandom random = {number};
    SupBodyDesc desc = falling(assets[number % Sizes], (SupModel)(randomBits(&random) % SupModel_Count));
    desc.position[0] = 1.5 * (number % 16), desc.position[2] = 2.0 + 1.5 * (number / 16);
    desc.material.young = pow(10.0, 4.0 + 3.0 * randomUnit(&random));
    desc.material.poisson = 0.45 * randomUnit(&random);
    desc.material.density = 100.0 + 2000.0 * randomUnit(&random);
    return desc;
}

static uint64_t hashInCompany(Form form, SupSolver solver, SupBodyAsset *const assets[Sizes], uint32_t own, bool company) {
    SupWorld *world = worldIn(form, solver, 64, 2);
    SupBodyId guests[8] = {{0}};
    SupBodyDesc desc = falling(assets[own], SupModel_NeoHookean);
    for (uint32_t i = 0; company && i < 3; ++i) {
        SupBodyDesc other = guest(assets, i + own + 1);
        guests[i] = addBody(world, &other);
    }
    SupBodyId body = addBody(world, &desc);
    for (uint32_t frame = 0; frame < 12; ++frame) {
        stepWorld(world, 1);
        if (!company) continue;
        SupBodyId *place = &guests[frame % 8];
        if (place->value) assert_ok(supWorldRemoveBody(world, *place));
        SupBodyDesc other = guest(assets, 20 + frame);
        *place = addBody(world, &other);
    }
    uint64_t hash = stateHash(world, body);
    supWorldDestroy(world);
    return hash;
}

static void hashes_repeat_and_do_not_change_when_other_bodies_come_and_go(void **state) {
    (void)state;
    SupBodyAsset *assets[Sizes];
    for (uint32_t i = 0; i < Sizes; ++i) assets[i] = assetOfSize(i);
    for (int solver = SupSolver_Vbd; solver <= SupSolver_Newton; ++solver)
        for (int form = 0; form < 2; ++form) {
            uint64_t alone = hashInCompany((Form)form, (SupSolver)solver, assets, 4, false);
            assert_true(hashInCompany((Form)form, (SupSolver)solver, assets, 4, false) == alone);
            assert_true(hashInCompany((Form)form, (SupSolver)solver, assets, 4, true) == alone);
        }
    for (uint32_t i = 0; i < Sizes; ++i) supBodyAssetRelease(assets[i]);
}

static void hundreds_of_mixed_bodies_come_and_go_stay_finite_and_keep_their_bits(void **state) {
    (void)state;
    enum { Most = 240 };
    SupBodyAsset *assets[Sizes];
    for (uint32_t i = 0; i < Sizes; ++i) assets[i] = assetOfSize(i);
    SupWorld *world = worldIn(Form_Held, SupSolver_Auto, 64, 2);
    SupBodyId bodies[Most], watched[Sizes];
    for (uint32_t i = 0; i < Most; ++i) {
        SupBodyDesc desc = guest(assets, i);
        bodies[i] = addBody(world, &desc);
        if (i >= 100 && i < 100 + Sizes) watched[i - 100] = bodies[i];
    }
    for (uint32_t frame = 0; frame < 9; ++frame) {
        stepWorld(world, 1);
        for (uint32_t k = 0; k < 30; ++k) { // two in three places change hands
            uint32_t i = (frame * 30 + k) % Most;
            if (i >= 100 && i < 180) continue;
            assert_ok(supWorldRemoveBody(world, bodies[i]));
            if (k % 3 == 0) {
                SupBodyDesc desc = guest(assets, i + 7 * frame);
                bodies[i] = addBody(world, &desc);
            } else {
                SupBodyDesc desc = guest(assets, i);
                bodies[i] = addBody(world, &desc);
            }
        }
    }
    size_t length;
    SupHealth *health = readWorld(world, SupRead_Health, (SupBodyId){0}, &length);
    assert_int_equal(length, Most * sizeof *health);
    for (uint32_t i = 0; i < Most; ++i) assert_true(health[i].firstBadFrame == UINT32_MAX && isfinite(health[i].residual));
    free(health);
    for (uint32_t i = 0; i < Most; ++i) assert_true(measure(world, bodies[i]).finite);
    for (uint32_t i = 0; i < Sizes; ++i) {
        SupWorld *alone = worldIn(Form_Held, SupSolver_Auto, 64, 2);
        SupBodyDesc desc = guest(assets, 100 + i);
        SupBodyId body = addBody(alone, &desc);
        stepWorld(alone, 9);
        assert_true(stateHash(alone, body) == stateHash(world, watched[i]));
        supWorldDestroy(alone);
    }
    supWorldDestroy(world);
    for (uint32_t i = 0; i < Sizes; ++i) supBodyAssetRelease(assets[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resident_and_pooled_vbd_agree_to_rounding),
        cmocka_unit_test(newton_in_place_and_pooled_agree_to_rounding),
        cmocka_unit_test(sums_over_many_blocks_agree_with_sums_over_few),
        cmocka_unit_test(a_grabbed_body_of_vbd_leaves_its_workgroup_and_comes_back),
        cmocka_unit_test(hashes_repeat_and_do_not_change_when_other_bodies_come_and_go),
        cmocka_unit_test(hundreds_of_mixed_bodies_come_and_go_stay_finite_and_keep_their_bits),
    };
    return cmocka_run_group_tests_name("solver forms", tests, fixtureSetup, fixtureTeardown);
}
