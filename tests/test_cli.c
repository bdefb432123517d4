// SPDX-License-Identifier: MIT
// The program as its users meet it: exit codes, one clear line, nothing left behind, and results that mean what docs/cli.md
// says. Runs on a real adapter.
#define _XOPEN_SOURCE 700
#include "cli_fixture.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "supple/scene.h"

static const char cubeObj[] = "v 0 1 0\nv 2 1 0\nv 2 3 0\nv 0 3 0\nv 0 1 2\nv 2 1 2\nv 2 3 2\nv 0 3 2\n"
                              "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

#define BOX "\"shape\": {\"box\": {\"size\": [1, 1, 1], \"cells\": [2, 2, 2]}}"
#define SMALL "\"time\": {\"substeps\": 2, \"iterations\": 2}"

// ---- Usage -----------------------------------------------------------------------------------------------------------

static void wrongUsageIsTwo(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "a command is missing"},
        {"frobnicate", "unknown command \"frobnicate\""},
        {"rum beam", "did you mean run?"},
        {"view beam cube", "view: "},
        {"run", "wants SCENE"},
        {"run beam cube", "unexpected argument \"cube\""},
        {"run beam --fames 3", "unknown option --fames; did you mean --frames?"},
        {"run beam --fames=3", "did you mean --frames?"},
        {"run beam -x", "unknown option -x"},
        {"run beam --frames", "--frames wants N after it"},
        {"run beam --frames -1", "whole number in 0 .. 10000000, not \"-1\""},
        {"run beam --frames 1.5", "whole number"},
        {"run beam --frames 1e3", "whole number"},
        {"run beam --frames 99999999999999999999", "whole number"},
        {"run beam --quiet=1", "--quiet takes no value"},
        {"run beam --substeps 0", "--substeps wants"},
        {"run beam --solver vbx", "did you mean \"vbd\"?"},
        {"run beam --solver xpdb", "did you mean \"xpbd\"?"},
        {"run beam --accumulate sum", "accumulate"},
        {"run beam --set x", "PATH=VALUE"},
        {"run beam --set =1", "PATH=VALUE"},
        {"run beam --set bodies.beam.material.yung=1", "did you mean \"young\"?"},
        {"run beam --set bodies.baem.material.young=1", "did you mean \"beam\"?"},
        {"run beam --set bodies.beam.material.young=0", "must lie in 1 .."},
        {"run beam --set bodies.beam.material.young=stiff", "not a number"},
        {"run beam --json a --positions a", "two results would go to a"},
        {"run beam --json - --positions -", "two results"},
        {"run beam --json ./a --positions a", "two results would go to ./a"},
        {"run beam --json beam", "beam is the input"},
        {"run beam --units mm", "--units is for mesh files"},
        {"run beam --units km", "--units wants m or mm, not \"km\""},
        {"run beam --export a.msh", "must end with .obj, .stl or .ply"},
        {"run cubes:0", "1 .. 15000"},
        {"run cubes:x", "1 .. 15000"},
        {"run block:1000", "1 .. 149"},
        {"mesh", "wants IN OUT"},
        {"mesh a.obj", "wants IN OUT"},
        {"mesh a.obj b c", "unexpected argument \"c\""},
        {"mesh a.obj b --size 0", "--size wants"},
        {"mesh a.obj b --size x", "--size wants"},
        {"mesh a.obj b --size 1 --tets 5", "contradict"},
        {"mesh a.obj b --units inch", "m or mm"},
        {"check", "wants FILE"},
        {"devices x", "unexpected argument"},
        {"scenes x", "unexpected argument"},
        {"bench beam --frames -1", "--frames wants"},
        {"bench beam --draw 5", "--draw wants WxH"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) refuses(cases[i][0], 2, cases[i][1]);
}

static void helpAndVersionAreDone(void **state) {
    (void)state;
    static const char *const lines[] = {"--help",      "-h",           "help",           "run --help",
                                        "mesh --help", "check --help", "devices --help", "scenes --help",
                                        "bench --help"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        char *out = succeeds(lines[i]);
        assert_true(strncmp(out, "usage: supple ", 14) == 0);
        free(out);
    }
    char *out = succeeds("--version");
    assert_true(strncmp(out, "supple ", 7) == 0 && strstr(out, supVersion()));
    free(out);
}

