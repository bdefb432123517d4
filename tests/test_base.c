// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/report.h"

static uint64_t randomNext(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// ---- Statuses --------------------------------------------------------------------------------------------------------

static void every_status_has_name_text_and_remedy(void **state) {
    (void)state;
    assert_int_equal(SupStatus_Ok, 0);
    assert_string_equal(supStatusName(SupStatus_Ok), "Ok");
    assert_string_equal(supStatusName(SupStatus_GpuLimit), "GpuLimit");
    for (int i = 0; i < SupStatus_Count; ++i) {
        const char *name = supStatusName((SupStatus)i);
        assert_true(strlen(name) > 1 && strlen(supStatusText((SupStatus)i)) > 3 &&
                    strlen(supStatusRemedy((SupStatus)i)) > 3);
        assert_true(strlen(name) < sizeof((SupReportItem *)0)->code); // errors use it as their code
        for (int j = 0; j < i; ++j) assert_string_not_equal(name, supStatusName((SupStatus)j));
    }
    const int outside[] = {SupStatus_Count, SupStatus_Force32, -1};
    for (int i = 0; i < 3; ++i) {
        assert_string_equal(supStatusName((SupStatus)outside[i]), "?");
        assert_non_null(supStatusText((SupStatus)outside[i]));
        assert_non_null(supStatusRemedy((SupStatus)outside[i]));
    }
}

static void version_is_three_numbers(void **state) {
    (void)state;
    int major, minor, patch;
    assert_int_equal(sscanf(supVersion(), "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(major, SUP_VERSION_MAJOR);
    assert_int_equal(minor, SUP_VERSION_MINOR);
    assert_int_equal(patch, SUP_VERSION_PATCH);
    assert_true(strlen(supCommit()) > 0);
}

// ---- Reports ---------------------------------------------------------------------------------------------------------

static void addNumbered(SupReport *report, SupSeverity severity, int number) {
    char code[16];
    snprintf(code, sizeof code, "item%d", number);
    supReportAdd(report, severity, code, 1, NULL, 0, "text %d", number);
}

static void report_same_code_is_replaced(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    const uint64_t ids[6] = {9, 8, 7, 6, 5, 4};
    supReportAdd(&report, SupSeverity_Note, "welded", 6, ids, 6, "welded %d", 6);
    assert_int_equal(report.items[0].idCount, SUP_REPORT_MAX_IDS);
    assert_int_equal(report.items[0].ids[3], 6);
    supReportAdd(&report, SupSeverity_Note, "welded", 2, NULL, 3, "welded again");
    assert_int_equal(report.itemCount, 1);
    assert_int_equal(report.items[0].count, 2);
    assert_int_equal(report.items[0].idCount, 0);
    assert_string_equal(supReportFind(&report, "welded")->text, "welded again");
    assert_null(supReportFind(&report, "weld"));
    assert_string_equal(supReportError(&report), "");
}

static void report_overflow_drops_notes_and_counts_them(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    for (int i = 0; i < SUP_REPORT_MAX_ITEMS + 5; ++i)
        addNumbered(&report, i % 2 ? SupSeverity_Warning : SupSeverity_Note, i);
    assert_int_equal(report.itemCount, SUP_REPORT_MAX_ITEMS);
    assert_int_equal(report.dropped, 5);
    assert_non_null(supReportFind(&report, "item23"));
    assert_null(supReportFind(&report, "item24"));
    // an error takes the place of the last item that is none
    assert_int_equal(supFail(&report, SupStatus_Malformed, "line %d", 7), SupStatus_Malformed);
    assert_string_equal(supReportError(&report), "line 7");
    assert_int_equal(report.dropped, 6);
    assert_null(supReportFind(&report, "item23"));
    assert_non_null(supReportFind(&report, "item22"));
}

static void report_full_of_errors_keeps_the_first(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    for (int i = 0; i < SUP_REPORT_MAX_ITEMS + 3; ++i) addNumbered(&report, SupSeverity_Error, i);
    assert_int_equal(report.itemCount, SUP_REPORT_MAX_ITEMS);
    assert_int_equal(report.dropped, 3);
    assert_string_equal(supReportError(&report), "text 0");
}

static void report_cuts_long_texts_and_allows_null(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    char text[600];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    supReportAdd(&report, SupSeverity_Note, text, 1, NULL, 0, "%s", text);
    assert_int_equal(strlen(report.items[0].text), SUP_REPORT_TEXT_SIZE - 1);
    assert_int_equal(strlen(report.items[0].code), sizeof report.items[0].code - 1);
    supReportAdd(NULL, SupSeverity_Note, "a", 1, NULL, 0, "b");
    assert_int_equal(supFail(NULL, SupStatus_Empty, "nothing"), SupStatus_Empty);
    assert_string_equal(supReportError(NULL), "");
    assert_null(supReportFind(NULL, "a"));
}

static void places_count_all_and_keep_the_first(void **state) {
    (void)state;
    SupPlaces places = {0};
    char text[64], small[6];
    assert_string_equal(supPlacesText(&places, text, sizeof text), "");
    supPlacesAdd(&places, 3);
    assert_string_equal(supPlacesText(&places, text, sizeof text), "3");
    for (uint64_t i = 4; i < 10; ++i) supPlacesAdd(&places, i);
    assert_int_equal(places.count, 7);
    assert_string_equal(supPlacesText(&places, text, sizeof text), "3, 4, 5, 6 ...");
    assert_string_equal(supPlacesText(&places, small, sizeof small), "3, 4,");
}

// ---- Numbers ---------------------------------------------------------------------------------------------------------

static double parse(const char *text) {
    // an exact block without a final zero: reading one character too many is seen by the sanitizer
    size_t length = strlen(text);
    char *block = (char *)malloc(length ? length : 1);
    double value = -12345;
    assert_non_null(block);
    memcpy(block, text, length);
    const char *end = supParseDouble(block, block + length, &value);
    if (end != block + length) fail_msg("\"%s\" was not read to its end", text);
    free(block);
    return value;
}

static uint64_t ulpsApart(double a, double b) {
    int64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    if (x < 0) x = INT64_MIN - x;
    if (y < 0) y = INT64_MIN - y;
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

static void numbers_of_15_digits_parse_exactly(void **state) {
    (void)state;
    uint64_t seed = 1;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 200000; ++i) {
        char text[64];
        uint64_t digits = randomNext(&seed) % 1000000000000000u;
        for (uint64_t cut = randomNext(&seed) % 15; cut; --cut) digits /= 10;
        int exponent = (int)(randomNext(&seed) % 45) - 22;
        snprintf(text, sizeof text, "%s%llue%d", i % 2 ? "-" : "", (unsigned long long)digits, exponent);
        double expected = strtod(text, NULL);
        if (parse(text) != expected) fail_msg("%s gave %.17g", text, parse(text));
        snprintf(text, sizeof text, "%.*f", (int)(randomNext(&seed) % 10), (double)(digits % 1000000) / 1000.0);
        if (parse(text) != strtod(text, NULL)) fail_msg("%s gave %.17g", text, parse(text));
    }
}

static void numbers_of_any_size_parse_to_the_nearest(void **state) {
    (void)state;
    uint64_t seed = 2, worst = 0;
    char worstText[64] = "";
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 300000; ++i) {
        uint64_t bits = randomNext(&seed);
        double value;
        if (i % 2) bits = (bits & 0x800fffffffffffffu) | (1023 - 70 + randomNext(&seed) % 140) << 52; // around 1
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[64];
        snprintf(text, sizeof text, "%.*g", 17 + (int)(randomNext(&seed) % 8), value);
        uint64_t ulps = ulpsApart(parse(text), value);
        if (ulps > worst) worst = ulps, memcpy(worstText, text, sizeof text);
    }
    print_message("worst: %llu ulp at %s\n", (unsigned long long)worst, worstText);
    assert_int_equal(worst, 0);
}

static void numbers_take_what_strtod_takes(void **state) {
    (void)state;
    const char *texts[] = {"0",
                           "-0",
                           "+1",
                           "1.",
                           ".5",
                           "-.5e1",
                           "1e5",
                           "1E+05",
                           "0001",
                           "1e-400",
                           "1e400",
                           "-1e400",
                           "0e9",
                           "0e9999",
                           "1e-320",
                           "5e-324",
                           "2.5e-324",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           "123456789012345678901234567890",
                           "0.000000000000000000000000000000123",
                           "1000000000000000000000000e-24",
                           "4.9406564584124654e-324",
                           "9007199254740993",
                           "9007199254740993.00000000000000000001",
                           "9007199254740992.99999999999999999999",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "1e23",
                           "8.5e22",
                           "1844674407370955161600000e-5",
                           "2.2250738585072014e-308"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        double value = parse(texts[i]), expected = strtod(texts[i], NULL);
        if (ulpsApart(value, expected) > 0 || signbit(value) != signbit(expected))
            fail_msg("%s gave %.17g instead of %.17g", texts[i], value, expected);
    }
    assert_true(isnan(parse("nan")) && isnan(parse("NaN")) && isnan(parse("-NAN")));
    assert_true(parse("inf") == INFINITY && parse("-Infinity") == -INFINITY && parse("+INF") == INFINITY);
}

static void numbers_end_where_they_end(void **state) {
    (void)state;
    const struct {
        const char *text;
        int length;
    } cases[] = {{"", -1},    {"-", -1}, {"+", -1},  {".", -1},    {"-.", -1},  {"e5", -1},     {"x", -1},   {" 1", -1},
                 {"--1", -1}, {"1e", 1}, {"1e+", 1}, {"1.5.2", 3}, {"1,5", 1},  {"1e5e5", 3},   {"0x10", 1}, {"1 2", 1},
                 {"na", -1},  {"i", -1}, {"in", -1}, {"info", 3},  {"nano", 3}, {"infinit", 3}, {"1.e2", 4}, {"1f", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        double value;
        const char *text = cases[i].text, *end = supParseDouble(text, text + strlen(text), &value);
        if ((end ? (int)(end - text) : -1) != cases[i].length) fail_msg("\"%s\" ended wrongly", text);
    }
}

static void overflow_and_underflow_keep_their_sign(void **state) {
    (void)state;
    assert_true(parse("1e999999999999") == INFINITY);
    assert_true(parse("-1e400") == -INFINITY);
    assert_true(parse("1e-400") == 0.0);
    assert_true(parse("0e999999999") == 0.0);
    assert_true(isnan(parse("NaN")));
    assert_true(parse("-Infinity") == -INFINITY);
}

static void parsing_never_reads_past_the_end(void **state) {
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

static void integers_that_do_not_fit_are_refused(void **state) {
    (void)state;
    const struct {
        const char *text;
        bool ok;
        int64_t value;
    } cases[] = {{"0", true, 0},
                 {"-8", true, -8},
                 {"+7", true, 7},
                 {"007", true, 7},
                 {"4294967296", true, 4294967296},
                 {"922337203685477579", true, 922337203685477579},
                 {"9223372036854775808", false, 0},
                 {"99999999999999999999", false, 0},
                 {"-99999999999999999999", false, 0},
                 {"", false, 0},
                 {"-", false, 0},
                 {"x", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        int64_t value = 0;
        const char *text = cases[i].text, *end = supParseInteger(text, text + strlen(text), &value);
        if ((end != NULL) != cases[i].ok || value != cases[i].value) fail_msg("\"%s\" was read wrongly", text);
    }
}

static void printed_numbers_equal_printf_and_read_back(void **state) {
    (void)state;
    uint64_t seed = 3;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 100000; ++i) {
        uint64_t bits = randomNext(&seed);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[64], expected[64];
        int digits = 1 + (int)(randomNext(&seed) % 17);
        size_t length = supFormatDouble(text, sizeof text, value, digits);
        snprintf(expected, sizeof expected, "%.*g", digits, value);
        assert_string_equal(text, expected);
        assert_int_equal(length, strlen(text));
    }
    char small[4];
    assert_int_equal(supFormatDouble(small, sizeof small, 3.14159, 9), 3);
    assert_string_equal(small, "3.1");
    assert_int_equal(supFormatDouble(small, 0, 1, 1), 0);
}

static void nearest_word_is_one_that_could_be_meant(void **state) {
    (void)state;
    const char *const words[] = {"young", "poisson", "density", "damping", NULL}, *const none[] = {NULL};
    assert_string_equal(supNearest("yuong", words), "young");
    assert_string_equal(supNearest("poison", words), "poisson");
    assert_string_equal(supNearest("densty", words), "density");
    assert_string_equal(supNearest("damping", words), "damping");
    assert_null(supNearest("gravity_vector", words));
    assert_null(supNearest("x", words));
    assert_null(supNearest("young", none));
    char longWord[200];
    memset(longWord, 'y', sizeof longWord - 1);
    longWord[sizeof longWord - 1] = 0;
    assert_null(supNearest(longWord, words));
}

// ---- Memory ----------------------------------------------------------------------------------------------------------

static void *countingRealloc(void *user, void *memory, size_t size) {
    ++*(int *)user;
    assert_true(size > 0);
    return realloc(memory, size);
}
static void countingFree(void *user, void *memory) {
    --*(int *)user;
    free(memory);
}

static int liveBlocks, refusals;
static void *refusingRealloc(void *user, void *memory, size_t size) {
    assert_true(size > 0);
    if (*(bool *)user) return refusals++, NULL;
    liveBlocks += memory == NULL;
    return realloc(memory, size);
}
static void refusingFree(void *user, void *memory) {
    (void)user;
    liveBlocks--;
    free(memory);
}

static void all_memory_passes_through_the_hooks(void **state) {
    (void)state;
    bool refuse = false;
    SupAllocator counting = {refusingRealloc, refusingFree, &refuse};
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

static void sizes_that_overflow_are_refused(void **state) {
    (void)state;
    assert_null(supAlloc(SIZE_MAX / 2, 3));
    assert_null(supAlloc(SIZE_MAX, SIZE_MAX));
    assert_null(supAllocZero(SIZE_MAX, 2));
    void *nothing = supAlloc(0, 8);
    assert_non_null(nothing);
    supFree(nothing);
    void *array = NULL;
    size_t capacity = 0;
    assert_false(supGrow(&array, &capacity, SIZE_MAX, 2));
    assert_null(array);
    assert_int_equal(capacity, 0);
}

static void growing_doubles_and_keeps_what_is_there(void **state) {
    (void)state;
    int count = 0;
    SupAllocator allocator = {countingRealloc, countingFree, &count};
    supSetAllocator(&allocator);
    int *array = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 100000; ++i) {
        assert_true(supGrow((void **)&array, &capacity, (size_t)i + 1, sizeof *array));
        array[i] = i;
    }
    for (int i = 0; i < 100000; ++i) assert_int_equal(array[i], i);
    assert_true(count < 20);
    supFree(array);
    supFree(NULL);
    supSetAllocator(NULL);
}

static void zeroed_memory_is_zero(void **state) {
    (void)state;
    unsigned char *block = (unsigned char *)supAllocZero(1000, 3);
    assert_non_null(block);
    for (int i = 0; i < 3000; ++i) assert_int_equal(block[i], 0);
    supFree(block);
}

static void takeLine(void *user, SupSeverity severity, const char *line) {
    assert_int_equal(severity, SupSeverity_Warning);
    snprintf((char *)user, 64, "%s", line);
}

static void log_lines_reach_the_hook(void **state) {
    (void)state;
    char line[64] = "";
    supLog(SupSeverity_Error, "nobody listens");
    supSetLog(takeLine, line);
    supLog(SupSeverity_Warning, "device %d", 3);
    assert_string_equal(line, "device 3");
    supSetLog(NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_name_text_and_remedy),
        cmocka_unit_test(version_is_three_numbers),
        cmocka_unit_test(report_same_code_is_replaced),
        cmocka_unit_test(report_overflow_drops_notes_and_counts_them),
        cmocka_unit_test(report_full_of_errors_keeps_the_first),
        cmocka_unit_test(report_cuts_long_texts_and_allows_null),
        cmocka_unit_test(places_count_all_and_keep_the_first),
        cmocka_unit_test(numbers_of_15_digits_parse_exactly),
        cmocka_unit_test(numbers_of_any_size_parse_to_the_nearest),
        cmocka_unit_test(numbers_take_what_strtod_takes),
        cmocka_unit_test(numbers_end_where_they_end),
        cmocka_unit_test(overflow_and_underflow_keep_their_sign),
        cmocka_unit_test(parsing_never_reads_past_the_end),
        cmocka_unit_test(integers_that_do_not_fit_are_refused),
        cmocka_unit_test(printed_numbers_equal_printf_and_read_back),
        cmocka_unit_test(nearest_word_is_one_that_could_be_meant),
        cmocka_unit_test(all_memory_passes_through_the_hooks),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(growing_doubles_and_keeps_what_is_there),
        cmocka_unit_test(zeroed_memory_is_zero),
        cmocka_unit_test(log_lines_reach_the_hook),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
