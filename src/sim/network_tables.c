// SPDX-License-Identifier: MIT
// The table of networks and the lists by which their kernels find their work. All lists share one pool.
#include "world.h"

#include "base/memory.h"

/// Entries of 256 bytes: a storage binding starts at a multiple of that.
enum { ListAlignment = 16 };

SupStatus supNetworkUploadTables(SupWorld *world) {
    if (!world->networkCount) return SupStatus_Ok;
    GpuNetwork *table = supAllocZero(world->bodySlots, sizeof *table);
    if (!table) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    uint32_t grabs = 0; // as supWorldUploadGrabs counts them
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldBody *body = &world->bodies[world->order[i]];
        grabs += body->grabbed;
        if (!supWorldIsNetwork(body)) continue;
        body->steps = supNetworkSteps(world, body, &body->thinning);
        table[world->order[i]] = supNetworkDescribe(world, body);
        if (body->grabbed) table[world->order[i]].hand = grabs;
    }
    SupStatus status = supPoolReserve(world->gpu, &world->networkTable, world->bodySlots);
    if (!status) supPoolWrite(world->gpu, &world->networkTable, 0, table, world->bodySlots);
    supFree(table);
    return status ? supWorldFailGpu(world, status) : SupStatus_Ok;
}

// ---- Lists -----------------------------------------------------------------------------------------------------------

typedef struct Lists {
    SupWorld *world;
    GpuBlock *blocks; ///< null while entries are only counted
    uint64_t count;
    uint32_t parts;    ///< partial sums given out
    uint64_t counters; ///< of density, likewise
} Lists;

static void append(Lists *lists, uint32_t slot, uint32_t first, uint32_t end) {
    for (uint64_t k = first; k < end; k += lists->world->workgroupSize) {
        if (lists->blocks) lists->blocks[lists->count] = (GpuBlock){slot, (uint32_t)k, end, 0};
        lists->count++;
    }
}

uint32_t supNetworkLongestStrand(const WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uint32_t longest = 0;
    for (uint32_t s = 0; s < view.strandCount && view.linkCount; ++s) {
        uint32_t nodes = supNetworkMoving(&body->thinning, view.strandStart[s + 1] - view.strandStart[s]);
        longest = nodes > longest ? nodes : longest;
    }
    return longest;
}

/// As many strands a block as fit a workgroup when each gets `stride` threads.
static void appendLanes(Lists *lists, uint32_t slot, uint32_t strands, uint32_t stride) {
    if (!stride || stride > SUP_LANE_NODES) return;
    for (uint64_t k = 0; k < strands; k += lists->world->network.laneThreads / stride) {
        if (lists->blocks) lists->blocks[lists->count] = (GpuBlock){slot, (uint32_t)k, strands, stride};
        lists->count++;
    }
}

static bool keepsVolume(const WorldBody *body, const SupBodyAssetView *view) {
    return body->network.volume > 0.0 && view->enclosedVolume > 0.0;
}

/// A shell's range of partial sums, counted from the start of their list.
static void appendShell(Lists *lists, uint32_t slot, uint32_t nodes) {
    uint32_t size = lists->world->workgroupSize, blocks = (uint32_t)(((uint64_t)nodes + size - 1) / size);
    if (lists->blocks) lists->blocks[lists->count] = (GpuBlock){slot, lists->parts, lists->parts + blocks, 0};
    lists->count++;
    lists->parts += blocks;
}

uint32_t supNetworkDensityBits(const WorldBody *body) { return body->vertices.count > 4096 ? 6 : 5; }

/// The counters of a body's grid.
static void appendCells(Lists *lists, uint32_t slot) {
    WorldBody *body = &lists->world->bodies[slot];
    uint32_t cells = 1u << 3 * supNetworkDensityBits(body);
    body->densityBase = (uint32_t)lists->counters;
    lists->counters += cells;
    append(lists, slot, 0, cells);
}

