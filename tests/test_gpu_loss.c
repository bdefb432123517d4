// SPDX-License-Identifier: MIT
// The device is lost in the middle of everything: every call answers, nothing hangs, all can be destroyed.
#include "gpu_fixture.h"

#include "gpu/gpu.h"
#include "gpu/readback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// How the device goes.
typedef void (*Lose)(SupGpu *gpu);
static void report(SupGpu *gpu) { supGpuReportLoss(gpu, "pulled out"); }
static void destroyDevice(SupGpu *gpu) { wgpuDeviceDestroy(supGpuDevice(gpu)); }

enum { Requests = 6 };

typedef struct Scene {
    SupGpu *gpu;
    SupWorld *world;
    SupBodyAsset *asset;
    SupBodyId bodies[3];
    SupRequestId requests[Requests];
    SupReadback *readback;
} Scene;

/// A World with bodies, frames and readbacks under way.
static Scene busyScene(void) {
    Scene scene = {0};
    SupGpuInfo info;
    assert_ok(supGpuInfo(fixtureGpu(), &info));
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    desc.adapter = info.adapter;
    assert_ok(supGpuCreate(&desc, &scene.gpu));
    assert_ok(supGpuWait(scene.gpu, 30.0));
    SupWorldDesc worldDesc = SUP_WORLD_DESC_INIT;
    worldDesc.gpu = scene.gpu;
    assert_ok(supWorldCreate(&worldDesc, &scene.world));
    scene.asset = boxAsset(1, 1, 1, 4, 4, 4);
    for (int i = 0; i < 3; ++i) {
        SupBodyDesc body = SUP_BODY_DESC_INIT;
        body.asset = scene.asset;
        body.position[1] = 0.5;
        scene.bodies[i] = addBody(scene.world, &body);
    }
    assert_ok(supWorldEnableNormals(scene.world, true));
    stepWorld(scene.world, 2);
    for (int i = 0; i < Requests; ++i)
        assert_ok(supWorldRequest(scene.world, (SupRead)(i % SupRead_Count), scene.bodies[i % 3], &scene.requests[i]));
    assert_ok(supReadbackCreate(scene.gpu, 64, &scene.readback));
    supReadbackMap(scene.readback);
    stepWorld(scene.world, 1);
    return scene;
}

/// Everything that was made on the device goes, in the order that hosts use.
static void closeScene(Scene *scene) {
    supReadbackDestroy(scene->readback);
    for (int i = 0; i < Requests; i += 2) {
        SupStatus status = supWorldRequestRelease(scene->world, scene->requests[i]);
        assert_true(status == SupStatus_Ok || status == SupStatus_StaleId);
    }
    supWorldDestroy(scene->world);
    assert_int_equal(0, settledMemory(scene->gpu, 0));
    supGpuDestroy(scene->gpu);
    supBodyAssetRelease(scene->asset);
}

/// Polls a short while: the loss of a real device is noticed by polling.
static void expectLost(SupGpu *gpu) {
    double end = supPlatformSeconds() + 10.0;
    while (supGpuPoll(gpu) == SupStatus_Ok && supPlatformSeconds() < end) continue;
    assert_status(SupStatus_DeviceLost, supGpuStatus(gpu));
    assert_true(strlen(supGpuErrorText(gpu)) > 10);
}

static void expectEveryCallAnswers(Scene *scene) {
    SupWorld *world = scene->world;
    SupBodyId body = scene->bodies[0], id;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    SupSettings settings = SUP_SETTINGS_INIT;
    SupMaterial material = SUP_MATERIAL_INIT;
    SupWorldDesc worldDesc = SUP_WORLD_DESC_INIT;
    SupWorld *other = NULL;
    SupWorldStats before, after;
    SupRequestId request;
    SupGpuInfo info;
    const uint32_t pins[1] = {0};
    desc.asset = scene->asset;
    worldDesc.gpu = scene->gpu;
    assert_ok(supWorldStats(world, &before));
    assert_status(SupStatus_DeviceLost, supWorldStep(world, 1));
    assert_true(strstr(supWorldErrorText(world), "lost") != NULL);
    assert_status(SupStatus_DeviceLost, supWorldStep(world, 0));
    assert_status(SupStatus_DeviceLost, supWorldAdvance(world, 0.02, NULL, NULL));
    assert_status(SupStatus_DeviceLost, supWorldSetSettings(world, &settings));
    assert_status(SupStatus_DeviceLost, supWorldAddBody(world, &desc, &id));
    assert_true(id.value == 0);
    assert_status(SupStatus_DeviceLost, supWorldReplaceBody(world, body, &desc));
    assert_status(SupStatus_DeviceLost, supWorldSetMaterial(world, body, &material));
    assert_status(SupStatus_DeviceLost, supWorldPin(world, body, pins, 1, true));
    assert_status(SupStatus_DeviceLost, supWorldReset(world));
    assert_status(SupStatus_DeviceLost, supWorldResetBody(world, body));
    assert_status(SupStatus_DeviceLost, supWorldRemoveBody(world, body));
    assert_status(SupStatus_DeviceLost, supWorldEnableNormals(world, true));
    assert_status(SupStatus_DeviceLost, supWorldEnableNormals(world, false));
    for (int what = 0; what < SupRead_Count; ++what) {
        assert_status(SupStatus_DeviceLost, supWorldRequest(world, (SupRead)what, body, &request));
        assert_true(request.value == 0);
    }
    assert_status(SupStatus_DeviceLost, supWorldCreate(&worldDesc, &other));
    assert_null(other);
    assert_status(SupStatus_DeviceLost, supGpuWait(scene->gpu, 1.0));
    assert_status(SupStatus_DeviceLost, supGpuWaitIdle(scene->gpu, 1.0));
    assert_status(SupStatus_DeviceLost, supGpuInfo(scene->gpu, &info));
    // what the host knows can still be asked
    assert_ok(supWorldStats(world, &after));
    assert_int_equal(before.bodies, after.bodies);
    assert_true(before.frames == after.frames);
    assert_ok(supWorldMaterial(world, body, &material));
    assert_ok(supWorldSettings(world, &settings));
}

