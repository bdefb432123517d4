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

SupStatus supNewtonPrepare(SupWorld *world) {
    PotentialKernels *k = &world->potential;
    if (k->applyLast.pipeline) return SupStatus_Ok;
    world->boundGeneration = 0;
    const SupConstant lanes[] = {{"LANES", SUP_LANES}, {"SHARED_FLOATS", 9.0 * world->workgroupSize}}, report = {"REPORT", 1}, quiet = {"REPORT", 0};
    const struct {
        SupKernel *kernel;
        const char *shader;
        const SupConstant *constant;
    } plain[] = {{&k->edges, "newton_edges", NULL},     {&k->diagonal, "newton_diagonal", NULL},
                 {&k->gradient, "newton_gradient", lanes}, {&k->product, "newton_product", NULL},
                 {&k->rowSums, "body_sums", NULL},      {&k->energySums, "body_sums", NULL},
                 {&k->energy, "newton_energy", NULL},   {&k->apply, "newton_apply", &quiet},
                 {&k->applyLast, "newton_apply", &report}};
    SupStatus status = makeUpdate(world, &k->updateFirst, true, 0, false);
    if (status == SupStatus_Ok) status = makeUpdate(world, &k->updateFirstReport, true, 0, true);
    for (uint32_t odd = 0; odd < 2 && status == SupStatus_Ok; ++odd) {
        status = makeUpdate(world, &k->update[odd], false, odd, false);
        if (status == SupStatus_Ok) status = makeUpdate(world, &k->updateReport[odd], false, odd, true);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain && status == SupStatus_Ok; ++i)
        status = make(world, plain[i].kernel, plain[i].shader, plain[i].constant, !plain[i].constant ? 0 : plain[i].constant == lanes ? 2 : 1);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

enum { KernelCount = 15 };
static void listKernels(PotentialKernels *k, SupKernel *out[KernelCount]) {
    SupKernel *all[KernelCount] = {&k->edges,     &k->diagonal,    &k->gradient,        &k->product,         &k->energy,
                                   &k->apply,     &k->applyLast,   &k->updateFirst,     &k->updateFirstReport, &k->update[0],
                                   &k->update[1], &k->updateReport[0], &k->updateReport[1], &k->rowSums, &k->energySums};
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

static void encodeGradients(SupWorld *world, WGPUComputePassEncoder pass, bool report) {
    const PotentialKernels *k = &world->potential;
    uint32_t rows = listed(world, SolverTable_Row), iterations = supLinearIterations(&world->settings);
    for (uint32_t i = 0; i < iterations; ++i) {
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
    uint32_t steps = supSolverIterations(&world->settings, SupSolver_Newton);
    for (uint32_t step = 1; step <= steps; ++step) {
        bool report = last && step == steps;
        supWorldDispatch(world, &k->gradient, pass, listed(world, SolverTable_Star));
        encodeGradients(world, pass, report);
        supWorldDispatch(world, &k->energy, pass, listed(world, SolverTable_Energy));
        supWorldDispatch(world, &k->energySums, pass, listed(world, SolverTable_ManyEnergy));
        supWorldDispatch(world, report ? &k->applyLast : &k->apply, pass, listed(world, SolverTable_Row));
    }
}
