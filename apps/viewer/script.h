// SPDX-License-Identifier: MIT
#ifndef SUPPLE_VIEWER_SCRIPT_H
#define SUPPLE_VIEWER_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Input from a file instead of hands, for tests: a command a line (script.c lists them). Answers go to stdout.
typedef struct Script {
    char *text;        ///< null: none
    char *next;        ///< command to do; null: all done
    uint64_t pictures; ///< wait until so many were presented
    uint64_t frames;   ///< wait until so many frames were simulated
    double deadline;   ///< [s] when waiting ends anyway
    bool waiting, resting;
} Script;

typedef struct Viewer Viewer;
bool scriptLoad(Script *script, const char *path, char *why, size_t whySize);
/// Does commands until one has to wait.
void scriptRun(Viewer *viewer);
void scriptFree(Script *script);

#endif
