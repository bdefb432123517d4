// SPDX-License-Identifier: MIT
// The order of the networks' kernels in a frame (shaders/sim/network_*.wgsl).
#include "world.h"

#include "base/memory.h"

/// Turns of loops that one thread may make in a dispatch; see solver_choice.c.
enum { MostTurns = 40000 };

static SupStatus createKernel(SupWorld *world, SupKernel *kernel, const char *shader, const char *flag, uint32_t steps) {
    if (kernel->pipeline) return SupStatus_Ok;
    SupConstant constants[3] = {{"WORKGROUP_SIZE", world->workgroupSize}};
    uint32_t count = 1;
    if (flag) constants[count++] = (SupConstant){flag, 1};
    if (steps) constants[count++] = (SupConstant){"MOST_STEPS", steps};
    SupStatus status = supKernelCreate(world->gpu, shader, constants, count, kernel);
    world->boundGeneration = 0;
    return status ? supWorldFailGpu(world, status) : SupStatus_Ok;
}

/// Steps that one dispatch may take the longest strand through: a power of two, so that few kernels are ever compiled.
static uint32_t strandSteps(const SupWorld *world) {
    uint32_t longest = 1, steps = 1;
    for (size_t i = 0; i < world->orderCount; ++i) {
        SupBodyAssetView view = supBodyAssetView(world->bodies[world->order[i]].asset);
        for (uint32_t s = 0; s < view.strandCount && view.linkCount; ++s) {
            uint32_t nodes = view.strandStart[s + 1] - view.strandStart[s];
            longest = nodes > longest ? nodes : longest;
        }
    }
    while (steps < 64 && 2 * steps * 4 * (uint64_t)longest <= MostTurns) steps *= 2;
    return steps;
}

static SupStatus prepareStrands(SupWorld *world) {
    NetworkKernels *k = &world->network;
    uint32_t steps = strandSteps(world);
    if (k->strandSteps != steps) {
        supKernelRelease(&k->strands);
        supKernelRelease(&k->strandsStart);
        k->strandSteps = steps;
    }
    SupStatus status = createKernel(world, &k->strandsStart, "network_strands", "START", steps);
    return status ? status : createKernel(world, &k->strands, "network_strands", NULL, steps);
}

static bool feelsTouch(const SupWorld *world) {
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (supWorldIsNetwork(body) && (body->network.react > 0.0 || (world->touched && body->network.touch > 0.0)))
            return true;
    }
    return false;
}

SupStatus supNetworkPrepare(SupWorld *world) {
    NetworkKernels *k = &world->network;
    SupStatus status = createKernel(world, &k->air, "network_air", NULL, 0);
    if (!status) status = createKernel(world, &k->health, "network_health", NULL, 0);
    if (!status && feelsTouch(world)) status = createKernel(world, &k->touch, "network_touch", NULL, 0);
    if (!status && supNetworkList(world, NetworkTable_Node)->count) {
        status = createKernel(world, &k->start, "network_step", "START", 0);
        if (!status) status = createKernel(world, &k->step, "network_step", NULL, 0);
        if (!status) status = createKernel(world, &k->springs, "network_springs", NULL, 0);
    }
    if (!status && supNetworkList(world, NetworkTable_Shell)->count) {
        status = createKernel(world, &k->volume, "network_volume", NULL, 0);
        if (!status) status = createKernel(world, &k->pressure, "network_pressure", NULL, 0);
    }
    if (!status && supNetworkList(world, NetworkTable_Strand)->count) status = prepareStrands(world);
    if (!status && world->normals.buffer && supNetworkList(world, NetworkTable_Tube)->count)
        status = createKernel(world, &k->tubes, "network_tubes", NULL, 0);
    return status;
}

// ---- Binding ---------------------------------------------------------------------------------------------------------

static void releaseSpringGroups(SupWorld *world) {
    for (uint32_t i = 0; i < world->springGroupCount; ++i)
        if (world->springGroups[i]) wgpuBindGroupRelease(world->springGroups[i]);
    supFree(world->springGroups);
    world->springGroups = NULL;
    world->springGroupCount = 0;
}

static SupStatus bindSprings(SupWorld *world, SupBinding *bindings, uint32_t count) {
    releaseSpringGroups(world);
    const SupKernel *springs = &world->network.springs;
    if (world->networkListCount <= NetworkTable_Color0 || !springs->pipeline) return SupStatus_Ok;
    uint32_t colors = world->networkListCount - NetworkTable_Color0;
    world->springGroups = supAllocZero(colors, sizeof(WGPUBindGroup));
    if (!world->springGroups) return SupStatus_OutOfMemory;
    world->springGroupCount = colors;
    SupStatus status = SupStatus_Ok;
    for (uint32_t c = 0; c < colors && !status; ++c) {
        bindings[count] = supNetworkBinding(world, "springBlocks", (NetworkTable)(NetworkTable_Color0 + c));
        status = supShaderGroup(world->gpu, springs->shader, springs->layout, bindings, count + 1, &world->springGroups[c]);
    }
    return status;
}

