#!/bin/sh
# Does the viewer find Dear ImGui without pkg-config: by WEND_IMGUI, and as a package of CMake?
#   imgui.sh SOURCE CMAKE GENERATOR COMPILER
# Configures with the library of the system in a prefix that only the option names, and builds the viewer once.
set -eu
source=$1 cmake=$2 generator=$3 compiler=$4
include=$(pkg-config --variable=includedir imgui 2>/dev/null || :)
library=$(find /usr/lib /usr/local/lib -name libimgui.a 2>/dev/null | head -n 1)
[ -n "$library" ] && [ -d "$include" ] || { echo "skipped: no libimgui.a with headers (Debian: libimgui-dev)"; exit 77; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() {
    echo "imgui: $*"
    cat "$temp/log"
    exit 1
}
mkdir -p "$temp/modules" "$temp/prefix/include" "$temp/prefix/lib/cmake/imgui" "$temp/empty"
for folder in $(pkg-config --variable pc_path pkg-config | tr : ' '); do
    for file in "$folder"/*.pc; do
        case $file in */imgui.pc | */\*.pc) ;; *) cp -n "$file" "$temp/modules" ;; esac
    done
done
export PKG_CONFIG_LIBDIR="$temp/modules"
cp -r "$include" "$temp/prefix/include"
cp "$library" "$temp/prefix/lib"
cat >"$temp/prefix/lib/cmake/imgui/imguiConfig.cmake" <<END
add_library(imgui::imgui INTERFACE IMPORTED)
set_target_properties(imgui::imgui PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $temp/prefix/include/imgui
                      INTERFACE_LINK_LIBRARIES "$temp/prefix/lib/libimgui.a")
END
configure() { # FOLDER OPTION...
    folder=$temp/$1
    shift
    "$cmake" -S "$source" -B "$folder" -G "$generator" -D CMAKE_C_COMPILER="$compiler" "$@" >"$temp/log" 2>&1
}
has_viewer() { "$cmake" --build "$temp/$1" --target help | grep -q wend_view; }

configure none || fail "cannot be configured without Dear ImGui"
grep -q 'wend-view is left out: .*Dear ImGui.*WEND_IMGUI' "$temp/log" || fail "nothing says that Dear ImGui is missing"
if has_viewer none; then fail "the viewer is built without Dear ImGui"; fi
configure package -D CMAKE_PREFIX_PATH="$temp/prefix" || fail "cannot be configured with a package of CMake"
has_viewer package || fail "a package of CMake is not found"
if configure wrong -D WEND_IMGUI="$temp/empty"; then fail "an empty folder is taken"; fi
grep -q 'holds neither the sources of' "$temp/log" || fail "nothing says what is wrong with an empty folder"
# The library of Debian lacks stb, which its pkg-config file adds.
configure path -D WEND_IMGUI="$temp/prefix" -D CMAKE_EXE_LINKER_FLAGS="-Wl,--push-state,--no-as-needed -lstb -Wl,--pop-state" || fail "cannot be configured with a path"
"$cmake" --build "$temp/path" --target wend_view -j 2 >"$temp/log" 2>&1 || fail "the viewer cannot be built"
"$temp/path/bin/wend-view" --version >"$temp/log" 2>&1 || fail "the viewer does not start"
