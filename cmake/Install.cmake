# SPDX-License-Identifier: MIT
# Shared builds, and `cmake --install`: a package that can be moved as a whole, found by find_package(supple) and by
# pkg-config. webgpu.h and the wgpu library travel with it; nothing in it names the folder that it was built in.

get_target_property(supple_type supple TYPE)
if(supple_type STREQUAL "SHARED_LIBRARY")
  # Only what the headers mark SUP_API is exported.
  set_target_properties(supple PROPERTIES C_VISIBILITY_PRESET hidden VERSION ${PROJECT_VERSION}
                                          SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_definitions(supple PUBLIC SUP_SHARED PRIVATE SUP_BUILD)
  set(pc_defines " -DSUP_SHARED")
endif()

option(SUPPLE_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})
if(NOT SUPPLE_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

# Debug information and __FILE__ would name the build machine's folders.
set(no_build_paths -ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
target_compile_options(supple PRIVATE ${no_build_paths})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/supple)
set(webgpu_header_dir ${CMAKE_INSTALL_INCLUDEDIR}/supple/webgpu)
target_include_directories(webgpu SYSTEM INTERFACE $<INSTALL_INTERFACE:${webgpu_header_dir}>)
target_link_libraries(webgpu INTERFACE $<INSTALL_INTERFACE:supple::wgpu_native>)

install(TARGETS supple webgpu EXPORT suppleTargets)
install(EXPORT suppleTargets NAMESPACE supple:: DESTINATION ${package_dir})
install(DIRECTORY include/supple DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${webgpu_include}/webgpu.h DESTINATION ${webgpu_header_dir})
if(EXISTS ${webgpu_include}/wgpu.h)
  install(FILES ${webgpu_include}/wgpu.h DESTINATION ${webgpu_header_dir})
endif()
if(WIN32)
  set(webgpu_library_place ${CMAKE_INSTALL_BINDIR}) # a DLL is looked for beside the program
  set(pc_webgpu_dir " -L\${prefix}/${CMAKE_INSTALL_BINDIR}")
else()
  set(webgpu_library_place ${CMAKE_INSTALL_LIBDIR})
endif()
install(FILES ${webgpu_library} DESTINATION ${webgpu_library_place})
install(FILES LICENSE docs/third-party.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(EXISTS ${webgpu_dir}/LICENSE)
  install(FILES ${webgpu_dir}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.wgpu)
endif()

# Each binary finds the libraries by its own place.
if(APPLE)
  set(own_place @loader_path)
else()
  set(own_place $ORIGIN)
endif()
file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(supple PROPERTIES INSTALL_RPATH ${own_place})
if(TARGET supple_cli)
  set_target_properties(supple_cli PROPERTIES INSTALL_RPATH ${own_place}/${bin_to_lib})
  target_compile_options(supple_cli PRIVATE ${no_build_paths})
  install(TARGETS supple_cli)
endif()

set(webgpu_library_path ${webgpu_library_place}/${webgpu_library_name})
configure_package_config_file(cmake/suppleConfig.cmake.in ${PROJECT_BINARY_DIR}/suppleConfig.cmake
                              INSTALL_DESTINATION ${package_dir} PATH_VARS webgpu_library_path)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/suppleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/suppleConfig.cmake ${PROJECT_BINARY_DIR}/suppleConfigVersion.cmake
        DESTINATION ${package_dir})

file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
configure_file(cmake/supple.pc.in ${PROJECT_BINARY_DIR}/supple.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/supple.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
