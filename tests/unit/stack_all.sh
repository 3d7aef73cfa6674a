#!/bin/sh
# Does a stack test call every public function? PROGRAM: the stack test. HEADERS: the folder that declares the
# functions, by default that of the engine.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
headers=${2:-engine/include/wend}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$1" >measured
awk '{print $2}' measured | sort -u >names
# Declarations may be broken after WEND_API's return type.
cat $(ls "$root/$headers"/*.h "$root/${headers%/include/wend}"/private/wend/*.h 2>/dev/null) | tr '\n' ' ' | grep -oE 'WEND_API [^(;]*\(' | grep -oE 'wend_[a-z0-9_]+\($' | tr -d '(' |
    sort -u >declared
[ -s declared ] || { echo "no declarations found" >&2; exit 1; }
if ! comm -13 names declared >missing || [ -s missing ]; then
    echo "public functions of $headers that the stack test does not call:" >&2
    cat missing >&2
    exit 1
fi
