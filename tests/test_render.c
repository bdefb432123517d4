// SPDX-License-Identifier: MIT
// Pictures against known answers: places, order, shadows, the horizon, sizes, determinism.
#include "render_fixture.h"

#include "render/renderer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double fromFront[3] = {0, 0.8, 4}, atMiddle[3] = {0, 0.4, 0};

static SupBodyId addBox(SupWorld *world, const double size[3], const double position[3]) {
    SupBodyAsset *asset = boxAsset(size[0], size[1], size[2], 2, 2, 2);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    memcpy(desc.position, position, sizeof desc.position);
    SupBodyId body = addBody(world, &desc);
    supBodyAssetRelease(asset);
    return body;
}

static const uint8_t *pixelAt(const Shot *shot, double x, double y) {
    assert_true(x >= 0 && y >= 0 && x < shot->width && y < shot->height);
    return shot->pixels + 4 * ((size_t)y * shot->width + (size_t)x);
}

/// The channel that stands out: 0 red, 1 green, 2 blue, -1 none.
static int hueAt(const Shot *shot, const SupView *view, const double point[3]) {
    double x, y;
    assert_true(projectPoint(view, point, &x, &y));
    const uint8_t *p = pixelAt(shot, x, y);
    for (int k = 0; k < 3; ++k)
        if (p[k] > p[(k + 1) % 3] + 30 && p[k] > p[(k + 2) % 3] + 30) return k;
    return -1;
}

static void bodies_of_one_pool_are_drawn_from_their_own_vertices_in_their_own_colours(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    const double size[3] = {0.4, 0.4, 0.4};
    double places[3][3] = {{-1.0, 0.0, -0.2}, {-0.2, 0.0, -0.2}, {0.6, 0.0, -0.2}};
    SupBodyId bodies[3];
    for (int i = 0; i < 3; ++i) bodies[i] = addBox(world, size, places[i]);
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = fixtureGpu();
    SupRenderer *renderer;
    SupPicture *picture;
    assert_ok(supRendererCreate(&desc, &renderer));
    SupView view = plainView(160, 90, fromFront, atMiddle);
    assert_ok(supPictureCreate(fixtureGpu(), 160, 90, &picture));
    for (int i = 0; i < 3; ++i) {
        SupLook look = SUP_LOOK_INIT;
        for (int k = 0; k < 3; ++k) look.color[k] = k == i ? 0.7f : 0.02f;
        assert_ok(supRendererSetLook(renderer, world, bodies[i], &look));
    }
    // the middle one is taken out and put back: it then uses another slot of the pools' order
    assert_ok(supWorldRemoveBody(world, bodies[1]));
    bodies[1] = addBox(world, size, places[1]);
    SupLook green = SUP_LOOK_INIT;
    green.color[0] = green.color[2] = 0.02f, green.color[1] = 0.7f;
    assert_ok(supRendererSetLook(renderer, world, bodies[1], &green));
    view.target = supPictureTarget(picture);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
    assert_ok(supRendererDraw(renderer, world, encoder, &view));
    assert_ok(supPictureSubmit(picture, encoder));
    assert_ok(supPictureWait(picture, 300.0));
    Shot shot = {160, 90, malloc(4 * 160 * 90)};
    memcpy(shot.pixels, supPicturePixels(picture), 4 * 160 * 90);
    for (int i = 0; i < 3; ++i) {
        const double center[3] = {places[i][0] + 0.2, 0.2, 0.2};
        assert_int_equal(hueAt(&shot, &view, center), i);
        const double beside[3] = {places[i][0] - 0.2, 0.2, 0.2};
        assert_int_equal(hueAt(&shot, &view, beside), -1);
    }
    free(shot.pixels);
    supPictureDestroy(picture);
    supRendererDestroy(renderer);
    supWorldDestroy(world);
}

static void what_is_nearer_hides_what_is_behind_in_any_order_of_adding(void **state) {
    (void)state;
    for (int order = 0; order < 2; ++order) {
        SupWorld *world = makeWorld(NULL);
        const double size[3] = {0.6, 0.6, 0.2}, near[3] = {-0.3, 0.1, 0.5}, far[3] = {-0.3, 0.1, -1.0};
        // the palette gives the first body red and the second one blue
        addBox(world, size, order ? near : far);
        addBox(world, size, order ? far : near);
        SupView view = plainView(96, 64, fromFront, atMiddle);
        Shot shot = takeShot(world, &view, NULL);
        const double front[3] = {0.0, 0.4, 0.7};
        assert_int_equal(hueAt(&shot, &view, front), order ? 0 : 2);
        free(shot.pixels);
        supWorldDestroy(world);
    }
}

