# shellcheck shell=sh disable=SC2034,SC2154
# compile.sh: for tests that compile programs against the public headers and the libraries of a build. Reads the arguments
# SOURCE BUILD COMPILER SANITIZE COVERAGE; gives source, here, temp (a folder), compilers, has_importers and compile.

source=$1 build=$2 compiler=$3 sanitize=$4 coverage=$5
here=$source/tests/headers
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

# What the library was instrumented with, its users link too; then only its own compiler will do.
flags='-std=c17 -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Werror -O1'
compilers=$compiler
[ -z "$sanitize" ] || flags="$flags -fsanitize=$sanitize"
[ "$coverage" != ON ] || flags="$flags --coverage"
if [ -z "$sanitize" ] && [ "$coverage" != ON ]; then
    for other in gcc clang; do
        command -v $other >/dev/null || continue # not on every machine
        same=$(readlink -f "$(command -v $other)")
        [ -n "$same" ] && [ "$same" != "$(readlink -f "$(command -v "$compiler")")" ] && compilers="$compilers $other"
    done
fi

flags="$flags -I$source/engine/include -I$source/graph/include -I$source/engine/private"
libraries="-L$build/graph -L$build/engine"
needs="-lwend_graph -lwend -lpthread -lm"
has_importers=false
if [ -e "$build/importers" ]; then
    has_importers=true
    flags="$flags -I$source/importers/include"
    libraries="-L$build/importers $libraries"
    needs="-lwend_import $needs $(pkg-config --libs spng libturbojpeg expat zlib libzstd yaml-0.1) -lm"
fi
export LD_LIBRARY_PATH="$build/engine:$build/importers:$build/graph${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

compile() { # COMPILER SOURCE PROGRAM OPTIONS...
    compile_with=$1 compile_from=$2 compile_to=$3
    shift 3
    # shellcheck disable=SC2086 # lists of options
    "$compile_with" $flags "$@" "$compile_from" -o "$compile_to" $libraries $needs
}
