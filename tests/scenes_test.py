#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs preset scenes through the program and checks what must be true of every one of them.

usage: scenes_test.py SUPPLE [--smallest | --smaller] [SCENE]...

Without names: all presets. For slow drivers, --smallest: a few with few frames; --smaller: all, with fewer strands and frames."""
import concurrent.futures
import json
import subprocess
import sys

SMALLEST = ("cube", "beam", "chain")
FRAMES, FRAMES_SMALLER, FRAMES_SMALLEST = 60, 30, 20
# up to a second each in software
FEWER_FRAMES = {"blob": 6, "cloth": 5, "drape": 6, "flag": 8, "garden": 1, "grass": 3, "hair": 2, "ribbons": 5, "shell": 8, "swing": 6,
                "tentacles": 3}
FEWER_STRANDS = {
    "garden": ["bodies.grass.shape.strands.count=300", "bodies.dark_grass.shape.strands.count=200"],
    "grass": ["bodies.green.shape.strands.count=300", "bodies.pale.shape.strands.count=200", "bodies.dark.shape.strands.count=100"],
    "hair": ["bodies.hair.shape.hair.count=500"],
    "tentacles": ["bodies.tentacles.shape.strands.count=300", "bodies.lights.shape.strands.count=50"],
}
GROUND_TOLERANCE = 1e-5  # [m]
MOST_STRETCH = {"chain": 1e-4, "hair": 1e-2, "tentacles": 1e-3}  # all edges keep their length


def run(program: str, scene: str, frames: int, settings: list[str]) -> dict:
    sets = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([program, "run", scene, "--frames", str(frames), "--quiet", "--json", "-", *sets],
                          capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise AssertionError(f"exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def check_network(scene: str, result: dict) -> None:
    assert result["edges"] >= result["nodes"] / 2, f"{result['edges']} edges of {result['nodes']} nodes"
    assert None not in result["energy"].values(), f"energies {result['energy']}"
    assert result["energy"]["kinetic"] > 0, "everything stands still"
    assert result["max_stretch"] <= MOST_STRETCH.get(scene, 1.0), f"edges are stretched by {result['max_stretch']}"
    if not result["tets"]:
        assert result["volume"] == {"min_ratio": 1, "max_ratio": 1, "inverted": 0}, f"a network's volume: {result['volume']}"
    for probe, place in result["probes"].items():
        assert None not in place, f"probe {probe} is at {place}"


def check(program: str, scene: str, frames: int, settings: list[str]) -> str:
    first, second = run(program, scene, frames, settings), run(program, scene, frames, settings)
    assert first["finite"] is True, "not finite"
    assert first["frames"] == frames, f"ran {first['frames']} frames of {frames}"
    assert first["hash"] == second["hash"], f"two runs differ: {first['hash']} and {second['hash']}"
    assert first["state_hash"] == second["state_hash"], "two runs end in different states"
    assert first["max_penetration"] <= GROUND_TOLERANCE, f"{first['max_penetration']} m below the ground"
    if first["tets"]:
        assert first["volume"]["inverted"] == 0, f"{first['volume']['inverted']} inverted tets"
        assert 0.1 < first["volume"]["min_ratio"] <= first["volume"]["max_ratio"] < 3.0, f"volume ratios {first['volume']}"
    if first["nodes"]:
        check_network(scene, first)
    still = run(program, scene, 0, settings)
    assert still["hash"] != first["hash"], "nothing moved"
    assert still["vertices"] == first["vertices"], "the number of vertices changed"
    return (f"{scene}: {first['adapter']}, {first['vertices']} vertices, {first['tets']} tets, {first['edges']} edges, "
            f"{first['ms_per_frame']['wall']:.1f} ms a frame, volume {first['volume']}")


def main() -> int:
    program, arguments = sys.argv[1], sys.argv[2:]
    smallest, smaller = "--smallest" in arguments, "--smaller" in arguments
    most = FRAMES_SMALLEST if smallest else FRAMES_SMALLER if smaller else FRAMES
    scenes = [name for name in arguments if not name.startswith("--")]
    if not scenes:
        listing = subprocess.run([program, "scenes"], capture_output=True, text=True, check=True).stdout
        scenes = list(SMALLEST) if smallest else [line.split()[0] for line in listing.splitlines() if line.strip()]
    passed = failed = 0

    def verdict(scene: str) -> tuple[bool, str]:
        try:
            frames, settings = min(most, FEWER_FRAMES.get(scene, FRAMES)), FEWER_STRANDS.get(scene, []) if smaller else []
            return True, check(program, scene, frames, settings)
        except (AssertionError, KeyError, ValueError, subprocess.SubprocessError) as error:
            return False, f"FAILED: {scene}: {error}"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # a software driver keeps little more than one core busy
        for fine, text in pool.map(verdict, scenes):
            passed += fine
            failed += not fine
            print(text, flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
