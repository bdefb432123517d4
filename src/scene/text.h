// SPDX-License-Identifier: MIT
#ifndef SUPPLE_SCENE_TEXT_H
#define SUPPLE_SCENE_TEXT_H

#include "base/report.h"

/// A growing text for JSON. After a failed allocation everything is passed over and `failed` stays set.
typedef struct Text {
    char *data; // freed by supFree
    size_t length, capacity;
    bool failed;
} Text;

/// printf without floating point, whose dot depends on the locale.
void supTextAdd(Text *text, const char *format, ...) SUP_PRINTF(2, 3);
/// A JSON number that reads back as the same double; null when it is not finite.
void supTextNumber(Text *text, double value);
/// "[a, b, c]"
void supTextNumbers(Text *text, const double *values, uint32_t count);
/// A JSON string with escapes.
void supTextString(Text *text, const char *value);

#endif
