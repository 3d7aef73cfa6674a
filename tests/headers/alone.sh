#!/bin/sh
# Does every public header compile alone? usage: alone.sh INCLUDE_DIR...
set -eu
search=
for dir in "$@"; do search="$search -I$dir"; done
failed=0
count=0
has_clang=false
command -v clang++ >/dev/null && has_clang=true

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
        case $header in
        *.h) # each standard and each compiler once
            compile gcc c c11 "$header"
            if $has_clang; then compile clang c c17 "$header"; else compile gcc c c17 "$header"; fi
            compile g++ c++ c++17 "$header"
            ;;
        *.hpp)
            compile g++ c++ c++17 "$header"
            ;;
        esac
        case $header in # the other compiler once for all
        wend/wend.hpp | wend/import.hpp) if $has_clang; then compile clang++ c++ c++17 "$header"; fi ;;
        esac
    done
done
echo "$count headers compiled"
[ $count -gt 0 ] && exit $failed
