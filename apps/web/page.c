// SPDX-License-Identifier: MIT
#include "page.h"

#include "clock.h"
#include "gpu/browser.h"
#include "tunable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Frames that one turn may run: more would make a slow GPU's page slow to answer.
enum { FramesPerTurn = 2 };

Page page = {.speed = 1.0,
             .strainScale = 0.3,
             .exposure = 1.0,
             .grabStrength = 1.6,
             .scale = 1.0,
             .aspect = 1.6,
             .dressed = SUP_VIEW_INIT};

IMPORT(supNow) double supNow(void); // [ms]
double clockSeconds(void) { return 1e-3 * supNow(); }

SupStatus pageFail(SupStatus status, const char *text) {
    snprintf(page.message, sizeof page.message, "%s", text && *text ? text : supStatusText(status));
    return status;
}

EXPORT(pageMessage) const char *pageMessage(void) { return page.message; }

// ---- GPU -------------------------------------------------------------------------------------------------------------

IMPORT(supLog) void supLogLine(int severity, const char *line);
static void onLog(void *user, SupSeverity severity, const char *line) {
    (void)user;
    supLogLine((int)severity, line);
}

EXPORT(pageStart) SupStatus pageStart(bool portable) {
    supSetLog(onLog, NULL);
    page.portable = portable;
    figuresStart(&page.figures);
    SupGpuDesc desc = SUP_GPU_DESC_INIT;
    desc.portable = portable;
    SupStatus status = supGpuCreate(&desc, &page.gpu);
    return status ? pageFail(status, "") : status;
}

EXPORT(pageGpu) SupStatus pageGpu(void) {
    SupStatus status = supGpuPoll(page.gpu);
    return status == SupStatus_Ok || status == SupStatus_Pending ? status : pageFail(status, supGpuErrorText(page.gpu));
}

/// Its handle, for JavaScript on the same device.
EXPORT(pageDevice) WGPUDevice pageDevice(void) { return supGpuDevice(page.gpu); }

static void releaseSurface(void) {
    if (!page.surface) return;
    wgpuSurfaceUnconfigure(page.surface);
    wgpuSurfaceRelease(page.surface);
    page.surface = NULL;
    page.width = page.height = 0;
}

/// Everything that lives on the device; scenes stay.
static void releaseGpu(void) {
    if (page.world) figuresForget(&page.figures, page.world);
    supRunDestroy(page.run);
    supPictureDestroy(page.shot);
    supWorldDestroy(page.world);
    supRendererDestroy(page.renderer);
    releaseSurface();
    supGpuDestroy(page.gpu);
    page.run = NULL;
    page.shot = NULL;
    page.world = NULL;
    page.renderer = NULL;
    page.gpu = NULL;
    page.hand.state = HandState_Free;
    leadForget(&page.lead);
}

/// After a loss: a new device; the scene starts again once pageRebuild is called.
EXPORT(pageRestart) SupStatus pageRestart(void) {
    releaseGpu();
    return pageStart(page.portable);
}

EXPORT(pageEnd) void pageEnd(void) {
    releaseGpu();
    supSceneDestroy(page.scene);
    supSceneDestroy(page.candidate);
    page.scene = page.candidate = NULL;
}

// ---- Drawing ---------------------------------------------------------------------------------------------------------

static void createSurface(void) {
    SupCanvasSource source = {.chain = {NULL, SUP_STYPE_CANVAS}, .selector = {"#picture", WGPU_STRLEN}};
    WGPUSurfaceDescriptor desc = WGPU_SURFACE_DESCRIPTOR_INIT;
    desc.nextInChain = &source.chain;
    page.surface = wgpuInstanceCreateSurface(supGpuInstance(page.gpu), &desc);
    if (!page.surface) return;
    WGPUSurfaceCapabilities capabilities = WGPU_SURFACE_CAPABILITIES_INIT;
    wgpuSurfaceGetCapabilities(page.surface, supGpuAdapter(page.gpu), &capabilities);
    page.format = capabilities.formats[0];
    wgpuSurfaceCapabilitiesFreeMembers(capabilities);
}

