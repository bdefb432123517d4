// SPDX-License-Identifier: MIT
// Attachments of a scene: which nodes, and which point of the body's surface each of them belongs to.
#include "scene_data.h"
#include "selection.h"

#include "base/memory.h"
#include "mesh/triangle_tree.h"

#include <math.h>
#include <stdio.h>

/// Weights of the corners of a triangle for a point in it.
static void weightsAt(Vec3 p, const Vec3 c[3], double weights[3]) {
    Vec3 a = vec3Sub(c[1], c[0]), b = vec3Sub(c[2], c[0]), d = vec3Sub(p, c[0]);
    double aa = vec3Dot(a, a), ab = vec3Dot(a, b), bb = vec3Dot(b, b), da = vec3Dot(d, a), db = vec3Dot(d, b);
    double area = aa * bb - ab * ab;
    double v = area > 0.0 ? fmin(1.0, fmax(0.0, (bb * da - ab * db) / area)) : 0.0;
    double w = area > 0.0 ? fmin(1.0 - v, fmax(0.0, (aa * db - ab * da) / area)) : 0.0;
    weights[0] = 1.0 - v - w, weights[1] = v, weights[2] = w;
}

/// The point of the body's surface that is nearest to a place.
static Vec3 findNearest(const ScenePlacement *body, Vec3 place, SupAttachment *out) {
    double best = INFINITY;
    Vec3 nearest = place;
    for (uint32_t t = 0; t < body->view.triangleCount; ++t) {
        Vec3 corners[3];
        for (int i = 0; i < 3; ++i) corners[i] = supScenePlaced(body, body->view.triangles[3 * (size_t)t + (size_t)i]);
        Vec3 point = supClosestOnTriangle(place, corners);
        double away = vec3LengthSquared(vec3Sub(point, place));
        if (!(away < best)) continue;
        best = away;
        nearest = point;
        out->triangle = t;
        weightsAt(point, corners, out->weights);
    }
    return nearest;
}

/// From the node that is nearest to the body's surface to that surface: by that much all nodes go there as they stand.
static Vec3 wayThere(const ScenePlacement *from, const ScenePlacement *to, const SceneIndices *nodes, uint32_t *nearest) {
    Vec3 way = vec3(INFINITY, 0, 0);
    for (uint32_t k = 0; k < nodes->count; ++k) {
        SupAttachment found = SUP_ATTACHMENT_INIT;
        Vec3 place = supScenePlaced(from, nodes->values[k]), own = vec3Sub(findNearest(to, place, &found), place);
        if (vec3LengthSquared(own) < vec3LengthSquared(way)) way = own, *nearest = nodes->values[k];
    }
    return way;
}

/// A way in the world along the axes of the body's mesh, which may be mirrored.
static void storeOwn(const ScenePlacement *body, Vec3 way, double out[3]) {
    vec3Store(out, mat3Apply(mat3Transpose(body->rotation), way));
    for (int i = 0; i < 3; ++i) out[i] *= body->mirror[i];
}

/// "file:line:column: attachment N", at the head of messages.
typedef struct Head {
    char text[160];
} Head;

static Head headOf(const SupScene *scene, size_t index) {
    Head head;
    char at[120];
    snprintf(head.text, sizeof head.text, "%sattachment %zu",
             supSceneLineText(&sceneAttachment(scene, index)->at, at, sizeof at), index);
    return head;
}

static SupStatus attachNodes(const SupScene *scene, size_t index, const SceneIndices *nodes, SupWorld *world,
                             SupReport *report) {
    const SceneAttachment *a = sceneAttachment(scene, index);
    const SceneBody *network = sceneBody(scene, a->networkIndex), *body = sceneBody(scene, a->bodyIndex);
    ScenePlacement from = supScenePlace(network), to = supScenePlace(body);
    uint32_t nearest = 0;
    const Vec3 way = wayThere(&from, &to, nodes, &nearest);
    const double slight = 1e-3 * from.view.minEdge;
    SupStatus status = SupStatus_Ok;
    for (uint32_t k = 0; k < nodes->count && !status; ++k) {
        SupAttachment attachment = SUP_ATTACHMENT_INIT;
        attachment.network = network->id;
        attachment.node = nodes->values[k];
        attachment.body = body->id;
        attachment.radius = a->radius;
        Vec3 goal = vec3Add(supScenePlaced(&from, attachment.node), way);
        Vec3 aside = vec3Sub(goal, findNearest(&to, goal, &attachment));
        if (vec3Length(aside) > slight) storeOwn(&to, aside, attachment.offset);
        status = supWorldAttach(world, &attachment);
    }
    return status ? supFail(report, status, "%s: %s", headOf(scene, index).text, supWorldErrorText(world)) : status;
}

