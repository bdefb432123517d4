# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by ./demo and ./test after setup.sh: builds the web page and the JavaScript package.
#
#   setup_need_web             what that needs
#   web_build WASM WEB NPM ..  WebAssembly into WASM, the page into WEB, the package into NPM; more options go to CMake

have_node() { node -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)'; }
have_wasm_libc() { compgen -G '/usr/include/wasm32-wasi/stdio.h'; }
have_wasm_builtins() { compgen -G '/usr/lib/llvm-14/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a'; }

setup_need_web() {
    setup_need "have clang-14" clang-14 "compiles C to WebAssembly"
    setup_need "have wasm-ld-14" lld-14 "links WebAssembly"
    setup_need "have llvm-ar-14" llvm-14 "makes libraries of WebAssembly"
    setup_need have_wasm_libc wasi-libc "the C library of WebAssembly"
    setup_need have_wasm_builtins libclang-rt-14-dev-wasm32 "the compiler's own functions for WebAssembly"
    setup_need have_node nodejs "bundles the page's JavaScript"
    setup_need "have npm" npm "fetches the bundler, pinned and checked by hash"
}

# The packages of package-lock.json, once.
web_packages() {
    local stamp=node_modules/.stamp
    if cmp -s package-lock.json "$stamp"; then return 0; fi
    npm ci --no-progress && cp package-lock.json "$stamp"
}

web_build() {
    local wasm=$1 web=$2 npm=$3
    shift 3
    web_packages &&
        configure "$wasm" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/wasm.cmake" -DCMAKE_BUILD_TYPE=Release -DSUPPLE_WERROR=ON \
            -DSUPPLE_TESTS=OFF -DSUPPLE_INSTALL=OFF "$@" &&
        cmake --build "$wasm" &&
        node apps/web/build.mjs "$wasm/bin" "$web" "$npm"
}
