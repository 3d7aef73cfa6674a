#!/bin/sh
# Does a document show the example program as it is, and does the program print what the document says?
# usage: program.sh DOCUMENT SOURCE PROGRAM
#
# The document has the source in its first block of C and the output in its first block of "text example".
set -eu
document=$1 source=$2 program=$3
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
block() { awk -v first="\`\`\`$1" '$0 == first && !seen { seen = inside = 1; next } /^```/ { inside = 0 } inside' "$document"; }
block c >"$temp/source"
block 'text example' >"$temp/output"
[ -s "$temp/source" ] && [ -s "$temp/output" ] || { echo "$document: has no example"; exit 1; }
diff -u "$temp/source" "$source" || { echo "$document: shows another program than $source"; exit 1; }
"$program" >"$temp/said" || { echo "$program fails"; exit 1; }
diff -u "$temp/output" "$temp/said"
