#!/bin/sh
# Are the golden hashes the same by every compiler, at every level of optimisation, in every form of the sweep kernel and
# with 1, 2 and 8 workers? Prints a table.
#   compilers.sh SOURCE BUILD XXHASH_FOLDER
# Skips (77) when a compiler is missing.
set -eu
source=$1 build=$2/golden_by xxhash=$3
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { echo "compilers: skipped, as there is no $compiler"; exit 77; }
done
case $(uname -m) in x86_64 | aarch64) forms="fastest 128 plain" ;; *) forms="fastest plain" ;; esac
failed=0
printf '%-24s %-6s %-9s %s\n' compiler level kernel "maps, each with 1, 2 and 8 workers"
for compiler in gcc clang; do
    for level in -O0 -O1 -O3; do
        folder=$build/$compiler$level
        mkdir -p "$folder"
        cmake -S "$source/tests/cross" -B "$folder" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_COMPILER=$compiler \
            -DCMAKE_C_FLAGS="$level" -DWEND_XXHASH_INCLUDE="$xxhash" >"$folder/log" 2>&1 &&
            cmake --build "$folder" --parallel 2 --target golden >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
        version=$($compiler -dumpfullversion 2>/dev/null || $compiler -dumpversion)
        for form in $forms; do
            program=golden
            if [ "$form" != fastest ]; then
                program=golden_$form
                cmake --build "$folder" --target "$program" >>"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
            fi
            text=$("$folder/$program" "$source/tests/golden/golden.txt" 2>&1) || failed=1
            printf '%-24s %-6s %-9s %s\n' "$compiler $version" "$level" "$form" "$text"
        done
    done
done
exit $failed
