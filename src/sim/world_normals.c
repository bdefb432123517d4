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
    supKernelDispatch(world->gpu, &world->normalsKernel, pass, world->vertexBlockCount);
    world->dispatches++;
}

SupStatus supWorldEnableNormals(SupWorld *world, bool enabled) {
    if (!world) return SupStatus_InvalidArgument;
    world->normalsEnabled = enabled;
    return enabled ? supWorldSync(world) : SupStatus_Ok;
}
