// SPDX-License-Identifier: MIT
#ifndef SUPPLE_COMMON_TUNABLE_H
#define SUPPLE_COMMON_TUNABLE_H

#include <supple/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How panels show a tunable.

/// The table's ranges say what is possible; a slider wants what is usual, and the value itself in any case.
void tunableRange(const SupTunable *tunable, double value, double *low, double *high);
/// The label, with the letter of a vector's component.
void tunableLabel(const SupTunable *tunable, char *text, size_t size);

/// Whether what is drawn must be dressed anew (supSceneDress) after this value has changed: a look, a shape, the
/// ground's ripples, or what follows the pointer.
bool tunableIsSeen(const char *path);

#ifdef __cplusplus
}
#endif

#endif
