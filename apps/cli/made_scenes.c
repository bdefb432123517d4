// SPDX-License-Identifier: MIT
#include "made_scenes.h"

#include "base/number.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TextSize = 1024 };

/// N cubes of 1,296 tets in a grid, one asset, a little above the ground and all turned alike.
static char *cubesText(int64_t count) {
    size_t size = 4096 + (size_t)count * 256, used = 0;
    char *text = malloc(size);
    if (!text) return NULL;
    int64_t side = 1;
    while (side * side < count) ++side;
    used += (size_t)snprintf(text, size, "{\"supple\": 1, \"name\": \"cubes:%lld\", \"bodies\": [", (long long)count);
    for (int64_t i = 0; i < count; ++i)
        used += (size_t)snprintf(text + used, size - used,
                                 "%s{\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [6, 6, 6]}}, \"position\": "
                                 "[%lld, 1, %lld], \"rotation\": [0.258819045, 0, 0, 0.965925826]}",
                                 i ? "," : "", (long long)i % side * 2, (long long)i / side * 2);
    snprintf(text + used, size - used, "]}");
    return text;
}

/// A box of 2 m in N^3 cells, or a sheet of N x N x 1.
static char *boxText(int64_t cells, bool sheet) {
    char *text = malloc(TextSize);
    if (!text) return NULL;
    snprintf(text, TextSize,
             "{\"supple\": 1, \"name\": \"%s:%lld\", \"bodies\": [{\"name\": \"%s\", \"shape\": {\"box\": "
             "{\"size\": [2, %g, 2], \"cells\": [%lld, %lld, %lld]}}, \"position\": [0, 0.2, 0]}]}",
             sheet ? "sheet" : "block", (long long)cells, sheet ? "sheet" : "block", sheet ? 2.0 / (double)cells : 2.0,
             (long long)cells, sheet ? 1LL : (long long)cells, (long long)cells);
    return text;
}

static char *blockText(int64_t cells) { return boxText(cells, false); }

static char *sheetText(int64_t cells) { return boxText(cells, true); }

/// The beam of docs/physics.md, `finer` times as fine: one end pinned, no ground.
static char *beamText(int64_t finer) {
    char *text = malloc(TextSize);
    if (!text) return NULL;
    snprintf(
        text, TextSize,
        "{\"supple\": 1, \"name\": \"beam:%lld\", \"ground\": false, \"bodies\": [{\"name\": \"beam\", \"shape\": {\"box\": "
        "{\"size\": [1.2, 0.4, 0.4], \"cells\": [%lld, %lld, %lld]}}, \"position\": [0, 2, 0], \"pin\": [{\"box\": "
        "[[-0.001, -1, -1], [0.001, 3, 3]]}]}]}",
        (long long)finer, 12 * (long long)finer, 4 * (long long)finer, 4 * (long long)finer);
    return text;
}

/// A cloth of N x N nodes with shear and bending edges, 20 steps a frame, one side pinned, in wind.
static char *clothText(int64_t side) {
    char *text = malloc(TextSize);
    if (!text) return NULL;
    snprintf(
        text, TextSize,
        "{\"supple\": 1, \"name\": \"cloth:%lld\", \"wind\": {\"velocity\": [1.5, 0, 5], \"gusts\": 0.8, \"gustScale\": "
        "8}, \"bodies\": [{\"name\": \"cloth\", \"shape\": {\"cloth\": {\"columns\": %lld, \"rows\": %lld, "
        "\"edgeLength\": %.17g}}, \"position\": [0, 21, 0], \"pin\": [{\"box\": [[-0.001, 20, -0.001], [21, 22, "
        "0.001]]}], \"network\": {\"iterations\": 20, \"decay\": 0.996}}]}",
        (long long)side, (long long)side, (long long)side, 20.0 / (double)(side - 1));
    return text;
}

