#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads webgpu.h and writes what the browser's webgpu.h (src/gpu/js) must know of it, for 32-bit WebAssembly.

usage: webgpu_layout.py WEBGPU_H [--check]

    src/gpu/js/layout.js        structs (names, types, offsets) and enums (value -> the string of the JavaScript API)
    src/gpu/js/layout_check.c   the same sizes and offsets as static asserts, compiled into every WebAssembly build
    src/gpu/js/functions.txt    the functions of webgpu.h: what the linker may leave undefined

The output is committed; --check writes nothing and fails when it would differ.

Types in layout.js: u16 u32 i32 u64 f32 f64 size bool str, `handle`, `pointer` (callbacks, user data, chains), `enum NAME`,
`struct NAME` (in place), `to TYPE` (pointer, may be null) and `array TYPE` (pointer; the field before it holds the count)."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src/gpu/js"
SCALARS = {"uint16_t": ("u16", 2), "uint32_t": ("u32", 4), "int32_t": ("i32", 4), "uint64_t": ("u64", 8),
           "float": ("f32", 4), "double": ("f64", 8), "size_t": ("size", 4), "WGPUBool": ("bool", 4)}
# Where the usual rule (kebab case) gives another string than the JavaScript API has.
ODD_STRINGS = {"BCSliced3D": "bc-sliced-3d", "ASTCSliced3D": "astc-sliced-3d"}


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


# ---- Enum strings ----------------------------------------------------------------------------------------------------

def format_string(name):
    """Texture formats: RGBA8UnormSrgb -> rgba8unorm-srgb, Depth24PlusStencil8 -> depth24plus-stencil8."""
    name = re.sub(r"Srgb$", "-srgb", name)
    name = re.sub(r"^(BC\d(?:H(?=R))?)(RGBA?|RG|R)(?=[USF])", r"\1-\2-", name)
    name = re.sub(r"^(ETC2|EAC)", r"\1-", name)
    name = re.sub(r"^ASTC(\d+x\d+)", r"astc-\1-", name)
    name = re.sub(r"(?<=[a-z])Stencil8", "-stencil8", name)
    return name.lower()


def kebab(name):
    for odd, string in ODD_STRINGS.items():
        if name.endswith(odd):
            return (kebab(name[: -len(odd)]) + "-" if name != odd else "") + string
    name = name.replace("_", "-")
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1-\2", name)
    name = re.sub(r"([A-Z])([A-Z][a-z])", r"\1-\2", name)
    return name.lower()


def feature_string(name):
    """Features: their leading format keeps its form (RG11B10UfloatRenderable -> rg11b10ufloat-renderable)."""
    match = re.match(r"((?:[A-Z]+\d+)+(?:[UF]float|Unorm|Float)|Depth32FloatStencil8|Float32)(.*)$", name)
    if match:
        return format_string(match.group(1)) + ("-" + kebab(match.group(2)) if match.group(2) else "")
    return kebab(name)


def enum_string(enum, name):
    if enum == "WGPUTextureFormat":
        return format_string(name)
    if enum == "WGPUFeatureName":
        return re.sub(r"-f-(\d)", r"-f\1", feature_string(name)).replace("tier-", "tier")
    if enum == "WGPUVertexFormat":
        return re.sub(r"BGRA$", "-bgra", name.replace("_", "-")).lower()
    if enum == "WGPUTextureViewDimension" or enum == "WGPUTextureDimension":
        return re.sub(r"(\d)-d", r"\1d", kebab(name.lstrip("_")))
    return kebab(name)


def read_enums(text):
    """{enum: {value: string}}; what means "not given" (Undefined, Force32, all-zero placeholders) is left out."""
    enums = {}
    for body, name in re.findall(r"typedef enum \w+ \{(.*?)\} (\w+)", text, re.S):
        values = {}
        for entry, value in re.findall(rf"{name}_(\w+)\s*=\s*(0x[0-9A-Fa-f]+|\d+)", body):
            if entry not in ("Undefined", "Force32", "BindingNotUsed"):
                values[int(value, 0)] = enum_string(name, entry)
        enums[name] = values
    return enums


# ---- Structs ---------------------------------------------------------------------------------------------------------