static SupStatus startDrawing(void) {
    createSurface();
    if (!page.surface) return pageFail(SupStatus_GpuError, "the page's canvas gives no WebGPU context");
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = page.gpu;
    desc.targetFormat = page.format;
    SupStatus status = supRendererCreate(&desc, &page.renderer);
    return status ? pageFail(status, supGpuErrorText(page.gpu)) : status;
}

static void configureSurface(uint32_t width, uint32_t height) {
    if (page.width == width && page.height == height) return;
    WGPUSurfaceConfiguration desc = WGPU_SURFACE_CONFIGURATION_INIT;
    desc.device = supGpuDevice(page.gpu);
    desc.format = page.format;
    desc.width = page.width = width;
    desc.height = page.height = height;
    desc.alphaMode = WGPUCompositeAlphaMode_Opaque;
    wgpuSurfaceConfigure(page.surface, &desc);
}

SupView pageView(uint32_t width, uint32_t height) {
    SupView view = page.dressed;
    view.width = width;
    view.height = height;
    view.camera = cameraNow(&page.camera);
    view.overlays = page.overlays;
    view.strainScale = (float)page.strainScale;
    view.exposure *= (float)page.exposure;
    return view;
}

static SupStatus encode(SupRenderer *renderer, const SupView *view, WGPUCommandEncoder *encoder) {
    *encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(page.gpu), NULL);
    SupStatus status = supRendererDraw(renderer, page.world, *encoder, view);
    if (status == SupStatus_Ok) return status;
    wgpuCommandEncoderRelease(*encoder);
    return pageFail(status, supRendererErrorText(renderer));
}

static SupStatus draw(uint32_t width, uint32_t height) {
    double begun = clockSeconds();
    configureSurface(width, height);
    WGPUSurfaceTexture frame = WGPU_SURFACE_TEXTURE_INIT;
    wgpuSurfaceGetCurrentTexture(page.surface, &frame);
    if (!frame.texture) { // a lost device is told by the device itself
        page.width = page.height = 0;
        return SupStatus_Pending;
    }
    SupView view = pageView(width, height);
    view.target = wgpuTextureCreateView(frame.texture, NULL);
    WGPUCommandEncoder encoder;
    SupStatus status = encode(page.renderer, &view, &encoder);
    if (status == SupStatus_Ok) {
        WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
        wgpuQueueSubmit(supGpuQueue(page.gpu), 1, &commands);
        wgpuCommandBufferRelease(commands);
        wgpuCommandEncoderRelease(encoder);
        figuresMark(&page.figures, supGpuQueue(page.gpu), begun, 0, true);
        figuresCountPicture(&page.figures, clockSeconds());
        page.pictures++;
    }
    wgpuTextureViewRelease(view.target);
    wgpuTextureRelease(frame.texture);
    return status;
}

// ---- A frame ---------------------------------------------------------------------------------------------------------

static void simulate(double seconds) {
    if (page.paused || page.worldFaulty) return;
    uint32_t frames = 0;
    double begun = clockSeconds();
    SupStatus status = supWorldAdvance(page.world, seconds * page.speed, &frames, NULL);
    if (frames) figuresMark(&page.figures, supGpuQueue(page.gpu), begun, frames, false);
    if (status == SupStatus_Ok || status == SupStatus_DeviceLost) return;
    pageFail(status, supWorldErrorText(page.world));
    page.worldFaulty = true;
}

static PageState stateOf(SupStatus status) {
    if (status == SupStatus_DeviceLost) return PageState_Lost;
    return status == SupStatus_NoAdapter ? PageState_NoGpu : PageState_Failed;
}

/// Looks, light and camera as the scene says, into a renderer that may be one for a single picture.
static void dress(SupRenderer *renderer, uint32_t width, uint32_t height) {
    SupView view = SUP_VIEW_INIT;
    view.width = width;
    view.height = height;
    if (supSceneDress(page.scene, page.world, renderer, &view))
        pageFail(SupStatus_InvalidArgument, supRendererErrorText(renderer));
    page.dressed = view;
}

