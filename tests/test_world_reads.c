// SPDX-License-Identifier: MIT
// Reading back: requests in flight, their lifetimes, normals, and the buffers that hosts draw from.
#include "gpu_fixture.h"

#include "gpu/gpu.h"
#include "gpu/readback.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Scene {
    SupWorld *world;
    SupBodyAsset *box, *beam;
    SupBodyDesc boxDesc, beamDesc;
    SupBodyId bodies[3];
} Scene;

static int makeScene(void **state) {
    Scene *scene = calloc(1, sizeof *scene);
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.substeps = 2, settings.iterations = 2;
    scene->world = makeWorld(&settings);
    scene->box = boxAsset(1, 1, 1, 2, 2, 2);
    scene->beam = boxAsset(2, 0.5, 0.5, 7, 2, 2);
    scene->boxDesc = scene->beamDesc = (SupBodyDesc)SUP_BODY_DESC_INIT;
    scene->boxDesc.asset = scene->box;
    scene->beamDesc.asset = scene->beam;
    scene->boxDesc.position[1] = scene->beamDesc.position[1] = 1.0;
    scene->beamDesc.velocity[2] = 0.75;
    for (int i = 0; i < 3; ++i) scene->bodies[i] = addBody(scene->world, i == 1 ? &scene->beamDesc : &scene->boxDesc);
    *state = scene;
    return 0;
}

static int freeScene(void **state) {
    Scene *scene = *state;
    supWorldDestroy(scene->world);
    supBodyAssetRelease(scene->box);
    supBodyAssetRelease(scene->beam);
    free(scene);
    return 0;
}

static uint64_t finishedHash(SupWorld *world, SupRequestId request) {
    const void *data;
    size_t length;
    assert_ok(supWorldRequestWait(world, request, 60.0));
    assert_ok(supWorldRequestStatus(world, request));
    assert_ok(supWorldRequestData(world, request, &data, &length));
    return supHash(data, length);
}

// ---- Requests --------------------------------------------------------------------------------------------------------

static void sizes_of_all_kinds_are_as_documented(void **state) {
    Scene *scene = *state;
    static const size_t perVertex[] = {12, 12, 12};
    for (int i = 0; i < 3; ++i) {
        SupBodyInfo info;
        size_t length;
        assert_ok(supWorldBodyInfo(scene->world, scene->bodies[i], &info));
        for (int what = SupRead_Positions; what <= SupRead_Normals; ++what) {
            free(readWorld(scene->world, (SupRead)what, scene->bodies[i], &length));
            assert_int_equal(perVertex[what] * info.vertexCount, length);
        }
        free(readWorld(scene->world, SupRead_State, scene->bodies[i], &length));
        assert_int_equal(48 * info.vertexCount, length);
        free(readWorld(scene->world, SupRead_Health, scene->bodies[i], &length));
        assert_int_equal(sizeof(SupHealth), length);
    }
}

static void request_for_all_bodies_is_theirs_in_order(void **state) {
    Scene *scene = *state;
    stepWorld(scene->world, 3);
    for (int what = 0; what < SupRead_Count; ++what) {
        size_t length, used = 0, one;
        uint8_t *all = readWorld(scene->world, (SupRead)what, (SupBodyId){0}, &length);
        for (int i = 0; i < 3; ++i) {
            void *part = readWorld(scene->world, (SupRead)what, scene->bodies[i], &one);
            assert_true(used + one <= length);
            assert_memory_equal(all + used, part, one);
            used += one;
            free(part);
        }
        assert_int_equal(length, used);
        free(all);
    }
}

