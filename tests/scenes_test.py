#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs preset scenes through the program and checks what must be true of every one of them.

usage: scenes_test.py SUPPLE [--smallest] [SCENE]...

Without names: all presets. --smallest: the few that suit a slow driver, with fewer frames."""
import json
import subprocess
import sys

SMALLEST = ("cube", "beam")
GROUND_TOLERANCE = 1e-5  # [m]


def run(program: str, scene: str, frames: int) -> dict:
    done = subprocess.run([program, "run", scene, "--frames", str(frames), "--quiet", "--json", "-"],
                          capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise AssertionError(f"exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def check(program: str, scene: str, frames: int) -> None:
    first, second = run(program, scene, frames), run(program, scene, frames)
    print(f"{scene}: {first['adapter']}, {first['vertices']} vertices, {first['tets']} tets, "
          f"{first['ms_per_frame']['wall']:.1f} ms a frame, volume {first['volume']}")
    assert first["finite"] is True, "not finite"
    assert first["frames"] == frames, f"ran {first['frames']} frames of {frames}"
    assert first["hash"] == second["hash"], f"two runs differ: {first['hash']} and {second['hash']}"
    assert first["state_hash"] == second["state_hash"], "two runs end in different states"
    assert first["max_penetration"] <= GROUND_TOLERANCE, f"{first['max_penetration']} m below the ground"
    if first["tets"]:
        assert first["volume"]["inverted"] == 0, f"{first['volume']['inverted']} inverted tets"
        assert 0.1 < first["volume"]["min_ratio"] <= first["volume"]["max_ratio"] < 3.0, f"volume ratios {first['volume']}"
    still = run(program, scene, 0)
    assert still["hash"] != first["hash"], "nothing moved"
    assert still["vertices"] == first["vertices"], "the number of vertices changed"


def main() -> int:
    program, arguments = sys.argv[1], sys.argv[2:]
    smallest = "--smallest" in arguments
    scenes = [name for name in arguments if not name.startswith("--")]
    if not scenes:
        listing = subprocess.run([program, "scenes"], capture_output=True, text=True, check=True).stdout
        scenes = list(SMALLEST) if smallest else [line.split()[0] for line in listing.splitlines() if line.strip()]
    passed = failed = 0
    for scene in scenes:
        try:
            check(program, scene, 20 if smallest else 60)
            passed += 1
        except (AssertionError, KeyError, ValueError, subprocess.SubprocessError) as error:
            print(f"FAILED: {scene}: {error}")
            failed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
