// SPDX-License-Identifier: MIT
// Ranges of pools against a map with one byte an element.
#include "gpu_fixture.h"

#include "gpu/pool.h"

#include <stdlib.h>
#include <string.h>

enum { Space = 4096, MaxHeld = 512 };

typedef struct Model {
    uint8_t used[Space];
    SupRange held[MaxHeld];
    uint32_t heldCount;
} Model;

static bool isFree(const Model *model, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        if (model->used[first + i]) return false;
    return true;
}

static uint32_t endOf(const Model *model) {
    uint32_t end = Space;
    while (end > 0 && !model->used[end - 1]) --end;
    return end;
}

/// First fit: the lowest place with `count` free elements.
static uint32_t firstFit(const Model *model, uint32_t count) {
    uint32_t first = 0;
    while (!isFree(model, first, count)) ++first;
    return first;
}

static void checkRanges(const SupRanges *ranges, const Model *model) {
    assert_int_equal(endOf(model), ranges->end);
    uint32_t freeElements = 0, past = 0;
    for (size_t i = 0; i < ranges->freedCount; ++i) {
        SupRange range = ranges->freed[i];
        assert_true(range.count > 0);
        assert_true(i == 0 || range.first > past); // ascending, and a gap means that something is in use between
        past = range.first + range.count;
        assert_true(past < ranges->end);
        assert_true(isFree(model, range.first, range.count));
        freeElements += range.count;
    }
    uint32_t expected = 0;
    for (uint32_t i = 0; i < ranges->end; ++i) expected += !model->used[i];
    assert_int_equal(expected, freeElements);
}

static void take(SupRanges *ranges, Model *model, uint32_t count) {
    uint32_t first = 0;
    assert_true(supRangesTake(ranges, count, &first));
    assert_int_equal(firstFit(model, count), first);
    memset(model->used + first, 1, count);
    model->held[model->heldCount++] = (SupRange){first, count};
}

static void give(SupRanges *ranges, Model *model, uint32_t which) {
    SupRange range = model->held[which];
    supRangesGive(ranges, range.first, range.count);
    memset(model->used + range.first, 0, range.count);
    model->held[which] = model->held[--model->heldCount];
}

static void ranges_are_first_fit_never_overlap_and_merge(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        TestRandom random = {seed};
        SupRanges ranges = {0};
        Model *model = calloc(1, sizeof *model);
        uint32_t largest = 1 + randomBits(&random) % 40;
        print_message("seed %llu: ranges of up to %u elements\n", (unsigned long long)seed, largest);
        for (int step = 0; step < 3000; ++step) {
            // phases in which the space fills and empties
            bool filling = (step / 300) % 2 == 0, room = model->heldCount < MaxHeld && endOf(model) + largest < Space;
            if (room && (model->heldCount == 0 || randomUnit(&random) < (filling ? 0.7 : 0.3)))
                take(&ranges, model, 1 + randomBits(&random) % largest);
            else
                give(&ranges, model, randomBits(&random) % model->heldCount);
            checkRanges(&ranges, model);
        }
        while (model->heldCount) give(&ranges, model, randomBits(&random) % model->heldCount);
        checkRanges(&ranges, model);
        assert_int_equal(0, ranges.end);
        assert_int_equal(0, ranges.freedCount);
        supRangesFree(&ranges);
        free(model);
    }
}

static void a_count_of_zero_takes_nothing(void **state) {
    (void)state;
    SupRanges ranges = {0};
    uint32_t first = 7, second = 0;
    assert_true(supRangesTake(&ranges, 0, &first));
    assert_int_equal(0, ranges.end);
    assert_true(supRangesTake(&ranges, 5, &second));
    assert_true(supRangesTake(&ranges, 0, &first));
    assert_int_equal(5, ranges.end);
    supRangesGive(&ranges, first, 0);
    supRangesGive(&ranges, 3, 0);
    assert_int_equal(5, ranges.end);
    assert_int_equal(0, ranges.freedCount);
    supRangesFree(&ranges);
}

static void more_than_two_to_the_32_elements_are_refused(void **state) {
    (void)state;
    SupRanges ranges = {0};
    uint32_t low = 0, high = 0, refused = 1234;
    assert_false(supRangesTake(&ranges, UINT32_MAX, &refused));
    assert_true(supRangesTake(&ranges, 100, &low));
    assert_true(supRangesTake(&ranges, UINT32_MAX - 200, &high));
    assert_int_equal(100, high);
    assert_false(supRangesTake(&ranges, 100, &refused));
    assert_false(supRangesTake(&ranges, UINT32_MAX, &refused));
    assert_int_equal(1234, refused);
    assert_int_equal(UINT32_MAX - 100, ranges.end);
    assert_true(supRangesTake(&ranges, 99, &refused));
    assert_int_equal(UINT32_MAX - 1, ranges.end);
    // a refusal has changed nothing: what is given back fits again
    supRangesGive(&ranges, low, 100);
    assert_true(supRangesTake(&ranges, 100, &low));
    assert_int_equal(0, low);
    supRangesFree(&ranges);
}

static void neighbours_merge_whichever_comes_first(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int o = 0; o < 6; ++o) {
        SupRanges ranges = {0};
        uint32_t parts[4];
        for (int i = 0; i < 4; ++i) assert_true(supRangesTake(&ranges, 10, &parts[i]));
        for (int i = 0; i < 3; ++i) supRangesGive(&ranges, parts[orders[o][i]], 10);
        assert_int_equal(1, ranges.freedCount);
        assert_int_equal(0, ranges.freed[0].first);
        assert_int_equal(30, ranges.freed[0].count);
        supRangesGive(&ranges, parts[3], 10);
        assert_int_equal(0, ranges.end);
        supRangesFree(&ranges);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ranges_are_first_fit_never_overlap_and_merge),
                                       cmocka_unit_test(a_count_of_zero_takes_nothing),
                                       cmocka_unit_test(more_than_two_to_the_32_elements_are_refused),
                                       cmocka_unit_test(neighbours_merge_whichever_comes_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
