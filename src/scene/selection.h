// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_SELECTION_H
#define SUPPLE_SCENE_SELECTION_H

#include "base/vec.h"
#include "scene_data.h"

/// Where a body's vertices are at frame 0, in world coordinates and double precision.
typedef struct ScenePlacement {
    SupBodyAssetView view;
    Mat3 rotation;
    Vec3 position;
    double mirror[3]; // 1, or -1 along the mirrored axis
} ScenePlacement;

ScenePlacement supScenePlace(const SceneBody *body);
Vec3 supScenePlaced(const ScenePlacement *placement, uint32_t vertex);

/// Whether a pin that is a box or a sphere holds a place.
bool supScenePinHolds(const ScenePin *pin, Vec3 p);
/// Vertices that boxes, spheres and lists of numbers hold, in the numbering of the mesh's input; values is freed by supFree.
/// @param what begins messages: where these are and what they are. Errors: OutOfRange (an index, with the count),
/// OutOfMemory.
SupStatus supSceneSelect(const SceneBody *body, const SceneItems *pins, const char *what, SceneIndices *out,
                         SupReport *report);
/// Those of the body's pins.
SupStatus supSceneSelectPinned(const SceneBody *body, SceneIndices *out, SupReport *report);
/// Vertices of the asset that the probe's box holds. Errors: Empty (none), OutOfMemory.
SupStatus supSceneSelectProbe(const SceneBody *body, SceneProbe *probe, SupReport *report);

#endif
