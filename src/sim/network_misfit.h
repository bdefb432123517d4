// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SIM_NETWORK_MISFIT_H
#define SUPPLE_SIM_NETWORK_MISFIT_H

#include "supple/world.h"

/// Whether the settings ask for what the asset has not: a volume of what encloses none, repulsion of what has no strands.
/// Ok, or a status with its text. Without a World, so that scenes can be checked where there is no GPU.
SupStatus supNetworkMisfit(const SupBodyAsset *asset, const SupNetworkSettings *network, char *text, size_t size);

#endif