static void request_sees_the_frames_submitted_before_it_and_no_later_ones(void **state) {
    Scene *scene = *state;
    enum { Count = 24 };
    SupRequestId requests[Count];
    uint64_t expected[Count];
    for (int i = 0; i < Count; ++i) {
        stepWorld(scene->world, 1);
        expected[i] = stateHash(scene->world, scene->bodies[1]);
    }
    assert_ok(supWorldReset(scene->world));
    for (int i = 0; i < Count; ++i) { // all in flight at once
        stepWorld(scene->world, 1);
        assert_ok(supWorldRequest(scene->world, SupRead_State, scene->bodies[1], &requests[i]));
    }
    stepWorld(scene->world, 1);
    for (int i = 0; i < Count; ++i) { // taken in another order
        int k = (7 * i + 5) % Count;
        assert_true(finishedHash(scene->world, requests[k]) == expected[k]);
    }
    for (int i = Count; i-- > 0;) assert_ok(supWorldRequestRelease(scene->world, requests[i]));
}

static void data_lives_until_its_request_is_released(void **state) {
    Scene *scene = *state;
    SupRequestId first, second;
    const void *data, *again;
    size_t length, otherLength;
    assert_ok(supWorldRequest(scene->world, SupRead_Positions, scene->bodies[1], &first));
    uint64_t hash = finishedHash(scene->world, first);
    assert_ok(supWorldRequestData(scene->world, first, &data, &length));
    stepWorld(scene->world, 5);
    for (int i = 0; i < 20; ++i) { // slots come and go around it
        assert_ok(supWorldRequest(scene->world, SupRead_State, (SupBodyId){0}, &second));
        if (i % 2) finishedHash(scene->world, second);
        assert_ok(supWorldRequestRelease(scene->world, second));
    }
    assert_ok(supWorldRemoveBody(scene->world, scene->bodies[1]));
    assert_ok(supWorldRequestData(scene->world, first, &again, &otherLength));
    assert_ptr_equal(data, again);
    assert_int_equal(length, otherLength);
    assert_true(supHash(data, length) == hash);
    assert_ok(supWorldRequestRelease(scene->world, first));
    assert_status(SupStatus_StaleId, supWorldRequestData(scene->world, first, &again, &otherLength));
}

static void requests_may_be_released_while_they_are_pending(void **state) {
    Scene *scene = *state;
    stepWorld(scene->world, 1);
    uint64_t before = supGpuAllocated(fixtureGpu());
    for (int round = 0; round < 5; ++round) {
        SupRequestId requests[30];
        for (int i = 0; i < 30; ++i)
            assert_ok(supWorldRequest(scene->world, (SupRead)(i % 2), scene->bodies[i % 3], &requests[i]));
        for (int i = 0; i < 30; ++i) {
            assert_ok(supWorldRequestRelease(scene->world, requests[(i * 7) % 30]));
            assert_status(SupStatus_StaleId, supWorldRequestStatus(scene->world, requests[(i * 7) % 30]));
        }
        stepWorld(scene->world, 1);
    }
    assert_ok(supGpuWaitIdle(fixtureGpu(), 60.0));
    assert_int_equal(before, settledMemory(fixtureGpu(), before));
}

static void requests_outlive_their_body_and_end_with_their_world(void **state) {
    Scene *scene = *state;
    stepWorld(scene->world, 2);
    uint64_t expected = stateHash(scene->world, scene->bodies[0]);
    SupRequestId request;
    assert_ok(supWorldRequest(scene->world, SupRead_State, scene->bodies[0], &request));
    assert_ok(supWorldRemoveBody(scene->world, scene->bodies[0]));
    // another body takes its place in the buffers before the copy has arrived
    addBody(scene->world, &scene->beamDesc);
    stepWorld(scene->world, 2);
    assert_true(finishedHash(scene->world, request) == expected);
    for (int i = 0; i < 5; ++i) // left for supWorldDestroy
        assert_ok(supWorldRequest(scene->world, SupRead_State, (SupBodyId){0}, &request));
}

