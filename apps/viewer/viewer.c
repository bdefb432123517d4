// SPDX-License-Identifier: MIT
#include "viewer.h"

#include "clock.h"
#include "load.h"
#include "say.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// A device that is lost again and again is not worth a third try.
enum { MostRebuilds = 1 };

void viewerToast(Viewer *viewer, bool error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(viewer->panel.toast, sizeof viewer->panel.toast, format, arguments);
    va_end(arguments);
    viewer->panel.toastIsError = error;
    viewer->toastTime = clockSeconds();
}

SupView viewerView(const Viewer *viewer) {
    SupView view = viewer->dressed;
    view.width = viewer->screen.width;
    view.height = viewer->screen.height;
    view.camera = cameraNow(&viewer->camera);
    view.overlays = viewer->panel.overlays;
    view.strainScale = (float)viewer->panel.strainScale;
    view.exposure *= (float)viewer->panel.exposure;
    return view;
}

// ---- Drawing ---------------------------------------------------------------------------------------------------------

static void drawPanel(Viewer *viewer, double seconds) {
    PanelState *panel = &viewer->panel;
    panel->scene = viewer->stage.scene;
    panel->world = viewer->stage.world;
    panel->sceneName = viewer->stage.name;
    panel->adapter = viewer->gpuInfo.adapter;
    panel->figures = &viewer->figures.shown;
    panel->toastAge = clockSeconds() - viewer->toastTime;
    panel->recording = viewer->capture.recording;
    panel->grabbing = viewer->hand.state == HandState_Holding;
    if (viewer->scale != viewer->window.scale) {
        viewer->scale = viewer->window.scale;
        panelSetScale(viewer->scale);
        screenTakeLetters(&viewer->screen);
    }
    panelFrame(panel, viewer->window.width, viewer->window.height, seconds);
    PanelShapes shapes = panelShapes();
    screenTakeShapes(&viewer->screen, &shapes);
}

static bool submit(Viewer *viewer, WGPUCommandEncoder encoder) {
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    bool ok = commands && supGpuPoll(viewer->gpu) == SupStatus_Ok;
    if (ok) wgpuQueueSubmit(supGpuQueue(viewer->gpu), 1, &commands);
    if (commands) wgpuCommandBufferRelease(commands);
    return ok;
}

/// The World into the canvas, canvas and panel into the window.
static bool drawPicture(Viewer *viewer) {
    double begun = clockSeconds();
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(viewer->gpu), NULL);
    SupView view = viewerView(viewer);
    view.target = viewer->screen.canvasView;
    SupStatus status = supRendererDraw(viewer->renderer, viewer->stage.world, encoder, &view);
    PanelShapes shapes = panelShapes();
    if (!status) screenEncode(&viewer->screen, encoder, viewer->window.frameView, 0, &shapes);
    bool ok = !status && submit(viewer, encoder);
    if (ok) figuresMark(&viewer->figures, supGpuQueue(viewer->gpu), begun, 0, true);
    wgpuCommandEncoderRelease(encoder);
    if (status && status != SupStatus_DeviceLost) viewerToast(viewer, true, "%s", supRendererErrorText(viewer->renderer));
    return ok;
}

static void takeCaptures(Viewer *viewer) {
    PanelShapes shapes = panelShapes();
    if (!captureTake(&viewer->capture, viewer->gpu, &viewer->screen, &shapes)) {
        bool complete = captureEnd(&viewer->capture);
        viewerToast(viewer, !complete, "the video ended: the window's size changed");
    }
    bool error = false;
    const char *text = captureUpdate(&viewer->capture, &error);
    if (text) viewerToast(viewer, error, "%s", text);
}

/// Panel and picture. False when nothing was presented.
static bool present(Viewer *viewer, double seconds) {
    if (supGpuPoll(viewer->gpu) != SupStatus_Ok) return false; // wgpu-native ends the process when asked on a lost device
    if (!screenResize(&viewer->screen, viewer->window.width, viewer->window.height)) return false;
    char why[256];
    switch (windowBegin(&viewer->window)) {
    case WindowFrame_Ready:
        break;
    case WindowFrame_Lost:
        if (!windowAttach(&viewer->window, viewer->gpu, why, sizeof why)) viewerToast(viewer, true, "%s", why);
        return false;
    default:
        return false;
    }
    drawPanel(viewer, seconds);
    bool drawn = drawPicture(viewer);
    if (supGpuStatus(viewer->gpu) == SupStatus_Ok) windowPresent(&viewer->window);
    if (!drawn) return false;
    viewer->pictures++;
    figuresCountPicture(&viewer->figures, clockSeconds());
    takeCaptures(viewer);
    return true;
}

// ---- Scenes ----------------------------------------------------------------------------------------------------------

