// SPDX-License-Identifier: MIT
// The order of the networks' kernels in a frame (shaders/sim/network_*.wgsl).
#include "world.h"

#include "base/memory.h"

#include <string.h>

/// Turns of loops that one thread may make in a dispatch; see solver_choice.c.
enum { MostTurns = 60000 };

/// Small steps that one dispatch of network_lanes may make.
enum { LaneSteps = 128 };

/// What a kernel is at: a step, the beginning of a frame or that of a later part of one.
typedef enum Moment { Moment_Step, Moment_Start, Moment_Part } Moment;

static SupStatus createOfWidth(SupWorld *world, SupKernel *kernel, const char *shader, Moment moment, uint32_t steps,
                               uint32_t threads) {
    if (kernel->pipeline) return SupStatus_Ok;
    SupConstant constants[4] = {{"WORKGROUP_SIZE", threads}};
    uint32_t count = 1;
    if (moment != Moment_Step) constants[count++] = (SupConstant){moment == Moment_Start ? "START" : "PART", 1};
    if (steps) constants[count++] = (SupConstant){"MOST_STEPS", steps};
    SupStatus status = supKernelCreate(world->gpu, shader, constants, count, kernel);
    world->boundGeneration = 0;
    return status ? supWorldFailGpu(world, status) : SupStatus_Ok;
}

static SupStatus createKernel(SupWorld *world, SupKernel *kernel, const char *shader, Moment moment, uint32_t steps) {
    return createOfWidth(world, kernel, shader, moment, steps, world->workgroupSize);
}

/// Turns of loops that a strand's node may cost network_strands in a step.
static uint64_t turnsPerNode(const SupWorld *world) { return 8 + 3 * (uint64_t)world->colliderCount; }

/// Steps that one dispatch may take the longest strand through: a power of two, so that few kernels are ever compiled. 0:
/// not even one.
static uint32_t strandSteps(const SupWorld *world, uint32_t longest) {
    uint64_t turns = turnsPerNode(world) * longest;
    bool software = strcmp(world->gpu->info.type, "cpu") == 0; // only these miscount
    uint32_t steps = turns <= MostTurns || !software ? 1 : 0;
    while (steps && steps < 64 && 2 * steps * turns <= MostTurns) steps *= 2;
    return steps;
}

static uint32_t longestStrand(const SupWorld *world) {
    uint32_t longest = 1;
    for (size_t i = 0; i < world->orderCount; ++i) {
        uint32_t own = supNetworkLongestStrand(&world->bodies[world->order[i]]);
        longest = own > longest ? own : longest;
    }
    return longest;
}

static SupStatus prepareStrands(SupWorld *world) {
    NetworkKernels *k = &world->network;
    uint32_t longest = longestStrand(world), steps = strandSteps(world, longest);
    if (!steps)
        return supWorldFail(world, SupStatus_GpuLimit,
                            "a strand of %u nodes among %u colliders is too long for a software driver: at most %u nodes",
                            longest, world->colliderCount, (uint32_t)(MostTurns / turnsPerNode(world)));
    if (k->strandSteps != steps) {
        supKernelRelease(&k->strands);
        supKernelRelease(&k->strandsStart);
        supKernelRelease(&k->strandsPart);
        k->strandSteps = steps;
    }
    SupStatus status = createKernel(world, &k->strandsStart, "network_strands", Moment_Start, steps);
    return status ? status : createKernel(world, &k->strands, "network_strands", Moment_Step, steps);
}

static SupStatus createLanes(SupWorld *world, SupKernel *kernel, Moment moment) {
    return createOfWidth(world, kernel, "network_lanes", moment, LaneSteps, world->network.laneThreads);
}

static SupStatus prepareLanes(SupWorld *world) {
    NetworkKernels *k = &world->network;
    if (k->lanesThreads != k->laneThreads) {
        supKernelRelease(&k->lanesStart);
        supKernelRelease(&k->lanes);
        supKernelRelease(&k->lanesPart);
        k->lanesThreads = k->laneThreads;
    }
    SupStatus status = createLanes(world, &k->lanesStart, Moment_Start);
    return status ? status : createLanes(world, &k->lanes, Moment_Step);
}

