// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "files.h"
#include "load.h"
#include "progress.h"
#include "say.h"
#include "video.h"

#include "base/number.h"
#include <supple/render.h>

#include <stb_image_write.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "render";

enum { PicturesInFlight = 2 };

typedef struct Options {
    const char *frames, *size, *output, *adapter, *overlay;
    TextList set;
    bool portable, quiet;
    int64_t rate;
    uint32_t first, last, width, height;
    uint32_t overlays;
} Options;

typedef struct Session {
    SupScene *scene;
    SupGpu *gpu;
    SupWorld *world;
    SupRenderer *renderer;
    SupPicture *pictures[PicturesInFlight];
    Video video;
    bool numbered;   ///< a range of pictures: the frame goes into the name
    uint32_t stride; ///< frames from one picture to the next
    const Options *options;
} Session;

static void closeSession(Session *s) {
    for (int i = 0; i < PicturesInFlight; ++i) supPictureDestroy(s->pictures[i]);
    supRendererDestroy(s->renderer);
    supWorldDestroy(s->world);
    supGpuDestroy(s->gpu);
    supSceneDestroy(s->scene);
    videoAbort(&s->video);
}

// ---- Options ---------------------------------------------------------------------------------------------------------

/// "A:B", "A" or nothing.
static int parseFrames(Options *o, const SupScene *scene) {
    int64_t first = 0, last = supSceneFrames(scene);
    if (o->frames) {
        const char *end = o->frames + strlen(o->frames), *p = supParseInteger(o->frames, end, &first);
        last = first;
        if (p && *p == ':') p = supParseInteger(p + 1, end, &last);
        if (p != end || first < 0 || last < first || last > 10000000)
            return sayError(Exit_Usage, "render: --frames wants A:B with 0 <= A <= B, not \"%.60s\"", o->frames);
    } else if (!endsWith(o->output, ".mp4")) {
        first = last;
    }
    o->first = (uint32_t)first;
    o->last = (uint32_t)last;
    return Exit_Done;
}

static int parseSize(Options *o) {
    int64_t width = 1280, height = 720;
    if (o->size) {
        const char *end = o->size + strlen(o->size), *p = supParseInteger(o->size, end, &width);
        p = p && *p == 'x' ? supParseInteger(p + 1, end, &height) : NULL;
        if (p != end || width < 1 || height < 1 || width > 16384 || height > 16384)
            return sayError(Exit_Usage, "render: --size wants WxH with sides of 1 .. 16384, not \"%.60s\"", o->size);
    }
    if (endsWith(o->output, ".mp4") && (width % 2 || height % 2))
        return sayError(Exit_Usage, "render: --size %lldx%lld: a video's sides must be even", (long long)width,
                        (long long)height);
    o->width = (uint32_t)width;
    o->height = (uint32_t)height;
    return Exit_Done;
}

static int parseOverlays(Options *o) {
    static const struct {
        const char *name;
        uint32_t bit;
    } known[] = {{"wireframe", SupOverlay_Wireframe}, {"pins", SupOverlay_Pins},   {"strain", SupOverlay_Strain},
                 {"tets", SupOverlay_Tets},           {"nodes", SupOverlay_Nodes}, {"edges", SupOverlay_Edges}};
    const size_t count = sizeof known / sizeof *known;
    for (const char *p = o->overlay; p && *p;) {
        size_t length = strcspn(p, ","), i = 0;
        while (i < count && (strlen(known[i].name) != length || strncmp(known[i].name, p, length) != 0)) ++i;
        if (i == count)
            return sayError(Exit_Usage, "render: --overlay %.60s: choose of wireframe, pins, strain, tets, nodes, edges",
                            o->overlay);
        o->overlays |= known[i].bit;
        p += length + (p[length] == ',');
    }
    return Exit_Done;
}

// ---- Pictures --------------------------------------------------------------------------------------------------------

static void appendBytes(void *context, void *data, int size) {
    Output *output = context;
    if (size > 0 && !outputWrite(output, data, (size_t)size)) output->path = NULL;
}

