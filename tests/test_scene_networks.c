// SPDX-License-Identifier: MIT
// Networks in scenes before the GPU sees them: shapes, pins, tunables, files, and the tubes that exports hold.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "scene/scene_data.h"
#include "scene/selection.h"
#include "scene/tubes.h"
#include "scene_cases.h"

static SupBodyAssetView prepared(SupScene *scene, uint32_t body) {
    SupReport report = SUP_REPORT_INIT;
    if (supScenePrepare(scene, (SupProgress){0}, &report)) fail_msg("%s", supReportError(&report));
    return supBodyAssetView(supSceneAsset(scene, body));
}

static void shapesBecomeTheNetworksOfTheirDescriptions(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t nodes, springs, links, triangles;
    } cases[] = {
        {SCENE("\"bodies\": [{\"shape\": {\"strands\": {}}}]"), 32, 0, 32, 2 * 8 * 36},
        {SCENE("\"bodies\": [{\"shape\": {\"strands\": {\"count\": 3, \"nodes\": 5, \"sides\": 4}}}]"), 15, 0, 15,
         3 * 2 * 4 * 7},
        {SCENE("\"bodies\": [{\"shape\": {\"cloth\": {\"columns\": 4, \"rows\": 3}}}]"), 12, 9 + 8 + 12 + 6 + 4, 0, 12},
        {SCENE("\"bodies\": [{\"shape\": {\"cloth\": {\"columns\": 4, \"rows\": 3, \"shear\": 0, \"bend\": 0}}}]"), 12, 17,
         0, 12},
        {SCENE("\"bodies\": [{\"shape\": {\"hair\": {\"ellipsoid\": [0.1, 0.1, 0.1], \"count\": 7, \"nodes\": 5}}}]"), 35, 0,
         35, 7 * 2 * 3 * 7},
        {SCENE("\"bodies\": [{\"shape\": {\"shell\": {\"ellipsoid\": [1, 2, 3], \"rings\": 4, \"bend\": 0}}}]"), 26, 72, 0,
         48},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        SupScene *scene = parseGood(cases[i].text);
        SupBodyAssetView view = prepared(scene, 0);
        assert_int_equal(view.tetCount, 0);
        assert_int_equal(view.nodeCount, cases[i].nodes);
        assert_int_equal(view.springCount, cases[i].springs);
        assert_int_equal(view.linkCount, cases[i].links);
        assert_int_equal(view.triangleCount, cases[i].triangles);
        supSceneDestroy(scene);
    }
}

static void collidersTurnSwingAndCarry(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE(
        "\"bodies\": [{\"shape\": {\"strands\": {}}, \"network\": {\"carrier\": \"head\"}}, {\"shape\": {\"strands\": "
        "{}}}], "
        "\"colliders\": [{\"center\": [0, 0, 0], \"radius\": 1}, {\"name\": \"head\", \"center\": [1, 2, 3], \"radius\": 1, "
        "\"rotation\": [0, 1, 0, 0], \"angularVelocity\": [1, 2, 3], \"motion\": {\"sway\": [0.5, 0, 0], "
        "\"turn\": [0, 0.25, 0], \"period\": 4}}]"));
    assert_int_equal(sceneBody(scene, 0)->network.carrier, 2);
    assert_int_equal(sceneBody(scene, 1)->network.carrier, 0);
    const SupCollider *head = &sceneCollider(scene, 1)->value, *still = &sceneCollider(scene, 0)->value;
    assert_true(head->rotation[1] == 1.0 && head->rotation[3] == 0.0 && head->angularVelocity[2] == 3.0);
    assert_true(head->motion.sway[0] == 0.5 && head->motion.turn[1] == 0.25 && head->motion.period == 4.0);
    assert_true(still->rotation[3] == 1.0 && still->motion.period == 0.0);
    supSceneDestroy(scene);
}

