// SPDX-License-Identifier: MIT
// What the calls of a World do to its bodies: pins, materials, replacing, resetting, sharing assets, sizes, bits.
#include "gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SupSettings quickSettings(void) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.substeps = 3;
    settings.iterations = 3;
    return settings;
}

static SupWorld *quickWorld(void) {
    SupSettings settings = quickSettings();
    return makeWorld(&settings);
}

static SupBodyDesc bodyOf(SupBodyAsset *asset, double height) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = height;
    desc.velocity[0] = 0.5;
    desc.angularVelocity[2] = 1.0;
    return desc;
}

static SupWorldStats statsOf(const SupWorld *world) {
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    return stats;
}

static SupBodyInfo infoOf(const SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    return info;
}

// ---- Pins ------------------------------------------------------------------------------------------------------------

static void pins_are_mapped_from_the_meshs_input_and_dropped_vertices_are_skipped(void **state) {
    (void)state;
    // input 0 1 2 3 4 -> asset 0 1 - 2 3
    static const double positions[15] = {0, 0, 0, 1, 0, 0, 9, 9, 9, 0, 1, 0, 0, 0, 1};
    static const uint32_t tets[4] = {0, 1, 3, 4}, pins[4] = {2, 3, 3, 2};
    SupBodyAsset *asset = tetAsset(positions, 5, tets, 1);
    assert_int_equal(4, supBodyAssetView(asset).vertexCount);
    SupWorld *world = quickWorld();
    SupBodyDesc desc = bodyOf(asset, 5.0);
    desc.pinned = pins, desc.pinnedCount = 4;
    SupBodyId body = addBody(world, &desc);
    assert_int_equal(1, infoOf(world, body).pinnedCount);
    float *before = readPositions(world, body);
    stepWorld(world, 5);
    float *after = readPositions(world, body);
    for (uint32_t v = 0; v < 4; ++v)
        if (v == 2)
            assert_memory_equal(before + 6, after + 6, 12); // moves exactly 0
        else
            assert_true(memcmp(before + 3 * v, after + 3 * v, 12) != 0);
    free(before), free(after);
    const uint32_t dropped = 2, last = 4;
    assert_ok(supWorldPin(world, body, &dropped, 1, true));
    assert_int_equal(1, infoOf(world, body).pinnedCount);
    assert_ok(supWorldPin(world, body, &last, 1, true));
    assert_int_equal(2, infoOf(world, body).pinnedCount);
    assert_ok(supWorldPin(world, body, pins, 4, false));
    assert_int_equal(1, infoOf(world, body).pinnedCount);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void pins_hold_where_a_vertex_is_now_and_let_go_without_speed(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 1, 1, 1);
    SupBodyDesc desc = bodyOf(asset, 50.0);
    SupBodyId body = addBody(world, &desc);
    const uint32_t all[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    stepWorld(world, 10);
    uint64_t flying = stateHash(world, body);
    assert_ok(supWorldPin(world, body, all, 8, true));
    float *before = readPositions(world, body);
    stepWorld(world, 10);
    float *after = readPositions(world, body);
    assert_memory_equal(before, after, 8 * 12);
    SupMeasure m = measure(world, body);
    assert_near(m.kinetic, 0, 0);
    assert_ok(supWorldPin(world, body, all, 8, false));
    stepWorld(world, 1);
    m = measure(world, body);
    assert_near(m.momentum[0], 0, 1e-3); // what it had is gone
    assert_near(m.momentum[1], -1000.0 * 9.81 / 60.0, 1.0);
    assert_ok(supWorldReset(world));
    stepWorld(world, 10);
    assert_true(stateHash(world, body) == flying);
    free(before), free(after);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

// ---- Materials -------------------------------------------------------------------------------------------------------

static void new_material_keeps_positions_and_velocities(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 2, 2, 2);
    SupBodyDesc desc = bodyOf(asset, 0.2);
    SupBodyId body = addBody(world, &desc), other = addBody(world, &desc);
    stepWorld(world, 12);
    uint64_t before = stateHash(world, body);
    SupMaterial stiff = SUP_MATERIAL_INIT, now;
    stiff.young = 1e6;
    assert_ok(supWorldSetMaterial(world, body, &stiff));
    assert_ok(supWorldMaterial(world, body, &now));
    assert_memory_equal(&stiff, &now, sizeof now);
    assert_ok(supWorldMaterial(world, other, &now));
    assert_near(now.young, 2e5, 0);
    assert_true(stateHash(world, body) == before);
    stepWorld(world, 5);
    assert_true(stateHash(world, body) != stateHash(world, other));
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

// ---- Adding, removing, replacing -------------------------------------------------------------------------------------

static void replaced_body_keeps_its_id_and_its_place(void **state) {
    (void)state;
    SupWorld *world = quickWorld(), *fresh = quickWorld();
    SupBodyAsset *box = boxAsset(1, 1, 1, 2, 2, 2), *beam = boxAsset(2, 0.5, 0.5, 6, 1, 1);
    SupBodyDesc first = bodyOf(box, 1.0), second = bodyOf(beam, 2.0);
    const uint32_t pins[2] = {0, 1};
    second.material.young = 5e5;
    second.pinned = pins, second.pinnedCount = 2;
    SupBodyId bodies[3];
    for (int i = 0; i < 3; ++i) bodies[i] = addBody(world, &first);
    stepWorld(world, 3);
    uint64_t neighbour = stateHash(world, bodies[0]);
    assert_ok(supWorldReplaceBody(world, bodies[1], &second));
    assert_true(stateHash(world, bodies[0]) == neighbour);
    for (uint32_t i = 0; i < 3; ++i) assert_true(supWorldBodyAt(world, i).value == bodies[i].value);
    assert_true(supWorldBodyAt(world, 3).value == 0);
    SupBodyInfo info = infoOf(world, bodies[1]);
    assert_ptr_equal(beam, info.asset);
    assert_int_equal(28, info.vertexCount);
    assert_int_equal(2, info.pinnedCount);
    assert_int_equal(2, statsOf(world).assets);
    SupMaterial material;
    assert_ok(supWorldMaterial(world, bodies[1], &material));
    assert_near(material.young, 5e5, 0);
    SupBodyId alone = addBody(fresh, &second);
    stepWorld(world, 3);
    stepWorld(fresh, 3);
    assert_true(stateHash(world, bodies[1]) == stateHash(fresh, alone));
    // with its own asset, of which the World holds the only reference
    supBodyAssetRelease(beam);
    assert_ok(supWorldReplaceBody(world, bodies[1], &second));
    stepWorld(world, 1);
    assert_ok(supWorldReplaceBody(world, bodies[1], &first));
    assert_int_equal(1, statsOf(world).assets);
    stepWorld(world, 1);
    supWorldDestroy(world);
    supWorldDestroy(fresh);
    supBodyAssetRelease(box);
}

static void bodies_are_listed_in_the_order_in_which_they_were_added(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 1, 1, 1);
    SupBodyDesc desc = bodyOf(asset, 1.0);
    SupBodyId a = addBody(world, &desc), b = addBody(world, &desc), c = addBody(world, &desc);
    assert_ok(supWorldRemoveBody(world, a));
    SupBodyId d = addBody(world, &desc); // in a's slot
    assert_true(supWorldBodyAt(world, 0).value == b.value);
    assert_true(supWorldBodyAt(world, 1).value == c.value);
    assert_true(supWorldBodyAt(world, 2).value == d.value);
    assert_true(supWorldBodyAt(world, 3).value == 0);
    assert_true(d.value != a.value);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void body_added_between_steps_joins_with_the_next_frame(void **state) {
    (void)state;
    SupWorld *world = quickWorld(), *fresh = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 2, 2, 2);
    SupBodyDesc desc = bodyOf(asset, 0.3);
    addBody(world, &desc);
    stepWorld(world, 4);
    SupBodyId late = addBody(world, &desc), alone = addBody(fresh, &desc);
    assert_true(stateHash(world, late) == stateHash(fresh, alone));
    stepWorld(world, 6);
    stepWorld(fresh, 6);
    assert_true(stateHash(world, late) == stateHash(fresh, alone));
    supWorldDestroy(world);
    supWorldDestroy(fresh);
    supBodyAssetRelease(asset);
}

static void assets_are_shared_and_kept_while_they_are_used(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 2, 2, 2);
    SupBodyDesc desc = bodyOf(asset, 1.0);
    SupBodyId bodies[40];
    for (int i = 0; i < 40; ++i) {
        bodies[i] = addBody(world, &desc);
        if (i == 0) supBodyAssetRelease(asset); // the World's reference is enough
    }
    SupWorldStats stats = statsOf(world);
    assert_int_equal(40, stats.bodies);
    assert_int_equal(1, stats.assets);
    assert_int_equal(40 * 27, stats.vertices);
    assert_int_equal(40 * 48, stats.tets);
    stepWorld(world, 2);
    uint64_t hash = stateHash(world, bodies[0]);
    for (int i = 1; i < 40; ++i) assert_true(stateHash(world, bodies[i]) == hash);
    SupBufferView first, last;
    assert_ok(supWorldTriangles(world, bodies[0], &first));
    assert_ok(supWorldTriangles(world, bodies[39], &last));
    assert_int_equal(first.offset, last.offset);
    for (int i = 0; i < 40; ++i) assert_ok(supWorldRemoveBody(world, bodies[i]));
    stats = statsOf(world);
    assert_int_equal(0, stats.assets);
    assert_int_equal(0, stats.vertices);
    assert_int_equal(0, stats.tets);
    supWorldDestroy(world);
}

