vcpkg_from_git(
    OUT_SOURCE_PATH SOURCE_PATH
    URL https://example.org/wend.git
    FETCH_REF v${VERSION}
    REF 0000000000000000000000000000000000000000 # the commit of that tag
    HEAD_REF main
)
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES import WEND_BUILD_IMPORTERS tools WEND_BUILD_CLI)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS ${options} -DWEND_BUILD_VIEWER=OFF -DWEND_GDAL=OFF -DWEND_MPI=OFF -DWEND_WERROR=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME wend CONFIG_PATH lib/cmake/wend)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES wend AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
