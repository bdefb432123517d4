// SPDX-License-Identifier: MIT
// The base layer: numbers as text, reports, statuses, memory hooks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/report.h"

static double parsed(const char *text) {
    double value = -12345.0;
    const char *end = supParseDouble(text, text + strlen(text), &value);
    assert_non_null(end);
    assert_ptr_equal(end, text + strlen(text));
    return value;
}

static void numbersParseToTheNearestDouble(void **state) {
    (void)state;
    static const char *const texts[] = {
        "0",  "-0.0", "1",  "0.1",  "-2.5e-3", "123456.789", "1e22", "1e-22", "3.14159265358979",
        "+7", ".5",   "5.", "1E+3", "00012.50"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        double expected = strtod(texts[i], NULL), value = parsed(texts[i]);
        assert_memory_equal(&expected, &value, sizeof value);
    }
}

static void longNumbersParseWithinOneUlp(void **state) {
    (void)state;
    static const char *const texts[] = {"0.12345678901234567890123",
                                        "98765432109876543210.5",
                                        "1.7976931348623157e308",
                                        "2.2250738585072014e-308",
                                        "123e-120",
                                        "7e100"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        double expected = strtod(texts[i], NULL);
        assert_true(fabs(parsed(texts[i]) - expected) <= 4.0 * 2.3e-16 * expected);
    }
}

static void overflowAndUnderflowKeepTheirSign(void **state) {
    (void)state;
    assert_true(parsed("1e999999999999") == INFINITY);
    assert_true(parsed("-1e400") == -INFINITY);
    assert_true(parsed("1e-400") == 0.0);
    assert_true(parsed("0e999999999") == 0.0);
    assert_true(isnan(parsed("NaN")));
    assert_true(parsed("-Infinity") == -INFINITY);
}

static void whatIsNoNumberIsRejected(void **state) {
    (void)state;
    static const char *const texts[] = {"", "-", "+", ".", "e5", "x1", "--1", "in", "na"};
    double value;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        assert_null(supParseDouble(texts[i], texts[i] + strlen(texts[i]), &value));
}

static void parsingNeverReadsPastTheEnd(void **state) {
    (void)state;
    static const char full[] = "-12.5e+10infinity";
    for (size_t length = 0; length <= sizeof full - 1; ++length) {
        char *exact = malloc(length ? length : 1); // the address sanitizer guards its end
        assert_non_null(exact);
        memcpy(exact, full, length);
        double value;
        int64_t integer;
        const char *end = supParseDouble(exact, exact + length, &value);
        assert_true(end == NULL || (end > exact && end <= exact + length));
        end = supParseInteger(exact, exact + length, &integer);
        assert_true(end == NULL || (end > exact && end <= exact + length));
        free(exact);
    }
}

static void anUnfinishedExponentIsLeftOver(void **state) {
    (void)state;
    const char *text = "1.5e+";
    double value = 0;
    assert_ptr_equal(supParseDouble(text, text + strlen(text), &value), text + 3);
    assert_true(value == 1.5);
}

static void integersThatDoNotFitAreRejected(void **state) {
    (void)state;
    int64_t value = 0;
    const char *large = "9223372036854775808", *fits = "-123456789012";
    assert_null(supParseInteger(large, large + strlen(large), &value));
    assert_non_null(supParseInteger(fits, fits + strlen(fits), &value));
    assert_int_equal(value, -123456789012);
}

static void numbersPrintWithADotAndReadBack(void **state) {
    (void)state;
    static const double values[] = {0.0, -1.5, 1e-300, 6.02214076e23, 0.1, 123456789.123};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        char text[64];
        size_t length = supFormatDouble(text, sizeof text, values[i], 17);
        assert_int_equal(length, strlen(text));
        assert_null(strchr(text, ','));
        assert_true(fabs(parsed(text) - values[i]) <= 1e-15 * fabs(values[i]));
    }
    char small[4];
    assert_true(supFormatDouble(small, sizeof small, 123456.0, 9) < sizeof small);
    assert_true(strlen(small) < sizeof small);
}

