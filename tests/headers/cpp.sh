#!/bin/sh
# Do the C++ headers work, and do they have everything that C has? usage: cpp.sh SOURCE BUILD COMPILER SANITIZE COVERAGE
#
# Compiles and runs examples/wend.cpp, examples/graph.cpp and examples/import.cpp, each with the example of its header, as C++17 and C++20. Every
# function that a C header declares must be named in a C++ header and be called by one of these programs, or stand in
# without_cpp.txt with a reason.
set -eu
# shellcheck disable=SC1091
. "$(dirname "$0")/compile.sh"
cp "$source/data/island.png" "$source/data/course_graph.csv" "$temp"
programs="wend graph"
example_of() { awk '!/^\/\// { exit } /^\/\/     / { print substr($0, 8) }' "$1"; }
example_of "$source/engine/include/wend/wend.hpp" >"$temp/wend.inc"
example_of "$source/graph/include/wend/graph.hpp" >"$temp/graph.inc"
headers="$source/engine/include/wend $source/graph/include/wend"
if $has_importers; then
    programs="$programs import" headers="$headers $source/importers/include/wend"
    example_of "$source/importers/include/wend/import.hpp" >"$temp/import.inc"
fi
# What the library was instrumented with, its users link too: then only the C++ side of its compiler will do.
others=
if [ -z "$sanitize" ] && [ "$coverage" != ON ]; then others='g++ clang++'; fi
case $compiler in *clang) own=${compiler}++ ;; *gcc) own=${compiler%gcc}g++ ;; *) own=c++ ;; esac
failed=0 count=0
fail() {
    echo "C++: $*"
    failed=1
}

standard=c++17 # the first compiler; the second takes C++20
for cc in ${others:-$own}; do
    command -v "$cc" >/dev/null || continue
    options=$(echo "$flags" | sed "s/-std=c17/-std=$standard/; s/-O1/-O0/")
    for program in $programs; do
        [ -s "$temp/$program.inc" ] || { fail "wend/$program.hpp has no example"; continue; }
        # shellcheck disable=SC2086 # lists of options
        if ! { "$cc" $options -DEXAMPLE="\"$temp/$program.inc\"" -c "$here/examples/$program.cpp" -o "$temp/$program.o" &&
            "$cc" $options "$temp/$program.o" -o "$temp/$program" $libraries $needs; } >"$temp/log" 2>&1; then
            cat "$temp/log"
            fail "the test of wend/$program.hpp does not compile with $cc as $standard"
        elif ! (cd "$temp" && timeout 120 "./$program") >"$temp/log" 2>&1; then
            cat "$temp/log"
            fail "the test of wend/$program.hpp, compiled with $cc as $standard, fails"
        else
            count=$((count + 1))
        fi
        # The functions that the program calls: inline functions that nobody calls leave no trace in an object file.
        nm -u "$temp/$program.o" | awk '{ print $NF }' >>"$temp/called"
    done
    standard=c++20
done
echo "$count programs work"
[ $count -gt 0 ] || failed=1

# ---- is everything there?

for folder in $headers; do
    awk -f "$here/functions.awk" "$folder"/*.h | cut -f 1
    sed 's/\/\/.*//' "$folder"/*.hpp >>"$temp/text"
done >"$temp/declared"
functions=0 missing=0
while read -r function; do
    functions=$((functions + 1))
    reason=$(awk -v name="$function" '$1 == name { $1 = ""; print }' "$here/without_cpp.txt")
    if ! grep -qw "$function" "$temp/text"; then
        [ -n "$reason" ] || { fail "$function has no counterpart, and no reason in without_cpp.txt"; missing=$((missing + 1)); }
    elif [ -n "$reason" ]; then
        fail "$function has a counterpart, but stands in without_cpp.txt"
    elif ! grep -qx "$function" "$temp/called"; then
        fail "$function has a counterpart that no program of this test calls"
    fi
done <"$temp/declared"
if $has_importers; then
    for name in $(sed 's/#.*//' "$here/without_cpp.txt" | awk 'NF { print $1 }'); do
        grep -qx "$name" "$temp/declared" || fail "$name stands in without_cpp.txt, but no header declares it"
    done
fi
echo "$functions functions, $missing without a counterpart"
[ $functions -gt 100 ] || failed=1
exit $failed
