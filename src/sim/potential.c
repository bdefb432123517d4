// SPDX-License-Identifier: MIT
// The solvers that minimise the potential of implicit Euler, G(u) = |u - h v|^2_M / (2 h^2) + E(x + u), over a substep's
// displacements u (docs/physics.md, section 4). One substep:
//
//   begin                          displacements that inertia and the last substep's forces predict; pulls
//   vbd: sweep per colour, n times                          (bodies of vbd; resident ones do a whole frame at once)
//   newton: gradient, conjugate gradients, energy, step     (bodies of newton; newton.c)
//   finish                         momentum, friction, velocities, positions; begins the next substep
#include "world.h"

#include "base/memory.h"

/// What a vertex takes of a workgroup's memory, and the most threads that we ask for.
enum { VertexBytes = 12, WidestResident = 256, WidestSolved = 512 };

static SupStatus make(SupWorld *world, SupKernel *out, const char *shader, const SupConstant *more, uint32_t count) {
    SupConstant constants[6] = {{"WORKGROUP_SIZE", world->workgroupSize}};
    for (uint32_t i = 0; i < count; ++i) constants[1 + i] = more[i];
    SupStatus status = supKernelCreate(world->gpu, shader, constants, 1 + count, out);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

/// Of a shader that knows of colliders when there are some.
static SupStatus makeMeeting(SupWorld *world, SupKernel *out, const char *shader, const SupConstant *more, uint32_t count) {
    SupConstant constants[4] = {{"COLLIDERS", world->tetsMeetColliders}};
    for (uint32_t i = 0; i < count; ++i) constants[1 + i] = more[i];
    return make(world, out, shader, constants, 1 + count);
}

SupStatus supPotentialPrepareSums(SupWorld *world, uint32_t kind) {
    const SupConstant width = {"WIDTH", kind == Sums_Energy ? 4 : 1};
    return make(world, &world->potential.sums[kind], "body_sums", &width, 1);
}

static SupStatus prepareBegin(SupWorld *world) {
    if (world->potential.begin.pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    return makeMeeting(world, &world->potential.begin, "potential_begin", NULL, 0);
}

static SupStatus prepareSweeps(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    if (k->sums[Sums_Swept].pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    const SupConstant floats = {"SHARED_FLOATS", 9.0 * world->workgroupSize}, lanes = {"LANES", SUP_LANES};
    SupStatus status = SupStatus_Ok;
    for (int last = 0; last < 2 && status == SupStatus_Ok; ++last) {
        const SupConstant constants[] = {{"LAST", last}, floats, lanes};
        status = makeMeeting(world, last ? &k->sweepLast : &k->sweep, "vbd_sweep", constants, 3);
        if (status == SupStatus_Ok)
            status = makeMeeting(world, last ? &k->vbdFinishLast : &k->vbdFinish, "vbd_finish", constants, 1);
    }
    if (status == SupStatus_Ok) status = make(world, &k->momentum, "vbd_momentum", NULL, 0);
    if (status == SupStatus_Ok) status = supPotentialPrepareSums(world, Sums_Swept);
    return status;
}

/// As many threads as leave room for the largest body that we want to hold, and the room that is left.
static uint32_t fitThreads(const WGPULimits *limits, uint32_t most, uint32_t threadBytes, uint32_t *capacity) {
    uint32_t threads = most;
    while (threads > limits->maxComputeInvocationsPerWorkgroup || threads > limits->maxComputeWorkgroupSizeX) threads /= 2;
    while (threads > 64 &&
           SUP_RESIDENT_VERTICES * VertexBytes + threads * threadBytes > limits->maxComputeWorkgroupStorageSize)
        threads /= 2;
    uint32_t room = (limits->maxComputeWorkgroupStorageSize - threads * threadBytes) / VertexBytes;
    *capacity = room < SUP_RESIDENT_VERTICES ? room : SUP_RESIDENT_VERTICES;
    return threads;
}

void supWorldSizeResident(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    k->residentThreads = fitThreads(&world->gpu->limits, WidestResident, 36, &k->residentCapacity);
    k->solvedThreads = fitThreads(&world->gpu->limits, WidestSolved, 8, &k->solvedCapacity);
}

static SupStatus prepareResident(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    if (k->residentPart.pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    SupStatus status = SupStatus_Ok;
    for (int part = 0; part < 2 && status == SupStatus_Ok; ++part) {
        const SupConstant constants[] = {{"WORKGROUP_SIZE", k->residentThreads},
                                         {"LANES", SUP_LANES},
                                         {"CAPACITY", k->residentCapacity},
                                         {"SHARED_FLOATS", 9.0 * k->residentThreads + 3.0 * k->residentCapacity},
                                         {"LAST", !part},
                                         {"COLLIDERS", world->tetsMeetColliders}};
        status = supKernelCreate(world->gpu, "vbd_resident", constants, 6, part ? &k->residentPart : &k->resident);
    }
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

SupStatus supPotentialPrepare(SupWorld *world) {
    SupStatus status = prepareBegin(world);
    if (status == SupStatus_Ok && world->listCount > SolverTable_Color0) status = prepareSweeps(world);
    if (status == SupStatus_Ok && supWorldSolverList(world, SolverTable_Resident)->count) status = prepareResident(world);
    if (status == SupStatus_Ok && supWorldSolverList(world, SolverTable_Row)->count) status = supNewtonPrepare(world);
    return status;
}

// ---- Binding ---------------------------------------------------------------------------------------------------------

static void releaseColorGroups(SupWorld *world) {
    for (uint32_t c = 0; c < world->colorGroupCount; ++c)
        if (world->colorGroups[c]) wgpuBindGroupRelease(world->colorGroups[c]);
    supFree(world->colorGroups);
    world->colorGroups = NULL;
    world->colorGroupCount = 0;
}

static SupStatus bindColors(SupWorld *world, SupBinding *bindings, uint32_t count) {
    releaseColorGroups(world);
    uint32_t colors = world->listCount - SolverTable_Color0;
    const SupKernel *sweep = &world->potential.sweep;
    if (world->listCount <= SolverTable_Color0 || !sweep->pipeline) return SupStatus_Ok;
    world->colorGroups = supAllocZero(colors, sizeof *world->colorGroups);
    if (!world->colorGroups) return SupStatus_OutOfMemory;
    world->colorGroupCount = colors;
    SupStatus status = SupStatus_Ok;
    for (uint32_t c = 0; c < colors && status == SupStatus_Ok; ++c) {
        bindings[count] = supWorldSolverBinding(world, "colorBlocks", (SolverTable)(SolverTable_Color0 + c));
        status = supShaderGroup(world->gpu, sweep->shader, sweep->layout, bindings, count + 1, &world->colorGroups[c]);
    }
    return status;
}

SupStatus supPotentialBind(SupWorld *world, const SupBinding *shared, uint32_t sharedCount) {
    enum { Most = 48 };
    SupBinding bindings[Most];
    uint32_t n = 0;
    if (!world->listCount || sharedCount + 16 > Most) return SupStatus_Ok;
    for (; n < sharedCount; ++n) bindings[n] = shared[n];
    const SupBinding pools[] = {
        {.name = "rest", .buffer = world->rest.buffer},       {.name = "stars", .buffer = world->stars.buffer},
        {.name = "pattern", .buffer = world->pattern.buffer}, {.name = "matrix", .buffer = world->matrix.buffer},
        {.name = "krylov", .buffer = world->krylov.buffer},   {.name = "partials", .buffer = world->partials.buffer},
        {.name = "scalars", .buffer = world->scalars.buffer}};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; ++i) bindings[n++] = pools[i];
    static const char *const names[] = {"pooledBlocks", "sweptBlocks",  "starBlocks",     "rowBlocks",   "largeRowBlocks",
                                        "edgeBlocks",   "energyBlocks", "residentBodies", "solvedBodies"};
    for (uint32_t t = 0; t < sizeof names / sizeof *names; ++t)
        bindings[n++] = supWorldSolverBinding(world, names[t], (SolverTable)t);
    PotentialKernels *k = &world->potential;
    SupKernel *kernels[] = {&k->begin, &k->momentum, &k->vbdFinish, &k->vbdFinishLast, &k->resident, &k->residentPart};
    SupStatus status = SupStatus_Ok;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels && status == SupStatus_Ok; ++i)
        if (kernels[i]->pipeline) status = supKernelBind(world->gpu, kernels[i], bindings, n);
    for (uint32_t i = 0; i < SumsCount && status == SupStatus_Ok; ++i) {
        bindings[n] = supWorldSolverBinding(world, "manyBlocks", (SolverTable)(SolverTable_ManySums + i));
        if (k->sums[i].pipeline) status = supKernelBind(world->gpu, &k->sums[i], bindings, n + 1);
    }
    if (status == SupStatus_Ok) status = bindColors(world, bindings, n);
    if (status == SupStatus_Ok) status = supNewtonBind(world, bindings, n);
    return status;
}

void supPotentialReleaseKernels(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    SupKernel *kernels[] = {&k->begin,     &k->sweep,         &k->sweepLast, &k->momentum,
                            &k->vbdFinish, &k->vbdFinishLast, &k->resident,  &k->residentPart};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) supKernelRelease(kernels[i]);
    for (uint32_t i = 0; i < SumsCount; ++i) supKernelRelease(&k->sums[i]);
    supNewtonRelease(world);
    releaseColorGroups(world);
}

void supPotentialRelease(SupWorld *world) {
    supPotentialReleaseKernels(world);
    supFree(world->lists);
}

// ---- Encoding --------------------------------------------------------------------------------------------------------

uint32_t supResidentSubsteps(const SupWorld *world) {
    uint32_t substeps = world->settings.substeps;
    if (supWorldSubstepsPerSubmit(world) < substeps) return 1;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (!supWorldIsNetwork(body) && supWorldResident(world, body) && supResidentTurnsAllow(world, body) < substeps)
            return 1;
    }
    return substeps;
}

static void encodeResident(SupWorld *world, WGPUComputePassEncoder pass, uint32_t firstSubstep, uint32_t substepEnd) {
    uint32_t bodies = supWorldSolverList(world, SolverTable_Resident)->count, part = supResidentSubsteps(world);
    for (uint32_t substep = firstSubstep; bodies && substep < substepEnd; substep += part) {
        bool last = substep + part == world->settings.substeps;
        supWorldDispatch(world, last ? &world->potential.resident : &world->potential.residentPart, pass, bodies);
    }
}

static void encodeSweep(SupWorld *world, WGPUComputePassEncoder pass, bool last) {
    const SupKernel *kernel = last ? &world->potential.sweepLast : &world->potential.sweep;
    for (uint32_t c = 0; c < world->colorGroupCount; ++c) {
        uint32_t blocks = supWorldSolverList(world, (SolverTable)(SolverTable_Color0 + c))->count;
        supWorldDispatchWith(world, kernel, world->colorGroups[c], pass, blocks);
    }
}

void supPotentialEncodeSums(SupWorld *world, WGPUComputePassEncoder pass, uint32_t kind) {
    SolverTable table = (SolverTable)(SolverTable_ManySums + kind);
    supWorldDispatch(world, &world->potential.sums[kind], pass, supWorldSolverList(world, table)->count);
}

static void encodeFinish(SupWorld *world, WGPUComputePassEncoder pass, bool last) {
    const PotentialKernels *k = &world->potential;
    uint32_t blocks = supWorldSolverList(world, SolverTable_Swept)->count;
    supWorldDispatch(world, &k->momentum, pass, blocks);
    supPotentialEncodeSums(world, pass, Sums_Swept);
    supWorldDispatch(world, last ? &k->vbdFinishLast : &k->vbdFinish, pass, blocks);
}

void supPotentialEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t firstSubstep, uint32_t substepEnd) {
    const PotentialKernels *k = &world->potential;
    uint32_t blocks = supWorldSolverList(world, SolverTable_Pooled)->count;
    uint32_t sweeps = supSolverIterations(&world->settings, SupSolver_Vbd);
    bool newton = supWorldSolverList(world, SolverTable_Row)->count > 0;
    encodeResident(world, pass, firstSubstep, substepEnd);
    if (!blocks) return;
    if (firstSubstep == 0) {
        supWorldDispatch(world, &k->begin, pass, blocks);
        supWorldEncodePulls(world, pass, 0);
    }
    for (uint32_t substep = firstSubstep; substep < substepEnd; ++substep) {
        bool last = substep + 1 == world->settings.substeps;
        for (uint32_t i = 1; i <= sweeps; ++i) encodeSweep(world, pass, last && i == sweeps);
        if (newton) supNewtonEncode(world, pass, last);
        encodeFinish(world, pass, last);
        if (!last) supWorldEncodePulls(world, pass, substep + 1);
    }
}