static void leftOutValuesAreTheHeadersDefaults(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE("\"bodies\": [{\"shape\": {\"cloth\": {}}}]"));
    const SceneBody *body = sceneBody(scene, 0);
    const SupClothDesc cloth = SUP_CLOTH_DESC_INIT;
    const SupNetworkSettings network = SUP_NETWORK_SETTINGS_INIT;
    const SupSettings usual = SUP_SETTINGS_INIT, settings = supSceneSettings(scene);
    assert_true(body->shape.cloth.columns == cloth.columns && body->shape.cloth.stretch == cloth.stretch);
    assert_true(body->network.iterations == network.iterations && body->network.decay == network.decay);
    assert_true(settings.wind.gusts == usual.wind.gusts && settings.wind.gustScale == usual.wind.gustScale);
    supSceneDestroy(scene);
}

static void pinsAndProbesHoldNodes(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE(
        "\"bodies\": [{\"name\": \"field\", \"position\": [0, 1, 0], \"shape\": {\"strands\": {\"count\": 20, \"nodes\": 4, "
        "\"area\": [5, 4]}}, \"pin\": [{\"box\": [[-3, 0.9, -3], [3, 1.1, 3]]}, {\"vertices\": [3]}]}], "
        "\"probes\": {\"tips\": {\"body\": \"field\", \"box\": [[-3, 1.7, -3], [3, 1.8, 3]]}}"));
    prepared(scene, 0);
    SupReport report = SUP_REPORT_INIT;
    SceneIndices pinned;
    assert_int_equal(supSceneSelectPinned(sceneBody(scene, 0), &pinned, &report), SupStatus_Ok);
    assert_int_equal(pinned.count, 21); // each root and one tip
    supFree(pinned.values);
    assert_int_equal(supSceneSelectProbe(sceneBody(scene, 0), sceneProbe(scene, 0), &report), SupStatus_Ok);
    assert_int_equal(sceneProbe(scene, 0)->selected.count, 20);
    supSceneDestroy(scene);
}

// ---- Tunables --------------------------------------------------------------------------------------------------------

static bool lists(const SupScene *scene, const char *path) {
    SupTunable tunable;
    for (uint32_t i = 0; supSceneTunable(scene, i, &tunable); ++i)
        if (strcmp(tunable.path, path) == 0) return true;
    return false;
}

static void tunablesAreThoseOfTheBodiesThatAreThere(void **state) {
    (void)state;
    static const char tets[] = "{\"name\": \"cube\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}}";
    static const char network[] = "{\"name\": \"rope\", \"shape\": {\"strands\": {}}}";
    for (int kinds = 1; kinds < 4; ++kinds) { // bit 0: tets, bit 1: a network
        char text[400];
        snprintf(text, sizeof text, SCENE("\"bodies\": [%s%s%s]"), kinds & 1 ? tets : "", kinds == 3 ? ", " : "",
                 kinds & 2 ? network : "");
        SupScene *scene = parseGood(text);
        bool solid = kinds & 1, thin = (kinds & 2) != 0;
        assert_true(lists(scene, "gravity.y") && lists(scene, "time.frame") && lists(scene, "ground.friction"));
        assert_true(lists(scene, "solver") == solid && lists(scene, "time.substeps") == solid);
        assert_true(lists(scene, "bodies.cube.material.young") == solid && !lists(scene, "bodies.cube.network.decay"));
        assert_true(lists(scene, "wind.velocity.x") == thin && lists(scene, "wind.gusts") == thin);
        assert_true(lists(scene, "bodies.rope.network.iterations") == thin &&
                    lists(scene, "bodies.rope.network.pull.z") == thin);
        assert_true(!lists(scene, "bodies.rope.material.young") && !lists(scene, "bodies.rope.network.volume"));
        assert_true(lists(scene, "bodies.rope.network.repulsion") == thin && !lists(scene, "bodies.cube.network.repulsion"));
        supSceneDestroy(scene);
    }
}

