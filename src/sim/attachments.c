// SPDX-License-Identifier: MIT
// Attachments: nodes of networks that patches of tet bodies lead. Before each substep of the tets, after its prediction:
//
//   follow      nodes go to their patches and take their velocities
//   network     a part of the networks' frame, as long as the substep
//   pull        patches get what their nodes were pulled with
#include "world.h"

#include "base/memory.h"
#include "base/vec.h"

#include <math.h>

// ---- Making ----------------------------------------------------------------------------------------------------------

static SupStatus checkAttachment(SupWorld *world, const SupAttachment *a, WorldBody **network, WorldBody **body) {
    static const SupAttachment initial = SUP_ATTACHMENT_INIT;
    SupStatus status = supWorldReady(world);
    if (status) return status;
    if (!a || a->cookie != initial.cookie)
        return supWorldFail(world, SupStatus_InvalidArgument, "an attachment wants a description from SUP_ATTACHMENT_INIT");
    *network = supWorldFindBody(world, a->network, &status);
    if (*network) *body = supWorldFindBody(world, a->body, &status);
    if (!*network || !*body) return status;
    if (!supWorldIsNetwork(*network))
        return supWorldFail(world, SupStatus_InvalidArgument,
                            "attachment.network is made of tets: only a network's nodes "
                            "can be attached");
    if (supWorldIsNetwork(*body))
        return supWorldFail(world, SupStatus_InvalidArgument, "attachment.body is a network: only a body of tets can lead");
    uint32_t nodes = (*network)->vertices.count;
    if (a->node >= nodes)
        return supWorldFail(world, SupStatus_OutOfRange, "node %u does not exist: the network has %u", a->node, nodes);
    SupBodyAssetView view = supBodyAssetView((*body)->asset);
    status = supWorldCheckPoint(world, &view, a->triangle, a->weights);
    if (!status && !(a->radius >= 0.0 && a->radius <= 1e6))
        status = supWorldFail(world, SupStatus_OutOfRange, "radius must lie in 0 .. 1e6 m");
    for (int i = 0; i < 3 && !status; ++i)
        if (!(a->offset[i] >= -1e6 && a->offset[i] <= 1e6))
            status = supWorldFail(world, SupStatus_OutOfRange, "offset must lie in -1e6 .. 1e6 m");
    return status;
}

/// What is near the point, nearest most. False when nothing is, or no memory was there (*failed).
static bool findNear(const SupBodyAssetView *view, Vec3 point, double radius, WorldAttachment *out, bool *failed) {
    for (int fill = 0; fill < 2; ++fill) {
        double sum = 0.0;
        uint32_t count = 0;
        for (uint32_t v = 0; v < view->vertexCount; ++v) {
            double away = vec3Length(vec3Sub(vec3LoadFloat(view->positions + 3 * (size_t)v), point)),
                   near = 1.0 - away / radius;
            if (!(away < radius)) continue;
            sum += near;
            if (fill) out->vertices[count] = v, out->weights[count] = (float)near;
            ++count;
        }
        if (count == 0) return false;
        for (uint32_t k = 0; fill && k < count; ++k) out->weights[k] = (float)(out->weights[k] / sum);
        out->count = count;
        if (fill) return true;
        out->vertices = SUP_NEW_ARRAY(uint32_t, count);
        out->weights = SUP_NEW_ARRAY(float, count);
        *failed = !out->vertices || !out->weights;
        if (*failed) return false;
    }
    return false;
}

static void freePatch(WorldAttachment *attachment) {
    supFree(attachment->vertices);
    supFree(attachment->weights);
    attachment->vertices = NULL;
    attachment->weights = NULL;
}

/// Vertices around a point of the surface; without any nearer than the radius those of its triangle.
static bool makePatch(const SupBodyAssetView *view, const SupAttachment *a, double radius, WorldAttachment *out) {
    const uint32_t *corners = view->triangles + 3 * (size_t)a->triangle;
    Vec3 point = vec3(0, 0, 0);
    bool failed = false;
    for (int i = 0; i < 3; ++i)
        point = vec3Add(point, vec3Scale(vec3LoadFloat(view->positions + 3 * (size_t)corners[i]), a->weights[i]));
    if (findNear(view, point, radius, out, &failed)) return true;
    if (failed) return false;
    out->count = 3;
    out->vertices = SUP_NEW_ARRAY(uint32_t, 3);
    out->weights = SUP_NEW_ARRAY(float, 3);
    double sum = a->weights[0] + a->weights[1] + a->weights[2];
    for (int i = 0; out->vertices && out->weights && i < 3; ++i)
        out->vertices[i] = corners[i], out->weights[i] = (float)(a->weights[i] / sum);
    return out->vertices && out->weights;
}

