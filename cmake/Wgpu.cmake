# SPDX-License-Identifier: MIT
# Target `webgpu`: webgpu.h and the library behind it. From the pinned wheel of wgpu-native, or from SUPPLE_WEBGPU_DIR
# (a folder with webgpu.h and the library).
set(SUPPLE_WEBGPU_DIR "" CACHE PATH "Folder with webgpu.h and its library; empty: the pinned wgpu-native wheel")

if(SUPPLE_WEBGPU_DIR)
  set(webgpu_dir ${SUPPLE_WEBGPU_DIR})
else()
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
  if(WIN32)
    set(wheel_platform win_amd64)
  elseif(APPLE)
    set(wheel_platform macosx_10_9_x86_64)
    if(processor MATCHES "arm64|aarch64")
      set(wheel_platform macosx_11_0_arm64)
    endif()
  elseif(processor MATCHES "arm64|aarch64")
    set(wheel_platform manylinux_2_28_aarch64)
  else()
    set(wheel_platform manylinux_2_28_x86_64)
  endif()
  set(webgpu_dir ${CMAKE_BINARY_DIR}/wgpu)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/fetch_wgpu.py ${webgpu_dir} ${wheel_platform}
                  RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "wgpu-native could not be fetched; set SUPPLE_WEBGPU_DIR to a folder with webgpu.h and its library")
  endif()
endif()

if(SUPPLE_BROWSER) # webgpu.h alone: the page brings the functions (src/gpu/js)
  find_path(webgpu_include webgpu.h PATHS ${webgpu_dir} ${webgpu_dir}/include ${webgpu_dir}/include/webgpu NO_DEFAULT_PATH
            NO_CMAKE_FIND_ROOT_PATH REQUIRED NO_CACHE)
  add_library(webgpu INTERFACE)
  target_include_directories(webgpu SYSTEM INTERFACE ${webgpu_include})
  return()
endif()

find_file(webgpu_library NAMES libwgpu_native-release.so libwgpu_native-release.dylib wgpu_native-release.dll
          libwgpu_native.so libwgpu_native.dylib wgpu_native.dll PATHS ${webgpu_dir} ${webgpu_dir}/lib NO_DEFAULT_PATH
          NO_CMAKE_FIND_ROOT_PATH REQUIRED NO_CACHE)
find_path(webgpu_include webgpu.h PATHS ${webgpu_dir} ${webgpu_dir}/include ${webgpu_dir}/include/webgpu NO_DEFAULT_PATH
          NO_CMAKE_FIND_ROOT_PATH REQUIRED NO_CACHE)
if(WIN32)
  # The wheel's DLL calls itself wgpu_native.dll, and that is the name that programs look for, beside themselves.
  set(webgpu_dll ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/wgpu_native.dll)
  configure_file(${webgpu_library} ${webgpu_dll} COPYONLY)
  set(webgpu_library ${webgpu_dll})
endif()
get_filename_component(webgpu_library_name ${webgpu_library} NAME)

# The wheel's library has no SONAME: link by name (-l:file) so that no build path ends up in the binaries.
add_library(webgpu INTERFACE)
target_include_directories(webgpu SYSTEM INTERFACE $<BUILD_INTERFACE:${webgpu_include}>)
if(WIN32)
  target_link_libraries(webgpu INTERFACE $<BUILD_INTERFACE:${webgpu_library}>)
elseif(APPLE)
  target_link_libraries(webgpu INTERFACE $<BUILD_INTERFACE:${webgpu_library}>)
else()
  get_filename_component(webgpu_library_dir ${webgpu_library} DIRECTORY)
  target_link_directories(webgpu INTERFACE $<BUILD_INTERFACE:${webgpu_library_dir}>)
  target_link_libraries(webgpu INTERFACE $<BUILD_INTERFACE:-l:${webgpu_library_name}>)
endif()
