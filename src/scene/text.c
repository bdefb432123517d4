// SPDX-License-Identifier: MIT
#include "text.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append(Text *text, const char *bytes, size_t length) {
    void *data = text->data;
    if (text->failed || !supGrow(&data, &text->capacity, text->length + length + 1, 1)) {
        text->failed = true;
        return;
    }
    text->data = data;
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = 0;
}

void supTextAdd(Text *text, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        text->failed = true;
    else
        append(text, line, (size_t)length);
}

void supTextNumber(Text *text, double value) {
    char number[40];
    if (!isfinite(value)) {
        append(text, "null", 4);
        return;
    }
    for (int digits = 9; digits <= 17; digits += digits == 9 ? 6 : 1) { // the shortest that reads back
        size_t length = supFormatDouble(number, sizeof number, value, digits);
        double back = 0.0;
        supParseDouble(number, number + length, &back);
        if (back == value) break;
    }
    append(text, number, strlen(number));
}

void supTextNumbers(Text *text, const double *values, uint32_t count) {
    append(text, "[", 1);
    for (uint32_t i = 0; i < count; ++i) {
        if (i) append(text, ", ", 2);
        supTextNumber(text, values[i]);
    }
    append(text, "]", 1);
}

void supTextString(Text *text, const char *value) {
    append(text, "\"", 1);
    for (const char *p = value; *p; ++p) {
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\')
            supTextAdd(text, "\\%c", c);
        else if (c < 0x20)
            supTextAdd(text, "\\u%04x", c);
        else
            append(text, p, 1);
    }
    append(text, "\"", 1);
}