static int writePng(const Session *s, uint32_t frame, const uint8_t *pixels) {
    const Options *o = s->options;
    char path[4096], why[512];
    size_t stem = strlen(o->output) - strlen(".png");
    if (s->numbered)
        snprintf(path, sizeof path, "%.*s_%05u.png", (int)stem, o->output, frame);
    else
        snprintf(path, sizeof path, "%s", o->output);
    Output output;
    if (!outputBegin(&output, path, why, sizeof why)) return sayError(Exit_Refused, "render: cannot write %s", why);
    bool ok = stbi_write_png_to_func(appendBytes, &output, (int)o->width, (int)o->height, 4, pixels, (int)(4 * o->width)) &&
              output.path;
    output.path = path;
    ok = outputCommit(&output, why, sizeof why) && ok;
    return ok ? Exit_Done : sayError(Exit_Refused, "render: cannot write %s", why);
}

/// Pictures are counted from 0: picture i shows frame first + i * stride.
static int takePicture(Session *s, uint32_t index) {
    SupPicture *picture = s->pictures[index % PicturesInFlight];
    uint32_t frame = s->options->first + index * s->stride;
    SupStatus status;
    do status = supPictureWait(picture, 1.0);
    while (status == SupStatus_Pending);
    if (status) return sayError(exitCodeOf(status), "render: frame %u: %s", frame, supGpuErrorText(s->gpu));
    const uint8_t *pixels = supPicturePixels(picture);
    if (!endsWith(s->options->output, ".mp4")) return writePng(s, frame, pixels);
    return videoWrite(&s->video, pixels, 4 * (size_t)s->options->width * s->options->height) ? Exit_Done
                                                                                             : videoFailed(&s->video, name);
}

static int drawPicture(Session *s, uint32_t index, const SupView *dressed) {
    SupPicture *picture = s->pictures[index % PicturesInFlight];
    uint32_t frame = s->options->first + index * s->stride;
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(s->gpu), NULL);
    SupView view = *dressed;
    view.target = supPictureTarget(picture);
    view.storageTarget = true;
    SupStatus status = supRendererDraw(s->renderer, s->world, encoder, &view);
    if (status) {
        wgpuCommandEncoderRelease(encoder);
        return sayError(exitCodeOf(status), "render: frame %u: %s", frame, supRendererErrorText(s->renderer));
    }
    status = supPictureSubmit(picture, encoder);
    return status ? sayError(exitCodeOf(status), "render: frame %u: %s", frame, supGpuErrorText(s->gpu)) : Exit_Done;
}

/// Steps to the first frame, then draws and steps; a picture is taken while the next ones are under way.
static int drawAll(Session *s) {
    const Options *o = s->options;
    SupView view = SUP_VIEW_INIT;
    view.width = o->width;
    view.height = o->height;
    view.overlays = o->overlays;
    SupStatus dressed = supSceneDress(s->scene, s->world, s->renderer, &view);
    if (dressed) return sayError(exitCodeOf(dressed), "render: %s", supRendererErrorText(s->renderer));
    SupProgress progress = progressBar(o->quiet);
    int code = Exit_Done;
    uint32_t drawn = 0, taken = 0, stride = s->stride > 1 ? s->stride : 1;
    for (uint32_t frame = 0; frame <= o->last && !code; ++frame) {
        SupStatus status = frame ? supWorldStep(s->world, 1) : SupStatus_Ok;
        if (status) return sayError(exitCodeOf(status), "render: frame %u: %s", frame, supWorldErrorText(s->world));
        if (frame < o->first || (frame - o->first) % stride != 0) continue;
        if (drawn - taken == PicturesInFlight) code = takePicture(s, taken++);
        if (!code) code = drawPicture(s, drawn++, &view);
        if (progress.fn) progress.fn(progress.user, "rendering", (double)(frame + 1) / (o->last + 1));
    }
    while (taken < drawn && !code) code = takePicture(s, taken++);
    progressClear();
    return code;
}

/// Exit_Diverged when a body became non-finite on the way.
static int checkHealth(Session *s) {
    SupRequestId request;
    const void *data;
    size_t length;
    SupStatus status = supWorldRequest(s->world, SupRead_Health, (SupBodyId){0}, &request);
    while (!status && (status = supWorldRequestWait(s->world, request, 1.0)) == SupStatus_Pending) status = SupStatus_Ok;
    if (!status) status = supWorldRequestData(s->world, request, &data, &length);
    if (status) return sayError(exitCodeOf(status), "render: %s", supWorldErrorText(s->world));
    const SupHealth *health = data;
    for (uint32_t i = 0; i < length / sizeof *health; ++i)
        if (health[i].firstBadFrame != UINT32_MAX)
            return sayError(Exit_Diverged, "render: body %s became non-finite in frame %u; %s",
                            supSceneBodyName(s->scene, i), health[i].firstBadFrame, supStatusRemedy(SupStatus_Diverged));
    return Exit_Done;
}

