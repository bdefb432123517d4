// SPDX-License-Identifier: MIT
// What pointers mean. Positions in pixels of the picture.
#include "page.h"

#include <math.h>

enum { Press_Take, Press_Turn, Press_Move, Press_Pin };

/// [rad] a turn of the view by a pixel of the page.
static const double turnPerPixel = 0.0065;

/// Pixels of the picture per pixel of the page.
EXPORT(pageSetScale) void pageSetScale(double scale) { page.scale = scale; }

/// 0: takes what is there, a body to pull or the view; 1: turns the view; 2: moves it; 3: pins or frees what is there.
EXPORT(pagePress) void pagePress(int what, double x, double y) {
    Hand *hand = &page.hand;
    hand->x = hand->pressX = x;
    hand->y = hand->pressY = y;
    if (!page.world || !page.renderer || !page.width || hand->state != HandState_Free) return;
    SupView view = pageView(page.width, page.height);
    if (what == Press_Turn) hand->state = HandState_Turning;
    if (what == Press_Move) hand->state = HandState_Moving;
    if (what == Press_Take) handAsk(hand, HandState_Asking, page.renderer, page.world, &view);
    if (what == Press_Pin) handAsk(hand, HandState_Pinning, page.renderer, page.world, &view);
    if (what == Press_Pin && hand->state != HandState_Pinning) hand->state = HandState_Free;
}

EXPORT(pageMove) void pageMove(double x, double y) {
    Hand *hand = &page.hand;
    double dx = x - hand->x, dy = y - hand->y, size = turnPerPixel / page.scale;
    hand->x = x;
    hand->y = y;
    if (hand->state == HandState_Turning) cameraOrbit(&page.camera, -size * dx, size * dy);
    if (hand->state == HandState_Moving && page.height) cameraPan(&page.camera, dx, dy, page.height);
}

EXPORT(pageRelease) void pageRelease(void) {
    if (page.world && page.renderer && page.hand.state != HandState_Pinning)
        handRelease(&page.hand, page.renderer, page.world);
}

/// A HandState.
EXPORT(pageHand) int pageHand(void) { return (int)page.hand.state; }

EXPORT(pageOrbit) void pageOrbit(double yaw, double pitch) { cameraOrbit(&page.camera, yaw, pitch); }
EXPORT(pageZoom) void pageZoom(double steps) { cameraZoom(&page.camera, steps); }
EXPORT(pagePan) void pagePan(double dx, double dy) {
    if (page.height) cameraPan(&page.camera, dx, dy, page.height);
}

/// Where the camera is: eye, target, field of view: 7 numbers that live until the next call.
EXPORT(pageCamera) const double *pageCamera(void) {
    static double numbers[7];
    SupCamera camera = cameraNow(&page.camera);
    for (int i = 0; i < 3; ++i) numbers[i] = camera.eye[i], numbers[3 + i] = camera.target[i];
    numbers[6] = camera.fieldOfView;
    return numbers;
}

EXPORT(pageSetCamera) void pageSetCamera(double ex, double ey, double ez, double tx, double ty, double tz, double field) {
    SupCamera camera = {{ex, ey, ez}, {tx, ty, tz}, field};
    double distance = hypot(hypot(ex - tx, ey - ty), ez - tz);
    if (!isfinite(distance) || distance < 1e-6 || !(field >= 0.05 && field <= 2.5)) return;
    cameraJump(&page.camera, &camera);
    page.unseen = false; // a link's view wins over the scene's, even before the first picture
}
