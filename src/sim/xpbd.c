// SPDX-License-Identifier: MIT
// The reference solver: substepped XPBD, parallel Jacobi (docs/physics.md). One substep:
//
//   predict                                   displacements from velocities, ground
//   pulls                                     grabs, and networks that hang on bodies, when there are any
//   tets, iterate | tets, iterate | ...       every tet's corrections, then their sum and the ground
//   finish                                    last sum, friction, velocities, positions; predicts the next substep
#include "world.h"

static SupStatus createKernel(SupWorld *world, SupKernel *out, const char *shader, bool meetsColliders, bool scatter,
                              const char *flag, bool flagValue) {
    SupConstant constants[4] = {{"WORKGROUP_SIZE", world->workgroupSize}};
    uint32_t count = 1;
    if (flag) constants[count++] = (SupConstant){flag, flagValue}; // only some shaders have these
    if (scatter) constants[count++] = (SupConstant){"SCATTER", scatter};
    if (world->tetsMeetColliders && meetsColliders) constants[count++] = (SupConstant){"COLLIDERS", 1};
    SupStatus status = supKernelCreate(world->gpu, shader, constants, count, out);
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

SupStatus supXpbdPrepare(SupWorld *world, SupAccumulate accumulate) {
    XpbdKernels *k = &world->xpbd[accumulate];
    if (k->ready) return SupStatus_Ok;
    bool scatter = accumulate == SupAccumulate_Scatter;
    const char *tets = scatter ? "xpbd_tets_scatter" : "xpbd_tets_gather";
    SupStatus status = createKernel(world, &k->predict, "xpbd_predict", true, false, "SCATTER", scatter);
    if (status == SupStatus_Ok) status = createKernel(world, &k->tetsFirst, tets, false, false, "FIRST", true);
    if (status == SupStatus_Ok) status = createKernel(world, &k->tetsNext, tets, false, false, "FIRST", false);
    if (status == SupStatus_Ok)
        status = createKernel(world, &k->iterate, scatter ? "xpbd_snapshot" : "xpbd_gather", true, false, NULL, false);
    if (status == SupStatus_Ok) status = createKernel(world, &k->finish, "xpbd_finish", true, scatter, "LAST", false);
    if (status == SupStatus_Ok) status = createKernel(world, &k->finishLast, "xpbd_finish", true, scatter, "LAST", true);
    if (status != SupStatus_Ok) {
        supXpbdRelease(k);
        return status;
    }
    k->ready = true;
    world->boundGeneration = 0;
    return SupStatus_Ok;
}

void supXpbdRelease(XpbdKernels *k) {
    SupKernel *kernels[] = {&k->predict, &k->tetsFirst, &k->tetsNext, &k->iterate, &k->finish, &k->finishLast};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) supKernelRelease(kernels[i]);
    k->ready = false;
}

void supXpbdEncode(SupWorld *world, WGPUComputePassEncoder pass, uint32_t firstSubstep, uint32_t substepEnd) {
    const XpbdKernels *k = &world->xpbd[world->settings.accumulate];
    uint32_t vertexBlocks = world->softBlockCount, tetBlocks = world->tetBlockCount;
    uint32_t iterations = supSolverIterations(&world->settings, SupSolver_Xpbd);
    if (firstSubstep == 0) {
        supWorldDispatch(world, &k->predict, pass, vertexBlocks);
        supWorldEncodePulls(world, pass, 0);
    }
    for (uint32_t substep = firstSubstep; substep < substepEnd; ++substep) {
        for (uint32_t iteration = 0; iteration < iterations; ++iteration) {
            if (iteration > 0) supWorldDispatch(world, &k->iterate, pass, vertexBlocks);
            supWorldDispatch(world, iteration == 0 ? &k->tetsFirst : &k->tetsNext, pass, tetBlocks);
        }
        bool last = substep + 1 == world->settings.substeps;
        supWorldDispatch(world, last ? &k->finishLast : &k->finish, pass, vertexBlocks);
        if (!last) supWorldEncodePulls(world, pass, substep + 1);
    }
}