static void polling_alone_finishes_a_request(void **state) {
    Scene *scene = *state;
    SupRequestId request;
    stepWorld(scene->world, 1);
    assert_ok(supWorldRequest(scene->world, SupRead_Positions, scene->bodies[0], &request));
    double end = supPlatformSeconds() + 60.0;
    while (supWorldRequestStatus(scene->world, request) == SupStatus_Pending && supPlatformSeconds() < end)
        assert_ok(supGpuPoll(fixtureGpu()));
    assert_ok(supWorldRequestStatus(scene->world, request));
    assert_ok(supWorldRequestRelease(scene->world, request));
}

static void waiting_no_time_returns_at_once(void **state) {
    Scene *scene = *state;
    SupRequestId request;
    const void *data = &request;
    size_t length = 1;
    stepWorld(scene->world, 2);
    assert_ok(supWorldRequest(scene->world, SupRead_State, (SupBodyId){0}, &request));
    double start = supPlatformSeconds();
    SupStatus status = supWorldRequestWait(scene->world, request, 0.0);
    assert_true(status == SupStatus_Pending || status == SupStatus_Ok);
    status = supWorldRequestData(scene->world, request, &data, &length);
    assert_true(status == SupStatus_Pending || status == SupStatus_Ok);
    assert_true(supPlatformSeconds() - start < 1.0);
    finishedHash(scene->world, request);
    assert_ok(supWorldRequestRelease(scene->world, request));
}

// ---- Normals ---------------------------------------------------------------------------------------------------------

/// Unit on the surface of a box and pointing out, zero inside.
static void expectBoxNormals(SupWorld *world, SupBodyId body, SupBodyAsset *asset, const char *when) {
    SupBodyAssetView view = supBodyAssetView(asset);
    float *normals = readWorld(world, SupRead_Normals, body, NULL);
    uint32_t inside = 0;
    for (uint32_t v = 0; v < view.vertexCount; ++v) {
        const float *n = normals + 3 * (size_t)v, *x = view.positions + 3 * (size_t)v;
        double length = sqrt((double)n[0] * (double)n[0] + (double)n[1] * (double)n[1] + (double)n[2] * (double)n[2]);
        bool surface = view.surfaceStart[v] != view.surfaceStart[v + 1];
        inside += !surface;
        if (fabs(length - surface) > 1e-5) print_error("%s: vertex %u has a normal of length %g\n", when, v, length);
        assert_near(length, surface, 1e-5);
        if (surface)
            assert_true((double)n[0] * (double)x[0] + (double)n[1] * (double)x[1] + (double)n[2] * (double)x[2] > 0.0);
    }
    assert_true(inside > 0);
    free(normals);
}

static void normals_are_right_before_the_first_frame(void **state) {
    Scene *scene = *state;
    expectBoxNormals(scene->world, scene->bodies[0], scene->box, "no frame");
    expectBoxNormals(scene->world, scene->bodies[1], scene->beam, "no frame");
    SupBodyId late = addBody(scene->world, &scene->boxDesc);
    expectBoxNormals(scene->world, late, scene->box, "no frame since it was added");
    stepWorld(scene->world, 1);
    SupBodyId later = addBody(scene->world, &scene->beamDesc);
    expectBoxNormals(scene->world, later, scene->beam, "a frame before it was added");
}

static void inner_vertices_do_not_inherit_normals(void **state) {
    Scene *scene = *state;
    assert_ok(supWorldEnableNormals(scene->world, true));
    stepWorld(scene->world, 1);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 3; ++i) {
            assert_ok(
                supWorldReplaceBody(scene->world, scene->bodies[i], (i + round) % 2 ? &scene->boxDesc : &scene->beamDesc));
            expectBoxNormals(scene->world, scene->bodies[i], (i + round) % 2 ? scene->box : scene->beam, "replaced");
        }
        assert_ok(supWorldEnableNormals(scene->world, round % 2));
        stepWorld(scene->world, 1);
    }
}

// ---- Buffers ---------------------------------------------------------------------------------------------------------

