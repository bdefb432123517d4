// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SUPPLE_H
#define SUPPLE_SUPPLE_H

/// @file supple.h
/// All of Supple: base.h (statuses, reports), mesh.h (surfaces and tets), gpu.h (the device), world.h (simulation),
/// render.h (pictures),
/// scene.h (scene files, presets, tunables).

#include "base.h"
#include "gpu.h"
#include "mesh.h"
#include "network.h"
#include "render.h"
#include "scene.h"
#include "world.h"

#endif
