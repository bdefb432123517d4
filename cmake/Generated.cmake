# SPDX-License-Identifier: MIT
# Sources that are made at build time: WGSL texts with their binding tables, structs shared by C and WGSL, presets.
set(generated_dir ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${generated_dir})

file(GLOB_RECURSE shader_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.wgsl)
set(structs_manifest ${PROJECT_SOURCE_DIR}/shaders/structs.manifest)
add_custom_command(
  OUTPUT ${generated_dir}/gpu_structs.h ${generated_dir}/shaders.c
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/embed_shaders.py ${PROJECT_SOURCE_DIR}/shaders ${generated_dir}
  DEPENDS ${shader_files} ${structs_manifest} ${PROJECT_SOURCE_DIR}/tools/embed_shaders.py
  VERBATIM)

file(GLOB preset_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.json)
file(GLOB preset_assets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/*bin)
add_custom_command(
  OUTPUT ${generated_dir}/presets.c
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/embed_presets.py ${PROJECT_SOURCE_DIR} ${generated_dir}
  DEPENDS ${preset_files} ${preset_assets} ${PROJECT_SOURCE_DIR}/tools/embed_presets.py
  VERBATIM)
