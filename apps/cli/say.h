// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_SAY_H
#define SUPPLE_CLI_SAY_H

#include <supple/base.h>

/// What the program promises to its callers (docs/cli.md).
enum { Exit_Done = 0, Exit_Refused = 1, Exit_Usage = 2, Exit_NoGpu = 3, Exit_Diverged = 4 };

#if defined(__MINGW32__)
#define SAY_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define SAY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SAY_PRINTF(text, first)
#endif

/// Prints "supple: ..." as exactly one line to stderr and returns `code`.
int sayError(int code, const char *format, ...) SAY_PRINTF(2, 3);
/// The exit code that a status stands for.
int exitCodeOf(SupStatus status);
/// The error of a report, or the status's own text, with `what` before it. Returns exitCodeOf(status).
int sayReport(const char *what, SupStatus status, const SupReport *report);
/// Notes and warnings, one line each, to stderr.
void sayNotes(const SupReport *report);

#endif
