// SPDX-License-Identifier: MIT
// The one place that knows X11, Wayland, Windows and macOS. CMake says which of the first two this GLFW was built for.
#define GLFW_INCLUDE_NONE
#if defined(_WIN32)
#define GLFW_EXPOSE_NATIVE_WIN32
#elif defined(__APPLE__)
#define GLFW_EXPOSE_NATIVE_COCOA
#endif
#include <GLFW/glfw3.h>
#if defined(_WIN32) || defined(__APPLE__)
#include <GLFW/glfw3native.h>
#endif

#include "window_native.h"

#include <stdint.h>

#if !defined(_WIN32) && !defined(__APPLE__)
// As glfw3native.h declares them, whose way asks for the headers of X11 and Wayland to be installed.
void *glfwGetX11Display(void);
unsigned long glfwGetX11Window(GLFWwindow *window);
void *glfwGetWaylandDisplay(void);
void *glfwGetWaylandWindow(GLFWwindow *window);
#endif

static WGPUSurface makeSurface(WGPUInstance instance, const WGPUChainedStruct *source) {
    WGPUSurfaceDescriptor desc = WGPU_SURFACE_DESCRIPTOR_INIT;
    desc.nextInChain = (WGPUChainedStruct *)(uintptr_t)source;
    return wgpuInstanceCreateSurface(instance, &desc);
}

#if defined(_WIN32)
WGPUSurface windowNativeSurface(GLFWwindow *handle, WGPUInstance instance) {
    WGPUSurfaceSourceWindowsHWND source = WGPU_SURFACE_SOURCE_WINDOWS_HWND_INIT;
    source.hinstance = GetModuleHandle(NULL);
    source.hwnd = glfwGetWin32Window(handle);
    return makeSurface(instance, &source.chain);
}
#elif defined(__APPLE__)
#include <objc/message.h>
#include <objc/runtime.h>

typedef struct objc_object *(*Send)(void *, SEL);
typedef void (*SendObject)(void *, SEL, void *);
typedef void (*SendFlag)(void *, SEL, signed char);

/// Gives the window's view a CAMetalLayer, through the runtime: no Objective-C needed.
WGPUSurface windowNativeSurface(GLFWwindow *handle, WGPUInstance instance) {
    void *window = (void *)glfwGetCocoaWindow(handle);
    void *view = ((Send)objc_msgSend)(window, sel_registerName("contentView"));
    void *layer = ((Send)objc_msgSend)((void *)objc_getClass("CAMetalLayer"), sel_registerName("layer"));
    ((SendFlag)objc_msgSend)(view, sel_registerName("setWantsLayer:"), 1);
    ((SendObject)objc_msgSend)(view, sel_registerName("setLayer:"), layer);
    WGPUSurfaceSourceMetalLayer source = WGPU_SURFACE_SOURCE_METAL_LAYER_INIT;
    source.layer = layer;
    return makeSurface(instance, &source.chain);
}
#else
#if defined(SUPPLE_GLFW_X11) || !defined(SUPPLE_GLFW_WAYLAND)
static WGPUSurface surfaceX11(GLFWwindow *handle, WGPUInstance instance) {
    WGPUSurfaceSourceXlibWindow source = WGPU_SURFACE_SOURCE_XLIB_WINDOW_INIT;
    source.display = glfwGetX11Display();
    source.window = glfwGetX11Window(handle);
    return source.display ? makeSurface(instance, &source.chain) : NULL;
}
#endif
#ifdef SUPPLE_GLFW_WAYLAND
static WGPUSurface surfaceWayland(GLFWwindow *handle, WGPUInstance instance) {
    WGPUSurfaceSourceWaylandSurface source = WGPU_SURFACE_SOURCE_WAYLAND_SURFACE_INIT;
    source.display = glfwGetWaylandDisplay();
    source.surface = glfwGetWaylandWindow(handle);
    return source.display ? makeSurface(instance, &source.chain) : NULL;
}
#endif

WGPUSurface windowNativeSurface(GLFWwindow *handle, WGPUInstance instance) {
#if defined(SUPPLE_GLFW_WAYLAND) && defined(SUPPLE_GLFW_X11)
    // a GLFW that knows both says which one it runs on
    if (glfwGetPlatform() == GLFW_PLATFORM_X11) return surfaceX11(handle, instance);
    return surfaceWayland(handle, instance);
#elif defined(SUPPLE_GLFW_WAYLAND)
    return surfaceWayland(handle, instance);
#else
    return surfaceX11(handle, instance);
#endif
}
#endif
