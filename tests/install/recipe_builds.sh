#!/bin/sh
# Do the recipes for package managers build and install what they name? Runs the portfile of vcpkg with stand-ins for vcpkg's
# functions, each set of features into a folder of its own, and the steps of the Homebrew formula with its options and its
# test. Nothing is downloaded: the source is this tree, the libraries are those of the machine.
# usage: recipe_builds.sh SOURCE CMAKE
set -eu
source=$1 cmake=$2
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() {
    echo "recipe_builds: $*"
    exit 1
}
step() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 || { tail -n 40 "$temp/log"; fail "$name failed"; }
}

# ---- vcpkg
cat >"$temp/vcpkg.cmake" <<'END'
cmake_minimum_required(VERSION 3.21)
# What the portfile calls, as far as a build without downloads needs it. Unknown arguments are errors.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_from_git)
  cmake_parse_arguments(arg "" "OUT_SOURCE_PATH;URL;REF;FETCH_REF;HEAD_REF" "" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_REF MATCHES "^[0-9a-f]+$" OR NOT arg_URL)
    message(FATAL_ERROR "vcpkg_from_git: ${ARGN}")
  endif()
  set(${arg_OUT_SOURCE_PATH} "${TREE}" PARENT_SCOPE)
endfunction()
function(vcpkg_check_features)
  cmake_parse_arguments(arg "" "OUT_FEATURE_OPTIONS" "FEATURES" ${ARGN})
  set(options)
  while(arg_FEATURES)
    list(POP_FRONT arg_FEATURES feature option)
    if(feature IN_LIST FEATURES)
      list(APPEND options -D${option}=ON)
    else()
      list(APPEND options -D${option}=OFF)
    endif()
  endwhile()
  set(${arg_OUT_FEATURE_OPTIONS} ${options} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${BUILD} -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib --warn-uninitialized ${arg_OPTIONS})
  file(STRINGS ${BUILD}/CMakeCache.txt unused REGEX "^WEND_[A-Z_]+:UNINITIALIZED") # no such option
  if(unused)
    message(FATAL_ERROR "unknown options: ${unused}")
  endif()
endfunction()
function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${BUILD} --parallel 2)
  run(${CMAKE_COMMAND} --install ${BUILD})
endfunction()
function(needs file)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(arg "" "PACKAGE_NAME;CONFIG_PATH" "" ${ARGN})
  needs(${arg_CONFIG_PATH}/${arg_PACKAGE_NAME}Config.cmake)
endfunction()
function(vcpkg_fixup_pkgconfig)
  needs(lib/pkgconfig/wend.pc)
endfunction()
function(vcpkg_copy_tools)
  cmake_parse_arguments(arg "AUTO_CLEAN" "" "TOOL_NAMES" ${ARGN})
  foreach(tool ${arg_TOOL_NAMES})
    needs(bin/${tool})
  endforeach()
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(arg "" "" "FILE_LIST" ${ARGN})
  foreach(file ${arg_FILE_LIST})
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "no ${file}")
    endif()
  endforeach()
endfunction()
include(${TREE}/packaging/vcpkg/wend/portfile.cmake)
END
for features in "" import "import;tools"; do
    name=$(echo "core;$features" | tr ';' '-')
    prefix=$temp/$name
    mkdir "$prefix"
    step "vcpkg with the features '$features'" "$cmake" -D "TREE=$source" -D "BUILD=$temp/build-$name" -D "CURRENT_PACKAGES_DIR=$prefix" \
        -D VERSION=0 -D "FEATURES=$features" -P "$temp/vcpkg.cmake"
    for file in include/wend/wend.h include/wend/wend.hpp lib/libwend.a; do [ -e "$prefix/$file" ] || fail "$name: no $file"; done
    case $features in *import*) wanted=yes ;; *) wanted=no ;; esac
    [ -e "$prefix/lib/libwend_import.a" ] && found=yes || found=no
    [ $found = $wanted ] || fail "$name: libwend_import.a: $found, expected $wanted"
    case $features in *tools*) wanted=yes ;; *) wanted=no ;; esac
    [ -e "$prefix/bin/wend" ] && found=yes || found=no
    [ $found = $wanted ] || fail "$name: bin/wend: $found, expected $wanted"
    [ ! -e "$prefix/lib/wend" ] || fail "$name: what links GDAL or MPI was installed"
    echo "vcpkg: the features '$features' build and install"
done

# ---- Homebrew: the options between the brackets of %W[...]
formula=$source/packaging/homebrew/wend.rb
prefix=$temp/cellar
options=$(sed -n '/%W\[/,/\]/p' "$formula" | sed '1d; $d' | sed 's/#{rpath}/@loader_path/; s|#{buildpath}|'"$temp/brew"'|')
mkdir -p "$temp/brew/include"
# shellcheck disable=SC2086 # one word for each option
step "Homebrew: configure" "$cmake" -S "$source" -B "$temp/build-brew" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_INSTALL_LIBDIR=lib $options
# That @loader_path is of macOS; here it is $ORIGIN.
step "Homebrew: configure" "$cmake" -B "$temp/build-brew" "-DCMAKE_INSTALL_RPATH=\$ORIGIN/../lib"
step "Homebrew: build" "$cmake" --build "$temp/build-brew" --parallel 2
step "Homebrew: install" "$cmake" --install "$temp/build-brew"
mkdir "$temp/plan"
sed -n '/<<~MAP/,/^ *MAP$/p' "$formula" | sed '1d; $d; s/^ *//' >"$temp/plan/plan.map"
cd "$temp/plan"
step "Homebrew: its test" "$prefix/bin/wend" bake plan.map -o plan.wend
"$prefix/bin/wend" path plan.wend --from 0,0 --to 4,0 | grep -q found || fail "Homebrew: its test finds no path"
echo "Homebrew: the formula's options build, install and pass its test"