// ---- Resetting -------------------------------------------------------------------------------------------------------

static void reset_restores_the_start_of_every_body(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 2, 2, 2), *small = boxAsset(1, 1, 1, 1, 1, 1);
    SupBodyDesc desc = bodyOf(asset, 1.0), other = bodyOf(small, 2.0);
    const uint32_t pins[3] = {0, 1, 2}, more[3] = {1, 5, 7};
    desc.pinned = pins, desc.pinnedCount = 3;
    SupBodyId a = addBody(world, &desc), b = addBody(world, &other);
    uint64_t startA = stateHash(world, a), startB = stateHash(world, b);
    stepWorld(world, 5);
    uint64_t laterA = stateHash(world, a);
    assert_true(laterA != startA);
    assert_ok(supWorldPin(world, a, more, 3, true));
    assert_ok(supWorldPin(world, a, pins, 2, false));
    stepWorld(world, 3);
    assert_ok(supWorldReset(world));
    assert_true(stateHash(world, a) == startA);
    assert_true(stateHash(world, b) == startB);
    assert_int_equal(3, infoOf(world, a).pinnedCount);
    assert_int_equal(0, statsOf(world).frames);
    assert_near(statsOf(world).time, 0, 0);
    stepWorld(world, 5);
    assert_true(stateHash(world, a) == laterA); // the pins are back, too
    // a replaced body starts as its replacement, under the material that it has now
    assert_ok(supWorldReplaceBody(world, b, &desc));
    SupMaterial stiff = SUP_MATERIAL_INIT;
    stiff.young = 1e6;
    assert_ok(supWorldSetMaterial(world, a, &stiff));
    stepWorld(world, 2);
    assert_ok(supWorldReset(world));
    assert_true(stateHash(world, a) == startA);
    assert_true(stateHash(world, b) == startA);
    SupMaterial material;
    assert_ok(supWorldMaterial(world, a, &material));
    assert_near(material.young, 1e6, 0);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    supBodyAssetRelease(small);
}

