// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_TUBES_H
#define SUPPLE_SCENE_TUBES_H

#include "supple/mesh.h"

/// Where the vertices of the tubes lie that strands are drawn as: what shaders/sim/network_tubes.wgsl does, for files.
/// @param nodes [m] 3 per node. @param out [m] 3 per vertex of the tubes (view->tubeCount).
void supTubePlaces(const SupBodyAssetView *view, const float *nodes, double *out);

#endif
