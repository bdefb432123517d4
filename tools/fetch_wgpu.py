#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fetches the pinned wgpu wheel and unpacks webgpu.h, wgpu.h and the library into a folder.

usage: fetch_wgpu.py FOLDER WHEEL_PLATFORM

Nothing is done when FOLDER already holds the files of this wheel. The wheel's hash is checked by pip."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

REQUIREMENTS = pathlib.Path(__file__).with_name("wgpu-requirements.txt")
WANTED = (".h", ".so", ".dylib", ".dll")


def main() -> int:
    folder, platform = pathlib.Path(sys.argv[1]), sys.argv[2]
    stamp = folder / "wheel.txt"
    wanted = f"{platform}\n{REQUIREMENTS.read_text()}"
    if stamp.exists() and stamp.read_text() == wanted:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                   "--only-binary=:all:", "--platform", platform, "--require-hashes", "--dest", temporary,
                   "--requirement", str(REQUIREMENTS)]
        if subprocess.run(command).returncode != 0:
            print("fetch_wgpu: pip could not download the pinned wgpu wheel (see above)", file=sys.stderr)
            return 1
        wheel = next(pathlib.Path(temporary).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                file = pathlib.PurePosixPath(name)
                if file.parent.name == "resources" and file.suffix in WANTED and file.name != "combined_header.h":
                    with archive.open(name) as source, open(folder / file.name, "wb") as target:
                        shutil.copyfileobj(source, target)
                elif "LICENSE" in file.name:
                    (folder / "LICENSE").write_bytes(archive.read(name))
    stamp.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
