#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages do not lie about names: links lead to files, C names exist in the headers, the README's program is the sample's."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def broken_links(page: pathlib.Path, text: str) -> list[str]:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    return [f"link to {link}" for link in links if "://" not in link and not (page.parent / link).exists()]


def unknown_names(text: str, headers: str) -> list[str]:
    known = set(re.findall(r"\w+", headers)) | set(re.findall(r"SupStatus_\w+", text))
    # SupStatus_* come from a table; docs/statuses.md is compared with it by tools/status_table.py.
    names = set(re.findall(r"\b(?:sup[A-Z]\w+|Sup[A-Z]\w+|SUP_[A-Z_]+)\b", text))
    return sorted(f"unknown name {name}" for name in names - known if not name.endswith("_"))


def options_that_differ(text: str) -> list[str]:
    """Options that the program knows and the page does not, and the other way round."""
    sources = "".join(file.read_text() for file in (ROOT / "apps").glob("*/*.[ch]"))
    known = set(re.findall(r'\{ ?"(--[a-z-]+)", Option_', sources)) | {"--help", "--version"}
    return [f"option {name}" for name in sorted(known ^ set(re.findall(r"--[a-z][a-z-]+", text)))]


def main() -> int:
    headers = "".join(file.read_text() for file in (ROOT / "include/supple").glob("*.h"))
    sample = (ROOT / "samples/falling_cube/falling_cube.c").read_text()
    pages = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    passed = failed = 0
    for name in pages:
        page = ROOT / name
        text = page.read_text()
        wrong = broken_links(page, text) + unknown_names(text, headers)
        if name == "README.md" and re.search(r"```c\n(.*?)```", text, re.DOTALL).group(1) not in sample:
            wrong.append("the C program is no excerpt of samples/falling_cube/falling_cube.c")
        if name == "docs/cli.md":
            wrong += options_that_differ(text)
        for line in wrong:
            print(f"FAILED: {name}: {line}")
        failed += bool(wrong)
        passed += not wrong
    table = subprocess.run([sys.executable, ROOT / "tools/status_table.py", "--check"], capture_output=True, text=True)
    if table.returncode:
        print(f"FAILED: {table.stdout}")
    failed += table.returncode != 0
    passed += table.returncode == 0
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
