// SPDX-License-Identifier: MIT
// Which nodes follow the pointer.
#include "scene_data.h"
#include "selection.h"

bool supSceneFollower(const SupScene *scene, uint32_t index, SupFollower *out) {
    if (!scene || !out || index >= scene->bodies.count) return false;
    const SceneBody *body = sceneBody(scene, index);
    if (!body->asset || !sceneShapeIsNetwork(&body->shape)) return false;
    ScenePlacement placement = supScenePlace(body);
    if (body->followNode >= placement.view.nodeCount) return false;
    *out = (SupFollower){(SupFollow)body->follow, body->followNode, {0, 0, 0}};
    vec3Store(out->place, supScenePlaced(&placement, body->followNode)); // networks keep their nodes' numbers
    return true;
}
