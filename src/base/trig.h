// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_TRIG_H
#define SUPPLE_BASE_TRIG_H

/// Sine, cosine and arc tangent from IEEE +, -, *, / and floor alone: C libraries differ in the last bit, and a mesh must
/// have the same bits everywhere. Absolute error below 1e-15 for |angle| < 1e5.

#include <math.h>
#include <stdbool.h>

#define SUP_PI 3.14159265358979323846

/// sin and cos of `angle` [rad]: reduced to |r| <= pi/4 by a multiple of pi/2 kept in two parts, then Taylor series.
static inline void supSinCos(double angle, double *sine, double *cosine) {
    // pi/2 = high + low; `high` has 33 bits, so that k * high is exact for |k| < 2^20.
    const double high = 1.57079632673412561417, low = 6.07710050650619224932e-11;
    double k = floor(angle / (SUP_PI / 2) + 0.5);
    double r = (angle - k * high) - k * low, q = r * r;
    double s = 1.0, c = 1.0;
    for (int n = 16; n >= 2; n -= 2) {
        s = 1.0 - s * q / (double)(n * (n + 1));
        c = 1.0 - c * q / (double)(n * (n - 1));
    }
    s *= r;
    switch ((int)(k - 4.0 * floor(k / 4.0))) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    default:
        *sine = -c, *cosine = s;
        break;
    }
}

/// Angle of the point (x, y) in [-pi, pi]; 0 for (0, 0).
static inline double supAtan2(double y, double x) {
    double ay = fabs(y), ax = fabs(x);
    bool swap = ay > ax;
    double numerator = swap ? ax : ay, denominator = swap ? ay : ax;
    if (!(denominator > 0.0)) return 0.0;
    // atan(t) = atan(c) + atan((t - c) / (1 + c t)) with c = tan(0), tan(pi/8) or tan(pi/4): |argument| < tan(pi/16).
    const double tan1 = 0.19891236737965800691, tan2 = 0.41421356237309504880, tan3 = 0.66817863791929891999;
    double base = 0.0, t;
    if (numerator <= tan1 * denominator) {
        t = numerator / denominator;
    } else if (numerator <= tan3 * denominator) {
        base = SUP_PI / 8;
        t = (numerator - tan2 * denominator) / (denominator + tan2 * numerator);
    } else {
        base = SUP_PI / 4;
        t = (numerator - denominator) / (numerator + denominator);
    }
    double q = t * t;
    double series = 1.0 / 21;
    series = 1.0 / 19 - q * series;
    series = 1.0 / 17 - q * series;
    series = 1.0 / 15 - q * series;
    series = 1.0 / 13 - q * series;
    series = 1.0 / 11 - q * series;
    series = 1.0 / 9 - q * series;
    series = 1.0 / 7 - q * series;
    series = 1.0 / 5 - q * series;
    series = 1.0 / 3 - q * series;
    double angle = base + (t - t * q * series);
    if (swap) angle = SUP_PI / 2 - angle;
    if (x < 0.0) angle = SUP_PI - angle;
    return y < 0.0 ? -angle : angle;
}

#endif
