// SPDX-License-Identifier: MIT
// Scenes for measuring, made from a name and a number: cubes:N, block:N, sheet:N, beam:N, cloth:N, ropes:N, hair:N.
#ifndef SUPPLE_CLI_MADE_SCENES_H
#define SUPPLE_CLI_MADE_SCENES_H

#include <supple/scene.h>

/// The scene of that name. -1: the name is none of these; else an exit status, said to the user unless done.
int madeSceneLoad(const char *command, const char *name, SupScene **out, SupReport *report);

#endif