/// Does the ray from a ground point to the sun meet the box [least, most]?
static bool shaded(const double p[3], const double sun[3], const double least[3], const double most[3]) {
    double in = 0, out = 1e9;
    for (int k = 0; k < 3; ++k) {
        double a = (least[k] - p[k]) / sun[k], b = (most[k] - p[k]) / sun[k];
        in = fmax(in, fmin(a, b)), out = fmin(out, fmax(a, b));
    }
    return in < out;
}

static void the_shadows_outline_moves_with_the_deformed_body(void **state) {
    (void)state;
    for (int stretched = 0; stretched < 2; ++stretched) {
        SupWorld *world = makeWorld(NULL);
        SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 2, 2, 2);
        SupBodyAssetView rest = supBodyAssetView(asset);
        float *start = malloc(3 * rest.vertexCount * sizeof *start);
        for (uint32_t i = 0; i < 3 * rest.vertexCount; ++i)
            start[i] = rest.positions[i] * (stretched && i % 3 == 0 ? 3.0f : 1.0f);
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        desc.asset = asset;
        desc.startPositions = start;
        desc.position[0] = desc.position[2] = -0.25;
        desc.position[1] = 0.4;
        addBody(world, &desc);
        const double eye[3] = {0.4, 4.5, 3.0}, target[3] = {0, 0, 0}, sun[3] = {0.8, 0.6, 0.3};
        SupView view = plainView(192, 144, eye, target);
        memcpy(view.sun, sun, sizeof sun);
        Shot shot = takeShot(world, &view, NULL);
        double reach = stretched ? 0.75 : 0.25;
        const double least[3] = {-reach, 0.4, -0.25}, most[3] = {reach, 0.9, 0.25};
        double dark = 0, light = 255;
        int darks = 0, lights = 0;
        for (double x = -1.6; x <= 1.2; x += 0.1)
            for (double z = -0.9; z <= 0.9; z += 0.1) {
                const double p[3] = {x + 0.05, 0, z + 0.05};
                double toEye[3], px, py;
                for (int k = 0; k < 3; ++k) toEye[k] = eye[k] - p[k];
                if (!projectPoint(&view, p, &px, &py) || px < 1 || py < 1 || px > 190 || py > 142) continue;
                if (shaded(p, toEye, (const double[3]){-reach - 0.1, 0.35, -0.35}, (const double[3]){reach + 0.1, 1, 0.35}))
                    continue; // hidden by the body
                // grown and shrunk boxes: points near the outline are not judged
                bool inside = shaded(p, sun, (const double[3]){least[0] + 0.12, 0.52, -0.13},
                                     (const double[3]){most[0] - 0.12, 0.78, 0.13});
                bool outside = !shaded(p, sun, (const double[3]){least[0] - 0.12, 0.3, -0.37},
                                       (const double[3]){most[0] + 0.12, 1.0, 0.37});
                double b = brightness(&shot, (int)px, (int)py);
                if (inside) dark = fmax(dark, b), darks++;
                if (outside && fabs(x) < 1.0) light = fmin(light, b), lights++;
            }
        print_message("stretched %d: %d shaded points up to %.0f, %d lit points from %.0f\n", stretched, darks, dark, lights,
                      light);
        assert_true(darks >= 3 && lights >= 20);
        assert_true(dark < light);
        free(shot.pixels), free(start);
        supWorldDestroy(world);
        supBodyAssetRelease(asset);
    }
}

static void the_horizon_is_level_where_the_camera_says_and_calm(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    const double eye[3] = {0, 1.5, 0}, ahead[3] = {0, 1.5, -5}, down[3] = {0, 1.0, -5};
    SupView view = plainView(64, 96, eye, ahead);
    Shot level = takeShot(world, &view, NULL);
    // rows next to the horizon hardly differ: haze hides the end of the plane
    for (int x = 0; x < 64; x += 7) assert_near(brightness(&level, x, 47), brightness(&level, x, 48), 6.0);
    // the sky is brighter than the ground near by, and the same all along a row
    assert_true(brightness(&level, 32, 60) < brightness(&level, 32, 40));
    for (int x = 4; x < 60; x += 9) assert_near(brightness(&level, x, 47), brightness(&level, 32, 47), 12.0);
    memcpy(view.camera.target, down, sizeof down);
    Shot lower = takeShot(world, &view, NULL);
    // tilted down by atan(0.5 / 5) the horizon stands that much higher
    double rows = tan(atan(0.1)) * 48.0 / tan(0.35);
    double a = brightness(&level, 32, 40), b = brightness(&lower, 32, 40 - (int)lround(rows));
    assert_near(a, b, 10.0);
    free(level.pixels), free(lower.pixels);
    supWorldDestroy(world);
}