def read_structs(text, enums, handles):
    flags = set(re.findall(r"typedef WGPUFlags (\w+);", text))
    structs = {"WGPUStringView": {"size": 8, "align": 4, "fields": []}}

    def describe(kind, pointer):
        """(type, size, alignment)"""
        if pointer:
            inner = describe(kind, False) if kind in structs or kind in enums or kind in handles or kind in SCALARS else None
            return ("to " + inner[0] if inner else "pointer", 4, 4)
        if kind in SCALARS:
            return (SCALARS[kind][0], SCALARS[kind][1], SCALARS[kind][1])
        if kind in flags:
            return ("u64", 8, 8)
        if kind == "WGPUStringView":
            return ("str", 8, 4)
        if kind in enums:
            return ("enum " + kind, 4, 4)
        if kind in handles:
            return ("handle", 4, 4)
        if kind in structs:
            return ("struct " + kind, structs[kind]["size"], structs[kind]["align"])
        return ("pointer", 4, 4)  # callbacks

    pending = re.findall(r"typedef struct (\w+) \{(.*?)\} \w+", text, re.S)
    for name, body in pending:
        if name == "WGPUStringView":
            continue
        fields, offset, align = [], 0, 1
        for line in filter(None, (part.strip() for part in body.split(";"))):
            line = re.sub(r"\bWGPU_NULLABLE\b|\bstruct\b|\bconst\b", " ", line)
            match = re.match(r"(\w+)\s*(\**)\s*(\w+)$", re.sub(r"\s*\*\s*", " *", line).replace("* ", "*").strip())
            if not match:
                sys.exit(f"webgpu_layout: {name}: not understood: {line}")
            kind, stars, field = match.groups()
            what, size, alignment = describe(kind, bool(stars))
            offset = (offset + alignment - 1) // alignment * alignment
            fields.append([field, what, offset])
            offset, align = offset + size, max(align, alignment)
        structs[name] = {"size": (offset + align - 1) // align * align, "align": align, "fields": fields}
    return structs


def without_counts(fields):
    """A count and the pointer after it become one array."""
    out = []
    for i, (name, kind, offset) in enumerate(fields):
        following = fields[i + 1] if i + 1 < len(fields) else None
        if name.endswith("Count") and kind == "size" and following and following[1].startswith("to "):
            continue
        counted = i > 0 and fields[i - 1][0].endswith("Count") and fields[i - 1][1] == "size" and kind.startswith("to ")
        out.append([name, "array " + kind[3:], offset, fields[i - 1][2]] if counted else [name, kind, offset])
    return out


# ---- Output ----------------------------------------------------------------------------------------------------------

def javascript(structs, enums):
    lines = ["// SPDX-License-Identifier: MIT", "// Made by tools/webgpu_layout.py from webgpu.h.", "",
             "/** Per struct: its size, then [field, type, offset, offset of the count (arrays)]. */", "export const structs = {"]
    for name, struct in structs.items():
        if struct["fields"]:
            lines.append(f"  {name}: {json.dumps([struct['size'], *without_counts(struct['fields'])])},")
    lines += ["};", "", "/** Per enum: value -> the string of the JavaScript API. */", "export const enums = {"]
    for name, values in enums.items():
        entries = ", ".join(f"{value}: {json.dumps(string)}" for value, string in values.items())
        lines.append(f"  {name}: {{ {entries} }},")
    return "\n".join(lines + ["};", ""])


def checks(structs):
    lines = ["// SPDX-License-Identifier: MIT", "// Made by tools/webgpu_layout.py from webgpu.h: layout.js is right about this target.",
             "// clang-format off", "#include <stddef.h>", "#include <webgpu.h>", ""]
    for name, struct in structs.items():
        lines.append(f'_Static_assert(sizeof({name}) == {struct["size"]}, "{name}");')
        lines += [f'_Static_assert(offsetof({name}, {field}) == {offset}, "{name}.{field}");'
                  for field, _, offset in struct["fields"]]
    return "\n".join(lines + [""])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    text = without_comments(pathlib.Path(sys.argv[1]).read_text())
    handles = set(re.findall(r"typedef struct \w+Impl\s*\*\s*(\w+)", text))
    functions = re.findall(r"WGPU_EXPORT [^;(]*?(\w+)\(", text)
    enums = read_enums(text)
    structs = read_structs(text, enums, handles)
    files = {"layout.js": javascript(structs, enums), "layout_check.c": checks(structs),
             "functions.txt": "\n".join(functions) + "\n"}
    differing = [name for name, content in files.items()
                 if not (FOLDER / name).exists() or (FOLDER / name).read_text() != content]
    if "--check" in sys.argv:
        if differing:
            sys.exit(f"webgpu_layout: src/gpu/js/{', '.join(differing)} differ; run tools/webgpu_layout.py WEBGPU_H")
        return
    for name in differing:
        (FOLDER / name).write_text(files[name])


if __name__ == "__main__":
    main()
