# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by ./demo and ./test: finds what a build needs and installs with apt what is missing.
#
#   setup_need TEST PACKAGES WHY   remembers PACKAGES when the command TEST fails
#   setup_install                  installs what was remembered; does nothing when nothing was
#   setup_python                   sets $python to a Python 3 that has pip (CMake is given the same one)
#
# Nothing is written outside the checkout except by the package manager.

missing_packages=()
missing_reasons=()

setup_need() {
    # shellcheck disable=SC2086 # tests and package lists are words
    if $1 >/dev/null 2>&1; then return 0; fi
    # shellcheck disable=SC2206
    missing_packages+=($2)
    missing_reasons+=("$(printf '  %-32s %s' "$2" "$3")")
}

have() { command -v "$1"; }
have_file() { compgen -G "$1"; }
have_c_compiler() { command -v cc || command -v gcc || command -v clang; }
have_header() {
    local compiler
    compiler=$(have_c_compiler) && echo "#include <$1>" | "$compiler" -E -x c - -o /dev/null
}
have_library() {
    local folder
    [ "$(uname -s)" = Linux ] || return 0
    for folder in '/usr/lib/*' /usr/lib /usr/lib64 /usr/local/lib; do compgen -G "$folder/$1" && return 0; done
    return 1
}
# A Vulkan driver of any kind. Without one the software driver is installed.
have_vulkan_driver() {
    [ "$(uname -s)" != Linux ] || compgen -G '/usr/share/vulkan/icd.d/*.json' || compgen -G '/etc/vulkan/icd.d/*.json' ||
        compgen -G '/usr/local/share/vulkan/icd.d/*.json' || [ -n "${VK_ICD_FILENAMES:-}${VK_DRIVER_FILES:-}" ]
}
have_lavapipe() { compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json'; }
have_python_pip() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        "$candidate" -m pip --version >/dev/null 2>&1 && echo "$candidate" && return 0
    done
    return 1
}

# What every build needs.
setup_need_build() {
    setup_need have_c_compiler "gcc libc6-dev" "a C compiler"
    setup_need "have cmake" cmake "makes the build files"
    setup_need "have ninja" ninja-build "runs the build"
    setup_need "have_header jsmn.h" libjsmn-dev "reads JSON (header only)"
    setup_need "have_header xxhash.h" libxxhash-dev "hashes results (header only)"
    setup_need "have_header stb/stb_image_write.h" libstb-dev "writes PNG files (header only)"
    setup_need have_python_pip python3-pip "fetches the pinned wgpu library, checked by hash"
    setup_need "have_library libvulkan.so.1" libvulkan1 "the Vulkan loader, which wgpu opens"
    setup_need have_vulkan_driver mesa-vulkan-drivers "a software GPU, since no Vulkan driver is installed"
}

# What the desktop viewer needs; without it `supple view` says so and everything else is built.
setup_need_viewer() {
    setup_need "have g++" g++ "compiles the viewer's panel"
    setup_need "have pkg-config" pkg-config "finds libraries"
    setup_need "have_header GLFW/glfw3.h" libglfw3-dev "opens the viewer's window"
    setup_need "have_header imgui/imgui.h" libimgui-dev "draws the viewer's panel"
    setup_need "have_file /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf" fonts-dejavu-core "the panel's letters"
}

setup_install() {
    [ ${#missing_packages[@]} -gt 0 ] || return 0
    echo "Missing on this machine:"
    printf '%s\n' "${missing_reasons[@]}"
    local root=() command log=build/apt.log
    command="apt-get install --no-install-recommends ${missing_packages[*]}"
    if ! command -v apt-get >/dev/null; then
        echo "There is no apt-get here: install the like of these packages by your system's own means, then try again." >&2
        return 1
    fi
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Installing them takes root. As root: $command" >&2
            return 1
        fi
        root=(sudo)
    fi
    mkdir -p build
    echo "Installing them: ${root:+sudo }$command"
    if ! { "${root[@]}" apt-get -q update &&
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 \
            install --no-install-recommends "${missing_packages[@]}"; } </dev/null >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "apt-get failed; the whole output is in $log" >&2
        return 1
    fi
    missing_packages=()
    missing_reasons=()
}

setup_python() {
    python=$(have_python_pip) || {
        echo "No Python 3 with pip was found" >&2
        return 1
    }
    python=$(command -v "$python")
}

# configure FOLDER OPTIONS...: makes FOLDER's build files unless they are there. A changed option is taken over.
configure() {
    local folder=$1 stamp=$1/configured.txt
    shift
    if [ -f "$folder/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$PWD $*" ]; then return 0; fi
    [ -f "$stamp" ] && rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DPython3_EXECUTABLE="$python" "$@" &&
        echo "$PWD $*" >"$stamp"
}
