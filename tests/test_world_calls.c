// SPDX-License-Identifier: MIT
// Every call that changes a World (src/sim/world_calls.def), driven at random. The model: each body has a World of its
// own that gets the same history. Bits must not depend on other bodies, slots, growing pools or old bind groups.
#include "gpu_fixture.h"

#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MaxBodies = 5, MaxLate = 4, Calls = 200, CheckEvery = 12, MaxPins = 12, AssetCount = 9 };

#define SUP_WORLD_CALL(name, arguments) \
    _Static_assert(_Generic(&supWorld##name, SupStatus(*) arguments : 1, default : 0), "supWorld" #name " as listed");
#include "sim/world_calls.def"
#undef SUP_WORLD_CALL

typedef struct Twin {
    SupBodyId id;
    SupWorld *alone;
    SupBodyId aloneId;
    uint32_t inputs; ///< vertices of the mesh's input
    bool everPinned;
} Twin;

/// A pair of requests that is looked at some calls later.
typedef struct Late {
    bool used;
    SupRequestId together;
    SupWorld *alone; ///< kept alive until then when its body goes
    SupRequestId apart;
} Late;

typedef struct Run {
    TestRandom random;
    bool scatter; ///< xpbd, with both ways to add up
    bool arap;    ///< one material, so that all solvers can take turns
    SupBodyAsset *assets[AssetCount];
    uint32_t inputs[AssetCount];
    SupWorld *world;
    SupSettings settings;
    Twin twins[MaxBodies];
    uint32_t count;
    SupCollider colliders[4];
    uint32_t colliderCount;
    SupTouch touch;
    bool touched;
    double viewer[3];
    bool viewed;
    bool everTouched;  ///< strands were touched, or behave so: they lose their swing
    SupBodyId removed; ///< a stale id
    Late late[MaxLate];
    uint32_t framesRun, checks, momentumChecks;
    double damping; ///< of all materials: 0 or not
} Run;

static uint32_t below(Run *run, uint32_t limit) { return randomBits(&run->random) % limit; }
static double between(Run *run, double low, double high) { return low + (high - low) * randomUnit(&run->random); }
static bool chance(Run *run, double probability) { return randomUnit(&run->random) < probability; }

// ---- Assets ----------------------------------------------------------------------------------------------------------

/// Tets that share no vertex, with vertices between them that no tet uses.
static SupBodyAsset *looseTets(uint32_t count, uint32_t *inputs) {
    double *positions = calloc(5 * count, 3 * sizeof *positions);
    uint32_t *tets = malloc(4 * count * sizeof *tets);
    for (uint32_t t = 0; t < count; ++t) {
        for (uint32_t corner = 0; corner < 5; ++corner) {
            double *x = positions + 3 * (size_t)(5 * t + corner);
            x[0] = 0.3 * (t % 5), x[1] = 0.3 * (t / 5 % 5), x[2] = 0.3 * (t / 25);
            if (corner >= 1 && corner <= 3) x[corner - 1] += 0.2;
        }
        for (uint32_t corner = 0; corner < 4; ++corner) tets[4 * t + corner] = 5 * t + corner;
    }
    SupBodyAsset *asset = tetAsset(positions, 5 * count, tets, count);
    free(positions), free(tets);
    *inputs = 5 * count;
    return asset;
}

static SupBodyAsset *strands(uint32_t count, uint32_t nodes, double bend) {
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork network;
    SupBodyAsset *asset;
    desc.count = count, desc.nodes = nodes, desc.edgeLength = 0.1, desc.sides = 3, desc.bendStiffness = bend;
    desc.area[0] = desc.area[1] = 0.5;
    assert_ok(supNetworkStrands(&desc, &network, NULL));
    assert_ok(supBodyAssetFromNetwork(&network, &asset, NULL));
    supNetworkFree(&network);
    return asset;
}

static SupBodyAsset *cloth(uint32_t columns, uint32_t rows) {
    SupClothDesc desc = SUP_CLOTH_DESC_INIT;
    SupNetwork network;
    SupBodyAsset *asset;
    desc.columns = columns, desc.rows = rows, desc.edgeLength = 0.1;
    assert_ok(supNetworkCloth(&desc, &network, NULL));
    assert_ok(supBodyAssetFromNetwork(&network, &asset, NULL));
    supNetworkFree(&network);
    return asset;
}

static SupBodyAsset *someNetwork(uint32_t which) {
    return which == 0 ? strands(1, 2, 0.0) : which == 1 ? strands(67, 5, 3.0) : cloth(9, 8);
}

static void makeAssets(Run *run) {
    static const uint32_t cells[3][3] = {{1, 1, 1}, {3, 3, 3}, {5, 3, 3}}; // 8, 64 and 96 vertices
    static const uint32_t loose[AssetCount] = {1, 2, 16, 17, 60, 33, 5, 8, 20};
    for (uint32_t i = 0; i < AssetCount; ++i) {
        if (i >= 6 && !run->scatter) {
            run->assets[i] = someNetwork(i - 6);
            run->inputs[i] = supBodyAssetView(run->assets[i]).vertexCount;
            continue;
        }
        if (run->scatter || i >= 3) {
            run->assets[i] = looseTets(loose[i], &run->inputs[i]);
            continue;
        }
        run->assets[i] =
            boxAsset(0.2 * cells[i][0], 0.2 * cells[i][1], 0.2 * cells[i][2], cells[i][0], cells[i][1], cells[i][2]);
        run->inputs[i] = supBodyAssetView(run->assets[i]).vertexCount;
    }
}

// ---- Comparing -------------------------------------------------------------------------------------------------------

static SupRequestId request(SupWorld *world, SupRead what, SupBodyId body) {
    SupRequestId id;
    assert_ok(supWorldRequest(world, what, body, &id));
    return id;
}

static const void *waitFor(SupWorld *world, SupRequestId id, size_t *length) {
    const void *data;
    assert_ok(supWorldRequestWait(world, id, 60.0));
    assert_ok(supWorldRequestData(world, id, &data, length));
    return data;
}

static void expectSame(SupWorld *a, SupRequestId first, SupWorld *b, SupRequestId second) {
    size_t length, other;
    const void *data = waitFor(a, first, &length), *otherData = waitFor(b, second, &other);
    assert_int_equal(length, other);
    assert_true(supHash(data, length) == supHash(otherData, other));
    assert_ok(supWorldRequestRelease(a, first));
    assert_ok(supWorldRequestRelease(b, second));
}

static bool stillWanted(const Run *run, const SupWorld *alone) {
    for (uint32_t i = 0; i < MaxLate; ++i)
        if (run->late[i].used && run->late[i].alone == alone) return true;
    for (uint32_t i = 0; i < run->count; ++i)
        if (run->twins[i].alone == alone) return true;
    return false;
}

static void settleLate(Run *run, Late *late) {
    if (!late->used) return;
    late->used = false;
    expectSame(run->world, late->together, late->alone, late->apart);
    if (!stillWanted(run, late->alone)) supWorldDestroy(late->alone);
}

static void askLate(Run *run) {
    if (run->count == 0) return;
    Late *late = &run->late[below(run, MaxLate)];
    settleLate(run, late);
    const Twin *twin = &run->twins[below(run, run->count)];
    SupRead what = (SupRead)below(run, SupRead_State + 1);
    *late = (Late){true, request(run->world, what, twin->id), twin->alone, request(twin->alone, what, twin->aloneId)};
}

/// All bodies against their Worlds, one by one and in one piece.
static void check(Run *run) {
    SupRequestId together[MaxBodies], apart[MaxBodies], all = request(run->world, SupRead_State, (SupBodyId){0});
    for (uint32_t i = 0; i < run->count; ++i) together[i] = request(run->world, SupRead_State, run->twins[i].id);
    for (uint32_t i = 0; i < run->count; ++i) apart[i] = request(run->twins[i].alone, SupRead_State, run->twins[i].aloneId);
    size_t length, used = 0;
    const uint8_t *bytes = waitFor(run->world, all, &length);
    for (uint32_t i = 0; i < run->count; ++i) {
        size_t one;
        const void *data = waitFor(run->twins[i].alone, apart[i], &one);
        assert_true(used + one <= length && memcmp(bytes + used, data, one) == 0);
        used += one;
        expectSame(run->world, together[i], run->twins[i].alone, apart[i]);
        assert_true(supWorldBodyAt(run->world, i).value == run->twins[i].id.value);
        assert_true(measure(run->world, run->twins[i].id).finite);
    }
    assert_int_equal(length, used);
    assert_ok(supWorldRequestRelease(run->world, all));
    SupWorldStats stats;
    assert_ok(supWorldStats(run->world, &stats));
    assert_int_equal(run->count, stats.bodies);
    run->checks++;
}

// ---- Random arguments ------------------------------------------------------------------------------------------------

static SupMaterial someMaterial(Run *run) {
    SupMaterial material = SUP_MATERIAL_INIT;
    if (!run->arap && chance(run, 0.5)) material.model = SupModel_NeoHookean;
    material.young = between(run, 1e4, 1e6);
    material.poisson = chance(run, 0.2) ? 0.0 : between(run, 0.0, 0.45);
    material.density = between(run, 500.0, 2000.0);
    material.damping = run->damping * randomUnit(&run->random);
    return material;
}

static SupNetworkSettings someNetworkSettings(Run *run) {
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.iterations = below(run, 6);
    network.decay = run->damping == 0.0 ? 1.0 : between(run, 0.5, 1.0);
    network.lengthScale = between(run, 0.7, 1.4);
    network.detail = chance(run, 0.5) ? between(run, 0.1, 3.0) : 0.0;
    network.drag = run->damping == 0.0 ? 0.0 : between(run, 0.0, 3.0);
    network.touch = chance(run, 0.5) ? between(run, 0.0, 1.0) : 0.0;
    network.react = chance(run, 0.3) ? between(run, 0.0, 1.0) : 0.0;
    run->everTouched = run->everTouched || network.react > 0.0;
    network.flowIntensity = run->damping == 0.0 || chance(run, 0.5) ? 0.0 : between(run, 0.0, 5.0);
    return network;
}

static void someBody(Run *run, SupBodyDesc *desc, uint32_t *inputs, uint32_t pins[MaxPins]) {
    *desc = (SupBodyDesc)SUP_BODY_DESC_INIT;
    uint32_t which = below(run, AssetCount);
    desc->asset = run->assets[which];
    *inputs = run->inputs[which];
    for (int i = 0; i < 3; ++i) {
        desc->position[i] = between(run, -2.0, 2.0) + (i == 1 ? 2.5 : 0.0);
        desc->velocity[i] = between(run, -1.0, 1.0);
        desc->angularVelocity[i] = between(run, -1.0, 1.0);
    }
    for (int i = 0; chance(run, 0.7) && i < 4; ++i) desc->rotation[i] = randomNormal(&run->random);
    desc->material = someMaterial(run);
    desc->network = someNetworkSettings(run);
    if (!chance(run, 0.3)) return;
    desc->pinnedCount = 1 + below(run, MaxPins);
    for (uint32_t i = 0; i < desc->pinnedCount; ++i) pins[i] = below(run, *inputs);
    desc->pinned = pins;
}

static SupSettings someSettings(Run *run) {
    SupSettings settings = SUP_SETTINGS_INIT;
    for (int i = 0; i < 3; ++i) settings.gravity[i] = between(run, -10.0, 10.0);
    settings.frameTime = chance(run, 0.5) ? 1.0 / 60.0 : 1.0 / 144.0;
    settings.substeps = 1 + below(run, 3);
    settings.iterations = 1 + below(run, 3);
    settings.linearIterations = below(run, 4);
    settings.tolerance = chance(run, 0.5) ? 0.0 : 0.1;
    settings.solver = run->scatter ? SupSolver_Xpbd : (SupSolver)below(run, run->arap ? SupSolver_Count : SupSolver_Xpbd);
    settings.ground = (SupGround){chance(run, 0.5), between(run, -1.0, 0.2), between(run, 0.0, 1.0)};
    if (run->scatter && chance(run, 0.5)) settings.accumulate = SupAccumulate_Scatter;
    return settings;
}

// ---- Drivers: one for every entry of the list ------------------------------------------------------------------------

static SupWorld *worldWith(const SupSettings *settings) { return makeWorld(settings); }

static void giveTwin(Run *run, Twin *twin, const SupBodyDesc *desc) {
    twin->alone = worldWith(&run->settings);
    twin->aloneId = addBody(twin->alone, desc);
    assert_ok(supWorldSetColliders(twin->alone, run->colliders, run->colliderCount));
    assert_ok(supWorldSetTouch(twin->alone, run->touched ? &run->touch : NULL));
    assert_ok(supWorldSetViewer(twin->alone, run->viewed ? run->viewer : NULL));
    twin->everPinned = desc->pinnedCount > 0 || run->colliderCount > 0;
}

static void dropTwin(Run *run, Twin *twin) {
    SupWorld *alone = twin->alone;
    twin->alone = NULL;
    if (!stillWanted(run, alone)) supWorldDestroy(alone);
}

static Twin *someTwin(Run *run) { return run->count ? &run->twins[below(run, run->count)] : NULL; }

enum { weight_AddBody = 14 };
static void drive_AddBody(Run *run) {
    SupBodyDesc desc;
    uint32_t pins[MaxPins];
    if (run->count == MaxBodies) return;
    Twin *twin = &run->twins[run->count];
    someBody(run, &desc, &twin->inputs, pins);
    twin->id = addBody(run->world, &desc);
    giveTwin(run, twin, &desc);
    run->count++;
}

enum { weight_RemoveBody = 7 };
static void drive_RemoveBody(Run *run) {
    if (run->removed.value) assert_status(SupStatus_StaleId, supWorldRemoveBody(run->world, run->removed));
    Twin *twin = someTwin(run);
    if (!twin) return;
    run->removed = twin->id;
    assert_ok(supWorldRemoveBody(run->world, twin->id));
    dropTwin(run, twin);
    run->count--;
    memmove(twin, twin + 1, (size_t)(run->twins + run->count - twin) * sizeof *twin);
}

enum { weight_ReplaceBody = 5 };
static void drive_ReplaceBody(Run *run) {
    SupBodyDesc desc;
    uint32_t pins[MaxPins], inputs;
    someBody(run, &desc, &inputs, pins);
    if (run->removed.value) assert_status(SupStatus_StaleId, supWorldReplaceBody(run->world, run->removed, &desc));
    Twin *twin = someTwin(run);
    if (!twin) return;
    assert_ok(supWorldReplaceBody(run->world, twin->id, &desc));
    dropTwin(run, twin);
    twin->inputs = inputs;
    giveTwin(run, twin, &desc);
}

enum { weight_SetSettings = 8 };
static void drive_SetSettings(Run *run) {
    SupSettings settings = someSettings(run), broken = settings;
    broken.substeps = 0;
    assert_status(SupStatus_OutOfRange, supWorldSetSettings(run->world, &broken));
    assert_ok(supWorldSetSettings(run->world, &settings));
    for (uint32_t i = 0; i < run->count; ++i) assert_ok(supWorldSetSettings(run->twins[i].alone, &settings));
    run->settings = settings;
}

enum { weight_SetMaterial = 8 };
static void drive_SetMaterial(Run *run) {
    SupMaterial material = someMaterial(run);
    Twin *twin = someTwin(run);
    if (!twin) return;
    assert_ok(supWorldSetMaterial(run->world, twin->id, &material));
    assert_ok(supWorldSetMaterial(twin->alone, twin->aloneId, &material));
}

enum { weight_Pin = 8 };
static void drive_Pin(Run *run) {
    uint32_t pins[MaxPins], count = below(run, MaxPins + 1);
    bool pinned = chance(run, 0.6);
    Twin *twin = someTwin(run);
    if (!twin) return;
    for (uint32_t i = 0; i < count; ++i) pins[i] = below(run, twin->inputs);
    assert_ok(supWorldPin(run->world, twin->id, pins, count, pinned));
    assert_ok(supWorldPin(twin->alone, twin->aloneId, pins, count, pinned));
    twin->everPinned = true;
    pins[0] = twin->inputs;
    assert_status(SupStatus_OutOfRange, supWorldPin(run->world, twin->id, pins, 1, true));
}

enum { weight_PinAll = 3 };
static void drive_PinAll(Run *run) {
    bool pinned = chance(run, 0.4);
    Twin *twin = someTwin(run);
    if (!twin) return;
    assert_ok(supWorldPinAll(run->world, twin->id, pinned));
    assert_ok(supWorldPinAll(twin->alone, twin->aloneId, pinned));
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    assert_int_equal(info.pinnedCount, pinned ? info.vertexCount : 0);
    twin->everPinned = true;
}

/// What is attached and let go before the next frame has left nothing behind. (What attachments do: test_attachments.)
enum { weight_Attach = 5 };
static void drive_Attach(Run *run) {
    const Twin *network = someTwin(run), *body = someTwin(run);
    if (!network) return;
    SupBodyInfo from, to;
    assert_ok(supWorldBodyInfo(run->world, network->id, &from));
    assert_ok(supWorldBodyInfo(run->world, body->id, &to));
    SupAttachment attachment = SUP_ATTACHMENT_INIT;
    attachment.network = network->id;
    attachment.body = body->id;
    attachment.node = below(run, from.vertexCount);
    attachment.radius = chance(run, 0.5) ? 0.3 : 0.0;
    if (from.tetCount || !to.tetCount) {
        assert_status(SupStatus_InvalidArgument, supWorldAttach(run->world, &attachment));
        return;
    }
    assert_ok(supWorldAttach(run->world, &attachment));
    attachment.triangle = supBodyAssetView(to.asset).triangleCount;
    assert_status(SupStatus_OutOfRange, supWorldAttach(run->world, &attachment));
    assert_ok(supWorldDetach(run->world, network->id, &attachment.node, 1));
}

enum { weight_Detach = 4 };
static void drive_Detach(Run *run) {
    const Twin *twin = someTwin(run);
    if (!twin) return;
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    assert_status(info.tetCount ? SupStatus_InvalidArgument : SupStatus_Ok, supWorldDetach(run->world, twin->id, NULL, 0));
}

enum { weight_SetNetwork = 8 };
static void drive_SetNetwork(Run *run) {
    SupNetworkSettings network = someNetworkSettings(run), broken = network;
    broken.decay = 1.5;
    Twin *twin = someTwin(run);
    if (!twin) return;
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    if (info.tetCount) {
        assert_status(SupStatus_InvalidArgument, supWorldSetNetwork(run->world, twin->id, &network));
        return;
    }
    assert_status(SupStatus_OutOfRange, supWorldSetNetwork(run->world, twin->id, &broken));
    assert_ok(supWorldSetNetwork(run->world, twin->id, &network));
    assert_ok(supWorldSetNetwork(twin->alone, twin->aloneId, &network));
}

/// A few of the body's nodes or edges, some twice, or all of them.
static const uint32_t *someOf(Run *run, uint32_t total, uint32_t ids[MaxPins], uint32_t *count) {
    bool all = total <= 400 && chance(run, 0.4);
    *count = all ? total : below(run, MaxPins + 1);
    for (uint32_t i = 0; i < MaxPins; ++i) ids[i] = below(run, total);
    return all ? NULL : ids;
}

enum { weight_SetNodes = 6 };
static void drive_SetNodes(Run *run) {
    float masses[400], decays[400], read[400];
    uint32_t ids[MaxPins], count;
    Twin *twin = someTwin(run);
    if (!twin) return;
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    const uint32_t *nodes = someOf(run, info.vertexCount, ids, &count);
    for (uint32_t i = 0; i < 400; ++i)
        masses[i] = (float)between(run, 10.0, 200.0), decays[i] = (float)between(run, 0.5, 1.0);
    if (info.tetCount) {
        assert_status(SupStatus_InvalidArgument, supWorldSetNodes(run->world, twin->id, nodes, count, masses, decays));
        return;
    }
    assert_ok(supWorldSetNodes(run->world, twin->id, nodes, count, masses, chance(run, 0.5) ? decays : NULL));
    assert_ok(supWorldNodes(run->world, twin->id, NULL, info.vertexCount, masses, decays));
    assert_ok(supWorldSetNodes(twin->alone, twin->aloneId, NULL, info.vertexCount, masses, NULL));
    assert_ok(supWorldNodes(twin->alone, twin->aloneId, nodes, count, read, NULL));
    for (uint32_t i = 0; i < count; ++i) assert_true(read[i] == masses[nodes ? nodes[i] : i]);
    assert_ok(supWorldSetNodes(run->world, twin->id, NULL, info.vertexCount, NULL, decays));
    assert_ok(supWorldSetNodes(twin->alone, twin->aloneId, NULL, info.vertexCount, NULL, decays));
    assert_status(SupStatus_InvalidArgument,
                  supWorldSetNodes(run->world, twin->id, NULL, info.vertexCount + 1, masses, NULL));
    twin->everPinned = true; // it weighs something else than its asset says
}

enum { weight_SetEdges = 8 };
static void drive_SetEdges(Run *run) {
    float rest[400], stiffness[400];
    uint32_t ids[MaxPins], count;
    Twin *twin = someTwin(run);
    if (!twin) return;
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    uint32_t total = supBodyAssetView(info.asset).networkEdgeCount;
    const uint32_t *edges = someOf(run, total ? total : 1, ids, &count);
    for (uint32_t i = 0; i < 400; ++i) {
        rest[i] = (float)between(run, 0.05, 0.2);
        stiffness[i] = chance(run, 0.3) ? (float)SUP_RIGID : (float)between(run, 0.0, 500.0);
    }
    if (info.tetCount) {
        assert_status(SupStatus_InvalidArgument, supWorldSetEdges(run->world, twin->id, edges, count, rest, stiffness));
        return;
    }
    const float *maybe = chance(run, 0.5) ? stiffness : NULL;
    assert_ok(supWorldSetEdges(run->world, twin->id, edges, count, rest, maybe));
    assert_ok(supWorldSetEdges(twin->alone, twin->aloneId, edges, count, rest, maybe));
    ids[0] = total;
    assert_status(SupStatus_OutOfRange, supWorldSetEdges(run->world, twin->id, ids, 1, rest, NULL));
    rest[0] = -1.0f, ids[0] = 0;
    assert_status(SupStatus_OutOfRange, supWorldSetEdges(run->world, twin->id, ids, 1, rest, NULL));
    rest[0] = NAN;
    assert_status(SupStatus_NotFinite, supWorldSetEdges(run->world, twin->id, ids, 1, rest, NULL));
}

enum { weight_SetColliders = 5 };
static void drive_SetColliders(Run *run) {
    SupCollider colliders[4], broken = SUP_COLLIDER_INIT;
    uint32_t count = below(run, 5);
    for (uint32_t k = 0; k < count; ++k) {
        colliders[k] = (SupCollider)SUP_COLLIDER_INIT;
        for (int i = 0; i < 3; ++i) {
            colliders[k].center[i] = between(run, -2.0, 2.0);
            colliders[k].half[i] = chance(run, 0.5) ? 0.0 : between(run, 0.0, 0.5);
        }
        colliders[k].radius = between(run, 0.0, 0.5);
        for (int i = 0; i < 4; ++i) colliders[k].rotation[i] = between(run, -1.0, 1.0) + (i == 3 ? 1.5 : 0.0);
        for (int i = 0; i < 3; ++i) colliders[k].angularVelocity[i] = between(run, -2.0, 2.0);
    }
    broken.radius = -1.0;
    assert_status(SupStatus_OutOfRange, supWorldSetColliders(run->world, &broken, 1));
    assert_ok(supWorldSetColliders(run->world, colliders, count));
    for (uint32_t i = 0; i < run->count; ++i) {
        assert_ok(supWorldSetColliders(run->twins[i].alone, colliders, count));
        run->twins[i].everPinned = run->twins[i].everPinned || count > 0; // they push
    }
    memcpy(run->colliders, colliders, count * sizeof *colliders);
    run->colliderCount = count;
}

enum { weight_SetViewer = 6 };
static void drive_SetViewer(Run *run) {
    double eye[3], broken[3] = {0.0, (double)NAN, 0.0};
    bool none = chance(run, 0.2);
    for (int i = 0; i < 3; ++i) eye[i] = between(run, -8.0, 8.0);
    assert_status(SupStatus_NotFinite, supWorldSetViewer(run->world, broken));
    assert_ok(supWorldSetViewer(run->world, none ? NULL : eye));
    for (uint32_t i = 0; i < run->count; ++i) assert_ok(supWorldSetViewer(run->twins[i].alone, none ? NULL : eye));
    memcpy(run->viewer, eye, sizeof eye);
    run->viewed = !none;
}

enum { weight_SetTouch = 5 };
static void drive_SetTouch(Run *run) {
    SupTouch touch = {{0, 1, 9}, {between(run, -0.2, 0.2), between(run, -0.2, 0.2), -1}, between(run, 0.0, 0.5)},
             broken = touch;
    broken.spread = -1.0;
    bool none = chance(run, 0.3);
    assert_status(SupStatus_OutOfRange, supWorldSetTouch(run->world, &broken));
    assert_ok(supWorldSetTouch(run->world, none ? NULL : &touch));
    for (uint32_t i = 0; i < run->count; ++i) assert_ok(supWorldSetTouch(run->twins[i].alone, none ? NULL : &touch));
    run->touch = touch;
    run->touched = !none;
    run->everTouched = run->everTouched || !none;
}

enum { weight_Move = 6 };
static void drive_Move(Run *run) {
    Twin *twin = someTwin(run);
    if (!twin) return;
    uint32_t vertex = below(run, twin->inputs), missing = twin->inputs;
    double place[3], velocity[3];
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    for (int i = 0; i < 3; ++i) {
        place[i] = info.origin[i] + between(run, -0.4, 0.4);
        velocity[i] = between(run, -1.0, 1.0);
    }
    bool still = chance(run, 0.5);
    assert_status(SupStatus_OutOfRange, supWorldMove(run->world, twin->id, &missing, 1, place, NULL));
    assert_ok(supWorldMove(run->world, twin->id, &vertex, 1, place, still ? NULL : velocity));
    assert_ok(supWorldMove(twin->alone, twin->aloneId, &vertex, 1, place, still ? NULL : velocity));
}

enum { weight_SetGrab = 8 };
static void drive_SetGrab(Run *run) {
    Twin *twin = someTwin(run);
    if (!twin) return;
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
    uint32_t triangles = supBodyAssetView(info.asset).triangleCount;
    SupGrab grab = SUP_GRAB_INIT;
    grab.triangle = triangles;
    assert_status(SupStatus_OutOfRange, supWorldSetGrab(run->world, twin->id, &grab));
    grab.triangle = below(run, triangles);
    grab.weights[1] = between(run, 0.0, 0.5);
    grab.weights[2] = between(run, 0.0, 0.5);
    grab.weights[0] = 1.0 - grab.weights[1] - grab.weights[2];
    for (int i = 0; i < 3; ++i) grab.target[i] = info.origin[i] + between(run, -0.5, 0.5);
    grab.stiffness = between(run, 0.0, 1e4);
    grab.damping = between(run, 0.0, 100.0);
    assert_ok(supWorldSetGrab(run->world, twin->id, &grab));
    assert_ok(supWorldSetGrab(twin->alone, twin->aloneId, &grab));
    twin->everPinned = true; // its momentum is not its own any more
}

enum { weight_ClearGrab = 5 };
static void drive_ClearGrab(Run *run) {
    if (run->removed.value) assert_status(SupStatus_StaleId, supWorldClearGrab(run->world, run->removed));
    Twin *twin = someTwin(run);
    if (!twin) return;
    assert_ok(supWorldClearGrab(run->world, twin->id));
    assert_ok(supWorldClearGrab(twin->alone, twin->aloneId));
}

enum { weight_Reset = 4 };
static void drive_Reset(Run *run) {
    assert_ok(supWorldReset(run->world));
    for (uint32_t i = 0; i < run->count; ++i) assert_ok(supWorldReset(run->twins[i].alone));
}

enum { weight_ResetBody = 5 };
static void drive_ResetBody(Run *run) {
    Twin *twin = someTwin(run);
    if (!twin) return;
    assert_ok(supWorldResetBody(run->world, twin->id));
    assert_ok(supWorldResetBody(twin->alone, twin->aloneId));
}

static void followTwins(Run *run, uint32_t frames) {
    for (uint32_t i = 0; i < run->count; ++i) stepWorld(run->twins[i].alone, frames);
    run->framesRun += frames;
}

enum { weight_Step = 40 };
static void drive_Step(Run *run) {
    uint32_t frames = below(run, 3);
    const Twin *twin = someTwin(run);
    // a body that nothing touches gains momentum from gravity only
    bool untouched = twin && !twin->everPinned && !run->settings.ground.enabled && run->damping == 0.0 && chance(run, 0.3);
    if (untouched && run->everTouched) {
        SupBodyInfo info;
        assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
        untouched = info.tetCount > 0;
    }
    SupMeasure before = untouched ? measure(run->world, twin->id) : (SupMeasure){0};
    stepWorld(run->world, frames);
    if (untouched) {
        SupMeasure after = measure(run->world, twin->id);
        SupBodyInfo info;
        SupMaterial material;
        assert_ok(supWorldBodyInfo(run->world, twin->id, &info));
        assert_ok(supWorldMaterial(run->world, twin->id, &material));
        SupBodyAssetView view = supBodyAssetView(info.asset);
        double mass = 0.0, time = frames * run->settings.frameTime;
        for (uint32_t v = 0; v < view.vertexCount; ++v)
            mass += view.nodeCount ? 1.0 / (double)view.inverseMass[v] : material.density * (double)view.vertexVolume[v];
        for (int i = 0; i < 3; ++i)
            assert_near((after.momentum[i] - before.momentum[i]) / mass, run->settings.gravity[i] * time, 2e-4);
        run->momentumChecks += frames > 0;
    }
    followTwins(run, frames);
}

enum { weight_Advance = 10 };
static void drive_Advance(Run *run) {
    static const double odd[] = {-1.0, 0.0, 1e300, 3600.0};
    uint32_t frames = 99;
    double blend = -1.0, seconds = chance(run, 0.2) ? odd[below(run, 4)] : between(run, 0.0, 0.04);
    assert_ok(supWorldAdvance(run->world, seconds, &frames, &blend));
    assert_true(frames <= run->settings.maxFramesPerAdvance);
    assert_true(blend >= 0.0 && blend <= 1.0);
    followTwins(run, frames);
}

enum { weight_EnableProfile = 5 };
static void drive_EnableProfile(Run *run) {
    SupStatus status = supWorldEnableProfile(run->world, chance(run, 0.5));
    if (status != SupStatus_Unsupported) assert_ok(status);
    const SupKernelTime *times;
    uint32_t count;
    status = supWorldKernelTimes(run->world, &times, &count);
    if (status != SupStatus_Pending) assert_ok(status);
    for (uint32_t i = 0; i < count; ++i) assert_true(times[i].dispatches > 0 && times[i].kernel[0]);
}

enum { weight_EnableNormals = 5 };
static void drive_EnableNormals(Run *run) { assert_ok(supWorldEnableNormals(run->world, chance(run, 0.5))); }

typedef struct Driver {
    const char *name;
    void (*drive)(Run *run);
    uint32_t weight;
} Driver;

static const Driver drivers[] = {
#define SUP_WORLD_CALL(name, arguments) {#name, drive_##name, weight_##name},
#include "sim/world_calls.def"
#undef SUP_WORLD_CALL
};
enum { DriverCount = sizeof drivers / sizeof *drivers };

// ---- Sequences -------------------------------------------------------------------------------------------------------

static void runSequence(uint64_t seed, bool scatter, double damping) {
    uint64_t before = supGpuAllocated(fixtureGpu());
    Run *run = calloc(1, sizeof *run);
    *run = (Run){.random = {seed}, .scatter = scatter, .arap = scatter || seed % 2, .damping = damping};
    makeAssets(run);
    run->settings = someSettings(run);
    run->world = worldWith(&run->settings);
    uint32_t total = 0, made[DriverCount] = {0};
    for (int i = 0; i < DriverCount; ++i) total += drivers[i].weight;
    for (int call = 0; call < Calls; ++call) {
        uint32_t pick = below(run, total), which = 0;
        while (pick >= drivers[which].weight) pick -= drivers[which++].weight;
        drivers[which].drive(run);
        made[which]++;
        if (chance(run, 0.1)) askLate(run);
        if (call % CheckEvery == CheckEvery - 1) check(run);
    }
    check(run);
    print_message("seed %llu%s: %u frames, %u checks, %u of momentum;", (unsigned long long)seed, scatter ? " scatter" : "",
                  run->framesRun, run->checks, run->momentumChecks);
    for (int i = 0; i < DriverCount; ++i) {
        print_message(" %s %u", drivers[i].name, made[i]);
        assert_true(made[i] > 0);
    }
    print_message("\n");
    for (uint32_t i = 0; i < MaxLate; ++i) settleLate(run, &run->late[i]);
    while (run->count) {
        run->count--;
        dropTwin(run, &run->twins[run->count]);
    }
    supWorldDestroy(run->world);
    for (uint32_t i = 0; i < AssetCount; ++i) supBodyAssetRelease(run->assets[i]);
    free(run);
    assert_int_equal(before, settledMemory(fixtureGpu(), before));
}

#define SEQUENCE(seed, scatter, damping)                                                    \
    static void bodies_in_company_keep_the_bits_of_bodies_alone_seed_##seed(void **state) { \
        (void)state;                                                                        \
        runSequence(seed, scatter, damping);                                                \
    }
SEQUENCE(1, false, 0.0)
SEQUENCE(2, false, 0.0)
SEQUENCE(3, false, 5.0)
SEQUENCE(4, true, 0.0)

/// The list is complete: every function of world.h that takes a World to change is on it, or only reads.
static void list_of_calls_is_complete(void **state) {
    (void)state;
    static const char *const readers[] = {"Request", "RequestWait", "RequestRelease", "KernelTimes"};
    FILE *file = fopen(SUPPLE_SOURCE_DIR "/include/supple/world.h", "r");
    assert_non_null(file);
    char line[512], name[64];
    uint32_t found = 0;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "SUP_API SupStatus supWorld%63[A-Za-z](SupWorld *", name) != 1 || !strstr(line, "(SupWorld *world"))
            continue;
        bool listed = false;
        for (int i = 0; i < DriverCount; ++i) listed = listed || strcmp(drivers[i].name, name) == 0;
        found += listed;
        for (size_t i = 0; i < sizeof readers / sizeof *readers; ++i) listed = listed || strcmp(readers[i], name) == 0;
        if (!listed) print_error("supWorld%s is not in world_calls.def\n", name);
        assert_true(listed);
    }
    fclose(file);
    assert_int_equal(DriverCount, found);
}

int main(void) {
#define TEST(seed) cmocka_unit_test(bodies_in_company_keep_the_bits_of_bodies_alone_seed_##seed)
    const struct CMUnitTest tests[] = {cmocka_unit_test(list_of_calls_is_complete), TEST(1), TEST(2), TEST(3), TEST(4)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
