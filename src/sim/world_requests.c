// SPDX-License-Identifier: MIT
// Readbacks: a request copies ranges of pools into a staging buffer behind the frames submitted so far, and unpacks them
// when they have arrived.
#include "world.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/// Bytes that one body takes in the staging buffer.
static uint64_t stagedSize(const SupWorld *world, SupRead what, const WorldBody *body) {
    switch (what) {
    case SupRead_State:
        return (supWorldIsNetwork(body) ? 48 + sizeof(GpuNode) : 48) * (uint64_t)body->vertices.count +
               (world->settings.solver == SupSolver_Xpbd ? 8 * (uint64_t)body->tets.count : 0);
    case SupRead_Health:
        return 16;
    default:
        return 16 * (uint64_t)body->vertices.count;
    }
}

static uint64_t copyRange(WGPUCommandEncoder encoder, const SupPool *pool, uint32_t first, uint64_t count, WGPUBuffer to,
                          uint64_t offset) {
    uint64_t bytes = count * pool->elementSize;
    if (bytes)
        wgpuCommandEncoderCopyBufferToBuffer(encoder, pool->buffer, (uint64_t)first * pool->elementSize, to, offset, bytes);
    return offset + bytes;
}

static uint64_t copyBody(const SupWorld *world, WGPUCommandEncoder encoder, SupRead what, uint32_t slot, WGPUBuffer to,
                         uint64_t offset) {
    const WorldBody *body = &world->bodies[slot];
    SupRange v = body->vertices, t = body->tets;
    switch (what) {
    case SupRead_Positions:
        return copyRange(encoder, &world->positions, v.first, v.count, to, offset);
    case SupRead_Velocities:
        return copyRange(encoder, &world->velocities, v.first, v.count, to, offset);
    case SupRead_Normals:
        return copyRange(encoder, &world->normals, v.first, v.count, to, offset);
    case SupRead_Health:
        return copyRange(encoder, &world->health, slot, 1, to, offset);
    default:
        offset = copyRange(encoder, &world->positions, v.first, v.count, to, offset);
        offset = copyRange(encoder, &world->velocities, v.first, v.count, to, offset);
        offset = copyRange(encoder, &world->increments, v.first, v.count, to, offset);
        if (supWorldIsNetwork(body)) offset = copyRange(encoder, &world->nodes, v.first, v.count, to, offset);
        if (world->settings.solver != SupSolver_Xpbd) return offset;
        return copyRange(encoder, &world->multipliers, t.first, t.count, to, offset);
    }
}

/// The slots that a request covers: one body's or all living ones in order.
typedef struct Covered {
    const uint32_t *slots;
    size_t count;
    uint64_t bytes;
    uint64_t vertices;
    uint32_t single;
} Covered;

static SupStatus coverBodies(SupWorld *world, SupRead what, SupBodyId id, Covered *covered) {
    covered->slots = world->order;
    covered->count = world->orderCount;
    if (id.value) {
        SupStatus status;
        const WorldBody *body = supWorldFindBody(world, id, &status);
        if (!body) return status;
        covered->single = (uint32_t)(body - world->bodies);
        covered->slots = &covered->single;
        covered->count = 1;
    }
    covered->bytes = covered->vertices = 0;
    for (size_t i = 0; i < covered->count; ++i) {
        covered->bytes += stagedSize(world, what, &world->bodies[covered->slots[i]]);
        covered->vertices += world->bodies[covered->slots[i]].vertices.count;
    }
    return SupStatus_Ok;
}

static void encodeCopies(SupWorld *world, SupRead what, const Covered *covered, WGPUBuffer staging) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(world->gpu->device, NULL);
    if (what == SupRead_Normals && covered->count) {
        WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
        uint32_t dispatches = world->dispatches;
        supWorldWriteFrame(world);
        supWorldEncodeNormals(world, pass);
        world->dispatches = dispatches;
        wgpuComputePassEncoderEnd(pass);
        wgpuComputePassEncoderRelease(pass);
    }
    uint64_t offset = 0;
    for (size_t i = 0; i < covered->count; ++i) offset = copyBody(world, encoder, what, covered->slots[i], staging, offset);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(world->gpu, commands, SUP_GPU_MAX_IN_FLIGHT);
    wgpuCommandBufferRelease(commands);
}

static SupStatus takeRequestSlot(SupWorld *world, size_t *slot) {
    size_t i = 0;
    while (i < world->requestSlots && world->requests[i].used) ++i;
    if (!supGrow((void **)&world->requests, &world->requestCapacity, i + 1, sizeof *world->requests))
        return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    if (i == world->requestSlots) world->requests[world->requestSlots++] = (WorldRequest){0};
    *slot = i;
    return SupStatus_Ok;
}

/// Normals are computed once for a request, also when they are off for drawing.
static SupStatus syncFor(SupWorld *world, SupRead what) {
    bool enabled = world->normalsEnabled;
    if (what == SupRead_Normals) world->normalsEnabled = true;
    SupStatus status = supWorldSync(world);
    world->normalsEnabled = enabled;
    return status;
}

