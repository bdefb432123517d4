// SPDX-License-Identifier: MIT
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // realpath, lstat
#endif
#include "files.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <process.h>
#define getpid _getpid
#define unlink _unlink
#else
#include <unistd.h>
#endif

enum { MaxTemporaries = 16 };

/// Read by the signal handler: an entry is set before its file is made and cleared after its file is gone.
static char *volatile temporaries[MaxTemporaries];

static void reason(char *why, size_t size, const char *path, const char *text) { snprintf(why, size, "%s: %s", path, text); }

// ---- Reading ---------------------------------------------------------------------------------------------------------

bool fileExists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

static bool readStream(FILE *file, void **bytes, size_t *length) {
    size_t capacity = 1 << 16, used = 0;
    char *data = malloc(capacity);
    while (data) {
        used += fread(data + used, 1, capacity - used, file);
        if (used < capacity) break;
        char *grown = capacity > SIZE_MAX / 2 ? NULL : realloc(data, capacity * 2);
        if (!grown) free(data);
        data = grown;
        capacity *= 2;
    }
    if (!data) errno = ENOMEM;
    if (!data || ferror(file)) {
        free(data);
        return false;
    }
    *bytes = data;
    *length = used;
    return true;
}

bool fileRead(const char *path, void **bytes, size_t *length, char *why, size_t whySize) {
    FILE *file = fopen(path, "rb");
    bool ok = file && readStream(file, bytes, length);
    if (!ok) reason(why, whySize, path, strerror(errno));
    if (file) fclose(file);
    return ok;
}

// ---- Writing ---------------------------------------------------------------------------------------------------------

static char *copyText(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

#ifndef _WIN32
/// Where a file that does not exist yet will lie; null when its folder is missing.
static char *resolveNew(const char *path) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    char *folder = copyText(slash ? path : ".");
    if (folder && slash) folder[slash == path ? 1 : slash - path] = 0;
    char *real = folder ? realpath(folder, NULL) : NULL;
    size_t size = real ? strlen(real) + strlen(file) + 2 : 0;
    char *joined = real ? malloc(size) : NULL;
    if (joined) snprintf(joined, size, "%s/%s", real, file);
    free(real);
    free(folder);
    return joined;
}
#endif

/// The file that a path means: through links, so that renaming replaces the file and not the link.
static char *resolve(const char *path) {
#ifndef _WIN32
    char *real = realpath(path, NULL);
    if (!real) real = resolveNew(path);
    if (real) return real;
#endif
    return copyText(path);
}

/// Null, or why an existing file cannot be replaced. *device: write into it instead of replacing it.
static const char *checkTarget(const char *path, bool *device) {
    struct stat info;
    *device = false;
    if (*path == 0) return "an empty name";
    if (stat(path, &info) != 0) return NULL;
    if ((info.st_mode & S_IFMT) == S_IFDIR) return "is a folder";
    *device = (info.st_mode & S_IFMT) != S_IFREG;
#ifndef _WIN32
    if (access(path, W_OK) != 0) return strerror(errno);
#endif
    return NULL;
}

static int takeSlot(char *temporary) {
    for (int i = 0; i < MaxTemporaries; ++i)
        if (!temporaries[i]) return temporaries[i] = temporary, i;
    return -1;
}

/// Opens PATH.tmp-PID-N; an older one of a crashed run is never written over.
static FILE *openTemporary(Output *output) {
    size_t size = strlen(output->target) + 40;
    output->temporary = malloc(size);
    output->slot = output->temporary ? takeSlot(output->temporary) : -1;
    if (output->slot < 0) {
        free(output->temporary);
        output->temporary = NULL;
        errno = ENOMEM;
        return NULL;
    }
    for (int i = 0; i < 100; ++i) {
        snprintf(output->temporary, size, "%s.tmp-%ld-%d", output->target, (long)getpid(), i);
        FILE *file = fopen(output->temporary, "wbx");
        if (file || errno != EEXIST) return file;
    }
    return NULL;
}

bool outputBegin(Output *output, const char *path, char *why, size_t whySize) {
    *output = (Output){path, NULL, NULL, NULL, -1};
    if (!path) return true;
    if (strcmp(path, "-") == 0) {
#ifdef _WIN32
        _setmode(_fileno(stdout), _O_BINARY);
#endif
        output->stream = stdout;
        return true;
    }
    bool device;
    const char *refused = checkTarget(path, &device);
    errno = 0;
    if (!refused) {
        output->target = resolve(path);
        if (output->target) output->stream = device ? fopen(output->target, "wb") : openTemporary(output);
    }
    if (output->stream) return true;
    reason(why, whySize, path, refused ? refused : strerror(errno ? errno : ENOMEM));
    outputAbort(output);
    return false;
}

bool outputsMeet(const Output *a, const Output *b) {
    return a->temporary && b->temporary && strcmp(a->target, b->target) == 0;
}

bool outputReplaces(const Output *output, const char *input) {
    if (!output->temporary || !input) return false;
    char *target = resolve(input);
    bool same = target && strcmp(output->target, target) == 0;
    free(target);
    return same;
}

bool outputWrite(Output *output, const void *bytes, size_t length) {
    return !output->stream || fwrite(bytes, 1, length, output->stream) == length;
}

bool outputCommit(Output *output, char *why, size_t whySize) {
    if (!output->stream) return true;
    bool ok = fflush(output->stream) == 0 && !ferror((FILE *)output->stream);
    if (output->stream != stdout) {
        ok = fclose(output->stream) == 0 && ok;
        output->stream = NULL;
    }
#ifdef _WIN32
    if (ok && output->temporary) remove(output->target); // rename does not replace there
#endif
    if (ok && output->temporary) ok = rename(output->temporary, output->target) == 0;
    if (!ok) reason(why, whySize, output->path, strerror(errno));
    if (ok && output->temporary) {
        temporaries[output->slot] = NULL;
        free(output->temporary);
        output->temporary = NULL;
    }
    outputAbort(output);
    return ok;
}

void outputAbort(Output *output) {
    if (output->stream && output->stream != stdout) fclose(output->stream);
    if (output->temporary) {
        unlink(output->temporary);
        temporaries[output->slot] = NULL;
    }
    free(output->temporary);
    free(output->target);
    *output = (Output){NULL, NULL, NULL, NULL, -1};
}

// ---- Signals ---------------------------------------------------------------------------------------------------------

static void onSignal(int number) {
    for (int i = 0; i < MaxTemporaries; ++i) {
        char *path = temporaries[i];
        if (path) unlink(path);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void filesCatchSignals(void) {
    signal(SIGINT, onSignal);
    signal(SIGTERM, onSignal);
#ifndef _WIN32
    signal(SIGHUP, onSignal);
    signal(SIGPIPE, onSignal);
#endif
}
