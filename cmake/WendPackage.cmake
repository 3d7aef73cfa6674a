# Debian packages by CPack: ./run package, or the preset "package". The parts install with the components that this file
# makes into packages; another part becomes a package when it adds its component to WEND_PACKAGE_COMPONENTS.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME wend)
set(CPACK_PACKAGE_VENDOR Wend)
set(CPACK_PACKAGE_CONTACT "The Wend authors <wend@example.org>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/engine ${PROJECT_BINARY_DIR}/importers
    ${PROJECT_BINARY_DIR}/graph)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(components engine graph dev)
if(TARGET wend_import)
  list(APPEND components importers)
endif()
if(TARGET wend_cli)
  list(APPEND components tools)
endif()
if(TARGET wend_view)
  list(APPEND components viewer)
endif()
if(TARGET wend_gdal)
  list(APPEND components gdal)
endif()
if(TARGET wend_mpi)
  list(APPEND components mpi)
endif()
get_property(others GLOBAL PROPERTY WEND_PACKAGE_COMPONENTS) # of other parts, which set CPACK_DEBIAN_COMPONENT_... themselves
set(CPACK_COMPONENTS_ALL ${components} ${others})

# wend_package(COMPONENT NAME SECTION SUMMARY TEXT DEPENDS)
function(wend_package component name section summary text depends)
  string(TOUPPER ${component} upper)
  set(prefix CPACK_DEBIAN_${upper})
  set(${prefix}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(${prefix}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(${prefix}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  set(${prefix}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  if(WEND_DEBIAN)
    set(folder ${CMAKE_INSTALL_DATADIR}/doc/${name})
    install(FILES ${PROJECT_SOURCE_DIR}/packaging/debian/copyright DESTINATION ${folder} COMPONENT ${component})
    install(FILES ${PROJECT_BINARY_DIR}/packaging/changelog.Debian.gz DESTINATION ${folder} COMPONENT ${component})
  endif()
endfunction()
set(engine_package libwend${WEND_SOVERSION})
set(import_package libwend-import${WEND_SOVERSION})
set(graph_package libwend-graph${WEND_SOVERSION})
set(version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(about "Wend plans paths on maps of weighted tiles that change at run time (HPA*).")
wend_package(engine ${engine_package} libs "hierarchical pathfinding on weighted tiles: engine" "${about}\n This is the engine." "")
wend_package(importers ${import_package} libs "hierarchical pathfinding on weighted tiles: map files"
  "${about}\n This library reads images, height maps, robots' maps, Tiled maps and others." "${engine_package} ${version}")
wend_package(graph ${graph_package} libs "hierarchical pathfinding on weighted tiles: graphs"
  "${about}\n This library searches in graphs that are not grids, and reads their files." "${engine_package} ${version}")
wend_package(dev libwend-dev libdevel "hierarchical pathfinding on weighted tiles: headers"
  "${about}\n These are the headers for C and C++, and the files for CMake and pkg-config."
  "${engine_package} ${version}, ${import_package} ${version}, ${graph_package} ${version}")
wend_package(tools wend science "hierarchical pathfinding on weighted tiles: command line"
  "${about}\n This is the program wend, which bakes maps, plans, checks, draws and measures."
  "${engine_package} ${version}, ${import_package} ${version}, ${graph_package} ${version}")
wend_package(viewer wend-viewer science "hierarchical pathfinding on weighted tiles: viewer"
  "${about}\n This is the viewer, which shows the map, the search, the path and the agents."
  "${engine_package} ${version}, ${import_package} ${version}")
# GDAL and MPI are large, so what links them stands apart, and nothing needs it.
wend_package(gdal wend-gdal science "hierarchical pathfinding on weighted tiles: GeoTIFF"
  "${about}\n This program reads GeoTIFF and other rasters by GDAL for all of Wend."
  "${import_package} ${version}")
wend_package(mpi wend-mpi science "hierarchical pathfinding on weighted tiles: MPI"
  "${about}\n With this module wend bake --mpi shares a bake among machines."
  "wend ${version}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "wend-gdal, wend-mpi, wend-viewer")
set(CPACK_DEBIAN_IMPORTERS_PACKAGE_SUGGESTS wend-gdal)
set(CPACK_DEBIAN_VIEWER_PACKAGE_SUGGESTS wend-gdal)
set(CPACK_DEBIAN_VIEWER_PACKAGE_RECOMMENDS wend)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS wend)

# What dpkg-shlibdeps tells programs that link the libraries: which version brought each function. The packages are not
# built by debhelper, so the control files are written here.
function(wend_symbols component package soname)
  string(TOUPPER ${component} upper)
  set(folder ${PROJECT_BINARY_DIR}/packaging/${package})
  file(STRINGS ${PROJECT_SOURCE_DIR}/packaging/debian/${ARGV3}.functions lines REGEX "^[a-z]")
  set(symbols "${soname}.so.${WEND_SOVERSION} ${package} #MINVER#\n")
  foreach(line ${lines})
    string(REPLACE " " "@Base " line "${line}")
    string(APPEND symbols " ${line}\n")
  endforeach()
  file(WRITE ${folder}/symbols "${symbols}")
  file(WRITE ${folder}/shlibs "${soname} ${WEND_SOVERSION} ${package} (>= ${PROJECT_VERSION})\n")
  file(WRITE ${folder}/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${folder}/symbols ${folder}/shlibs ${folder}/triggers PARENT_SCOPE)
endfunction()
wend_symbols(engine ${engine_package} libwend libwend)
wend_symbols(importers ${import_package} libwend_import libwend-import)
wend_symbols(graph ${graph_package} libwend_graph libwend-graph)

if(WEND_DEBIAN)
  configure_file(packaging/debian/changelog.in packaging/changelog.Debian @ONLY)
  execute_process(COMMAND gzip -9nf -k ${PROJECT_BINARY_DIR}/packaging/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
endif()
include(CPack)