static void resetting_one_body_leaves_the_bits_of_others(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 2, 2, 2);
    SupBodyDesc desc = bodyOf(asset, 0.5);
    SupBodyId a = addBody(world, &desc), b = addBody(world, &desc), c = addBody(world, &desc);
    uint64_t start = stateHash(world, b);
    stepWorld(world, 7);
    uint64_t later = stateHash(world, a);
    assert_ok(supWorldResetBody(world, b));
    assert_true(stateHash(world, b) == start);
    assert_true(stateHash(world, a) == later);
    assert_true(stateHash(world, c) == later);
    assert_int_equal(7, statsOf(world).frames);
    stepWorld(world, 7);
    assert_true(stateHash(world, b) == later);
    assert_true(stateHash(world, a) == stateHash(world, c));
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void reset_makes_a_diverged_body_healthy(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 1, 1, 1, 1, 1);
    SupBodyDesc desc = bodyOf(asset, 1.0);
    SupBodyId fine = addBody(world, &desc);
    desc.velocity[0] = 3e38; // finite, and its displacements are not
    desc.angularVelocity[1] = 3e38;
    SupBodyId bad = addBody(world, &desc);
    stepWorld(world, 4);
    size_t length;
    SupHealth *health = readWorld(world, SupRead_Health, (SupBodyId){0}, &length);
    assert_int_equal(2 * sizeof *health, length);
    assert_int_equal(UINT32_MAX, health[0].firstBadFrame);
    assert_true(health[1].firstBadFrame >= 1 && health[1].firstBadFrame <= 4);
    free(health);
    assert_true(measure(world, fine).finite);
    assert_false(measure(world, bad).finite);
    assert_ok(supWorldReset(world));
    health = readWorld(world, SupRead_Health, bad, &length);
    assert_int_equal(sizeof *health, length);
    assert_int_equal(UINT32_MAX, health->firstBadFrame);
    free(health);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