static void grid_lines_lie_on_whole_metres(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    // the grid does not depend on where the eye is, kilometres away included
    for (int far = 0; far < 2; ++far) {
        double x0 = far ? 12000 : 0;
        const double eye[3] = {x0 + 0.3, 5.0, 0.4}, target[3] = {x0 + 0.3, 0.0, 0.3};
        SupView view = plainView(200, 200, eye, target);
        Shot shot = takeShot(world, &view, NULL);
        for (int m = -1; m <= 1; ++m) {
            double x, y;
            const double on[3] = {x0 + m, 0, 0.11};
            assert_true(projectPoint(&view, on, &x, &y));
            const double off[3] = {x0 + m + 0.12, 0, 0.11};
            double ox, oy;
            assert_true(projectPoint(&view, off, &ox, &oy));
            assert_true(brightness(&shot, (int)x, (int)y) + 8 < brightness(&shot, (int)ox, (int)oy));
        }
        free(shot.pixels);
    }
    supWorldDestroy(world);
}

static void the_same_picture_has_the_same_bytes(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    const double size[3] = {0.5, 0.5, 0.5}, place[3] = {-0.25, 0.1, -0.25};
    addBox(world, size, place);
    stepWorld(world, 6);
    SupView view = plainView(120, 80, fromFront, atMiddle);
    view.bloom = 0.1f;
    Shot a = takeShot(world, &view, NULL), b = takeShot(world, &view, NULL);
    assert_memory_equal(a.pixels, b.pixels, 4 * 120 * 80);
    free(a.pixels), free(b.pixels);
    supWorldDestroy(world);
}

static void odd_sizes_and_an_empty_world_are_drawn(void **state) {
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {1, 7}, {63, 2}, {65, 33}, {3, 300}};
    SupWorld *world = makeWorld(NULL);
    for (int filled = 0; filled < 2; ++filled) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
            SupView view = plainView(sizes[i][0], sizes[i][1], fromFront, atMiddle);
            view.overlays = SupOverlay_Wireframe | SupOverlay_Pins | SupOverlay_Strain;
            Shot shot = takeShot(world, &view, NULL);
            for (size_t p = 0; p < (size_t)shot.width * shot.height; ++p) assert_int_equal(shot.pixels[4 * p + 3], 255);
            free(shot.pixels);
        }
        const double size[3] = {0.5, 0.5, 0.5}, place[3] = {-0.25, 0.1, -0.25};
        addBox(world, size, place);
    }
    supWorldDestroy(world);
}

static void a_body_far_from_its_start_still_draws_and_casts(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.gravity[1] = 0.0;
    SupWorld *world = makeWorld(&settings);
    SupBodyAsset *asset = boxAsset(0.5, 0.5, 0.5, 2, 2, 2);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = 0.3;
    desc.velocity[0] = 200.0;
    addBody(world, &desc);
    stepWorld(world, 30); // 100 m
    const double eye[3] = {100.25, 2.0, 3.0}, target[3] = {100.25, 0.3, 0.25}, center[3] = {100.25, 0.55, 0.5};
    SupView view = plainView(96, 64, eye, target);
    view.sun[0] = 0.45, view.sun[1] = 0.8, view.sun[2] = 0.35;
    Shot shot = takeShot(world, &view, NULL);
    assert_int_equal(hueAt(&shot, &view, center), 0);
    // its shadow falls away from the sun, and the ground beside it is lit
    const double behind[3] = {99.8, 0.0, 0.1}, beside[3] = {101.2, 0.0, 0.6};
    double x, y, bx, by;
    assert_true(projectPoint(&view, behind, &x, &y));
    assert_true(projectPoint(&view, beside, &bx, &by));
    assert_true(brightness(&shot, (int)x, (int)y) + 30 < brightness(&shot, (int)bx, (int)by));
    free(shot.pixels);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
}

