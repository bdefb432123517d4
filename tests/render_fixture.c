// SPDX-License-Identifier: MIT
#include "render_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Shot takeShot(SupWorld *world, const SupView *view, const SupLook *look) {
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = fixtureGpu();
    desc.shadowSize = 1024;
    SupRenderer *renderer = NULL;
    SupPicture *picture = NULL;
    assert_ok(supRendererCreate(&desc, &renderer));
    assert_ok(supPictureCreate(fixtureGpu(), view->width, view->height, &picture));
    for (uint32_t i = 0; look && supWorldBodyAt(world, i).value; ++i)
        assert_ok(supRendererSetLook(renderer, world, supWorldBodyAt(world, i), look));
    SupView aimed = *view;
    aimed.target = supPictureTarget(picture);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
    SupStatus status = supRendererDraw(renderer, world, encoder, &aimed);
    if (status) print_error("%s\n", supRendererErrorText(renderer));
    assert_ok(status);
    assert_ok(supPictureSubmit(picture, encoder));
    assert_ok(supPictureWait(picture, 300.0));
    Shot shot = {view->width, view->height, malloc(4 * (size_t)view->width * view->height)};
    memcpy(shot.pixels, supPicturePixels(picture), 4 * (size_t)view->width * view->height);
    supPictureDestroy(picture);
    supRendererDestroy(renderer);
    return shot;
}

double brightness(const Shot *shot, int x, int y) {
    assert_in_range(x, 0, shot->width - 1);
    assert_in_range(y, 0, shot->height - 1);
    const uint8_t *p = shot->pixels + 4 * ((size_t)y * shot->width + (size_t)x);
    return (p[0] + p[1] + p[2]) / 3.0;
}

bool projectPoint(const SupView *view, const double point[3], double *x, double *y) {
    double forward[3], side[3], up[3], d[3], n = 0;
    for (int k = 0; k < 3; ++k) forward[k] = view->camera.target[k] - view->camera.eye[k], n += forward[k] * forward[k];
    for (int k = 0; k < 3; ++k) forward[k] /= sqrt(n), d[k] = point[k] - view->camera.eye[k];
    n = hypot(forward[0], forward[2]);
    side[0] = -forward[2] / n, side[1] = 0, side[2] = forward[0] / n;
    for (int k = 0; k < 3; ++k) up[k] = side[(k + 1) % 3] * forward[(k + 2) % 3] - side[(k + 2) % 3] * forward[(k + 1) % 3];
    double depth = 0, right = 0, above = 0;
    for (int k = 0; k < 3; ++k) depth += d[k] * forward[k], right += d[k] * side[k], above += d[k] * up[k];
    double scale = 0.5 * view->height / tan(0.5 * view->camera.fieldOfView) / depth;
    *x = 0.5 * view->width + right * scale;
    *y = 0.5 * view->height - above * scale;
    return depth > 0;
}

SupView plainView(uint32_t width, uint32_t height, const double eye[3], const double target[3]) {
    SupView view = SUP_VIEW_INIT;
    view.width = width;
    view.height = height;
    memcpy(view.camera.eye, eye, sizeof view.camera.eye);
    memcpy(view.camera.target, target, sizeof view.camera.target);
    view.bloom = 0.0f;
    return view;
}
