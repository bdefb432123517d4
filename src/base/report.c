// SPDX-License-Identifier: MIT
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static SupReportItem *slotFor(SupReport *report, SupSeverity severity, const char *code) {
    for (uint32_t i = 0; i < report->itemCount; ++i)
        if (strcmp(report->items[i].code, code) == 0 && report->items[i].severity == severity) return &report->items[i];
    if (report->itemCount < SUP_REPORT_MAX_ITEMS) return &report->items[report->itemCount++];
    report->dropped++;
    if (severity != SupSeverity_Error) return NULL;
    for (uint32_t i = SUP_REPORT_MAX_ITEMS; i-- > 0;)
        if (report->items[i].severity != SupSeverity_Error) return &report->items[i];
    return NULL;
}

static void addItem(SupReport *report, SupSeverity severity, const char *code, uint64_t count, const uint64_t *ids,
                    uint32_t idCount, const char *format, va_list arguments) {
    if (!report) return;
    SupReportItem *item = slotFor(report, severity, code);
    if (!item) return;
    memset(item, 0, sizeof *item);
    item->severity = severity;
    snprintf(item->code, sizeof item->code, "%s", code);
    item->count = count;
    item->idCount = ids ? (idCount < SUP_REPORT_MAX_IDS ? idCount : SUP_REPORT_MAX_IDS) : 0;
    if (item->idCount) memcpy(item->ids, ids, item->idCount * sizeof *ids);
    vsnprintf(item->text, sizeof item->text, format, arguments);
}

void supReportAdd(SupReport *report, SupSeverity severity, const char *code, uint64_t count, const uint64_t *ids,
                  uint32_t idCount, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    addItem(report, severity, code, count, ids, idCount, format, arguments);
    va_end(arguments);
}

SupStatus supFail(SupReport *report, SupStatus status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    addItem(report, SupSeverity_Error, supStatusName(status), 1, NULL, 0, format, arguments);
    va_end(arguments);
    return status;
}

const char *supReportError(const SupReport *report) {
    for (uint32_t i = 0; report && i < report->itemCount; ++i)
        if (report->items[i].severity == SupSeverity_Error) return report->items[i].text;
    return "";
}

const SupReportItem *supReportFind(const SupReport *report, const char *code) {
    for (uint32_t i = 0; report && i < report->itemCount; ++i)
        if (strcmp(report->items[i].code, code) == 0) return &report->items[i];
    return NULL;
}

void supPlacesAdd(SupPlaces *places, uint64_t id) {
    if (places->idCount < SUP_REPORT_MAX_IDS) places->ids[places->idCount++] = id;
    places->count++;
}

const char *supPlacesText(const SupPlaces *places, char *text, size_t size) {
    size_t used = 0;
    if (size) text[0] = 0;
    for (uint32_t i = 0; i < places->idCount && used < size; ++i) {
        int n = snprintf(text + used, size - used, "%s%llu", i ? ", " : "", (unsigned long long)places->ids[i]);
        used += n > 0 ? (size_t)n : 0;
    }
    if (places->count > places->idCount && used < size) snprintf(text + used, size - used, " ...");
    return text;
}

static SupLogFn logFn;
static void *logUser;

void supSetLog(SupLogFn log, void *user) {
    logFn = log;
    logUser = user;
}

void supLog(SupSeverity severity, const char *format, ...) {
    if (!logFn) return;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    logFn(logUser, severity, line);
}
