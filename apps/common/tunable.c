// SPDX-License-Identifier: MIT
#include "tunable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void tunableRange(const SupTunable *tunable, double value, double *low, double *high) {
    double base = fabs(tunable->standard) > 0.0 ? fabs(tunable->standard) : 5.0;
    *low = fmax(tunable->minimum, tunable->logarithmic ? base / 1000.0 : -4.0 * base);
    *high = fmin(tunable->maximum, tunable->logarithmic ? base * 1000.0 : 4.0 * base);
    *low = fmin(*low, value);
    *high = fmax(*high, value);
}

void tunableLabel(const SupTunable *tunable, char *text, size_t size) {
    size_t length = strlen(tunable->path);
    bool part = length > 2 && tunable->path[length - 2] == '.' && tunable->kind == SupTunableKind_Number;
    if (part)
        snprintf(text, size, "%.40s %c", tunable->label, tunable->path[length - 1]);
    else
        snprintf(text, size, "%.40s", tunable->label);
}

bool tunableIsSeen(const char *path) {
    return strstr(path, ".look.") || strstr(path, ".shape.") || strstr(path, ".ripple") || strstr(path, ".follow");
}
