// SPDX-License-Identifier: MIT
/// What must never crash or leak: files cut anywhere, files with bytes changed, and memory that runs out at any moment.
#include "surface_cases.h"

typedef struct NamedFile {
    const char *name;
    SupSurfaceFormat format;
    Bytes bytes;
} NamedFile;

enum { FileCount = 9 };

static void makeFiles(NamedFile files[FileCount]) {
    Bytes obj = {0}, rich = {0}, solid = {0};
    bytesText(&obj, CUBE_OBJ);
    bytesText(&rich, "# c \\\nmtllib a.mtl\nvn nan 0 0\n" CUBE_CORNERS
                     "usemtl a\nf -8//1 -5/2/3 -6/4 \\\n -7\r\nf 5 6 7 8 5 6 7 8\n"
                     "f 1 2 6 5\nl 1 2\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8");
    cubeSolid(&solid, "cube", 0);
    files[0] = (NamedFile){"obj", SupSurfaceFormat_Obj, obj};
    files[1] = (NamedFile){"rich obj", SupSurfaceFormat_Obj, rich};
    files[2] = (NamedFile){"text stl", SupSurfaceFormat_Stl, solid};
    files[3] = (NamedFile){"binary stl", SupSurfaceFormat_Stl, cubeStl("solid part")};
    files[4] = (NamedFile){"ascii ply", SupSurfaceFormat_Ply, cubePly(plainPly("ascii"))};
    files[5] = (NamedFile){"little ply", SupSurfaceFormat_Ply, cubePly(plainPly("binary_little_endian"))};
    files[6] = (NamedFile){"big ply", SupSurfaceFormat_Ply, cubePly(plainPly("binary_big_endian"))};
    files[7] = (NamedFile){"faces first", SupSurfaceFormat_Ply,
                           cubePly((PlyLook){"binary_little_endian", "\r\n", "ushort", "int", 2, 4, true})};
    files[8] = (NamedFile){"cr ply", SupSurfaceFormat_Ply, cubePly((PlyLook){"ascii", "\r", "uchar", "int", 1, 4, true})};
}

static void freeFiles(NamedFile files[FileCount]) {
    for (int i = 0; i < FileCount; ++i) free(files[i].bytes.data);
}

/// Everything one can do with what was read must work.
static void useSurface(SupSurface *surface) {
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    SupReport report = SUP_REPORT_INIT;
    SupSurfaceInfo info;
    assert_int_equal(supSurfaceCheck(surface, &info, &report), SupStatus_Ok);
    SupStatus status = supSurfaceClean(surface, &desc, &report);
    assert_true(status == SupStatus_Ok || status == SupStatus_Empty || status == SupStatus_NotFinite);
    supSurfaceFree(surface);
}

static void every_prefix_is_an_error_or_sound(void **state) {
    (void)state;
    NamedFile files[FileCount];
    makeFiles(files);
    for (int f = 0; f < FileCount; ++f) {
        size_t sound = 0;
        for (size_t n = 0; n <= files[f].bytes.length; ++n) {
            SupSurface surface;
            SupReport report = SUP_REPORT_INIT;
            supSurfaceFormatOf(NULL, files[f].bytes.data, n);
            if (readExact(files[f].format, files[f].bytes.data, n, &surface, &report)) continue;
            ++sound;
            useSurface(&surface);
        }
        print_message("%s: %zu of %zu prefixes hold a surface\n", files[f].name, sound, files[f].bytes.length + 1);
        assert_true(sound > 0);
        // binary files say how long they are: only the whole one is sound
        if (f == 3 || f == 5 || f == 6) assert_int_equal(sound, 1);
    }
    freeFiles(files);
}

static void changed_bytes_are_an_error_or_sound(void **state) {
    (void)state;
    NamedFile files[FileCount];
    makeFiles(files);
    uint64_t seed = 99;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 20000; ++round) {
        NamedFile *file = &files[randomNext(&seed) % FileCount];
        unsigned char *copy = (unsigned char *)malloc(file->bytes.length);
        assert_non_null(copy);
        memcpy(copy, file->bytes.data, file->bytes.length);
        size_t length = file->bytes.length - (randomNext(&seed) % 4 == 0 ? randomNext(&seed) % file->bytes.length : 0);
        for (uint64_t changes = 1 + randomNext(&seed) % 4; changes; --changes)
            copy[randomNext(&seed) % file->bytes.length] = (unsigned char)randomNext(&seed);
        SupSurface surface;
        if (readExact(file->format, copy, length, &surface, NULL) == SupStatus_Ok) useSurface(&surface);
        free(copy);
    }
    freeFiles(files);
}

// ---- Memory that runs out --------------------------------------------------------------------------------------------

typedef struct Failing {
    long long left; ///< allocations until one fails; below 0: none does
    long long live, calls;
} Failing;

static void *failingRealloc(void *user, void *memory, size_t size) {
    Failing *self = (Failing *)user;
    assert_true(size > 0);
    self->calls++;
    if (self->left == 0) return NULL;
    if (self->left > 0) self->left--;
    void *moved = realloc(memory, size);
    if (!memory && moved) self->live++;
    return moved;
}

static void failingFree(void *user, void *memory) {
    Failing *self = (Failing *)user;
    if (memory) self->live--;
    free(memory);
}

typedef SupStatus (*Job)(const void *input);

