#!/bin/sh
# Does the engine give the same bytes on every machine, and does each machine open the files of another?
#   cross.sh SOURCE BUILD XXHASH_FOLDER [MACHINE...]
# MACHINE names a file of cmake/toolchains; without any, all of them. Builds the engine for each, runs the golden
# hashes under its emulator, and exchanges worlds and patches with this machine in both directions. Prints a table.
# Machines without a compiler or an emulator are skipped. Exit code: 0, 1 a difference, 77 nothing was run.
set -eu
source=$1 build=$2/cross xxhash=$3
shift 3
[ $# -gt 0 ] || set -- $(cd "$source/cmake/toolchains" && ls | sed 's/\.cmake$//')
mkdir -p "$build"
build=$(cd "$build" && pwd)
# Emscripten runs a script that needs a module of Debian's node; another node than Debian's does not look there.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
export WINEDEBUG=-all WINEPREFIX="$build/wine" # wine gets a home of its own

make_programs() { # FOLDER [CMAKE_OPTION...]
    folder=$1
    shift
    # The header alone, as its folder has those of this machine beside it.
    mkdir -p "$folder/include"
    cp "$xxhash/xxhash.h" "$folder/include"
    [ ! -e "$xxhash/xxh3.h" ] || cp "$xxhash/xxh3.h" "$folder/include"
    { cmake -S "$source/tests/cross" -B "$folder" -DCMAKE_BUILD_TYPE=Release -DWEND_XXHASH_INCLUDE="$folder/include" "$@" &&
        cmake --build "$folder" --parallel 2; } >"$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
}

digest() { sha256sum | cut -c 1-8; }

# The files that a machine has written, one line each.
sums() { (cd "$1" && sha256sum -- *); }

# What a machine runs programs with, as its toolchain says; nothing for this machine.
emulator_of() { sed -n 's/^set(CMAKE_CROSSCOMPILING_EMULATOR \([^)]*\)).*/\1/p' "$1"; }

here=$build/here
make_programs "$here" || exit 1
rm -rf "$here/worlds" && mkdir "$here/worlds"
(cd "$here" && ./exchange write worlds >expected) || exit 1
sums "$here/worlds" >"$here/sums"

# What a machine writes, and what each reads of the other, in the folder of its programs.
exchange_files() {
    program exchange write worlds >written 2>&1 || { files=FAILED failed=1; cat written; }
    tr -d '\r' <written >written.text
    cmp -s written.text "$here/expected" || { files=DIFFER failed=1; diff "$here/expected" written.text || :; }
    worlds=$(rev written.text | cut -d ' ' -f 2 | digest) paths=$(rev written.text | cut -d ' ' -f 1 | digest)
    sums worlds | cmp -s - "$here/sums" || { files=DIFFER failed=1; sums worlds | diff "$here/sums" - || :; }
    program exchange read theirs 2>&1 | tr -d '\r' | cmp -s - "$here/expected" || { reads=NO failed=1; }
    (cd "$here" && ./exchange read "$folder/worlds" 2>&1) | cmp -s - "$here/expected" || { is_read=NO failed=1; }
}

row='| %-18s | %-16s | %-8s | %-8s | %-10s | %-10s | %-10s |\n'
cat <<END
Worlds, paths: digests of the hashes of 7 worlds and of the answers to 40 queries on each. Files: the bytes of their
files and patches, against those of this machine ($(uname -m)). Reads: it opens the files of this machine. Is read:
this machine opens its files.

END
# shellcheck disable=SC2059
{
    printf "$row" machine "golden hashes" worlds paths files reads "is read"
    printf "$row" --- --- --- --- --- --- ---
}
ran=0 failed=0
for machine in "$@"; do
    toolchain=$source/cmake/toolchains/$machine.cmake
    emulator=$(emulator_of "$toolchain")
    missing=
    for needed in $(sed -n 's/^set(CMAKE_C_COMPILER \(.*\))/\1/p' "$toolchain") ${emulator%% *}; do
        command -v "$needed" >/dev/null || missing="$missing $needed"
    done
    if [ -n "$missing" ]; then
        # shellcheck disable=SC2059
        printf "$row" "$machine" "skipped: no$missing" '' '' '' '' ''
        continue
    fi
    folder=$build/$machine
    make_programs "$folder" -DCMAKE_TOOLCHAIN_FILE="$toolchain" || { failed=1; continue; }
    ran=$((ran + 1))
    program() { # NAME ARGUMENT...
        name=$1
        shift
        for end in .exe .js ''; do [ ! -e "./$name$end" ] || break; done
        # shellcheck disable=SC2086 # a command and its options
        $emulator "./$name$end" "$@"
    }
    cd "$folder"
    cp "$source/tests/golden/golden.txt" .
    rm -rf worlds theirs && mkdir worlds && cp -r "$here/worlds" theirs
    golden=yes files=equal reads=yes is_read=yes worlds=- paths=-
    program golden golden.txt >golden.out 2>golden.err || { golden=DIFFER failed=1; cat golden.err; }
    if ls exchange* >/dev/null 2>&1; then exchange_files; else files=- reads=- is_read=-; fi
    [ $golden != yes ] || golden=$(tr -d '\r' <golden.out | sed 's/ maps, 0 failures/ maps equal/')
    # shellcheck disable=SC2059
    printf "$row" "$machine" "$golden" $worlds $paths $files $reads $is_read
    cd "$build"
done
[ $ran -gt 0 ] || exit 77
exit $failed