/// What waits for the renderer: it is made after the first scene.
static void catchUp(uint32_t width, uint32_t height) {
    if (page.undressed) dress(page.renderer, width, height);
    page.undressed = false;
    if (page.unseen) cameraJump(&page.camera, &page.dressed.camera);
    page.unseen = false;
}

/// A turn of the page's loop: `seconds` since the last one, the canvas' size in pixels.
EXPORT(pageFrame) PageState pageFrame(double seconds, uint32_t width, uint32_t height) {
    SupStatus status = pageGpu();
    if (status == SupStatus_Pending) return PageState_Starting;
    if (status == SupStatus_Ok && !page.renderer) status = startDrawing();
    if (status) return stateOf(status);
    if (!page.world || width == 0 || height == 0) return PageState_Empty;
    page.aspect = (double)width / height;
    catchUp(width, height);
    SupView view = pageView(width, height);
    if (handUpdate(&page.hand, page.renderer, page.world, &view, page.grabStrength)) page.overlays |= SupOverlay_Pins;
    if (page.figures.picturesInFlight >= PicturesInFlight) return PageState_Busy;
    supWorldSetViewer(page.world, view.camera.eye);
    leadUpdate(&page.lead, page.scene, page.world, &view, &page.hand, page.hand.x > 0.0 || page.hand.y > 0.0,
               page.paused ? 0.0 : seconds * page.speed);
    simulate(seconds);
    figuresMeasure(&page.figures, page.world, clockSeconds());
    cameraFollow(&page.camera, seconds);
    status = draw(width, height);
    if (status == SupStatus_Pending) return PageState_Busy;
    if (status == SupStatus_Ok && page.worldFaulty) return PageState_Failed;
    return status == SupStatus_Ok ? PageState_Running : stateOf(status);
}

EXPORT(pagePictures) uint32_t pagePictures(void) { return (uint32_t)page.pictures; }
EXPORT(pagePicturesInFlight) uint32_t pagePicturesInFlight(void) { return page.figures.picturesInFlight; }

// ---- Scenes ----------------------------------------------------------------------------------------------------------

void pageLookAtAll(void) {
    if (!page.world) return;
    SupCamera camera = supCameraAround(page.world, page.aspect);
    cameraJump(&page.camera, &camera);
    page.undressed = page.unseen = true;
    SupSettings settings;
    if (supWorldSettings(page.world, &settings)) return;
    page.camera.aboveGround = settings.ground.enabled;
    page.camera.ground = settings.ground.height;
}
EXPORT(pageLookAtAll) void pageExportLookAtAll(void) { pageLookAtAll(); }

void pageShow(SupScene *scene, SupWorld *world) {
    SupSettings settings;
    if (supWorldSettings(world, &settings) == SupStatus_Ok) {
        settings.maxFramesPerAdvance = FramesPerTurn;
        supWorldSetSettings(world, &settings);
    }
    if (page.world) {
        handRelease(&page.hand, page.renderer, page.world);
        leadForget(&page.lead);
        figuresForget(&page.figures, page.world);
        supWorldDestroy(page.world);
    }
    if (scene != page.scene) supSceneDestroy(page.scene);
    page.scene = scene;
    page.world = world;
    page.worldFaulty = false;
    page.undressed = true;
    page.figures.shown = (FiguresShown){.simulationGpu = NAN, .minVolumeRatio = NAN};
    page.figures.nextAsk = 0.0;
}

/// The World of the shown scene once more, on a new device.
EXPORT(pageRebuild) SupStatus pageRebuild(void) {
    SupReport report = SUP_REPORT_INIT;
    SupWorld *world = NULL;
    SupStatus status = supSceneBuild(page.scene, page.gpu, &world, &report);
    if (status) return pageFail(status, supReportError(&report));
    pageShow(page.scene, world);
    return SupStatus_Ok;
}

