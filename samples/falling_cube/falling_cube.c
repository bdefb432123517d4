// SPDX-License-Identifier: MIT
// A soft cube falls for a second; the height of its centre is printed as it goes. With an installed Supple:
//   cc falling_cube.c -o falling_cube $(pkg-config --cflags --libs supple)
#include <stdio.h>
#include <supple/supple.h>

static int fail(const char *what, const char *why) { return fprintf(stderr, "%s: %s\n", what, why), 1; }

static double meanHeight(SupWorld *world, SupBodyId body) {
    SupRequestId request;
    SupBodyInfo info;
    const void *data;
    size_t length;
    if (supWorldBodyInfo(world, body, &info) || supWorldRequest(world, SupRead_Positions, body, &request) ||
        supWorldRequestWait(world, request, 60.0) || supWorldRequestData(world, request, &data, &length))
        return -1.0;
    double sum = 0.0;
    for (uint32_t i = 0; i < info.vertexCount; ++i) sum += ((const float *)data)[3 * i + 1];
    supWorldRequestRelease(world, request);
    return info.origin[1] + sum / info.vertexCount; // positions are relative to the body's origin
}

int main(void) {
    SupGpuDesc gpuDesc = SUP_GPU_DESC_INIT;
    SupGpu *gpu = NULL;
    if (supGpuCreate(&gpuDesc, &gpu) || supGpuWait(gpu, 30.0)) return fail("no GPU", supGpuErrorText(gpu));

    SupTetMesh mesh = {0};
    SupBodyAssetDesc assetDesc = SUP_BODY_ASSET_DESC_INIT;
    SupBodyAsset *asset = NULL;
    SupReport report = SUP_REPORT_INIT;
    if (supTetMeshBox((double[]){0.4, 0.4, 0.4}, (uint32_t[]){4, 4, 4}, &mesh, &report) ||
        supBodyAssetCreate(&mesh, &assetDesc, &asset, &report))
        return fail("no mesh", supReportError(&report));

    SupWorldDesc worldDesc = SUP_WORLD_DESC_INIT;
    SupBodyDesc bodyDesc = SUP_BODY_DESC_INIT;
    SupWorld *world = NULL;
    SupBodyId body;
    worldDesc.gpu = gpu;
    bodyDesc.asset = asset;
    bodyDesc.position[1] = 2.0; // [m] above the ground
    if (supWorldCreate(&worldDesc, &world)) return fail("no world", supGpuErrorText(gpu));
    if (supWorldAddBody(world, &bodyDesc, &body)) return fail("no body", supWorldErrorText(world));

    for (int frame = 0; frame <= 60; frame += 10) {
        printf("frame %2d: %.3f m\n", frame, meanHeight(world, body));
        if (frame < 60 && supWorldStep(world, 10)) return fail("no step", supWorldErrorText(world));
    }
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    supTetMeshFree(&mesh);
    supGpuDestroy(gpu);
    return 0;
}
