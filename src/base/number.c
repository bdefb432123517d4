// SPDX-License-Identifier: MIT
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static bool wordAt(const char *text, const char *end, const char *word) {
    for (; *word; ++word, ++text)
        if (text >= end || (*text | 0x20) != *word) return false;
    return true;
}

/// value * 10^exponent without libm, so that every platform gets the same bits.
static double scaleByTen(double value, int exponent) {
    static const double exact[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    for (; exponent > 22 && value != 0.0 && value <= 1.7e308; exponent -= 22) value *= 1e22;
    for (; exponent < -22 && value != 0.0; exponent += 22) value /= 1e22;
    if (value == 0.0 || value > 1.7e308) return value;
    return exponent < 0 ? value / exact[-exponent] : value * exact[exponent];
}

const char *supParseDouble(const char *text, const char *end, double *out) {
    const char *p = text;
    bool negative = false;
    if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
    if (wordAt(p, end, "nan")) return *out = NAN, p + 3;
    if (wordAt(p, end, "infinity")) return *out = negative ? -INFINITY : INFINITY, p + 8;
    if (wordAt(p, end, "inf")) return *out = negative ? -INFINITY : INFINITY, p + 3;
    uint64_t mantissa = 0;
    int exponent = 0, significant = 0;
    bool any = false, fraction = false;
    for (; p < end && (isDigit(*p) || (*p == '.' && !fraction)); ++p) {
        if (*p == '.') {
            fraction = true;
            continue;
        }
        any = true;
        if (significant < 18) {
            mantissa = mantissa * 10 + (uint64_t)(*p - '0');
            significant += mantissa != 0;
            exponent -= fraction;
        } else if (exponent < 100000) {
            exponent += !fraction;
        }
    }
    if (!any) return NULL;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *q = p + 1;
        bool down = false;
        if (q < end && (*q == '-' || *q == '+')) down = *q++ == '-';
        if (q < end && isDigit(*q)) {
            int e = 0;
            for (; q < end && isDigit(*q); ++q)
                if (e < 100000) e = e * 10 + (*q - '0');
            exponent += down ? -e : e;
            p = q;
        }
    }
    double value = scaleByTen((double)mantissa, exponent);
    *out = negative ? -value : value;
    return p;
}

const char *supParseInteger(const char *text, const char *end, int64_t *out) {
    const char *p = text;
    bool negative = false;
    if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
    if (p >= end || !isDigit(*p)) return NULL;
    int64_t value = 0;
    for (; p < end && isDigit(*p); ++p) {
        if (value > (INT64_MAX - 9) / 10) return NULL;
        value = value * 10 + (*p - '0');
    }
    *out = negative ? -value : value;
    return p;
}

size_t supFormatDouble(char *text, size_t size, double value, int digits) {
    char raw[64];
    int n = snprintf(raw, sizeof raw, "%.*g", digits, value);
    size_t length = 0;
    bool replaced = false;
    for (int i = 0; i < n && length + 1 < size; ++i) {
        // whatever the locale writes between the digits becomes one dot
        bool plain = isDigit(raw[i]) || raw[i] == '-' || raw[i] == '+' || (raw[i] >= 'a' && raw[i] <= 'z');
        if (!plain && replaced) continue;
        replaced = replaced || !plain;
        text[length++] = plain ? raw[i] : '.';
    }
    if (size) text[length] = 0;
    return length;
}

static size_t editDistance(const char *a, const char *b) {
    enum { Longest = 63 };
    size_t n = strlen(a), m = strlen(b), row[Longest + 1];
    if (n > Longest || m > Longest) return SIZE_MAX;
    for (size_t j = 0; j <= m; ++j) row[j] = j;
    for (size_t i = 1; i <= n; ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; ++j) {
            size_t above = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[m];
}

const char *supNearest(const char *word, const char *const *candidates) {
    const char *nearest = NULL;
    size_t best = strlen(word) / 2 + 1;
    for (; *candidates; ++candidates) {
        size_t distance = editDistance(word, *candidates);
        if (distance < best) best = distance, nearest = *candidates;
    }
    return nearest;
}
