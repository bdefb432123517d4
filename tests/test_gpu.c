// SPDX-License-Identifier: MIT
// SupGpu: creation, choice of an adapter, a host's own device, limits.
#include "gpu_fixture.h"
#include "host_fixture.h"

#include "gpu/gpu.h"
#include "gpu/pool.h"

#include <wgpu.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SupGpu *startGpu(const char *adapter, bool portable, uint64_t memoryLimit) {
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    SupGpuInfo info;
    assert_ok(supGpuInfo(fixtureGpu(), &info));
    desc.adapter = adapter ? adapter : info.adapter;
    desc.portable = portable;
    desc.memoryLimit = memoryLimit;
    SupGpu *gpu;
    assert_ok(supGpuCreate(&desc, &gpu));
    return gpu;
}

static SupGpu *readyGpu(bool portable, uint64_t memoryLimit) {
    SupGpu *gpu = startGpu(NULL, portable, memoryLimit);
    assert_ok(supGpuWait(gpu, 30.0));
    return gpu;
}

static SupSettings shortFrames(void) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.solver = SupSolver_Xpbd; // the sizes that limits are tried with are its own
    settings.substeps = 1;
    settings.iterations = 1;
    return settings;
}

static SupWorld *worldOn(SupGpu *gpu) {
    SupWorldDesc desc = SUP_WORLD_DESC_INIT;
    desc.gpu = gpu;
    desc.settings = shortFrames();
    SupWorld *world;
    assert_ok(supWorldCreate(&desc, &world));
    return world;
}

/// A box that falls for some frames; the hash of its state.
static uint64_t fallOn(SupGpu *gpu) {
    SupWorld *world = worldOn(gpu);
    SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 2, 2, 2);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = 0.1;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(asset);
    stepWorld(world, 20);
    uint64_t hash = stateHash(world, body);
    supWorldDestroy(world);
    return hash;
}

// ---- Creation --------------------------------------------------------------------------------------------------------

static void creation_is_pending_then_ok(void **state) {
    (void)state;
    SupGpu *gpu = startGpu(NULL, false, 0);
    if (supGpuStatus(gpu) == SupStatus_Pending) {
        SupGpuInfo info;
        SupWorldDesc desc = SUP_WORLD_DESC_INIT;
        SupWorld *world = (SupWorld *)&desc;
        desc.gpu = gpu;
        assert_status(SupStatus_Pending, supGpuInfo(gpu, &info));
        assert_status(SupStatus_Pending, supWorldCreate(&desc, &world));
        assert_null(world);
        assert_null(supGpuInstance(gpu));
        assert_null(supGpuDevice(gpu));
        assert_null(supGpuQueue(gpu));
    }
    assert_ok(supGpuWait(gpu, 30.0));
    assert_ok(supGpuPoll(gpu));
    assert_string_equal("", supGpuErrorText(gpu));
    assert_non_null(supGpuInstance(gpu));
    assert_non_null(supGpuDevice(gpu));
    assert_non_null(supGpuQueue(gpu));
    assert_int_equal(0, supGpuAllocated(gpu));
    assert_ok(supGpuWaitIdle(gpu, 1.0));
    supGpuDestroy(gpu);
}

static void destroying_a_gpu_that_is_still_pending_is_allowed(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) supGpuDestroy(startGpu(NULL, false, 0));
    supGpuDestroy(NULL);
}

static void descriptions_that_are_not_initialised_are_refused(void **state) {
    (void)state;
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    SupGpu *gpu = (SupGpu *)&desc;
    assert_status(SupStatus_InvalidArgument, supGpuCreate(NULL, &gpu));
    assert_null(gpu);
    assert_status(SupStatus_InvalidArgument, supGpuCreate(&desc, NULL));
    desc.cookie = 0;
    gpu = (SupGpu *)&desc;
    assert_status(SupStatus_InvalidArgument, supGpuCreate(&desc, &gpu));
    assert_null(gpu);
}

