// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_STAGE_H
#define SUPPLE_VIEWER_STAGE_H

#include <supple/scene.h>

/// A scene and its World.
typedef struct Stage {
    SupScene *scene;
    SupWorld *world;
    char name[256];
} Stage;

/// Reads and builds a scene by the name that `supple run` takes. On failure `why` says so and *out is empty.
SupStatus stageMake(const char *name, SupGpu *gpu, SupProgress progress, Stage *out, char *why, size_t whySize);
/// Adds a mesh beside the bodies that are there. On failure `why` says so and nothing has changed.
SupStatus stageAdd(Stage *stage, const char *file, SupProgress progress, char *why, size_t whySize);
/// Makes the World anew, for another device.
SupStatus stageRebuild(Stage *stage, SupGpu *gpu, char *why, size_t whySize);
void stageFree(Stage *stage);

#endif
