// SPDX-License-Identifier: MIT
// What a frame must read and write at least, for comparison with the device's bandwidth: every array that a kernel works
// through counts once a dispatch, whatever caches do; neighbours' values count as read once.
#include "world.h"

#include "matrix_pattern.h"

enum { Vector = 16, TetRecord = 64, StarRecord = 12 };

static double vbdSweep(const WorldBody *body) {
    double vertices = body->vertices.count, tets = body->tets.count;
    return 4 * StarRecord * tets + vertices * (16 + Vector * 6); // rest, x, u, v read; u, v written
}

static double newtonStep(const SupWorld *world, const WorldBody *body) {
    const WorldAsset *asset = &world->assets[body->assetIndex];
    double vertices = body->vertices.count, tets = body->tets.count, matrix = 4.0 * asset->matrixWords,
           columns = matrix / MatrixBlockWords;
    double gradient = 4 * StarRecord * tets + vertices * (16 + Vector * 6);
    double iteration = matrix + columns + vertices * Vector * (4 + 11);
    double energy = TetRecord * tets + vertices * Vector * 4;
    return gradient + supLinearIterations(&world->settings) * iteration + energy + vertices * Vector * 8;
}

static double xpbdIteration(const WorldBody *body) {
    double vertices = body->vertices.count, tets = body->tets.count;
    return tets * (TetRecord + 16 + 2 * 64 + 16) + vertices * Vector * 5;
}

/// An edge reads itself and two nodes' masses, places and ways, and writes the ways; a node is read and written a step. A
/// strand is read once for each of its passes.
static double networkFrame(const SupWorld *world, const WorldBody *body) {
    SupBodyAssetView view = supBodyAssetView(body->asset);
    double edges = (double)view.springCount * (16 + 2 * (Vector * 4)), nodes = view.linkCount ? 0.0 : (double)view.nodeCount;
    double strand = (double)view.linkCount * Vector * 16;
    Thinning thinning = supNetworkThinning(world, body);
    return supNetworkSteps(world, body, &thinning) * (edges + nodes * Vector * 8 + strand);
}

double supWorldTraffic(const SupWorld *world) {
    const SupSettings *settings = &world->settings;
    double bytes = 0.0;
    for (size_t i = 0; i < world->orderCount; ++i) {
        const WorldBody *body = &world->bodies[world->order[i]];
        if (supWorldIsNetwork(body)) {
            bytes += networkFrame(world, body);
            continue;
        }
        SupSolver solver = supWorldSolverOf(settings, body);
        double iteration = solver == SupSolver_Xpbd  ? xpbdIteration(body)
                           : solver == SupSolver_Vbd ? vbdSweep(body)
                                                     : newtonStep(world, body);
        double ends = (double)body->vertices.count * Vector * 6;
        bytes += settings->substeps * (supSolverIterations(settings, solver) * iteration + ends);
    }
    return bytes;
}