static void from_inside_a_body_nothing_shows_through(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    const double size[3] = {1.0, 1.0, 1.0}, place[3] = {-0.5, 0.2, -0.5};
    addBox(world, size, place);
    static const double targets[][3] = {{3, 0.7, 0.2}, {-0.3, 0.7, -3}, {0.2, 3, 0.1}, {0.1, -1, 0.3}, {0.6, 1.3, 0.55}};
    // triangles around the eye reach behind it; the first body is coral: red above blue, the sky the other way round
    for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
        const double eye[3] = {0.05, 0.7, -0.02};
        SupView view = plainView(90, 70, eye, targets[i]);
        view.camera.fieldOfView = 1.6;
        Shot shot = takeShot(world, &view, NULL);
        for (int p = 0; p < 90 * 70; ++p)
            if (shot.pixels[4 * p] <= shot.pixels[4 * p + 2]) fail_msg("view %zu: a hole at %d, %d", i, p % 90, p / 90);
        free(shot.pixels);
    }
    supWorldDestroy(world);
}

static void a_picture_in_bands_is_the_same_picture(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    const double size[3] = {0.5, 0.5, 0.5}, place[3] = {-0.25, 0.1, -0.25};
    addBox(world, size, place);
    SupView view = plainView(120, 80, fromFront, atMiddle);
    view.overlays = SupOverlay_Pins;
    Shot whole = takeShot(world, &view, NULL);
    static const uint64_t bytes[] = {1, 120 * 32 * 7, 120 * 32 * 79};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; ++i) {
        SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
        desc.gpu = fixtureGpu();
        SupRenderer *renderer = NULL;
        SupPicture *picture = NULL;
        assert_ok(supRendererCreate(&desc, &renderer));
        renderer->sampleBytes = bytes[i];
        assert_ok(supPictureCreate(fixtureGpu(), 120, 80, &picture));
        view.target = supPictureTarget(picture);
        WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
        assert_ok(supRendererDraw(renderer, world, encoder, &view));
        assert_ok(supPictureSubmit(picture, encoder));
        assert_ok(supPictureWait(picture, 300.0));
        assert_memory_equal(whole.pixels, supPicturePixels(picture), 4 * 120 * 80);
        supPictureDestroy(picture);
        supRendererDestroy(renderer);
    }
    free(whole.pixels);
    supWorldDestroy(world);
}

static void every_overlay_draws_a_world_of_networks_alone(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupStrandsDesc desc = SUP_STRANDS_DESC_INIT;
    SupNetwork network;
    SupBodyDesc body = SUP_BODY_DESC_INIT;
    desc.nodes = 5, desc.edgeLength = 0.2, desc.rootRadius = desc.tipRadius = 0.1;
    assert_ok(supNetworkStrands(&desc, &network, NULL));
    assert_ok(supBodyAssetFromNetwork(&network, &body.asset, NULL));
    addBody(world, &body);
    SupView view = plainView(120, 80, fromFront, atMiddle);
    view.ground = false;
    Shot plain = takeShot(world, &view, NULL), empty;
    SupWorld *none = makeWorld(NULL);
    empty = takeShot(none, &view, NULL);
    assert_memory_not_equal(plain.pixels, empty.pixels, 4 * 120 * 80);
    static const SupOverlay overlays[] = {SupOverlay_Wireframe, SupOverlay_Pins,  SupOverlay_Strain,
                                          SupOverlay_Tets,      SupOverlay_Nodes, SupOverlay_Edges};
    for (size_t i = 0; i < sizeof overlays / sizeof *overlays; ++i) {
        view.overlays = overlays[i];
        Shot shot = takeShot(world, &view, NULL);
        // a network has no tets to show
        assert_int_equal(memcmp(shot.pixels, empty.pixels, 4 * 120 * 80) == 0, overlays[i] == SupOverlay_Tets);
        free(shot.pixels);
    }
    free(plain.pixels), free(empty.pixels);
    supBodyAssetRelease(body.asset);
    supNetworkFree(&network);
    supWorldDestroy(world), supWorldDestroy(none);
}

/// Sum of the channels' distances between a pixel and a colour.
static int colorDistance(const uint8_t *pixel, int r, int g, int b) {
    return abs(pixel[0] - r) + abs(pixel[1] - g) + abs(pixel[2] - b);
}