static Vec3 patchVertex(const SupBodyAssetView *view, const WorldAttachment *patch, uint32_t k) {
    return vec3LoadFloat(view->positions + 3 * (size_t)patch->vertices[k]);
}

static Vec3 patchMean(const SupBodyAssetView *view, const WorldAttachment *patch) {
    Vec3 mean = vec3(0, 0, 0);
    for (uint32_t k = 0; k < patch->count; ++k)
        mean = vec3AddScaled(mean, patchVertex(view, patch, k), (double)patch->weights[k]);
    return mean;
}

/// Sum of weight d d^T, d from the mean.
static Mat3 patchSpread(const SupBodyAssetView *view, const WorldAttachment *patch, Vec3 mean) {
    Mat3 spread = {{{0}}};
    for (uint32_t k = 0; k < patch->count; ++k) {
        double d[3];
        vec3Store(d, vec3Sub(patchVertex(view, patch, k), mean));
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) spread.m[i][j] += (double)patch->weights[k] * d[i] * d[j];
    }
    return spread;
}

/// Whether a patch reaches about as far in all directions: only then its weights can lead anywhere.
static bool isSolid(Mat3 spread) {
    double mean = (spread.m[0][0] + spread.m[1][1] + spread.m[2][2]) / 3.0;
    return mat3Determinant(spread) > 1e-3 * mean * mean * mean;
}

/// Weights whose mean lies `offset` away, linear in the vertices' places: they add up to 1 and go along with all turns (a
/// moving least squares fit). The patch grows until that is possible.
static bool leadAside(const SupBodyAssetView *view, const SupAttachment *a, WorldAttachment *patch) {
    Vec3 offset = vec3Load(a->offset), target = vec3Add(patchMean(view, patch), offset), mean;
    double reach = fmax(a->radius, 2.0 * vec3Length(offset));
    Mat3 spread;
    bool enough;
    do {
        freePatch(patch);
        if (!makePatch(view, a, reach, patch)) return false;
        mean = patchMean(view, patch);
        spread = patchSpread(view, patch, mean);
        enough = isSolid(spread) || reach > 4.0 * view->radius;
        reach *= 2.0;
    } while (!enough);
    if (!(mat3Determinant(spread) > 0.0)) return true; // flat beyond what numbers tell apart
    Vec3 slope = mat3Apply(mat3Inverse(spread), vec3Sub(target, mean));
    for (uint32_t k = 0; k < patch->count; ++k) {
        double aside = vec3Dot(slope, vec3Sub(patchVertex(view, patch, k), mean));
        patch->weights[k] = (float)((double)patch->weights[k] * (1.0 + aside));
    }
    return true;
}

static bool makeLead(const SupBodyAssetView *view, const SupAttachment *a, WorldAttachment *out) {
    if (!makePatch(view, a, a->radius, out)) return false;
    bool aside = a->offset[0] != 0.0 || a->offset[1] != 0.0 || a->offset[2] != 0.0;
    return !aside || leadAside(view, a, out);
}

static void touchTables(SupWorld *world) { world->attachmentsDirty = world->bodiesDirty = world->blocksDirty = true; }

static void removeAt(SupWorld *world, size_t i) {
    WorldAttachment *attachment = &world->attachments[i];
    world->bodies[attachment->network].attachmentCount--;
    world->bodies[attachment->body].attachmentCount--;
    freePatch(attachment);
    // the order stays: it decides in which order patches are pulled at
    for (size_t k = i + 1; k < world->attachmentCount; ++k) world->attachments[k - 1] = world->attachments[k];
    world->attachmentCount--;
    touchTables(world);
}

static size_t findAttachment(const SupWorld *world, uint32_t network, uint32_t node) {
    size_t i = 0;
    while (i < world->attachmentCount && (world->attachments[i].network != network || world->attachments[i].node != node))
        ++i;
    return i;
}

SupStatus supWorldAttach(SupWorld *world, const SupAttachment *a) {
    WorldBody *network = NULL, *body = NULL;
    SupStatus status = checkAttachment(world, a, &network, &body);
    if (status || !network || !body) return status;
    SupBodyAssetView view = supBodyAssetView(body->asset);
    WorldAttachment made = {(uint32_t)(network - world->bodies), a->node, (uint32_t)(body - world->bodies), NULL, NULL, 0};
    if (!makeLead(&view, a, &made) || !supGrow((void **)&world->attachments, &world->attachmentCapacity,
                                               world->attachmentCount + 1, sizeof *world->attachments)) {
        freePatch(&made);
        return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    }
    size_t before = findAttachment(world, made.network, made.node);
    if (before < world->attachmentCount) removeAt(world, before);
    world->attachments[world->attachmentCount++] = made;
    network->attachmentCount++;
    body->attachmentCount++;
    touchTables(world);
    return SupStatus_Ok;
}