/// Fails the n-th allocation and all after it, for every n until the job gets through.
static void failEverywhere(Job job, const void *input) {
    for (long long n = 0;; ++n) {
        Failing failing = {n, 0, 0};
        SupAllocator allocator = {failingRealloc, failingFree, &failing};
        supSetAllocator(&allocator);
        SupStatus status = job(input);
        supSetAllocator(NULL);
        assert_int_equal(failing.live, 0);
        if (failing.calls > n && status != SupStatus_OutOfMemory && status != SupStatus_Ok)
            fail_msg("allocation %lld failed and gave %s", n, supStatusName(status));
        if (failing.calls <= n) {
            assert_int_equal(status, SupStatus_Ok);
            assert_true(n > 0);
            return;
        }
    }
}

static SupStatus readJob(const void *input) {
    const NamedFile *file = (const NamedFile *)input;
    SupSurface surface;
    SupReport report = SUP_REPORT_INIT;
    SupStatus status = readExact(file->format, file->bytes.data, file->bytes.length, &surface, &report);
    supSurfaceFree(&surface);
    return status;
}

static void readers_report_memory_that_runs_out(void **state) {
    (void)state;
    NamedFile files[FileCount];
    makeFiles(files);
    for (int f = 0; f < FileCount; ++f) failEverywhere(readJob, &files[f]);
    freeFiles(files);
}

/// A surface with something of every kind to clean, in memory of the allocator that is set.
static SupStatus makeMessy(SupSurface *out) {
    const char *text = CUBE_OBJ "v 1 0 0\nv 1 1 0\nv 1 1 1\nv 1 0 1\nv 2 0 0\nv 2 1 0\nv 2 1 1\nv 2 0 1\nv 7 7 7\n"
                                "f 9 10 11 12\nf 13 14 15 16\nf 9 9 10\nf 9 1 2\nf 9 10 14 13\nf 9 10 14 13\nf 14 13 9\n";
    return supSurfaceRead(SupSurfaceFormat_Obj, text, strlen(text), out, NULL);
}

static SupStatus cleanJob(const void *input) {
    SupSurface surface, before;
    SupStatus status = makeMessy(&surface);
    if (status) return status;
    before = surface;
    status = supSurfaceClean(&surface, (const SupSurfaceCleanDesc *)input, NULL);
    if (status) assert_memory_equal(&surface, &before, sizeof surface);
    supSurfaceFree(&surface);
    return status;
}

static void cleaning_reports_memory_that_runs_out_and_changes_nothing(void **state) {
    (void)state;
    SupSurfaceCleanDesc desc = SUP_SURFACE_CLEAN_DESC_INIT;
    failEverywhere(cleanJob, &desc);
    desc.weldTolerance = 0;
    failEverywhere(cleanJob, &desc);
}

static SupStatus checkJob(const void *input) {
    (void)input;
    SupSurface surface;
    SupSurfaceInfo info;
    SupStatus status = makeMessy(&surface);
    if (status == SupStatus_Ok) status = supSurfaceCheck(&surface, &info, NULL);
    supSurfaceFree(&surface);
    return status;
}

static void checking_reports_memory_that_runs_out(void **state) {
    (void)state;
    failEverywhere(checkJob, NULL);
}

static SupStatus writeJob(const void *input) {
    (void)input;
    SupSurface surface;
    void *bytes[3] = {NULL, NULL, NULL};
    size_t length;
    SupStatus status = makeMessy(&surface);
    for (int f = 0; f < 3 && status == SupStatus_Ok; ++f)
        status = supSurfaceWrite((SupSurfaceFormat)(SupSurfaceFormat_Obj + f), &surface, &bytes[f], &length);
    for (int f = 0; f < 3; ++f) supFree(bytes[f]);
    supSurfaceFree(&surface);
    return status;
}

static void writers_report_memory_that_runs_out(void **state) {
    (void)state;
    failEverywhere(writeJob, NULL);
}

static SupStatus pairJob(const void *input) {
    (void)input;
    const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t tets[4] = {0, 1, 2, 3};
    SupTetMesh mesh;
    void *p = NULL, *t = NULL;
    size_t pn, tn;
    SupStatus status = supTetMeshReadPair(positions, sizeof positions, tets, sizeof tets, &mesh, NULL);
    if (status == SupStatus_Ok) status = supTetMeshWritePair(&mesh, &p, &pn, &t, &tn);
    supFree(p);
    supFree(t);
    supTetMeshFree(&mesh);
    return status;
}

static void pairs_report_memory_that_runs_out(void **state) {
    (void)state;
    failEverywhere(pairJob, NULL);
}

static void large_claims_allocate_little(void **state) {
    (void)state;
    const char *text =
        "ply\nformat binary_little_endian 1.0\nelement vertex 4294967290\nproperty uchar x\nproperty uchar y\n"
        "property uchar z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n";
    Failing failing = {-1, 0, 0};
    SupAllocator allocator = {failingRealloc, failingFree, &failing};
    supSetAllocator(&allocator);
    SupSurface surface;
    assert_int_equal(readExact(SupSurfaceFormat_Ply, text, strlen(text), &surface, NULL), SupStatus_Malformed);
    supSetAllocator(NULL);
    assert_int_equal(failing.live, 0);
    assert_true(failing.calls < 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_is_an_error_or_sound),
        cmocka_unit_test(changed_bytes_are_an_error_or_sound),
        cmocka_unit_test(readers_report_memory_that_runs_out),
        cmocka_unit_test(cleaning_reports_memory_that_runs_out_and_changes_nothing),
        cmocka_unit_test(checking_reports_memory_that_runs_out),
        cmocka_unit_test(writers_report_memory_that_runs_out),
        cmocka_unit_test(pairs_report_memory_that_runs_out),
        cmocka_unit_test(large_claims_allocate_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
