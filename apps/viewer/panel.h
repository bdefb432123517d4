// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_PANEL_H
#define SUPPLE_VIEWER_PANEL_H

/// The panel: Dear ImGui behind a few C functions. It draws nothing itself: it hands out triangles (panel_draw.c).

#include <stdbool.h>
#include <stdint.h>
#include <supple/scene.h>

#include "figures.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PANEL_TEXT 256

/// What the panel shows, and what it changes or asks for.
typedef struct PanelState {
    // shown
    SupScene *scene;
    SupWorld *world;
    const char *sceneName;
    const char *adapter;
    const FiguresShown *figures;
    char toast[PANEL_TEXT]; ///< "": none
    double toastAge;        ///< [s]
    bool toastIsError;
    char progress[PANEL_TEXT]; ///< what is being loaded; "": nothing
    double progressDone;       ///< 0 .. 1
    bool recording;
    bool grabbing;
    // changed
    bool open;
    bool paused;
    double speed; ///< 1: real time
    uint32_t overlays;
    double strainScale;
    double exposure;
    bool dropReplaces;   ///< a dropped mesh replaces the scene
    double grabStrength; ///< [Hz] of the body on the grab's spring
    // asked for; the host clears what it has done
    int preset; ///< index, -1: none
    bool reset, step, screenshot, video, frameCamera;
    bool dress;               ///< looks or shapes have changed
    bool help;                ///< set it to show or hide the list of keys
    char refused[PANEL_TEXT]; ///< why a value was not taken
} PanelState;

typedef struct PanelVertex {
    float position[2], texture[2]; ///< pixels from the top left; 0..1
    uint32_t color;                ///< rgba bytes, sRGB
} PanelVertex;

typedef struct PanelStretch {
    uint32_t firstIndex, indexCount, baseVertex;
    float clip[4]; ///< left, top, right, bottom in pixels
} PanelStretch;

/// Triangles of a frame; they live until the next panelFrame.
typedef struct PanelShapes {
    const PanelVertex *vertices;
    const uint16_t *indices;
    const PanelStretch *stretches;
    uint32_t vertexCount, indexCount, stretchCount;
} PanelShapes;

/// One panel a program. `scale`: 1 on an ordinary display.
bool panelCreate(double scale);
void panelDestroy(void);
/// The texture of all letters: rgba bytes, valid until panelSetScale or panelDestroy.
const uint8_t *panelLetters(uint32_t *width, uint32_t *height);
/// Another density: the letters change.
void panelSetScale(double scale);

/// Input, in pixels; keys are GLFW's.
void panelMouse(double x, double y);
void panelButton(int button, bool down);
void panelScroll(double x, double y);
void panelKey(int key, bool down, int modifiers);
void panelLetter(uint32_t codepoint);
/// The panel takes the mouse or the keys for itself.
bool panelWantsMouse(void);
bool panelWantsKeys(void);

/// [pixel] from the left that the panel covers when it is open.
double panelCovered(double scale);
void panelFrame(PanelState *state, uint32_t width, uint32_t height, double seconds);
PanelShapes panelShapes(void);

#ifdef __cplusplus
}
#endif

#endif
