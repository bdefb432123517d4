// SPDX-License-Identifier: MIT
// A lit sphere's pixels against the shading model evaluated in double precision, and golden pictures.
#include "render_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Rgb {
    double c[3];
} Rgb;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void normalise(double a[3]) {
    double n = sqrt(dot(a, a));
    for (int k = 0; k < 3; ++k) a[k] /= n;
}

static Rgb mixed(const double a[3], const double b[3], double t) {
    Rgb r;
    for (int k = 0; k < 3; ++k) r.c[k] = a[k] + (b[k] - a[k]) * t;
    return r;
}

// The sky of shaders/shared/sky.wgsl.
static Rgb irradiance(double up) {
    static const double above[3] = {0.44, 0.54, 0.70}, sideways[3] = {0.48, 0.51, 0.56}, below[3] = {0.38, 0.37, 0.36};
    return up >= 0 ? mixed(sideways, above, up) : mixed(sideways, below, -up);
}

static double smoothstep(double a, double b, double x) {
    double t = fmin(fmax((x - a) / (b - a), 0), 1);
    return t * t * (3 - 2 * t);
}

static Rgb skyRadiance(const double d[3], const double sun[3]) {
    static const double zenith[3] = {0.30, 0.45, 0.70}, horizon[3] = {0.78, 0.82, 0.86}, below[3] = {0.42, 0.42, 0.42};
    static const double warm[3] = {0.30, 0.22, 0.12};
    Rgb r = d[1] >= 0 ? mixed(horizon, zenith, pow(d[1], 0.55)) : mixed(horizon, below, smoothstep(0, 0.25, -d[1]));
    double glow = pow(fmax(dot(d, sun), 0), 24);
    for (int k = 0; k < 3; ++k) r.c[k] += glow * warm[k];
    return r;
}

/// Radiance towards v of a sphere's point without translucency and ground: sun by GGX, Smith and Schlick, sky as above.
static Rgb shade(const SupLook *look, const double n[3], const double v[3], const double l[3], double sunIntensity) {
    static const double sunColor[3] = {1.0, 0.95, 0.87};
    const double pi = acos(-1.0);
    double nl = dot(n, l), nv = fmax(dot(n, v), 1e-4), rough = (double)look->roughness, metal = (double)look->metallic;
    double h[3] = {v[0] + l[0], v[1] + l[1], v[2] + l[2]};
    normalise(h);
    double nh = dot(n, h), vh = fmin(fmax(dot(v, h), 0), 1), a2 = pow(rough, 4), d = nh * nh * (a2 - 1) + 1;
    double ggx = a2 / (pi * d * d);
    double smith = 0.5 / (nl * sqrt(nv * nv * (1 - a2) + a2) + nv * sqrt(nl * nl * (1 - a2) + a2));
    double mirror[3];
    for (int k = 0; k < 3; ++k) mirror[k] = 2 * dot(n, v) * n[k] - v[k];
    Rgb sky = irradiance(n[1]), sharp = skyRadiance(mirror, l), dull = irradiance(mirror[1]), out;
    for (int k = 0; k < 3; ++k) {
        double base = (double)look->color[k], f0 = 0.04 + (base - 0.04) * metal;
        double f = f0 + (1 - f0) * pow(1 - vh, 5), fv = (f0 + (1 - f0) * pow(1 - nv, 5)) * (1 - 0.6 * rough);
        out.c[k] = nl > 0 ? ((1 - f) * base * (1 - metal) / pi + f * ggx * smith) * nl * sunIntensity * sunColor[k] : 0;
        out.c[k] += (1 - fv) * base * (1 - metal) * sky.c[k] + fv * (sharp.c[k] + (dull.c[k] - sharp.c[k]) * rough);
    }
    return out;
}

/// A band of shaders/shared/hair.wgsl: around a strand along t, where it is square to h.
static double band(const double t[3], const double n[3], double tilt, const double h[3], double exponent) {
    double tilted[3];
    for (int k = 0; k < 3; ++k) tilted[k] = t[k] + tilt * n[k];
    normalise(tilted);
    double along = dot(tilted, h);
    return pow(1 - along * along, 0.5 * exponent) * (exponent + 8) / (8 * acos(-1.0));
}

