// SPDX-License-Identifier: MIT
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>

SupNetworkSettings lossless(uint32_t iterations) {
    SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    network.iterations = iterations;
    network.decay = 1.0;
    network.drag = 0.0;
    return network;
}

static SupBodyAsset *prepared(SupNetwork *network) {
    SupBodyAsset *asset = NULL;
    assert_ok(supBodyAssetFromNetwork(network, &asset, NULL));
    supNetworkFree(network);
    return asset;
}

SupBodyAsset *rowAsset(uint32_t nodes, double edgeLength, Vec3 along, double nodeMass, double bend, bool springs) {
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork network;
    desc.nodes = nodes;
    desc.edgeLength = edgeLength;
    vec3Store(desc.direction, along);
    desc.nodeMass = nodeMass;
    desc.bendStiffness = bend;
    assert_ok(supNetworkStrands(&desc, &network, NULL));
    if (springs) network.strandCount = 0;
    return prepared(&network);
}

SupBodyAsset *clothAsset(uint32_t columns, uint32_t rows, double edgeLength, double stretch, double shear, double bend) {
    SupClothDesc desc = SUP_CLOTH_DESC_INIT;
    SupNetwork network;
    desc.columns = columns, desc.rows = rows;
    desc.edgeLength = edgeLength;
    desc.stretch = stretch, desc.shear = shear, desc.bend = bend;
    assert_ok(supNetworkCloth(&desc, &network, NULL));
    return prepared(&network);
}

SupBodyAsset *shellAsset(double size, uint32_t cells) {
    SupShellDesc desc = SUP_SHELL_DESC_INIT;
    SupTetMesh box;
    SupSurface surface = {0};
    SupNetwork network;
    const double sizes[3] = {size, size, size};
    const uint32_t counts[3] = {cells, cells, cells};
    assert_ok(supTetMeshBox(sizes, counts, &box, NULL));
    assert_ok(supTetMeshBoundary(&box, &surface));
    SupSurfaceCleanDesc clean = SUP_SURFACE_CLEAN_DESC_INIT; // drops the box's inner vertices
    assert_ok(supSurfaceClean(&surface, &clean, NULL));
    assert_ok(supNetworkShell(&surface, &desc, &network, NULL));
    supTetMeshFree(&box);
    supSurfaceFree(&surface);
    return prepared(&network);
}

SupBodyId addNetwork(SupWorld *world, SupBodyAsset *asset, Vec3 place, const SupNetworkSettings *network,
                     const uint32_t *pinned, uint32_t pinnedCount) {
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    SupBodyAssetView view = supBodyAssetView(asset);
    // the network's own coordinates have the first node where center and positions put it
    vec3Store(desc.position, vec3Sub(place, vec3Add(vec3Load(view.center), vec3LoadFloat(view.positions))));
    desc.pinned = pinned;
    desc.pinnedCount = pinnedCount;
    if (network) desc.network = *network;
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(asset);
    return body;
}

SupBodyId addPendulum(SupWorld *world, bool springs, double length, double angle, const SupNetworkSettings *network) {
    static const uint32_t head = 0;
    SupBodyAsset *asset = rowAsset(2, length, vec3(sin(angle), -cos(angle), 0.0), 0.5, 0.0, springs);
    return addNetwork(world, asset, vec3(0, 5, 0), network, &head, 1);
}

Vec3 *nodePlaces(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    assert_ok(supWorldBodyInfo(world, body, &info));
    float *positions = readPositions(world, body);
    Vec3 *places = calloc(info.vertexCount, sizeof *places);
    for (size_t n = 0; n < info.vertexCount; ++n)
        places[n] = vec3Add(vec3Load(info.origin), vec3LoadFloat(positions + 3 * n));
    free(positions);
    return places;
}

Vec3 nodePlace(SupWorld *world, SupBodyId body, uint32_t node) {
    Vec3 *places = nodePlaces(world, body), place = places[node];
    free(places);
    return place;
}
