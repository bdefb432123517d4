// SPDX-License-Identifier: MIT
#ifndef TESTS_CLI_FIXTURE_H
#define TESTS_CLI_FIXTURE_H

/// Runs the program in an empty folder of its own and looks at what it prints and leaves behind.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/types.h>

typedef struct Ran {
    int code; ///< exit code; -1: ended by a signal
    char *out, *err;
} Ran;

#define MAX_WORDS 24

/// The folder; the process works in it.
int folderSetup(void **state);
int folderTeardown(void **state);
/// Removes all files.
void emptyFolder(void);
/// The names of all files, sorted, a blank after each; static storage.
const char *folderFiles(void);

void writeFile(const char *path, const void *bytes, size_t length);
void writeText(const char *path, const char *text);
char *readFile(const char *path, size_t *length);

/// Runs `supple` with the words of a line (no quotes: a word has no blanks).
Ran supple(const char *line);
void freeRan(Ran *ran);
/// Starts it and returns its process id.
pid_t suppleStart(const char *line);

/// Expects this exit code, exactly one line "supple: ..." with `message` in it, nothing on stdout and no new file.
void refuses(const char *line, int code, const char *message);
/// Expects exit code 0 and silence on stderr; hands over stdout.
char *succeeds(const char *line);

/// A value of a JSON text by its path ("ms_per_frame.wall"), as raw text; null when it is not there.
char *jsonAt(const char *json, const char *path);
double jsonNumberAt(const char *json, const char *path);
void assertJson(const char *text);

#endif
