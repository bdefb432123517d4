// SPDX-License-Identifier: MIT
// Which solver works on a body, in which form. The solver follows from the body and the settings alone, so that a result
// never depends on what else is in the World or on which GPU it runs; the form follows from the body and the device.
#include "world.h"

SupSolver supWorldSolverOf(const SupSettings *settings, const WorldBody *body) {
    (void)body; // newton takes less time for the same error at every size and stiffness (docs/performance.md)
    return settings->solver == SupSolver_Auto ? SupSolver_Newton : settings->solver;
}

/// Turns of loops that one dispatch may make: a software driver stops a shader's loops at 65,535 turns in all, and a
/// display's driver resets a device that is busy for long.
enum { MostTurns = 40000 };

/// Of a sweep of vbd_resident over the body, from above.
static uint64_t sweepTurns(const SupWorld *world, const WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    uint64_t passes = (uint64_t)view.vertexCount * SUP_LANES / world->potential.residentThreads + view.colorCount + 1;
    return passes * (26 + 32 / SUP_LANES) + view.colorCount;
}

uint32_t supResidentTurnsAllow(const SupWorld *world, const WorldBody *body) {
    uint64_t substep = sweepTurns(world, body) * supSolverIterations(&world->settings, SupSolver_Vbd) + 128;
    return (uint32_t)(MostTurns / substep);
}

bool supWorldResident(const SupWorld *world, const WorldBody *body) {
    return supWorldSolverOf(&world->settings, body) == SupSolver_Vbd && !body->grabbed && !body->attachmentCount &&
           body->vertices.count <= world->potential.residentCapacity && supResidentTurnsAllow(world, body) > 0;
}

/// Of newton_resident, from above.
static uint64_t solveTurns(const SupWorld *world, const WorldBody *body) {
    uint64_t rows = body->vertices.count / world->potential.solvedThreads + 1;
    return rows * 3 + supLinearIterations(&world->settings) * (rows * (2 + 64 / 4) + 12);
}

bool supWorldSolvedInPlace(const SupWorld *world, const WorldBody *body) {
    return supWorldSolverOf(&world->settings, body) == SupSolver_Newton &&
           body->vertices.count <= world->potential.solvedCapacity && solveTurns(world, body) <= MostTurns;
}

uint32_t supSolverIterations(const SupSettings *settings, SupSolver solver) {
    if (settings->iterations) return settings->iterations;
    return solver == SupSolver_Xpbd ? 8 : solver == SupSolver_Vbd ? 4 : 1;
}

uint32_t supLinearIterations(const SupSettings *settings) {
    return settings->linearIterations ? settings->linearIterations : 10;
}

const char *supSolverProblem(const SupSettings *settings, const SupMaterial *material) {
    if (settings->solver == SupSolver_Xpbd && material->model != SupModel_Arap)
        return "solver xpbd knows no material but arap: choose auto, vbd or newton";
    return NULL;
}