SupStatus supWorldRequest(SupWorld *world, SupRead what, SupBodyId body, SupRequestId *out) {
    if (!world || !out) return supWorldFailNull(world, "out");
    *out = (SupRequestId){0};
    if ((unsigned)what >= (unsigned)SupRead_Count)
        return supWorldFail(world, SupStatus_InvalidArgument, "there is no such kind of data to read");
    Covered covered = {0};
    SupStatus status = supWorldReady(world);
    if (status == SupStatus_Ok) status = coverBodies(world, what, body, &covered);
    if (status == SupStatus_Ok) status = syncFor(world, what);
    size_t slot = 0;
    if (status == SupStatus_Ok) status = takeRequestSlot(world, &slot);
    if (status != SupStatus_Ok) return status;
    SupReadback *readback = NULL;
    status = supReadbackCreate(world->gpu, covered.bytes, &readback);
    if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    encodeCopies(world, what, &covered, supReadbackStaging(readback));
    supReadbackMap(readback);
    status = supGpuTakeError(world->gpu);
    if (status != SupStatus_Ok) {
        supReadbackDestroy(readback);
        return supWorldFailGpu(world, status);
    }
    WorldRequest *request = &world->requests[slot];
    *request = (WorldRequest){.generation = (uint16_t)(request->generation + 1),
                              .what = what,
                              .used = true,
                              .readback = readback,
                              .length = (size_t)covered.bytes,
                              .status = SupStatus_Pending,
                              .vertexCount = (uint32_t)covered.vertices};
    *out = (SupRequestId){supPackId(world, (uint32_t)slot, request->generation)};
    return SupStatus_Ok;
}

static WorldRequest *findRequest(const SupWorld *world, SupRequestId id, SupStatus *status) {
    *status = supWorldCheckId(world, id.value);
    if (*status != SupStatus_Ok) return NULL;
    uint32_t slot = (uint32_t)id.value - 1u;
    WorldRequest *request = slot < world->requestSlots ? &world->requests[slot] : NULL;
    if (request && request->used && request->generation == (uint16_t)(id.value >> 32)) return request;
    *status = supWorldFail(world, SupStatus_StaleId, "the request was released");
    return NULL;
}

/// On the GPU: the first bad frame, the largest residual and what it is relative to, as bits, and a spare word.
static void unpackHealth(WorldRequest *request, const uint8_t *staged) {
    size_t bodies = request->length / 16;
    SupHealth *health = request->data;
    for (size_t i = 0; i < bodies; ++i) {
        float residual, scale;
        memcpy(&health[i].firstBadFrame, staged + 16 * i, 4);
        memcpy(&residual, staged + 16 * i + 4, 4);
        memcpy(&scale, staged + 16 * i + 8, 4);
        bool finite = health[i].firstBadFrame == UINT32_MAX;
        health[i].residual = !finite ? NAN : scale > 0.0f ? residual / scale : 0.0f;
    }
    request->length = bodies * sizeof *health;
}

/// Vertex data is four floats wide on the GPU and three wide for the caller.
static void unpack(WorldRequest *request, const uint8_t *staged) {
    if (request->what == SupRead_State) {
        memcpy(request->data, staged, request->length);
        return;
    }
    if (request->what == SupRead_Health) {
        unpackHealth(request, staged);
        return;
    }
    for (size_t v = 0; v < request->vertexCount; ++v) memcpy((uint8_t *)request->data + 12 * v, staged + 16 * v, 12);
    request->length = 12 * (size_t)request->vertexCount;
}

static void settle(WorldRequest *request) {
    if (!request->readback || request->status != SupStatus_Pending) return;
    SupStatus status = supReadbackStatus(request->readback);
    if (status == SupStatus_Pending) return;
    request->status = status;
    const void *staged = status == SupStatus_Ok ? supReadbackData(request->readback) : NULL;
    if (staged) {
        request->data = supAlloc(request->length, 1);
        if (request->data)
            unpack(request, staged);
        else
            request->status = SupStatus_OutOfMemory;
    } else if (status == SupStatus_Ok) {
        request->status = SupStatus_DeviceLost; // it arrived, and its device went before it was looked at
    }
    supReadbackDestroy(request->readback);
    request->readback = NULL;
}

SupStatus supWorldRequestStatus(const SupWorld *world, SupRequestId id) {
    SupStatus status;
    WorldRequest *request = findRequest(world, id, &status);
    if (!request) return status;
    settle(request);
    // a lost device answers no map: do not wait for it
    SupStatus gpuStatus = supGpuStatus(world->gpu);
    status = request->status == SupStatus_Pending && gpuStatus != SupStatus_Ok ? gpuStatus : request->status;
    return status == SupStatus_Ok || status == SupStatus_Pending ? status : supWorldFailGpu(world, status);
}

SupStatus supWorldRequestWait(SupWorld *world, SupRequestId id, double seconds) {
    double end = supPlatformSeconds() + seconds;
    for (;;) {
        SupStatus status = supWorldRequestStatus(world, id);
        if (status != SupStatus_Pending || supPlatformSeconds() >= end) return status;
        if (!supPlatformWait(world->gpu, NULL)) return SupStatus_Unsupported;
    }
}

SupStatus supWorldRequestData(const SupWorld *world, SupRequestId id, const void **data, size_t *length) {
    if (!data || !length) return supWorldFailNull(world, data ? "length" : "data");
    SupStatus status = supWorldRequestStatus(world, id);
    if (status != SupStatus_Ok) return status;
    const WorldRequest *request = findRequest(world, id, &status);
    *data = request->data;
    *length = request->length;
    return SupStatus_Ok;
}

static void releaseRequest(WorldRequest *request) {
    supReadbackDestroy(request->readback);
    supFree(request->data);
    *request = (WorldRequest){.generation = request->generation};
}

SupStatus supWorldRequestRelease(SupWorld *world, SupRequestId id) {
    SupStatus status;
    WorldRequest *request = findRequest(world, id, &status);
    if (request) releaseRequest(request);
    return status;
}

void supWorldDestroyRequests(SupWorld *world) {
    for (size_t i = 0; i < world->requestSlots; ++i)
        if (world->requests[i].used) releaseRequest(&world->requests[i]);
}
