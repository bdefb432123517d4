// SPDX-License-Identifier: MIT
// Newton with preconditioned conjugate gradients (docs/physics.md, section 4). Forces are exact in every step; the
// matrix serves on until it foretells a substep's fall of the potential badly: from before a blow it makes steps overshoot.
#include "world.h"

static SupStatus make(SupWorld *world, SupKernel *out, const char *shader, const SupConstant *more, uint32_t count) {
    SupConstant constants[5] = {{"WORKGROUP_SIZE", world->workgroupSize}};
    for (uint32_t i = 0; i < count; ++i) constants[1 + i] = more[i];
    return supKernelCreate(world->gpu, shader, constants, 1 + count, out);
}

static SupStatus makeIteration(SupWorld *world, SupKernel *product, SupKernel *update, bool first, uint32_t odd) {
    const SupConstant constants[] = {{"FIRST", first}, {"ODD", odd}, {"COLLIDERS", world->tetsMeetColliders}};
    SupStatus status = make(world, product, "newton_product", constants, 2);
    return status == SupStatus_Ok ? make(world, update, "newton_update", constants, 3) : status;
}

static SupStatus makeSolve(SupWorld *world, SupKernel *out) {
    const PotentialKernels *k = &world->potential;
    const SupConstant constants[] = {{"WORKGROUP_SIZE", k->solvedThreads},
                                     {"CAPACITY", k->solvedCapacity},
                                     {"SHARED_FLOATS", 2.0 * k->solvedThreads + 3.0 * k->solvedCapacity},
                                     {"COLLIDERS", world->tetsMeetColliders}};
    return supKernelCreate(world->gpu, "newton_resident", constants, 4, out);
}

SupStatus supNewtonPrepare(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    if (k->newtonFinishLast.pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    const SupConstant meet = {"COLLIDERS", world->tetsMeetColliders};
    const SupConstant lanes[] = {{"LANES", SUP_LANES}, {"SHARED_FLOATS", 9.0 * world->workgroupSize}, meet};
    const SupConstant last[] = {{"LAST", 1}, meet}, notLast[] = {{"LAST", 0}, meet};
    const struct {
        SupKernel *kernel;
        const char *shader;
        const SupConstant *constants;
        uint32_t count;
    } plain[] = {{&k->edges, "newton_edges", NULL, 0},
                 {&k->gradient, "newton_gradient", lanes, 3},
                 {&k->energy, "newton_energy", &meet, 1},
                 {&k->apply, "newton_apply", &meet, 1},
                 {&k->newtonFinish, "newton_finish", notLast, 2},
                 {&k->newtonFinishLast, "newton_finish", last, 2}};
    SupStatus status = makeIteration(world, &k->productFirst, &k->updateFirst, true, 0);
    for (uint32_t odd = 0; odd < 2 && status == SupStatus_Ok; ++odd)
        status = makeIteration(world, &k->product[odd], &k->update[odd], false, odd);
    if (status == SupStatus_Ok) status = makeSolve(world, &k->solve);
    for (uint32_t kind = Sums_Row; kind <= Sums_Energy && status == SupStatus_Ok; ++kind)
        status = supPotentialPrepareSums(world, kind);
    for (size_t i = 0; i < sizeof plain / sizeof *plain && status == SupStatus_Ok; ++i)
        status = make(world, plain[i].kernel, plain[i].shader, plain[i].constants, plain[i].count);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

enum { KernelCount = 13 };
static void listKernels(PotentialKernels *k, SupKernel *out[KernelCount]) {
    SupKernel *all[KernelCount] = {&k->edges,        &k->gradient,         &k->productFirst, &k->product[0], &k->product[1],
                                   &k->updateFirst,  &k->update[0],        &k->update[1],    &k->energy,     &k->apply,
                                   &k->newtonFinish, &k->newtonFinishLast, &k->solve};
    for (int i = 0; i < KernelCount; ++i) out[i] = all[i];
}

SupStatus supNewtonBind(SupWorld *world, const SupBinding *bindings, uint32_t count) {
    SupKernel *kernels[KernelCount];
    listKernels(&world->potential, kernels);
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < KernelCount && status == SupStatus_Ok; ++i) {
        if (kernels[i]->pipeline) status = supKernelBind(world->gpu, kernels[i], bindings, count);
    }
    return status;
}

void supNewtonRelease(SupWorld *world) {
    SupKernel *kernels[KernelCount];
    listKernels(&world->potential, kernels);
    for (int i = 0; i < KernelCount; ++i) supKernelRelease(kernels[i]);
}

static uint32_t listed(const SupWorld *world, SolverTable table) { return supWorldSolverList(world, table)->count; }

/// Conjugate gradients of the bodies that no workgroup holds.
static void encodeLarge(SupWorld *world, WGPUComputePassEncoder pass) {
    const PotentialKernels *k = &world->potential;
    uint32_t rows = listed(world, SolverTable_LargeRow), iterations = supLinearIterations(&world->settings);
    for (uint32_t i = 0; i < iterations && rows; ++i) {
        supWorldDispatch(world, i == 0 ? &k->productFirst : &k->product[i % 2], pass, rows);
        supPotentialEncodeSums(world, pass, Sums_Row);
        supWorldDispatch(world, i == 0 ? &k->updateFirst : &k->update[i % 2], pass, rows);
    }
}

void supNewtonEncode(SupWorld *world, WGPUComputePassEncoder pass, bool last) {
    const PotentialKernels *k = &world->potential;
    uint32_t steps = supSolverIterations(&world->settings, SupSolver_Newton), rows = listed(world, SolverTable_Row);
    for (uint32_t step = 1; step <= steps; ++step) {
        if (step == 1) supWorldDispatch(world, &k->edges, pass, listed(world, SolverTable_Edge));
        supWorldDispatch(world, &k->gradient, pass, listed(world, SolverTable_Star));
        supWorldDispatch(world, &k->solve, pass, listed(world, SolverTable_Solved));
        encodeLarge(world, pass);
        supWorldDispatch(world, &k->energy, pass, listed(world, SolverTable_Energy));
        supPotentialEncodeSums(world, pass, Sums_Energy);
        if (step < steps) supWorldDispatch(world, &k->apply, pass, rows);
    }
    supWorldDispatch(world, last ? &k->newtonFinishLast : &k->newtonFinish, pass, rows);
}
