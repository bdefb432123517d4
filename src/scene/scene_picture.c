// SPDX-License-Identifier: MIT
// What a scene says about pictures: camera, light, looks, and the blocks that hold what is pinned.
#include "scene_data.h"
#include "selection.h"

#include "base/memory.h"
#include "render/renderer.h"

#include <math.h>
#include <string.h>

static double given(double value, double standard) { return isfinite(value) ? value : standard; }

static void aim(const SupScene *scene, const SupWorld *world, SupView *view) {
    double aspect = view->height ? (double)view->width / view->height : 1.0;
    SupCamera around = supCameraAround(world, aspect);
    // as much in sight through another lens
    double nearer = tan(0.5 * around.fieldOfView) / tan(0.5 * scene->camera.fieldOfView);
    for (int i = 0; i < 3; ++i) {
        double target = around.target[i];
        view->camera.target[i] = given(scene->camera.target[i], target);
        view->camera.eye[i] = given(scene->camera.eye[i], target + nearer * (around.eye[i] - target));
    }
    view->camera.fieldOfView = scene->camera.fieldOfView;
}

static void setColor(float out[3], const double own[3], const double common[3]) {
    for (int i = 0; i < 3; ++i) out[i] = (float)given(own[i], given(common[i], (double)out[i]));
}

static void setShare(float *out, double own, double common) { *out = (float)given(own, given(common, (double)*out)); }

static bool saysNothing(const SceneLook *look) {
    const double *values = (const double *)look;
    for (size_t i = 0; i < sizeof *look / sizeof *values; ++i)
        if (isfinite(values[i])) return false;
    return true;
}

/// `standard` with what the body and the scene say.
static SupLook lookOf(const SupScene *scene, const SceneBody *body, SupLook standard) {
    const SceneLook *own = &body->look, *common = &scene->look;
    SupLook look = standard;
    setColor(look.color, own->color, common->color);
    setShare(&look.roughness, own->roughness, common->roughness);
    setShare(&look.metallic, own->metallic, common->metallic);
    setShare(&look.translucency, own->translucency, common->translucency);
    setColor(look.emission, own->emission, common->emission);
    setShare(&look.hair, own->hair, common->hair);
    return look;
}

/// The nearest decimals of what a float holds.
static double decimal(float value) { return round(1e6 * (double)value) / 1e6; }

SceneLook supSceneLookShown(const SupScene *scene, const SceneBody *body) {
    SupLook look = lookOf(scene, body, supRenderPaletteLook((size_t)(body - sceneBody(scene, 0))));
    SceneLook out = {.roughness = decimal(look.roughness),
                     .metallic = decimal(look.metallic),
                     .translucency = decimal(look.translucency),
                     .hair = decimal(look.hair)};
    for (int i = 0; i < 3; ++i) out.color[i] = decimal(look.color[i]), out.emission[i] = decimal(look.emission[i]);
    return out;
}

static SupStatus dressBody(const SupScene *scene, const SupWorld *world, SupRenderer *renderer, const SceneBody *body) {
    if (saysNothing(&body->look) && saysNothing(&scene->look)) return SupStatus_Ok;
    SupLook look = lookOf(scene, body, supRenderStandardLook(world, body->id));
    return supRendererSetLook(renderer, world, body->id, &look);
}

// ---- What holds pinned regions ---------------------------------------------------------------------------------------

typedef struct Span {
    Vec3 least, most;
} Span;

static Span emptySpan(void) { return (Span){vec3(INFINITY, INFINITY, INFINITY), vec3(-INFINITY, -INFINITY, -INFINITY)}; }

static void spanAdd(Span *span, Vec3 p) {
    span->least = vec3Min(span->least, p);
    span->most = vec3Max(span->most, p);
}

/// A flat region is held from outside by a slab against it; another one sits in a block that is a little greater.
static SupBlock blockAround(Span pinned, Span body) {
    double low[3], high[3], bodyLow[3], bodyHigh[3];
    vec3Store(low, pinned.least), vec3Store(high, pinned.most);
    vec3Store(bodyLow, body.least), vec3Store(bodyHigh, body.most);
    int flat = 0;
    double widest = 0.0;
    for (int i = 0; i < 3; ++i) {
        if (high[i] - low[i] < high[flat] - low[flat]) flat = i;
        widest = fmax(widest, high[i] - low[i]);
    }
    double size = widest > 0.0 ? widest : 0.1 * vec3Length(vec3Sub(body.most, body.least)), margin = 0.12 * size;
    bool slab = high[flat] - low[flat] < 0.2 * size;
    bool above = low[flat] + high[flat] > bodyLow[flat] + bodyHigh[flat];
    for (int i = 0; i < 3; ++i) {
        if (slab && i == flat) {
            double face = above ? high[i] : low[i];
            low[i] = above ? face : face - 0.35 * size;
            high[i] = above ? face + 0.35 * size : face;
        } else {
            low[i] -= margin;
            high[i] += margin;
        }
    }
    SupBlock block = {.color = {0.30f, 0.31f, 0.33f}, .roughness = 0.7f};
    for (int i = 0; i < 3; ++i) {
        block.center[i] = 0.5 * (low[i] + high[i]);
        block.half[i] = 0.5 * (high[i] - low[i]);
    }
    return block;
}