static void null_is_answered_everywhere(void **state) {
    (void)state;
    SupGpuInfo info;
    uint32_t one = 1;
    assert_status(SupStatus_InvalidArgument, supGpuStatus(NULL));
    assert_status(SupStatus_InvalidArgument, supGpuPoll(NULL));
    assert_status(SupStatus_InvalidArgument, supGpuWait(NULL, 0.0));
    assert_status(SupStatus_InvalidArgument, supGpuWaitIdle(NULL, 0.0));
    assert_status(SupStatus_InvalidArgument, supGpuInfo(NULL, &info));
    assert_status(SupStatus_InvalidArgument, supGpuInfo(fixtureGpu(), NULL));
    assert_status(SupStatus_InvalidArgument, supGpuListAdapters(NULL, NULL));
    assert_status(SupStatus_InvalidArgument, supGpuListAdapters(NULL, &one));
    assert_string_equal("", supGpuErrorText(NULL));
    assert_int_equal(0, supGpuAllocated(NULL));
    assert_null(supGpuInstance(NULL));
    assert_null(supGpuDevice(NULL));
    assert_null(supGpuQueue(NULL));
    supGpuReportLoss(NULL, "x");
}

static void some_but_not_all_host_handles_are_refused(void **state) {
    (void)state;
    for (int given = 1; given < 15; ++given) {
        SupGpuDesc desc = SUP_GPU_DESC_INIT;
        if (given & 1) desc.instance = (WGPUInstance)&desc;
        if (given & 2) desc.adapterHandle = (WGPUAdapter)&desc;
        if (given & 4) desc.device = (WGPUDevice)&desc;
        if (given & 8) desc.queue = (WGPUQueue)&desc;
        SupGpu *gpu = (SupGpu *)&desc;
        assert_status(SupStatus_InvalidArgument, supGpuCreate(&desc, &gpu));
        assert_null(gpu);
    }
}

// ---- Adapters --------------------------------------------------------------------------------------------------------

enum { MaxAdapters = 16 };

static uint32_t listAll(SupGpuInfo *infos) {
    uint32_t count = MaxAdapters;
    assert_ok(supGpuListAdapters(infos, &count));
    assert_true(count >= 1 && count <= MaxAdapters);
    return count;
}

static void adapters_are_counted_whatever_the_capacity(void **state) {
    (void)state;
    SupGpuInfo infos[MaxAdapters], one[2];
    uint32_t count = listAll(infos), capacity = 0;
    assert_ok(supGpuListAdapters(NULL, &capacity));
    assert_int_equal(count, capacity);
    memset(one, 0x5a, sizeof one);
    capacity = 1;
    assert_ok(supGpuListAdapters(one, &capacity));
    assert_int_equal(count, capacity);
    assert_string_equal(infos[0].adapter, one[0].adapter);
    for (size_t i = 0; i < sizeof *one; ++i) assert_int_equal(0x5a, ((const uint8_t *)&one[1])[i]);
    for (uint32_t i = 0; i < count; ++i) {
        print_message("%u: %s (%s), %s, %s\n", i, infos[i].adapter, infos[i].driver, infos[i].backend, infos[i].type);
        assert_true(infos[i].adapter[0] && infos[i].backend[0] && infos[i].type[0]);
        assert_true(infos[i].limits.maxBufferSize >= 1u << 28);
    }
}

static void adapter_is_chosen_by_its_index(void **state) {
    (void)state;
    SupGpuInfo infos[MaxAdapters], info;
    uint32_t count = listAll(infos);
    for (uint32_t i = 0; i < count; ++i) {
        char text[16];
        snprintf(text, sizeof text, "%u", i);
        SupGpu *gpu = startGpu(text, false, 0);
        assert_ok(supGpuWait(gpu, 30.0));
        assert_ok(supGpuInfo(gpu, &info));
        assert_string_equal(infos[i].adapter, info.adapter);
        supGpuDestroy(gpu);
    }
}

