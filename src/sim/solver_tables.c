// SPDX-License-Identifier: MIT
// The lists by which the potential solvers' kernels find their work. All lists share one pool: a list is a stretch of it.
#include "world.h"

#include "base/memory.h"

/// Entries of 256 bytes: a storage binding starts at a multiple of that.
enum { ListAlignment = 16 };

/// See MANY_BLOCKS in shaders/shared/block_sums.wgsl.
enum { ManyBlocks = 256 };

/// Threads that share a vertex; see shaders/shared/lanes.wgsl.
enum { Lanes = SUP_LANES };

typedef struct Lists {
    SupWorld *world;
    GpuBlock *blocks; ///< null while entries are only counted
    uint64_t count;
    uint32_t *rowFirst, *energyFirst; ///< per body slot
} Lists;

static void append(Lists *lists, uint32_t body, uint32_t first, uint32_t end) {
    if (lists->blocks) lists->blocks[lists->count] = (GpuBlock){body, first, end, 0};
    lists->count++;
}

/// `count` elements from `first` on, `size` a block.
static void appendRange(Lists *lists, uint32_t body, uint32_t first, uint32_t count, uint32_t size) {
    for (uint64_t k = 0; k < count; k += size) append(lists, body, (uint32_t)(first + k), first + count);
}

static uint32_t blocksOf(uint32_t count, uint32_t size) { return (uint32_t)(((uint64_t)count + size - 1) / size); }

/// What body_sums does for a body: stretches of its partial sums.
static void listSums(Lists *lists, uint32_t slot, SolverTable table, bool newton, bool solved, bool resident) {
    const WorldBody *body = &lists->world->bodies[slot];
    uint32_t size = lists->world->workgroupSize, kind = (uint32_t)(table - SolverTable_ManySums);
    bool has = kind == Sums_Swept ? !newton && !resident : newton;
    if (!has || (kind == Sums_Row && solved)) return;
    uint32_t count = blocksOf(kind == Sums_Energy ? body->tets.count : body->vertices.count, size);
    if (count <= ManyBlocks) return;
    uint32_t first = kind == Sums_Energy ? body->energyBlockFirst : body->rowBlockFirst;
    uint32_t stretch = SUP_SUM_LOADS * size;
    for (uint32_t k = 0; k < count; k += stretch)
        append(lists, slot, first + k, first + (count - k < stretch ? count : k + stretch));
}

static void listBody(Lists *lists, SolverTable table, uint32_t slot) {
    SupWorld *world = lists->world;
    const WorldBody *body = &world->bodies[slot];
    SupSolver solver = supWorldSolverOf(&world->settings, body);
    bool resident = supWorldResident(world, body), newton = solver == SupSolver_Newton;
    bool solved = supWorldSolvedInPlace(world, body);
    uint32_t size = world->workgroupSize, vertices = body->vertices.count, tets = body->tets.count;
    if (supWorldIsNetwork(body)) return;
    if (table >= SolverTable_Color0) {
        SupBodyAssetView view = supBodyAssetView(body->asset);
        uint32_t color = (uint32_t)(table - SolverTable_Color0);
        if (solver == SupSolver_Vbd && !resident && color < view.colorCount)
            appendRange(lists, slot, view.colorStart[color], view.colorStart[color + 1] - view.colorStart[color],
                        size / Lanes);
        return;
    }
    switch (table) {
    case SolverTable_Pooled:
        if (!resident) appendRange(lists, slot, 0, vertices, size);
        break;
    case SolverTable_Swept:
        if (!resident && !newton) appendRange(lists, slot, 0, vertices, size);
        break;
    case SolverTable_Star:
        if (newton) appendRange(lists, slot, 0, vertices, size / Lanes);
        break;
    case SolverTable_Row:
        if (newton) appendRange(lists, slot, 0, vertices, size);
        break;
    case SolverTable_LargeRow:
        if (newton && !solved) appendRange(lists, slot, 0, vertices, size);
        break;
    case SolverTable_Edge:
        if (newton) appendRange(lists, slot, 0, world->assets[body->assetIndex].edgeCount, size);
        break;
    case SolverTable_Energy:
        if (newton) appendRange(lists, slot, 0, tets, size);
        break;
    case SolverTable_Resident:
        if (resident) append(lists, slot, 0, 0);
        break;
    case SolverTable_Solved:
        if (solved) append(lists, slot, 0, 0);
        break;
    default:
        listSums(lists, slot, table, newton, solved, resident);
        break;
    }
}

