// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_WINDOW_H
#define SUPPLE_VIEWER_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <supple/gpu.h>

typedef struct GLFWwindow GLFWwindow;

/// A window and what WebGPU presents into it. All sizes in pixels of the framebuffer.
typedef struct Window {
    GLFWwindow *handle;
    WGPUSurface surface;
    WGPUTextureFormat format;
    WGPUDevice device;            ///< that the surface is configured for
    uint32_t width, height;       ///< 0 while minimised
    uint32_t setWidth, setHeight; ///< that the surface is configured for
    double scale;                 ///< of text and panel: 2 on a display with twice the usual density
    double forcedScale;           ///< > 0: in place of what the system says
    double pixelsX, pixelsY;      ///< pixels a unit of the mouse's coordinates
    WGPUTexture frame;            ///< between windowBegin and windowPresent
    WGPUTextureView frameView;
} Window;

/// Opens the window. False with the reason in `why`.
bool windowOpen(Window *window, const char *title, int width, int height, char *why, size_t whySize);
void windowClose(Window *window);

/// Makes the surface for a ready GPU; again after a device was lost.
bool windowAttach(Window *window, const SupGpu *gpu, char *why, size_t whySize);
void windowDetach(Window *window);

/// Takes in size and scale. False while there is nothing to draw into.
bool windowMeasure(Window *window);

typedef enum WindowFrame {
    WindowFrame_Ready,
    WindowFrame_Skip, ///< no picture this time: the surface was configured anew, or the system is not ready
    WindowFrame_Lost  ///< the surface cannot be used any more: attach again
} WindowFrame;
/// A picture to draw into: window->frameView. Ready is followed by windowPresent.
WindowFrame windowBegin(Window *window);
void windowPresent(Window *window);

#endif
