// SPDX-License-Identifier: MIT
// Commands of a script, a line each; # begins a comment. Positions are pixels of the framebuffer.
//
//   move X Y, press [left|right|middle] [shift], release [BUTTON], scroll N, key NAME      input
//   aim BODY           moves the mouse to where a body's middle is drawn
//   wait N             until N more pictures were presented
//   frames N           until frame N was simulated
//   rest SECONDS       whatever happens
//   settle             until loading, pictures on their way and picks are done
//   resize W H, minimise, restore, hide, show, scale N, preset NAME, drop FILE, shift-drop FILE, set PATH VALUE, lose, quit
//   picture FILE, video FILE, end-video
//   hash, centre, state                       print what the World holds
#include "tunable.h"
#include "viewer.h"

#include "files.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "clock.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// [s] after which a command that waits gives up: a test fails then, and does not hang.
static const double patience = 60.0;

bool scriptLoad(Script *script, const char *path, char *why, size_t whySize) {
    void *bytes;
    size_t length;
    if (!fileRead(path, &bytes, &length, why, whySize)) return false;
    script->text = calloc(1, length + 1);
    if (script->text) memcpy(script->text, bytes, length);
    free(bytes);
    script->next = script->text;
    return script->text != NULL;
}

void scriptFree(Script *script) {
    free(script->text);
    *script = (Script){0};
}

// ---- Answers ---------------------------------------------------------------------------------------------------------

static const void *readNow(Viewer *viewer, SupRead what, SupBodyId body, SupRequestId *id, size_t *length) {
    const void *data = NULL;
    *id = (SupRequestId){0};
    if (supWorldRequest(viewer->stage.world, what, body, id)) return NULL;
    if (supWorldRequestWait(viewer->stage.world, *id, patience)) return NULL;
    return supWorldRequestData(viewer->stage.world, *id, &data, length) ? NULL : data;
}

static void printHash(Viewer *viewer) {
    SupRequestId id;
    size_t length = 0;
    const void *data = readNow(viewer, SupRead_State, (SupBodyId){0}, &id, &length);
    printf("hash %016llx\n", (unsigned long long)(data ? supHash(data, length) : 0));
    if (id.value) supWorldRequestRelease(viewer->stage.world, id);
}

static bool middleOf(Viewer *viewer, uint32_t index, double out[3]) {
    SupRequestId id;
    SupBodyInfo info;
    size_t length = 0;
    SupBodyId body = supSceneBody(viewer->stage.scene, index);
    if (supWorldBodyInfo(viewer->stage.world, body, &info)) return false;
    const float *x = readNow(viewer, SupRead_Positions, body, &id, &length);
    memset(out, 0, 3 * sizeof *out);
    for (size_t i = 0; x && i < length / sizeof *x; ++i) out[i % 3] += (double)x[i];
    for (int c = 0; c < 3; ++c) out[c] = out[c] / info.vertexCount + info.origin[c];
    if (id.value) supWorldRequestRelease(viewer->stage.world, id);
    return x != NULL;
}

static void printMiddles(Viewer *viewer) {
    double middle[3];
    for (uint32_t i = 0; i < supSceneBodyCount(viewer->stage.scene); ++i)
        if (middleOf(viewer, i, middle))
            printf("centre %s %.6f %.6f %.6f\n", supSceneBodyName(viewer->stage.scene, i), middle[0], middle[1], middle[2]);
}

static void printState(const Viewer *viewer) {
    SupWorldStats stats = {0};
    supWorldStats(viewer->stage.world, &stats);
    SupBodyInfo info = {0};
    supWorldBodyInfo(viewer->stage.world, supSceneBody(viewer->stage.scene, 0), &info);
    printf("state scene=%s size=%ux%u frames=%llu pictures=%llu tets=%llu picked=%u pinned=%u rebuilds=%d dropped=%.3f "
           "volume=%.3f paused=%d toast=%s\n",
           viewer->stage.name, viewer->window.width, viewer->window.height, (unsigned long long)stats.frames,
           (unsigned long long)viewer->pictures, (unsigned long long)stats.tets, viewer->hand.picked, info.pinnedCount,
           viewer->rebuilds, stats.droppedTime, viewer->figures.shown.minVolumeRatio, viewer->panel.paused,
           viewer->panel.toast);
}

