// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_JSON_OUT_H
#define SUPPLE_CLI_JSON_OUT_H

#include <stdio.h>
#include <supple/base.h>

/// JSON values to a stream, whatever the locale says. Null streams take everything and do nothing.
void jsonString(FILE *stream, const char *text);
/// null when it is not finite.
void jsonNumber(FILE *stream, double value);
/// "[a, b, c]"
void jsonNumbers(FILE *stream, const double *values, uint32_t count);
/// The items of a report as a list of objects.
void jsonReport(FILE *stream, const SupReport *report);

#endif