/// A node that nobody leads any more is free, or pinned as before.
static void letGo(SupWorld *world, size_t i) {
    const WorldAttachment *attachment = &world->attachments[i];
    const WorldBody *network = &world->bodies[attachment->network];
    supWorldWritePin(world, network, attachment->node);
    removeAt(world, i);
}

SupStatus supWorldDetach(SupWorld *world, SupBodyId id, const uint32_t *nodes, uint32_t count) {
    SupStatus status = supWorldReady(world);
    if (status) return status;
    const WorldBody *network = supWorldFindBody(world, id, &status);
    if (!network) return status;
    if (!supWorldIsNetwork(network))
        return supWorldFail(world, SupStatus_InvalidArgument, "the body is made of tets: it is no network");
    for (uint32_t k = 0; nodes && k < count; ++k)
        if (nodes[k] >= network->vertices.count)
            return supWorldFail(world, SupStatus_OutOfRange, "node %u does not exist: the network has %u", nodes[k],
                                network->vertices.count);
    uint32_t slot = (uint32_t)(network - world->bodies);
    for (uint32_t k = 0; nodes && k < count; ++k) {
        size_t i = findAttachment(world, slot, nodes[k]);
        if (i < world->attachmentCount) letGo(world, i);
    }
    for (size_t i = world->attachmentCount; !nodes && i-- > 0;)
        if (world->attachments[i].network == slot) letGo(world, i);
    return SupStatus_Ok;
}

void supAttachmentsForget(SupWorld *world, uint32_t slot) {
    for (size_t i = world->attachmentCount; i-- > 0;) {
        if (world->attachments[i].body == slot)
            letGo(world, i);
        else if (world->attachments[i].network == slot)
            removeAt(world, i);
    }
}

// ---- Tables ----------------------------------------------------------------------------------------------------------

static GpuAttachment describe(const SupWorld *world, const WorldAttachment *a, uint32_t first) {
    const WorldBody *network = &world->bodies[a->network], *body = &world->bodies[a->body];
    GpuAttachment out = {
        .node = network->vertices.first + a->node, .network = a->network, .first = first, .end = first + a->count};
    for (int i = 0; i < 3; ++i) out.offset[i] = (float)(body->origin[i] - network->origin[i]);
    return out;
}

typedef struct AttachmentTables {
    GpuAttachment *attachments;
    GpuPatch *patches;
    GpuBlock *blocks;
    uint32_t attachmentCount, patchCount, blockCount;
} AttachmentTables;

/// Attachments by the body that leads, in the order in which they were made.
static void fillTables(const SupWorld *world, AttachmentTables *t) {
    for (size_t b = 0; b < world->orderCount; ++b) {
        uint32_t slot = world->order[b], first = t->attachmentCount;
        if (supWorldIsNetwork(&world->bodies[slot]) || !world->bodies[slot].attachmentCount) continue;
        for (size_t i = 0; i < world->attachmentCount; ++i) {
            const WorldAttachment *a = &world->attachments[i];
            if (a->body != slot) continue;
            t->attachments[t->attachmentCount++] = describe(world, a, t->patchCount);
            for (uint32_t k = 0; k < a->count; ++k)
                t->patches[t->patchCount++] =
                    (GpuPatch){world->bodies[slot].vertices.first + a->vertices[k], a->weights[k], 0, 0};
        }
        t->blocks[t->blockCount++] = (GpuBlock){slot, first, t->attachmentCount, 0};
    }
}

static SupStatus uploadTables(SupWorld *world, const AttachmentTables *t) {
    SupStatus status = supPoolReserve(world->gpu, &world->attachBlocks, t->blockCount);
    if (!status) status = supPoolReserve(world->gpu, &world->attachmentTable, t->attachmentCount);
    if (!status) status = supPoolReserve(world->gpu, &world->patches, t->patchCount);
    // the kernels name a snapshot, which only scatter makes: a binding must hold something
    if (!status) status = supPoolReserve(world->gpu, &world->scratch, 1);
    if (status) return supWorldFailGpu(world, status);
    supPoolWrite(world->gpu, &world->attachBlocks, 0, t->blocks, t->blockCount);
    supPoolWrite(world->gpu, &world->attachmentTable, 0, t->attachments, t->attachmentCount);
    supPoolWrite(world->gpu, &world->patches, 0, t->patches, t->patchCount);
    world->attachBlockCount = t->blockCount;
    world->attachmentsDirty = false;
    return SupStatus_Ok;
}