/// Every request ends: with its data when that had arrived, else with the loss.
static void expectRequestsEnd(Scene *scene) {
    for (int i = 0; i < Requests; ++i) {
        const void *data;
        size_t length;
        SupStatus status = supWorldRequestWait(scene->world, scene->requests[i], 10.0);
        assert_true(status == SupStatus_Ok || status == SupStatus_DeviceLost);
        assert_status(status, supWorldRequestData(scene->world, scene->requests[i], &data, &length));
    }
}

static void loseWhileBusy(Lose lose) {
    supSetLog(NULL, NULL);
    for (int round = 0; round < 3; ++round) {
        Scene scene = busyScene();
        if (round == 1) assert_ok(supGpuWaitIdle(scene.gpu, 60.0)); // readbacks have arrived and were not looked at
        if (round == 2) supGpuPoll(scene.gpu);
        lose(scene.gpu);
        expectLost(scene.gpu);
        expectRequestsEnd(&scene);
        expectEveryCallAnswers(&scene);
        closeScene(&scene);
    }
    fixtureLog();
}

static void reported_loss_ends_everything(void **state) {
    (void)state;
    loseWhileBusy(report);
}

static void destroyed_device_ends_everything(void **state) {
    (void)state;
    loseWhileBusy(destroyDevice);
}

static void calls_before_the_loss_is_noticed_do_not_crash(void **state) {
    (void)state;
    supSetLog(NULL, NULL);
    Scene scene = busyScene();
    SupBodyId id;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = scene.asset;
    desc.position[1] = 0.5;
    SupRequestId request;
    const uint32_t pins[2] = {0, 1};
    destroyDevice(scene.gpu);
    // no poll since: these find out by themselves, or fail, or do not notice yet
    supWorldPin(scene.world, scene.bodies[0], pins, 2, true);
    supWorldAddBody(scene.world, &desc, &id);
    supWorldReplaceBody(scene.world, scene.bodies[1], &desc);
    supWorldReset(scene.world);
    supWorldRequest(scene.world, SupRead_Normals, scene.bodies[2], &request);
    supWorldStep(scene.world, 3);
    supWorldRequest(scene.world, SupRead_State, (SupBodyId){0}, &request);
    supWorldRemoveBody(scene.world, scene.bodies[1]);
    supWorldStep(scene.world, 1);
    expectLost(scene.gpu);
    expectRequestsEnd(&scene);
    closeScene(&scene);
    fixtureLog();
}

static void destroying_a_lost_world_at_once_is_allowed(void **state) {
    (void)state;
    supSetLog(NULL, NULL);
    const Lose ways[] = {report, destroyDevice};
    for (int i = 0; i < 2; ++i) {
        Scene scene = busyScene();
        ways[i](scene.gpu);
        closeScene(&scene);
    }
    fixtureLog();
}

static void destroying_a_busy_world_is_no_loss(void **state) {
    (void)state;
    Scene scene = busyScene();
    supWorldDestroy(scene.world);
    supReadbackDestroy(scene.readback);
    assert_ok(supGpuWaitIdle(scene.gpu, 60.0));
    assert_ok(supGpuPoll(scene.gpu));
    assert_int_equal(0, supGpuAllocated(scene.gpu));
    supGpuDestroy(scene.gpu);
    supBodyAssetRelease(scene.asset);
}

static int logged;
static void countLines(void *user, SupSeverity severity, const char *line) {
    (void)user, (void)severity, (void)line;
    ++logged;
}

static void an_orderly_end_is_not_logged_as_a_loss(void **state) {
    (void)state;
    supSetLog(countLines, NULL);
    Scene scene = busyScene();
    closeScene(&scene);
    fixtureLog();
    assert_int_equal(0, logged);
}

static void another_gpu_goes_on_after_a_loss(void **state) {
    (void)state;
    supSetLog(NULL, NULL);
    Scene lost = busyScene(), living = busyScene();
    destroyDevice(lost.gpu);
    expectLost(lost.gpu);
    fixtureLog();
    stepWorld(living.world, 2);
    for (int i = 0; i < Requests; ++i) assert_ok(supWorldRequestWait(living.world, living.requests[i], 60.0));
    closeScene(&lost);
    closeScene(&living);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reported_loss_ends_everything),
                                       cmocka_unit_test(destroyed_device_ends_everything),
                                       cmocka_unit_test(calls_before_the_loss_is_noticed_do_not_crash),
                                       cmocka_unit_test(destroying_a_lost_world_at_once_is_allowed),
                                       cmocka_unit_test(destroying_a_busy_world_is_no_loss),
                                       cmocka_unit_test(an_orderly_end_is_not_logged_as_a_loss),
                                       cmocka_unit_test(another_gpu_goes_on_after_a_loss)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