/// Keeps the window alive while a scene is made: a picture now and then, Escape stops it.
static bool onProgress(void *user, const char *stage, double done) {
    Viewer *viewer = user;
    double now = clockSeconds();
    if (now - viewer->lastTime < 0.05 || !viewer->stage.world) return !viewer->cancelLoading;
    double seconds = now - viewer->lastTime;
    viewer->lastTime = now;
    glfwPollEvents();
    snprintf(viewer->panel.progress, sizeof viewer->panel.progress, "Making it solid: %.40s", stage);
    viewer->panel.progressDone = done;
    if (supGpuPoll(viewer->gpu) != SupStatus_Ok) return false;
    if (windowMeasure(&viewer->window) && viewer->figures.picturesInFlight < PicturesInFlight) present(viewer, seconds);
    return !viewer->cancelLoading && !glfwWindowShouldClose(viewer->window.handle);
}

/// Waits for a pick that is on its way, so that it is not answered by another World.
static void dropHand(Viewer *viewer) {
    Hand *hand = &viewer->hand;
    double end = clockSeconds() + 2.0;
    handRelease(hand, viewer->renderer, viewer->stage.world);
    while (hand->state != HandState_Free && clockSeconds() < end && supGpuPoll(viewer->gpu) == SupStatus_Ok)
        handRelease(hand, viewer->renderer, viewer->stage.world);
    hand->state = HandState_Free;
    leadForget(&viewer->lead);
}

/// Looks, light and camera as the scene says.
static void viewerDress(Viewer *viewer) {
    SupView view = SUP_VIEW_INIT;
    view.width = viewer->window.width ? viewer->window.width : 16;
    view.height = viewer->window.height ? viewer->window.height : 10;
    if (supSceneDress(viewer->stage.scene, viewer->stage.world, viewer->renderer, &view))
        viewerToast(viewer, true, "%s", supRendererErrorText(viewer->renderer));
    viewer->dressed = view;
}

void viewerLookAtAll(Viewer *viewer) {
    viewerDress(viewer);
    cameraJump(&viewer->camera, &viewer->dressed.camera);
    if (viewer->panel.open)
        cameraLeaveFree(&viewer->camera, panelCovered(viewer->scale), viewer->window.width, viewer->window.height);
    SupSettings settings;
    if (supWorldSettings(viewer->stage.world, &settings)) return;
    viewer->camera.aboveGround = settings.ground.enabled;
    viewer->camera.ground = settings.ground.height;
}

static void useStage(Viewer *viewer, const Stage *stage) {
    if (viewer->stage.world) {
        dropHand(viewer);
        figuresForget(&viewer->figures, viewer->stage.world);
        stageFree(&viewer->stage);
    }
    viewer->stage = *stage;
    uint32_t inFlight = viewer->figures.picturesInFlight;
    viewer->figures.shown = (FiguresShown){.simulationGpu = NAN, .minVolumeRatio = NAN};
    viewer->figures.picturesInFlight = inFlight;
    viewer->figures.nextAsk = 0.0;
    viewerLookAtAll(viewer);
    char title[300];
    snprintf(title, sizeof title, "Supple: %s", viewer->stage.name);
    glfwSetWindowTitle(viewer->window.handle, title);
}

/// Reads a scene, or a mesh that is added to the one on show, with a picture now and then.
static void load(Viewer *viewer, const char *name, bool add) {
    if (viewer->loading) return;
    char why[512];
    Stage stage;
    SupProgress progress = {onProgress, viewer};
    viewer->loading = true;
    viewer->cancelLoading = false;
    SupStatus status = add ? stageAdd(&viewer->stage, name, progress, why, sizeof why)
                           : stageMake(name, viewer->gpu, progress, &stage, why, sizeof why);
    viewer->loading = false;
    viewer->panel.progress[0] = 0;
    viewer->lastTime = clockSeconds();
    if (status) {
        viewerToast(viewer, true, "%s", why);
    } else if (add) {
        viewerLookAtAll(viewer);
        viewerToast(viewer, false, "added %s",
                    supSceneBodyName(viewer->stage.scene, supSceneBodyCount(viewer->stage.scene) - 1));
    } else {
        useStage(viewer, &stage);
    }
}

void viewerLoad(Viewer *viewer, const char *name) { load(viewer, name, false); }

void viewerDrop(Viewer *viewer, const char *path, bool replace) {
    load(viewer, path, !replace && !viewer->panel.dropReplaces && !endsWith(path, ".json"));
}

void viewerReset(Viewer *viewer) {
    dropHand(viewer);
    figuresForget(&viewer->figures, viewer->stage.world);
    if (supWorldReset(viewer->stage.world)) viewerToast(viewer, true, "%s", supWorldErrorText(viewer->stage.world));
    viewer->figures.shown.plotCount = 0;
}