static double darkestAround(const Shot *shot, int x, int y) {
    double darkest = 255.0;
    for (int k = 0; k < 9; ++k) darkest = fmin(darkest, brightness(shot, x + k % 3 - 1, y + k / 3 - 1));
    return darkest;
}

/// A strand and a cloth of one cell, seen from the front: lines run from node to node, dots are where nodes are, and strain
/// colours an edge by its stretch.
static void edges_and_nodes_of_networks_are_where_they_are(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    memset(settings.gravity, 0, sizeof settings.gravity);
    SupWorld *world = makeWorld(&settings);
    SupStrandsDesc strands = SUP_STRANDS_DESC_INIT;
    SupClothDesc cloth = SUP_CLOTH_DESC_INIT;
    strands.nodes = 2, strands.edgeLength = 1.0, strands.rootRadius = strands.tipRadius = 0.2;
    strands.direction[0] = 1.0, strands.direction[1] = 0.0;
    cloth.columns = cloth.rows = 2, cloth.edgeLength = 0.5;
    SupNetwork networks[2];
    SupBodyId ids[2];
    assert_ok(supNetworkStrands(&strands, &networks[0], NULL));
    assert_ok(supNetworkCloth(&cloth, &networks[1], NULL));
    for (int i = 0; i < 2; ++i) {
        SupBodyDesc desc = SUP_BODY_DESC_INIT;
        assert_ok(supBodyAssetFromNetwork(&networks[i], &desc.asset, NULL));
        desc.position[0] = -0.5, desc.position[1] = i ? 0.1 : 1.0;
        if (i) desc.rotation[0] = -0.7071067811865476, desc.rotation[3] = 0.7071067811865476; // upright
        ids[i] = addBody(world, &desc);
        supBodyAssetRelease(desc.asset);
        supNetworkFree(&networks[i]);
    }
    SupView view = plainView(160, 120, fromFront, atMiddle);
    view.ground = false;
    double x, y;
    const double middle[3] = {0.0, 1.0, 0.0}, tip[3] = {0.5, 1.0, 0.0}, side[3] = {-0.25, 0.1, 0.0},
                 across[3] = {-0.25, 0.35, 0.0}, above[3] = {0.0, 1.15, 0.0}, stretched[3] = {0.25, 1.0, 0.0};
    view.overlays = SupOverlay_Edges;
    Shot edges = takeShot(world, &view, NULL);
    const double *const onEdges[] = {middle, side, across};
    for (int i = 0; i < 3; ++i) {
        assert_true(projectPoint(&view, onEdges[i], &x, &y));
        assert_true(darkestAround(&edges, (int)x, (int)y) < 140.0); // dark on the sky
    }
    assert_true(projectPoint(&view, above, &x, &y));
    assert_true(darkestAround(&edges, (int)x, (int)y) > 150.0); // where the tube was
    view.overlays = SupOverlay_Nodes;
    Shot nodes = takeShot(world, &view, NULL);
    assert_true(projectPoint(&view, tip, &x, &y));
    const uint8_t *dot = pixelAt(&nodes, x, y);
    assert_true(dot[0] > dot[2] + 80);
    assert_true(projectPoint(&view, middle, &x, &y));
    assert_true(darkestAround(&nodes, (int)x, (int)y) > 150.0);
    // stretched by half: red; the cloth at rest: blue
    const uint32_t last = 1;
    const double away[3] = {1.0, 1.0, 0.0};
    assert_ok(supWorldMove(world, ids[0], &last, 1, away, NULL));
    view.overlays = SupOverlay_Edges | SupOverlay_Strain;
    Shot strain = takeShot(world, &view, NULL);
    assert_true(projectPoint(&view, stretched, &x, &y));
    y = floor(y) +
        (brightness(&strain, (int)x, (int)y + 1) < brightness(&strain, (int)x, (int)y) ? 1.0 : 0.0); // a thin line
    const uint8_t *red = pixelAt(&strain, x, y);
    assert_true(red[0] > red[1] + 60 && red[0] > red[2] + 60);
    assert_true(projectPoint(&view, side, &x, &y));
    const uint8_t *blue = pixelAt(&strain, x, y);
    assert_true(blue[2] > blue[0] + 30);
    assert_true(colorDistance(red, blue[0], blue[1], blue[2]) > 150);
    free(edges.pixels), free(nodes.pixels), free(strain.pixels);
    supWorldDestroy(world);
}