// ---- Starting --------------------------------------------------------------------------------------------------------

static void start_positions_replace_the_rest_shape(void **state) {
    (void)state;
    SupWorld *world = quickWorld();
    SupBodyAsset *asset = boxAsset(1, 2, 3, 1, 1, 1);
    SupBodyAssetView view = supBodyAssetView(asset);
    float start[24];
    for (int i = 0; i < 24; ++i) start[i] = 1.5f * view.positions[i];
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[0] = 3.0;
    desc.startPositions = start;
    // a quarter turn around y, from a quaternion that is not normalised: x becomes -z, z becomes x
    desc.rotation[1] = desc.rotation[3] = 2.0;
    SupBodyId body = addBody(world, &desc);
    memset(start, 0, sizeof start); // copied
    float *x = readPositions(world, body);
    for (size_t v = 0; v < 8; ++v) {
        const float *rest = view.positions + 3 * v;
        assert_near((double)x[3 * v], 1.5 * (double)rest[2], 1e-6);
        assert_near((double)x[3 * v + 1], 1.5 * (double)rest[1], 1e-6);
        assert_near((double)x[3 * v + 2], -1.5 * (double)rest[0], 1e-6);
    }
    // the centre of the bounds (0.5 1 1.5) is turned with it
    SupBodyInfo info = infoOf(world, body);
    assert_near(info.origin[0], 3.0 + 1.5, 1e-12);
    assert_near(info.origin[1], 1.0, 1e-12);
    assert_near(info.origin[2], -0.5, 1e-12);
    assert_near(measure(world, body).minVolumeRatio, 3.375, 1e-5);
    free(x);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

/// A chain of regular tets, each sharing a face with the next (Boerdijk-Coxeter helix): n + 3 vertices.
static SupBodyAsset *chainAsset(uint32_t tetCount) {
    uint32_t vertices = tetCount + 3;
    double *positions = malloc(3 * vertices * sizeof *positions);
    uint32_t *tets = malloc(4 * tetCount * sizeof *tets);
    for (uint32_t v = 0; v < vertices; ++v) {
        double angle = 2.3005239830218631 * v;
        positions[3 * v] = 0.5196152422706632 * cos(angle);
        positions[3 * v + 1] = 0.5196152422706632 * sin(angle);
        positions[3 * v + 2] = 0.31622776601683794 * v;
    }
    for (uint32_t i = 0; i < 4 * tetCount; ++i) tets[i] = i / 4 + i % 4;
    SupBodyAsset *asset = tetAsset(positions, vertices, tets, tetCount);
    free(positions), free(tets);
    return asset;
}

static void bodies_of_any_size_fall_alike(void **state) {
    (void)state;
    // one tet; 63, 64 and 65 vertices or tets around the size of a workgroup; more than two workgroups
    static const uint32_t sizes[] = {1, 60, 61, 62, 63, 64, 65, 150};
    SupWorld *world = quickWorld();
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        SupBodyAsset *asset = chainAsset(sizes[k]);
        SupBodyAssetView view = supBodyAssetView(asset);
        assert_int_equal(sizes[k] + 3, view.vertexCount);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = asset;
        desc.position[1] = 100.0;
        SupBodyId body = addBody(world, &desc);
        double mass = 0.0;
        for (uint32_t v = 0; v < view.vertexCount; ++v) mass += 1000.0 * (double)view.vertexVolume[v];
        stepWorld(world, 6);
        SupMeasure m = measure(world, body);
        assert_true(m.finite);
        assert_near(m.momentum[1] / mass, -9.81 * 0.1, 1e-4);
        assert_near(m.minVolumeRatio, 1, 1e-3);
        assert_near(m.maxVolumeRatio, 1, 1e-3);
        float *velocities = readWorld(world, SupRead_Velocities, body, NULL);
        for (uint32_t v = 0; v < view.vertexCount; ++v) assert_near((double)velocities[3 * v + 1], -0.981, 1e-2);
        free(velocities);
        assert_ok(supWorldRemoveBody(world, body));
        supBodyAssetRelease(asset);
    }
    supWorldDestroy(world);
}

