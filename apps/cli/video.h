// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_VIDEO_H
#define SUPPLE_CLI_VIDEO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "files.h"

/// A video on its way through an ffmpeg process, into a temporary file that takes its name when it is complete.
/// {0} is one that was never begun: all calls on it do nothing.
typedef struct Video {
    Output output;
    void *pipe; ///< FILE * into ffmpeg's standard input
} Video;

/// Starts ffmpeg for H.264 in MP4. Exit_Done, or an exit code after one line on stderr.
int videoBegin(Video *video, const char *command, const char *path, uint32_t width, uint32_t height, uint32_t rate);
/// One frame of rgba bytes, top row first.
bool videoWrite(Video *video, const uint8_t *pixels, size_t length);
bool videoCommit(Video *video);
void videoAbort(Video *video);
/// Says that the video could not be written; returns the exit code.
int videoFailed(const Video *video, const char *command);

#endif