static void setChangesNetworksAndRefusesTheirMaterial(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE("\"bodies\": [{\"name\": \"rope\", \"shape\": {\"strands\": {}}}]"));
    SupReport report = SUP_REPORT_INIT;
    double value;
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.network.decay", "0.5", &report), SupStatus_Ok);
    assert_int_equal(supSceneGet(scene, "bodies.rope.network.decay", &value), SupStatus_Ok);
    assert_true(value == 0.5);
    assert_int_equal(supSceneSet(scene, NULL, "wind.velocity", "[1, 2, 3]", &report), SupStatus_Ok);
    assert_true(supSceneSettings(scene).wind.velocity[2] == 3.0);
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.network.decay", "1.5", &report), SupStatus_OutOfRange);
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.material.young", "1e5", &report), SupStatus_InvalidArgument);
    assert_non_null(strstr(supReportError(&report), "networks (strands, cloth, shell, hair, blob) have network instead"));
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.network.repulsion", "3", &report), SupStatus_Ok);
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.network.repulsionRadius", "0", &report), SupStatus_OutOfRange);
    assert_int_equal(prepared(scene, 0).nodeCount, 32);
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.shape.strands.nodes", "9", &report), SupStatus_Ok);
    assert_int_equal(prepared(scene, 0).nodeCount, 9);
    supSceneDestroy(scene);
}

// ---- Files and sharing -----------------------------------------------------------------------------------------------

static void equalNetworksShareOneAsset(void **state) {
    (void)state;
    SupScene *scene = parseGood(SCENE("\"bodies\": [{\"shape\": {\"strands\": {\"count\": 4, \"area\": [1, 1]}}}, "
                                      "{\"shape\": {\"strands\": {\"area\": [1, 1], \"count\": 4}}}, "
                                      "{\"shape\": {\"strands\": {\"count\": 4, \"area\": [1, 1], \"seed\": 1}}}]"));
    prepared(scene, 0);
    assert_ptr_equal(supSceneAsset(scene, 0), supSceneAsset(scene, 1));
    assert_ptr_not_equal(supSceneAsset(scene, 0), supSceneAsset(scene, 2));
    supSceneDestroy(scene);
}

static const char tetraObj[] = "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nv 0 0 1000\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void shellsComeFromSurfaces(void **state) {
    (void)state;
    SupScene *scene =
        parseGood(SCENE("\"bodies\": [{\"shape\": {\"shell\": {\"file\": \"a/t.obj\", \"units\": \"mm\", \"bend\": 0}}}]"));
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supSceneWantedCount(scene), 1);
    assert_string_equal(supSceneWanted(scene, 0), "a/t.obj");
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_InvalidArgument);
    assert_non_null(strstr(supReportError(&report), "a/t.obj was not supplied"));
    assert_int_equal(supSceneSupply(scene, 0, "f 1 2 3\n", 8, (SupProgress){0}, &report), SupStatus_Malformed);
    assert_int_equal(supSceneSupply(scene, 0, tetraObj, sizeof tetraObj - 1, (SupProgress){0}, &report), SupStatus_Ok);
    SupBodyAssetView view = prepared(scene, 0);
    assert_true(lists(scene, "bodies.body1.network.volume"));
    assert_true(fabs(view.enclosedVolume - 1.0 / 6.0) < 1e-6);
    assert_int_equal(view.nodeCount, 4);
    assert_int_equal(view.springCount, 6);
    assert_true(fabs(view.minEdge - 1.0) < 1e-6);
    supSceneDestroy(scene);
}

