// SPDX-License-Identifier: MIT
// Kernels: the embedded shaders compile, structs have one layout on both sides, every block is dispatched exactly once.
#include "gpu_fixture.h"

#include "gpu/kernel.h"
#include "gpu/readback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Running a kernel ------------------------------------------------------------------------------------------------

static WGPUBuffer makeBuffer(const void *data, size_t size, WGPUBufferUsage usage) {
    WGPUBuffer buffer;
    usage |= WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc;
    assert_ok(supGpuBuffer(fixtureGpu(), "test", size, usage, &buffer));
    if (data) wgpuQueueWriteBuffer(supGpuQueue(fixtureGpu()), buffer, 0, data, size);
    return buffer;
}

/// Dispatches `blocks` and returns the bytes of `result`, freed by free().
static uint32_t *runKernel(const SupKernel *kernel, uint32_t blocks, WGPUBuffer result) {
    SupGpu *gpu = fixtureGpu();
    size_t size = (size_t)wgpuBufferGetSize(result);
    SupReadback *readback;
    assert_ok(supReadbackCreate(gpu, size, &readback));
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(supGpuDevice(gpu), NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    supKernelDispatch(gpu, kernel, pass, blocks);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, result, 0, supReadbackStaging(readback), 0, size);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(gpu, commands, 2);
    wgpuCommandBufferRelease(commands);
    supReadbackMap(readback);
    assert_ok(supGpuWaitIdle(gpu, 60.0));
    while (supReadbackStatus(readback) == SupStatus_Pending) supGpuPoll(gpu);
    assert_ok(supReadbackStatus(readback));
    uint32_t *copy = malloc(size);
    memcpy(copy, supReadbackData(readback), size);
    supReadbackDestroy(readback);
    return copy;
}

// ---- Embedded shaders ------------------------------------------------------------------------------------------------

enum { MaxFlags = 4 };

static uint32_t findFlags(const char *wgsl, char names[MaxFlags][32]) {
    uint32_t count = 0;
    for (const char *at = wgsl; (at = strstr(at, "override ")) != NULL; ++at) {
        char type[8];
        assert_true(count < MaxFlags);
        if (sscanf(at, "override %31[A-Z_]: %7[a-z0-9]", names[count], type) == 2 && strcmp(type, "bool") == 0) ++count;
    }
    return count;
}

/// Shaders that draw have two entry points and are made into pipelines by the renderer's tests.
static bool draws(const SupShader *shader) { return strstr(shader->wgsl, "@vertex") != NULL; }

static void every_embedded_shader_compiles_with_all_its_constants(void **state) {
    (void)state;
    static const uint32_t sizes[] = {32, 64, 128, 256};
    assert_true(supShaderCount > 0);
    uint32_t pipelines = 0;
    for (uint32_t s = 0; s < supShaderCount; ++s) {
        char flags[MaxFlags][32];
        if (draws(&supShaders[s])) continue;
        uint32_t flagCount = findFlags(supShaders[s].wgsl, flags);
        for (uint32_t variant = 0; variant < 1u << flagCount; ++variant)
            for (int k = 0; k < 4; ++k) {
                if (variant != 0 && sizes[k] != 64) continue;
                bool sized = strstr(supShaders[s].wgsl, "override WORKGROUP_SIZE") != NULL;
                if (!sized && sizes[k] != 64) continue;
                SupConstant constants[1 + MaxFlags] = {{"WORKGROUP_SIZE", sizes[k]}};
                for (uint32_t f = 0; f < flagCount; ++f) constants[1 + f] = (SupConstant){flags[f], variant >> f & 1u};
                SupKernel kernel;
                assert_ok(supKernelCreate(fixtureGpu(), supShaders[s].name, constants + !sized, sized + flagCount, &kernel));
                supKernelRelease(&kernel);
                ++pipelines;
            }
    }
    print_message("%u shaders, %u pipelines\n", supShaderCount, pipelines);
}