// ---- Refused input ---------------------------------------------------------------------------------------------------

static void missingInputsAreOne(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"run baem", "did you mean \"beam\"?"},
        {"run nothing.obj", "nothing.obj: no such file"},
        {"run nothing.json", "nothing.json: No such file"},
        {"run nothing_positions.vec3f32bin", "nothing_positions.vec3f32bin: No such file"},
        {"run .", "run"},
        {"mesh nothing.obj out", "nothing.obj: No such file"},
        {"check nothing.obj", "nothing.obj"},
        {"bench baem", "did you mean \"beam\"?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) refuses(cases[i][0], 1, cases[i][1]);
}

static void badScenesAreOne(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "a.json:1:1: the file is empty"},
        {"{\"supple\": 1,\n \"gravty\": 1}", "a.json:2:2: unknown key \"gravty\" in the scene; did you mean \"gravity\"?"},
        {"{\"supple\": 9}", "version 9"},
        {"{\"supple\": 1, \"gravity\": [0, 1]}", "gravity must be a list of 3 numbers, not of 2"},
        {"{\"supple\": 1, \"constraints\": []}", "not supported by this version"},
        {"{\"supple\": 1, \"bodies\": [{\"shape\": {\"mesh\": {\"file\": \"b.obj\"}}}]}", "b.obj: No such file"},
        {"{\"supple\": 1, \"bodies\": [{" BOX ", \"pin\": [{\"vertices\": [27]}]}]}", "vertex 27, but there are 27"},
        {"{\"supple\": 1, \"bodies\": [{" BOX "}], \"probes\": {\"p\": {\"body\": \"body1\", \"box\": [[9,9,9],[9,9,9]]}}}",
         "probe \"p\" holds no vertex"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        writeText("a.json", cases[i][0]);
        refuses("run a.json --frames 1 --json r.json --positions p.npy --record r.npy --export s.obj", 1, cases[i][1]);
        refuses("check a.json", 1, cases[i][1]);
    }
    emptyFolder();
}