static void blobsAreRefusedWhenTheirSurfaceIsOpen(void **state) {
    (void)state;
    SupScene *scene = parseGood(
        SCENE("\"bodies\": [{\"name\": \"jelly\", \"shape\": {\"blob\": {\"file\": \"a/t.obj\", \"spacing\": 0.2}}}]"));
    SupReport report = SUP_REPORT_INIT;
    static const char open[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
    static const char closed[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    assert_int_equal(supSceneSupply(scene, 0, open, sizeof open - 1, (SupProgress){0}, &report), SupStatus_Malformed);
    assert_non_null(strstr(supReportError(&report), "not closed: 3 edges"));
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneSupply(scene, 0, closed, sizeof closed - 1, (SupProgress){0}, &report), SupStatus_Ok);
    assert_true(lists(scene, "bodies.jelly.network.volume") && !lists(scene, "bodies.jelly.network.repulsion"));
    assert_true(prepared(scene, 0).nodeCount > 4);
    supSceneDestroy(scene);
}

static void shellsComeFromTheBoundaryOfTets(void **state) {
    (void)state;
    // two tets that share a face; a fifth node lies inside nothing
    const float positions[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    const uint32_t tets[8] = {0, 1, 2, 3, 1, 2, 3, 4};
    SupScene *scene =
        parseGood(SCENE("\"bodies\": [{\"shape\": {\"shell\": {\"positions\": \"p\", \"indices\": \"i\", \"bend\": 0}}}]"));
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supSceneWantedCount(scene), 2);
    assert_int_equal(supSceneSupply(scene, 0, positions, sizeof positions, (SupProgress){0}, &report), SupStatus_Ok);
    assert_null(supSceneAsset(scene, 0));
    assert_int_equal(supSceneSupply(scene, 1, tets, sizeof tets, (SupProgress){0}, &report), SupStatus_Ok);
    SupBodyAssetView view = prepared(scene, 0);
    assert_int_equal(view.triangleCount, 6);
    assert_int_equal(view.springCount, 9);
    supSceneDestroy(scene);
}

// ---- Tubes -----------------------------------------------------------------------------------------------------------

/// Volume of the tubes and whether each directed edge has its opposite.
static double enclosed(const SupBodyAssetView *view, const double *places, bool *closed) {
    double volume = 0.0;
    *closed = true;
    for (size_t t = 0; t < view->triangleCount; ++t) {
        Vec3 p[3];
        for (size_t c = 0; c < 3; ++c)
            p[c] = vec3Load(places + 3 * (size_t)(view->triangles[3 * t + c] - view->vertexCount));
        volume += vec3Dot(p[0], vec3Cross(p[1], p[2])) / 6.0;
        for (size_t c = 0; c < 3; ++c) {
            uint32_t from = view->triangles[3 * t + c], to = view->triangles[3 * t + (c + 1) % 3], opposite = 0;
            for (size_t k = 0; k < 3 * (size_t)view->triangleCount; ++k)
                opposite += view->triangles[k] == to && view->triangles[k - k % 3 + (k + 1) % 3] == from;
            *closed = *closed && opposite == 1;
        }
    }
    return volume;
}

static void exportedTubesAreClosedAndAsThickAsTheirStrand(void **state) {
    (void)state;
    SupScene *scene =
        parseGood(SCENE("\"bodies\": [{\"shape\": {\"strands\": {\"nodes\": 9, \"edgeLength\": 0.5, \"rootRadius\": 0.1, "
                        "\"tipRadius\": 0.1, \"sides\": 24}}}]"));
    SupBodyAssetView view = prepared(scene, 0);
    double *places = malloc(3 * sizeof *places * view.tubeCount);
    float nodes[27];
    bool closed;
    for (int bent = 0; bent < 2; ++bent) {
        for (int n = 0; n < 9; ++n) { // straight along y, or on an arc of 4 m
            double angle = bent ? 0.3 * n : 0.0, y = bent ? sin(angle) * 0.5 / 0.3 : 0.5 * n;
            nodes[3 * n] = (float)(bent ? (1.0 - cos(angle)) * 0.5 / 0.3 : 0.0), nodes[3 * n + 1] = (float)y,
                      nodes[3 * n + 2] = 0.0f;
        }
        supTubePlaces(&view, nodes, places);
        double volume = enclosed(&view, places, &closed), area = 3.14159265 * 0.01;
        assert_true(closed);
        // a cylinder of 4 m and two half balls
        assert_true(volume > 0.97 * 4.0 * area && volume < 1.02 * (4.0 + 4.0 / 3.0 * 0.1) * area);
    }
    for (int i = 0; i < 27; ++i) nodes[i] = 1.0f; // all in one point
    supTubePlaces(&view, nodes, places);
    for (size_t i = 0; i < 3 * (size_t)view.tubeCount; ++i) assert_true(isfinite(places[i]));
    free(places);
    supSceneDestroy(scene);
}

#define SWING(attachment)                                                                                                 \
    SCENE("\"bodies\": [{\"name\": \"rope\", \"shape\": {\"strands\": {\"nodes\": 4}}}, {\"name\": \"cube\", \"shape\": " \
          "{\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}}], \"attachments\": [" attachment "]")

static void attachmentsNameANetworkAndABody(void **state) {
    (void)state;
    SupScene *scene = parseGood(
        SWING("{\"network\": \"rope\", \"nodes\": [{\"vertices\": [3, 1]}], \"body\": \"cube\", \"radius\": 0.5}"));
    prepared(scene, 0);
    SupReport report = SUP_REPORT_INIT;
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_Ok);
    assert_int_equal(sceneAttachment(scene, 0)->bodyIndex, 1);
    assert_true(sceneAttachment(scene, 0)->radius == 0.5);
    supSceneDestroy(scene);
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {SWING("{\"network\": \"rope\", \"nodes\": [], \"body\": \"ball\"}"),
         "attachment 0 wants the body \"ball\", which is not there"},
        {SWING("{\"network\": \"cube\", \"nodes\": [], \"body\": \"cube\"}"),
         "attachment 0: \"cube\" is made of tets; network names strands, cloth, hair or the like"},
        {SWING("{\"network\": \"rope\", \"nodes\": [], \"body\": \"rope\"}"),
         "attachment 0: \"rope\" is a network; only a body of tets can lead"},
        {SWING("{\"network\": \"rope\", \"body\": \"cube\"}"), "attachment lacks the key \"nodes\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        SupReport found;
        assert_int_equal(parseBytes(wrong[i].text, strlen(wrong[i].text), &scene, &found), SupStatus_Malformed);
        if (!strstr(supReportError(&found), wrong[i].message)) fail_msg("%s", supReportError(&found));
    }
    static const struct {
        const char *text, *message;
    } empty[] = {
        {SWING("{\"network\": \"rope\", \"nodes\": [], \"body\": \"cube\"}"),
         "attachment 0: nodes holds no node of \"rope\" at frame 0"},
        {SWING("{\"network\": \"rope\", \"nodes\": [{\"vertices\": [4]}], \"body\": \"cube\"}"),
         "attachment 0: nodes names vertex 4, but there are 4 (0 to 3)"},
        {SWING("{\"network\": \"rope\", \"nodes\": [{\"vertices\": [3]}], \"body\": \"cube\"}, {\"network\": \"rope\", "
               "\"nodes\": [{\"vertices\": [2, 3]}], \"body\": \"cube\"}"),
         "attachment 1: node 3 of \"rope\" is attached already"},
        {SCENE("\"bodies\": [{\"name\": \"rope\", \"shape\": {\"strands\": {\"nodes\": 4}}, \"pin\": [{\"vertices\": "
               "[0]}]}, {\"name\": "
               "\"cube\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}}], \"attachments\": "
               "[{\"network\": \"rope\", "
               "\"nodes\": [{\"vertices\": [0]}], \"body\": \"cube\"}]"),
         "attachment 0: node 0 of \"rope\" is pinned already"},
    };
    for (size_t i = 0; i < sizeof empty / sizeof *empty; ++i) {
        scene = parseGood(empty[i].text);
        prepared(scene, 0);
        SupReport found = SUP_REPORT_INIT;
        assert_true(supSceneCheck(scene, &found) != SupStatus_Ok);
        const char *error = supReportError(&found), *colon = strstr(error, ": attachment");
        assert_non_null(colon);
        assert_string_equal(colon + 2, empty[i].message);
        assert_true(strncmp(error, "a.json:1:", 9) == 0); // where it stands in the file
        supSceneDestroy(scene);
    }
}

