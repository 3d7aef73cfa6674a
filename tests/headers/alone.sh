#!/bin/sh
# Does every public header compile alone? usage: alone.sh INCLUDE_DIR...
set -eu
search=
for dir in "$@"; do search="$search -I$dir"; done
failed=0
count=0
has_clang=false
command -v clang++ >/dev/null && has_clang=true

warnings='-Wall -Wextra -Wpedantic -Wshadow -Werror'
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
: >"$temp/also" # what else is compiled

compile() { # COMPILER LANGUAGE STANDARD HEADER OPTIONS...
    compiler=$1 language=$2 standard=$3 header=$4
    shift 4
    # Twice: the guard works. The last line: strict compilers refuse a file without a declaration.
    # shellcheck disable=SC2086 # lists of options
    if printf '#include <%s>\n#include <%s>\nextern int headers_alone;\n' "$header" "$header" | cat - "$temp/also" |
        "$compiler" -x "$language" -std="$standard" $warnings -fsyntax-only $search "$@" -; then
        count=$((count + 1))
    else
        echo "<$header> as $standard by $compiler: failed"
        failed=1
    fi
}

# Most of the time of a C++ header goes into those of the standard library that wend/base.hpp includes. All others include
# base.hpp, so they may get these ready compiled.
for dir in "$@"; do
    [ ! -e "$dir/wend/base.hpp" ] || awk '/^#if / { newer = 1 } /^#endif/ { newer = 0 } /^#include </ && !newer' \
        "$dir/wend/base.hpp" >"$temp/standard.hpp"
done
# shellcheck disable=SC2086
g++ -x c++-header -std=c++17 $warnings "$temp/standard.hpp" -o "$temp/standard.hpp.gch"

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
        wend/base.hpp) compile g++ c++ c++17 "$header" ;;
        *.hpp) # clang++ compiles them all in headers.cpp
            printf '#ifndef WEND_BASE_HPP\n#error it does not include wend/base.hpp\n#endif\n' >"$temp/also"
            compile g++ c++ c++17 "$header" -include "$temp/standard.hpp"
            : >"$temp/also"
            ;;
        esac
    done
done
echo "$count headers compiled"
[ $count -gt 0 ] && exit $failed
