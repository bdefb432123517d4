// SPDX-License-Identifier: MIT
#include "world.h"

SupStatus supWorldPrepareNormals(SupWorld *world) {
    SupStatus status = supPoolReserve(world->gpu, &world->normals, world->vertexRanges.end);
    if (status == SupStatus_Ok && !world->normalsKernel.pipeline) {
        const SupConstant size = {"WORKGROUP_SIZE", world->workgroupSize};
        status = supKernelCreate(world->gpu, "surface_normals", &size, 1, &world->normalsKernel);
        world->boundGeneration = 0;
    }
    return status == SupStatus_Ok ? status : supWorldFailGpu(world, status);
}

void supWorldEncodeNormals(SupWorld *world, WGPUComputePassEncoder pass) {
    supWorldDispatch(world, &world->normalsKernel, pass, world->vertexBlockCount);
    supNetworkEncodeTubes(world, pass);
}

SupStatus supWorldEnableNormals(SupWorld *world, bool enabled) {
    SupStatus status = supWorldReady(world);
    if (status != SupStatus_Ok) return status;
    bool before = world->normalsEnabled;
    world->normalsEnabled = enabled;
    if (enabled) status = supWorldSync(world);
    if (status != SupStatus_Ok) world->normalsEnabled = before;
    return status;
}
