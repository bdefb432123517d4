# SPDX-License-Identifier: MIT
# Toolchain file: builds for 64-bit Windows on Linux with MinGW-w64.
#   cmake -B build-windows -G Ninja -DCMAKE_TOOLCHAIN_FILE=cmake/mingw.cmake -DBUILD_SHARED_LIBS=ON -DSUPPLE_TESTS=OFF
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# jsmn, xxHash and stb are headers that any target can use. The host's include folder as a whole is not: it holds its libc.
foreach(header jsmn.h xxhash.h xxh3.h stb/stb_image_write.h)
  if(EXISTS /usr/include/${header})
    configure_file(/usr/include/${header} ${CMAKE_BINARY_DIR}/host_headers/${header} COPYONLY)
  endif()
endforeach()
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/host_headers)
list(APPEND CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/host_headers)