static void every_embedded_shader_keeps_within_default_limits(void **state) {
    (void)state;
    for (uint32_t s = 0; s < supShaderCount; ++s) {
        uint32_t storage = 0, uniforms = 0, storageTextures = 0;
        for (uint32_t b = 0; b < supShaders[s].bindingCount; ++b) {
            assert_int_equal(b, supShaders[s].bindings[b].binding);
            SupBindingKind kind = supShaders[s].bindings[b].kind;
            uniforms += kind == SupBindingKind_Uniform;
            storageTextures += kind == SupBindingKind_StorageRgba16Float || kind == SupBindingKind_StorageRgba8Unorm ||
                               kind == SupBindingKind_StorageR32Uint;
            storage += kind == SupBindingKind_ReadOnly || kind == SupBindingKind_ReadWrite;
        }
        print_message("%s: %u storage buffers\n", supShaders[s].name, storage);
        assert_true(storage <= 8);
        assert_true(uniforms <= 12);
        assert_true(storageTextures <= 4);
        // as many declarations as table entries
        uint32_t declared = 0;
        for (const char *at = supShaders[s].wgsl; (at = strstr(at, "@binding(")) != NULL; ++at) ++declared;
        assert_int_equal(declared, supShaders[s].bindingCount);
    }
}

static const SupShaderBinding dataOnly[] = {{"data", 0, SupBindingKind_ReadWrite}};

/// The text holds `said`: the cause, not that something made from it is invalid.
static void expectCompileError(const char *name, const char *said, const char *wgsl, const SupConstant *constants,
                               uint32_t count) {
    const SupShader shader = {name, wgsl, dataOnly, 1};
    SupKernel kernel;
    assert_status(SupStatus_GpuError, supKernelCreateFrom(fixtureGpu(), &shader, constants, count, &kernel));
    const char *text = supGpuErrorText(fixtureGpu());
    print_message("%s: %s\n", name, text);
    assert_non_null(strstr(text, said));
    assert_null(strchr(text, '\n'));
    assert_null(kernel.pipeline);
    assert_null(kernel.layout);
    supKernelRelease(&kernel);
    assert_ok(supGpuPoll(fixtureGpu())); // a broken shader is not the end of the device
}

#define DATA "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n"

static void broken_shaders_are_errors_with_the_compilers_text(void **state) {
    (void)state;
    supSetLog(NULL, NULL);
    expectCompileError("syntax", "data[0] = ;", DATA "@compute @workgroup_size(1) fn syntax() { data[0] = ; }", NULL, 0);
    expectCompileError("types", "1.5f", DATA "@compute @workgroup_size(1) fn types() { data[0] = 1.5f; }", NULL, 0);
    expectCompileError("entry", "'entry'", DATA "@compute @workgroup_size(1) fn other() { data[0] = 1u; }", NULL, 0);
    expectCompileError("binding", "binding: 3",
                       "@group(0) @binding(3) var<storage, read_write> data: array<u32>;\n"
                       "@compute @workgroup_size(1) fn binding() { data[0] = 1u; }",
                       NULL, 0);
    const SupConstant unknown = {"NO_SUCH_CONSTANT", 1.0}, huge = {"SIZE", 100000.0};
    expectCompileError("constant", "NO_SUCH_CONSTANT", DATA "@compute @workgroup_size(1) fn constant() { data[0] = 1u; }",
                       &unknown, 1);
    expectCompileError("toolarge", "toolarge",
                       "override SIZE: u32 = 1u;\n" DATA "@compute @workgroup_size(SIZE) fn toolarge() { data[0] = 1u; }",
                       &huge, 1);
    fixtureLog();
}