/// Share of the pixels of a part of two pictures that differ.
static double difference(const Shot *a, const Shot *b, uint32_t firstRow, uint32_t endRow) {
    size_t differ = 0;
    for (size_t i = (size_t)firstRow * a->width; i < (size_t)endRow * a->width; ++i)
        differ += colorDistance(a->pixels + 4 * i, b->pixels[4 * i], b->pixels[4 * i + 1], b->pixels[4 * i + 2]) > 6;
    return (double)differ / ((double)(endRow - firstRow) * a->width);
}

/// Rings spread on the ground around a body that stands on it, move with the World's time and repeat with it; the sky and
/// the body stay as they are, and so does the World.
static void ripples_spread_from_where_a_body_stands(void **state) {
    (void)state;
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.substeps = 1;
    SupWorld *world = makeWorld(&settings);
    const double size[3] = {0.5, 0.5, 0.5}, place[3] = {-0.25, 0.0, -0.25};
    SupBodyId body = addBox(world, size, place);
    assert_ok(supWorldPinAll(world, body, true));
    const double eye[3] = {0.0, 1.6, 2.5};
    SupView view = plainView(160, 120, eye, atMiddle);
    Shot flat = takeShot(world, &view, NULL);
    view.rippleHeight = 0.03f, view.rippleLength = 0.3f;
    Shot first = takeShot(world, &view, NULL), again = takeShot(world, &view, NULL);
    assert_memory_equal(first.pixels, again.pixels, 4 * 160 * 120);
    for (int i = 0; i < 4; ++i) stepWorld(world, 4);
    Shot later = takeShot(world, &view, NULL);
    double x, y;
    assert_true(projectPoint(&view, (double[3]){0.0, 0.3, 0.25}, &x, &y)); // the body's front
    assert_true(
        colorDistance(pixelAt(&first, x, y), pixelAt(&flat, x, y)[0], pixelAt(&flat, x, y)[1], pixelAt(&flat, x, y)[2]) < 6);
    print_message("rings: %g of the ground moved\n", difference(&first, &later, 40, 120));
    assert_true(difference(&first, &later, 40, 120) > 0.02 && difference(&first, &later, 40, 120) < 0.7);
    SupWorld *none = makeWorld(NULL); // nothing stands on this ground: no ring, wherever time has got to
    Shot early = takeShot(none, &view, NULL);
    stepWorld(none, 16);
    Shot late = takeShot(none, &view, NULL);
    assert_memory_equal(early.pixels, late.pixels, 4 * 160 * 120);
    SupPicture *picture;
    SupRenderer *renderer;
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = fixtureGpu();
    assert_ok(supRendererCreate(&desc, &renderer));
    assert_ok(supPictureCreate(fixtureGpu(), 160, 120, &picture));
    view.target = supPictureTarget(picture);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
    view.rippleLength = 0.0f;
    assert_int_equal(supRendererDraw(renderer, world, encoder, &view), SupStatus_OutOfRange);
    view.rippleLength = 1.0f, view.rippleHeight = NAN;
    assert_int_equal(supRendererDraw(renderer, world, encoder, &view), SupStatus_OutOfRange);
    assert_non_null(strstr(supRendererErrorText(renderer), "rippleHeight"));
    wgpuCommandEncoderRelease(encoder);
    supPictureDestroy(picture);
    supRendererDestroy(renderer);
    free(flat.pixels), free(first.pixels), free(again.pixels), free(later.pixels), free(early.pixels), free(late.pixels);
    supWorldDestroy(world), supWorldDestroy(none);
}