static SupStatus prepareParts(SupWorld *world) {
    NetworkKernels *k = &world->network;
    SupStatus status = SupStatus_Ok;
    if (k->start.pipeline) status = createKernel(world, &k->part, "network_step", Moment_Part, 0);
    if (!status && k->lanesStart.pipeline) status = createLanes(world, &k->lanesPart, Moment_Part);
    if (!status && k->strandsStart.pipeline)
        status = createKernel(world, &k->strandsPart, "network_strands", Moment_Part, k->strandSteps);
    return status;
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
    SupStatus status = createKernel(world, &k->air, "network_air", Moment_Step, 0);
    if (!status) status = createKernel(world, &k->health, "network_health", Moment_Step, 0);
    if (!status && supNetworkList(world, NetworkTable_Splat)->count) {
        status = createKernel(world, &k->clear, "network_clear", Moment_Step, 0);
        if (!status) status = createKernel(world, &k->splat, "network_splat", Moment_Step, 0);
    }
    if (!status && feelsTouch(world)) status = createKernel(world, &k->touch, "network_touch", Moment_Step, 0);
    if (!status && supNetworkList(world, NetworkTable_Node)->count) {
        status = createKernel(world, &k->start, "network_step", Moment_Start, 0);
        if (!status) status = createKernel(world, &k->step, "network_step", Moment_Step, 0);
        if (!status) status = createKernel(world, &k->springs, "network_springs", Moment_Step, 0);
    }
    if (!status && supNetworkList(world, NetworkTable_Shell)->count) {
        status = createKernel(world, &k->volume, "network_volume", Moment_Step, 0);
        if (!status) status = createKernel(world, &k->pressure, "network_pressure", Moment_Step, 0);
    }
    if (!status && supNetworkList(world, NetworkTable_Strand)->count) status = prepareStrands(world);
    if (!status && supNetworkList(world, NetworkTable_Lane)->count) status = prepareLanes(world);
    if (!status && world->normals.buffer && supNetworkList(world, NetworkTable_Tube)->count)
        status = createKernel(world, &k->tubes, "network_tubes", Moment_Step, 0);
    return !status && world->attachmentCount ? prepareParts(world) : status;
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
    enum { Most = 40 };
    SupBinding bindings[Most];
    uint32_t n = 0;
    if (!world->networkCount || sharedCount + 16 > Most) return SupStatus_Ok;
    for (; n < sharedCount; ++n) bindings[n] = shared[n];
    NetworkKernels *k = &world->network;
    const SupBinding own[] = {{.name = "networks", .buffer = world->networkTable.buffer},
                              {.name = "nodes", .buffer = world->nodes.buffer},
                              {.name = "springs", .buffer = world->springs.buffer},
                              {.name = "links", .buffer = world->links.buffer},
                              {.name = "partials", .buffer = world->volumeParts.buffer},
                              {.name = "pressures", .buffer = world->pressures.buffer},
                              {.name = "density", .buffer = world->density.buffer},
                              supNetworkBinding(world, "splatBlocks", NetworkTable_Splat),
                              supNetworkBinding(world, "cellBlocks", NetworkTable_Cell),
                              supNetworkBinding(world, "shellBlocks", NetworkTable_Shell),
                              supNetworkBinding(world, "shells", NetworkTable_Volume),
                              supNetworkBinding(world, "strandBlocks", NetworkTable_Strand),
                              supNetworkBinding(world, "laneBlocks", NetworkTable_Lane),
                              supNetworkBinding(world, "tubeBlocks", NetworkTable_Tube)};
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) bindings[n++] = own[i];
    SupKernel *all[] = {&k->air, &k->health},
              *some[] = {&k->start,       &k->part,   &k->step,       &k->strandsStart, &k->strands,
                         &k->strandsPart, &k->volume, &k->pressure,   &k->tubes,        &k->touch,
                         &k->clear,       &k->splat,  &k->lanesStart, &k->lanes,        &k->lanesPart};
    SupStatus status = SupStatus_Ok;
    bindings[n] = supNetworkBinding(world, "nodeBlocks", NetworkTable_Air);
    for (size_t i = 0; i < sizeof all / sizeof *all && !status; ++i)
        if (all[i]->pipeline) status = supKernelBind(world->gpu, all[i], bindings, n + 1);
    bindings[n] = supNetworkBinding(world, "nodeBlocks", NetworkTable_Node);
    for (size_t i = 0; i < sizeof some / sizeof *some && !status; ++i)
        if (some[i]->pipeline) status = supKernelBind(world->gpu, some[i], bindings, n + 1);
    if (!status) status = bindSprings(world, bindings, n);
    return status ? status : supAttachmentsBind(world, bindings, n);
}

