#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/statuses.md from the table SUP_STATUS_TABLE in include/supple/base.h.

usage: status_table.py [--check]     --check: only say whether the page is current"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER, PAGE = ROOT / "include/supple/base.h", ROOT / "docs/statuses.md"

HEAD = """# Statuses

What a call of the library can return. `supStatusName`, `supStatusText` and `supStatusRemedy` give these columns to programs;
the text that comes with a failure (`SupReport`, `supGpuErrorText`, `supWorldErrorText`) says what happened in the case at hand.

Made by tools/status_table.py from include/supple/base.h: change it there.

| value | status | means | what to do |
|---|---|---|---|
"""


def page() -> str:
    table = re.search(r"#define SUP_STATUS_TABLE\(X\)(.*?)\n\n", HEADER.read_text(), re.DOTALL).group(1)
    rows = re.findall(r'X\((\w+),\s*"([^"]*)",\s*"([^"]*)"\)', table.replace("\\\n", " "))
    return HEAD + "".join(f"| {value} | `SupStatus_{name}` | {text} | {remedy} |\n"
                          for value, (name, text, remedy) in enumerate(rows))


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        current = PAGE.exists() and PAGE.read_text() == page()
        print("docs/statuses.md is current" if current else "docs/statuses.md is old: run tools/status_table.py")
        print("1 passed, 0 failed" if current else "0 passed, 1 failed")
        return 0 if current else 1
    PAGE.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
