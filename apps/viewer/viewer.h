// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_VIEWER_H
#define SUPPLE_VIEWER_VIEWER_H

#include "camera.h"
#include "capture.h"
#include "figures.h"
#include "hand.h"
#include "lead.h"
#include "panel.h"
#include "panel_draw.h"
#include "script.h"
#include "stage.h"
#include "window.h"

/// The desktop viewer. viewer.c: the loop and its parts' lives; input.c: what mouse and keys mean.
///
///   a turn of the loop   events, poll, script, hand, frames that the clock asks for, panel, canvas, window, captures

enum { PicturesInFlight = 2 };

typedef struct ViewerOptions {
    const char *scene, *adapter, *script;
    int width, height;
} ViewerOptions;

struct Viewer {
    ViewerOptions options;
    SupGpu *gpu;
    SupRenderer *renderer;
    Window window;
    Screen screen;
    Stage stage;
    Camera camera;
    Hand hand;
    Lead lead;
    Figures figures;
    Capture capture;
    Script script;
    PanelState panel;
    SupGpuInfo gpuInfo;
    SupView dressed;             ///< light and camera of the scene
    double scale;                ///< that the letters were made for
    double lastTime, toastTime;  ///< [s]
    double frameShare;           ///< fraction of a frame left over by supWorldAdvance
    uint64_t pictures;           ///< presented so far
    bool loading, cancelLoading; ///< a scene is being made
    bool quit;
    int rebuilds; ///< devices lost so far
    int exitCode;
};

/// Opens everything and runs until the window closes. Returns the program's exit code.
int viewerRun(const ViewerOptions *options);

/// Replaces the scene by a preset, a scene file or a mesh; the old one stays when that fails.
void viewerLoad(Viewer *viewer, const char *name);
/// Adds a mesh to the scene, or replaces the scene: with `replace`, when the panel says so, and by a scene file.
void viewerDrop(Viewer *viewer, const char *path, bool replace);
void viewerReset(Viewer *viewer);
/// One frame; pauses.
void viewerStep(Viewer *viewer);
void viewerLookAtAll(Viewer *viewer);
void viewerToast(Viewer *viewer, bool error, const char *format, ...);
/// What is drawn, without the target.
SupView viewerView(const Viewer *viewer);

// input.c
void inputInstall(Viewer *viewer);
/// The callbacks' insides, for the script too. Positions in pixels.
void inputMove(Viewer *viewer, double x, double y);
void inputButton(Viewer *viewer, int button, bool down, int modifiers);
void inputScroll(Viewer *viewer, double x, double y);
void inputKey(Viewer *viewer, int key, bool down, int modifiers);

#endif
