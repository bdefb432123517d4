// SPDX-License-Identifier: MIT
// Which solver works on a body, in which form. The solver follows from the body and the settings alone, so that a result
// never depends on what else is in the World or on which GPU it runs; the form follows from the body and the device.
#include "world.h"

/// Bodies up to here go to vbd unless they are stiff (docs/performance.md has the measurements behind the rule).
static const uint32_t vbdMostTets = 3000;

SupSolver supWorldSolverOf(const SupSettings *settings, const WorldBody *body) {
    if (settings->solver != SupSolver_Auto) return settings->solver;
    return body->tets.count <= vbdMostTets ? SupSolver_Vbd : SupSolver_Newton;
}

bool supWorldResident(const SupWorld *world, const WorldBody *body) {
    return supWorldSolverOf(&world->settings, body) == SupSolver_Vbd && !body->grabbed &&
           body->vertices.count <= world->potential.residentCapacity;
}

bool supWorldSolvedInPlace(const SupWorld *world, const WorldBody *body) {
    return supWorldSolverOf(&world->settings, body) == SupSolver_Newton &&
           body->vertices.count <= world->potential.solvedCapacity;
}

uint32_t supSolverIterations(const SupSettings *settings, SupSolver solver) {
    if (settings->iterations) return settings->iterations;
    return solver == SupSolver_Xpbd ? 8 : solver == SupSolver_Vbd ? 4 : 1;
}

uint32_t supLinearIterations(const SupSettings *settings) {
    return settings->linearIterations ? settings->linearIterations : 5;
}

const char *supSolverProblem(const SupSettings *settings, const SupMaterial *material) {
    if (settings->solver == SupSolver_Xpbd && material->model != SupModel_Arap)
        return "solver xpbd knows no material but arap: choose auto, vbd or newton";
    return NULL;
}
