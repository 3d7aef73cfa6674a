#!/bin/sh
# Can another project take Wend as a part of itself, as docs/install.md shows? Its block of CMake for FetchContent is used as
# it stands, except that the sources are those here.
#   fetch.sh SOURCE CMAKE GENERATOR COMPILER [flags]
# With "flags" it looks only at how the compiler would be called, with every kind of build type; else it builds.
set -eu
source=$1 cmake=$2 generator=$3 compiler=$4 part=${5:-build}
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
configure() { # FOLDER GENERATOR OPTIONS...
    folder=$1 with=$2
    shift 2
    step "configure" "$cmake" -S "$temp" -B "$temp/$folder" -G "$with" -D CMAKE_C_COMPILER="$compiler" \
        -D FETCHCONTENT_SOURCE_DIR_WEND="$source" -D CMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
}

# flags FOLDER CONFIG WANT: is each file of Wend, in this configuration, compiled with optimisation and without the internal
# checks (yes), or neither (no)? The last option -O counts.
flags() {
    grep '"command":' "$temp/$1/compile_commands.json" | grep -F -- "-c $source/" | grep "\.dir/$2" >"$temp/calls" || :
    calls=$(wc -l <"$temp/calls")
    fast=$(sed 's/.* \(-O[^ ]*\) .*/\1 &/' "$temp/calls" | grep -c '^-O[23] .*-DNDEBUG' || :)
    plain=$(grep -cv -e ' -O' -e ' -DNDEBUG' "$temp/calls" || :)
    case $3 in yes) right=$fast ;; *) right=$plain ;; esac
    [ "$calls" -gt 80 ] && [ "$right" = "$calls" ] && return
    head -n 1 "$temp/calls"
    echo "fetch: $1${2:+, $2}: of $calls files $fast are optimised, $plain are not; expected all to be: optimised $3"
    exit 1
}
if [ "$part" = flags ]; then
    sed -i 's/^set(WEND_BUILD_IMPORTERS OFF)$/set(WEND_BUILD_IMPORTERS ON)/' "$temp/CMakeLists.txt"
    configure none "$generator"
    flags none '' yes
    configure release "$generator" -D CMAKE_BUILD_TYPE=Release
    flags release '' yes
    configure debug "$generator" -D CMAKE_BUILD_TYPE=Debug
    flags debug '' no
    configure several 'Ninja Multi-Config'
    flags several Release/ yes
    flags several Debug/ no
    CFLAGS='-O0 -g' configure own "$generator"
    ! grep -q ' -O[123s]' "$temp/own/compile_commands.json" || { echo "fetch: the flags of the project do not count"; exit 1; }
    echo "fetch: optimised unless the project asks for a debug build"
    exit 0
fi
configure build "$generator"
step "build" "$cmake" --build "$temp/build" -j 2
said=$("$temp/build/game")
case $said in
"wend "*": found, cost 4.000") echo "$said" ;;
*) echo "fetch: the program says '$said'"; exit 1 ;;
esac
for extra in bin/wend bin/wend-view _deps/wend-build/cli _deps/wend-build/importers; do
    [ ! -e "$temp/build/$extra" ] || { echo "fetch: $extra is built though nobody asked for it"; exit 1; }
done
