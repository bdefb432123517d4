#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the figures of a result that `supple run --json FILE` wrote as a small table.

usage: figures.py RESULT.json"""
import json
import re
import sys


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        result = json.load(file)
    volume, times = result.get("volume") or {}, result.get("ms_per_frame") or {}
    adapter = result.get("adapter", "?")
    software = re.search(r"llvmpipe|lavapipe|swiftshader|basic render", adapter, re.IGNORECASE)

    def number(value, form):
        return "-" if value is None else format(value, form)

    rows = [
        ("scene", result.get("scene")),
        ("adapter", f"{adapter} ({result.get('backend', '?')})"),
        ("solver", f"{result.get('solver')}, {result.get('substeps')} substeps x {result.get('iterations')} iterations"),
        ("vertices", number(result.get("vertices"), ",")),
        ("tets", number(result.get("tets"), ",")),
        ("frames", number(result.get("frames"), ",")),
        ("ms a frame", number(times.get("wall"), ".2f")),
        ("volume ratio", f"{number(volume.get('min_ratio'), '.4f')} to {number(volume.get('max_ratio'), '.4f')}"
                         f", {volume.get('inverted', '?')} inverted"),
        ("deepest point", f"{number(result.get('max_penetration'), '.1e')} m below the ground"),
        ("finite", "yes" if result.get("finite") else "NO"),
        ("hash", result.get("hash")),
        ("version", f"{result.get('version')} ({result.get('commit')})"),
    ]
    print()
    for label, value in rows:
        print(f"  {label:<14} {value}")
    if software:
        print("\nNo GPU was used: this ran on a software Vulkan driver. A GPU is many times faster.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
