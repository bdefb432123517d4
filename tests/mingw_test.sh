#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library and the sample build for 64-bit Windows and link against wgpu's DLL. Nothing is run.
#   mingw_test.sh PYTHON
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
python=$1
work=$PWD/build/test/mingw
passed=0
failed=0
check() {
    echo "== $1"
    if "${@:2}"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}
library() {
    cmake -S . -B "$work" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DPython3_EXECUTABLE="$python" -DBUILD_SHARED_LIBS=ON -DSUPPLE_TESTS=OFF -DSUPPLE_WERROR=ON &&
        cmake --build "$work" && rm -rf "$work/installed" && cmake --install "$work" --prefix "$work/installed" &&
        x86_64-w64-mingw32-objdump -p "$work/installed/bin/libsupple.dll" | grep 'DLL Name: wgpu_native.dll' &&
        compgen -G "$work/installed/bin/wgpu_native.dll"
}
sample() {
    cmake -S samples/falling_cube -B "$work/sample" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" \
        -DCMAKE_FIND_ROOT_PATH="$work/installed" -DCMAKE_PREFIX_PATH="$work/installed" &&
        cmake --build "$work/sample" && x86_64-w64-mingw32-objdump -p "$work/sample/falling_cube.exe" | grep 'DLL Name: libsupple'
}
check "library" library
check "sample" sample
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