/// N ropes as in the preset `rope`, in a field, without its ball.
static char *ropesText(int64_t count) {
    char *text = malloc(TextSize);
    if (!text) return NULL;
    int64_t extent = 1;
    while (extent * extent < count) ++extent;
    snprintf(text, TextSize,
             "{\"supple\": 1, \"name\": \"ropes:%lld\", \"bodies\": [{\"name\": \"ropes\", \"shape\": {\"strands\": "
             "{\"count\": %lld, \"nodes\": 64, \"edgeLength\": 0.1, \"area\": [%lld, %lld], \"direction\": [1, 0.25, 0.1], "
             "\"nodeMass\": 0.15, \"rootRadius\": 0.09, \"tipRadius\": 0.09, \"bendStiffness\": 300}}, \"position\": [0, "
             "4.2, 0], \"pin\": [{\"box\": [[-999, 4.199, -999], [999, 4.201, 999]]}], \"network\": {\"iterations\": 24, "
             "\"decay\": 0.99, \"drag\": 0.05, \"thickness\": 0.09}}]}",
             (long long)count, (long long)count, (long long)extent, (long long)extent);
    return text;
}

/// N strands of hair of 12 nodes on a still head, without repulsion.
static char *hairText(int64_t count) {
    char *text = malloc(TextSize);
    if (!text) return NULL;
    snprintf(
        text, TextSize,
        "{\"supple\": 1, \"name\": \"hair:%lld\", \"wind\": {\"velocity\": [0.8, 0, -1.9], \"gusts\": 0.9, "
        "\"gustScale\": 0.5}, \"bodies\": [{\"name\": \"hair\", \"shape\": {\"hair\": {\"ellipsoid\": [0.1, 0.1, 0.1], "
        "\"rings\": 96, \"count\": %lld, \"nodes\": 12, \"length\": 0.3, \"crown\": [0, 0.55, -0.84], \"crownCosine\": "
        "0.06, \"nodeMass\": 0.0001, \"rootRadius\": 0.0009, \"tipRadius\": 0.0003, \"bendStiffness\": 2, \"sides\": "
        "3}}, \"position\": [0, 0.36, 0], \"network\": {\"iterations\": 6, \"decay\": 0.93, \"drag\": 0.6, "
        "\"thickness\": 0.003, \"carrier\": \"head\"}}], \"colliders\": [{\"name\": \"head\", \"center\": [0, 0.36, 0], "
        "\"radius\": 0.1}]}",
        (long long)count, (long long)count);
    return text;
}

static const struct {
    const char *name;
    char *(*text)(int64_t number);
    int64_t least, most; ///< tets below 20,000,000, nodes below 4,000,000
} made[] = {{"cubes", cubesText, 1, 15000}, {"block", blockText, 1, 149},  {"sheet", sheetText, 1, 1800},
            {"beam", beamText, 1, 25},      {"cloth", clothText, 2, 2000}, {"ropes", ropesText, 1, 60000},
            {"hair", hairText, 1, 300000}};

int madeSceneLoad(const char *command, const char *name, SupScene **out, SupReport *report) {
    const char *colon = strchr(name, ':'), *end = name + strlen(name);
    for (size_t i = 0; colon && i < sizeof made / sizeof *made; ++i) {
        if (strlen(made[i].name) != (size_t)(colon - name) || strncmp(name, made[i].name, (size_t)(colon - name)) != 0)
            continue;
        int64_t number;
        if (supParseInteger(colon + 1, end, &number) != end || number < made[i].least || number > made[i].most)
            return sayError(Exit_Usage, "%s: %s: the number must lie in %lld .. %lld", command, name,
                            (long long)made[i].least, (long long)made[i].most);
        char *text = made[i].text(number);
        SupStatus status = text ? supSceneParse(name, text, strlen(text), out, report) : SupStatus_OutOfMemory;
        free(text);
        return status ? sayReport(command, status, report) : Exit_Done;
    }
    return -1;
}