static void badMeshesAreOne(void **state) {
    (void)state;
    static const struct {
        const char *file, *text, *message;
    } cases[] = {
        {"a.obj", "", "a.obj"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "a.obj"},
        {"a.obj", "v 0 0 0\nf 1 2 3\n", "a.obj"},
        {"a.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj"},
        {"a.ply", "ply\nformat ascii 1.0\nelement vertex 3\n", "a.ply"},
        {"a.xyz", "what is this\n", "a.xyz"},
        {"a_positions.vec3f32bin", "xxxxxxxxxxxx", "a_tet_indices.vec4u32bin: No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char line[120];
        writeText(cases[i].file, cases[i].text);
        snprintf(line, sizeof line, "run %s --frames 1 --json r.json", cases[i].file);
        refuses(line, 1, cases[i].message);
        snprintf(line, sizeof line, "mesh %s out", cases[i].file);
        refuses(line, 1, cases[i].message);
        emptyFolder();
    }
}

static void badOutputsAreOne(void **state) {
    (void)state;
    writeText("cube.obj", cubeObj);
    static const char *const cases[][2] = {
        {"run beam --frames 1 --json no/r.json", "cannot write no/r.json"},
        {"run beam --frames 1 --positions .", "is a folder"},
        {"run beam --frames 1 --record no/r.npy", "cannot write no/r.npy"},
        {"run beam --frames 1 --export no/r.obj", "cannot write no/r.obj"},
        {"run beam --frames 1 --quiet --json /dev/full", "cannot write /dev/full"},
        {"mesh cube.obj no/out", "cannot write no/out"},
        {"check cube.obj --json no/c.json", "cannot write no/c.json"},
        {"scenes --json no/s.json", "cannot write no/s.json"},
        {"devices --json no/d.json", "cannot write no/d.json"},
        {"bench beam --json no/b.json", "cannot write no/b.json"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) refuses(cases[i][0], 1, cases[i][1]);
    refuses("mesh cube.obj out.msh", 2, ".obj, .stl or .ply");
    refuses("mesh cube.obj out.obj --json ./out.obj", 2, "two results would go to ./out.obj");
    refuses("mesh cube.obj out --json out_positions.vec3f32bin", 2, "two results would go to");
    free(succeeds("mesh cube.obj out --tets 100 --quiet"));
    refuses("mesh out_positions.vec3f32bin again --tets 5", 2, "holds tets already");
    refuses("mesh cube.obj ./cube.obj", 2, "cube.obj is the input");
    refuses("mesh out_positions.vec3f32bin out", 2, "is the input");
    refuses("mesh cube.obj again --json cube.obj", 2, "is the input");
    refuses("run cube.obj --frames 0 --export ./cube.obj", 2, "is the input");
    emptyFolder();
}

static void missingGpuIsThree(void **state) {
    (void)state;
    refuses("run beam --frames 1 --json r.json --adapter nowhere", 3, "no adapter matches \"nowhere\"");
    refuses("bench beam --frames 1 --adapter nowhere", 3, "no adapter matches \"nowhere\"");
    setenv("SUPPLE_ADAPTER", "elsewhere", 1);
    refuses("run beam --frames 1", 3, "no adapter matches \"elsewhere\"");
    unsetenv("SUPPLE_ADAPTER");
    const char *names[2] = {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"};
    char *before[2];
    for (int i = 0; i < 2; ++i) {
        before[i] = getenv(names[i]) ? strdup(getenv(names[i])) : NULL;
        setenv(names[i], "/nonexistent.json", 1);
    }
    refuses("run beam --frames 1", 3, "no usable GPU");
    refuses("devices", 3, "no usable GPU");
    for (int i = 0; i < 2; ++i) {
        if (before[i])
            setenv(names[i], before[i], 1);
        else
            unsetenv(names[i]);
        free(before[i]);
    }
}

static void oldResultsSurviveFailures(void **state) {
    (void)state;
    writeText("p.npy", "old");
    writeText("a.json", "{\"supple\": 1");
    refuses("run a.json --positions p.npy", 1, "ends too early");
    refuses("run beam --frames 1 --positions p.npy --adapter nowhere", 3, "nowhere");
    char *text = readFile("p.npy", NULL);
    assert_string_equal(text, "old");
    free(text);
    emptyFolder();
}

// ---- Runs ------------------------------------------------------------------------------------------------------------

static void checkNpy(const char *path, const char *shape, size_t floats) {
    size_t length;
    char *bytes = readFile(path, &length), text[80];
    snprintf(text, sizeof text, "{'descr': '<f4', 'fortran_order': False, 'shape': (%s), }", shape);
    assert_memory_equal(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    assert_memory_equal(bytes + 10, text, strlen(text));
    assert_int_equal(length, SUP_NPY_HEADER_SIZE + floats * sizeof(float));
    free(bytes);
}

static void runWritesWhatIsAskedFor(void **state) {
    (void)state;
    free(succeeds("run beam --frames 2 --json r.json --positions p.npy --record r.npy --export s.obj"));
    assert_string_equal(folderFiles(), "p.npy r.json r.npy s.obj ");
    checkNpy("p.npy", "325, 3", (size_t)325 * 3);
    checkNpy("r.npy", "3, 325, 3", (size_t)3 * 325 * 3);
    char *json = readFile("r.json", NULL);
    static const char *const paths[] = {"scene",
                                        "solver",
                                        "frames",
                                        "substeps",
                                        "iterations",
                                        "adapter",
                                        "driver",
                                        "backend",
                                        "vertices",
                                        "tets",
                                        "edges",
                                        "ms_per_frame.wall",
                                        "ms_per_frame.gpu",
                                        "ms_per_frame.cpu",
                                        "finite",
                                        "hash",
                                        "state_hash",
                                        "residual",
                                        "volume.min_ratio",
                                        "volume.max_ratio",
                                        "volume.inverted",
                                        "energy.kinetic",
                                        "energy.elastic",
                                        "energy.gravity",
                                        "momentum.2",
                                        "max_penetration",
                                        "probes.tip.2",
                                        "version",
                                        "commit"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        char *value = jsonAt(json, paths[i]);
        if (!value) fail_msg("%s is missing", paths[i]);
        free(value);
    }
    assert_true(jsonNumberAt(json, "vertices") == 325 && jsonNumberAt(json, "tets") == 1152);
    assert_true(jsonNumberAt(json, "energy.kinetic") > 0.0 && jsonNumberAt(json, "max_penetration") == 0.0);
    size_t length;
    char *positions = readFile("p.npy", &length), *record = readFile("r.npy", NULL), hash[24];
    size_t bytes = length - SUP_NPY_HEADER_SIZE;
    assert_memory_equal(positions + SUP_NPY_HEADER_SIZE, record + SUP_NPY_HEADER_SIZE + 2 * bytes, bytes);
    snprintf(hash, sizeof hash, "\"%016llx\"", (unsigned long long)supHash(positions + SUP_NPY_HEADER_SIZE, bytes));
    char *told = jsonAt(json, "hash");
    assert_string_equal(told, hash);
    free(told);
    free(positions);
    free(record);
    free(json);
    emptyFolder();
}

static char *valueAfter(const char *line, const char *path) {
    char *json = succeeds(line), *value = jsonAt(json, path);
    if (!value) fail_msg("supple %s: no %s", line, path);
    free(json);
    return value;
}

static double numberAfter(const char *line, const char *path) {
    char *value = valueAfter(line, path);
    double number = strtod(value, NULL);
    free(value);
    return number;
}

static void hashesRepeat(void **state) {
    (void)state;
    static const char *const paths[] = {"hash", "state_hash"};
    for (int i = 0; i < 2; ++i) {
        char *first = valueAfter("run torus --frames 3 --json -", paths[i]);
        char *second = valueAfter("run torus --frames 3 --json - --record r.npy", paths[i]);
        char *other = valueAfter("run torus --frames 4 --json -", paths[i]);
        assert_string_equal(first, second);
        assert_string_not_equal(first, other);
        free(first);
        free(second);
        free(other);
    }
    emptyFolder();
}

static void zeroFramesAreTheStart(void **state) {
    (void)state;
    char *json = succeeds("run beam --frames 0 --json - --record r.npy --local");
    assert_true(jsonNumberAt(json, "frames") == 0.0);
    assert_true(fabs(jsonNumberAt(json, "probes.tip.0") - 1.2) < 1e-6);
    assert_true(fabs(jsonNumberAt(json, "probes.tip.1") - 2.2) < 1e-6);
    checkNpy("r.npy", "1, 325, 3", (size_t)325 * 3);
    char *wall = jsonAt(json, "ms_per_frame.wall");
    assert_string_equal(wall, "null");
    free(wall);
    free(json);
    emptyFolder();
}

static void setReachesTheSimulation(void **state) {
    (void)state;
    double soft = numberAfter("run beam --frames 20 --json - --set bodies.beam.material.stiffness=soft", "probes.tip.1");
    double stiff = numberAfter("run beam --frames 20 --json - --set bodies.beam.material.young=1e6", "probes.tip.1");
    double none = numberAfter("run beam --frames 5 --json - --set gravity.y=0", "probes.tip.1");
    assert_true(soft < stiff - 0.05 && stiff < 2.2 && fabs(none - 2.2) < 1e-5);
    assert_true(numberAfter("run beam --frames 1 --json - --substeps 3 --iterations 2", "substeps") == 3.0);
    char *form = valueAfter("run beam --frames 1 --json - --accumulate scatter", "accumulate");
    assert_string_equal(form, "\"scatter\"");
    free(form);
}

static void figuresGoToStdoutOrNowhere(void **state) {
    (void)state;
    char *out = succeeds("run beam --frames 1");
    assertJson(out);
    free(out);
    out = succeeds("run beam --frames 1 --quiet");
    assert_string_equal(out, "");
    free(out);
    out = succeeds("run beam --frames 1 --positions -");
    assert_memory_equal(out, "\x93NUMPY", 6);
    free(out);
}

static void nonFiniteIsFour(void **state) {
    (void)state;
    writeText("a.json",
              "{\"supple\": 1, \"time\": {\"frame\": 0.1, \"substeps\": 1, \"frames\": 3}, \"ground\": null, \"bodies\": "
              "[{\"name\": \"speck\", \"shape\": {\"box\": {\"size\": [1e-8, 1e-8, 1e-8], \"cells\": [3, 1, 1]}}, "
              "\"velocity\": [1e6, 0, 0], \"angularVelocity\": [1e6, 0, 0], \"material\": {\"young\": 1e12}, "
              "\"pin\": [{\"vertices\": [0]}]}]}");
    Ran ran = supple("run a.json --json r.json --positions p.npy --export s.obj");
    assert_int_equal(ran.code, 4);
    assert_non_null(strstr(ran.err, "body \"speck\" became non-finite in frame 1"));
    assert_ptr_equal(strchr(ran.err, '\n') + 1, ran.err + strlen(ran.err));
    assert_string_equal(folderFiles(), "a.json p.npy r.json "); // a surface of NaN is none
    char *json = readFile("r.json", NULL), *finite = jsonAt(json, "finite"), *residual = jsonAt(json, "residual");
    assert_string_equal(finite, "false");
    assert_string_equal(residual, "null");
    free(residual);
    free(finite);
    free(json);
    freeRan(&ran);
    emptyFolder();
}

static void meshFilesAreDropped(void **state) {
    (void)state;
    writeText("cube.obj", cubeObj);
    Ran ran = supple("run cube.obj --frames 1 --quiet --json r.json --set bodies.body.shape.mesh.tets=200");
    if (ran.code) fail_msg("%s", ran.err);
    char *json = readFile("r.json", NULL), *name = jsonAt(json, "scene");
    assert_string_equal(name, "\"cube.obj\"");
    assert_true(jsonNumberAt(json, "tets") > 100 && jsonNumberAt(json, "tets") < 300);
    free(name);
    free(json);
    freeRan(&ran);
    emptyFolder();
}

static void filesLieBesideTheScene(void **state) {
    (void)state;
    assert_int_equal(mkdir("sub", 0700), 0);
    writeText("sub/cube.obj", cubeObj);
    writeText("sub/a.json",
              "{\"supple\": 1, " SMALL ", \"bodies\": [{\"shape\": {\"mesh\": {\"file\": \"cube.obj\", \"tets\": 100, "
              "\"units\": \"mm\"}}}]}");
    free(succeeds("run sub/a.json --frames 1 --quiet"));
    remove("sub/cube.obj");
    remove("sub/a.json");
    emptyFolder();
}

static void interruptedRunsLeaveNothing(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; ++i) {
        pid_t process = suppleStart("run beam --frames 100000 --quiet --positions p.npy --json r.json");
        for (int tries = 0; tries < 2000 && !strstr(folderFiles(), "p.npy.tmp-"); ++tries)
            nanosleep(&(struct timespec){0, 5000000}, NULL);
        assert_non_null(strstr(folderFiles(), "p.npy.tmp-"));
        nanosleep(&(struct timespec){0, 300000000}, NULL);
        int status = 0;
        kill(process, signals[i]);
        assert_int_equal(waitpid(process, &status, 0), process);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
        assert_string_equal(folderFiles(), "");
    }
}

// ---- The other commands ----------------------------------------------------------------------------------------------

static void meshMakesPairsAndSurfaces(void **state) {
    (void)state;
    writeText("cube.obj", cubeObj);
    char *json = succeeds("mesh cube.obj solid --tets 2000 --quiet --json -");
    double tets = jsonNumberAt(json, "tets"), volume = jsonNumberAt(json, "volume");
    assert_true(tets > 1500 && tets < 2500 && volume > 7.5 && volume < 8.5);
    assert_true(jsonNumberAt(json, "min_dihedral") > 5.0 && jsonNumberAt(json, "max_dihedral") < 175.0);
    free(json);
    assert_string_equal(folderFiles(), "cube.obj solid_positions.vec3f32bin solid_tet_indices.vec4u32bin ");
    json = succeeds("run solid_tet_indices.vec4u32bin --frames 1 --json - --substeps 1");
    assert_true(jsonNumberAt(json, "tets") == tets);
    free(json);
    free(succeeds("mesh solid_positions.vec3f32bin back.ply --quiet"));
    json = succeeds("check back.ply --json -");
    assert_true(jsonNumberAt(json, "open_edges") == 0 && fabs(jsonNumberAt(json, "volume") - volume) < 1e-5);
    free(json);
    emptyFolder();
}

static void checkJudges(void **state) {
    (void)state;
    writeText("cube.obj", cubeObj);
    writeText("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    writeText("a.json", "{\"supple\": 1, \"bodies\": [{" BOX "}]}");
    char *out = succeeds("check cube.obj --strict");
    assert_non_null(strstr(out, "closed"));
    free(out);
    char *json = succeeds("check open.obj --json -");
    assert_true(jsonNumberAt(json, "open_edges") == 3);
    free(json);
    Ran ran = supple("check open.obj --strict --quiet");
    assert_int_equal(ran.code, 1);
    assert_non_null(strstr(ran.err, "with --strict"));
    freeRan(&ran);
    json = succeeds("check a.json --json -");
    assert_true(jsonNumberAt(json, "bodies") == 1);
    free(json);
    free(succeeds("check beam --strict"));
    emptyFolder();
}

static void listsAreJsonToo(void **state) {
    (void)state;
    char *json = succeeds("devices --json -"), *adapter = jsonAt(json, "0.adapter");
    assert_non_null(adapter);
    assert_true(jsonNumberAt(json, "0.limits.storage_buffers_per_stage") >= 8);
    free(adapter);
    free(json);
    json = succeeds("scenes --json -");
    char *name = jsonAt(json, "0.name");
    assert_non_null(name);
    free(name);
    free(json);
    char *lines = succeeds("scenes");
    assert_non_null(strstr(lines, "beam"));
    free(lines);
}

static void benchTellsWhereItsFiguresComeFrom(void **state) {
    (void)state;
    char *json = succeeds("bench block:2 cubes:2 --frames 3 --warm-up 1 --errors 2 --json -");
    static const char *const paths[] = {"commit",
                                        "adapter",
                                        "driver",
                                        "date",
                                        "scenes.1.variants.xpbd:8.wall_ms.median",
                                        "scenes.1.variants.scatter:8.wall_ms.max",
                                        "scenes.1.variants.newton:1x3.gpu_ms.min",
                                        "scenes.1.variants.auto.state_hash",
                                        "scenes.1.variants.vbd:4.error",
                                        "scenes.1.time_to_error",
                                        "scenes.1.truth_change",
                                        "scenes.1.substeps",
                                        "scenes.1.asset_ms",
                                        "scenes.1.upload_ms"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        char *value = jsonAt(json, paths[i]);
        if (!value) fail_msg("%s is missing in %s", paths[i], json);
        free(value);
    }
    assert_true(jsonNumberAt(json, "scenes.0.tets") == 48 && jsonNumberAt(json, "scenes.1.tets") == 2592);
    free(json);
    // drawing alone; GPU times are null where the driver's timestamps cannot be trusted
    json = succeeds("bench sheet:3 --frames 0 --warm-up 0 --draw 40x30 --json -");
    assert_true(jsonNumberAt(json, "scenes.0.draw.width") == 40 && jsonNumberAt(json, "scenes.0.draw.height") == 30);
    assert_true(jsonNumberAt(json, "scenes.0.draw.triangles") == 2 * (9 + 9 + 4 * 3));
    assert_true(jsonNumberAt(json, "scenes.0.draw.frames") == 30 && jsonNumberAt(json, "scenes.0.draw.wall_ms.median") > 0);
    char *gpu = jsonAt(json, "scenes.0.draw.gpu_ms");
    assert_true(strcmp(gpu, "null") == 0 || jsonNumberAt(json, "scenes.0.draw.gpu_ms.normals.median") > 0);
    free(gpu);
    free(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrongUsageIsTwo),
        cmocka_unit_test(helpAndVersionAreDone),
        cmocka_unit_test(missingInputsAreOne),
        cmocka_unit_test(badScenesAreOne),
        cmocka_unit_test(badMeshesAreOne),
        cmocka_unit_test(badOutputsAreOne),
        cmocka_unit_test(missingGpuIsThree),
        cmocka_unit_test(oldResultsSurviveFailures),
        cmocka_unit_test(runWritesWhatIsAskedFor),
        cmocka_unit_test(hashesRepeat),
        cmocka_unit_test(zeroFramesAreTheStart),
        cmocka_unit_test(setReachesTheSimulation),
        cmocka_unit_test(figuresGoToStdoutOrNowhere),
        cmocka_unit_test(nonFiniteIsFour),
        cmocka_unit_test(meshFilesAreDropped),
        cmocka_unit_test(filesLieBesideTheScene),
        cmocka_unit_test(interruptedRunsLeaveNothing),
        cmocka_unit_test(meshMakesPairsAndSurfaces),
        cmocka_unit_test(checkJudges),
        cmocka_unit_test(listsAreJsonToo),
        cmocka_unit_test(benchTellsWhereItsFiguresComeFrom),
    };
    return cmocka_run_group_tests(tests, folderSetup, folderTeardown);
}
