#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every GPU test and two scenes under the Vulkan validation layer and fails on any message of it.

usage: validation_test.py BUILD_FOLDER

Each program gets a log of its own, written by the layer itself, so that what programs print does not matter."""
import json
import os
import pathlib
import re
import subprocess
import sys

LAYER = "VK_LAYER_KHRONOS_validation"
# Messages that are not about Supple, each with the reason. Keyed by the message's id.
EXPECTED: dict[str, str] = {}


def commands(build: pathlib.Path) -> dict[str, tuple[list[str], str]]:
    listing = subprocess.run(["ctest", "--test-dir", str(build), "-L", "^gpu$", "--show-only=json-v1"],
                             capture_output=True, text=True, check=True).stdout
    found = {}
    for test in json.loads(listing)["tests"]:
        folder = next((p["value"] for p in test.get("properties", []) if p["name"] == "WORKING_DIRECTORY"), str(build))
        found[test["name"]] = (test["command"], folder)
    program = str((build / "bin" / "supple").resolve())
    for scene in ("cube", "beam"):
        found[f"scene-{scene}"] = ([program, "run", scene, "--frames", "3", "--quiet", "--json", "-"], str(build))
    return found


def messages(log: pathlib.Path) -> list[str]:
    if not log.exists():
        return []
    blocks = re.split(r"(?=^(?:Validation|UNASSIGNED|VUID|Loader) )", log.read_text(errors="replace"), flags=re.MULTILINE)
    blocks = [block.strip() for block in blocks if block.strip()]
    return [block for block in blocks if not any(known in block for known in EXPECTED)]


def layer_works(folder: pathlib.Path, program: str) -> bool:
    """The layer says nothing when all is well, so make sure that it is loaded at all."""
    environment = dict(os.environ, VK_INSTANCE_LAYERS=LAYER, VK_LOADER_DEBUG="layer")
    done = subprocess.run([program, "devices"], env=environment, cwd=folder, capture_output=True, text=True, timeout=300)
    return LAYER in done.stderr + done.stdout and "Insert instance layer" in done.stderr + done.stdout


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    results = build / "validation"
    results.mkdir(exist_ok=True)
    passed = failed = 0
    if layer_works(results, str(build / "bin" / "supple")):
        passed += 1
    else:
        print(f"FAILED: {LAYER} was not loaded")
        failed += 1
    for name, (command, folder) in commands(build).items():
        settings, log = results / f"{name}.settings", results / f"{name}.log"
        log.unlink(missing_ok=True)
        settings.write_text("khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
                            "khronos_validation.report_flags = error,warn\n"
                            "khronos_validation.duplicate_message_limit = 3\n"
                            f"khronos_validation.log_filename = {log}\n")
        environment = dict(os.environ, VK_INSTANCE_LAYERS=LAYER, VK_LAYER_SETTINGS_PATH=str(settings))
        done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=900)
        said = messages(log)
        if said or done.returncode != 0:
            print(f"FAILED: {name}: exit code {done.returncode}, {len(said)} messages of the layer")
            print("\n".join(said[:5]) or done.stdout[-2000:] + done.stderr[-2000:])
            failed += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if not failed else 1


if __name__ == "__main__":
    sys.exit(main())