static void adapter_is_chosen_by_a_part_of_its_name_in_any_case(void **state) {
    (void)state;
    SupGpuInfo infos[MaxAdapters], info;
    listAll(infos);
    char part[sizeof infos[0].adapter];
    strcpy(part, infos[0].adapter + 1); // not from the start
    part[strlen(part) / 2 + 1] = 0;
    for (char *c = part; *c; ++c) *c = (char)(isupper((unsigned char)*c) ? tolower(*c) : toupper(*c));
    SupGpu *gpu = startGpu(part, false, 0);
    assert_ok(supGpuWait(gpu, 30.0));
    assert_ok(supGpuInfo(gpu, &info));
    print_message("\"%s\" finds %s\n", part, info.adapter);
    assert_string_equal(infos[0].adapter, info.adapter);
    supGpuDestroy(gpu);
}

static void unknown_adapters_are_answered_with_what_there_is(void **state) {
    (void)state;
    SupGpuInfo infos[MaxAdapters], info;
    listAll(infos);
    const char *unknown[] = {"Voodoo 3dfx", "99", "12345678901234567890"};
    for (int i = 0; i < 3; ++i) {
        SupGpu *gpu = startGpu(unknown[i], false, 0);
        assert_status(SupStatus_NoAdapter, supGpuWait(gpu, 30.0));
        assert_status(SupStatus_NoAdapter, supGpuPoll(gpu));
        assert_status(SupStatus_NoAdapter, supGpuInfo(gpu, &info));
        assert_non_null(strstr(supGpuErrorText(gpu), unknown[i]));
        assert_non_null(strstr(supGpuErrorText(gpu), infos[0].adapter));
        SupWorldDesc desc = SUP_WORLD_DESC_INIT;
        SupWorld *world;
        desc.gpu = gpu;
        assert_status(SupStatus_NoAdapter, supWorldCreate(&desc, &world));
        supGpuDestroy(gpu);
    }
}

// ---- A host's own device ---------------------------------------------------------------------------------------------

static void onHostMapped(WGPUMapAsyncStatus status, WGPUStringView message, void *user, void *unused) {
    (void)message, (void)unused;
    ((Host *)user)->mapped = status == WGPUMapAsyncStatus_Success;
}

/// Writes a buffer through the host's queue and maps it: the device lives.
static void expectHostWorks(Host *host) {
    WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
    desc.size = 16;
    desc.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(host->device, &desc);
    const uint32_t words[4] = {1, 2, 3, 0xabcdef};
    wgpuQueueWriteBuffer(host->queue, buffer, 0, words, sizeof words);
    wgpuQueueSubmit(host->queue, 0, NULL);
    host->mapped = false;
    WGPUBufferMapCallbackInfo callback = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = onHostMapped;
    callback.userdata1 = host;
    wgpuBufferMapAsync(buffer, WGPUMapMode_Read, 0, 16, callback);
    wgpuDevicePoll(host->device, true, NULL);
    wgpuInstanceProcessEvents(host->instance);
    assert_true(host->mapped);
    assert_memory_equal(words, wgpuBufferGetConstMappedRange(buffer, 0, 16), 16);
    wgpuBufferRelease(buffer);
}

static void host_device_runs_a_world_and_outlives_it(void **state) {
    (void)state;
    Host host;
    hostOpen(&host);
    uint64_t expected = fallOn(fixtureGpu());
    for (int round = 0; round < 2; ++round) {
        SupGpu *gpu = hostWrap(&host);
        assert_ok(supGpuStatus(gpu)); // at once: nothing is left to wait for
        assert_ptr_equal(host.device, supGpuDevice(gpu));
        assert_ptr_equal(host.queue, supGpuQueue(gpu));
        assert_ptr_equal(host.instance, supGpuInstance(gpu));
        SupGpuInfo info;
        assert_ok(supGpuInfo(gpu, &info));
        assert_true(info.adapter[0]);
        assert_true(fallOn(gpu) == expected);
        assert_int_equal(0, supGpuAllocated(gpu));
        supGpuDestroy(gpu);
        expectHostWorks(&host);
    }
    assert_int_equal(0, host.errors);
    hostClose(&host);
}