/// A network is held by something as thin as itself. A field of roots stands on the ground instead: nothing holds it.
static bool rodAround(Span pinned, double edge, SupBlock *block) {
    double low[3], high[3];
    int wide = 0;
    vec3Store(low, pinned.least), vec3Store(high, pinned.most);
    *block = (SupBlock){.color = {0.30f, 0.31f, 0.33f}, .roughness = 0.7f};
    for (int i = 0; i < 3; ++i) {
        wide += high[i] - low[i] > 2.5 * edge;
        block->center[i] = 0.5 * (low[i] + high[i]);
        block->half[i] = 0.5 * (high[i] - low[i]) + 0.35 * edge;
    }
    return wide < 2;
}

static uint32_t addBlocks(const SceneBody *body, SupBlock *blocks, uint32_t count) {
    ScenePlacement placement = supScenePlace(body);
    Span whole = emptySpan();
    for (uint32_t v = 0; v < placement.view.vertexCount; ++v) spanAdd(&whole, supScenePlaced(&placement, v));
    for (size_t k = 0; k < body->pins.count && count < SUP_MAX_BLOCKS; ++k) {
        const ScenePin *pin = (const ScenePin *)body->pins.items + k;
        Span held = emptySpan();
        for (uint32_t v = 0; v < placement.view.vertexCount; ++v) {
            Vec3 p = supScenePlaced(&placement, v);
            if (pin->kind != ScenePin_Vertices && supScenePinHolds(pin, p)) spanAdd(&held, p);
        }
        if (!(held.least.x <= held.most.x)) continue;
        bool drawn = true;
        if (placement.view.nodeCount)
            drawn = rodAround(held, placement.view.minEdge, &blocks[count]);
        else
            blocks[count] = blockAround(held, whole);
        count += drawn;
    }
    return count;
}

static uint32_t addColliders(const SupScene *scene, SupBlock *blocks) {
    uint32_t count = 0;
    for (; count < scene->colliders.count && count < SUP_MAX_COLLIDERS; ++count) {
        const SceneCollider *collider = sceneCollider(scene, count);
        SupBlock *block = &blocks[count];
        *block = (SupBlock){.roughness = (float)collider->roughness, .radius = collider->value.radius};
        memcpy(block->center, collider->value.center, sizeof block->center);
        memcpy(block->half, collider->value.half, sizeof block->half);
        block->collider = count + 1; // in its place at every moment
        for (int i = 0; i < 3; ++i) block->color[i] = (float)collider->color[i];
    }
    return count;
}

SupStatus supSceneDress(const SupScene *scene, const SupWorld *world, SupRenderer *renderer, SupView *view) {
    if (!scene || !world || !renderer || !view) return SupStatus_InvalidArgument;
    aim(scene, world, view);
    memcpy(view->sun, scene->light.sun, sizeof view->sun);
    view->sunIntensity = (float)scene->light.intensity;
    view->exposure = (float)scene->light.exposure;
    view->bloom = (float)scene->light.bloom;
    view->rippleHeight = (float)scene->ripple.height;
    view->rippleLength = (float)scene->ripple.length;
    SupBlock *blocks = SUP_NEW_ARRAY(SupBlock, SUP_MAX_BLOCKS);
    if (!blocks) return SupStatus_OutOfMemory;
    uint32_t count = addColliders(scene, blocks);
    SupStatus status = SupStatus_Ok;
    for (size_t i = 0; i < scene->bodies.count && !status; ++i) {
        const SceneBody *body = sceneBody(scene, i);
        status = dressBody(scene, world, renderer, body);
        if (body->asset && body->pins.count && body->follow == SupFollow_Off) count = addBlocks(body, blocks, count);
    }
    if (!status) status = supRendererSetBlocks(renderer, blocks, count);
    supFree(blocks);
    return status;
}