static void listBody(Lists *lists, NetworkTable table, uint32_t slot) {
    const WorldBody *body = &lists->world->bodies[slot];
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uint32_t color = (uint32_t)table - NetworkTable_Color0;
    switch (table) {
    case NetworkTable_Air:
        append(lists, slot, 0, view.nodeCount);
        break;
    case NetworkTable_Node:
        append(lists, slot, 0, view.linkCount ? 0 : view.nodeCount);
        break;
    case NetworkTable_Strand:
        append(lists, slot, 0, supNetworkLongestStrand(body) > SUP_LANE_NODES ? view.strandCount : 0);
        break;
    case NetworkTable_Lane:
        appendLanes(lists, slot, view.strandCount, supNetworkLongestStrand(body));
        break;
    case NetworkTable_Tube:
        append(lists, slot, 0, view.strandCount);
        break;
    case NetworkTable_Shell:
        if (keepsVolume(body, &view)) append(lists, slot, 0, view.nodeCount);
        break;
    case NetworkTable_Volume:
        if (keepsVolume(body, &view)) appendShell(lists, slot, view.nodeCount);
        break;
    case NetworkTable_Splat:
        if (body->network.repulsion > 0.0) append(lists, slot, 0, view.nodeCount);
        break;
    case NetworkTable_Cell:
        if (body->network.repulsion > 0.0) appendCells(lists, slot);
        break;
    default:
        if (color < view.springColorCount) append(lists, slot, view.springColor[color], view.springColor[color + 1]);
        break;
    }
}

static void listAll(Lists *lists) {
    SupWorld *world = lists->world;
    lists->count = lists->parts = 0;
    lists->counters = 0;
    for (uint32_t table = 0; table < world->networkListCount; ++table) {
        uint64_t first = lists->count;
        for (size_t i = 0; i < world->orderCount; ++i)
            if (supWorldIsNetwork(&world->bodies[world->order[i]])) listBody(lists, (NetworkTable)table, world->order[i]);
        world->networkLists[table] = (SolverList){(uint32_t)first, (uint32_t)(lists->count - first)};
        while (lists->count % ListAlignment) {
            if (lists->blocks) lists->blocks[lists->count] = (GpuBlock){0};
            lists->count++;
        }
    }
}

/// Counts networks, chooses how wide the workgroups of lanes are, and returns the most colours that one of them has.
static uint32_t survey(SupWorld *world) {
    uint32_t colors = 0, narrow = SUP_LANE_NODES / 2;
    world->networkCount = 0;
    world->network.laneThreads = narrow;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (!supWorldIsNetwork(body)) continue;
        uint32_t own = supBodyAssetView(body->asset).springColorCount;
        uint32_t longest = supNetworkLongestStrand(body);
        if (longest > narrow && longest <= SUP_LANE_NODES) world->network.laneThreads = SUP_LANE_NODES;
        world->networkCount++;
        colors = own > colors ? own : colors;
    }
    return colors;
}

SupStatus supNetworkUploadBlocks(SupWorld *world) {
    uint32_t colors = survey(world);
    if (!world->networkCount) return SupStatus_Ok;
    SolverList *lists = SUP_NEW_ARRAY(SolverList, NetworkTable_Color0 + colors);
    if (!lists) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    supFree(world->networkLists);
    world->networkLists = lists;
    world->networkListCount = NetworkTable_Color0 + colors;
    Lists made = {.world = world};
    listAll(&made);
    SupStatus status = supPoolReserve(world->gpu, &world->networkBlocks, made.count ? made.count : 1);
    if (!status) status = supPoolReserve(world->gpu, &world->volumeParts, made.parts ? made.parts : 1);
    if (!status) status = supPoolReserve(world->gpu, &world->density, made.counters ? made.counters : 1);
    if (status) return supWorldFailGpu(world, status);
    made.blocks = SUP_NEW_ARRAY(GpuBlock, (size_t)made.count + 1);
    if (!made.blocks) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    listAll(&made);
    supPoolWrite(world->gpu, &world->networkBlocks, 0, made.blocks, made.count);
    supFree(made.blocks);
    world->boundGeneration = 0; // lists have moved
    return SupStatus_Ok;
}

const SolverList *supNetworkList(const SupWorld *world, NetworkTable table) {
    static const SolverList none;
    return (uint32_t)table < world->networkListCount ? &world->networkLists[table] : &none;
}

SupBinding supNetworkBinding(const SupWorld *world, const char *name, NetworkTable table) {
    const SolverList *list = supNetworkList(world, table);
    // an empty list is never dispatched, but a binding must hold something
    uint64_t count = list->count ? list->count : 1, first = list->count ? list->first : 0;
    return (SupBinding){.name = name,
                        .buffer = world->networkBlocks.buffer,
                        .offset = first * sizeof(GpuBlock),
                        .size = count * sizeof(GpuBlock)};
}
