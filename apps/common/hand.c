// SPDX-License-Identifier: MIT
#include "hand.h"

#include <string.h>

static const double fullTurn = 6.283185307179586;

void handAsk(Hand *hand, HandState state, SupRenderer *renderer, SupWorld *world, const SupView *view) {
    hand->letGo = false;
    SupStatus status = supRendererPick(renderer, world, view, hand->x, hand->y, &hand->pick);
    hand->state = status == SupStatus_Ok ? state : HandState_Turning;
}

// ---- Pins ------------------------------------------------------------------------------------------------------------

/// The input's number of a vertex of the asset: pins are numbered by it.
static uint32_t inputVertex(const SupBodyAssetView *asset, uint32_t vertex) {
    for (uint32_t i = 0; asset->inputMap && i < asset->inputCount; ++i)
        if (asset->inputMap[i] == vertex) return i;
    return vertex;
}

/// A tube's vertex is drawn around a node.
static uint32_t ownVertex(const SupBodyAssetView *asset, uint32_t vertex) {
    return vertex < asset->vertexCount ? vertex : asset->tubeNodes[vertex - asset->vertexCount];
}

/// Pins the corners of the triangle, or frees them when all were pinned.
static bool togglePins(SupWorld *world, const SupPick *pick) {
    SupBodyInfo info, after;
    if (supWorldBodyInfo(world, pick->body, &info)) return false;
    SupBodyAssetView asset = supBodyAssetView(info.asset);
    uint32_t corners[3];
    for (uint32_t c = 0; c < 3; ++c)
        corners[c] = inputVertex(&asset, ownVertex(&asset, asset.triangles[3 * (size_t)pick->triangle + c]));
    if (supWorldPin(world, pick->body, corners, 3, true) || supWorldBodyInfo(world, pick->body, &after)) return false;
    if (after.pinnedCount == info.pinnedCount) supWorldPin(world, pick->body, corners, 3, false);
    return true;
}

// ---- Holding ---------------------------------------------------------------------------------------------------------

/// Of a strand, when there are several.
static double networkMass(const SupBodyAssetView *asset) {
    double mass = 0.0;
    for (uint32_t v = 0; v < asset->nodeCount; ++v)
        if (asset->inverseMass[v] > 0.0f) mass += 1.0 / (double)asset->inverseMass[v];
    return mass / (asset->strandCount ? asset->strandCount : 1);
}

static double massOf(SupWorld *world, SupBodyId body) {
    SupBodyInfo info;
    SupMaterial material;
    if (supWorldBodyInfo(world, body, &info) || supWorldMaterial(world, body, &material)) return 0.0;
    SupBodyAssetView asset = supBodyAssetView(info.asset);
    if (asset.nodeCount) return networkMass(&asset);
    double volume = 0.0;
    for (uint32_t v = 0; v < asset.vertexCount; ++v) volume += (double)asset.vertexVolume[v];
    return volume * material.density;
}

static void takeHold(Hand *hand, SupWorld *world, const SupView *view, const SupPick *pick) {
    Vec3 reach = vec3Sub(vec3Load(pick->place), vec3Load(view->camera.eye));
    hand->state = HandState_Holding;
    hand->body = pick->body;
    hand->depth = vec3Dot(reach, cameraForward(&view->camera));
    hand->mass = massOf(world, pick->body);
    hand->grab = (SupGrab)SUP_GRAB_INIT;
    hand->grab.triangle = pick->triangle;
    memcpy(hand->grab.weights, pick->weights, sizeof hand->grab.weights);
}

/// The target lies under the mouse, as far away as the point was when it was taken. The spring swings the body's mass with
/// `strength` Hz, damped so that it settles soon.
static void pull(Hand *hand, SupWorld *world, const SupView *view, double strength) {
    Vec3 ray = cameraRay(&view->camera, hand->x, hand->y, view->width, view->height);
    double distance = hand->depth / fmax(0.05, vec3Dot(ray, cameraForward(&view->camera)));
    vec3Store(hand->grab.target, vec3AddScaled(vec3Load(view->camera.eye), ray, distance));
    double pace = fullTurn * strength;
    hand->grab.stiffness = hand->mass * pace * pace;
    hand->grab.damping = 1.2 * hand->mass * pace;
    if (supWorldSetGrab(world, hand->body, &hand->grab)) hand->state = HandState_Free; // the body is gone
}

/// Strands feel the pointer without a click: a tenth of the picture's half height around it.
static void touch(const Hand *hand, SupWorld *world, const SupView *view) {
    if (hand->x == 0.0 && hand->y == 0.0) return; // it has not been in the picture yet
    SupTouch cone = {.spread = 0.1 * tan(0.5 * view->camera.fieldOfView)};
    memcpy(cone.origin, view->camera.eye, sizeof cone.origin);
    vec3Store(cone.direction, cameraRay(&view->camera, hand->x, hand->y, view->width, view->height));
    supWorldSetTouch(world, &cone);
}

static bool takeAnswer(Hand *hand, SupWorld *world, const SupView *view, const SupPick *pick) {
    hand->picked++;
    bool pin = hand->state == HandState_Pinning, letGo = hand->letGo;
    hand->state = letGo || pin ? HandState_Free : HandState_Turning;
    if (!pick->body.value || letGo) return false; // letting go also means that the World may be another one by now
    if (pin) {
        bool changed = togglePins(world, pick);
        hand->pinned += changed;
        return changed;
    }
    takeHold(hand, world, view, pick);
    return false;
}

bool handUpdate(Hand *hand, SupRenderer *renderer, SupWorld *world, const SupView *view, double strength) {
    bool changed = false;
    touch(hand, world, view);
    if (hand->state == HandState_Asking || hand->state == HandState_Pinning) {
        SupPick pick;
        SupStatus status = supRendererPicked(renderer, world, hand->pick, &pick);
        if (status == SupStatus_Pending) return false;
        if (status == SupStatus_Ok)
            changed = takeAnswer(hand, world, view, &pick);
        else
            hand->state = HandState_Free;
    }
    if (hand->state == HandState_Holding) pull(hand, world, view, strength);
    return changed;
}

void handRelease(Hand *hand, SupRenderer *renderer, SupWorld *world) {
    if (hand->state == HandState_Holding) supWorldClearGrab(world, hand->body);
    SupPick pick;
    if (hand->state == HandState_Asking || hand->state == HandState_Pinning) {
        hand->letGo = true; // the answer must still be taken: it holds a place
        if (supRendererPicked(renderer, world, hand->pick, &pick) == SupStatus_Pending) return;
    }
    hand->state = HandState_Free;
}
