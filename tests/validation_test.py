#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the GPU tests and three scenes under the Vulkan validation layer and fails on any message of it.

usage: validation_test.py BUILD_FOLDER

The layer writes to the program's stderr, a pipe: a log file would be cut to nothing by every further Vulkan instance."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

LAYER = "VK_LAYER_KHRONOS_validation"
# Messages that are not about Supple, each with the reason. Keyed by the message's id.
EXPECTED: dict[str, str] = {}
# Passed over: what it gives the driver, the others give it too, and it takes as long as all of them.
LONG = {"solver_truths"}


def commands(build: pathlib.Path) -> dict[str, tuple[list[str], str]]:
    listing = subprocess.run(["ctest", "--test-dir", str(build), "-L", "^gpu$", "--show-only=json-v1"],
                             capture_output=True, text=True, check=True).stdout
    found = {}
    for test in json.loads(listing)["tests"]:
        if test["name"] in LONG:
            continue
        folder = next((p["value"] for p in test.get("properties", []) if p["name"] == "WORKING_DIRECTORY"), str(build))
        found[test["name"]] = (test["command"], folder)
    program = str((build / "bin" / "supple").resolve())
    for scene in ("cube", "beam", "swing"):
        found[f"scene-{scene}"] = ([program, "run", scene, "--frames", "3", "--quiet", "--json", "-"], str(build))
    return found


def messages(text: str) -> list[str]:
    """Errors and warnings of the layer, and a complaint when it was never active."""
    blocks = re.split(r"(?=^\S+\((?:ERROR|WARN|PERF|INFO|DEBUG) / )", text, flags=re.MULTILINE)
    bad = [block.strip() for block in blocks if re.match(r"\S+\((?:ERROR|WARN)", block)]
    bad = [block for block in bad if not any(known in block for known in EXPECTED)]
    # The layer greets every instance with its settings (report flag `info`).
    return bad if "createinstance-status-message" in text else bad + ["the layer was not active"]


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    results = build / "validation"
    results.mkdir(exist_ok=True)
    passed = failed = 0
    settings = results / "vk_layer_settings.txt"
    settings.write_text("khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
                        "khronos_validation.report_flags = error,warn,info\n"
                        "khronos_validation.duplicate_message_limit = 3\n"
                        "khronos_validation.log_filename = /dev/stderr\n")
    environment = dict(os.environ, VK_INSTANCE_LAYERS=LAYER, VK_LAYER_SETTINGS_PATH=str(settings))

    def run(one: tuple[str, tuple[list[str], str]]) -> str:
        """What is wrong with it; empty when nothing is."""
        name, (command, folder) = one
        try:
            done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=900)
        except (OSError, subprocess.SubprocessError) as error:
            return f"{name}: {error}"
        said = messages(done.stderr)
        if not said and done.returncode == 0:
            return ""
        return "\n".join([f"{name}: exit code {done.returncode}, {len(said)} messages of the layer", *said[:5],
                          done.stdout[-2000:] + done.stderr[-2000:]])

    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # one keeps little more than one core busy
        for wrong in pool.map(run, commands(build).items()):
            passed += not wrong
            failed += bool(wrong)
            if wrong:
                print(f"FAILED: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 0 if not failed else 1


if __name__ == "__main__":
    sys.exit(main())
