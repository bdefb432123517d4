// SPDX-License-Identifier: MIT
#include "say.h"

#include "progress.h"

#include <stdarg.h>
#include <stdio.h>

static void printLine(const char *text) {
    progressClear();
    fputs("supple: ", stderr);
    for (const char *p = text; *p; ++p) fputc((unsigned char)*p < 0x20 ? ' ' : *p, stderr); // one line stays one line
    fputc('\n', stderr);
}

int sayError(int code, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printLine(text);
    return code;
}

int exitCodeOf(SupStatus status) {
    switch (status) {
    case SupStatus_Ok:
        return Exit_Done;
    case SupStatus_NoAdapter:
    case SupStatus_DeviceLost:
    case SupStatus_GpuError:
        return Exit_NoGpu;
    case SupStatus_Diverged:
        return Exit_Diverged;
    default:
        return Exit_Refused;
    }
}

int sayReport(const char *what, SupStatus status, const SupReport *report) {
    const char *text = supReportError(report);
    if (*text) return sayError(exitCodeOf(status), "%s: %s", what, text);
    return sayError(exitCodeOf(status), "%s: %s; %s", what, supStatusText(status), supStatusRemedy(status));
}

void sayNotes(const SupReport *report) {
    for (uint32_t i = 0; i < report->itemCount; ++i) {
        const SupReportItem *item = &report->items[i];
        char line[SUP_REPORT_TEXT_SIZE + 16];
        if (item->severity == SupSeverity_Error) continue;
        snprintf(line, sizeof line, "%s: %s", item->severity == SupSeverity_Warning ? "warning" : "note", item->text);
        printLine(line);
    }
}
