#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone as C and as C++ without a warning, and so does every initialiser in them.
#   headers_test.sh FOLDER_WITH_WEBGPU_H
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
webgpu=$1
passed=0
failed=0
compile() { # NAME COMPILER LANGUAGE, source on stdin
    local extra=()
    # C++ calls { 0 } and an initialiser's casts into question where C does not; both are meant.
    [ "$3" = c++ ] && extra=(-Wno-missing-field-initializers)
    if "$2" -x "$3" -std="${3}17" -Wall -Wextra -Wpedantic -Wconversion -Wshadow "${extra[@]}" -Werror -fsyntax-only \
        -I include -isystem "$webgpu" -; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1 with $2 as $3"
    fi
}
initialisers() {
    local macro type
    echo '#include <supple/supple.h>'
    echo 'int main(void) {'
    # SUP_SURFACE_CLEAN_DESC_INIT initialises a SupSurfaceCleanDesc.
    grep -ohE '#define SUP_[A-Z_]+_INIT\b' include/supple/*.h | awk '{ print $2 }' | sort -u | while read -r macro; do
        type=$(echo "${macro%_INIT}" | tr 'A-Z' 'a-z' | sed -E 's/(^|_)([a-z])/\U\2/g')
        echo "    { $type value = $macro; (void)value; }"
    done
    echo '    return 0; }'
}
for language in c c++; do
    compilers=(clang-14)
    [ "$language" = c ] && compilers=(gcc clang-14)
    [ "$language" = c++ ] && command -v g++ >/dev/null && compilers+=(g++)
    for compiler in "${compilers[@]}"; do
        for header in include/supple/*.h; do
            compile "$(basename "$header")" "$compiler" "$language" <<<"#include <supple/$(basename "$header")>"
        done
        compile "initialisers" "$compiler" "$language" < <(initialisers)
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
