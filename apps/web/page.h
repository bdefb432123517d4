// SPDX-License-Identifier: MIT
#ifndef SUPPLE_WEB_PAGE_H
#define SUPPLE_WEB_PAGE_H

#include <supple/render.h>
#include <supple/scene.h>

#include "camera.h"
#include "figures.h"
#include "hand.h"
#include "lead.h"

/// The web page's C: the desktop viewer without its window. JavaScript calls functions marked EXPORT and never waits in one.
///
///   page.c        the GPU's and the drawing's life, a frame
///   candidate.c   a scene on its way: made in a worker, built here
///   input.c       what pointers mean
///   reading.c     state read back
///   texts.c       lists and figures as JSON
///   headless.c    a run without a picture
///
/// One page a module instance: a worker and a headless run have their own.

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

typedef enum PageState {
    PageState_Starting, ///< waiting for adapter and device
    PageState_NoGpu,    ///< there is none: pageMessage says why
    PageState_Empty,    ///< ready, no scene yet
    PageState_Running,  ///< a picture was drawn
    PageState_Busy,     ///< the GPU has enough to do: no picture this time
    PageState_Lost,     ///< the device is gone: pageRestart
    PageState_Failed    ///< a fault: pageMessage says which
} PageState;

enum { PicturesInFlight = 2 };

typedef struct Page {
    SupGpu *gpu;
    SupRenderer *renderer;
    WGPUSurface surface;
    WGPUTextureFormat format;
    uint32_t width, height; ///< [pixel] that the surface is configured for
    SupScene *scene;        ///< that is shown
    SupWorld *world;
    SupScene *candidate; ///< that is being made
    SupReport report;    ///< of the candidate
    Camera camera;
    SupView dressed; ///< the scene's light, sky and the like
    bool undressed;  ///< the renderer does not know the scene's looks yet
    bool unseen;     ///< the camera does not stand where the scene says yet
    Hand hand;
    Lead lead;
    Figures figures;
    SupPicture *shot;
    SupRun *run;
    double aspect; ///< width / height of the canvas
    bool portable, paused;
    double speed; ///< 1: real time
    uint32_t overlays;
    double strainScale, exposure, grabStrength;
    double scale;      ///< pixels of the picture per pixel of the page
    char message[600]; ///< why the last call failed
    bool worldFaulty;  ///< stepping failed: paused until it is reset
    uint64_t pictures; ///< drawn so far
} Page;

extern Page page;

/// Keeps why a call failed; returns status.
SupStatus pageFail(SupStatus status, const char *text);
/// What is drawn, without the target.
SupView pageView(uint32_t width, uint32_t height);
/// Polls the GPU: Pending, Ok or what went wrong.
SupStatus pageGpu(void);
void pageLookAtAll(void);
/// Replaces what is shown.
void pageShow(SupScene *scene, SupWorld *world);

#endif
