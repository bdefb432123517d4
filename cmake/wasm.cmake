# SPDX-License-Identifier: MIT
# Toolchain file: builds for WebAssembly in a browser with clang and wasi-libc (Debian: clang-14 lld-14 llvm-14 wasi-libc
# libclang-rt-14-dev-wasm32).
#   cmake --preset web
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(SUPPLE_BROWSER ON)
set(SUPPLE_WASM_SYSROOT /usr CACHE PATH "Folder with include/wasm32-wasi and lib/wasm32-wasi")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SUPPLE_WASM_SYSROOT)

find_program(wasm_clang NAMES clang-14 clang REQUIRED)
find_program(wasm_ar NAMES llvm-ar-14 llvm-ar REQUIRED)
find_program(wasm_ranlib NAMES llvm-ranlib-14 llvm-ranlib REQUIRED)
set(CMAKE_C_COMPILER ${wasm_clang})
set(CMAKE_AR ${wasm_ar})
set(CMAKE_RANLIB ${wasm_ranlib})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT ${SUPPLE_WASM_SYSROOT})
# A reactor: no main, functions that the page calls. msimd128 does not change a bit of any result.
set(CMAKE_C_FLAGS_INIT "-msimd128")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

# jsmn and xxHash are headers that any target can use. The host's include folder as a whole is not: it holds its libc.
foreach(header jsmn.h xxhash.h xxh3.h)
  if(EXISTS /usr/include/${header})
    configure_file(/usr/include/${header} ${CMAKE_BINARY_DIR}/host_headers/${header} COPYONLY)
  endif()
endforeach()
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/host_headers)
