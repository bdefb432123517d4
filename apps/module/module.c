// SPDX-License-Identifier: MIT
// What the JavaScript module calls: one World on the host's device. Numbers come in as they are, lists by pointer.
#include <supple/world.h>

#include <stdio.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static SupGpu *gpu;
static SupWorld *world;
static SupRequestId requests[64]; ///< readbacks under way, by number
static char message[SUP_REPORT_TEXT_SIZE + 64];

static SupStatus fail(SupStatus status, const char *text) {
    snprintf(message, sizeof message, "%s", text && *text ? text : supStatusText(status));
    return status;
}

static SupStatus ofWorld(SupStatus status) {
    if (status == SupStatus_Ok || status == SupStatus_Pending) return status;
    const char *text = supWorldErrorText(world);
    return fail(status, text && *text ? text : supGpuErrorText(gpu));
}

static SupStatus ofReport(SupStatus status, const SupReport *report) {
    return status ? fail(status, supReportError(report)) : status;
}

EXPORT(moduleMessage) const char *moduleMessage(void) { return message; }
EXPORT(moduleStatusName) const char *moduleStatusName(SupStatus status) { return supStatusName(status); }
EXPORT(moduleVersion) const char *moduleVersion(void) { return supVersion(); }

// ---- World -----------------------------------------------------------------------------------------------------------

/// numbers: gravity x y z, frame time, substeps, iterations, ground enabled, height, friction, most frames an advance.
static SupSettings settingsFrom(const double *numbers) {
    SupSettings settings = SUP_SETTINGS_INIT;
    memcpy(settings.gravity, numbers, sizeof settings.gravity);
    settings.frameTime = numbers[3];
    settings.substeps = (uint32_t)numbers[4];
    settings.iterations = (uint32_t)numbers[5];
    settings.ground = (SupGround){numbers[6] != 0.0, numbers[7], numbers[8]};
    settings.maxFramesPerAdvance = (uint32_t)numbers[9];
    return settings;
}

/// The handles are the host's; a reference is taken on each.
EXPORT(worldCreate)
SupStatus worldCreate(WGPUInstance instance, WGPUAdapter adapter, WGPUDevice device, WGPUQueue queue, const double *numbers,
                      uint32_t workgroupSize) {
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    desc.instance = instance;
    desc.adapterHandle = adapter;
    desc.device = device;
    desc.queue = queue;
    SupStatus status = supGpuCreate(&desc, &gpu);
    if (status) return fail(status, "");
    SupWorldDesc worldDesc = SUP_WORLD_DESC_INIT;
    worldDesc.gpu = gpu;
    worldDesc.settings = settingsFrom(numbers);
    worldDesc.workgroupSize = workgroupSize;
    status = supWorldCreate(&worldDesc, &world);
    return status ? fail(status, supGpuErrorText(gpu)) : status;
}

EXPORT(worldDestroy) void worldDestroy(void) {
    supWorldDestroy(world);
    supGpuDestroy(gpu);
    world = NULL;
    gpu = NULL;
}

EXPORT(worldSettings) SupStatus worldSettings(const double *numbers) {
    SupSettings settings = settingsFrom(numbers);
    return ofWorld(supWorldSetSettings(world, &settings));
}

EXPORT(worldPoll) SupStatus worldPoll(void) {
    SupStatus status = supGpuPoll(gpu);
    return status ? fail(status, supGpuErrorText(gpu)) : status;
}
EXPORT(worldLost) void worldLost(const char *text) { supGpuReportLoss(gpu, text); }
EXPORT(worldStep) SupStatus worldStep(uint32_t frames) { return ofWorld(supWorldStep(world, frames)); }
EXPORT(worldReset) SupStatus worldReset(void) { return ofWorld(supWorldReset(world)); }
EXPORT(worldNormals) SupStatus worldNormals(bool enabled) { return ofWorld(supWorldEnableNormals(world, enabled)); }

/// out: frames run, share of a frame that is left over.
EXPORT(worldAdvance) SupStatus worldAdvance(double seconds, double *out) {
    uint32_t frames = 0;
    SupStatus status = supWorldAdvance(world, seconds, &frames, &out[1]);
    out[0] = frames;
    return ofWorld(status);
}

