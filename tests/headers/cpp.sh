#!/bin/sh
# Does wend/wend.hpp work, and does its example? usage: cpp.sh SOURCE BUILD COMPILER SANITIZE COVERAGE
set -eu
# shellcheck disable=SC1091
. "$(dirname "$0")/compile.sh"
awk '!/^\/\// { exit } /^\/\/     / { print substr($0, 8) }' "$source/engine/include/wend/wend.hpp" >"$temp/example.inc"
[ -s "$temp/example.inc" ] || { echo "wend/wend.hpp has no example"; exit 1; }
# What the library was instrumented with, its users link too: then only the C++ side of its compiler will do.
others=
if [ -z "$sanitize" ] && [ "$coverage" != ON ]; then others='g++ clang++'; fi
case $compiler in *clang) own=${compiler}++ ;; *gcc) own=${compiler%gcc}g++ ;; *) own=c++ ;; esac
flags=$(echo "$flags" | sed 's/-std=c17/-std=c++17/')
failed=0 count=0
for cc in ${others:-$own}; do
    command -v "$cc" >/dev/null || continue
    if ! compile "$cc" "$here/examples/wend.cpp" "$temp/wend" -DEXAMPLE="\"$temp/example.inc\"" >"$temp/log" 2>&1; then
        cat "$temp/log"
        echo "wend/wend.hpp: its test does not compile with $cc"
        failed=1
    elif ! (cd "$temp" && timeout 120 ./wend) >"$temp/log" 2>&1; then
        cat "$temp/log"
        echo "wend/wend.hpp: its test, compiled with $cc, fails"
        failed=1
    else
        count=$((count + 1))
    fi
done
echo "wend/wend.hpp works with $count compilers"
[ $count -gt 0 ] || failed=1
exit $failed
