// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    SupSolver solver;
    SupAccumulate accumulate;
} solvers[] = {{"auto", SupSolver_Auto, SupAccumulate_Gather},
               {"vbd", SupSolver_Vbd, SupAccumulate_Gather},
               {"newton", SupSolver_Newton, SupAccumulate_Gather},
               {"xpbd", SupSolver_Xpbd, SupAccumulate_Gather},
               {"scatter", SupSolver_Xpbd, SupAccumulate_Scatter}};

/// 1 .. 1000 and where it ends; 0 when there is no such number.
static uint32_t number(const char *text, const char **end) {
    char *after;
    unsigned long value = *text >= '0' && *text <= '9' ? strtoul(text, &after, 10) : 0;
    if (!value || value > 1000) return 0;
    *end = after;
    return (uint32_t)value;
}

static bool parse(const char *text, size_t length, BenchVariant *out) {
    if (length == 0 || length >= sizeof out->name) return false;
    memcpy(out->name, text, length);
    const char *colon = strchr(out->name, ':');
    size_t stem = colon ? (size_t)(colon - out->name) : length;
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; ++i) {
        if (strlen(solvers[i].name) != stem || strncmp(out->name, solvers[i].name, stem) != 0) continue;
        out->solver = solvers[i].solver;
        out->accumulate = solvers[i].accumulate;
        if (!colon) return true;
        const char *at = colon + 1;
        out->iterations = number(at, &at);
        if (!out->iterations) return false;
        if (*at == 'x' && out->solver == SupSolver_Newton) return (out->linearIterations = number(at + 1, &at)) && !*at;
        return !*at;
    }
    return false;
}

bool benchVariants(const char *list, BenchVariant *out, uint32_t *count, char *why, size_t whySize) {
    *count = 0;
    for (const char *at = list;; ++at) {
        size_t length = strcspn(at, ",");
        if (*count == BenchMostVariants) {
            snprintf(why, whySize, "at most %d", BenchMostVariants);
            return false;
        }
        BenchVariant *variant = &out[*count];
        *variant = (BenchVariant){0};
        if (!parse(at, length, variant)) {
            snprintf(why, whySize,
                     "not \"%.*s\": a solver (auto, vbd, newton, xpbd, scatter) and maybe its iterations, 1 .. 1000, "
                     "as in vbd:4 or newton:1x5",
                     (int)(length < 40 ? length : 40), at);
            return false;
        }
        ++*count;
        at += length;
        if (!*at) return true;
    }
}