static void unknown_shaders_and_missing_buffers_are_named(void **state) {
    (void)state;
    SupKernel kernel;
    assert_status(SupStatus_InvalidArgument, supKernelCreate(fixtureGpu(), "no_such_shader", NULL, 0, &kernel));
    assert_non_null(strstr(supGpuErrorText(fixtureGpu()), "no_such_shader"));
    const SupShader shader = {"fill", DATA "@compute @workgroup_size(1) fn fill() { data[0] = 7u; }", dataOnly, 1};
    assert_ok(supKernelCreateFrom(fixtureGpu(), &shader, NULL, 0, &kernel));
    WGPUBuffer buffer = makeBuffer(NULL, 16, WGPUBufferUsage_Storage);
    const SupBinding none = {.name = "data", .buffer = NULL}, other = {.name = "other", .buffer = buffer},
                     right = {.name = "data", .buffer = buffer};
    assert_status(SupStatus_GpuError, supKernelBind(fixtureGpu(), &kernel, NULL, 0));
    assert_status(SupStatus_GpuError, supKernelBind(fixtureGpu(), &kernel, &none, 1));
    assert_status(SupStatus_GpuError, supKernelBind(fixtureGpu(), &kernel, &other, 1));
    assert_non_null(strstr(supGpuErrorText(fixtureGpu()), "\"data\""));
    assert_ok(supKernelBind(fixtureGpu(), &kernel, &right, 1));
    assert_ok(supKernelBind(fixtureGpu(), &kernel, &right, 1)); // again: the old group goes
    uint32_t *words = runKernel(&kernel, 1, buffer);
    assert_int_equal(7, words[0]);
    free(words);
    supKernelRelease(&kernel);
    supGpuBufferRelease(fixtureGpu(), &buffer);
}

// ---- Struct layouts --------------------------------------------------------------------------------------------------

typedef struct Layout {
    char name[32];
    char fields[64][32];
    uint32_t words[64]; ///< of each field
    uint32_t fieldCount, wordCount;
} Layout;

static uint32_t readLayouts(Layout *layouts, uint32_t most) {
    FILE *file = fopen(SUPPLE_SOURCE_DIR "/shaders/structs.manifest", "r");
    assert_non_null(file);
    char line[512], name[32], type[32];
    uint32_t count = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || sscanf(line, "%31s %31s", name, type) != 2) continue;
        if (strcmp(name, "struct") == 0) {
            assert_true(count < most);
            layouts[count] = (Layout){.fieldCount = 0};
            memcpy(layouts[count++].name, type, sizeof type);
            continue;
        }
        assert_true(count > 0);
        Layout *layout = &layouts[count - 1];
        assert_true(layout->fieldCount < 64);
        memcpy(layout->fields[layout->fieldCount], name, sizeof name);
        layout->words[layout->fieldCount] = strcmp(type, "vec4f") == 0 ? 4 : 1;
        layout->wordCount += layout->words[layout->fieldCount++];
    }
    fclose(file);
    return count;
}

/// Appends the struct's text as the shaders have it.
static void appendStruct(char *text, const char *name) {
    char head[48];
    snprintf(head, sizeof head, "struct %s {", name);
    const char *start = NULL;
    for (uint32_t s = 0; s < supShaderCount && !start; ++s) start = strstr(supShaders[s].wgsl, head);
    assert_non_null(start);
    const char *end = strchr(start, '}');
    strncat(text, start, (size_t)(end - start) + 1);
    strcat(text, "\n");
}

/// A shader that copies every word of planted[1], field by field, into `found`, and writes each field of written[1].
static void writeProbe(char *text, const Layout *layout, bool uniform) {
    text[0] = 0;
    appendStruct(text, layout->name);
    size_t used = strlen(text);
#define APPEND(...) used += (size_t)snprintf(text + used, 32768 - used, __VA_ARGS__)
    APPEND("@group(0) @binding(0) var<%s> planted: %s%s%s;\n", uniform ? "uniform" : "storage, read",
           uniform ? "" : "array<", layout->name, uniform ? "" : ">");
    APPEND("@group(0) @binding(1) var<storage, read_write> found: array<u32>;\n");
    APPEND("@group(0) @binding(2) var<storage, read_write> written: array<%s>;\n", layout->name);
    APPEND("@compute @workgroup_size(1) fn struct_probe() {\n");
    uint32_t word = 0;
    for (uint32_t f = 0; f < layout->fieldCount; ++f)
        for (uint32_t i = 0; i < layout->words[f]; ++i, ++word) {
            const char *component = layout->words[f] == 1 ? "" : (const char *[]){".x", ".y", ".z", ".w"}[i];
            APPEND("    found[%u] = bitcast<u32>(planted%s.%s%s);\n", word, uniform ? "" : "[1]", layout->fields[f],
                   component);
            APPEND("    written[1].%s%s = planted%s.%s%s;\n", layout->fields[f], component, uniform ? "" : "[1]",
                   layout->fields[f], component);
        }
    APPEND("}\n");
#undef APPEND
    assert_true(used < 16000);
}

