// SPDX-License-Identifier: MIT
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // popen
#endif
#include "video.h"

#include "say.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define popen _popen
#define pclose _pclose
#define NOWHERE "NUL"
#define PIPE_MODE "wb"
#else
#define NOWHERE "/dev/null"
#define PIPE_MODE "w"
#endif

// A shell is the portable way to a program with a pipe; the one name that goes into its line is quoted and checked.
static bool haveFfmpeg(void) {
    return system("ffmpeg -version >" NOWHERE " 2>" NOWHERE) == 0; // NOLINT(cert-env33-c)
}

/// A path for the shell: inside double quotes (Windows) or single ones, which it must then not hold.
static bool quotable(const char *path) {
#ifdef _WIN32
    return !strpbrk(path, "\"%");
#else
    return !strchr(path, '\'');
#endif
}

int videoBegin(Video *video, const char *command, const char *path, uint32_t width, uint32_t height, uint32_t rate) {
    char why[512], line[8192];
    if (!haveFfmpeg())
        return sayError(Exit_Refused,
                        "%s: -o %s: a video needs the program ffmpeg, which is not installed; "
                        "write .png instead or install it",
                        command, path);
    if (!outputBegin(&video->output, path, why, sizeof why))
        return sayError(Exit_Refused, "%s: cannot write %s", command, why);
    if (!video->output.temporary || !quotable(video->output.temporary)) {
        outputAbort(&video->output);
        return sayError(Exit_Refused, "%s: -o %s: a video wants a plain file name without quotes", command, path);
    }
#ifndef _WIN32
    signal(SIGPIPE, SIG_IGN); // an ffmpeg that ends early is an error of ours, not our end
    const char *quote = "'";
#else
    const char *quote = "\"";
#endif
    snprintf(line, sizeof line,
             "ffmpeg -loglevel error -f rawvideo -pix_fmt rgba -s %ux%u -r %u -i - -an -c:v libx264 -preset medium -crf 18 "
             "-pix_fmt yuv420p -movflags +faststart -f mp4 -y %s%s%s 2>" NOWHERE,
             width, height, rate, quote, video->output.temporary, quote);
    video->pipe = popen(line, PIPE_MODE); // NOLINT(cert-env33-c)
    if (video->pipe) return Exit_Done;
    outputAbort(&video->output);
    return sayError(Exit_Refused, "%s: -o %s: ffmpeg could not be started", command, path);
}

bool videoWrite(Video *video, const uint8_t *pixels, size_t length) {
    return video->pipe && fwrite(pixels, 1, length, video->pipe) == length;
}

bool videoCommit(Video *video) {
    if (!video->pipe) return true;
    bool ok = pclose(video->pipe) == 0;
    video->pipe = NULL;
    char why[512];
    if (ok) return outputCommit(&video->output, why, sizeof why);
    outputAbort(&video->output);
    return false;
}

void videoAbort(Video *video) {
    if (video->pipe) pclose(video->pipe);
    video->pipe = NULL;
    outputAbort(&video->output);
}

int videoFailed(const Video *video, const char *command) {
    return sayError(Exit_Refused, "%s: ffmpeg could not write %s (is the disk full, or libx264 missing?)", command,
                    video->output.path ? video->output.path : "the video");
}
