// SPDX-License-Identifier: MIT
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "progress.h"

#include "clock.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

static bool shown;
static double lastTime;

static bool draw(void *user, const char *stage, double done) {
    (void)user;
    enum { Width = 30 };
    double time = clockSeconds();
    if (shown && time - lastTime < 0.1 && done < 1.0) return true;
    lastTime = time;
    shown = true;
    char bar[Width + 1];
    int filled = done >= 1.0 ? Width : done > 0.0 ? (int)(done * Width) : 0;
    memset(bar, '.', Width);
    memset(bar, '#', (size_t)filled);
    bar[Width] = 0;
    fprintf(stderr, "\r%-12.24s [%s] %3d %%", stage, bar, (int)(done * 100.0));
    fflush(stderr);
    return true;
}

SupProgress progressBar(bool quiet) {
    bool terminal = isatty(fileno(stderr)) != 0;
    return quiet || !terminal ? (SupProgress){0} : (SupProgress){draw, NULL};
}

void progressClear(void) {
    if (!shown) return;
    fprintf(stderr, "\r%60s\r", "");
    fflush(stderr);
    shown = false;
}