static void loss_that_a_host_reports_ends_its_gpu(void **state) {
    (void)state;
    Host host;
    hostOpen(&host);
    SupGpu *gpu = hostWrap(&host);
    SupWorld *world = worldOn(gpu);
    supGpuReportLoss(gpu, "the host says so");
    supGpuReportLoss(gpu, "again");
    assert_status(SupStatus_DeviceLost, supGpuPoll(gpu));
    assert_status(SupStatus_DeviceLost, supWorldStep(world, 1));
    assert_non_null(strstr(supWorldErrorText(world), "the host says so"));
    supWorldDestroy(world);
    assert_int_equal(0, supGpuAllocated(gpu));
    supGpuDestroy(gpu);
    expectHostWorks(&host);
    hostClose(&host);
}

// ---- Limits ----------------------------------------------------------------------------------------------------------

static void portable_device_has_exactly_the_default_limits(void **state) {
    (void)state;
    SupGpu *gpu = readyGpu(true, 0);
    SupGpuInfo info;
    assert_ok(supGpuInfo(gpu, &info));
    const WGPULimits *l = &info.limits;
    assert_int_equal(1u << 28, l->maxBufferSize);
    assert_int_equal(1u << 27, l->maxStorageBufferBindingSize);
    assert_int_equal(65536, l->maxUniformBufferBindingSize);
    assert_int_equal(8, l->maxStorageBuffersPerShaderStage);
    assert_int_equal(12, l->maxUniformBuffersPerShaderStage);
    assert_int_equal(4, l->maxBindGroups);
    assert_int_equal(16384, l->maxComputeWorkgroupStorageSize);
    assert_int_equal(256, l->maxComputeInvocationsPerWorkgroup);
    assert_int_equal(256, l->maxComputeWorkgroupSizeX);
    assert_int_equal(256, l->maxComputeWorkgroupSizeY);
    assert_int_equal(64, l->maxComputeWorkgroupSizeZ);
    assert_int_equal(65535, l->maxComputeWorkgroupsPerDimension);
    assert_int_equal(256, l->minStorageBufferOffsetAlignment);
    assert_int_equal(8192, l->maxTextureDimension2D);
    assert_false(wgpuDeviceHasFeature(supGpuDevice(gpu), WGPUFeatureName_TimestampQuery));
    assert_false(info.timestamps);
    assert_true(fallOn(gpu) == fallOn(fixtureGpu()));
    supGpuDestroy(gpu);
}

static void device_has_the_sizes_of_its_adapter(void **state) {
    (void)state;
    SupGpuInfo infos[MaxAdapters], info;
    uint32_t count = listAll(infos), i = 0;
    assert_ok(supGpuInfo(fixtureGpu(), &info));
    while (i < count && strcmp(infos[i].adapter, info.adapter) != 0) ++i;
    assert_true(i < count);
    assert_true(info.limits.maxBufferSize == infos[i].limits.maxBufferSize);
    assert_true(info.limits.maxStorageBufferBindingSize == infos[i].limits.maxStorageBufferBindingSize);
    assert_int_equal(8, info.limits.maxStorageBuffersPerShaderStage);
}

static void expectRefused(SupGpu *gpu, uint64_t size, WGPUBufferUsage usage, const char *needed, const char *allowed) {
    WGPUBuffer buffer = (WGPUBuffer)gpu;
    uint64_t before = supGpuAllocated(gpu);
    assert_status(SupStatus_GpuLimit, supGpuBuffer(gpu, "something", size, usage, &buffer));
    assert_null(buffer);
    assert_non_null(strstr(supGpuErrorText(gpu), "something"));
    assert_non_null(strstr(supGpuErrorText(gpu), needed));
    assert_non_null(strstr(supGpuErrorText(gpu), allowed));
    assert_int_equal(before, supGpuAllocated(gpu));
    assert_ok(supGpuStatus(gpu));
}