/// out: bodies, assets, vertices, tets, frames, time, dropped time, GPU bytes, GPU milliseconds.
EXPORT(worldStats) SupStatus worldStats(double *out) {
    SupWorldStats stats;
    SupStatus status = supWorldStats(world, &stats);
    if (status) return ofWorld(status);
    const double numbers[] = {stats.bodies,       stats.assets,           (double)stats.vertices,
                              (double)stats.tets, (double)stats.frames,   stats.time,
                              stats.droppedTime,  (double)stats.gpuBytes, stats.gpuMilliseconds};
    memcpy(out, numbers, sizeof numbers);
    return status;
}

// ---- Assets ----------------------------------------------------------------------------------------------------------

static SupStatus assetOf(SupStatus status, SupTetMesh *mesh, SupReport *report, SupBodyAsset **out) {
    SupBodyAssetDesc desc = SUP_BODY_ASSET_DESC_INIT;
    if (status == SupStatus_Ok) status = supBodyAssetCreate(mesh, &desc, out, report);
    supTetMeshFree(mesh);
    return ofReport(status, report);
}

EXPORT(assetFromTets)
SupStatus assetFromTets(const double *positions, uint32_t vertexCount, const uint32_t *tets, uint32_t tetCount,
                        SupBodyAsset **out) {
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh = {0};
    SupStatus status = supTetMeshFromArrays(positions, vertexCount, tets, tetCount, &mesh, &report);
    return assetOf(status, &mesh, &report, out);
}

/// Fills a surface with tets: `cell` [m], or 0 and about `tetCount` of them. The arrays belong to the caller.
// NOLINTBEGIN(readability-non-const-parameter): a SupSurface points to what may be written
EXPORT(assetFromSurface)
SupStatus assetFromSurface(double *positions, uint32_t vertexCount, uint32_t *triangles, uint32_t triangleCount,
                           uint32_t tetCount, double cell, SupBodyAsset **out) {
    SupReport report = SUP_REPORT_INIT;
    for (size_t i = 0; i < 3 * (size_t)triangleCount; ++i)
        if (triangles[i] >= vertexCount) return fail(SupStatus_Malformed, "a triangle's index is beyond the last vertex");
    const SupSurface surface = {
        .positions = positions, .triangles = triangles, .vertexCount = vertexCount, .triangleCount = triangleCount};
    SupMeshingDesc desc = SUP_MESHING_DESC_INIT;
    desc.cellSize = cell;
    desc.targetTets = tetCount;
    SupTetMesh mesh = {0};
    SupStatus status = supTetMeshFromSurface(&surface, &desc, &mesh, &report);
    return assetOf(status, &mesh, &report, out);
}

// NOLINTEND(readability-non-const-parameter)

EXPORT(assetBox)
SupStatus assetBox(double x, double y, double z, uint32_t i, uint32_t j, uint32_t k, SupBodyAsset **out) {
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh = {0};
    SupStatus status = supTetMeshBox((double[]){x, y, z}, (uint32_t[]){i, j, k}, &mesh, &report);
    return assetOf(status, &mesh, &report, out);
}

EXPORT(assetTorus)
SupStatus assetTorus(double major, double minor, uint32_t ring, uint32_t section, SupBodyAsset **out) {
    SupReport report = SUP_REPORT_INIT;
    SupTetMesh mesh = {0};
    SupStatus status = supTetMeshTorus(major, minor, ring, section, &mesh, &report);
    return assetOf(status, &mesh, &report, out);
}

EXPORT(assetRelease) void assetRelease(SupBodyAsset *asset) { supBodyAssetRelease(asset); }

// ---- Bodies ----------------------------------------------------------------------------------------------------------

static SupMaterial materialFrom(const double *numbers) {
    SupMaterial material = SUP_MATERIAL_INIT;
    material.young = numbers[0];
    material.poisson = numbers[1];
    material.density = numbers[2];
    material.damping = numbers[3];
    return material;
}

/// numbers: position, rotation x y z w, velocity, angular velocity, then a material's Young's modulus, Poisson's ratio,
/// density and damping.
EXPORT(bodyAdd)
SupStatus bodyAdd(SupBodyAsset *asset, const double *numbers, const uint32_t *pinned, uint32_t pinnedCount, SupBodyId *out) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    memcpy(desc.position, numbers, sizeof desc.position);
    memcpy(desc.rotation, numbers + 3, sizeof desc.rotation);
    memcpy(desc.velocity, numbers + 7, sizeof desc.velocity);
    memcpy(desc.angularVelocity, numbers + 10, sizeof desc.angularVelocity);
    desc.material = materialFrom(numbers + 13);
    desc.pinned = pinned;
    desc.pinnedCount = pinnedCount;
    return ofWorld(supWorldAddBody(world, &desc, out));
}

