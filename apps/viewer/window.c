// SPDX-License-Identifier: MIT
#include "window.h"

#include "window_native.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>

static char glfwText[256];

static void onGlfwError(int code, const char *text) {
    snprintf(glfwText, sizeof glfwText, "%s (%#x)", text, (unsigned)code);
}

bool windowOpen(Window *window, const char *title, int width, int height, char *why, size_t whySize) {
    glfwSetErrorCallback(onGlfwError);
    if (!glfwInit()) {
        snprintf(why, whySize, "no display: %s", *glfwText ? glfwText : "GLFW could not start");
        return false;
    }
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window->handle = glfwCreateWindow(width, height, title, NULL, NULL);
    if (window->handle) return true;
    snprintf(why, whySize, "no window: %s", *glfwText ? glfwText : "GLFW gave no reason");
    glfwTerminate();
    return false;
}

void windowClose(Window *window) {
    windowDetach(window);
    if (!window->handle) return;
    glfwDestroyWindow(window->handle);
    glfwTerminate();
    window->handle = NULL;
}

/// A format whose bytes are shown as they are: the renderer encodes sRGB itself.
static WGPUTextureFormat chooseFormat(const WGPUSurfaceCapabilities *can) {
    for (size_t i = 0; i < can->formatCount; ++i)
        if (can->formats[i] == WGPUTextureFormat_BGRA8Unorm || can->formats[i] == WGPUTextureFormat_RGBA8Unorm)
            return can->formats[i];
    return WGPUTextureFormat_Undefined;
}

bool windowAttach(Window *window, const SupGpu *gpu, char *why, size_t whySize) {
    windowDetach(window);
    window->surface = windowNativeSurface(window->handle, supGpuInstance(gpu));
    if (!window->surface) {
        snprintf(why, whySize, "this kind of window gives no WebGPU surface");
        return false;
    }
    WGPUSurfaceCapabilities can = WGPU_SURFACE_CAPABILITIES_INIT;
    bool known = wgpuSurfaceGetCapabilities(window->surface, supGpuAdapter(gpu), &can) == WGPUStatus_Success;
    window->format = known ? chooseFormat(&can) : WGPUTextureFormat_Undefined;
    if (known) wgpuSurfaceCapabilitiesFreeMembers(can);
    window->device = supGpuDevice(gpu);
    window->setWidth = window->setHeight = 0;
    if (window->format != WGPUTextureFormat_Undefined) return true;
    snprintf(why, whySize, "this GPU cannot show pictures in this window; choose another one with --adapter");
    windowDetach(window);
    return false;
}

static void dropFrame(Window *window) {
    if (window->frameView) wgpuTextureViewRelease(window->frameView);
    if (window->frame) wgpuTextureRelease(window->frame);
    window->frameView = NULL;
    window->frame = NULL;
}

void windowDetach(Window *window) {
    dropFrame(window);
    if (!window->surface) return;
    if (window->setWidth) wgpuSurfaceUnconfigure(window->surface);
    wgpuSurfaceRelease(window->surface);
    window->surface = NULL;
}

bool windowMeasure(Window *window) {
    int width = 0, height = 0, units = 0, unitsHigh = 0;
    float scaleX = 1.0f, scaleY = 1.0f;
    glfwGetFramebufferSize(window->handle, &width, &height);
    glfwGetWindowSize(window->handle, &units, &unitsHigh);
    glfwGetWindowContentScale(window->handle, &scaleX, &scaleY);
    bool hidden = glfwGetWindowAttrib(window->handle, GLFW_ICONIFIED) || !glfwGetWindowAttrib(window->handle, GLFW_VISIBLE);
    window->width = hidden || width < 0 ? 0 : (uint32_t)width;
    window->height = hidden || height < 0 ? 0 : (uint32_t)height;
    window->scale = window->forcedScale > 0.0 ? window->forcedScale : fmin(4.0, fmax(1.0, (double)scaleY));
    if (units > 0 && unitsHigh > 0) window->pixelsX = (double)width / units, window->pixelsY = (double)height / unitsHigh;
    return window->width > 0 && window->height > 0;
}

static void configure(Window *window) {
    WGPUSurfaceConfiguration configuration = WGPU_SURFACE_CONFIGURATION_INIT;
    configuration.device = window->device;
    configuration.format = window->format;
    configuration.usage = WGPUTextureUsage_RenderAttachment;
    configuration.width = window->width;
    configuration.height = window->height;
    configuration.presentMode = WGPUPresentMode_Fifo;
    wgpuSurfaceConfigure(window->surface, &configuration);
    window->setWidth = window->width;
    window->setHeight = window->height;
}

WindowFrame windowBegin(Window *window) {
    if (window->width != window->setWidth || window->height != window->setHeight) configure(window);
    WGPUSurfaceTexture got = WGPU_SURFACE_TEXTURE_INIT;
    wgpuSurfaceGetCurrentTexture(window->surface, &got);
    switch (got.status) {
    case WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal:
    case WGPUSurfaceGetCurrentTextureStatus_SuccessSuboptimal:
        window->frame = got.texture;
        window->frameView = wgpuTextureCreateView(got.texture, NULL);
        return window->frameView ? WindowFrame_Ready : WindowFrame_Skip;
    case WGPUSurfaceGetCurrentTextureStatus_Outdated:
        if (got.texture) wgpuTextureRelease(got.texture);
        configure(window);
        return WindowFrame_Skip;
    case WGPUSurfaceGetCurrentTextureStatus_Lost:
        if (got.texture) wgpuTextureRelease(got.texture);
        return WindowFrame_Lost;
    default:
        if (got.texture) wgpuTextureRelease(got.texture);
        return WindowFrame_Skip;
    }
}

void windowPresent(Window *window) {
    wgpuSurfacePresent(window->surface);
    dropFrame(window);
}