static void buffers_beyond_a_limit_are_refused_with_both_sizes(void **state) {
    (void)state;
    SupGpu *gpu = readyGpu(true, 0);
    const WGPUBufferUsage storage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopyDst;
    expectRefused(gpu, (1u << 27) + 1, storage, "134217744", "134217728");
    expectRefused(gpu, (1u << 28) + 1, WGPUBufferUsage_CopyDst, "268435472", "268435456");
    WGPUBuffer buffer;
    assert_ok(supGpuBuffer(gpu, "as large as allowed", 1u << 27, storage, &buffer));
    assert_int_equal(1u << 27, supGpuAllocated(gpu));
    supGpuBufferRelease(gpu, &buffer);
    assert_null(buffer);
    supGpuBufferRelease(gpu, &buffer);
    assert_int_equal(0, supGpuAllocated(gpu));
    supGpuDestroy(gpu);
}

/// Adds bodies until one is refused; returns how many fitted.
static uint32_t fillWorld(SupWorld *world, SupBodyAsset *asset, SupStatus refusal, uint32_t most) {
    for (uint32_t i = 0; i < most; ++i) {
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = asset;
        desc.position[1] = 1.0;
        SupBodyId body;
        SupStatus status = supWorldAddBody(world, &desc, &body);
        if (status == SupStatus_Ok) continue;
        assert_status(refusal, status);
        assert_true(body.value == 0);
        return i;
    }
    return most;
}

/// The World after a refusal: the same bodies, all calls work, the bits of a World that was never full.
static void expectGoesOn(SupWorld *world, SupBodyAsset *asset, uint32_t bodies) {
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    assert_int_equal(bodies, stats.bodies);
    assert_int_equal(1, stats.assets);
    SupSettings settings = shortFrames();
    assert_ok(supWorldSetSettings(world, &settings)); // all bodies are described to the GPU again
    stepWorld(world, 2);
    SupWorld *alone = worldOn(fixtureGpu());
    assert_int_equal(1, fillWorld(alone, asset, SupStatus_Ok, 1));
    stepWorld(alone, 2);
    uint64_t expected = stateHash(alone, supWorldBodyAt(alone, 0));
    assert_true(stateHash(world, supWorldBodyAt(world, 0)) == expected);
    assert_true(stateHash(world, supWorldBodyAt(world, bodies - 1)) == expected);
    supWorldDestroy(alone);
    // and there is room again once a body is gone
    assert_ok(supWorldRemoveBody(world, supWorldBodyAt(world, 0)));
    assert_int_equal(1, fillWorld(world, asset, SupStatus_Ok, 1));
    stepWorld(world, 1);
}

static void body_beyond_a_limit_is_refused_and_the_world_goes_on(void **state) {
    (void)state;
    SupGpu *gpu = readyGpu(true, 0);
    SupWorld *world = worldOn(gpu);
    // corrections take 64 bytes a tet, and a binding holds 128 MiB
    SupBodyAsset *asset = boxAsset(1, 1, 1, 40, 40, 40);
    uint32_t fitting = (1u << 21) / supBodyAssetView(asset).tetCount;
    assert_int_equal(fitting, fillWorld(world, asset, SupStatus_GpuLimit, 100));
    print_message("%s\n", supWorldErrorText(world));
    assert_non_null(strstr(supWorldErrorText(world), "134217728"));
    assert_non_null(strstr(supWorldErrorText(world), "147456000"));
    expectGoesOn(world, asset, fitting);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    assert_int_equal(0, supGpuAllocated(gpu));
    supGpuDestroy(gpu);
}

static void memory_limit_is_kept_and_the_world_goes_on(void **state) {
    (void)state;
    const uint64_t limit = 1000000;
    SupGpu *gpu = readyGpu(false, limit);
    SupWorld *world = worldOn(gpu);
    SupBodyAsset *asset = boxAsset(1, 1, 1, 5, 5, 5);
    uint32_t fitting = fillWorld(world, asset, SupStatus_GpuOutOfMemory, 100);
    print_message("%u bodies fit: %s\n", fitting, supWorldErrorText(world));
    assert_true(fitting >= 2 && fitting < 100);
    assert_non_null(strstr(supWorldErrorText(world), "1000000"));
    assert_true(supGpuAllocated(gpu) <= limit);
    expectGoesOn(world, asset, fitting);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    assert_int_equal(0, supGpuAllocated(gpu));
    supGpuDestroy(gpu);
}