static int prepare(Session *s, Options *o, const char *sceneName, SupReport *report) {
    SupProgress progress = progressBar(o->quiet);
    if (!o->output) return sayError(Exit_Usage, "render: -o FILE.png or FILE.mp4 is missing");
    if (!endsWith(o->output, ".png") && !endsWith(o->output, ".mp4"))
        return sayError(Exit_Usage, "render: -o %s: the name must end with .png or .mp4", o->output);
    int code = loadScene(name, sceneName, &s->scene, report);
    if (!code) code = parseFrames(o, s->scene);
    if (!code) code = parseSize(o);
    if (!code) code = parseOverlays(o);
    if (!code) code = loadSet(name, s->scene, &o->set);
    if (!code && endsWith(o->output, ".mp4"))
        code = videoBegin(&s->video, name, o->output, o->width, o->height, o->rate ? (uint32_t)o->rate : 60);
    if (!code) code = loadFiles(name, sceneName, s->scene, progress, report);
    if (code) return code;
    SupStatus status = supScenePrepare(s->scene, progress, report);
    if (status) return sayReport(name, status, report);
    code = loadGpu(name, o->adapter, o->portable, &s->gpu);
    if (code) return code;
    status = supSceneBuild(s->scene, s->gpu, &s->world, report);
    if (status) return sayReport(name, status, report);
    SupSettings settings;
    supWorldSettings(s->world, &settings);
    double frames = o->rate ? 1.0 / ((double)o->rate * settings.frameTime) : 1.0;
    s->stride = frames < 1.0 ? 1 : (uint32_t)(frames + 0.5);
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = s->gpu;
    status = supRendererCreate(&desc, &s->renderer);
    for (int i = 0; i < PicturesInFlight && !status; ++i)
        status = supPictureCreate(s->gpu, o->width, o->height, &s->pictures[i]);
    return status ? sayError(exitCodeOf(status), "render: %s", supGpuErrorText(s->gpu)) : Exit_Done;
}

int commandRender(int argc, char **argv) {
    static const Command command = {
        name,
        "SCENE",
        "Draws a scene without a window: a picture (.png), numbered pictures, or a video (.mp4, through ffmpeg).",
        "--frames A:A (or A) makes one picture; a range into .png makes numbered files NAME_00000.png; without --frames a\n"
        "picture shows the scene's last frame and a video all of them. Frame 0 is the state before the first step.",
        1,
        1};
    Options o = {0};
    const Option options[] = {{"--frames", Option_Text, &o.frames, "A:B", "frames to draw", 0, 0},
                              {"--size", Option_Text, &o.size, "WxH", "pixels (default 1280x720)", 0, 0},
                              {"--rate", Option_Integer, &o.rate, "N",
                               "pictures a second of simulated time (default: every frame; videos play 60)", 1, 1000},
                              {"-o", Option_Text, &o.output, "FILE", "FILE.png or FILE.mp4", 0, 0},
                              {"--overlay", Option_Text, &o.overlay, "LIST",
                               "wireframe, pins, strain, tets, nodes, edges, joined by commas", 0, 0},
                              OPTION_SET(o.set),
                              OPTION_ADAPTER(o.adapter),
                              OPTION_PORTABLE(o.portable),
                              OPTION_QUIET(o.quiet),
                              {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    if (code < 0) {
        Session session = {.options = &o};
        SupReport report = SUP_REPORT_INIT;
        code = prepare(&session, &o, operands.items[0], &report);
        session.numbered = o.last > o.first;
        if (!code) code = drawAll(&session);
        if (!code) code = checkHealth(&session);
        if ((!code || code == Exit_Diverged) && !videoCommit(&session.video)) code = videoFailed(&session.video, name);
        if (!code && !o.quiet) sayNotes(&report);
        closeSession(&session);
    }
    argsFree(&operands);
    argsFree(&o.set);
    return code;
}