/// The bytes of a view, read by the host's own copy.
static void *readView(const SupBufferView *view) {
    SupGpu *gpu = fixtureGpu();
    size_t size = (size_t)(view->count * view->stride);
    SupReadback *readback;
    assert_ok(supReadbackCreate(gpu, size, &readback));
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, view->buffer, view->offset, supReadbackStaging(readback), 0, size);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    assert_true(supGpuSubmit(gpu, commands, 2));
    wgpuCommandBufferRelease(commands);
    supReadbackMap(readback);
    double end = supPlatformSeconds() + 60.0;
    while (supReadbackStatus(readback) == SupStatus_Pending && supPlatformSeconds() < end) supGpuPoll(gpu);
    assert_ok(supReadbackStatus(readback));
    void *copy = malloc(size);
    memcpy(copy, supReadbackData(readback), size);
    supReadbackDestroy(readback);
    return copy;
}

static void expectUsage(const SupBufferView *view, WGPUBufferUsage usage) {
    assert_true((wgpuBufferGetUsage(view->buffer) & usage) == usage);
    assert_true(view->offset + view->count * view->stride <= wgpuBufferGetSize(view->buffer));
}

static void views_show_what_requests_read(void **state) {
    Scene *scene = *state;
    const WGPUBufferUsage drawn = WGPUBufferUsage_Storage | WGPUBufferUsage_Vertex | WGPUBufferUsage_CopySrc;
    assert_ok(supWorldEnableNormals(scene->world, true));
    stepWorld(scene->world, 4);
    uint64_t end = 0;
    for (int i = 0; i < 3; ++i) {
        SupBufferView positions, normals, triangles;
        SupBodyInfo info;
        assert_ok(supWorldBodyInfo(scene->world, scene->bodies[i], &info));
        SupBodyAssetView asset = supBodyAssetView(info.asset);
        assert_ok(supWorldPositions(scene->world, scene->bodies[i], &positions));
        assert_ok(supWorldNormals(scene->world, scene->bodies[i], &normals));
        assert_ok(supWorldTriangles(scene->world, scene->bodies[i], &triangles));
        expectUsage(&positions, drawn);
        expectUsage(&normals, drawn);
        expectUsage(&triangles, drawn | WGPUBufferUsage_Index);
        assert_int_equal(16, positions.stride);
        assert_int_equal(16, normals.stride);
        assert_int_equal(4, triangles.stride);
        assert_int_equal(16 * (uint64_t)info.firstVertex, positions.offset);
        assert_int_equal(positions.offset, normals.offset);
        assert_true(positions.offset >= end); // ranges do not overlap
        end = positions.offset + 16 * (uint64_t)info.vertexCount;
        assert_int_equal(info.vertexCount, positions.count);
        assert_int_equal(info.vertexCount, normals.count);
        assert_int_equal(3 * asset.triangleCount, triangles.count);
        assert_memory_equal(info.origin, positions.origin, sizeof info.origin);
        float *fromBuffer = readView(&positions), *fromRequest = readPositions(scene->world, scene->bodies[i]);
        for (size_t v = 0; v < info.vertexCount; ++v) assert_memory_equal(fromBuffer + 4 * v, fromRequest + 3 * v, 12);
        free(fromBuffer), free(fromRequest);
        fromBuffer = readView(&normals), fromRequest = readWorld(scene->world, SupRead_Normals, scene->bodies[i], NULL);
        for (size_t v = 0; v < info.vertexCount; ++v) {
            assert_memory_equal(fromBuffer + 4 * v, fromRequest + 3 * v, 12);
            assert_near((double)fromBuffer[4 * v + 3], 0, 0);
        }
        free(fromBuffer), free(fromRequest);
        uint32_t *indices = readView(&triangles);
        assert_memory_equal(asset.triangles, indices, 4 * (size_t)triangles.count);
        free(indices);
    }
}