static void first_body_that_is_refused_leaves_an_empty_world(void **state) {
    (void)state;
    SupGpu *gpu = readyGpu(false, 20000);
    SupWorld *world = worldOn(gpu);
    SupBodyAsset *large = boxAsset(1, 1, 1, 6, 6, 6), *small = boxAsset(1, 1, 1, 1, 1, 1);
    assert_int_equal(0, fillWorld(world, large, SupStatus_GpuOutOfMemory, 1));
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    assert_int_equal(0, stats.bodies);
    assert_int_equal(0, stats.assets);
    stepWorld(world, 1);
    assert_int_equal(1, fillWorld(world, small, SupStatus_Ok, 1));
    stepWorld(world, 1);
    supWorldDestroy(world);
    supBodyAssetRelease(large);
    supBodyAssetRelease(small);
    supGpuDestroy(gpu);
}

// ---- Time ------------------------------------------------------------------------------------------------------------

static void frame_times_are_positive_or_not_a_number(void **state) {
    (void)state;
    SupGpuInfo info;
    assert_ok(supGpuInfo(fixtureGpu(), &info));
    SupWorld *world = makeWorld(NULL);
    SupBodyAsset *asset = boxAsset(1, 1, 1, 8, 8, 8);
    assert_int_equal(1, fillWorld(world, asset, SupStatus_Ok, 1));
    SupWorldStats stats;
    assert_ok(supWorldStats(world, &stats));
    assert_true(isnan(stats.gpuMilliseconds));
    stepWorld(world, 1); // warm
    assert_ok(supGpuWaitIdle(fixtureGpu(), 60.0));
    double start = supPlatformSeconds();
    stepWorld(world, 1);
    assert_ok(supGpuWaitIdle(fixtureGpu(), 60.0));
    double wall = 1e3 * (supPlatformSeconds() - start);
    assert_ok(supGpuPoll(fixtureGpu()));
    assert_ok(supWorldStats(world, &stats));
    print_message("timestamps %d: %g ms on the GPU, %g ms of wall time\n", info.timestamps, stats.gpuMilliseconds, wall);
    if (info.timestamps)
        assert_true(stats.gpuMilliseconds > 0.0 && stats.gpuMilliseconds < 2.0 * wall);
    else
        assert_true(isnan(stats.gpuMilliseconds));
    if (strstr(info.adapter, "llvmpipe")) assert_false(info.timestamps);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(creation_is_pending_then_ok),
                                       cmocka_unit_test(destroying_a_gpu_that_is_still_pending_is_allowed),
                                       cmocka_unit_test(descriptions_that_are_not_initialised_are_refused),
                                       cmocka_unit_test(null_is_answered_everywhere),
                                       cmocka_unit_test(some_but_not_all_host_handles_are_refused),
                                       cmocka_unit_test(adapters_are_counted_whatever_the_capacity),
                                       cmocka_unit_test(adapter_is_chosen_by_its_index),
                                       cmocka_unit_test(adapter_is_chosen_by_a_part_of_its_name_in_any_case),
                                       cmocka_unit_test(unknown_adapters_are_answered_with_what_there_is),
                                       cmocka_unit_test(host_device_runs_a_world_and_outlives_it),
                                       cmocka_unit_test(loss_that_a_host_reports_ends_its_gpu),
                                       cmocka_unit_test(portable_device_has_exactly_the_default_limits),
                                       cmocka_unit_test(device_has_the_sizes_of_its_adapter),
                                       cmocka_unit_test(buffers_beyond_a_limit_are_refused_with_both_sizes),
                                       cmocka_unit_test(body_beyond_a_limit_is_refused_and_the_world_goes_on),
                                       cmocka_unit_test(memory_limit_is_kept_and_the_world_goes_on),
                                       cmocka_unit_test(first_body_that_is_refused_leaves_an_empty_world),
                                       cmocka_unit_test(frame_times_are_positive_or_not_a_number)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
