#!/bin/sh
# Do the examples of the public headers compile, run, and do what they say?
# usage: examples.sh SOURCE BUILD COMPILER SANITIZE COVERAGE
#
# An example is the block of lines that begin with "//     " in a header's opening comment. It is compiled as
# it stands, within main of examples/NAME.c, which declares what the example takes as given and checks what
# came of it; a header without such a file gets an empty main. A header without an example is named here:
without='base debug_draw extras path threads wend'
set -eu
# shellcheck disable=SC1091
. "$(dirname "$0")/compile.sh"
cp "$source/data/island.png" "$source/data/course_graph.csv" "$temp"

failed=0 count=0
fail() {
    echo "examples: $*"
    failed=1
}

# The code of a header's example.
example_of() {
    awk '!/^\/\// { exit } /^\/\/     / { print substr($0, 8) }' "$1"
}

for header in "$source"/engine/include/wend/*.h "$source"/engine/private/wend/*.h "$source"/graph/include/wend/*.h "$source"/importers/include/wend/*.h; do
    name=$(basename "$header" .h)
    example_of "$header" >"$temp/$name.inc"
    listed=0
    case " $without " in *" $name "*) listed=1 ;; esac
    if [ ! -s "$temp/$name.inc" ]; then
        [ $listed = 1 ] || fail "wend/$name.h has no example, and is not named as having none"
        [ ! -e "$here/examples/$name.c" ] || fail "examples/$name.c is for an example that wend/$name.h has not"
        continue
    fi
    [ $listed = 0 ] || fail "wend/$name.h has an example, but is named as having none"
    case $header in */importers/*) $has_importers || continue ;; esac
    program=$here/examples/$name.c
    if [ ! -e "$program" ]; then
        program=$temp/$name.c
        printf '#include "example.h"\n#include <wend/%s.h>\nint main(void) {\n#include EXAMPLE\nreturn 0;\n}\n' \
            "$name" >"$program"
    fi
    for cc in $compilers; do
        if ! compile "$cc" "$program" "$temp/$name" "-I$here/examples" "-DEXAMPLE=\"$temp/$name.inc\"" >"$temp/log" 2>&1; then
            cat "$temp/log"
            fail "the example of wend/$name.h does not compile with $cc"
        elif ! (cd "$temp" && timeout 60 "./$name") >"$temp/log" 2>&1; then
            cat "$temp/log"
            fail "the example of wend/$name.h, compiled with $cc, does not do what it says"
        else
            count=$((count + 1))
        fi
    done
done
for name in $without; do
    ls "$source"/*/*/wend/"$name.h" >/dev/null 2>&1 || fail "$name.h is named as having no example, but is not there"
done
echo "$count examples compiled and run"
[ $count -gt 0 ] || failed=1
exit $failed
