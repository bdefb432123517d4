#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares two files that `supple bench --json FILE` wrote: times of HEAD relative to BASE, and whether hashes agree.

usage: bench_compare.py BASE.json HEAD.json

A ratio counts as a change when the spans from minimum to maximum do not overlap. Exit code 1 when HEAD is slower somewhere."""
import json
import sys


def results(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    found = {(scene["scene"], name): value for scene in data["scenes"] for name, value in scene["variants"].items()}
    return data, found


def spread(value):
    """GPU times where they are known, else wall times."""
    gpu = value["gpu_ms"]
    return gpu if gpu["median"] is not None else value["wall_ms"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    (base, old), (head, new) = results(sys.argv[1]), results(sys.argv[2])
    for name, data in (("base", base), ("head", head)):
        print(f"{name}: {data['commit']} on {data['adapter']} ({data['driver']}), {data['date']}")
    if base["adapter"] != head["adapter"]:
        print("the adapters differ: ratios say little")
    slower = 0
    for key in old:
        if key not in new:
            continue
        a, b = spread(old[key]), spread(new[key])
        if not a["median"] or not b["median"]:
            continue
        apart = b["min"] > a["max"] or b["max"] < a["min"]
        word = "same" if not apart else "slower" if b["median"] > a["median"] else "faster"
        slower += word == "slower"
        bits = "" if old[key]["state_hash"] == new[key]["state_hash"] else "  other bits"
        print(f"{key[0]:14} {key[1]:12} {a['median']:9.3f} -> {b['median']:9.3f} ms  x{b['median'] / a['median']:.3f}  {word}{bits}")
    missing = [f"{scene} {name}" for scene, name in old if (scene, name) not in new]
    if missing:
        print(f"not in head: {', '.join(missing)}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    main()