void supNetworkRelease(SupWorld *world) {
    NetworkKernels *k = &world->network;
    SupKernel *kernels[] = {&k->touch,   &k->clear,  &k->splat,       &k->air,        &k->start, &k->step,
                            &k->springs, &k->volume, &k->pressure,    &k->health,     &k->tubes, &k->strandsStart,
                            &k->strands, &k->part,   &k->strandsPart, &k->lanesStart, &k->lanes, &k->lanesPart};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) supKernelRelease(kernels[i]);
    releaseSpringGroups(world);
    supFree(world->networkLists);
}

// ---- Encoding --------------------------------------------------------------------------------------------------------

/// The most steps that a network solved by strands, or by colours, takes in this part of a frame.
static uint32_t mostSteps(const SupWorld *world, bool strands, uint32_t part) {
    uint32_t most = 0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (!supWorldIsNetwork(body) || (supBodyAssetView(body->asset).linkCount > 0) != strands) continue;
        uint32_t parts = supNetworkParts(world, body), steps = body->steps / parts;
        if (part > 0 && parts == 1) continue;
        most = steps > most ? steps : most;
    }
    return most;
}

static void encodeStrands(SupWorld *world, WGPUComputePassEncoder pass, uint32_t part) {
    const NetworkKernels *k = &world->network;
    uint32_t strands = supNetworkList(world, NetworkTable_Strand)->count,
             lanes = supNetworkList(world, NetworkTable_Lane)->count;
    if (!strands && !lanes) return;
    const SupKernel *start = part ? &k->strandsPart : &k->strandsStart, *lanesStart = part ? &k->lanesPart : &k->lanesStart;
    uint32_t most = mostSteps(world, true, part);
    for (uint32_t step = 0; strands && step < most; step += k->strandSteps)
        supWorldDispatch(world, step == 0 ? start : &k->strands, pass, strands);
    for (uint32_t step = 0; lanes && step < most; step += LaneSteps)
        supWorldDispatch(world, step == 0 ? lanesStart : &k->lanes, pass, lanes);
}

static void encodeSprings(SupWorld *world, WGPUComputePassEncoder pass) {
    for (uint32_t c = 0; c < world->springGroupCount; ++c) {
        uint32_t blocks = supNetworkList(world, (NetworkTable)(NetworkTable_Color0 + c))->count;
        supWorldDispatchWith(world, &world->network.springs, world->springGroups[c], pass, blocks);
    }
}

void supNetworkEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t part) {
    const NetworkKernels *k = &world->network;
    if (!world->networkCount) return;
    uint32_t blocks = supNetworkList(world, NetworkTable_Node)->count;
    if (part == 0 && feelsTouch(world))
        supWorldDispatch(world, &k->touch, pass, supNetworkList(world, NetworkTable_Tube)->count);
    if (part == 0 && supNetworkList(world, NetworkTable_Splat)->count) {
        supWorldDispatch(world, &k->clear, pass, supNetworkList(world, NetworkTable_Cell)->count);
        supWorldDispatch(world, &k->splat, pass, supNetworkList(world, NetworkTable_Splat)->count);
    }
    if (part == 0) supWorldDispatch(world, &k->air, pass, supNetworkList(world, NetworkTable_Air)->count);
    encodeStrands(world, pass, part);
    uint32_t steps = blocks ? mostSteps(world, false, part) : 0;
    if (steps) supWorldDispatch(world, part ? &k->part : &k->start, pass, blocks);
    for (uint32_t step = 0; step < steps; ++step) {
        encodeSprings(world, pass);
        supWorldDispatch(world, &k->volume, pass, supNetworkList(world, NetworkTable_Shell)->count);
        supWorldDispatch(world, &k->pressure, pass, supNetworkList(world, NetworkTable_Volume)->count);
        supWorldDispatch(world, &k->step, pass, blocks);
    }
}

void supNetworkEncodeHealth(SupWorld *world, WGPUComputePassEncoder pass) {
    if (world->networkCount)
        supWorldDispatch(world, &world->network.health, pass, supNetworkList(world, NetworkTable_Air)->count);
}

void supNetworkEncodeTubes(SupWorld *world, WGPUComputePassEncoder pass) {
    uint32_t blocks = world->networkCount ? supNetworkList(world, NetworkTable_Tube)->count : 0;
    if (!blocks) return;
    if (world->profile.open) {
        supProfileDispatch(world->gpu, &world->profile, &world->network.tubes, world->network.tubes.group, blocks);
    } else {
        supKernelDispatch(world->gpu, &world->network.tubes, pass, blocks);
    }
}
