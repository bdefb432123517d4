#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The browser's side.
#   web_test.sh SET PYTHON WASM WEB NPM PROGRAM WEBGPU
# SET: module (without a browser), smoke (a few tests in Chromium) or all (every test in Chromium).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
set=$1 python=$2 webgpu=$7
export SUPPLE_WASM=$3 SUPPLE_WEB=$4 SUPPLE_NPM=$5 SUPPLE_PROGRAM=$6 SUPPLE_PYTHON=$python SUPPLE_WEB_SET=$set
passed=0
failed=0
if [ "$set" = module ]; then
    files=(tests/web/shim.test.mjs tests/web/module.test.mjs)
    if "$python" tools/webgpu_layout.py "$webgpu/webgpu.h" --check; then passed=1; else failed=1; fi
else
    files=(tests/web/page.test.mjs tests/web/three.test.mjs)
fi
# one file after the other: two pages at once would starve each other on a software GPU
for file in "${files[@]}"; do
    output=$(node --test --test-reporter=spec "$file" 2>&1)
    status=$?
    echo "$output" | grep -v '# SKIP'
    count() { echo "$output" | sed -n "s/^[^a-z]*$1 \([0-9]*\)$/\1/p" | awk '{ sum += $1 } END { print sum + 0 }'; }
    bad=$(($(count fail) + $(count cancelled)))
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    passed=$((passed + $(count pass)))
    failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