void viewerStep(Viewer *viewer) {
    viewer->panel.paused = true;
    if (supWorldStep(viewer->stage.world, 1)) viewerToast(viewer, true, "%s", supWorldErrorText(viewer->stage.world));
}

// ---- A turn of the loop ----------------------------------------------------------------------------------------------

static void toggleVideo(Viewer *viewer) {
    if (viewer->capture.recording) {
        bool complete = captureEnd(&viewer->capture);
        viewerToast(viewer, !complete, complete ? "saved %s" : "the video %s could not be written",
                    viewer->capture.videoPath);
        return;
    }
    SupSettings settings;
    if (supWorldSettings(viewer->stage.world, &settings)) return;
    uint32_t rate = (uint32_t)(1.0 / settings.frameTime + 0.5);
    if (!captureStart(&viewer->capture, viewer->gpu, NULL, viewer->screen.width, viewer->screen.height, rate ? rate : 1))
        viewerToast(viewer, true, "a video needs the program ffmpeg, which is not installed");
}

static void obeyPanel(Viewer *viewer) {
    PanelState *panel = &viewer->panel;
    int preset = panel->preset;
    bool reset = panel->reset, step = panel->step, look = panel->frameCamera, video = panel->video, dress = panel->dress;
    if (panel->screenshot) captureShot(&viewer->capture, NULL, false);
    panel->preset = -1;
    panel->reset = panel->step = panel->frameCamera = panel->video = panel->screenshot = panel->dress = false;
    if (*panel->refused) viewerToast(viewer, true, "%s", panel->refused);
    panel->refused[0] = 0;
    if (dress) viewerDress(viewer);
    if (reset) viewerReset(viewer);
    if (step) viewerStep(viewer);
    if (look) viewerLookAtAll(viewer);
    if (video) toggleVideo(viewer);
    if (preset >= 0) viewerLoad(viewer, supPresetName((uint32_t)preset));
}

static void simulate(Viewer *viewer, double seconds) {
    if (viewer->panel.paused) return;
    uint32_t frames = 0;
    double begun = clockSeconds();
    SupStatus status;
    if (viewer->capture.recording) { // a picture a frame, whatever time that takes: the video is smooth
        frames = captureReady(&viewer->capture);
        status = supWorldStep(viewer->stage.world, frames);
    } else {
        status = supWorldAdvance(viewer->stage.world, seconds * viewer->panel.speed, &frames, &viewer->frameShare);
    }
    if (frames) figuresMark(&viewer->figures, supGpuQueue(viewer->gpu), begun, frames, false);
    if (status && status != SupStatus_DeviceLost) {
        viewerToast(viewer, true, "%s", supWorldErrorText(viewer->stage.world));
        viewer->panel.paused = true;
    }
}

static void turn(Viewer *viewer) {
    double now = clockSeconds();
    if (!windowMeasure(&viewer->window)) { // minimised: time stands still, nothing is caught up later
        glfwWaitEventsTimeout(0.05);
        viewer->lastTime = clockSeconds();
        return;
    }
    SupView view = viewerView(viewer);
    if (view.width && handUpdate(&viewer->hand, viewer->renderer, viewer->stage.world, &view, viewer->panel.grabStrength))
        viewer->panel.overlays |= SupOverlay_Pins;
    if (viewer->figures.picturesInFlight >= PicturesInFlight) {
        glfwWaitEventsTimeout(0.001);
        return;
    }
    double seconds = now - viewer->lastTime;
    viewer->lastTime = now;
    supWorldSetViewer(viewer->stage.world, view.camera.eye);
    bool points = !panelWantsMouse() && (viewer->hand.x > 0.0 || viewer->hand.y > 0.0);
    leadUpdate(&viewer->lead, viewer->stage.scene, viewer->stage.world, &view, &viewer->hand, points,
               viewer->panel.paused ? 0.0 : seconds * viewer->panel.speed);
    simulate(viewer, seconds);
    figuresMeasure(&viewer->figures, viewer->stage.world, now);
    cameraFollow(&viewer->camera, seconds);
    if (!present(viewer, seconds)) glfwWaitEventsTimeout(0.005);
    obeyPanel(viewer);
}

// ---- Life ------------------------------------------------------------------------------------------------------------

static SupStatus startDrawing(Viewer *viewer, char *why, size_t whySize) {
    if (!windowAttach(&viewer->window, viewer->gpu, why, whySize)) return SupStatus_GpuError;
    supGpuInfo(viewer->gpu, &viewer->gpuInfo);
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = viewer->gpu;
    SupStatus status = supRendererCreate(&desc, &viewer->renderer);
    if (!status && screenCreate(&viewer->screen, viewer->gpu, viewer->window.format)) return SupStatus_Ok;
    snprintf(why, whySize, "%s", supGpuErrorText(viewer->gpu));
    return status ? status : SupStatus_GpuError;
}

