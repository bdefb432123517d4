// SPDX-License-Identifier: MIT
// What wgpu-native can do beyond webgpu.h: list adapters at once and wait for the device.
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L // clock_gettime, nanosleep
#endif
#include "gpu.h"

#include "base/memory.h"
#include "base/report.h"

#include <wgpu.h>

#include <stdio.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#include <windows.h>
#endif

static void onWgpuLog(WGPULogLevel level, WGPUStringView message, void *user) {
    (void)user;
    supLog(level == WGPULogLevel_Error ? SupSeverity_Error : SupSeverity_Warning, "wgpu: %.*s", (int)message.length,
           message.data ? message.data : "");
}

static WGPUInstance createInstance(void) {
    wgpuSetLogCallback(onWgpuLog, NULL);
    wgpuSetLogLevel(WGPULogLevel_Warn);
    WGPUInstanceExtras extras;
    memset(&extras, 0, sizeof extras);
    extras.chain.sType = (WGPUSType)WGPUSType_InstanceExtras;
    extras.backends = WGPUInstanceBackend_Primary;
    WGPUInstanceDescriptor desc = WGPU_INSTANCE_DESCRIPTOR_INIT;
    desc.nextInChain = &extras.chain;
    return wgpuCreateInstance(&desc);
}

typedef struct AdapterList {
    WGPUAdapter *adapters;
    uint32_t count;
} AdapterList;

static bool listAdapters(WGPUInstance instance, AdapterList *list) {
    WGPUInstanceEnumerateAdapterOptions options = {NULL, WGPUInstanceBackend_Primary};
    size_t count = wgpuInstanceEnumerateAdapters(instance, &options, NULL);
    list->adapters = SUP_NEW_ARRAY(WGPUAdapter, count);
    list->count = 0;
    if (!list->adapters) return false;
    list->count = (uint32_t)(count ? wgpuInstanceEnumerateAdapters(instance, &options, list->adapters) : 0);
    return true;
}

static void freeAdapters(AdapterList *list, WGPUAdapter keep) {
    for (uint32_t i = 0; i < list->count; ++i)
        if (list->adapters[i] != keep) wgpuAdapterRelease(list->adapters[i]);
    supFree(list->adapters);
}

static int rankOf(const SupGpuInfo *info) {
    if (strcmp(info->type, "discrete") == 0) return 0;
    if (strcmp(info->type, "integrated") == 0) return 1;
    return strcmp(info->type, "cpu") == 0 ? 3 : 2;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

static bool containsIgnoringCase(const char *text, const char *part) {
    for (; *text; ++text) {
        size_t i = 0;
        while (part[i] && lower(text[i]) == lower(part[i])) ++i;
        if (!part[i]) return true;
    }
    return false;
}

/// The index in `wanted` when it is a number, else -1.
static long indexIn(const char *wanted) {
    long value = 0;
    for (const char *c = wanted; *c; ++c) {
        if (*c < '0' || *c > '9' || value > 10000) return -1;
        value = value * 10 + (*c - '0');
    }
    return wanted[0] ? value : -1;
}

static WGPUAdapter chooseAdapter(const AdapterList *list, const char *wanted) {
    WGPUAdapter best = NULL;
    int bestRank = 99;
    long index = indexIn(wanted);
    for (uint32_t i = 0; i < list->count; ++i) {
        SupGpuInfo info;
        supGpuDescribe(list->adapters[i], &info);
        if (index >= 0 ? (long)i != index : wanted[0] && !containsIgnoringCase(info.adapter, wanted)) continue;
        if (rankOf(&info) < bestRank) bestRank = rankOf(&info), best = list->adapters[i];
    }
    return best;
}

static void explainMissing(SupGpu *gpu, const AdapterList *list) {
    if (list->count == 0) {
        snprintf(gpu->errorText, sizeof gpu->errorText,
                 "no GPU adapter was found: install a Vulkan, Metal or D3D12 driver (on Debian, mesa-vulkan-drivers has a "
                 "software one)");
        return;
    }
    size_t used =
        (size_t)snprintf(gpu->errorText, sizeof gpu->errorText, "no adapter matches \"%s\"; there are:", gpu->adapterName);
    for (uint32_t i = 0; i < list->count && used < sizeof gpu->errorText - 1; ++i) {
        SupGpuInfo info;
        supGpuDescribe(list->adapters[i], &info);
        used += (size_t)snprintf(gpu->errorText + used, sizeof gpu->errorText - used, "%s %u: %s", i ? "," : "", i,
                                 info.adapter);
    }
}

void supPlatformStart(SupGpu *gpu) {
    gpu->stage = GpuStage_Failed;
    gpu->instance = createInstance();
    AdapterList list = {NULL, 0};
    if (!gpu->instance || !listAdapters(gpu->instance, &list)) {
        snprintf(gpu->errorText, sizeof gpu->errorText, "the WebGPU instance could not be made");
        return;
    }
    gpu->adapter = chooseAdapter(&list, gpu->adapterName);
    if (!gpu->adapter) explainMissing(gpu, &list);
    freeAdapters(&list, gpu->adapter);
    if (gpu->adapter) supGpuRequestDevice(gpu);
}

SupStatus supGpuListAdapters(SupGpuInfo *infos, uint32_t *count) {
    if (!count || (!infos && *count)) return SupStatus_InvalidArgument;
    WGPUInstance instance = createInstance();
    AdapterList list = {NULL, 0};
    if (instance && listAdapters(instance, &list))
        for (uint32_t i = 0; i < list.count && i < *count; ++i) supGpuDescribe(list.adapters[i], &infos[i]);
    *count = list.count;
    freeAdapters(&list, NULL);
    if (instance) wgpuInstanceRelease(instance);
    return *count ? SupStatus_Ok : SupStatus_NoAdapter;
}

double supPlatformSeconds(void) {
#ifdef _WIN32
    LARGE_INTEGER now, rate;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    return (double)now.QuadPart / (double)rate.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

double supPlatformTickNanoseconds(const SupGpu *gpu) { return (double)wgpuQueueGetTimestampPeriod(gpu->queue); }

bool supPlatformSubgroups(WGPUAdapter adapter) {
    return wgpuAdapterHasFeature(adapter, (WGPUFeatureName)WGPUNativeFeature_Subgroup);
}

static void sleepBriefly(void) {
#ifdef _WIN32
    Sleep(1);
#else
    nanosleep(&(struct timespec){0, 200000}, NULL);
#endif
}

void supPlatformTouch(SupGpu *gpu) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(gpu->device, NULL);
    if (encoder) wgpuCommandEncoderRelease(encoder);
}

uint64_t supPlatformSubmit(SupGpu *gpu, WGPUCommandBuffer commands) {
    return wgpuQueueSubmitForIndex(gpu->queue, 1, &commands);
}

bool supPlatformWait(SupGpu *gpu, const uint64_t *submission) {
    // The driver may give up waiting early; callers loop on what they wait for.
    if (gpu->status == SupStatus_Ok && gpu->submitted != gpu->completed)
        wgpuDevicePoll(gpu->device, true, submission);
    else
        sleepBriefly();
    wgpuInstanceProcessEvents(gpu->instance);
    return true;
}
