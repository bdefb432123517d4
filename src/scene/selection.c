// SPDX-License-Identifier: MIT
#include "selection.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

ScenePlacement supScenePlace(const SceneBody *body) {
    const double *r = body->rotation;
    double scale = 1.0 / sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    const double q[4] = {r[0] * scale, r[1] * scale, r[2] * scale, r[3] * scale};
    ScenePlacement placement = {supBodyAssetView(body->asset), mat3FromQuaternion(q), vec3Load(body->position), {1, 1, 1}};
    if (body->mirror != SceneMirror_None) placement.mirror[body->mirror - SceneMirror_X] = -1.0;
    return placement;
}

Vec3 supScenePlaced(const ScenePlacement *placement, uint32_t vertex) {
    const float *p = placement->view.positions + 3 * (size_t)vertex;
    const double *center = placement->view.center, *m = placement->mirror;
    Vec3 local = vec3(center[0] + m[0] * p[0], center[1] + m[1] * p[1], center[2] + m[2] * p[2]);
    return vec3Add(placement->position, mat3Apply(placement->rotation, local));
}

static bool inBox(const double box[6], Vec3 p) {
    return p.x >= box[0] && p.y >= box[1] && p.z >= box[2] && p.x <= box[3] && p.y <= box[4] && p.z <= box[5];
}

bool supScenePinHolds(const ScenePin *pin, Vec3 p) {
    if (pin->kind == ScenePin_Box) return inBox(pin->box, p);
    Vec3 d = vec3Sub(p, vec3Load(pin->sphere.center));
    return vec3LengthSquared(d) <= pin->sphere.radius * pin->sphere.radius;
}

static SupStatus markListed(const char *what, const ScenePin *pin, const SupBodyAssetView *view, bool *marked,
                            SupReport *report) {
    uint32_t count = view->inputMap ? view->inputCount : view->vertexCount;
    SupPlaces unused = {0};
    for (uint32_t k = 0; k < pin->vertices.count; ++k) {
        uint32_t input = pin->vertices.values[k];
        if (input >= count)
            return supFail(report, SupStatus_OutOfRange, "%s names vertex %u, but there are %u (0 to %u)", what, input,
                           count, count - 1);
        uint32_t vertex = view->inputMap ? view->inputMap[input] : input;
        if (vertex == SUP_NO_INDEX)
            supPlacesAdd(&unused, input);
        else
            marked[vertex] = true;
    }
    if (unused.count)
        supReportAdd(report, SupSeverity_Warning, "pin_unused", unused.count, unused.ids, unused.idCount,
                     "%s names %llu vertices that belong to no tet; they are passed over", what,
                     (unsigned long long)unused.count);
    return SupStatus_Ok;
}

static SupStatus markPin(const char *what, const SceneItems *pins, size_t index, const ScenePlacement *placement,
                         bool *marked, SupReport *report) {
    const ScenePin *pin = (const ScenePin *)pins->items + index;
    if (pin->kind == ScenePin_Vertices) return markListed(what, pin, &placement->view, marked, report);
    uint32_t held = 0;
    for (uint32_t v = 0; v < placement->view.vertexCount; ++v)
        if (supScenePinHolds(pin, supScenePlaced(placement, v))) marked[v] = true, ++held;
    if (!held)
        supReportAdd(report, SupSeverity_Warning, "pin_empty", 1, NULL, 0,
                     "%s %zu holds no vertex at frame 0; boxes and spheres are in world coordinates", what, index);
    return SupStatus_Ok;
}

SupStatus supSceneSelectPinned(const SceneBody *body, SceneIndices *out, SupReport *report) {
    char at[120], what[220];
    snprintf(what, sizeof what, "%sbody \"%s\": pin", supSceneLineText(&body->at, at, sizeof at), body->name);
    return supSceneSelect(body, &body->pins, what, out, report);
}

SupStatus supSceneSelect(const SceneBody *body, const SceneItems *pins, const char *what, SceneIndices *out,
                         SupReport *report) {
    *out = (SceneIndices){NULL, 0};
    if (pins->count == 0) return SupStatus_Ok;
    ScenePlacement placement = supScenePlace(body);
    const SupBodyAssetView *view = &placement.view;
    uint32_t inputs = view->inputMap ? view->inputCount : view->vertexCount;
    bool *marked = supAllocZero(view->vertexCount, sizeof *marked);
    out->values = SUP_NEW_ARRAY(uint32_t, view->vertexCount);
    if (!marked || !out->values) {
        supFree(marked);
        supFree(out->values);
        *out = (SceneIndices){NULL, 0};
        return supFail(report, SupStatus_OutOfMemory, "body \"%s\": out of memory", body->name);
    }
    SupStatus status = SupStatus_Ok;
    for (size_t i = 0; i < pins->count && !status; ++i) status = markPin(what, pins, i, &placement, marked, report);
    for (uint32_t input = 0; input < inputs && !status; ++input) {
        uint32_t vertex = view->inputMap ? view->inputMap[input] : input;
        if (vertex == SUP_NO_INDEX || !marked[vertex]) continue;
        marked[vertex] = false; // two inputs may be one vertex
        out->values[out->count++] = input;
    }
    supFree(marked);
    if (status) {
        supFree(out->values);
        *out = (SceneIndices){NULL, 0};
    }
    return status;
}

SupStatus supSceneSelectProbe(const SceneBody *body, SceneProbe *probe, SupReport *report) {
    ScenePlacement placement = supScenePlace(body);
    supFree(probe->selected.values);
    probe->selected = (SceneIndices){SUP_NEW_ARRAY(uint32_t, placement.view.vertexCount), 0};
    if (!probe->selected.values) return supFail(report, SupStatus_OutOfMemory, "probe \"%s\": out of memory", probe->name);
    for (uint32_t v = 0; v < placement.view.vertexCount; ++v)
        if (inBox(probe->box, supScenePlaced(&placement, v))) probe->selected.values[probe->selected.count++] = v;
    if (probe->selected.count) return SupStatus_Ok;
    return supFail(report, SupStatus_Empty,
                   "probe \"%s\" holds no vertex of body \"%s\" at frame 0; its box is in world coordinates", probe->name,
                   body->name);
}