EXPORT(pageReset) SupStatus pageReset(void) {
    if (!page.world) return SupStatus_InvalidArgument;
    handRelease(&page.hand, page.renderer, page.world);
    leadForget(&page.lead);
    figuresForget(&page.figures, page.world);
    page.figures.shown.plotCount = 0;
    page.worldFaulty = false;
    SupStatus status = supWorldReset(page.world);
    return status ? pageFail(status, supWorldErrorText(page.world)) : status;
}

/// One frame; pauses.
EXPORT(pageStep) SupStatus pageStep(void) {
    if (!page.world) return SupStatus_InvalidArgument;
    page.paused = true;
    SupStatus status = supWorldStep(page.world, 1);
    return status ? pageFail(status, supWorldErrorText(page.world)) : status;
}

/// Changes one value of the shown scene.
EXPORT(pageSet) SupStatus pageSet(const char *path, const char *value) {
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = page.scene ? supSceneSet(page.scene, page.world, path, value, &report) : SupStatus_InvalidArgument;
    page.undressed = page.undressed || (!status && tunableIsSeen(path));
    return status ? pageFail(status, supReportError(&report)) : status;
}

/// Pins or frees all of a body and of its copies.
EXPORT(pagePinAll) SupStatus pagePinAll(uint32_t body, bool pinned) {
    if (!page.world) return SupStatus_InvalidArgument;
    SupStatus status = supScenePinAll(page.scene, page.world, body, pinned);
    return status ? pageFail(status, supWorldErrorText(page.world)) : status;
}

// ---- What the panel changes ------------------------------------------------------------------------------------------

EXPORT(pageSetPaused) void pageSetPaused(bool paused) { page.paused = paused; }
EXPORT(pagePaused) bool pagePaused(void) { return page.paused; }
EXPORT(pageSetSpeed) void pageSetSpeed(double speed) { page.speed = speed; }
EXPORT(pageSetOverlays) void pageSetOverlays(uint32_t overlays) { page.overlays = overlays; }
EXPORT(pageOverlays) uint32_t pageOverlays(void) { return page.overlays; }
EXPORT(pageSetStrainScale) void pageSetStrainScale(double strain) { page.strainScale = strain; }
EXPORT(pageSetExposure) void pageSetExposure(double exposure) { page.exposure = exposure; }
EXPORT(pageSetGrabStrength) void pageSetGrabStrength(double hertz) { page.grabStrength = hertz; }

// ---- Pictures --------------------------------------------------------------------------------------------------------

/// Draws what is shown once more, into a picture that is read back: poll pageShot.
EXPORT(pageTakeShot) SupStatus pageTakeShot(uint32_t width, uint32_t height) {
    if (!page.world || !page.renderer) return SupStatus_InvalidArgument;
    supPictureDestroy(page.shot);
    SupStatus status = supPictureCreate(page.gpu, width, height, &page.shot);
    if (status) return pageFail(status, supGpuErrorText(page.gpu));
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = page.gpu;
    SupRenderer *renderer = NULL; // pictures are rgba, the canvas may be bgra
    status = supRendererCreate(&desc, &renderer);
    if (status) return pageFail(status, supGpuErrorText(page.gpu));
    dress(renderer, width, height);
    SupView view = pageView(width, height);
    view.target = supPictureTarget(page.shot);
    WGPUCommandEncoder encoder;
    status = encode(renderer, &view, &encoder);
    if (!status) status = supPictureSubmit(page.shot, encoder);
    supRendererDestroy(renderer);
    return status;
}

/// Pending, Ok or what went wrong.
EXPORT(pageShot) SupStatus pageShot(void) {
    if (!page.shot) return SupStatus_InvalidArgument;
    supGpuPoll(page.gpu);
    return supPictureStatus(page.shot);
}

/// The finished picture's rgba bytes; they live until the next one.
EXPORT(pageShotPixels) const uint8_t *pageShotPixels(void) { return supPicturePixels(page.shot); }
EXPORT(pageShotEnd) void pageShotEnd(void) {
    supPictureDestroy(page.shot);
    page.shot = NULL;
}
