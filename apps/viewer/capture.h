// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_CAPTURE_H
#define SUPPLE_VIEWER_CAPTURE_H

#include <supple/render.h>

#include "panel_draw.h"
#include "video.h"

enum { CapturePictures = 3 };

/// Pictures and videos of what is drawn. What is read back arrives a few pictures later.
typedef struct Capture {
    SupPicture *shot; ///< one that will become a PNG
    bool shotWanted, shotPending, shotWithPanel;
    uint32_t shotWidth, shotHeight;
    char shotPath[1024];
    Video video;
    bool recording;
    SupPicture *frames[CapturePictures]; ///< of the video, in a ring
    uint32_t asked, written;             ///< frames
    uint32_t width, height;              ///< of the video
    char videoPath[1024];
} Capture;

/// A picture of the next drawn frame; `path` null: a name with the time.
void captureShot(Capture *capture, const char *path, bool withPanel);
/// Starts a video of the canvas. False when it cannot be; ffmpeg's absence is said on stderr.
bool captureStart(Capture *capture, SupGpu *gpu, const char *path, uint32_t width, uint32_t height, uint32_t rate);
/// Ends it; waits for frames that are on their way. True when the video is complete.
bool captureEnd(Capture *capture);
/// After the canvas was submitted: takes what is wanted of it. False when the video had to end.
bool captureTake(Capture *capture, SupGpu *gpu, Screen *screen, const PanelShapes *shapes);
/// Writes what has arrived. Null, or what to tell ("saved ...", "cannot write ..."), *error for the latter.
const char *captureUpdate(Capture *capture, bool *error);
/// Room for another frame of the video.
bool captureReady(const Capture *capture);
/// Drops everything.
void captureFree(Capture *capture);

#endif