/// A finite float that no other word has.
static uint32_t magic(uint32_t element, uint32_t word) { return 0x3f800000u | element << 16 | (word * 0x101u & 0xffffu); }

static void probeLayout(const Layout *layout, bool uniform) {
    static char text[32768];
    static const SupShaderBinding bindings[2][3] = {{{"planted", 0, SupBindingKind_ReadOnly},
                                                     {"found", 1, SupBindingKind_ReadWrite},
                                                     {"written", 2, SupBindingKind_ReadWrite}},
                                                    {{"planted", 0, SupBindingKind_Uniform},
                                                     {"found", 1, SupBindingKind_ReadWrite},
                                                     {"written", 2, SupBindingKind_ReadWrite}}};
    writeProbe(text, layout, uniform);
    const SupShader shader = {"struct_probe", text, bindings[uniform], 3};
    SupKernel kernel;
    assert_ok(supKernelCreateFrom(fixtureGpu(), &shader, NULL, 0, &kernel));
    uint32_t words = layout->wordCount, planted[2 * 128];
    assert_true(words <= 128);
    for (uint32_t e = 0; e < 2; ++e)
        for (uint32_t w = 0; w < words; ++w) planted[e * words + w] = magic(e, w);
    const uint32_t *expected = planted + (uniform ? 0 : words);
    WGPUBufferUsage usage = uniform ? WGPUBufferUsage_Uniform : WGPUBufferUsage_Storage;
    WGPUBuffer from = makeBuffer(planted, (uniform ? 4u : 8u) * words, usage);
    WGPUBuffer found = makeBuffer(NULL, 4 * words, WGPUBufferUsage_Storage);
    WGPUBuffer written = makeBuffer(NULL, 8 * words, WGPUBufferUsage_Storage);
    const SupBinding buffers[] = {
        {.name = "planted", .buffer = from}, {.name = "found", .buffer = found}, {.name = "written", .buffer = written}};
    assert_ok(supKernelBind(fixtureGpu(), &kernel, buffers, 3));
    uint32_t *result = runKernel(&kernel, 1, found), *back = runKernel(&kernel, 1, written);
    for (uint32_t w = 0; w < words; ++w) {
        assert_int_equal(expected[w], result[w]);
        assert_int_equal(0, back[w]);
        assert_int_equal(expected[w], back[words + w]);
    }
    free(result), free(back);
    supKernelRelease(&kernel);
    supGpuBufferRelease(fixtureGpu(), &from);
    supGpuBufferRelease(fixtureGpu(), &found);
    supGpuBufferRelease(fixtureGpu(), &written);
}

static void structs_have_the_same_layout_on_both_sides(void **state) {
    (void)state;
    enum { MostStructs = 64 };
    static Layout layouts[MostStructs];
    uint32_t count = readLayouts(layouts, MostStructs);
    assert_true(count >= 4);
    for (uint32_t i = 0; i < count; ++i) {
        print_message("%s: %u fields, %u bytes\n", layouts[i].name, layouts[i].fieldCount, 4 * layouts[i].wordCount);
        probeLayout(&layouts[i], false);
        probeLayout(&layouts[i], true);
    }
}

// ---- Dispatch --------------------------------------------------------------------------------------------------------

/// As the solver's kernels do it (shaders/shared/blocks.wgsl), with one counter an element.
static const char countText[] =
    "override WORKGROUP_SIZE: u32 = 64u;\n"
    "@group(0) @binding(0) var<storage, read> limits: array<u32>;\n"
    "@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;\n"
    "@compute @workgroup_size(WORKGROUP_SIZE)\n"
    "fn count_blocks(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,\n"
    "                @builtin(local_invocation_index) thread: u32) {\n"
    "    let index = workgroup.y * groups.x + workgroup.x;\n"
    "    if (index >= limits[0]) {\n"
    "        return;\n"
    "    }\n"
    "    atomicAdd(&counts[index * WORKGROUP_SIZE + thread], 1u + (index & 0xffffu) * 65536u);\n"
    "}\n";