/// What only running refused before: checking does, too, and says where.
static void checkRefusesWhatRunRefuses(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {SCENE("\"bodies\": [\n{\"name\": \"flag\", \"shape\": {\"cloth\": {\"columns\": 3, \"rows\": 3}}, \"network\": "
               "{\"repulsion\": 2}}]"),
         "a.json:2:1: body \"flag\": network.repulsion is 2, but the body has no strands"},
        {SCENE("\"bodies\": [\n\n  {\"name\": \"flag\", \"shape\": {\"cloth\": {\"columns\": 3, \"rows\": 3}}, \"network\": "
               "{\"volume\": 1}}]"),
         "a.json:3:3: body \"flag\": network.volume is 1, but the surface is not closed and outward: it encloses nothing"},
        {SCENE("\"bodies\": [\n{\"name\": \"box\", \"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [1, 1, 1]}}, "
               "\"pin\": [{\"vertices\": [9]}]}]"),
         "a.json:2:1: body \"box\": pin names vertex 9, but there are 8 (0 to 7)"},
        {SCENE("\"bodies\": [\n{\"name\": \"wig\", \"shape\": {\"hair\": {\"ellipsoid\": [1, 1, 1], \"crown\": [0, 1, 0], "
               "\"crownCosine\": 1}}}]"),
         "a.json:2:1: body \"wig\": "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        SupScene *scene = parseGood(wrong[i].text);
        SupReport found = SUP_REPORT_INIT;
        assert_true(supSceneCheck(scene, &found) != SupStatus_Ok);
        if (strncmp(supReportError(&found), wrong[i].message, strlen(wrong[i].message)))
            fail_msg("%s", supReportError(&found));
        supSceneDestroy(scene);
    }
}

