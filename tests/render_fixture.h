// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_RENDER_FIXTURE_H
#define SUPPLE_TESTS_RENDER_FIXTURE_H

#include "gpu_fixture.h"
#include "supple/render.h"

/// A picture in memory: rgba bytes, top row first.
typedef struct Shot {
    uint32_t width, height;
    uint8_t *pixels; ///< freed by free()
} Shot;

/// Draws `world` with a renderer of its own. `look` (may be null) is given to every body.
Shot takeShot(SupWorld *world, const SupView *view, const SupLook *look);
/// Mean of the three channels, 0..255.
double brightness(const Shot *shot, int x, int y);
/// Where a world point lands on a picture; independent of the renderer's own projection. False behind the eye.
bool projectPoint(const SupView *view, const double point[3], double *x, double *y);
/// Without what makes exact answers hard: bloom, translucency.
SupView plainView(uint32_t width, uint32_t height, const double eye[3], const double target[3]);

#endif
