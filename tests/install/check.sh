#!/bin/sh
# Can a stranger's program use the installed library? usage: check.sh SOURCE BUILD CMAKE GENERATOR COMPILER LIBDIR SANITIZE COVERAGE
set -eu
source=$1 build=$2 cmake=$3 generator=$4 compiler=$5 libdir=$6 sanitize=$7 coverage=$8
here=$source/tests/install
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

# What the library was instrumented with, its users link too.
flags=
[ -z "$sanitize" ] || flags="-fsanitize=$sanitize"
[ "$coverage" != ON ] || flags="$flags --coverage"

fail() {
    echo "install: $*" >&2
    exit 1
}

step() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 || { cat "$temp/log"; fail "$name"; }
}

same() { # NAME EXPECTED FOUND
    [ "$2" = "$3" ] || fail "$1 printed '$3', expected '$2'"
    echo "$1: $3"
}

version=$(sed -n 's/^#define WEND_VERSION_[A-Z]* *//p' "$source/engine/include/wend/base.h" | paste -sd .)

step "install" "$cmake" --install "$build" --prefix "$temp/prefix"
mv "$temp/prefix" "$temp/moved" # an installed tree works from anywhere

for program in wend wend-view; do
    [ -x "$build/bin/$program" ] || continue
    "$temp/moved/bin/$program" --version >"$temp/log" 2>&1 || { cat "$temp/log"; fail "installed $program does not start"; }
    grep -q "$version" "$temp/log" || fail "installed $program says '$(cat "$temp/log")', expected version $version"
done

# The module for MPI is found from the installed program; MPI itself never frees all of its memory.
if [ -e "$build/bin/wend_mpi.so" ]; then
    step "installed wend bake --mpi" env ASAN_OPTIONS=detect_leaks=0 "$temp/moved/bin/wend" bake --mpi "$source/data/island.png" -o "$temp/island.wend"
fi

for script in bash-completion/completions/wend zsh/site-functions/_wend fish/vendor_completions.d/wend.fish; do
    grep -q '^# Completion of wend' "$temp/moved/share/$script" || fail "share/$script is not installed"
done

# The example is the README's own text: its first block of C, and what stands below it as the output.
block() { awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { if (inside) exit } inside' "$source/README.md"; }
mkdir "$temp/example"
block c >"$temp/example/example.c"
expected=$(block "text example")
[ -n "$expected" ] || fail "README.md has no example with its output"
step "bake" "$build/bin/wend" bake "$source/data/island.png" -o "$temp/example/island.wend"

step "find_package: configure" "$cmake" -S "$here/consumer" -B "$temp/build" -G "$generator" \
    -DCMAKE_PREFIX_PATH="$temp/moved" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_C_FLAGS="$flags" -DEXAMPLE="$temp/example/example.c"
step "find_package: build" "$cmake" --build "$temp/build"

export PKG_CONFIG_PATH="$temp/moved/$libdir/pkgconfig"
mkdir "$temp/plain"
compile() { # NAME SOURCE MODULE
    # shellcheck disable=SC2046,SC2086 # lists of options
    step "pkg-config: build $1" "$compiler" -std=c17 -Wall -Wextra -Wno-missing-field-initializers -Werror $flags "$2" -o "$temp/plain/$1" \
        $(pkg-config --cflags --libs "$3")
}
compile engine "$here/consumer/engine.c" wend
compile import "$here/consumer/import.c" wend-import
compile graph "$here/consumer/graph.c" wend-graph
compile example "$temp/example/example.c" wend
cxx=
for candidate in "${compiler%cc}++" "${compiler%gcc}g++" "$compiler++" c++; do # the C++ side of the compiler
    if [ "$candidate" != "$compiler" ] && command -v "$candidate" >/dev/null; then cxx=$candidate; break; fi
done
if [ -n "$cxx" ]; then
    # shellcheck disable=SC2046,SC2086 # lists of options
    step "pkg-config: build engine in C++" "$cxx" -std=c++17 -Wall -Wextra -Wno-missing-field-initializers -Werror $flags "$here/consumer/engine.cpp" \
        -o "$temp/plain/engine_cpp" $(pkg-config --cflags --libs wend)
fi
same "pkg-config version" "$version" "$(pkg-config --modversion wend)"

export LD_LIBRARY_PATH="$temp/moved/$libdir" # for shared libraries, which here are in no system folder
cd "$temp/example"
[ -z "$cxx" ] || same "engine in C++" "wend $version: found, cost 4.000" "$("$temp/plain/engine_cpp")"
for found_by in build plain; do
    same "engine" "wend $version: found, cost 4.000" "$("$temp/$found_by/engine")"
    same "import" "movingai: 4 of 5 tiles passable" "$("$temp/$found_by/import")"
    same "graph" "wend $version: cost 3" "$("$temp/$found_by/graph")"
    same "README's example" "$expected" "$("$temp/$found_by/example")"
done
