// SPDX-License-Identifier: MIT
#include "capture.h"

#include "say.h"

#include <stb_image_write.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

static char message[1400];

static void nameByTime(char *path, size_t size, const char *end) {
    time_t now = time(NULL);
    const struct tm *local = localtime(&now);
    char stamp[40] = "picture";
    if (local) strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", local);
    snprintf(path, size, "supple-%s%s", stamp, end);
}

// ---- Pictures --------------------------------------------------------------------------------------------------------

void captureShot(Capture *capture, const char *path, bool withPanel) {
    if (capture->shotWanted || capture->shotPending) return;
    capture->shotWanted = true;
    capture->shotWithPanel = withPanel;
    if (path)
        snprintf(capture->shotPath, sizeof capture->shotPath, "%s", path);
    else
        nameByTime(capture->shotPath, sizeof capture->shotPath, ".png");
}

typedef struct PngSink {
    Output output;
    bool ok;
} PngSink;

static void takeBytes(void *context, void *data, int size) {
    PngSink *sink = context;
    if (size > 0) sink->ok = outputWrite(&sink->output, data, (size_t)size) && sink->ok;
}

static bool writePng(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, char *why, size_t whySize) {
    PngSink sink = {.ok = true};
    if (!outputBegin(&sink.output, path, why, whySize)) return false;
    sink.ok = stbi_write_png_to_func(takeBytes, &sink, (int)width, (int)height, 4, pixels, (int)(4 * width)) && sink.ok;
    return outputCommit(&sink.output, why, whySize) && sink.ok;
}

static SupStatus submitPicture(SupPicture *picture, SupGpu *gpu, Screen *screen, const PanelShapes *shapes) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    screenEncode(screen, encoder, supPictureTarget(picture), 1, shapes);
    return supPictureSubmit(picture, encoder);
}

static void takeShot(Capture *capture, SupGpu *gpu, Screen *screen, const PanelShapes *shapes) {
    capture->shotWanted = false;
    SupStatus status = supPictureCreate(gpu, screen->width, screen->height, &capture->shot);
    if (!status) status = submitPicture(capture->shot, gpu, screen, capture->shotWithPanel ? shapes : NULL);
    capture->shotPending = status == SupStatus_Ok;
    capture->shotWidth = screen->width;
    capture->shotHeight = screen->height;
    if (status) supPictureDestroy(capture->shot), capture->shot = NULL;
}

static const char *finishShot(Capture *capture, bool *error) {
    SupStatus status = supPictureStatus(capture->shot);
    if (status == SupStatus_Pending) return NULL;
    char why[1100] = "the picture did not arrive";
    const uint8_t *pixels = supPicturePixels(capture->shot);
    bool ok = pixels && writePng(capture->shotPath, pixels, capture->shotWidth, capture->shotHeight, why, sizeof why);
    supPictureDestroy(capture->shot);
    capture->shot = NULL;
    capture->shotPending = false;
    *error = !ok;
    snprintf(message, sizeof message, ok ? "saved %s" : "cannot write %s", ok ? capture->shotPath : why);
    return message;
}

// ---- Video -----------------------------------------------------------------------------------------------------------

static void dropFrames(Capture *capture) {
    for (int i = 0; i < CapturePictures; ++i) {
        supPictureDestroy(capture->frames[i]);
        capture->frames[i] = NULL;
    }
    capture->recording = false;
}

bool captureStart(Capture *capture, SupGpu *gpu, const char *path, uint32_t width, uint32_t height, uint32_t rate) {
    width &= ~1u, height &= ~1u; // the codec halves the colours
    if (capture->recording || width < 2 || height < 2) return false;
    if (path)
        snprintf(capture->videoPath, sizeof capture->videoPath, "%s", path);
    else
        nameByTime(capture->videoPath, sizeof capture->videoPath, ".mp4");
    SupStatus status = SupStatus_Ok;
    for (int i = 0; i < CapturePictures && !status; ++i) status = supPictureCreate(gpu, width, height, &capture->frames[i]);
    bool ok = !status && videoBegin(&capture->video, "view", capture->videoPath, width, height, rate) == Exit_Done;
    if (!ok) dropFrames(capture);
    capture->recording = ok;
    capture->asked = capture->written = 0;
    capture->width = width;
    capture->height = height;
    return ok;
}

/// Writes the frames that have arrived, in order. False when ffmpeg takes no more.
static bool writeFrames(Capture *capture, double wait) {
    while (capture->written < capture->asked) {
        SupPicture *picture = capture->frames[capture->written % CapturePictures];
        SupStatus status = wait > 0.0 ? supPictureWait(picture, wait) : supPictureStatus(picture);
        if (status == SupStatus_Pending) return wait <= 0.0;
        const uint8_t *pixels = supPicturePixels(picture);
        if (!pixels || !videoWrite(&capture->video, pixels, 4 * (size_t)capture->width * capture->height)) return false;
        capture->written++;
    }
    return true;
}

bool captureEnd(Capture *capture) {
    if (!capture->recording) return false;
    bool ok = writeFrames(capture, 10.0) && capture->written > 0;
    dropFrames(capture);
    if (ok) return videoCommit(&capture->video);
    videoAbort(&capture->video);
    return false;
}

bool captureReady(const Capture *capture) {
    return !capture->recording || capture->asked - capture->written < CapturePictures;
}

bool captureTake(Capture *capture, SupGpu *gpu, Screen *screen, const PanelShapes *shapes) {
    if (capture->shotWanted) takeShot(capture, gpu, screen, shapes);
    if (!capture->recording || !captureReady(capture)) return true;
    if ((screen->width & ~1u) != capture->width || (screen->height & ~1u) != capture->height) return false;
    SupStatus status = submitPicture(capture->frames[capture->asked % CapturePictures], gpu, screen, NULL);
    capture->asked += status == SupStatus_Ok;
    return status == SupStatus_Ok;
}

const char *captureUpdate(Capture *capture, bool *error) {
    if (capture->recording && writeFrames(capture, 0.0)) return capture->shotPending ? finishShot(capture, error) : NULL;
    if (!capture->recording) return capture->shotPending ? finishShot(capture, error) : NULL;
    dropFrames(capture);
    videoAbort(&capture->video);
    *error = true;
    return "ffmpeg could not write the video";
}

void captureFree(Capture *capture) {
    supPictureDestroy(capture->shot);
    capture->shot = NULL;
    capture->shotPending = capture->shotWanted = false;
    dropFrames(capture);
    videoAbort(&capture->video);
}
