// SPDX-License-Identifier: MIT
#ifndef SUPPLE_BASE_REPORT_H
#define SUPPLE_BASE_REPORT_H

#include "supple/base.h"

#if defined(__MINGW32__)
#define SUP_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define SUP_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SUP_PRINTF(text, first)
#endif

/// Adds one kind of finding. `report` and `ids` may be null; only the first few ids are kept. An item with the same code
/// is replaced. When the report is full, an error takes the place of the last note or warning.
void supReportAdd(SupReport *report, SupSeverity severity, const char *code, uint64_t count, const uint64_t *ids,
                  uint32_t idCount, const char *format, ...) SUP_PRINTF(7, 8);

/// Adds an error without ids and returns `status`, for `return supFail(...)`.
SupStatus supFail(SupReport *report, SupStatus status, const char *format, ...) SUP_PRINTF(3, 4);

/// Collects places of one kind: counts all, keeps the first few.
typedef struct SupPlaces {
    uint64_t count;
    uint64_t ids[SUP_REPORT_MAX_IDS];
    uint32_t idCount;
} SupPlaces;
void supPlacesAdd(SupPlaces *places, uint64_t id);
/// "3, 17, 20 ..." into text; returns text.
const char *supPlacesText(const SupPlaces *places, char *text, size_t size);

/// Sends a line to the hook of supSetLog.
void supLog(SupSeverity severity, const char *format, ...) SUP_PRINTF(2, 3);

#endif