/// The same of a strand along t that shines like hair.
static Rgb shadeHair(const SupLook *look, const double t[3], const double v[3], const double l[3], double sunIntensity) {
    static const double sunColor[3] = {1.0, 0.95, 0.87};
    double n[3], h[3], across = dot(t, v), along = dot(t, l);
    for (int k = 0; k < 3; ++k) n[k] = v[k] - across * t[k], h[k] = v[k] + l[k];
    normalise(n), normalise(h);
    double exponent = fmin(fmax(2 / pow((double)look->roughness, 4) - 2, 4), 400);
    double first = 0.035 * band(t, n, 0.1, h, exponent), second = 0.5 * band(t, n, -0.15, h, 0.25 * exponent);
    Rgb out = shade(look, n, v, l, 0); // sky alone
    for (int k = 0; k < 3; ++k)
        out.c[k] +=
            sqrt(1 - along * along) * ((double)look->color[k] * (0.25 + second) + first) * sunIntensity * sunColor[k];
    return out;
}

/// Khronos PBR Neutral and the sRGB curve, as bytes.
static void toneMap(Rgb radiance, double bytes[3]) {
    double least = fmin(radiance.c[0], fmin(radiance.c[1], radiance.c[2]));
    double offset = least < 0.08 ? least - 6.25 * least * least : 0.04, peak = 0, start = 0.8 - 0.04;
    for (int k = 0; k < 3; ++k) radiance.c[k] -= offset, peak = fmax(peak, radiance.c[k]);
    if (peak >= start) {
        double pressed = 1 - (1 - start) * (1 - start) / (peak + 1 - 2 * start), g = 1 - 1 / (0.15 * (peak - pressed) + 1);
        for (int k = 0; k < 3; ++k) radiance.c[k] = radiance.c[k] * pressed / peak * (1 - g) + pressed * g;
    }
    for (int k = 0; k < 3; ++k) {
        double c = fmin(fmax(radiance.c[k], 0), 1);
        bytes[k] = 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055);
    }
}

/// A ball of radius 0.5: a box grid whose shells are blown up to spheres.
static SupBodyAsset *ballAsset(uint32_t cells) {
    SupTetMesh mesh = {0};
    assert_ok(supTetMeshBox((double[3]){2, 2, 2}, (uint32_t[3]){cells, cells, cells}, &mesh, NULL));
    for (size_t i = 0; i < mesh.vertexCount; ++i) {
        double *p = mesh.positions + 3 * i, shell = 0;
        for (int k = 0; k < 3; ++k) p[k] -= 1, shell = fmax(shell, fabs(p[k]));
        double length = sqrt(dot(p, p)), scale = length > 0 ? 0.5 * shell / length : 0;
        for (int k = 0; k < 3; ++k) p[k] *= scale;
    }
    SupBodyAssetDesc desc = SUP_BODY_ASSET_DESC_INIT;
    SupBodyAsset *asset = NULL;
    assert_ok(supBodyAssetCreate(&mesh, &desc, &asset, NULL));
    supTetMeshFree(&mesh);
    return asset;
}

static double shadingError(const SupLook *look) {
    SupWorld *world = makeWorld(NULL);
    SupBodyAsset *asset = ballAsset(24);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    desc.asset = asset;
    desc.position[1] = 1.0;
    addBody(world, &desc);
    const double eye[3] = {0.5, 1.6, 2.5}, center[3] = {0, 1, 0};
    SupView view = plainView(200, 200, eye, center);
    view.ground = false;
    view.sun[0] = 0.45, view.sun[1] = 0.8, view.sun[2] = 0.35; // from where the eye is: most of what it sees is lit
    Shot shot = takeShot(world, &view, look);
    double sun[3] = {view.sun[0], view.sun[1], view.sun[2]}, worst = 0;
    normalise(sun);
    int probes = 0;
    for (double theta = 0.1; theta < 3.1; theta += 0.2)
        for (double phi = 0; phi < 6.2; phi += 0.25) {
            double n[3] = {sin(theta) * cos(phi), cos(theta), sin(theta) * sin(phi)}, p[3], v[3], x, y, expected[3];
            for (int k = 0; k < 3; ++k) p[k] = center[k] + 0.5 * n[k], v[k] = eye[k] - p[k];
            normalise(v);
            // away from the silhouette, where a pixel sees many normals, and from the rim of the sphere's own shadow
            if (dot(n, v) < 0.45 || dot(n, sun) < 0.35) continue;
            assert_true(projectPoint(&view, p, &x, &y));
            toneMap(shade(look, n, v, sun, (double)view.sunIntensity), expected);
            const uint8_t *pixel = shot.pixels + 4 * ((size_t)y * shot.width + (size_t)x);
            for (int k = 0; k < 3; ++k) worst = fmax(worst, fabs(pixel[k] - expected[k]));
            probes++;
        }
    print_message("roughness %.2f metallic %.1f: %d probes, worst %.1f of 255\n", (double)look->roughness,
                  (double)look->metallic, probes, worst);
    assert_true(probes > 30);
    free(shot.pixels);
    supWorldDestroy(world);
    supBodyAssetRelease(asset);
    return worst;
}

