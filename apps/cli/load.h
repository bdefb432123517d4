// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_LOAD_H
#define SUPPLE_CLI_LOAD_H

#include <supple/scene.h>

#include "args.h"

/// SCENE of the command line: a preset, a scene file, a mesh file, or one of made_scenes.h. Its files are not read yet.
/// Exit_Done, or the exit code after one line on stderr.
int loadScene(const char *command, const char *name, SupScene **out, SupReport *report);
/// Applies each PATH=VALUE. Exit_Done or Exit_Usage after one line on stderr.
int loadSet(const char *command, SupScene *scene, const TextList *settings);
int loadSetOne(const char *command, SupScene *scene, const char *path, const char *value);
/// Reads and supplies the files that the scene wants; those of a scene file lie beside it.
int loadFiles(const char *command, const char *name, SupScene *scene, SupProgress progress, SupReport *report);
/// Without this variable drivers complain on stderr about a display that this program never opens.
void loadQuietDrivers(void);
/// A ready GPU: `adapter`, else what SUPPLE_ADAPTER says, else the fastest.
int loadGpu(const char *command, const char *adapter, bool portable, SupGpu **out);

bool endsWith(const char *text, const char *end);

#define POSITIONS_END "_positions.vec3f32bin"
#define INDICES_END "_tet_indices.vec4u32bin"
/// The other name of a pair, freed by free(). Null when `path` names neither of the two, or when out of memory.
char *pairPath(const char *path, bool positions);

#endif