static void generation_changes_exactly_when_a_buffer_was_replaced(void **state) {
    Scene *scene = *state;
    SupBufferView before[3], now[3];
    uint32_t replaced = 0, kept = 0;
    assert_ok(supWorldEnableNormals(scene->world, true));
    for (int i = 0; i < 40; ++i) {
        assert_ok(supWorldPositions(scene->world, scene->bodies[0], &before[0]));
        assert_ok(supWorldNormals(scene->world, scene->bodies[0], &before[1]));
        assert_ok(supWorldTriangles(scene->world, scene->bodies[0], &before[2]));
        if (i % 4 == 3)
            stepWorld(scene->world, 1);
        else
            addBody(scene->world, i % 4 == 0 ? &scene->beamDesc : &scene->boxDesc);
        assert_ok(supWorldPositions(scene->world, scene->bodies[0], &now[0]));
        assert_ok(supWorldNormals(scene->world, scene->bodies[0], &now[1]));
        assert_ok(supWorldTriangles(scene->world, scene->bodies[0], &now[2]));
        for (int k = 0; k < 3; ++k) {
            bool same = before[k].buffer == now[k].buffer;
            if (same) {
                assert_int_equal(before[k].generation, now[k].generation);
                ++kept;
            } else {
                assert_true(now[k].generation > before[k].generation);
                ++replaced;
            }
            assert_int_equal(before[k].offset, now[k].offset); // a body stays where it is
        }
    }
    print_message("%u buffers replaced, %u kept\n", replaced, kept);
    assert_true(replaced >= 2 && kept >= 20);
}

static void views_of_new_bodies_lie_in_their_buffers_before_the_next_frame(void **state) {
    Scene *scene = *state;
    assert_ok(supWorldEnableNormals(scene->world, true));
    stepWorld(scene->world, 1);
    for (int i = 0; i < 20; ++i) {
        SupBodyId body = addBody(scene->world, &scene->beamDesc);
        SupBufferView view;
        assert_ok(supWorldNormals(scene->world, body, &view));
        assert_true(view.offset + view.count * view.stride <= wgpuBufferGetSize(view.buffer));
        assert_ok(supWorldPositions(scene->world, body, &view));
        assert_true(view.offset + view.count * view.stride <= wgpuBufferGetSize(view.buffer));
    }
}

static void normals_have_no_buffer_until_they_are_switched_on(void **state) {
    Scene *scene = *state;
    SupBufferView view;
    stepWorld(scene->world, 1);
    assert_ok(supWorldNormals(scene->world, scene->bodies[0], &view));
    assert_null(view.buffer);
    assert_ok(supWorldEnableNormals(scene->world, true));
    assert_ok(supWorldNormals(scene->world, scene->bodies[0], &view));
    assert_non_null(view.buffer);
}

int main(void) {
#define SCENE(name) cmocka_unit_test_setup_teardown(name, makeScene, freeScene)
    const struct CMUnitTest tests[] = {SCENE(sizes_of_all_kinds_are_as_documented),
                                       SCENE(request_for_all_bodies_is_theirs_in_order),
                                       SCENE(request_sees_the_frames_submitted_before_it_and_no_later_ones),
                                       SCENE(data_lives_until_its_request_is_released),
                                       SCENE(requests_may_be_released_while_they_are_pending),
                                       SCENE(requests_outlive_their_body_and_end_with_their_world),
                                       SCENE(polling_alone_finishes_a_request),
                                       SCENE(waiting_no_time_returns_at_once),
                                       SCENE(normals_are_right_before_the_first_frame),
                                       SCENE(inner_vertices_do_not_inherit_normals),
                                       SCENE(views_show_what_requests_read),
                                       SCENE(generation_changes_exactly_when_a_buffer_was_replaced),
                                       SCENE(views_of_new_bodies_lie_in_their_buffers_before_the_next_frame),
                                       SCENE(normals_have_no_buffer_until_they_are_switched_on)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
