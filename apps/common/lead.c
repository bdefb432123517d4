// SPDX-License-Identifier: MIT
#include "lead.h"

/// [1/s] how fast a node comes up with the pointer: 90 % within 0.2 s.
static const double rate = 12.0;
/// [1/s] the fastest that it goes: so many radii of its body.
static const double mostRadii = 6.0;

// ---- Taking on and letting go ----------------------------------------------------------------------------------------

/// A triangle at the node: what a grab holds a network by.
static bool triangleAt(const SupBodyAssetView *asset, uint32_t node, SupGrab *grab) {
    for (uint32_t i = 0; i < 3 * asset->triangleCount; ++i) {
        uint32_t corner = asset->triangles[i];
        if ((corner < asset->vertexCount ? corner : asset->tubeNodes[corner - asset->vertexCount]) != node) continue;
        grab->triangle = i / 3;
        for (uint32_t c = 0; c < 3; ++c) grab->weights[c] = c == i % 3 ? 1.0 : 0.0;
        return true;
    }
    return false;
}

static bool takeOn(Leading *leading, SupWorld *world, SupBodyId body, const SupFollower *follower) {
    SupBodyInfo info;
    if (supWorldBodyInfo(world, body, &info)) return false;
    SupBodyAssetView asset = supBodyAssetView(info.asset);
    *leading = (Leading){body, *follower, info.asset, SUP_GRAB_INIT, mostRadii * asset.radius};
    leading->grab.leads = true;
    vec3Store(leading->grab.target, vec3Load(follower->place));
    if (!triangleAt(&asset, follower->node, &leading->grab) || supWorldResetBody(world, body)) return false;
    if (follower->follow == SupFollow_Alone && supWorldPinAll(world, body, false)) return false;
    return !supWorldPin(world, body, &follower->node, 1, true);
}

static Leading *leadingOf(Lead *lead, SupBodyId body) {
    for (uint32_t i = 0; i < lead->count; ++i)
        if (lead->leadings[i].body.value == body.value) return &lead->leadings[i];
    return NULL;
}

/// The body hangs again where the scene hangs it.
static void letGo(Lead *lead, Leading *leading, SupWorld *world) {
    supWorldClearGrab(world, leading->body);
    supWorldResetBody(world, leading->body);
    *leading = lead->leadings[--lead->count];
}

static bool isUpToDate(const Leading *leading, const SupWorld *world, const SupFollower *wanted) {
    SupBodyInfo info;
    return leading->follower.follow == wanted->follow && leading->follower.node == wanted->node &&
           !supWorldBodyInfo(world, leading->body, &info) && info.asset == leading->asset;
}

/// By what a panel or a file has chosen by now.
static void choose(Lead *lead, const SupScene *scene, SupWorld *world) {
    for (uint32_t i = 0; i < supSceneBodyCount(scene); ++i) {
        SupFollower wanted;
        if (!supSceneFollower(scene, i, &wanted)) continue;
        SupBodyId body = supSceneBody(scene, i);
        Leading *leading = leadingOf(lead, body);
        if (leading && !isUpToDate(leading, world, &wanted)) {
            letGo(lead, leading, world);
            leading = NULL;
        }
        if (leading || wanted.follow == SupFollow_Off || lead->count == LeadsMost) continue;
        lead->count += takeOn(&lead->leadings[lead->count], world, body, &wanted);
    }
}

// ---- Leading ---------------------------------------------------------------------------------------------------------

/// Where the pointer's ray meets the plane through the node that faces the camera, not below the ground.
static Vec3 pointedAt(Vec3 node, const SupView *view, const Hand *hand, SupWorld *world) {
    Vec3 eye = vec3Load(view->camera.eye), forward = cameraForward(&view->camera);
    Vec3 ray = cameraRay(&view->camera, hand->x, hand->y, view->width, view->height);
    double depth = vec3Dot(vec3Sub(node, eye), forward);
    if (depth <= 0.0) return node; // behind the eye
    Vec3 goal = vec3AddScaled(eye, ray, depth / fmax(0.05, vec3Dot(ray, forward)));
    SupSettings settings;
    if (!supWorldSettings(world, &settings) && settings.ground.enabled) goal.y = fmax(goal.y, settings.ground.height);
    return goal;
}

static Vec3 onTheWay(const Leading *leading, Vec3 goal, double seconds) {
    Vec3 place = vec3Load(leading->grab.target), way = vec3Sub(goal, place);
    double length = vec3Length(way), step = length * (1.0 - exp(-rate * seconds));
    step = fmin(step, leading->pace * seconds);
    return length > 0.0 ? vec3AddScaled(place, way, step / length) : place;
}

void leadUpdate(Lead *lead, const SupScene *scene, SupWorld *world, const SupView *view, const Hand *hand, bool points,
                double seconds) {
    choose(lead, scene, world);
    bool busy = hand->state == HandState_Turning || hand->state == HandState_Moving;
    for (uint32_t i = 0; i < lead->count; ++i) {
        Leading *leading = &lead->leadings[i];
        if (hand->state == HandState_Holding && hand->body.value == leading->body.value) continue;
        Vec3 node = vec3Load(leading->grab.target);
        if (points && !busy && seconds > 0.0)
            vec3Store(leading->grab.target, onTheWay(leading, pointedAt(node, view, hand, world), fmin(seconds, 0.1)));
        supWorldSetGrab(world, leading->body, &leading->grab);
    }
}

void leadForget(Lead *lead) { lead->count = 0; }