static void manyCollidersAndOddNamesAreRefusedInTheFile(void **state) {
    (void)state;
    SupScene *scene;
    SupReport found;
    char text[4000] = "{\"supple\": 1, \"colliders\": [\n";
    for (int i = 0; i < 33; ++i)
        strcat(text, i ? ",\n{\"center\": [0, 0, 0], \"radius\": 1}" : "{\"center\": [0, 0, 0], \"radius\": 1}");
    strcat(text, "]}");
    assert_int_equal(parseBytes(text, strlen(text), &scene, &found), SupStatus_OutOfRange);
    assert_non_null(strstr(supReportError(&found), ":34:1: 33 colliders, at most 32"));
    static const char *const names[] = {"", "a.b", "a=b"};
    for (int i = 0; i < 3; ++i) {
        snprintf(text, sizeof text,
                 "{\"supple\": 1, \"colliders\": [{\"name\": \"%s\", \"center\": [0, 0, 0], \"radius\": 1}]}", names[i]);
        assert_int_equal(parseBytes(text, strlen(text), &scene, &found), SupStatus_OutOfRange);
        assert_non_null(strstr(supReportError(&found), "collider: a name"));
    }
}

static void surfacesRefuseWhatSaysNothing(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"{\"shell\": {\"ellipsoid\": [1, 1, 1], \"scale\": 2}}", "scale and units are of files"},
        {"{\"blob\": {\"ellipsoid\": [1, 1, 1], \"units\": \"mm\"}}", "scale and units are of files"},
        {"{\"hair\": {\"file\": \"a.obj\", \"rings\": 12}}", "rings is of ellipsoid"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char text[300];
        SupScene *scene;
        SupReport found;
        snprintf(text, sizeof text, "{\"supple\": 1, \"bodies\": [{\"shape\": %s}]}", wrong[i].text);
        assert_int_equal(parseBytes(text, strlen(text), &scene, &found), SupStatus_OutOfRange);
        if (!strstr(supReportError(&found), wrong[i].message)) fail_msg("%s", supReportError(&found));
    }
}

