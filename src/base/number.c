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

// ---- Decimal to binary -----------------------------------------------------------------------------------------------
// In whole numbers of 128 bits, so that every platform gets the same bits without libm.

/// (high, low) * 2^exponent, the highest bit of high set. The lowest bit is set too when something was cut off below.
typedef struct Wide {
    uint64_t high, low;
    int exponent;
} Wide;

static int leadingZeros(uint64_t x) {
    int n = 0;
    for (int step = 32; step; step /= 2)
        if (!(x >> (64 - step))) n += step, x <<= step;
    return n;
}

static uint64_t multiplyHigh(uint64_t a, uint64_t b) {
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static void wideMultiply(Wide *w, uint64_t factor) {
    uint64_t w0 = w->low * factor, carry = multiplyHigh(w->low, factor), w1 = w->high * factor + carry;
    uint64_t w2 = multiplyHigh(w->high, factor) + (w1 < carry);
    int shift = leadingZeros(w2); // factor > 1, so w2 is not 0
    w->high = w2 << shift | (w1 >> 1 >> (63 - shift));
    w->low = w1 << shift | (w0 >> 1 >> (63 - shift));
    if (w0 << shift) w->low |= 1;
    w->exponent += 64 - shift;
}

/// (high, low) / divisor for high < divisor with its highest bit set (Knuth, The Art of Computer Programming 4.3.1 D).
static uint64_t divideTwo(uint64_t high, uint64_t low, uint64_t divisor, uint64_t *rest) {
    uint64_t d1 = divisor >> 32, d0 = divisor & 0xffffffffu, quotient = 0;
    for (int half = 0; half < 2; ++half) {
        uint64_t next = half ? low & 0xffffffffu : low >> 32, q = high / d1, r = high % d1;
        while (q >> 32 || q * d0 > (r << 32 | next)) {
            --q, r += d1;
            if (r >> 32) break;
        }
        high = (high << 32) + next - q * divisor;
        quotient = quotient << 32 | q;
    }
    *rest = high;
    return quotient;
}

static void wideDivide(Wide *w, uint64_t divisor) {
    int shift = leadingZeros(divisor);
    divisor <<= shift;
    bool first = w->high >= divisor;
    uint64_t rest = w->high - (first ? divisor : 0);
    uint64_t q1 = divideTwo(rest, w->low, divisor, &rest), q0 = divideTwo(rest, 0, divisor, &rest);
    bool cut = rest != 0;
    w->exponent += shift - 64;
    if (first) {
        cut = cut || (q0 & 1);
        q0 = q1 << 63 | q0 >> 1, q1 = (uint64_t)1 << 63 | q1 >> 1;
        w->exponent++;
    } else if (!(q1 >> 63)) {
        q1 = q1 << 1 | q0 >> 63, q0 <<= 1;
        w->exponent--;
    }
    w->high = q1;
    w->low = q0 | cut;
}

/// To the nearest double, ties to even.
static double wideRound(Wide w) {
    int exponent = w.exponent + 127; // of the highest bit
    if (exponent > 1023) return INFINITY;
    int shift = exponent < -1022 ? 11 - 1022 - exponent : 11;
    if (shift > 64) return 0.0;
    uint64_t kept = shift < 64 ? w.high >> shift : 0, rest = shift < 64 ? w.high - (kept << shift) : w.high;
    uint64_t half = (uint64_t)1 << (shift - 1);
    kept += rest > half || (rest == half && (w.low || (kept & 1)));
    // adding lets a rounding carry run into the exponent, up to infinity
    uint64_t bits = exponent < -1022 ? kept : ((uint64_t)(exponent + 1022) << 52) + kept;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// mantissa * 10^exponent; `more` when digits that are not 0 were left out of the mantissa.
static double scaleByTen(uint64_t mantissa, int exponent, bool more) {
    static const double exact[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    static const uint64_t powers[20] = {1u,
                                        10u,
                                        100u,
                                        1000u,
                                        10000u,
                                        100000u,
                                        1000000u,
                                        10000000u,
                                        100000000u,
                                        1000000000u,
                                        10000000000u,
                                        100000000000u,
                                        1000000000000u,
                                        10000000000000u,
                                        100000000000000u,
                                        1000000000000000u,
                                        10000000000000000u,
                                        100000000000000000u,
                                        1000000000000000000u,
                                        10000000000000000000u};
    if (mantissa == 0 || exponent < -400) return 0.0;
    if (exponent > 400) return INFINITY;
    // both exact: one operation rounds once
    if (!more && mantissa <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22)
        return exponent < 0 ? (double)mantissa / exact[-exponent] : (double)mantissa * exact[exponent];
    int shift = leadingZeros(mantissa);
    Wide w = {mantissa << shift, more, -64 - shift};
    for (; exponent > 0; exponent -= exponent < 19 ? exponent : 19) wideMultiply(&w, powers[exponent < 19 ? exponent : 19]);
    for (; exponent<0; exponent += exponent> - 19 ? -exponent : 19) wideDivide(&w, powers[exponent > -19 ? -exponent : 19]);
    return wideRound(w);
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
    bool any = false, fraction = false, more = false;
    for (; p < end && (isDigit(*p) || (*p == '.' && !fraction)); ++p) {
        if (*p == '.') {
            fraction = true;
            continue;
        }
        any = true;
        if (significant < 19) {
            mantissa = mantissa * 10 + (uint64_t)(*p - '0');
            significant += mantissa != 0;
            exponent -= fraction;
        } else {
            more = more || *p != '0';
            if (exponent < 100000) exponent += !fraction;
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
    double value = scaleByTen(mantissa, exponent, more);
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
