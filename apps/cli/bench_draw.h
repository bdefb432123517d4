// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_BENCH_DRAW_H
#define SUPPLE_CLI_BENCH_DRAW_H

/// `supple bench --draw`: GPU times of drawing a World, pass by pass, apart from its simulation.

#include <supple/render.h>

#include <stdio.h>

enum { DrawPasses = 50 };

typedef struct DrawSpread {
    double median, minimum, maximum; ///< [ms]
} DrawSpread;

typedef struct DrawTimes {
    uint32_t width, height, frames; ///< frames: timed pictures
    uint64_t triangles;
    uint32_t passCount; ///< 0: the device has no timestamps
    const char *names[DrawPasses];
    DrawSpread passes[DrawPasses]; ///< the last one is "all", normals have one of their own
    DrawSpread wall;               ///< from encoding to the GPU's end
} DrawTimes;

/// "WxH"; false when it is not that.
bool benchDrawSize(const char *text, DrawTimes *times);
/// Draws the World as it stands, `frames` times after some to warm up. Times are of one picture after another.
SupStatus benchDraw(SupGpu *gpu, SupWorld *world, uint32_t frames, DrawTimes *times, char *why, size_t whySize);
/// As the value of a JSON member.
void benchDrawWrite(FILE *stream, const DrawTimes *times);
void benchDrawPrint(const DrawTimes *times);

#endif
