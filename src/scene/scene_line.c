// SPDX-License-Identifier: MIT
// Where items of a scene stand in its file, for messages after it was read.
#include "scene_data.h"

#include <stdio.h>

SceneLine *supSceneLineOf(const SceneObject *object, void *item) {
    if (object == supSceneKeyFind(&supSceneObject, "bodies")->object) return &((SceneBody *)item)->at;
    if (object == supSceneKeyFind(&supSceneObject, "colliders")->object) return &((SceneCollider *)item)->at;
    if (object == supSceneKeyFind(&supSceneObject, "attachments")->object) return &((SceneAttachment *)item)->at;
    return NULL;
}

const char *supSceneLineText(const SceneLine *line, char *text, size_t size) {
    text[0] = 0;
    if (line->file && line->line) snprintf(text, size, "%.80s:%u:%u: ", line->file, line->line, line->column);
    return text;
}

const char *supSceneColliderText(const SupScene *scene, size_t index, char *text, size_t size) {
    const char *name = sceneCollider(scene, index)->name;
    if (name)
        snprintf(text, size, "collider \"%.64s\"", name);
    else
        snprintf(text, size, "collider %zu", index);
    return text;
}