EXPORT(bodyRemove) SupStatus bodyRemove(SupBodyId body) { return ofWorld(supWorldRemoveBody(world, body)); }
EXPORT(bodyReset) SupStatus bodyReset(SupBodyId body) { return ofWorld(supWorldResetBody(world, body)); }

EXPORT(bodySetMaterial) SupStatus bodySetMaterial(SupBodyId body, const double *numbers) {
    SupMaterial material = materialFrom(numbers);
    return ofWorld(supWorldSetMaterial(world, body, &material));
}

EXPORT(bodyPin) SupStatus bodyPin(SupBodyId body, const uint32_t *vertices, uint32_t count, bool pinned) {
    return ofWorld(supWorldPin(world, body, vertices, count, pinned));
}

/// numbers: triangle, weights, target, stiffness, damping.
EXPORT(bodyGrab) SupStatus bodyGrab(SupBodyId body, const double *numbers) {
    SupGrab grab = SUP_GRAB_INIT;
    grab.triangle = (uint32_t)numbers[0];
    memcpy(grab.weights, numbers + 1, sizeof grab.weights);
    memcpy(grab.target, numbers + 4, sizeof grab.target);
    grab.stiffness = numbers[7];
    grab.damping = numbers[8];
    return ofWorld(supWorldSetGrab(world, body, &grab));
}
EXPORT(bodyRelease) SupStatus bodyRelease(SupBodyId body) { return ofWorld(supWorldClearGrab(world, body)); }

/// out: vertices, tets, first vertex in the World's buffers, pinned vertices, mass [kg].
EXPORT(bodyInfo) SupStatus bodyInfo(SupBodyId body, double *out) {
    SupBodyInfo info;
    SupMaterial material;
    SupStatus status = supWorldBodyInfo(world, body, &info);
    if (status == SupStatus_Ok) status = supWorldMaterial(world, body, &material);
    if (status) return ofWorld(status);
    SupBodyAssetView view = supBodyAssetView(info.asset);
    double volume = 0.0;
    for (uint32_t v = 0; v < view.vertexCount; ++v) volume += (double)view.vertexVolume[v];
    const double numbers[] = {info.vertexCount, info.tetCount, info.firstVertex, info.pinnedCount,
                              volume * material.density};
    memcpy(out, numbers, sizeof numbers);
    return status;
}

/// what 0: positions, 1: normals, 2: triangles. out: buffer handle, offset, stride, count, generation, origin x y z.
EXPORT(bodyView) SupStatus bodyView(int what, SupBodyId body, double *out) {
    SupBufferView view = {0};
    SupStatus status = what == 0   ? supWorldPositions(world, body, &view)
                       : what == 1 ? supWorldNormals(world, body, &view)
                                   : supWorldTriangles(world, body, &view);
    if (status) return ofWorld(status);
    const double numbers[] = {(double)(uintptr_t)view.buffer, (double)view.offset, (double)view.stride, view.count,
                              (double)view.generation,        view.origin[0],      view.origin[1],      view.origin[2]};
    memcpy(out, numbers, sizeof numbers);
    return status;
}

// ---- Reading back ----------------------------------------------------------------------------------------------------

/// Asks for a SupRead of a body (0: all). *number is what the functions below call it.
EXPORT(readAsk) SupStatus readAsk(int what, SupBodyId body, uint32_t *number) {
    for (*number = 0; *number < sizeof requests / sizeof *requests; ++*number)
        if (!requests[*number].value) return ofWorld(supWorldRequest(world, (SupRead)what, body, &requests[*number]));
    return fail(SupStatus_OutOfRange, "64 readbacks are under way already");
}

EXPORT(readStatus) SupStatus readStatus(uint32_t number) { return ofWorld(supWorldRequestStatus(world, requests[number])); }

/// Null on failure; the bytes live until readDrop.
EXPORT(readData) const void *readData(uint32_t number, uint32_t *length) {
    const void *data = NULL;
    size_t size = 0;
    if (supWorldRequestData(world, requests[number], &data, &size)) return NULL;
    *length = (uint32_t)size;
    return data;
}

EXPORT(readHash) uint64_t readHash(uint32_t number) {
    uint32_t length = 0;
    const void *data = readData(number, &length);
    return data ? supHash(data, length) : 0;
}

EXPORT(readDrop) void readDrop(uint32_t number) {
    supWorldRequestRelease(world, requests[number]);
    requests[number].value = 0;
}
