#!/bin/sh
# Does the measurement of cost matrices find entries that are no costs of paths?   many.sh BENCH_MANY WEND SOURCE
set -eu
many=$1 wend=$2 source=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$wend" bake "$source/data/island.png" -o w.wend --quiet
"$many" w.wend --sources 80 --targets 90 --sample 64 --points places.csv >out || { cat out; exit 1; }
grep -qx 'below the optimum         0' out || { cat out; exit 1; }
[ "$(wc -l <places.csv)" = 170 ] || { echo "$(wc -l <places.csv) places"; exit 1; }
code=0
"$many" w.wend --sources 0 2>/dev/null || code=$?
[ "$code" = 2 ] || { echo "0 sources: exit $code"; exit 1; }
