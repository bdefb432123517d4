// SPDX-License-Identifier: MIT
// Newton with preconditioned conjugate gradients (docs/physics.md, section 4). The matrix is assembled once a substep:
// forces are exact in every step, but a matrix from before a blow makes steps that overshoot.
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

static SupStatus makeSolve(SupWorld *world, SupKernel *out, uint32_t assembled) {
    const PotentialKernels *k = &world->potential;
    const SupConstant constants[] = {{"WORKGROUP_SIZE", k->solvedThreads},
                                     {"CAPACITY", k->solvedCapacity},
                                     {"SHARED_FLOATS", 2.0 * k->solvedThreads + 3.0 * k->solvedCapacity},
                                     {"ASSEMBLED", assembled},
                                     {"COLLIDERS", world->tetsMeetColliders}};
    return supKernelCreate(world->gpu, "newton_resident", constants, 5, out);
}

/// The kernels that depend on whether the matrix is new.
static SupStatus makeStarts(SupWorld *world, uint32_t assembled) {
    PotentialKernels *k = &world->potential;
    const SupConstant constants[] = {{"ASSEMBLED", assembled}, {"COLLIDERS", world->tetsMeetColliders}};
    SupStatus status = makeSolve(world, &k->solve[assembled], assembled);
    return status == SupStatus_Ok ? make(world, &k->precondition[assembled], "newton_precondition", constants, 2) : status;
}

SupStatus supNewtonPrepare(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    if (k->newtonFinishLast.pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    const SupConstant meet = {"COLLIDERS", world->tetsMeetColliders}, width = {"WIDTH", 4};
    const SupConstant lanes[] = {{"LANES", SUP_LANES}, {"SHARED_FLOATS", 9.0 * world->workgroupSize}, meet};
    const SupConstant last[] = {{"LAST", 1}, meet}, notLast[] = {{"LAST", 0}, meet};
    const struct {
        SupKernel *kernel;
        const char *shader;
        const SupConstant *constants;
        uint32_t count;
    } plain[] = {{&k->edges, "newton_edges", NULL, 0},
                 {&k->gradient, "newton_gradient", lanes, 3},
                 {&k->rowSums, "body_sums", NULL, 0},
                 {&k->energySums, "body_sums", &width, 1},
                 {&k->energy, "newton_energy", &meet, 1},
                 {&k->apply, "newton_apply", &meet, 1},
                 {&k->newtonFinish, "newton_finish", notLast, 2},
                 {&k->newtonFinishLast, "newton_finish", last, 2}};
    SupStatus status = makeIteration(world, &k->productFirst, &k->updateFirst, true, 0);
    for (uint32_t odd = 0; odd < 2 && status == SupStatus_Ok; ++odd)
        status = makeIteration(world, &k->product[odd], &k->update[odd], false, odd);
    for (uint32_t assembled = 0; assembled < 2 && status == SupStatus_Ok; ++assembled) status = makeStarts(world, assembled);
    for (size_t i = 0; i < sizeof plain / sizeof *plain && status == SupStatus_Ok; ++i)
        status = make(world, plain[i].kernel, plain[i].shader, plain[i].constants, plain[i].count);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

enum { KernelCount = 18 };
static void listKernels(PotentialKernels *k, SupKernel *out[KernelCount]) {
    SupKernel *all[KernelCount] = {
        &k->edges,        &k->gradient,         &k->productFirst, &k->product[0], &k->product[1],      &k->updateFirst,
        &k->update[0],    &k->update[1],        &k->rowSums,      &k->energy,     &k->energySums,      &k->apply,
        &k->newtonFinish, &k->newtonFinishLast, &k->solve[0],     &k->solve[1],   &k->precondition[0], &k->precondition[1]};
    for (int i = 0; i < KernelCount; ++i) out[i] = all[i];
}

SupStatus supNewtonBind(SupWorld *world, SupBinding *bindings, uint32_t count) {
    SupKernel *kernels[KernelCount];
    listKernels(&world->potential, kernels);
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < KernelCount && status == SupStatus_Ok; ++i) {
        bool rows = kernels[i] == &world->potential.rowSums;
        bindings[count] = supWorldSolverBinding(world, "manyBlocks", rows ? SolverTable_ManyRow : SolverTable_ManyEnergy);
        if (kernels[i]->pipeline) status = supKernelBind(world->gpu, kernels[i], bindings, count + 1);
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
static void encodeLarge(SupWorld *world, WGPUComputePassEncoder pass, bool assembled) {
    const PotentialKernels *k = &world->potential;
    uint32_t rows = listed(world, SolverTable_LargeRow), iterations = supLinearIterations(&world->settings);
    supWorldDispatch(world, &k->precondition[assembled], pass, rows);
    for (uint32_t i = 0; i < iterations && rows; ++i) {
        supWorldDispatch(world, i == 0 ? &k->productFirst : &k->product[i % 2], pass, rows);
        supWorldDispatch(world, &k->rowSums, pass, listed(world, SolverTable_ManyRow));
        supWorldDispatch(world, i == 0 ? &k->updateFirst : &k->update[i % 2], pass, rows);
    }
}

void supNewtonEncode(SupWorld *world, WGPUComputePassEncoder pass, bool last) {
    const PotentialKernels *k = &world->potential;
    uint32_t steps = supSolverIterations(&world->settings, SupSolver_Newton), rows = listed(world, SolverTable_Row);
    for (uint32_t step = 1; step <= steps; ++step) {
        bool assembled = step == 1; // the second step of a substep would find about the same matrix
        if (assembled) supWorldDispatch(world, &k->edges, pass, listed(world, SolverTable_Edge));
        supWorldDispatch(world, &k->gradient, pass, listed(world, SolverTable_Star));
        supWorldDispatch(world, &k->solve[assembled], pass, listed(world, SolverTable_Solved));
        encodeLarge(world, pass, assembled);
        supWorldDispatch(world, &k->energy, pass, listed(world, SolverTable_Energy));
        supWorldDispatch(world, &k->energySums, pass, listed(world, SolverTable_ManyEnergy));
        if (step < steps) supWorldDispatch(world, &k->apply, pass, rows);
    }
    supWorldDispatch(world, last ? &k->newtonFinishLast : &k->newtonFinish, pass, rows);
}
