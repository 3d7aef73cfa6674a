# The files by which other projects find an installed Wend: find_package(wend) and pkg-config. The parts install
# their own libraries, headers and programs.
include(CMakePackageConfigHelpers)

set(WEND_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
set_target_properties(wend_import PROPERTIES EXPORT_NAME import)
install(EXPORT wendTargets NAMESPACE wend:: DESTINATION ${WEND_PACKAGE_DIR})

configure_package_config_file(cmake/wendConfig.cmake.in wendConfig.cmake INSTALL_DESTINATION ${WEND_PACKAGE_DIR})
write_basic_package_version_file(wendConfigVersion.cmake COMPATIBILITY ${WEND_COMPATIBILITY})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/wendConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/wendConfigVersion.cmake
        DESTINATION ${WEND_PACKAGE_DIR})

# The .pc files find the prefix from where they lie, so that an installed tree can be moved.
set(WEND_PC_DIR ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH WEND_PC_TO_PREFIX ${WEND_PC_DIR} ${CMAKE_INSTALL_PREFIX})
foreach(module wend wend-import)
  configure_file(cmake/${module}.pc.in ${module}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