static void stopDrawing(Viewer *viewer) {
    captureFree(&viewer->capture);
    screenDestroy(&viewer->screen);
    supRendererDestroy(viewer->renderer);
    viewer->renderer = NULL;
    windowDetach(&viewer->window);
}

/// One clear line, then everything anew from what the host still has: the scene starts again. False when it is over.
static bool rebuild(Viewer *viewer) {
    char why[512];
    bool again = viewer->rebuilds++ < MostRebuilds;
    sayError(0, "view: %s; %s", supGpuErrorText(viewer->gpu), again ? "starting the scene again" : "giving up");
    stopDrawing(viewer);
    figuresForget(&viewer->figures, viewer->stage.world);
    supWorldDestroy(viewer->stage.world);
    viewer->stage.world = NULL;
    supGpuDestroy(viewer->gpu);
    viewer->gpu = NULL;
    viewer->hand = (Hand){0};
    leadForget(&viewer->lead);
    figuresStart(&viewer->figures);
    viewer->exitCode = Exit_NoGpu;
    if (!again || loadGpu("view", viewer->options.adapter, false, &viewer->gpu)) return false;
    SupStatus status = startDrawing(viewer, why, sizeof why);
    if (!status) status = stageRebuild(&viewer->stage, viewer->gpu, why, sizeof why);
    if (status) return sayError(0, "view: %s", why), false;
    viewerDress(viewer);
    viewer->exitCode = Exit_Done;
    viewer->lastTime = clockSeconds();
    viewerToast(viewer, true, "the GPU was lost; the scene was started again");
    return true;
}

static void onLog(void *user, SupSeverity severity, const char *line) {
    (void)user;
    if (severity == SupSeverity_Error) fprintf(stderr, "supple: %s\n", line);
}

static int openAll(Viewer *viewer) {
    const ViewerOptions *o = &viewer->options;
    char why[1024];
    SupScene *probe = NULL;
    SupReport report = SUP_REPORT_INIT;
    // a scene that cannot be read is refused before a window flashes up
    int code = loadScene("view", o->scene, &probe, &report);
    supSceneDestroy(probe);
    if (code) return code;
    if (o->script && !scriptLoad(&viewer->script, o->script, why, sizeof why))
        return sayError(Exit_Refused, "view: cannot read %s", why);
    if (!windowOpen(&viewer->window, "Supple", o->width, o->height, why, sizeof why))
        return sayError(Exit_NoGpu, "view: %s", why);
    code = loadGpu("view", o->adapter, false, &viewer->gpu);
    if (code) return code;
    supSetLog(onLog, NULL);
    windowMeasure(&viewer->window);
    viewer->scale = viewer->window.scale;
    panelCreate(viewer->scale);
    if (startDrawing(viewer, why, sizeof why)) return sayError(Exit_NoGpu, "view: %s", why);
    Stage stage;
    SupStatus status = stageMake(o->scene, viewer->gpu, (SupProgress){0}, &stage, why, sizeof why);
    if (status) return sayError(exitCodeOf(status), "view: %s", why);
    useStage(viewer, &stage);
    inputInstall(viewer);
    return Exit_Done;
}

static void closeAll(Viewer *viewer) {
    if (viewer->renderer && viewer->stage.world) dropHand(viewer);
    captureEnd(&viewer->capture);
    if (viewer->window.handle) stopDrawing(viewer);
    stageFree(&viewer->stage);
    supGpuDestroy(viewer->gpu);
    panelDestroy();
    windowClose(&viewer->window);
    scriptFree(&viewer->script);
}

static void loop(Viewer *viewer) {
    viewer->lastTime = clockSeconds();
    while (!viewer->quit && !glfwWindowShouldClose(viewer->window.handle)) {
        glfwPollEvents();
        if (supGpuPoll(viewer->gpu) == SupStatus_DeviceLost && !rebuild(viewer)) return;
        scriptRun(viewer);
        if (supGpuStatus(viewer->gpu) == SupStatus_Ok) turn(viewer);
    }
}

int viewerRun(const ViewerOptions *options) {
    Viewer viewer = {
        .options = *options,
        .panel = {.open = true, .speed = 1.0, .strainScale = 0.3, .exposure = 1.0, .grabStrength = 1.6, .preset = -1}};
    figuresStart(&viewer.figures);
    viewer.exitCode = openAll(&viewer);
    if (!viewer.exitCode) loop(&viewer);
    closeAll(&viewer);
    return viewer.exitCode;
}