static void passes_are_timed_where_the_device_can(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    const double size[3] = {0.5, 0.5, 0.5}, place[3] = {-0.25, 0.1, -0.25};
    addBox(world, size, place);
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    desc.gpu = fixtureGpu();
    SupRenderer *renderer = NULL;
    SupPicture *picture = NULL;
    assert_ok(supRendererCreate(&desc, &renderer));
    assert_ok(supPictureCreate(fixtureGpu(), 32, 24, &picture));
    SupStatus able = supRendererEnableTiming(renderer, true);
    assert_true(able == SupStatus_Ok || able == SupStatus_Unsupported);
    if (able) assert_true(strlen(supRendererErrorText(renderer)) > 10);
    SupView view = plainView(32, 24, fromFront, atMiddle);
    view.target = supPictureTarget(picture);
    const SupPassTime *times;
    uint32_t count;
    for (int i = 0; i < 3; ++i) { // the middle picture's times may come while the last is drawn
        WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
        assert_ok(supRendererDraw(renderer, world, encoder, &view));
        assert_ok(supPictureSubmit(picture, encoder));
        assert_ok(supPictureWait(picture, 300.0));
        SupStatus status = SupStatus_Pending;
        for (int k = 0; k < 1000 && (status = supRendererTimings(renderer, &times, &count)) == SupStatus_Pending; ++k)
            assert_ok(supGpuWaitIdle(fixtureGpu(), 1.0));
        assert_ok(status);
        if (able) assert_int_equal(count, 0);
        if (!able) {
            assert_true(count > 5);
            assert_string_equal(times[0].name, "normals");
            assert_string_equal(times[count - 1].name, "all");
        }
    }
    supPictureDestroy(picture);
    supRendererDestroy(renderer);
    supWorldDestroy(world);
}

static void views_out_of_range_are_refused_with_the_field(void **state) {
    (void)state;
    SupRendererDesc desc = SUP_RENDERER_DESC_INIT;
    SupRenderer *renderer = NULL;
    assert_status(SupStatus_InvalidArgument, supRendererCreate(&desc, &renderer));
    desc.gpu = fixtureGpu();
    desc.shadowSize = 100;
    assert_status(SupStatus_OutOfRange, supRendererCreate(&desc, &renderer));
    desc.shadowSize = 512;
    assert_ok(supRendererCreate(&desc, &renderer));
    SupWorld *world = makeWorld(NULL);
    SupPicture *picture;
    assert_status(SupStatus_OutOfRange, supPictureCreate(fixtureGpu(), 0, 5, &picture));
    assert_status(SupStatus_OutOfRange, supPictureCreate(fixtureGpu(), 5, 1000000, &picture));
    assert_ok(supPictureCreate(fixtureGpu(), 8, 8, &picture));
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(fixtureGpu()), NULL);
    SupView good = SUP_VIEW_INIT;
    good.target = supPictureTarget(picture);
    good.width = good.height = 8;
    SupView bad[6];
    for (int i = 0; i < 6; ++i) bad[i] = good;
    bad[0].width = 0;
    bad[1].camera.eye[0] = NAN;
    memcpy(bad[2].camera.eye, bad[2].camera.target, sizeof bad[2].camera.eye);
    bad[3].camera.fieldOfView = 3.5;
    bad[4].sun[0] = bad[4].sun[1] = bad[4].sun[2] = 0;
    bad[5].exposure = NAN;
    for (int i = 0; i < 6; ++i) {
        assert_status(SupStatus_OutOfRange, supRendererDraw(renderer, world, encoder, &bad[i]));
        assert_true(strlen(supRendererErrorText(renderer)) > 10);
    }
    good.cookie = 0;
    assert_status(SupStatus_InvalidArgument, supRendererDraw(renderer, world, encoder, &good));
    wgpuCommandEncoderRelease(encoder);
    supPictureDestroy(picture);
    supRendererDestroy(renderer);
    supWorldDestroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_of_one_pool_are_drawn_from_their_own_vertices_in_their_own_colours),
        cmocka_unit_test(every_overlay_draws_a_world_of_networks_alone),
        cmocka_unit_test(edges_and_nodes_of_networks_are_where_they_are),
        cmocka_unit_test(ripples_spread_from_where_a_body_stands),
        cmocka_unit_test(what_is_nearer_hides_what_is_behind_in_any_order_of_adding),
        cmocka_unit_test(the_shadows_outline_moves_with_the_deformed_body),
        cmocka_unit_test(the_horizon_is_level_where_the_camera_says_and_calm),
        cmocka_unit_test(grid_lines_lie_on_whole_metres),
        cmocka_unit_test(the_same_picture_has_the_same_bytes),
        cmocka_unit_test(odd_sizes_and_an_empty_world_are_drawn),
        cmocka_unit_test(a_body_far_from_its_start_still_draws_and_casts),
        cmocka_unit_test(from_inside_a_body_nothing_shows_through),
        cmocka_unit_test(a_picture_in_bands_is_the_same_picture),
        cmocka_unit_test(passes_are_timed_where_the_device_can),
        cmocka_unit_test(views_out_of_range_are_refused_with_the_field),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