SupStatus supNetworkBind(SupWorld *world, const SupBinding *shared, uint32_t sharedCount) {
    enum { Most = 32 };
    SupBinding bindings[Most];
    uint32_t n = 0;
    if (!world->networkCount || sharedCount + 12 > Most) return SupStatus_Ok;
    for (; n < sharedCount; ++n) bindings[n] = shared[n];
    NetworkKernels *k = &world->network;
    const SupBinding own[] = {{.name = "networks", .buffer = world->networkTable.buffer},
                              {.name = "nodes", .buffer = world->nodes.buffer},
                              {.name = "springs", .buffer = world->springs.buffer},
                              {.name = "links", .buffer = world->links.buffer},
                              {.name = "partials", .buffer = world->volumeParts.buffer},
                              {.name = "pressures", .buffer = world->pressures.buffer},
                              supNetworkBinding(world, "shellBlocks", NetworkTable_Shell),
                              supNetworkBinding(world, "shells", NetworkTable_Volume),
                              supNetworkBinding(world, "strandBlocks", NetworkTable_Strand),
                              supNetworkBinding(world, "tubeBlocks", NetworkTable_Tube)};
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) bindings[n++] = own[i];
    SupKernel *all[] = {&k->air, &k->health},
              *some[] = {&k->start, &k->step, &k->strandsStart, &k->strands, &k->volume, &k->pressure, &k->tubes, &k->touch};
    SupStatus status = SupStatus_Ok;
    bindings[n] = supNetworkBinding(world, "nodeBlocks", NetworkTable_Air);
    for (size_t i = 0; i < sizeof all / sizeof *all && !status; ++i)
        if (all[i]->pipeline) status = supKernelBind(world->gpu, all[i], bindings, n + 1);
    bindings[n] = supNetworkBinding(world, "nodeBlocks", NetworkTable_Node);
    for (size_t i = 0; i < sizeof some / sizeof *some && !status; ++i)
        if (some[i]->pipeline) status = supKernelBind(world->gpu, some[i], bindings, n + 1);
    return status ? status : bindSprings(world, bindings, n);
}

void supNetworkRelease(SupWorld *world) {
    NetworkKernels *k = &world->network;
    SupKernel *kernels[] = {&k->touch,    &k->air,    &k->start, &k->step,         &k->springs, &k->volume,
                            &k->pressure, &k->health, &k->tubes, &k->strandsStart, &k->strands};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) supKernelRelease(kernels[i]);
    releaseSpringGroups(world);
    supFree(world->networkLists);
}

// ---- Encoding --------------------------------------------------------------------------------------------------------

/// The most steps that a network solved by strands, or by colours, takes in a frame.
static uint32_t mostSteps(const SupWorld *world, bool strands) {
    uint32_t most = 0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (!supWorldIsNetwork(body) || (supBodyAssetView(body->asset).linkCount > 0) != strands) continue;
        uint32_t steps = supNetworkSteps(world, body);
        most = steps > most ? steps : most;
    }
    return most;
}

static void encodeStrands(SupWorld *world, WGPUComputePassEncoder pass) {
    const NetworkKernels *k = &world->network;
    uint32_t blocks = supNetworkList(world, NetworkTable_Strand)->count;
    if (!blocks) return;
    for (uint32_t step = 0, most = mostSteps(world, true); step < most; step += k->strandSteps)
        supWorldDispatch(world, step == 0 ? &k->strandsStart : &k->strands, pass, blocks);
}

static void encodeSprings(SupWorld *world, WGPUComputePassEncoder pass) {
    for (uint32_t c = 0; c < world->springGroupCount; ++c) {
        uint32_t blocks = supNetworkList(world, (NetworkTable)(NetworkTable_Color0 + c))->count;
        if (!blocks) continue;
        supKernelDispatchWith(world->gpu, &world->network.springs, world->springGroups[c], pass, blocks);
        world->dispatches++;
    }
}

void supNetworkEncode(SupWorld *world, WGPUComputePassEncoder pass) {
    const NetworkKernels *k = &world->network;
    if (!world->networkCount) return;
    uint32_t blocks = supNetworkList(world, NetworkTable_Node)->count, all = supNetworkList(world, NetworkTable_Air)->count;
    if (feelsTouch(world)) supWorldDispatch(world, &k->touch, pass, supNetworkList(world, NetworkTable_Tube)->count);
    supWorldDispatch(world, &k->air, pass, all);
    encodeStrands(world, pass);
    if (blocks) {
        supWorldDispatch(world, &k->start, pass, blocks);
        for (uint32_t step = 0, most = mostSteps(world, false); step < most; ++step) {
            encodeSprings(world, pass);
            supWorldDispatch(world, &k->volume, pass, supNetworkList(world, NetworkTable_Shell)->count);
            supWorldDispatch(world, &k->pressure, pass, supNetworkList(world, NetworkTable_Volume)->count);
            supWorldDispatch(world, &k->step, pass, blocks);
        }
    }
    supWorldDispatch(world, &k->health, pass, all);
}

void supNetworkEncodeTubes(SupWorld *world, WGPUComputePassEncoder pass) {
    uint32_t blocks = world->networkCount ? supNetworkList(world, NetworkTable_Tube)->count : 0;
    if (blocks) supKernelDispatch(world->gpu, &world->network.tubes, pass, blocks);
}