// ---- Bits ------------------------------------------------------------------------------------------------------------

/// A body that falls on the ground, beside another one that comes and goes when `disturbed`.
/// @param end null, or gets the positions, freed by free()
static uint64_t sceneHash(SupSolver solver, uint32_t workgroupSize, bool disturbed, float **end) {
    SupWorldDesc worldDesc = SUP_WORLD_DESC_INIT;
    worldDesc.gpu = fixtureGpu();
    worldDesc.settings = quickSettings();
    worldDesc.settings.solver = solver;
    worldDesc.workgroupSize = workgroupSize;
    SupWorld *world;
    assert_ok(supWorldCreate(&worldDesc, &world));
    SupBodyAsset *asset = boxAsset(1, 0.6, 0.6, 5, 3, 3), *other = boxAsset(1, 1, 1, 3, 3, 3);
    SupBodyDesc desc = bodyOf(asset, 0.1), otherDesc = bodyOf(other, 0.2);
    SupBodyId guest = {0};
    if (disturbed) guest = addBody(world, &otherDesc);
    SupBodyId body = addBody(world, &desc);
    for (int part = 0; part < 4; ++part) {
        stepWorld(world, 6);
        if (!disturbed) continue;
        assert_ok(supWorldRemoveBody(world, guest));
        if (part == 1) stepWorld(world, 0);
        guest = addBody(world, &otherDesc);
    }
    uint64_t hash = stateHash(world, body);
    if (end) *end = readPositions(world, body);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    supBodyAssetRelease(other);
    return hash;
}

static void same_scene_gives_the_same_bits(void **state) {
    (void)state;
    for (int solver = 0; solver < SupSolver_Count; ++solver) {
        uint64_t hash = sceneHash((SupSolver)solver, 64, false, NULL);
        assert_true(sceneHash((SupSolver)solver, 64, false, NULL) == hash);
        assert_true(sceneHash((SupSolver)solver, 64, true, NULL) == hash);
    }
}

static void bits_of_xpbd_do_not_depend_on_the_workgroup_size(void **state) {
    (void)state;
    uint64_t hash = sceneHash(SupSolver_Xpbd, 64, false, NULL);
    assert_true(sceneHash(SupSolver_Xpbd, 32, false, NULL) == hash);
    assert_true(sceneHash(SupSolver_Xpbd, 128, false, NULL) == hash);
    assert_true(sceneHash(SupSolver_Xpbd, 256, true, NULL) == hash);
}

/// The potential solvers sum a body's blocks: their size shows in the rounding.
static void workgroup_sizes_of_newton_agree_to_rounding(void **state) {
    (void)state;
    float *first = NULL;
    for (uint32_t size = 32; size <= 256; size *= 2) {
        float *end;
        sceneHash(SupSolver_Newton, size, size == 256, &end);
        for (size_t i = 0; first && i < 3 * 96; ++i) assert_near(end[i], first[i], 2e-5);
        if (first)
            free(end);
        else
            first = end;
    }
    free(first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pins_are_mapped_from_the_meshs_input_and_dropped_vertices_are_skipped),
        cmocka_unit_test(pins_hold_where_a_vertex_is_now_and_let_go_without_speed),
        cmocka_unit_test(new_material_keeps_positions_and_velocities),
        cmocka_unit_test(replaced_body_keeps_its_id_and_its_place),
        cmocka_unit_test(bodies_are_listed_in_the_order_in_which_they_were_added),
        cmocka_unit_test(body_added_between_steps_joins_with_the_next_frame),
        cmocka_unit_test(assets_are_shared_and_kept_while_they_are_used),
        cmocka_unit_test(reset_restores_the_start_of_every_body),
        cmocka_unit_test(resetting_one_body_leaves_the_bits_of_others),
        cmocka_unit_test(reset_makes_a_diverged_body_healthy),
        cmocka_unit_test(start_positions_replace_the_rest_shape),
        cmocka_unit_test(bodies_of_any_size_fall_alike),
        cmocka_unit_test(same_scene_gives_the_same_bits),
        cmocka_unit_test(bits_of_xpbd_do_not_depend_on_the_workgroup_size),
        cmocka_unit_test(workgroup_sizes_of_newton_agree_to_rounding)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
