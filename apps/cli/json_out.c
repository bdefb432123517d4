// SPDX-License-Identifier: MIT
#include "json_out.h"

#include "base/number.h"

#include <math.h>

void jsonString(FILE *stream, const char *text) {
    if (!stream) return;
    fputc('"', stream);
    for (const char *p = text; *p; ++p) {
        unsigned char c = (unsigned char)*p;
        if (c == '"' || c == '\\')
            fprintf(stream, "\\%c", c);
        else if (c < 0x20)
            fprintf(stream, "\\u%04x", c);
        else
            fputc(c, stream);
    }
    fputc('"', stream);
}

void jsonNumber(FILE *stream, double value) {
    if (!stream) return;
    char number[40] = "null";
    if (isfinite(value)) supFormatDouble(number, sizeof number, value, 12);
    fputs(number, stream);
}

void jsonNumbers(FILE *stream, const double *values, uint32_t count) {
    if (!stream) return;
    fputc('[', stream);
    for (uint32_t i = 0; i < count; ++i) {
        if (i) fputs(", ", stream);
        jsonNumber(stream, values[i]);
    }
    fputc(']', stream);
}

void jsonReport(FILE *stream, const SupReport *report) {
    static const char *const severities[] = {"note", "warning", "error"};
    if (!stream) return;
    fputc('[', stream);
    for (uint32_t i = 0; i < report->itemCount; ++i) {
        const SupReportItem *item = &report->items[i];
        fprintf(stream, "%s\n    {\"severity\": \"%s\", \"code\": ", i ? "," : "", severities[item->severity]);
        jsonString(stream, item->code);
        fprintf(stream, ", \"count\": %llu, \"ids\": [", (unsigned long long)item->count);
        for (uint32_t k = 0; k < item->idCount; ++k)
            fprintf(stream, "%s%llu", k ? ", " : "", (unsigned long long)item->ids[k]);
        fprintf(stream, "], \"text\": ");
        jsonString(stream, item->text);
        fputc('}', stream);
    }
    fprintf(stream, "%s]", report->itemCount ? "\n  " : "");
}
