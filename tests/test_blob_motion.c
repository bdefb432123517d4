// SPDX-License-Identifier: MIT
// Blobs in motion: a fall flattens them, and they come back with their volume.
#include "network_fixture.h"

#include <math.h>
#include <stdlib.h>

typedef struct Extent {
    Vec3 size;
    double volume, lowest;
} Extent;

static Extent extentOf(SupWorld *world, SupBodyId body, const SupBodyAssetView *view) {
    Vec3 *places = nodePlaces(world, body), low = places[0], high = low;
    double six = 0.0;
    for (uint32_t n = 1; n < view->nodeCount; ++n) low = vec3Min(low, places[n]), high = vec3Max(high, places[n]);
    Vec3 middle = vec3Scale(vec3Add(low, high), 0.5);
    for (size_t t = 0; t < view->triangleCount; ++t) {
        Vec3 c[3];
        for (size_t k = 0; k < 3; ++k) c[k] = vec3Sub(places[view->triangles[3 * t + k]], middle);
        six += vec3Dot(c[0], vec3Cross(c[1], c[2]));
    }
    free(places);
    return (Extent){vec3Sub(high, low), six / 6.0, low.y};
}

static SupBodyAsset *blobAsset(double radius, double stiffness) {
    const double radii[3] = {radius, radius, radius};
    SupBlobDesc desc = SUP_BLOB_DESC_INIT;
    SupSurface surface;
    SupNetwork network;
    SupBodyAsset *asset;
    desc.stiffness = desc.skin = stiffness;
    desc.spacing = 0.35 * radius;
    assert_ok(supSurfaceEllipsoid(radii, 8, &surface, NULL));
    assert_ok(supNetworkBlob(&surface, &desc, &network, NULL));
    assert_ok(supBodyAssetFromNetwork(&network, &asset, NULL));
    supNetworkFree(&network);
    supSurfaceFree(&surface);
    return asset;
}

static void a_fallen_blob_comes_back_to_its_shape_and_volume(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = blobAsset(0.2, 6000.0);
    desc.position[1] = 0.6;
    desc.network.volume = 1.0;
    SupBodyAssetView view = supBodyAssetView(desc.asset);
    SupBodyId body = addBody(world, &desc);
    Extent start = extentOf(world, body, &view), now = start;
    double flattest = start.size.y;
    for (int frame = 0; frame < 180; frame += 3) {
        stepWorld(world, 3);
        now = extentOf(world, body, &view);
        flattest = fmin(flattest, now.size.y);
        assert_near(now.volume, start.volume, 0.03 * start.volume); // on the way
        assert_true(now.lowest > -1e-5);
    }
    assert_true(flattest < 0.9 * start.size.y);
    assert_near(now.volume, start.volume, 0.01 * start.volume);
    assert_near(now.size.x, start.size.x, 0.06 * start.size.x);
    assert_near(now.size.y, start.size.y, 0.06 * start.size.y);
    assert_near(now.size.z, start.size.z, 0.06 * start.size.z);
    SupMeasure m = measure(world, body);
    assert_true(m.finite && m.kinetic < 1.0);
    supBodyAssetRelease(desc.asset);
    supWorldDestroy(world);
}

static void a_blob_at_rest_stays_as_it_is(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.gravity[1] = 0.0, settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = blobAsset(0.2, 1000.0);
    desc.network.volume = 1.0;
    SupBodyAssetView view = supBodyAssetView(desc.asset);
    SupBodyId body = addBody(world, &desc);
    Vec3 *before = nodePlaces(world, body);
    stepWorld(world, 30);
    Vec3 *after = nodePlaces(world, body);
    for (uint32_t n = 0; n < view.nodeCount; ++n) assert_near(vec3Length(vec3Sub(before[n], after[n])), 0.0, 1e-5);
    uint64_t hash = stateHash(world, body);
    assert_ok(supWorldReset(world));
    stepWorld(world, 30);
    assert_true(stateHash(world, body) == hash);
    free(before), free(after);
    supBodyAssetRelease(desc.asset);
    supWorldDestroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_fallen_blob_comes_back_to_its_shape_and_volume),
                                       cmocka_unit_test(a_blob_at_rest_stays_as_it_is)};
    return cmocka_run_group_tests_name("blobs in motion", tests, fixtureSetup, fixtureTeardown);
}
