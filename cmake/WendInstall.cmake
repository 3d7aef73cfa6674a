# The files by which other projects find an installed Wend: find_package(wend) and pkg-config. The parts install
# their own libraries, headers and programs.
include(CMakePackageConfigHelpers)

set(WEND_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
set(modules wend wend-graph)
set_target_properties(wend_graph PROPERTIES EXPORT_NAME graph)
if(TARGET wend_import)
  set_target_properties(wend_import PROPERTIES EXPORT_NAME import)
  list(APPEND modules wend-import)
endif()
install(EXPORT wendTargets NAMESPACE wend:: DESTINATION ${WEND_PACKAGE_DIR} COMPONENT dev)

# Whoever links a static library links what it needs, too.
set(WEND_STATIC_IMPORT OFF)
set(WEND_PC_IMPORT_NEEDS "")
set(WEND_STATIC_GRAPH OFF)
set(WEND_PC_GRAPH_NEEDS "")
get_target_property(kind wend_graph TYPE)
if(kind STREQUAL "STATIC_LIBRARY" AND WEND_GRAPH_MODULES)
  set(WEND_STATIC_GRAPH ON)
  set(WEND_PC_GRAPH_NEEDS ", ${WEND_GRAPH_MODULES}")
endif()
if(TARGET wend_import)
  get_target_property(kind wend_import TYPE)
  if(kind STREQUAL "STATIC_LIBRARY")
    set(WEND_STATIC_IMPORT ON)
    list(TRANSFORM WEND_IMPORT_MODULES PREPEND ", ")
    list(JOIN WEND_IMPORT_MODULES "" WEND_PC_IMPORT_NEEDS)
  endif()
endif()

configure_package_config_file(cmake/wendConfig.cmake.in wendConfig.cmake INSTALL_DESTINATION ${WEND_PACKAGE_DIR})
write_basic_package_version_file(wendConfigVersion.cmake COMPATIBILITY ${WEND_COMPATIBILITY})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/wendConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/wendConfigVersion.cmake
        DESTINATION ${WEND_PACKAGE_DIR} COMPONENT dev)

# The .pc files find the prefix from where they lie, so that an installed tree can be moved.
set(WEND_PC_DIR ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH WEND_PC_TO_PREFIX ${WEND_PC_DIR} ${CMAKE_INSTALL_PREFIX})
set(WEND_PC_CFLAGS "")
if(WIN32 AND BUILD_SHARED_LIBS)
  set(WEND_PC_CFLAGS " -DWEND_DLL")
endif()
foreach(module ${modules})
  configure_file(cmake/${module}.pc.in ${module}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
