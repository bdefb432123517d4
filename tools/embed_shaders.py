#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes C from the shaders: gpu_structs.h (structs shared by C and WGSL) and shaders.c (expanded WGSL, binding tables).

usage: embed_shaders.py SHADER_FOLDER OUTPUT_FOLDER

A shader is a .wgsl file outside shared/ with one entry point named like the file (a pair NAME_vertex and NAME_fragment
for drawing). `#import NAME` on a line of its own
pulls in shared/NAME.wgsl once; `#import structs` pulls in the structs of structs.manifest. Bindings are all in group 0
and are reflected into a table, so that C binds buffers by name. The build fails on an unknown import, a missing entry
point and on more storage buffers than WebGPU's default limit allows."""
import pathlib
import re
import sys

SIZES = {"u32": 4, "i32": 4, "f32": 4, "vec4f": 16}
C_TYPES = {"u32": "uint32_t {}", "i32": "int32_t {}", "f32": "float {}", "vec4f": "float {}[4]"}
MAX_STORAGE_BUFFERS = 8
BINDING = re.compile(r"^@group\(0\) @binding\((\d+)\) var(?:<([\w, ]+)>)? (\w+)\s*:\s*([\w<>, ]+)", re.M)
KINDS = {"uniform": "Uniform", "storage, read": "ReadOnly", "storage, read_write": "ReadWrite", "sampler": "Sampler",
         "sampler_comparison": "ComparisonSampler", "texture_2d<f32>": "Texture", "texture_depth_2d": "DepthTexture",
         "texture_2d<u32>": "UintTexture", "texture_storage_2d<rgba16float, write>": "StorageRgba16Float",
         "texture_storage_2d<rgba8unorm, write>": "StorageRgba8Unorm", "texture_storage_2d<r32uint, write>": "StorageR32Uint"}


def fail(text):
    sys.exit(f"embed_shaders: {text}")


def read_manifest(path):
    """[(struct, comment, [(field, type, offset, comment)], size)]"""
    structs = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        words = line.split(None, 2)
        if words[0] == "struct":
            structs.append([words[1], words[2] if len(words) > 2 else "", [], 0])
            continue
        if not structs or len(words) < 2 or words[1] not in SIZES:
            fail(f"{path}:{number}: expected 'field type comment' with a type of {', '.join(SIZES)}")
        struct = structs[-1]
        size = SIZES[words[1]]
        if struct[3] % size:
            fail(f"{path}:{number}: {words[0]} would need padding: put 16-byte fields on 16-byte offsets")
        struct[2].append((words[0], words[1], struct[3], words[2] if len(words) > 2 else ""))
        struct[3] += size
    for name, _, _, size in structs:
        if size % 16:
            fail(f"{path}: struct {name} is {size} bytes long: fill it up to a multiple of 16")
    return structs


def c_structs(structs):
    out = ["// Made by tools/embed_shaders.py from shaders/structs.manifest.", "#ifndef SUPPLE_GPU_STRUCTS_H",
           "#define SUPPLE_GPU_STRUCTS_H", "", "#include <stddef.h>", "#include <stdint.h>", ""]
    for name, comment, fields, size in structs:
        out += [f"/// {comment}", f"typedef struct {name} {{"]
        out += [f"    {C_TYPES[kind].format(field)}; ///< {text}" for field, kind, _, text in fields]
        out += [f"}} {name};", f'_Static_assert(sizeof({name}) == {size}, "size of {name}");']
        out += [f'_Static_assert(offsetof({name}, {field}) == {offset}, "offset of {name}.{field}");'
                for field, _, offset, _ in fields]
        out.append("")
    return "\n".join(out + ["#endif", ""])


def wgsl_structs(structs):
    out = []
    for name, comment, fields, _ in structs:
        out += [f"// {comment}", f"struct {name} {{"] + [f"    {field}: {kind}," for field, kind, _, _ in fields] + ["}"]
    return "\n".join(out) + "\n"


def expand(path, shared, structs_text, seen):
    out = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r"#import (\w+)$", line)
        if not match:
            out.append(line)
            continue
        name = match.group(1)
        if name in seen:
            continue
        seen.add(name)
        if name == "structs":
            out += ["// from structs.manifest", structs_text]
        elif (shared / f"{name}.wgsl").exists():
            out += [f"// from shared/{name}.wgsl", expand(shared / f"{name}.wgsl", shared, structs_text, seen)]
        else:
            fail(f"{path}:{number}: there is no shared/{name}.wgsl")
    return "\n".join(out) + "\n"


def c_string(text):
    lines = text.splitlines()
    return "\n".join('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"' for line in lines)


def main():
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    structs = read_manifest(folder / "structs.manifest")
    (output / "gpu_structs.h").write_text(c_structs(structs))
    text = wgsl_structs(structs)
    code = ["// Made by tools/embed_shaders.py.", '#include "gpu/shader.h"', ""]
    table = []
    for path in sorted(folder.rglob("*.wgsl")):
        if path.parent.name == "shared":
            continue
        name, wgsl = path.stem, expand(path, folder / "shared", text, set())
        if not re.search(rf"\bfn {name}(_vertex)?\b", wgsl):
            fail(f"{path}: no entry point named {name} or {name}_vertex")
        bindings = [(int(n), space or kind, variable) for n, space, variable, kind in BINDING.findall(wgsl)]
        unknown = [variable for _, kind, variable in bindings if kind not in KINDS]
        if unknown:
            fail(f"{path}: bindings of a kind that is not known here: {', '.join(unknown)}")
        storage = sum(space.startswith("storage") for _, space, _ in bindings)
        if storage > MAX_STORAGE_BUFFERS:
            fail(f"{path}: {storage} storage buffers, WebGPU's default limit is {MAX_STORAGE_BUFFERS}")
        if sorted(n for n, _, _ in bindings) != list(range(len(bindings))):
            fail(f"{path}: bindings must be numbered 0, 1, 2 ...")
        code += [f"static const SupShaderBinding bindings_{name}[] = {{"]
        code += [f'    {{"{variable}", {n}, SupBindingKind_{KINDS[space]}}},' for n, space, variable in sorted(bindings)]
        code += ["};", f"static const char wgsl_{name}[] =", c_string(wgsl) + ";", ""]
        table.append(f'    {{"{name}", wgsl_{name}, bindings_{name}, {len(bindings)}}},')
    code += ["const SupShader supShaders[] = {", *table, "};", f"const uint32_t supShaderCount = {len(table)};", ""]
    (output / "shaders.c").write_text("\n".join(code))


if __name__ == "__main__":
    main()
