# SPDX-License-Identifier: MIT
# Options that every target of this project is built with.
function(supple_options target)
  # -ffp-contract=off: a fused multiply-add on one platform and not on another would change the last bit of a mesh, and
  # with it every hash that follows.
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes)
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    # gcc 12 loses the narrowing of two neighbouring (double)(float)x: positions that should be rounded are not.
    target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
  endif()
  if(MINGW)
    # C99's printf (%zu) in place of the old Windows one; MinGW's isfinite macro converts on the way to choosing a type.
    target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
    target_compile_options(${target} PRIVATE -Wno-float-conversion)
  endif()
  if(SUPPLE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(SUPPLE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${SUPPLE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${SUPPLE_SANITIZE})
  endif()
endfunction()
