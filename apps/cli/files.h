// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_FILES_H
#define SUPPLE_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

/// Reads a whole file; *bytes is freed by free(). False with the reason in `why`.
bool fileRead(const char *path, void **bytes, size_t *length, char *why, size_t whySize);
bool fileExists(const char *path);

/// A result on its way to a file. It gathers under a temporary name in the same folder and takes its own name when it is
/// complete; "-" is stdout. Temporaries vanish when the program is interrupted.
typedef struct Output {
    const char *path; // null: nothing is wanted
    char *target;     // path without links
    char *temporary;  // null for stdout and devices
    void *stream;     // FILE *
    int slot;         // in the list of temporaries
} Output;

/// Opens it, so that a bad path shows before long work. A null path is fine and does nothing.
bool outputBegin(Output *output, const char *path, char *why, size_t whySize);
/// Whether two open outputs would replace one file, however their paths are written.
bool outputsMeet(const Output *a, const Output *b);
/// Whether an open output would replace this file, however the paths are written. Null is no file.
bool outputReplaces(const Output *output, const char *input);
bool outputWrite(Output *output, const void *bytes, size_t length);
/// Everything has been written: gives the file its name.
bool outputCommit(Output *output, char *why, size_t whySize);
/// Removes what was written. Does nothing after outputCommit.
void outputAbort(Output *output);

/// Removes temporaries when the program is interrupted, then ends it as it would have ended.
void filesCatchSignals(void);

#endif
