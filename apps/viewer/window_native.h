// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_WINDOW_NATIVE_H
#define SUPPLE_VIEWER_WINDOW_NATIVE_H

#include <webgpu.h>

typedef struct GLFWwindow GLFWwindow;

/// The surface of a window, made from its system's own handles; null when the system is not known.
WGPUSurface windowNativeSurface(GLFWwindow *handle, WGPUInstance instance);

#endif
