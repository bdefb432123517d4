// SPDX-License-Identifier: MIT
#include "fuzz_surface.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzzSurface(SupSurfaceFormat_Ply, data, size); }
