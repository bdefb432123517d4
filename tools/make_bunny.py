#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the bunny preset's two files in assets/ from the npm package that holds the Stanford bunny's surface.

Needs npm and a built `supple`. The same package and the same program give the same bytes.
"""
import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

PACKAGE = "bunny@1.0.1"
SHA256 = "381e02c74b98cf18814d7bec794726ef70b9c67e037273e82054d0043f6ae303"
HEIGHT = 0.9  # m
CELL = 0.0776  # m: about 4,400 tets, and fine enough that neither ear breaks

ROOT = pathlib.Path(__file__).resolve().parent.parent


def fetch(folder):
    """The package's index.js, its archive checked against the pinned hash."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.glob("*.tgz")
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{PACKAGE} has sha256 {found}, expected {SHA256}")
    with tarfile.open(archive) as tar:
        return tar.extractfile("package/index.js").read().decode()


def numbers(script, name):
    """The array of arrays that `exports.NAME=` is set to."""
    return json.loads(re.search(rf"exports\.{name}\s*=\s*(\[\[.*?\]\])", script, re.DOTALL).group(1))


def place(points):
    """Scales to HEIGHT, centres in x and z, and puts the lowest point on y = 0."""
    low = [min(p[k] for p in points) for k in range(3)]
    high = [max(p[k] for p in points) for k in range(3)]
    scale = HEIGHT / (high[1] - low[1])
    origin = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2]
    return [[(p[k] - origin[k]) * scale for k in range(3)] for p in points]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--supple", default=ROOT / "build/bin/supple", help="the program (default: build/bin/supple)")
    parser.add_argument("--out", default=ROOT / "assets", type=pathlib.Path, help="the folder (default: assets)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        script = fetch(folder)
        lines = ["v %.9g %.9g %.9g" % tuple(p) for p in place(numbers(script, "positions"))]
        lines += ["f %d %d %d" % tuple(i + 1 for i in cell) for cell in numbers(script, "cells")]
        surface = folder / "bunny.obj"
        surface.write_text("\n".join(lines) + "\n")
        command = [arguments.supple, "mesh", surface, arguments.out / "bunny", "--size", str(CELL)]
        subprocess.run([str(part) for part in command], check=True)
    for part, size in (("positions.vec3f32bin", 12), ("tet_indices.vec4u32bin", 16)):
        file = arguments.out / f"bunny_{part}"
        data = file.read_bytes()
        print(f"{file.name}: {len(data) // size} entries, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
