// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_NUMBER_H
#define SUPPLE_BASE_NUMBER_H

#include "supple/base.h"

/// Numbers as text, whatever the host program's locale says.

/// Parses a decimal number ("-1.5e3", also "nan", "inf") at [text, end). Returns the first character after it, or null when
/// there is no number. Rounds to the nearest double, as strtod does: what %.17g printed comes back bit for bit.
const char *supParseDouble(const char *text, const char *end, double *out);
/// Parses a signed decimal integer. Null when there is none or it does not fit.
const char *supParseInteger(const char *text, const char *end, int64_t *out);
/// Prints with `digits` significant digits (%g style, always a dot). Returns the length written.
size_t supFormatDouble(char *text, size_t size, double value, int digits);

/// The candidate nearest to `word` by edit distance, or null when none is near enough to be meant.
/// `candidates` is null-terminated.
const char *supNearest(const char *word, const char *const *candidates);

#endif