static void a_lit_sphere_is_shaded_as_the_brdf_says(void **state) {
    (void)state;
    SupLook look = SUP_LOOK_INIT;
    look.translucency = 0;
    look.roughness = 0.7f;
    assert_true(shadingError(&look) < 8.0);
    look.roughness = 0.4f;
    assert_true(shadingError(&look) < 10.0);
    look.metallic = 1.0f;
    look.roughness = 0.6f;
    assert_true(shadingError(&look) < 10.0);
}

/// A straight thick strand through (0, 1, 0) along t: the worst channel of probes on its lit side.
static double strandError(const SupLook *look, const double along[3]) {
    SupSettings settings = SUP_SETTINGS_INIT;
    settings.gravity[1] = 0;
    settings.ground.enabled = false;
    SupWorld *world = makeWorld(&settings);
    SupStrandsDesc strand = SUP_STRANDS_DESC_INIT;
    SupNetwork network;
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    double t[3] = {along[0], along[1], along[2]};
    normalise(t);
    strand.nodes = 5, strand.edgeLength = 0.4, strand.sides = 32;
    strand.rootRadius = strand.tipRadius = 0.2;
    memcpy(strand.direction, t, sizeof t);
    assert_ok(supNetworkStrands(&strand, &network, NULL));
    assert_ok(supBodyAssetFromNetwork(&network, &desc.asset, NULL));
    supNetworkFree(&network);
    for (int k = 0; k < 3; ++k) desc.position[k] = (k == 1) - 0.8 * t[k];
    addBody(world, &desc);
    const double eye[3] = {0.5, 1.6, 2.5}, center[3] = {0, 1, 0};
    SupView view = plainView(500, 500, eye, center);
    view.ground = false;
    view.sun[0] = 0.45, view.sun[1] = 0.8, view.sun[2] = 0.35;
    Shot shot = takeShot(world, &view, look);
    double sun[3] = {view.sun[0], view.sun[1], view.sun[2]}, worst = 0, a[3] = {-t[1], t[0], 0}, b[3];
    normalise(sun), normalise(a);
    for (int k = 0; k < 3; ++k) b[k] = t[(k + 1) % 3] * a[(k + 2) % 3] - t[(k + 2) % 3] * a[(k + 1) % 3];
    int probes = 0, bright = 0;
    for (double s = -0.5; s < 0.51; s += 0.04)
        for (double angle = 0; angle < 6.28; angle += 0.15) {
            double n[3], p[3], v[3], x, y, expected[3];
            for (int k = 0; k < 3; ++k) {
                n[k] = cos(angle) * a[k] + sin(angle) * b[k];
                p[k] = center[k] + s * t[k] + 0.2 * n[k], v[k] = eye[k] - p[k];
            }
            normalise(v);
            // where a tube turns from the sun it shadows itself, which thin strands do not
            if (dot(n, v) < 0.45 || dot(n, sun) < 0.8 * sqrt(1 - dot(t, sun) * dot(t, sun))) continue;
            assert_true(projectPoint(&view, p, &x, &y));
            toneMap(shadeHair(look, t, v, sun, (double)view.sunIntensity), expected);
            const uint8_t *pixel = shot.pixels + 4 * ((size_t)y * shot.width + (size_t)x);
            for (int k = 0; k < 3; ++k) worst = fmax(worst, fabs(pixel[k] - expected[k]));
            probes++, bright += pixel[2] > 100;
        }
    print_message("hair, roughness %.2f: %d probes, %d in the band, worst %.1f of 255\n", (double)look->roughness, probes,
                  bright, worst);
    assert_true(probes > 40);
    free(shot.pixels);
    supWorldDestroy(world);
    supBodyAssetRelease(desc.asset);
    return worst;
}

