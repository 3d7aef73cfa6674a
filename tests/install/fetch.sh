#!/bin/sh
# Can another project take Wend as a part of itself, as docs/install.md shows? Its block of CMake for FetchContent is used as
# it stands, except that the sources are those here. usage: fetch.sh SOURCE CMAKE GENERATOR COMPILER
set -eu
source=$1 cmake=$2 generator=$3 compiler=$4
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
step() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 || { cat "$temp/log"; echo "fetch: $name failed"; exit 1; }
}
awk '/^```cmake$/ { inside = 1; text = ""; next } /^```/ { if (inside && text ~ /FetchContent/) { printf "%s", text; exit } inside = 0 }
    inside { text = text $0 "\n" }' "$source/docs/install.md" >"$temp/CMakeLists.txt"
[ -s "$temp/CMakeLists.txt" ] || { echo "docs/install.md shows no FetchContent"; exit 1; }
cp "$source/tests/install/consumer/engine.c" "$temp/game.c"
step "configure" "$cmake" -S "$temp" -B "$temp/build" -G "$generator" -D CMAKE_C_COMPILER="$compiler" \
    -D CMAKE_BUILD_TYPE=Release -D FETCHCONTENT_SOURCE_DIR_WEND="$source"
step "build" "$cmake" --build "$temp/build" -j 2
said=$("$temp/build/game")
case $said in
"wend "*": found, cost 4.000") echo "$said" ;;
*) echo "fetch: the program says '$said'"; exit 1 ;;
esac
for extra in bin/wend bin/wend-view _deps/wend-build/cli _deps/wend-build/importers; do
    [ ! -e "$temp/build/$extra" ] || { echo "fetch: $extra is built though nobody asked for it"; exit 1; }
done