static bool warned(const SupReport *report, const char *code, const char *text) {
    for (uint32_t i = 0; i < report->itemCount; ++i)
        if (strcmp(report->items[i].code, code) == 0) return strstr(report->items[i].text, text) != NULL;
    return false;
}

#define RIDERS(pin)                                                                                                    \
    SCENE("\"colliders\": [{\"name\": \"head\", \"center\": [0, 1, 0], \"radius\": 0.2, \"rotation\": [0, 0, 0, 2]}, " \
          "{\"center\": [2, 1, 0], \"radius\": 0.2}],\n\"bodies\": [\n{\"name\": \"rope\", \"shape\": {\"strands\": "  \
          "{\"nodes\": 4}}, "                                                                                          \
          "\"rotation\": [0, 0, 0, 3], \"position\": [0, 2, 0], \"network\": {\"carrier\": \"head\"}" pin "}]")

static void whatDoesNothingIsWarnedOf(void **state) {
    (void)state;
    SupReport report = SUP_REPORT_INIT;
    SupScene *scene = NULL;
    const char *text = RIDERS("");
    assert_int_equal(parseBytes(text, strlen(text), &scene, &report), SupStatus_Ok);
    assert_true(warned(&report, "collider_rotation", "the rotation of collider \"head\" has length 2; used as 1"));
    assert_true(warned(&report, "rotation", "the rotation of body \"rope\" has length 3; used as 1"));
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_Ok);
    assert_true(warned(&report, "idle_carrier",
                       ":3:1: body \"rope\": its carrier \"head\" carries pinned nodes, and none is pinned"));
    supSceneDestroy(scene);
    scene = parseGood(RIDERS(", \"pin\": [{\"vertices\": [0]}]"));
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_Ok);
    assert_false(warned(&report, "idle_carrier", ""));
    supSceneDestroy(scene);
    scene = parseGood(SCENE("\"time\": {\"frame\": 0.02}, \"colliders\": [{\"name\": \"bell\", \"center\": [0, 1, 0], "
                            "\"radius\": 1, \"motion\": {\"turn\": [1, 0, 0], \"period\": 0.1}}]"));
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_Ok);
    assert_true(
        warned(&report, "fast_motion",
               ": collider \"bell\" swings in 0.1 s, which are 5 frames, and goes straight within each; make the period "
               "longer, or time.frame 0.013 s or less"));
    assert_int_equal(supSceneSet(scene, NULL, "time.frame", "0.012", NULL), SupStatus_Ok);
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_Ok);
    assert_false(warned(&report, "fast_motion", ""));
    supSceneDestroy(scene);
    scene = parseGood(SCENE(
        "\"bodies\": [{\"name\": \"drop\", \"shape\": {\"blob\": {\"ellipsoid\": [1, 1, 1], \"rings\": 8, \"spacing\": "
        "0.4, \"radius\": 0.01}}}]"));
    report = (SupReport)SUP_REPORT_INIT;
    assert_int_equal(supSceneCheck(scene, &report), SupStatus_Ok);
    assert_true(
        warned(&report, "blob_loose", "nodes inside hang on none: radius is 0.01 m, and the nearest nodes are 0.4 m apart"));
    supSceneDestroy(scene);
}