SupStatus supAttachmentsUpload(SupWorld *world) {
    uint64_t patches = 0;
    for (size_t i = 0; i < world->attachmentCount; ++i) patches += world->attachments[i].count;
    world->attachBlockCount = 0;
    world->attachmentsDirty = world->attachmentCount > 0;
    if (!world->attachmentCount) return SupStatus_Ok;
    if (patches > UINT32_MAX)
        return supWorldFail(world, SupStatus_GpuLimit, "the patches of all attachments hold more than 2^32 vertices");
    AttachmentTables t = {.attachments = SUP_NEW_ARRAY(GpuAttachment, world->attachmentCount),
                          .patches = SUP_NEW_ARRAY(GpuPatch, (size_t)patches),
                          .blocks = SUP_NEW_ARRAY(GpuBlock, world->attachmentCount)};
    SupStatus status = supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    if (t.attachments && t.patches && t.blocks) {
        fillTables(world, &t);
        status = uploadTables(world, &t);
    }
    supFree(t.attachments);
    supFree(t.patches);
    supFree(t.blocks);
    return status;
}

// ---- Kernels ---------------------------------------------------------------------------------------------------------

static SupKernel *pullKernel(SupWorld *world) {
    const SupSettings *s = &world->settings;
    return &world->network.pull[s->solver == SupSolver_Xpbd && s->accumulate == SupAccumulate_Scatter];
}

static SupStatus make(SupWorld *world, SupKernel *kernel, const char *flag) {
    if (kernel->pipeline) return SupStatus_Ok;
    const SupConstant constants[] = {{"WORKGROUP_SIZE", world->workgroupSize}, {flag, 1}};
    SupStatus status = supKernelCreate(world->gpu, "network_attach", constants, flag ? 2 : 1, kernel);
    world->boundGeneration = 0;
    return status ? supWorldFailGpu(world, status) : SupStatus_Ok;
}

SupStatus supAttachmentsPrepare(SupWorld *world) {
    SupKernel *pull = pullKernel(world);
    SupStatus status = make(world, &world->network.follow, "FOLLOW");
    return status ? status : make(world, pull, pull == &world->network.pull[1] ? "SCATTER" : NULL);
}

SupStatus supAttachmentsBind(SupWorld *world, const SupBinding *shared, uint32_t sharedCount) {
    enum { Most = 40 };
    SupBinding bindings[Most];
    if (!world->attachmentCount || sharedCount + 3 > Most) return SupStatus_Ok;
    for (uint32_t i = 0; i < sharedCount; ++i) bindings[i] = shared[i];
    bindings[sharedCount] = (SupBinding){.name = "attachBlocks", .buffer = world->attachBlocks.buffer};
    bindings[sharedCount + 1] = (SupBinding){.name = "attachments", .buffer = world->attachmentTable.buffer};
    bindings[sharedCount + 2] = (SupBinding){.name = "patches", .buffer = world->patches.buffer};
    SupKernel *kernels[] = {&world->network.follow, &world->network.pull[0], &world->network.pull[1]};
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < 3 && !status; ++i)
        if (kernels[i]->pipeline) status = supKernelBind(world->gpu, kernels[i], bindings, sharedCount + 3);
    return status;
}

void supAttachmentsRelease(SupWorld *world) {
    SupKernel *kernels[] = {&world->network.follow, &world->network.pull[0], &world->network.pull[1]};
    for (int i = 0; i < 3; ++i) supKernelRelease(kernels[i]);
    for (size_t i = 0; i < world->attachmentCount; ++i) freePatch(&world->attachments[i]);
    supFree(world->attachments);
}

// ---- Encoding --------------------------------------------------------------------------------------------------------

void supWorldEncodePulls(SupWorld *world, WGPUComputePassEncoder pass, uint32_t substep) {
    supWorldEncodeGrabs(world, pass);
    if (!world->attachmentCount) return;
    supWorldDispatch(world, &world->network.follow, pass, world->attachBlockCount);
    supNetworkEncode(world, pass, substep);
    supWorldDispatch(world, pullKernel(world), pass, world->attachBlockCount);
}

void supAttachmentsEncodeEnd(SupWorld *world, WGPUComputePassEncoder pass) {
    if (!world->attachmentCount) return;
    supWorldDispatch(world, &world->network.follow, pass, world->attachBlockCount);
    supWorldDispatch(world, pullKernel(world), pass, world->attachBlockCount);
}