/// Notes where a body's partial sums will lie.
static void numberBlocks(SupWorld *world) {
    uint32_t rows = 0, energies = 0, swept = 0, size = world->workgroupSize;
    for (size_t i = 0; i < world->orderCount; ++i) {
        WorldBody *body = &world->bodies[world->order[i]];
        if (supWorldIsNetwork(body)) continue;
        if (supWorldSolverOf(&world->settings, body) != SupSolver_Newton) {
            body->rowBlockFirst = swept; // among the vertices of bodies that are not resident
            body->rowBlockCount = supWorldResident(world, body) ? 0 : blocksOf(body->vertices.count, size);
            swept += body->rowBlockCount;
            continue;
        }
        body->rowBlockFirst = rows; // among the rows of bodies that are not solved in place
        body->energyBlockFirst = energies;
        body->rowBlockCount = supWorldSolvedInPlace(world, body) ? 0 : blocksOf(body->vertices.count, size);
        rows += body->rowBlockCount;
        energies += body->energyBlockCount = blocksOf(body->tets.count, size);
    }
}

static void listAll(Lists *lists) {
    SupWorld *world = lists->world;
    lists->count = 0;
    for (uint32_t table = 0; table < world->listCount; ++table) {
        uint64_t first = lists->count;
        for (size_t i = 0; i < world->orderCount; ++i) listBody(lists, (SolverTable)table, world->order[i]);
        world->lists[table] = (SolverList){(uint32_t)first, (uint32_t)(lists->count - first)};
        while (lists->count % ListAlignment) append(lists, 0, 0, 0);
    }
}

static uint32_t mostColors(const SupWorld *world) {
    uint32_t most = 0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        uint32_t colors = supBodyAssetView(body->asset).colorCount;
        if (!supWorldIsNetwork(body) && supWorldSolverOf(&world->settings, body) == SupSolver_Vbd &&
            !supWorldResident(world, body) && colors > most)
            most = colors;
    }
    return most;
}

/// Partial sums that are alive at a time: of rows, or four a block of tets, or of swept vertices.
static uint64_t mostPartials(const SupWorld *world) {
    uint64_t rows = world->lists[SolverTable_LargeRow].count,
             energies = 4 * (uint64_t)world->lists[SolverTable_Energy].count, swept = world->lists[SolverTable_Swept].count,
             most = rows > energies ? rows : energies;
    return (most > swept ? most : swept) + 1;
}

SupStatus supWorldUploadSolverBlocks(SupWorld *world) {
    SolverList *lists = SUP_NEW_ARRAY(SolverList, SolverTable_Color0 + mostColors(world));
    if (!lists) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    supFree(world->lists);
    world->lists = lists;
    world->listCount = SolverTable_Color0 + mostColors(world);
    numberBlocks(world);
    Lists made = {.world = world};
    listAll(&made);
    SupStatus status = supPoolReserve(world->gpu, &world->solverBlocks, made.count ? made.count : 1);
    if (status == SupStatus_Ok) status = supPoolReserve(world->gpu, &world->partials, mostPartials(world));
    if (status == SupStatus_Ok) status = supPoolReserve(world->gpu, &world->scalars, 2 * (uint64_t)world->bodySlots);
    if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
    made.blocks = SUP_NEW_ARRAY(GpuBlock, (size_t)made.count + 1);
    if (!made.blocks) return supWorldFail(world, SupStatus_OutOfMemory, "%s", supStatusText(SupStatus_OutOfMemory));
    listAll(&made);
    supPoolWrite(world->gpu, &world->solverBlocks, 0, made.blocks, made.count);
    supFree(made.blocks);
    world->boundGeneration = 0; // lists have moved
    return SupStatus_Ok;
}

const SolverList *supWorldSolverList(const SupWorld *world, SolverTable table) {
    static const SolverList none;
    return (uint32_t)table < world->listCount ? &world->lists[table] : &none;
}

SupBinding supWorldSolverBinding(const SupWorld *world, const char *name, SolverTable table) {
    const SolverList *list = supWorldSolverList(world, table);
    // an empty list is never dispatched, but a binding must hold something
    uint64_t count = list->count ? list->count : 1, first = list->count ? list->first : 0;
    return (SupBinding){.name = name,
                        .buffer = world->solverBlocks.buffer,
                        .offset = first * sizeof(GpuBlock),
                        .size = count * sizeof(GpuBlock)};
}