static void countBlocks(uint32_t blocks, uint32_t size) {
    static const SupShaderBinding bindings[] = {{"limits", 0, SupBindingKind_ReadOnly},
                                                {"counts", 1, SupBindingKind_ReadWrite}};
    const SupShader shader = {"count_blocks", countText, bindings, 2};
    const SupConstant constant = {"WORKGROUP_SIZE", size};
    SupKernel kernel;
    assert_ok(supKernelCreateFrom(fixtureGpu(), &shader, &constant, 1, &kernel));
    uint32_t elements = blocks * size;
    WGPUBuffer limits = makeBuffer(&blocks, 4, WGPUBufferUsage_Storage);
    WGPUBuffer counts = makeBuffer(NULL, 4 * (size_t)elements, WGPUBufferUsage_Storage);
    const SupBinding buffers[] = {{.name = "limits", .buffer = limits}, {.name = "counts", .buffer = counts}};
    assert_ok(supKernelBind(fixtureGpu(), &kernel, buffers, 2));
    uint32_t *words = runKernel(&kernel, blocks, counts), wrong = 0;
    for (uint32_t i = 0; i < elements; ++i) wrong += words[i] != (1u | (i / size & 0xffffu) << 16);
    assert_int_equal(0, wrong);
    free(words);
    supKernelRelease(&kernel);
    supGpuBufferRelease(fixtureGpu(), &limits);
    supGpuBufferRelease(fixtureGpu(), &counts);
}

static void every_block_is_dispatched_exactly_once(void **state) {
    (void)state;
    static const uint32_t blocks[] = {1, 2, 65534, 65535, 65536, 65537, 131070, 131071};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i) {
        countBlocks(blocks[i], 32);
        countBlocks(blocks[i], 64);
    }
}

static void dispatch_of_no_blocks_runs_nothing(void **state) {
    (void)state;
    const SupShader shader = {"fill", DATA "@compute @workgroup_size(1) fn fill() { data[0] = 7u; }", dataOnly, 1};
    SupKernel kernel;
    assert_ok(supKernelCreateFrom(fixtureGpu(), &shader, NULL, 0, &kernel));
    WGPUBuffer buffer = makeBuffer(NULL, 16, WGPUBufferUsage_Storage);
    const SupBinding binding = {.name = "data", .buffer = buffer};
    assert_ok(supKernelBind(fixtureGpu(), &kernel, &binding, 1));
    uint32_t *words = runKernel(&kernel, 0, buffer);
    assert_int_equal(0, words[0]);
    free(words);
    supKernelRelease(&kernel);
    supGpuBufferRelease(fixtureGpu(), &buffer);
}

static void a_shader_is_compiled_once_for_each_set_of_constants(void **state) {
    (void)state;
    const SupConstant small = {"WORKGROUP_SIZE", 32}, large = {"WORKGROUP_SIZE", 64};
    SupKernel first, again, other;
    assert_ok(supKernelCreate(fixtureGpu(), "xpbd_gather", &small, 1, &first));
    size_t compiled = fixtureGpu()->kernelCount;
    assert_ok(supKernelCreate(fixtureGpu(), "xpbd_gather", &small, 1, &again));
    assert_int_equal(fixtureGpu()->kernelCount, compiled);
    assert_ptr_equal(again.pipeline, first.pipeline);
    assert_ok(supKernelCreate(fixtureGpu(), "xpbd_gather", &large, 1, &other));
    assert_ptr_not_equal(other.pipeline, first.pipeline);
    supKernelRelease(&first);
    supKernelRelease(&again);
    supKernelRelease(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_embedded_shader_compiles_with_all_its_constants),
                                       cmocka_unit_test(every_embedded_shader_keeps_within_default_limits),
                                       cmocka_unit_test(broken_shaders_are_errors_with_the_compilers_text),
                                       cmocka_unit_test(unknown_shaders_and_missing_buffers_are_named),
                                       cmocka_unit_test(structs_have_the_same_layout_on_both_sides),
                                       cmocka_unit_test(every_block_is_dispatched_exactly_once),
                                       cmocka_unit_test(dispatch_of_no_blocks_runs_nothing),
                                       cmocka_unit_test(a_shader_is_compiled_once_for_each_set_of_constants)};
    return cmocka_run_group_tests(tests, fixtureSetup, fixtureTeardown);
}
