#!/bin/sh
# Do DLLs of Windows export exactly the public functions, and does a program import them? Builds those of the engine and of
# graphs, and wend_ffi without the importers, by mingw-w64.
#   dll.sh SOURCE CMAKE GENERATOR XXHASH_FOLDER
# Where wine is, it runs the program, too.
set -eu
source=$1 cmake=$2 generator=$3 xxhash=$4
prefix=x86_64-w64-mingw32
command -v $prefix-gcc >/dev/null || { echo "skipped: no $prefix-gcc (Debian: gcc-mingw-w64-x86-64)"; exit 77; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() {
    echo "dll: $*"
    exit 1
}
mkdir "$temp/include" # the header alone, as its folder has those of this machine beside it
cp "$xxhash/xxhash.h" "$temp/include"
[ ! -e "$xxhash/xxh3.h" ] || cp "$xxhash/xxh3.h" "$temp/include"
declared() { # FOLDER...: the functions of their headers
    for folder in "$@"; do awk -f "$source/tests/headers/functions.awk" "$source/$folder"/wend/*.h; done | cut -f 1 | sort
}

build() { # FOLDER TARGET OPTION...
    folder=$temp/$1 target=$2
    shift 2
    { "$cmake" -S "$source" -B "$folder" -G "$generator" -D CMAKE_TOOLCHAIN_FILE="$source/cmake/toolchains/$prefix.cmake" \
        -D WEND_BUILD_IMPORTERS=OFF -D WEND_BUILD_CLI=OFF -D WEND_BUILD_VIEWER=OFF -D WEND_XXHASH_INCLUDE="$temp/include" "$@" &&
        "$cmake" --build "$folder" --target "$target" -j 2; } >"$temp/log" 2>&1 || { tail -n 20 "$temp/log"; fail "cannot build $target"; }
}
exports() { # FILE: as the table of the DLL has them
    $prefix-objdump -p "$1" | awk '/\[Ordinal\/Name Pointer\]/ { on = 1; next } on && $NF ~ /^[a-z_]/ { print $NF } on && /^$/ { exit }' | sort
}
build shared wend_graph -D BUILD_SHARED_LIBS=ON
build ffi wend_ffi -D WEND_FFI=ON
for dll in shared/bin/libwend.dll shared/bin/libwend_graph.dll ffi/bin/libwend_ffi.dll; do
    case $dll in
    *_graph.dll) declared graph/include ;;
    *_ffi.dll) declared engine/include graph/include ;;
    *) declared engine/include engine/private ;; # what the programs of this tree share with it
    esac >"$temp/declared"
    [ -s "$temp/declared" ] || fail "no declarations found"
    exports "$temp/$dll" >"$temp/exported"
    diff "$temp/declared" "$temp/exported" || fail "$dll does not export exactly what the headers declare"
    # Not those of the compiler either.
    if $prefix-objdump -p "$temp/$dll" | grep 'DLL Name: lib' | grep -v 'libwend.dll'; then fail "$dll needs the DLLs above"; fi
    echo "$dll: $(wc -l <"$temp/exported") exported functions"
done

cat >"$temp/program.c" <<'END'
#include <stdio.h>
#include <wend/wend.h>
int main(void) {
    printf("%s\n", wend_version_string());
    return 0;
}
END
$prefix-gcc -std=c17 -Wall -Wextra -Wno-missing-field-initializers -Werror -DWEND_DLL -I"$source/engine/include" -c "$temp/program.c" -o "$temp/program.o"
$prefix-nm "$temp/program.o" | grep -q '__imp_wend_version_string' || fail "a program does not import the functions"
$prefix-gcc "$temp/program.o" "$temp/shared/engine/libwend.dll.a" -o "$temp/shared/bin/program.exe" || fail "a program cannot be linked"
grep -q WEND_DLL "$temp/shared/wend.pc" || fail "pkg-config does not define WEND_DLL"
if command -v wine >/dev/null; then
    WINEDEBUG=-all WINEPREFIX="$temp/wine" wine "$temp/shared/bin/program.exe" >"$temp/said" || fail "the program does not run"
    grep -q '^[0-9]*\.[0-9]*\.[0-9]' "$temp/said" || fail "the program does not print the version"
fi
