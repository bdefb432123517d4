#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The installed package, static and shared: moved after installing, it names no build folder, and the sample builds
# against it with CMake and with pkg-config and runs. The source tree also works inside another project.
#   install_test.sh PYTHON FOLDER_WITH_WEBGPU
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
python=$1
webgpu=$2
work=$PWD/build/test/install
passed=0
failed=0
check() {
    echo "== $1"
    if "${@:2}"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}

install_package() { # KIND SHARED
    cmake -S . -B "$work/$1" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DPython3_EXECUTABLE="$python" \
        -DSUPPLE_WEBGPU_DIR="$webgpu" -DSUPPLE_TESTS=OFF -DBUILD_SHARED_LIBS="$2" &&
        cmake --build "$work/$1" && cmake --install "$work/$1" --prefix "$work/first-$1" >/dev/null &&
        rm -rf "$work/moved-$1" && mv "$work/first-$1" "$work/moved-$1"
}
names_no_build_folder() { ! grep -r -l -F -e "$PWD" "$work/moved-$1"; }
exports_only_the_api() { # shared: no function but the headers' is visible
    local name extra=0
    for name in $(nm -D --defined-only "$work/moved-shared/lib/"*/libsupple.so "$work/moved-shared/lib/libsupple.so" \
        2>/dev/null | awk '$2 ~ /[TDBR]/ { print $3 }'); do
        grep -q -w "$name" include/supple/*.h || { echo "$name is exported and in no header" && extra=1; }
    done
    [ "$extra" = 0 ]
}
falls() { # PROGRAM: free fall for a third of a second (0.545 m), then it meets the ground and bounces
    local out
    out=$("$1") && echo "$out" && echo "$out" | awk '{ height[$2] = $3; n++ } END {
        exit !(n == 7 && height["0:"] == 2.2 && height["20:"] > 1.63 && height["20:"] < 1.67 &&
            height["60:"] > 0.05 && height["60:"] < 1.2) }'
}
sample_with_cmake() {
    cmake -S samples/falling_cube -B "$work/sample-$1" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved-$1" &&
        cmake --build "$work/sample-$1" && falls "$work/sample-$1/falling_cube"
}
sample_with_pkg_config() {
    local flags
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$work/moved-$1" -name supple.pc)") pkg-config --cflags --libs supple) &&
        eval "cc samples/falling_cube/falling_cube.c -o '$work/sample-$1/by_pkg_config' $flags" &&
        falls "$work/sample-$1/by_pkg_config"
}
installed_program() { "$work/moved-$1/bin/supple" scenes; }
inside_another_project() {
    mkdir -p "$work/host" && cat >"$work/host/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(host LANGUAGES C)
add_subdirectory("$PWD" supple)
add_executable(host "$PWD/samples/falling_cube/falling_cube.c")
target_link_libraries(host PRIVATE supple::supple)
END
    cmake -S "$work/host" -B "$work/host/build" -G Ninja -DPython3_EXECUTABLE="$python" -DSUPPLE_WEBGPU_DIR="$webgpu" &&
        cmake --build "$work/host/build" && falls "$(find "$work/host/build" -type f -name host -perm -u+x)"
}

mkdir -p "$work"
for kind in static shared; do
    shared=OFF
    [ $kind = shared ] && shared=ON
    check "$kind: installs" install_package $kind $shared
    check "$kind: names no build folder" names_no_build_folder $kind
    check "$kind: sample by CMake" sample_with_cmake $kind
    check "$kind: sample by pkg-config" sample_with_pkg_config $kind
    check "$kind: installed program" installed_program $kind
done
check "shared: exports only the API" exports_only_the_api
check "inside another project" inside_another_project
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
