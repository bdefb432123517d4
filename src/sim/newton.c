// SPDX-License-Identifier: MIT
// Newton with preconditioned conjugate gradients (docs/physics.md, section 4b). The matrix is assembled once a frame, at
// its first substep's guess: forces are exact in every step, and a matrix that is a few substeps old only costs a little
// speed of convergence.
#include "world.h"

static SupStatus make(SupWorld *world, SupKernel *out, const char *shader, const SupConstant *more, uint32_t count) {
    SupConstant constants[5] = {{"WORKGROUP_SIZE", world->workgroupSize}};
    for (uint32_t i = 0; i < count; ++i) constants[1 + i] = more[i];
    return supKernelCreate(world->gpu, shader, constants, 1 + count, out);
}

static SupStatus makeUpdate(SupWorld *world, SupKernel *out, bool first, uint32_t odd, bool report) {
    const SupConstant constants[] = {{"FIRST", first}, {"ODD", odd}, {"REPORT", report}};
    return make(world, out, "newton_update", constants, 3);
}

static SupStatus makeSolve(SupWorld *world, bool report) {
    PotentialKernels *k = &world->potential;
    const SupConstant constants[] = {{"WORKGROUP_SIZE", k->solvedThreads},
                                     {"CAPACITY", k->solvedCapacity},
                                     {"SHARED_FLOATS", 2.0 * k->solvedThreads + 3.0 * k->solvedCapacity},
                                     {"REPORT", report}};
    return supKernelCreate(world->gpu, "newton_resident", constants, 4, report ? &k->solveReport : &k->solve);
}

SupStatus supNewtonPrepare(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    if (k->newtonFinishLast.pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    const SupConstant lanes[] = {{"LANES", SUP_LANES}, {"SHARED_FLOATS", 9.0 * world->workgroupSize}};
    const SupConstant last = {"LAST", 1}, notLast = {"LAST", 0};
    const struct {
        SupKernel *kernel;
        const char *shader;
        const SupConstant *constants;
        uint32_t count;
    } plain[] = {{&k->edges, "newton_edges", NULL, 0},
                 {&k->diagonal, "newton_diagonal", NULL, 0},
                 {&k->gradient, "newton_gradient", lanes, 2},
                 {&k->product, "newton_product", NULL, 0},
                 {&k->rowSums, "body_sums", NULL, 0},
                 {&k->energySums, "body_sums", NULL, 0},
                 {&k->energy, "newton_energy", NULL, 0},
                 {&k->apply, "newton_apply", NULL, 0},
                 {&k->newtonFinish, "newton_finish", &notLast, 1},
                 {&k->newtonFinishLast, "newton_finish", &last, 1}};
    SupStatus status = makeUpdate(world, &k->updateFirst, true, 0, false);
    if (status == SupStatus_Ok) status = makeUpdate(world, &k->updateFirstReport, true, 0, true);
    for (uint32_t odd = 0; odd < 2 && status == SupStatus_Ok; ++odd) {
        status = makeUpdate(world, &k->update[odd], false, odd, false);
        if (status == SupStatus_Ok) status = makeUpdate(world, &k->updateReport[odd], false, odd, true);
    }
    for (int report = 0; report < 2 && status == SupStatus_Ok; ++report) status = makeSolve(world, report);
    for (size_t i = 0; i < sizeof plain / sizeof *plain && status == SupStatus_Ok; ++i)
        status = make(world, plain[i].kernel, plain[i].shader, plain[i].constants, plain[i].count);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

enum { KernelCount = 18 };
static void listKernels(PotentialKernels *k, SupKernel *out[KernelCount]) {
    SupKernel *all[KernelCount] = {
        &k->edges,       &k->diagonal,     &k->gradient,         &k->product,     &k->energy,    &k->apply,
        &k->newtonFinish, &k->newtonFinishLast, &k->updateFirst, &k->updateFirstReport, &k->update[0], &k->update[1],
        &k->updateReport[0], &k->updateReport[1], &k->rowSums,   &k->energySums,  &k->solve,     &k->solveReport};
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

void supNewtonEncodeAssembly(SupWorld *world, WGPUComputePassEncoder pass) {
    supWorldDispatch(world, &world->potential.edges, pass, listed(world, SolverTable_Edge));
    supWorldDispatch(world, &world->potential.diagonal, pass, listed(world, SolverTable_Row));
}

/// Conjugate gradients of the bodies that no workgroup holds.
static void encodeLarge(SupWorld *world, WGPUComputePassEncoder pass, bool report) {
    const PotentialKernels *k = &world->potential;
    uint32_t rows = listed(world, SolverTable_LargeRow), iterations = supLinearIterations(&world->settings);
    for (uint32_t i = 0; i < iterations && rows; ++i) {
        bool last = report && i + 1 == iterations;
        supWorldDispatch(world, &k->product, pass, rows);
        supWorldDispatch(world, &k->rowSums, pass, listed(world, SolverTable_ManyRow));
        const SupKernel *update = i == 0 ? (last ? &k->updateFirstReport : &k->updateFirst)
                                         : (last ? &k->updateReport[i % 2] : &k->update[i % 2]);
        supWorldDispatch(world, update, pass, rows);
    }
}

void supNewtonEncodeSolve(SupWorld *world, WGPUComputePassEncoder pass, bool last) {
    const PotentialKernels *k = &world->potential;
    uint32_t steps = supSolverIterations(&world->settings, SupSolver_Newton), rows = listed(world, SolverTable_Row);
    for (uint32_t step = 1; step <= steps; ++step) {
        bool report = last && step == steps;
        supWorldDispatch(world, &k->gradient, pass, listed(world, SolverTable_Star));
        supWorldDispatch(world, report ? &k->solveReport : &k->solve, pass, listed(world, SolverTable_Solved));
        encodeLarge(world, pass, report);
        supWorldDispatch(world, &k->energy, pass, listed(world, SolverTable_Energy));
        supWorldDispatch(world, &k->energySums, pass, listed(world, SolverTable_ManyEnergy));
        if (step < steps) supWorldDispatch(world, &k->apply, pass, rows);
    }
    supWorldDispatch(world, last ? &k->newtonFinishLast : &k->newtonFinish, pass, rows);
}
