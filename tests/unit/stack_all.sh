#!/bin/sh
# Does the stack test call every public function of the engine? PROGRAM: the stack test.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$1" >measured
awk '{print $2}' measured | sort -u >names
# Declarations may be broken after WEND_API's return type.
cat "$root"/engine/include/wend/*.h | tr '\n' ' ' | grep -oE 'WEND_API [^(;]*\(' | grep -oE 'wend_[a-z0-9_]+\($' | tr -d '(' |
    sort -u >declared
[ -s declared ] || { echo "no declarations found" >&2; exit 1; }
if ! comm -13 names declared >missing || [ -s missing ]; then
    echo "public functions that tests/unit/stack.c does not call:" >&2
    cat missing >&2
    exit 1
fi