static void setReachesCollidersAttachmentsAndCarriers(void **state) {
    (void)state;
    SupScene *scene = parseGood(RIDERS(""));
    const SceneCollider *first = sceneCollider(scene, 0), *second = sceneCollider(scene, 1);
    static const char *const good[][2] = {{"colliders.head.center.y", "1.5"},
                                          {"colliders.1.radius", "0.4"},
                                          {"colliders.head.motion.period", "2"},
                                          {"colliders.0.motion.sway", "[1, 2, 3]"},
                                          {"bodies.rope.network.carrier", "null"}};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        assert_int_equal(supSceneSet(scene, NULL, good[i][0], good[i][1], NULL), SupStatus_Ok);
    assert_true(first->value.center[1] == 1.5 && second->value.radius == 0.4);
    assert_true(first->value.motion.period == 2.0 && first->value.motion.sway[2] == 3.0);
    assert_true(sceneBody(scene, 0)->network.carrier == 0 && !sceneBody(scene, 0)->carrier);
    assert_int_equal(supSceneSet(scene, NULL, "bodies.rope.network.carrier", "head", NULL), SupStatus_Ok);
    assert_true(sceneBody(scene, 0)->network.carrier == 1);
    static const char *const bad[][3] = {
        {"bodies.rope.network.carrier", "foot", "no collider is named \"foot\""},
        {"colliders.2.radius", "1", "there is no collider \"2\"; there are 2, counted from 0"},
        {"colliders.foot.radius", "1", "there is no collider \"foot\""},
        {"colliders.head", "1", "collider is not one value"},
        {"colliders.head.name", "x", "name is not one value"},
        {"colliders.head.radius", "0", "it has no size"},
        {"attachments.0.radius", "1", "there is no attachment \"0\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        SupReport report = SUP_REPORT_INIT;
        assert_int_not_equal(supSceneSet(scene, NULL, bad[i][0], bad[i][1], &report), SupStatus_Ok);
        if (!strstr(supReportError(&report), bad[i][2])) fail_msg("%s", supReportError(&report));
    }
    assert_true(sceneBody(scene, 0)->network.carrier == 1 && strcmp(sceneBody(scene, 0)->carrier, "head") == 0);
    double value = 0.0;
    assert_int_equal(supSceneGet(scene, "colliders.head.center.y", &value), SupStatus_Ok);
    assert_true(value == 1.5);
    supSceneDestroy(scene);
    scene = parseGood(SWING("{\"network\": \"rope\", \"nodes\": [{\"vertices\": [3]}], \"body\": \"cube\"}"));
    assert_int_equal(supSceneSet(scene, NULL, "attachments.0.radius", "0.25", NULL), SupStatus_Ok);
    assert_true(sceneAttachment(scene, 0)->radius == 0.25);
    supSceneDestroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapesBecomeTheNetworksOfTheirDescriptions),
        cmocka_unit_test(collidersTurnSwingAndCarry),
        cmocka_unit_test(leftOutValuesAreTheHeadersDefaults),
        cmocka_unit_test(pinsAndProbesHoldNodes),
        cmocka_unit_test(tunablesAreThoseOfTheBodiesThatAreThere),
        cmocka_unit_test(setChangesNetworksAndRefusesTheirMaterial),
        cmocka_unit_test(equalNetworksShareOneAsset),
        cmocka_unit_test(shellsComeFromSurfaces),
        cmocka_unit_test(blobsAreRefusedWhenTheirSurfaceIsOpen),
        cmocka_unit_test(shellsComeFromTheBoundaryOfTets),
        cmocka_unit_test(attachmentsNameANetworkAndABody),
        cmocka_unit_test(checkRefusesWhatRunRefuses),
        cmocka_unit_test(manyCollidersAndOddNamesAreRefusedInTheFile),
        cmocka_unit_test(surfacesRefuseWhatSaysNothing),
        cmocka_unit_test(whatDoesNothingIsWarnedOf),
        cmocka_unit_test(setReachesCollidersAttachmentsAndCarriers),
        cmocka_unit_test(exportedTubesAreClosedAndAsThickAsTheirStrand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
