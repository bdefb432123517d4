#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes presets.c: every scene of scenes/ with the files that it names.

usage: embed_presets.py PROJECT OUTPUT_FOLDER
"""
import json
import pathlib
import sys


def wanted_files(scene):
    """Paths as the scene writes them, each once."""
    paths = []
    for body in scene.get("bodies", []):
        for shape in body.get("shape", {}).values():
            paths += [shape[key] for key in ("file", "positions", "indices") if key in shape]
    return list(dict.fromkeys(path for path in paths if isinstance(path, str)))


def c_bytes(name, data):
    rows = []
    for start in range(0, len(data), 24):
        rows.append("    " + "".join(f"{byte}," for byte in data[start : start + 24]))
    body = "\n".join(rows) or "    0"
    return f"static const unsigned char {name}[] = {{\n{body}\n}};\n"


def c_string(text):
    return json.dumps(text, ensure_ascii=True)


def main():
    project, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    parts, table, blobs = [], [], {}
    for number, path in enumerate(sorted((project / "scenes").glob("*.json"))):
        data = path.read_bytes()
        scene = json.loads(data)
        parts.append(c_bytes(f"text{number}", data + b"\0"))
        rows = []
        for wanted in wanted_files(scene):
            file = (path.parent / wanted).resolve()
            if not file.is_file():
                sys.exit(f"{path}: names {wanted}, and there is no {file}")
            if file not in blobs:
                blobs[file] = f"file{len(blobs)}"
                parts.append(c_bytes(blobs[file], file.read_bytes()))
            rows.append(f"    {{{c_string(wanted)}, {blobs[file]}, {file.stat().st_size}u}},\n")
        parts.append(f"static const PresetFile files{number}[] = {{\n{''.join(rows)}    {{0, 0, 0}},\n}};\n")
        table.append(
            f"    {{{c_string(path.stem)}, {c_string(scene.get('description', ''))}, (const char *)text{number}, "
            f"{len(data)}u, files{number}}},\n"
        )
    if not table:
        table.append("    {0, 0, 0, 0, 0},\n")
    count = sum(1 for row in table if "text" in row)
    source = (
        "// Made by tools/embed_presets.py from scenes/ and assets/.\n"
        '#include "scene/presets.h"\n\n'
        + "\n".join(parts)
        + f"\nconst Preset supPresets[] = {{\n{''.join(table)}}};\nconst uint32_t supPresetsCount = {count};\n"
    )
    (output / "presets.c").write_text(source)


main()
