#!/bin/sh
# Does every public header compile alone? usage: alone.sh INCLUDE_DIR...
set -eu
search=
for dir in "$@"; do search="$search -I$dir"; done
failed=0
count=0

compile() { # COMPILER LANGUAGE STANDARD HEADER
    # Twice: the guard works. The last line: strict compilers refuse a file without a declaration.
    # shellcheck disable=SC2086 # a list of options
    if printf '#include <%s>\n#include <%s>\nextern int headers_alone;\n' "$4" "$4" |
        "$1" -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only $search -; then
        count=$((count + 1))
    else
        echo "<$4> as $3 by $1: failed"
        failed=1
    fi
}

for dir in "$@"; do
    for file in "$dir"/wend/*.h "$dir"/wend/*.hpp; do
        [ -e "$file" ] || continue
        header=wend/${file##*/}
        for compiler in gcc clang; do
            command -v $compiler >/dev/null || continue
            case $header in *.hpp) continue ;; esac
            for standard in c11 c17; do compile $compiler c $standard "$header"; done
        done
        for compiler in g++ clang++; do
            command -v $compiler >/dev/null || continue
            compile $compiler c++ c++17 "$header"
        done
    done
done
echo "$count headers compiled"
[ $count -gt 0 ] && exit $failed