// ---- Input -----------------------------------------------------------------------------------------------------------

static void aim(Viewer *viewer, const char *name) {
    SupView view = viewerView(viewer);
    double middle[3];
    for (uint32_t i = 0; i < supSceneBodyCount(viewer->stage.scene); ++i) {
        if (strcmp(supSceneBodyName(viewer->stage.scene, i), name) != 0 || !middleOf(viewer, i, middle)) continue;
        Vec3 to = vec3Sub(vec3Load(middle), vec3Load(view.camera.eye)), forward = cameraForward(&view.camera);
        Vec3 right = vec3Cross(forward, vec3(0, 1, 0)), up;
        right = vec3Scale(right, 1.0 / vec3Length(right));
        up = vec3Cross(right, forward);
        double size = 0.5 * view.height / (tan(0.5 * view.camera.fieldOfView) * vec3Dot(to, forward));
        inputMove(viewer, 0.5 * view.width + size * vec3Dot(to, right), 0.5 * view.height - size * vec3Dot(to, up));
        printf("aim %.1f %.1f\n", viewer->hand.x, viewer->hand.y);
        return;
    }
    printf("error no body %s\n", name);
}

static int buttonOf(const char *words) {
    if (strstr(words, "right")) return GLFW_MOUSE_BUTTON_RIGHT;
    return strstr(words, "middle") ? GLFW_MOUSE_BUTTON_MIDDLE : GLFW_MOUSE_BUTTON_LEFT;
}

