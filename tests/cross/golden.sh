#!/bin/sh
# Does the engine, built for another machine, give the golden hashes?
#   golden.sh SOURCE BUILD MACHINE XXHASH_FOLDER
# MACHINE names a file of cmake/toolchains. Skips (77) without its compiler or emulator.
set -eu
source=$1 build=$2/cross/$3 machine=$3 xxhash=$4
toolchain=$source/cmake/toolchains/$machine.cmake

for needed in $(sed -n 's/^set(CMAKE_C_COMPILER \(.*\))/\1/p; s/^set(CMAKE_CROSSCOMPILING_EMULATOR \([^ ]*\).*/\1/p' "$toolchain"); do
    command -v "$needed" >/dev/null || { echo "cross: skipped, as there is no $needed ($(sed -n 's/^# Packages: //p' "$toolchain"))"; exit 77; }
done
# Emscripten runs a script that needs a module of Debian's node; another node than Debian's does not look there.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
# The header alone, as its folder has those of this machine beside it.
mkdir -p "$build/include"
cp "$xxhash/xxhash.h" "$build/include"
[ ! -e "$xxhash/xxh3.h" ] || cp "$xxhash/xxh3.h" "$build/include"
cmake -S "$source/tests/cross" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$toolchain" \
    -DWEND_XXHASH_INCLUDE="$build/include" >/dev/null
cmake --build "$build" --parallel 2 >"$build/log" 2>&1 || { cat "$build/log"; exit 1; }
cmake --build "$build" --target run
