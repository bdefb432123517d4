#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the test cases in a JUnit file of ctest: what cmocka and Python's unittest printed, and `N passed, N failed` lines.

usage: count_tests.py FILE.xml

Prints the failed cases and a closing line `N passed, N failed`. A program that ctest calls failed counts as one failed case
when its output shows none (a crash), and a program that passed without any case counts as failed: it tested nothing."""
import re
import sys
import xml.etree.ElementTree as ElementTree


def count(text: str) -> tuple[int, int]:
    """Passed and failed cases in one program's output."""
    passed = len(re.findall(r"\[ {7}OK \] ", text))
    skipped = len(re.findall(r"\[ {2}SKIPPED \] ", text))
    # A case that began and did not end well has failed, also when the program died in it.
    failed = max(len(re.findall(r"\[ RUN {6}\] ", text)) - passed - skipped, 0)
    for run, outcome in re.findall(r"^Ran (\d+) tests? in .*\s+(OK.*|FAILED.*)$", text, re.MULTILINE):
        bad = sum(map(int, re.findall(r"(?:failures|errors)=(\d+)", outcome)))
        passed += int(run) - bad - sum(map(int, re.findall(r"skipped=(\d+)", outcome)))
        failed += bad
    for good, bad in re.findall(r"^(\d+) passed, (\d+) failed$", text, re.MULTILINE):
        passed += int(good)
        failed += int(bad)
    return passed, failed


def main() -> int:
    total_passed = total_failed = 0
    for case in ElementTree.parse(sys.argv[1]).getroot().iter("testcase"):
        name = case.get("name")
        passed, failed = count(case.findtext("system-out") or "")
        if case.get("status") != "run" and failed == 0:
            failed = 1
        if passed + failed == 0:
            print(f"FAILED: {name} ran no test case")
            failed = 1
        elif failed:
            print(f"FAILED: {name}: {failed} of {passed + failed}")
        total_passed += passed
        total_failed += failed
    print(f"{total_passed} passed, {total_failed} failed")
    return 0 if total_failed == 0 and total_passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
