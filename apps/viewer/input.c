// SPDX-License-Identifier: MIT
// What mouse and keys mean.
#include "viewer.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>

/// [pixel] a click may move and is still a click.
static const double stillClick = 4.0;
/// [rad] a turn of the view by a pixel of a picture 1000 pixels high.
static const double turnPerPixel = 0.0065;

// ---- Mouse -----------------------------------------------------------------------------------------------------------

void inputMove(Viewer *viewer, double x, double y) {
    Hand *hand = &viewer->hand;
    double dx = x - hand->x, dy = y - hand->y;
    hand->x = x, hand->y = y;
    panelMouse(x, y);
    double size = turnPerPixel / viewer->scale;
    if (hand->state == HandState_Turning) cameraOrbit(&viewer->camera, -size * dx, size * dy);
    if (hand->state == HandState_Moving && viewer->window.height) cameraPan(&viewer->camera, dx, dy, viewer->window.height);
}

static void press(Viewer *viewer, int button, int modifiers) {
    Hand *hand = &viewer->hand;
    hand->pressX = hand->x, hand->pressY = hand->y;
    if (panelWantsMouse() || hand->state != HandState_Free || viewer->loading) return;
    SupView view = viewerView(viewer);
    if (button == GLFW_MOUSE_BUTTON_MIDDLE || (modifiers & GLFW_MOD_SHIFT))
        hand->state = HandState_Moving;
    else if (button == GLFW_MOUSE_BUTTON_RIGHT)
        hand->state = HandState_Turning;
    else if (button == GLFW_MOUSE_BUTTON_LEFT && view.width)
        handAsk(hand, HandState_Asking, viewer->renderer, viewer->stage.world, &view);
}

static void release(Viewer *viewer, int button, int modifiers) {
    Hand *hand = &viewer->hand;
    bool clicked = hypot(hand->x - hand->pressX, hand->y - hand->pressY) <= stillClick * viewer->scale;
    bool pin = hand->state == HandState_Moving && button == GLFW_MOUSE_BUTTON_LEFT && (modifiers & GLFW_MOD_SHIFT);
    if (hand->state != HandState_Pinning) handRelease(hand, viewer->renderer, viewer->stage.world);
    if (!pin || !clicked || !viewer->window.width) return;
    SupView view = viewerView(viewer);
    handAsk(hand, HandState_Pinning, viewer->renderer, viewer->stage.world, &view);
    if (hand->state != HandState_Pinning) hand->state = HandState_Free;
}

void inputButton(Viewer *viewer, int button, bool down, int modifiers) {
    panelButton(button, down);
    if (down)
        press(viewer, button, modifiers);
    else
        release(viewer, button, modifiers);
}

void inputScroll(Viewer *viewer, double x, double y) {
    panelScroll(x, y);
    // a held body comes along: its depth follows the view
    if (!panelWantsMouse()) cameraZoom(&viewer->camera, y);
}

// ---- Keys ------------------------------------------------------------------------------------------------------------

static void viewKey(Viewer *viewer, int key) {
    static const uint32_t overlays[] = {SupOverlay_Wireframe, SupOverlay_Tets,  SupOverlay_Strain,
                                        SupOverlay_Pins,      SupOverlay_Nodes, SupOverlay_Edges};
    PanelState *panel = &viewer->panel;
    if (key >= GLFW_KEY_1 && key <= GLFW_KEY_6) panel->overlays ^= overlays[key - GLFW_KEY_1];
    if (key == GLFW_KEY_F) viewerLookAtAll(viewer);
    if (key == GLFW_KEY_TAB) panel->open = !panel->open;
    if (key == GLFW_KEY_H) panel->help = true;
    if (key == GLFW_KEY_F12) panel->screenshot = true;
    if (key == GLFW_KEY_F9) panel->video = true;
}

void inputKey(Viewer *viewer, int key, bool down, int modifiers) {
    // Tab hides the panel; given to it as well, it would put the cursor into a field
    if (key != GLFW_KEY_TAB || panelWantsKeys()) panelKey(key, down, modifiers);
    if (!down || panelWantsKeys()) return;
    PanelState *panel = &viewer->panel;
    if (key == GLFW_KEY_ESCAPE) viewer->cancelLoading = viewer->loading;
    if (viewer->loading) return;
    if (key == GLFW_KEY_SPACE) panel->paused = !panel->paused;
    if (key == GLFW_KEY_R) viewerReset(viewer);
    if (key == GLFW_KEY_N) viewerStep(viewer);
    if (key == GLFW_KEY_S) panel->speed = panel->speed < 1.0 ? 1.0 : 0.25;
    viewKey(viewer, key);
}

// ---- Callbacks -------------------------------------------------------------------------------------------------------

static Viewer *of(GLFWwindow *window) { return glfwGetWindowUserPointer(window); }

static void onMove(GLFWwindow *window, double x, double y) {
    Viewer *viewer = of(window);
    inputMove(viewer, x * viewer->window.pixelsX, y * viewer->window.pixelsY);
}

static void onButton(GLFWwindow *window, int button, int action, int modifiers) {
    inputButton(of(window), button, action == GLFW_PRESS, modifiers);
}

static void onScroll(GLFWwindow *window, double x, double y) { inputScroll(of(window), x, y); }

static void onKey(GLFWwindow *window, int key, int code, int action, int modifiers) {
    (void)code;
    if (action != GLFW_REPEAT || panelWantsKeys() || key == GLFW_KEY_N)
        inputKey(of(window), key, action != GLFW_RELEASE, modifiers);
}

static void onLetter(GLFWwindow *window, unsigned codepoint) {
    (void)window;
    panelLetter(codepoint);
}

static void onDrop(GLFWwindow *window, int count, const char **paths) {
    bool shift =
        glfwGetKey(window, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS || glfwGetKey(window, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
    for (int i = 0; i < count; ++i) viewerDrop(of(window), paths[i], shift && i == 0);
}

/// The button may come up where nobody tells: let go.
static void onFocus(GLFWwindow *window, int focused) {
    Viewer *viewer = of(window);
    if (!focused && viewer->renderer && viewer->stage.world && viewer->script.text == NULL)
        handRelease(&viewer->hand, viewer->renderer, viewer->stage.world);
}

void inputInstall(Viewer *viewer) {
    GLFWwindow *window = viewer->window.handle;
    glfwSetWindowUserPointer(window, viewer);
    glfwSetWindowFocusCallback(window, onFocus);
    glfwSetDropCallback(window, onDrop);
    if (viewer->script.text) return; // hands off: the script alone moves the mouse
    glfwSetCursorPosCallback(window, onMove);
    glfwSetMouseButtonCallback(window, onButton);
    glfwSetScrollCallback(window, onScroll);
    glfwSetKeyCallback(window, onKey);
    glfwSetCharCallback(window, onLetter);
}