static void strands_shine_like_hair(void **state) {
    (void)state;
    SupLook look = SUP_LOOK_INIT;
    look.translucency = 0;
    look.hair = 1;
    for (int k = 0; k < 3; ++k) look.color[k] = 0.3f - 0.1f * (float)k;
    for (int k = 0; k < 3; ++k) {
        static const double along[3][3] = {{1, 0, 0}, {0.2, 1, 0}, {1, 1, -0.5}};
        look.roughness = k == 1 ? 0.7f : 0.5f;
        assert_true(strandError(&look, along[k]) < 5.0);
    }
    // the check itself: without the bands it would not hold
    look.hair = 0;
    assert_true(strandError(&look, (double[3]){1, 0, 0}) > 20.0);
}

// ---- Golden pictures -------------------------------------------------------------------------------------------------

enum { GoldenWidth = 96, GoldenHeight = 64 };

static bool readGolden(const char *path, uint8_t *rgb) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    int width = 0, height = 0;
    bool ok = fscanf(file, "P6 %d %d 255", &width, &height) == 2 && fgetc(file) == '\n' && width == GoldenWidth &&
              height == GoldenHeight && fread(rgb, 3, GoldenWidth * GoldenHeight, file) == GoldenWidth * GoldenHeight;
    fclose(file);
    return ok;
}

/// SUPPLE_WRITE_GOLDEN=1 makes the pictures anew.
static void compareGolden(const char *name, const Shot *shot) {
    char path[512];
    snprintf(path, sizeof path, "%s/tests/golden/%s.ppm", SUPPLE_SOURCE_DIR, name);
    static uint8_t golden[3 * GoldenWidth * GoldenHeight];
    if (getenv("SUPPLE_WRITE_GOLDEN")) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fprintf(file, "P6 %d %d 255\n", GoldenWidth, GoldenHeight);
        for (int i = 0; i < GoldenWidth * GoldenHeight; ++i) fwrite(shot->pixels + 4 * i, 1, 3, file);
        fclose(file);
    }
    assert_true(readGolden(path, golden));
    double sum = 0;
    int off = 0;
    for (int i = 0; i < GoldenWidth * GoldenHeight; ++i)
        for (int k = 0; k < 3; ++k) {
            int difference = abs(shot->pixels[4 * i + k] - golden[3 * i + k]);
            sum += difference;
            off += difference > 24;
        }
    double mean = sum / (3 * GoldenWidth * GoldenHeight);
    print_message("%s: mean difference %.3f of 255, %d channels off by more than 24\n", name, mean, off);
    assert_true(mean < 2.0);
    assert_true(off < 3 * GoldenWidth * GoldenHeight / 100);
}

static void pictures_look_as_they_did(void **state) {
    (void)state;
    SupWorld *world = makeWorld(NULL);
    SupBodyAsset *ball = ballAsset(6), *box = boxAsset(0.7, 0.5, 0.5, 3, 2, 2);
    SupBodyDesc desc = SUP_BODY_DESC_INIT;
    const uint32_t pins[] = {0, 1, 2};
    desc.asset = ball;
    desc.position[0] = -0.6, desc.position[1] = 0.6;
    addBody(world, &desc);
    desc.asset = box;
    desc.position[0] = 0.2, desc.position[1] = 0.1;
    desc.pinned = pins, desc.pinnedCount = 3;
    addBody(world, &desc);
    stepWorld(world, 2);
    const double eye[3] = {1.2, 1.5, 3.0}, target[3] = {0, 0.4, 0};
    SupView view = plainView(GoldenWidth, GoldenHeight, eye, target);
    view.bloom = 0.06f;
    Shot shot = takeShot(world, &view, NULL);
    compareGolden("bodies", &shot);
    free(shot.pixels);
    view.overlays = SupOverlay_Strain | SupOverlay_Wireframe | SupOverlay_Pins;
    shot = takeShot(world, &view, NULL);
    compareGolden("overlays", &shot);
    free(shot.pixels);
    view.overlays = SupOverlay_Tets;
    shot = takeShot(world, &view, NULL);
    compareGolden("tets", &shot);
    free(shot.pixels);
    supWorldDestroy(world);
    supBodyAssetRelease(ball);
    supBodyAssetRelease(box);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lit_sphere_is_shaded_as_the_brdf_says),
        cmocka_unit_test(strands_shine_like_hair),
        cmocka_unit_test(pictures_look_as_they_did),
    };
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
