#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every C file is laid out as .clang-format says, begins with the licence line, and every script does too.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
passed=0
failed=0
check() {
    if "${@:2}"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}
listed() { [ "$(git ls-files '*.c' '*.h' | wc -l)" -gt 20 ]; } # an empty list would pass everything
formatted() { git ls-files -z '*.c' '*.h' | xargs -0 clang-format-14 --dry-run -Werror; }
licensed() {
    local file bad=0
    while IFS= read -r -d '' file; do
        head -n 2 "$file" | grep -q 'SPDX-License-Identifier: MIT' || { echo "$file: no SPDX line" && bad=1; }
    done < <(git ls-files -z '*.c' '*.h' '*.cpp' '*.wgsl' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt' '*.js' demo test .ci/run)
    return $bad
}
# Two concepts in one file is what a long file mostly means.
short() {
    local long
    long=$(git ls-files -z 'src/*.c' 'src/*.h' 'apps/*.c' 'shaders/*.wgsl' | xargs -0 -r wc -l |
        awk '$2 != "total" && $1 > 800 { print $2 ": " $1 " lines" }')
    [ -z "$long" ] || { echo "$long" && false; }
}
check "git lists the sources" listed
check "layout (clang-format-14 -i mends it)" formatted
check "licence lines" licensed
check "files of more than 800 lines" short
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