static int keyOf(const char *name) {
    static const struct {
        const char *name;
        int key;
    } keys[] = {{"space", GLFW_KEY_SPACE},
                {"tab", GLFW_KEY_TAB},
                {"escape", GLFW_KEY_ESCAPE},
                {"f9", GLFW_KEY_F9},
                {"f12", GLFW_KEY_F12}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (strcmp(keys[i].name, name) == 0) return keys[i].key;
    return toupper((unsigned char)name[0]); // letters and digits are their own
}

// ---- Commands --------------------------------------------------------------------------------------------------------

static bool inputCommand(Viewer *viewer, const char *verb, const char *rest) {
    int shift = strstr(rest, "shift") ? GLFW_MOD_SHIFT : 0;
    char *after;
    double x = strtod(rest, &after), y = strtod(after, NULL);
    if (strcmp(verb, "move") == 0)
        inputMove(viewer, x, y);
    else if (strcmp(verb, "press") == 0)
        inputButton(viewer, buttonOf(rest), true, shift);
    else if (strcmp(verb, "release") == 0)
        inputButton(viewer, buttonOf(rest), false, shift);
    else if (strcmp(verb, "scroll") == 0)
        inputScroll(viewer, 0.0, x);
    else if (strcmp(verb, "key") == 0)
        inputKey(viewer, keyOf(rest), true, 0);
    else if (strcmp(verb, "aim") == 0)
        aim(viewer, rest);
    else
        return false;
    return true;
}

static bool windowCommand(Viewer *viewer, const char *verb, const char *rest) {
    char *after;
    long width = strtol(rest, &after, 10), height = strtol(after, NULL, 10);
    if (strcmp(verb, "resize") == 0)
        glfwSetWindowSize(viewer->window.handle, (int)width, (int)height);
    else if (strcmp(verb, "minimise") == 0)
        glfwIconifyWindow(viewer->window.handle);
    else if (strcmp(verb, "restore") == 0)
        glfwRestoreWindow(viewer->window.handle);
    else if (strcmp(verb, "hide") == 0)
        glfwHideWindow(viewer->window.handle);
    else if (strcmp(verb, "show") == 0)
        glfwShowWindow(viewer->window.handle);
    else if (strcmp(verb, "scale") == 0)
        viewer->window.forcedScale = strtod(rest, NULL);
    else if (strcmp(verb, "preset") == 0)
        viewerLoad(viewer, rest);
    else if (strcmp(verb, "drop") == 0 || strcmp(verb, "shift-drop") == 0)
        viewerDrop(viewer, rest, *verb == 's');
    else if (strcmp(verb, "lose") == 0)
        wgpuDeviceDestroy(supGpuDevice(viewer->gpu));
    else if (strcmp(verb, "quit") == 0)
        viewer->quit = true;
    else
        return false;
    return true;
}

static bool recordCommand(Viewer *viewer, const char *verb, const char *rest) {
    if (strcmp(verb, "picture") == 0)
        captureShot(&viewer->capture, rest, true);
    else if (strcmp(verb, "video") == 0)
        captureStart(&viewer->capture, viewer->gpu, rest, viewer->window.width, viewer->window.height, 60);
    else if (strcmp(verb, "end-video") == 0)
        printf("video %s\n", captureEnd(&viewer->capture) ? "complete" : "failed");
    else if (strcmp(verb, "hash") == 0)
        printHash(viewer);
    else if (strcmp(verb, "centre") == 0)
        printMiddles(viewer);
    else if (strcmp(verb, "state") == 0)
        printState(viewer);
    else
        return false;
    return true;
}

static void set(Viewer *viewer, char *rest) {
    SupReport report = SUP_REPORT_INIT;
    char *value = strchr(rest, ' ');
    if (value) *value++ = 0;
    SupStatus status = supSceneSet(viewer->stage.scene, viewer->stage.world, rest, value ? value : "", &report);
    if (status) printf("error %s\n", supReportError(&report));
    viewer->panel.dress = viewer->panel.dress || (!status && tunableIsSeen(rest));
}

static bool waitCommand(Viewer *viewer, const char *verb, const char *rest) {
    Script *script = &viewer->script;
    uint64_t count = strtoull(rest, NULL, 10);
    script->frames = script->pictures = 0;
    if (strcmp(verb, "wait") == 0)
        script->pictures = viewer->pictures + count;
    else if (strcmp(verb, "frames") == 0)
        script->frames = count;
    else if (strcmp(verb, "settle") == 0)
        script->pictures = viewer->pictures + 2;
    else if (strcmp(verb, "rest") != 0)
        return false;
    script->resting = strcmp(verb, "rest") == 0;
    script->waiting = true;
    script->deadline = clockSeconds() + (script->resting ? strtod(rest, NULL) : patience);
    return true;
}

static bool stillWaiting(const Viewer *viewer) {
    const Script *script = &viewer->script;
    if (!script->waiting) return false;
    if (script->resting) return clockSeconds() < script->deadline;
    SupWorldStats stats = {0};
    supWorldStats(viewer->stage.world, &stats);
    bool busy = viewer->loading || viewer->capture.shotWanted || viewer->capture.shotPending ||
                viewer->hand.state == HandState_Asking || viewer->hand.state == HandState_Pinning ||
                viewer->pictures < script->pictures || stats.frames < script->frames;
    if (!busy) return false;
    if (clockSeconds() < script->deadline) return true;
    printf("error waited too long\n");
    return false;
}

void scriptRun(Viewer *viewer) {
    Script *script = &viewer->script;
    while (script->next && !viewer->quit && !stillWaiting(viewer)) {
        script->waiting = false;
        char *line = script->next, *end = strchr(line, '\n');
        if (end) *end = 0;
        script->next = end ? end + 1 : NULL;
        char *rest = line + strcspn(line, " ");
        if (*rest) *rest++ = 0;
        if (*line == 0 || *line == '#') continue;
        if (strcmp(line, "set") == 0)
            set(viewer, rest);
        else if (!inputCommand(viewer, line, rest) && !windowCommand(viewer, line, rest) &&
                 !recordCommand(viewer, line, rest) && !waitCommand(viewer, line, rest))
            printf("error unknown command %s\n", line);
        fflush(stdout);
        if (strcmp(line, "lose") == 0) return; // the World's calls need the loop to notice first
    }
}