static SupStatus selectNodes(const SupScene *scene, size_t index, SceneIndices *nodes, SupReport *report) {
    const SceneAttachment *a = sceneAttachment(scene, index);
    char what[200];
    snprintf(what, sizeof what, "%s: nodes", headOf(scene, index).text);
    return supSceneSelect(sceneBody(scene, a->networkIndex), &a->nodes, what, nodes, report);
}

static bool holds(const SceneIndices *nodes, uint32_t node) {
    for (uint32_t k = 0; k < nodes->count; ++k)
        if (nodes->values[k] == node) return true;
    return false;
}

/// The first of these nodes that something else holds already, or the network's own pins with `index` for themselves.
static SupStatus checkOthers(const SupScene *scene, size_t index, const SceneIndices *nodes, SupReport *report) {
    const SceneAttachment *a = sceneAttachment(scene, index);
    for (size_t other = 0; other <= index; ++other) {
        const SceneAttachment *b = sceneAttachment(scene, other);
        if (b->networkIndex != a->networkIndex) continue;
        SceneIndices held;
        SupStatus status = other == index ? supSceneSelectPinned(sceneBody(scene, a->networkIndex), &held, report)
                                          : selectNodes(scene, other, &held, report);
        if (status) return status;
        for (uint32_t k = 0; k < nodes->count && !status; ++k)
            if (holds(&held, nodes->values[k]))
                status =
                    supFail(report, SupStatus_InvalidArgument, "%s: node %u of \"%s\" is %s already",
                            headOf(scene, index).text, nodes->values[k], a->network, other == index ? "pinned" : "attached");
        supFree(held.values);
        if (status) return status;
    }
    return SupStatus_Ok;
}

/// Nodes that start far from their patch are led there: what they belong to is stretched and thrown about.
static void noteFarNodes(const SupScene *scene, size_t index, const SceneIndices *nodes, SupReport *report) {
    const SceneAttachment *a = sceneAttachment(scene, index);
    ScenePlacement from = supScenePlace(sceneBody(scene, a->networkIndex)),
                   to = supScenePlace(sceneBody(scene, a->bodyIndex));
    uint32_t nearest = 0;
    double away = vec3Length(wayThere(&from, &to, nodes, &nearest));
    if (!(away > from.view.minEdge)) return;
    supReportAdd(report, SupSeverity_Warning, "attached_from_afar", 1, NULL, 0,
                 "%s: node %u of \"%s\" starts %.3g m from the surface of \"%s\", farther than an edge is long: it is led "
                 "there; start it nearer",
                 headOf(scene, index).text, nearest, a->network, away, a->body);
}

SupStatus supSceneAttach(const SupScene *scene, size_t first, SupWorld *world, SupReport *report) {
    SupStatus status = SupStatus_Ok;
    for (size_t i = first; i < scene->attachments.count && !status; ++i) {
        SceneIndices nodes;
        status = selectNodes(scene, i, &nodes, report);
        if (status) return status;
        if (nodes.count == 0)
            status = supFail(report, SupStatus_Empty, "%s: nodes holds no node of \"%s\" at frame 0", headOf(scene, i).text,
                             sceneAttachment(scene, i)->network);
        if (!status) status = checkOthers(scene, i, &nodes, report);
        if (!status && !world) noteFarNodes(scene, i, &nodes, report);
        if (!status && world) status = attachNodes(scene, i, &nodes, world, report);
        supFree(nodes.values);
    }
    return status;
}
