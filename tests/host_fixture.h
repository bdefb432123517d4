// SPDX-License-Identifier: MIT
#ifndef SUPPLE_TESTS_HOST_FIXTURE_H
#define SUPPLE_TESTS_HOST_FIXTURE_H

#include "gpu_fixture.h"

/// A program that has a device of its own, on the adapter of fixtureGpu.
typedef struct Host {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
    int errors;
    bool mapped;
} Host;

void hostOpen(Host *host);
void hostClose(Host *host);
/// A SupGpu on the host's device.
SupGpu *hostWrap(const Host *host);

#endif
