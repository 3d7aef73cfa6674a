#!/bin/sh
# Does the oracle know what paths over a plane of 30 % cost? usage: slope_dijkstra.sh SLOPE_DIJKSTRA
set -eu
oracle=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"
failed=0
# near WHAT EXPECTED: the number on standard input, to 1e-5 of it.
near() {
    awk -v what="$1" -v expected="$2" '{ number = $1; lines++ } END {
        ok = lines == 1 && (number == expected || (number - expected) ^ 2 <= (1e-5 * expected) ^ 2)
        if (!ok) print "FAILED: " what ": " number ", expected " expected; exit !ok }' || failed=1
}
# Heights as floats of this machine: a program for the octal bytes, as awk has no floats. 3 m a column of 10 m; multiples of 3
# up to 30 are written by hand.
if [ "$(printf '\1\0' | od -An -td2 | tr -d ' ')" = 1 ]; then order=little; else order=big; fi
float() { # four octal bytes, the highest first
    if [ $order = little ]; then printf "\\$4\\$3\\$2\\$1"; else printf "\\$1\\$2\\$3\\$4"; fi
}
row() {
    float 0 0 0 0; float 100 100 0 0; float 100 300 0 0; float 101 020 0 0; float 101 100 0 0 # 0, 3, 6, 9, 12
}
{ row; row; row; } >plane
level=$(awk 'BEGIN { print 10 * .6 * exp(.175) }')
up=$(awk 'BEGIN { print 10 * .6 * exp(3.5 * .35) }')
down=$(awk 'BEGIN { print 10 * .6 * exp(3.5 * .25) }')
"$oracle" plane 5 3 10 tobler 0,1 4,1 | near up "$(awk "BEGIN { print 4 * $up }")"
"$oracle" plane 5 3 10 tobler 4,1 0,1 | near down "$(awk "BEGIN { print 4 * $down }")"
"$oracle" plane 5 3 10 tobler 2,0 2,2 | near along "$(awk "BEGIN { print 2 * $level }")"
diagonal=$(awk 'BEGIN { print 10 * sqrt(2) * .6 * exp(3.5 * (.3 / sqrt(2) + .05)) }')
"$oracle" plane 5 3 10 tobler 0,0 1,1 | near diagonal "$diagonal"
"$oracle" plane 5 3 10,20 tobler 2,0 2,2 | near "tiles twice as high" "$(awk "BEGIN { print 4 * $level }")"
"$oracle" plane 5 3 10 wheelchair 0,1 1,1 | near closed inf
printf 'path\n2,2\n2,1\n1,0\n' >path
"$oracle" plane 5 3 10 rwalk:1,2,0,-1 0,0 --path path | near "a path" "$(awk 'BEGIN { print 10 + 10 * sqrt(2) + 0 }')"
"$oracle" plane 5 3 10 rwalk:1,2,0,-1 0,0 --costs costs 0,0 | near "the start" 0
[ "$(wc -c <costs)" = 120 ] || { echo "FAILED: the costs of 15 tiles have $(wc -c <costs) bytes"; failed=1; }
"$oracle" plane 5 3 10 tobler 0,1 4,1 --to | near "down to the start" "$(awk "BEGIN { print 4 * $down }")"
"$oracle" --move 4 plane 5 3 10 tobler 0,0 1,1 | near "four steps" "$(awk "BEGIN { print $level + $up }")"
"$oracle" --move hex plane 5 3 10 tobler 1,1 2,0 | near "hexagons, up to the right" "$up" # row 1 is shifted
"$oracle" --move hex plane 5 3 10 tobler 1,1 0,0 | near "hexagons, left and up" "$(awk "BEGIN { print $down + $level }")"
{ row; row; } >short
if "$oracle" short 5 3 10 tobler 0,0 1,1 >out 2>&1; then echo "FAILED: a short file is taken"; failed=1; fi
exit $failed