static void theNearestWordIsFoundOrNone(void **state) {
    (void)state;
    static const char *const words[] = {"gravity", "ground", "bodies", NULL};
    assert_string_equal(supNearest("gravty", words), "gravity");
    assert_string_equal(supNearest("bodys", words), "bodies");
    assert_null(supNearest("xylophone", words));
    char endless[300];
    memset(endless, 'g', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    assert_null(supNearest(endless, words));
}

static void everyStatusHasNameTextAndRemedy(void **state) {
    (void)state;
    for (int i = 0; i < SupStatus_Count; ++i) {
        assert_true(strlen(supStatusName((SupStatus)i)) > 1);
        assert_true(strlen(supStatusText((SupStatus)i)) > 3);
        assert_true(strlen(supStatusRemedy((SupStatus)i)) > 3);
    }
    assert_string_equal(supStatusName(SupStatus_GpuLimit), "GpuLimit");
    assert_string_equal(supStatusName((SupStatus)999), "?");
    assert_non_null(supStatusText((SupStatus)-1));
    assert_non_null(supStatusRemedy(SupStatus_Force32));
}

static void aReportCountsKindsAndKeepsTheFirstIds(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    SupPlaces places = {0};
    for (uint64_t i = 0; i < 10; ++i) supPlacesAdd(&places, 100 + i);
    char text[64];
    supReportAdd(&report, SupSeverity_Warning, "welded", places.count, places.ids, places.idCount, "%s",
                 supPlacesText(&places, text, sizeof text));
    const SupReportItem *item = supReportFind(&report, "welded");
    assert_non_null(item);
    assert_int_equal(item->count, 10);
    assert_int_equal(item->idCount, SUP_REPORT_MAX_IDS);
    assert_int_equal(item->ids[3], 103);
    assert_string_equal(item->text, "100, 101, 102, 103 ...");
    assert_string_equal(supReportError(&report), "");
    assert_null(supReportFind(&report, "absent"));
}

static void aFullReportStillTakesErrors(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    for (int i = 0; i < SUP_REPORT_MAX_ITEMS + 3; ++i) {
        char code[28];
        snprintf(code, sizeof code, "note%d", i);
        supReportAdd(&report, SupSeverity_Note, code, 1, NULL, 0, "a note");
    }
    assert_int_equal(report.itemCount, SUP_REPORT_MAX_ITEMS);
    assert_int_equal(report.dropped, 3);
    assert_int_equal(supFail(&report, SupStatus_Malformed, "line %d", 7), SupStatus_Malformed);
    assert_string_equal(supReportError(&report), "line 7");
    assert_int_equal(supFail(NULL, SupStatus_Empty, "nobody listens"), SupStatus_Empty);
    assert_string_equal(supReportError(NULL), "");
}

static void longTextsAreCutNotOverrun(void **state) {
    (void)state;
    char large[1000];
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = 0;
    SupReport report = SUP_REPORT_INIT;
    supReportAdd(&report, SupSeverity_Error, large, 1, NULL, 0, "%s", large);
    assert_int_equal(strlen(report.items[0].text), SUP_REPORT_TEXT_SIZE - 1);
    assert_int_equal(strlen(report.items[0].code), sizeof report.items[0].code - 1);
}

static int liveBlocks, refusals;
static void *countingRealloc(void *user, void *memory, size_t size) {
    assert_true(size > 0);
    if (*(bool *)user) return refusals++, NULL;
    liveBlocks += memory == NULL;
    return realloc(memory, size);
}
static void countingFree(void *user, void *memory) {
    (void)user;
    liveBlocks--;
    free(memory);
}

static void allMemoryPassesThroughTheHooks(void **state) {
    (void)state;
    bool refuse = false;
    SupAllocator counting = {countingRealloc, countingFree, &refuse};
    supSetAllocator(&counting);
    void *array = NULL;
    size_t capacity = 0;
    assert_true(supGrow(&array, &capacity, 100, 8));
    assert_true(capacity >= 100);
    void *empty = supAlloc(0, 8);
    assert_non_null(empty);
    assert_int_equal(liveBlocks, 2);
    refuse = true;
    assert_false(supGrow(&array, &capacity, 100000, 8));
    assert_non_null(array);
    assert_true(refusals > 0);
    assert_null(supAlloc(SIZE_MAX / 2, 4)); // the product overflows
    refuse = false;
    supFree(array);
    supFree(empty);
    supFree(NULL);
    assert_int_equal(liveBlocks, 0);
    supSetAllocator(NULL);
}

static void keepLine(void *user, SupSeverity severity, const char *line) {
    assert_int_equal(severity, SupSeverity_Warning);
    snprintf(user, 32, "%s", line);
}
static void logLinesReachTheHook(void **state) {
    (void)state;
    char line[32] = "";
    supLog(SupSeverity_Warning, "nobody listens");
    supSetLog(keepLine, line);
    supLog(SupSeverity_Warning, "device %d lost", 3);
    supSetLog(NULL, NULL);
    assert_string_equal(line, "device 3 lost");
}

static void theVersionIsThatOfTheHeader(void **state) {
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", SUP_VERSION_MAJOR, SUP_VERSION_MINOR, SUP_VERSION_PATCH);
    assert_string_equal(supVersion(), version);
    assert_true(strlen(supCommit()) > 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbersParseToTheNearestDouble),
        cmocka_unit_test(longNumbersParseWithinOneUlp),
        cmocka_unit_test(overflowAndUnderflowKeepTheirSign),
        cmocka_unit_test(whatIsNoNumberIsRejected),
        cmocka_unit_test(parsingNeverReadsPastTheEnd),
        cmocka_unit_test(anUnfinishedExponentIsLeftOver),
        cmocka_unit_test(integersThatDoNotFitAreRejected),
        cmocka_unit_test(numbersPrintWithADotAndReadBack),
        cmocka_unit_test(theNearestWordIsFoundOrNone),
        cmocka_unit_test(everyStatusHasNameTextAndRemedy),
        cmocka_unit_test(aReportCountsKindsAndKeepsTheFirstIds),
        cmocka_unit_test(aFullReportStillTakesErrors),
        cmocka_unit_test(longTextsAreCutNotOverrun),
        cmocka_unit_test(allMemoryPassesThroughTheHooks),
        cmocka_unit_test(logLinesReachTheHook),
        cmocka_unit_test(theVersionIsThatOfTheHeader),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
